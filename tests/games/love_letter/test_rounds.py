"""The end of a round and of the match (LL-8, LL-9), leaving and time-outs (LL-15)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import events
from core.games.love_letter.names import Card
from core.kernel.asks import Over
from core.kernel.dice import Dice
from tests.games.love_letter.running import (
    Match,
    at,
    awaited,
    hand,
    options,
    out,
    random_match,
    read,
)

TIED: list[dict[str, Any]] = [
    hand("handmaid", "prince", discards=["guard", "priest", "baron"]),
    hand("prince", discards=["guard", "priest", "baron", "handmaid"]),
    hand("guard", discards=["guard", "guard", "king", "countess"]),
]


def tied(preset: str, first: list[str], second: list[str], **switches: Any) -> Match:
    """A showdown of two Princes: the discards of both (without the Handmaid to be played)."""
    rest = ["guard", "guard", "guard", "guard", "guard", "priest", "priest", "baron", "baron"]
    rest += ["handmaid", "king", "minister" if preset == "jp" else "countess"]
    for card in [*first, *second]:
        rest.remove(card)
    seats = [
        hand("handmaid", "prince", discards=first),
        hand("prince", discards=second),
        out(*rest),
    ]
    return at(preset, seats, "1:handmaid", aside="princess", switches=switches)


def test_ll_8_1_the_last_one_wins_whatever_the_deck() -> None:
    match = at("bga", [hand("guard", "handmaid"), hand("king"), out()], "1:guard.2.king")
    assert events.LastOneWon(1, 1) in match.public()
    assert match.state.last == (1,)


def test_ll_8_1_the_turn_with_the_last_card_is_played() -> None:
    match = tied("bga", ["guard"], ["guard"])
    assert match.public()[0] == events.BecameProtected(1, Card.HANDMAID)
    assert isinstance(match.public()[1], events.Showdown)


def test_ll_8_2_the_highest_rank_wins() -> None:
    match = at("bga", read("T29")["start"]["position"]["seats"], "1:guard.3.king", aside="princess")
    shown = events.Showdown(
        (events.HandShown(1, 4, Card.HANDMAID), events.HandShown(2, 3, Card.BARON))
    )
    assert shown in match.public()
    assert events.RoundWon(1, 1) in match.public()


def test_ll_8_3_the_last_ones_card_stays_hidden() -> None:
    match = at("bga", [hand("guard", "princess"), hand("king"), out()], "1:guard.2.king")
    assert "princess" not in match.told("group")


def test_ll_8_4_the_sum_of_discards_breaks_a_tie() -> None:
    """T30: forced discards count, and so does the card that was just played."""
    match = tied("bga", ["guard", "baron"], ["guard", "king"])
    totals = events.TotalsCompared((events.DiscardTotal(1, 8), events.DiscardTotal(2, 7)))
    assert totals in match.public()
    assert match.state.last == (1,)
    assert match.state.tokens == (1, 0, 0)


def test_ll_8_4_without_the_sum_it_stays_a_tie() -> None:
    """T33: in the Japanese edition totals are ignored."""
    match = tied("jp", ["guard", "baron"], ["guard"])
    assert match.state.last == ()
    assert match.state.tokens == (0, 0, 0)
    assert not any(isinstance(note, events.TotalsCompared) for note in match.public())


def test_ll_8_5_unbroken_ties() -> None:
    nobody = tied("bga", ["baron"], ["guard", "king"], unbroken="nobody")
    assert nobody.state.tokens == (0, 0, 0)
    assert events.RoundDrawn((1, 2), 1) in nobody.public()
    everybody = tied("bga", ["baron"], ["guard", "king"], unbroken="all")
    assert everybody.state.tokens == (1, 1, 0)
    assert everybody.state.last == (1, 2)
    assert events.RoundShared((1, 2), 1) in everybody.public()


def test_ll_8_6_the_princess_is_worth_two() -> None:
    """T39: also at a showdown; with any other card it is one point."""
    seats = [
        hand("guard", "princess", discards=["guard", "guard", "priest", "baron"]),
        hand("baron", discards=["guard", "guard", "priest", "handmaid"]),
        out("prince", "prince", "king", "handmaid"),
    ]
    match = at("jp", seats, "1:guard.2.king", aside="minister")
    assert match.state.tokens == (2, 0, 0)
    assert events.PrincessCounted(1, Card.PRINCESS, 2) in match.public()
    assert at("aeg", seats, "1:guard.2.king", aside="countess").state.tokens == (1, 0, 0)
    plain = at("jp", [hand("guard", "king"), hand("baron"), out()], "1:guard.2.baron")
    assert plain.state.tokens == (1, 0, 0)


def test_ll_8_7_the_set_aside_card_stays_hidden() -> None:
    seats = [hand("guard", "princess"), hand("king"), out()]
    match = at("bga", seats, "1:guard.2.king", deck=["priest"], aside="baron")
    assert not {"baron", "princess"} & match.told("group")
    shown = {"reveal_all_at_round_end": True}
    match = at("bga", seats, "1:guard.2.king", deck=["priest"], aside="baron", switches=shown)
    revealed = next(n for n in match.public() if isinstance(n, events.AllRevealed))
    assert revealed.cards[:3] == (Card.PRINCESS, Card.BARON, Card.PRIEST)


def test_ll_8_7_nothing_is_left_to_show_after_the_set_aside_card_was_taken() -> None:
    position = read("T20")["start"]["position"]
    shown = {"reveal_all_at_round_end": True}
    match = at("bga", position["seats"], "1:prince.2", aside="countess", switches=shown)
    assert not any(isinstance(note, events.AllRevealed) for note in match.public())


def test_ll_9_1_at_least_the_target_wins() -> None:
    seats = [hand("guard", "princess"), hand("king"), out()]
    match = at("jp", seats, "1:guard.2.king", tokens=[2, 0, 0])
    assert match.state.tokens == (4, 0, 0)
    assert GAME.ask(match.state) == Over(frozenset({1}))
    assert match.public()[-1] == events.MatchWon(1)


def test_ll_9_1_several_win_together() -> None:
    match = tied("aeg", ["baron"], ["guard", "king"])
    assert match.state.phase == "play"
    match = at("aeg", TIED, "1:handmaid", tokens=[4, 4, 0], aside="princess")
    assert match.state.winners == (1, 2)
    assert match.public()[-1] == events.MatchShared((1, 2))
    assert GAME.active(match.state) == frozenset()


def test_ll_9_2_no_round_after_the_match() -> None:
    seats = [hand("guard", "princess"), hand("king"), out()]
    match = at("bga", seats, "1:guard.2.king", tokens=[4, 0, 0])
    assert match.state.round == 1
    assert awaited(match.state) == []
    assert all(GAME.moves(match.state, seat) == () for seat in (1, 2, 3))


FOUR = [hand("guard", "handmaid"), hand("princess"), hand("priest"), hand("baron")]


def test_ll_15_1_leaving_on_turn() -> None:
    match = at("bga", FOUR, "1:leave", draws=["guard"])
    assert match.state.discards[0] == (Card.GUARD, Card.HANDMAID)
    assert match.state.turn == 2
    assert GAME.active(match.state) == {2, 3, 4}
    assert match.public()[0] == events.WentOutWith(1, (Card.GUARD, Card.HANDMAID))


def test_ll_15_1_leaving_while_others_play_changes_no_turn() -> None:
    match = at("bga", FOUR, "3:leave")
    assert match.state.turn == 1
    assert match.state.alive == (1, 2, 4)
    assert not {code for code in match.legal(1) if ".3" in code}


def test_ll_15_1_leaving_when_out_says_nothing_about_the_round() -> None:
    match = at("bga", [*FOUR[:3], out("king")], "4:leave")
    assert match.state.turn == 1
    assert match.notes == []
    assert match.state.gone == (4,)


def test_ll_15_1_leaving_in_the_chancellors_choice() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", "1:leave")
    assert len(match.state.discards[0]) == 4
    assert match.state.phase == "play"
    assert match.state.turn == 2


def test_ll_15_1_leaving_in_the_chancellors_choice_of_another() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", "2:leave")
    assert match.state.phase == "keep"
    match.play("3:leave")
    assert match.state.winners == (1,)


def test_ll_15_1_leaving_with_an_empty_deck_shows_hands() -> None:
    match = at("bga", TIED, "1:leave", aside="princess")
    assert match.state.last == (2,)


def test_ll_15_1_two_are_left_and_see_three_cards() -> None:
    match = at("bga", [hand("guard", "king"), hand("priest"), hand("baron")], "3:leave")
    match.play("1:guard.2.priest")
    assert match.state.round == 2
    assert len(match.state.faceup) == 3
    assert match.state.hands[2] == ()
    assert match.state.alive == (1, 2)
    standings = next(n for n in match.public() if isinstance(n, events.Standings))
    assert standings.target == 5  # of three players


def test_ll_15_1_the_last_player_wins_the_match() -> None:
    seats = [hand("guard", "king"), hand("priest"), {**out(), "left": True}]
    match = at("bga", seats, "1:leave", tokens=[4, 0, 2])
    assert match.state.winners == (2,)
    assert match.state.last == (2,)
    assert match.state.tokens == (4, 1, 2)


def test_ll_15_1_a_leaver_cannot_win_by_tokens() -> None:
    seats = [hand("guard", "king"), hand("priest"), hand("baron")]
    match = at("bga", seats, "3:leave", "1:guard.2.priest", tokens=[4, 0, 9])
    assert match.state.winners == (1,)


def test_ll_15_2_idle_plays_the_lowest_and_never_the_princess() -> None:
    idle = GAME.bots["idle"]
    for cards, played in (
        (("princess", "king"), "king"),
        (("handmaid", "guard"), "guard"),
        (("countess", "princess"), "countess"),
    ):
        match = at("aeg", [hand(*cards), hand("baron"), hand("priest")])
        found = {
            idle(GAME.view(match.state, 1), GAME.moves(match.state, 1), Dice(bytes([i]))).code
            for i in range(80)
        }
        assert {code.split(".")[0] for code in found} == {played}
        assert found == {code for code in match.legal(1) if code.split(".")[0] == played}


def test_ll_15_2_idle_keeps_the_highest_card() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["princess", "baron"])
    idle = GAME.bots["idle"]
    found = {
        idle(GAME.view(match.state, 1), GAME.moves(match.state, 1), Dice(bytes([i]))).code
        for i in range(30)
    }
    assert found == {"keep.princess.guard.baron", "keep.princess.baron.guard"}


def test_ll_15_3_queries_change_nothing() -> None:
    match = at("bga", FOUR)
    before = msgspec.json.encode(match.state)
    for seat in (None, 1, 2):
        view = GAME.view(match.state, seat)
        GAME.scene(view)
        GAME.brief(view)
        GAME.rules(options("bga"))
    assert msgspec.json.encode(match.state) == before


@pytest.mark.parametrize(
    ("preset", "seats", "switches"),
    [
        ("bga", 3, {"countess": "minister"}),
        ("z19", 4, {"countess": "minister"}),
        ("z19", 3, {"countess": "sum12", "protected_target": "fizzle"}),
        ("aeg", 2, {"protected_target": "fizzle", "target": 20}),
        ("jp", 5, {"countess": "royal", "tie": "discard_sum", "unbroken": "all"}),
        ("z19", 2, {"reveal_all_at_round_end": True, "princess_points": 2}),
    ],
)
def test_every_switch_may_be_set_in_every_edition(
    preset: str, seats: int, switches: dict[str, Any]
) -> None:
    for seed in range(3):
        *_, (last, _) = random_match(preset, seats, bytes([seed]), **switches)
        assert last.winners
        for state, _ in random_match(preset, seats, bytes([seed]), **switches):
            for seat in (None, *state.alive):
                view = GAME.view(state, seat)
                assert GAME.scene(view).lines
                assert GAME.view(GAME.imagine(state, seat, Dice(b"odd")), seat) == view
