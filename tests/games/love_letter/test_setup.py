"""Components, players, deal and turn order (LL-1 to LL-4)."""

from __future__ import annotations

from collections import Counter

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import events
from core.games.love_letter.model import kit, target
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from tests.games.love_letter.running import (
    Match,
    Prescribed,
    at,
    hand,
    options,
    out,
    random_match,
    read,
    run,
)


def test_ll_1_1_deck_of_sixteen() -> None:
    pack = kit(options("bga"))
    assert len(pack.cards) == 16
    assert sum(pack.ranks[card] for card in pack.cards) == 54
    counts = Counter(card.value for card in pack.cards)
    assert counts == {
        "guard": 5,
        "priest": 2,
        "baron": 2,
        "handmaid": 2,
        "prince": 2,
        "king": 1,
        "countess": 1,
        "princess": 1,
    }
    japanese = kit(options("jp"))
    assert Card.MINISTER in japanese.cards
    assert Card.COUNTESS not in japanese.cards
    assert japanese.ranks[Card.MINISTER] == 7


def test_ll_1_2_deck_of_twenty_one() -> None:
    pack = kit(options("z19"))
    assert len(pack.cards) == 21
    assert Counter(pack.cards)[Card.GUARD] == 6
    assert Counter(pack.cards)[Card.SPY] == Counter(pack.cards)[Card.CHANCELLOR] == 2
    ranks = [pack.ranks[c] for c in (Card.SPY, Card.CHANCELLOR, Card.KING, Card.COUNTESS)]
    assert ranks == [0, 6, 7, 8]
    assert pack.ranks[Card.PRINCESS] == 9


def test_ll_1_3_names_belong_to_editions() -> None:
    assert Card.PRINCE.named("bga").text == "Prince"
    assert Card.PRINCE.named("jp").text == "Wizard"
    assert Card.BARON.named("jp").text == "Knight"
    assert GAME.edition(options("aeg")) == GAME.edition(options("bga")) == "bga"
    contexts = {c.named(e).context for c in Card for e in ("bga", "jp", "z19")}
    assert len(contexts) == 9 + 9 + 11
    assert Card.SPY.named("bga") == Card.SPY.named("")  # a card that the edition lacks


def test_ll_1_5_marchioness_replaces_the_minister() -> None:
    pack = kit(options("jp", countess="sum12"))
    assert pack.countess is Card.COUNTESS
    assert Card.MINISTER not in pack.cards
    assert Card.COUNTESS.named("jp").text == "Marchioness"


def test_ll_2_1_players() -> None:
    found = {name: GAME.seats(GAME.presets[name]) for name in GAME.presets}
    assert found == {
        "bga": range(3, 5),
        "aeg": range(2, 5),
        "jp": range(2, 6),
        "z19": range(2, 7),
    }
    assert [GAME.preset_for(n) for n in (1, 2, 3, 4, 5, 6, 7)] == [
        "bga",
        "aeg",
        "bga",
        "bga",
        "z19",
        "z19",
        "z19",
    ]


def test_ll_2_2_points_to_win() -> None:
    table = {
        ("bga", 3): 5,
        ("bga", 4): 4,
        ("aeg", 2): 7,
        ("aeg", 3): 5,
        ("aeg", 4): 4,
        ("jp", 2): 3,
        ("jp", 5): 3,
        ("z19", 2): 6,
        ("z19", 3): 5,
        ("z19", 4): 4,
        ("z19", 5): 3,
        ("z19", 6): 3,
    }
    for (preset, seats), points in table.items():
        assert target(options(preset), seats) == points


def test_ll_2_3_target_one_is_the_single_game() -> None:
    match = at(
        "jp",
        [hand("guard", "king"), hand("priest"), out()],
        "1:guard.2.priest",
        switches={"target": 1},
    )
    assert match.state.winners == (1,)
    assert match.state.round == 1


def test_ll_3_1_order_of_the_deal() -> None:
    deck = [str(card) for card in read("T01")["start"]["decks"][0]]
    match = Match(options("bga"), 4, Prescribed([deck], firsts=[3]))
    match.go(GAME.setup(4, match.options, match.dice))
    state = match.state
    assert state.aside == deck[0]
    # beginning with the starter, clockwise; then the starter draws
    assert state.hands[2] == (deck[1], deck[5])
    assert state.hands[3] == (deck[2],)
    assert state.hands[0] == (deck[3],)
    assert state.hands[1] == (deck[4],)
    assert state.deck == tuple(deck[6:])
    assert state.faceup == ()
    assert match.public() == [
        events.RoundBegan(1, (1, 2, 3, 4), 3, 11),
        events.TurnBegan(3, 10),
    ]


def test_ll_3_1_two_players_see_three_cards() -> None:
    """T03: the three cards are out of the round and public, and nameable nevertheless."""
    match = Match(options("z19"), 2, Dice(b"two"))
    match.go(GAME.setup(2, match.options, match.dice))
    assert len(match.state.faceup) == 3
    assert events.LaidFaceUp(match.state.faceup) in match.public()
    assert GAME.view(match.state, None).faceup == match.state.faceup


@pytest.mark.parametrize(
    ("preset", "seats", "left"),
    [
        ("aeg", 2, 10),
        ("bga", 3, 12),
        ("bga", 4, 11),
        ("jp", 5, 10),
        ("z19", 2, 15),
        ("z19", 3, 17),
        ("z19", 4, 16),
        ("z19", 5, 15),
        ("z19", 6, 14),
    ],
)
def test_ll_3_2_deck_after_the_deal(preset: str, seats: int, left: int) -> None:
    match = Match(options(preset), seats, Dice(b"deal"))
    match.go(GAME.setup(seats, match.options, match.dice))
    first = match.public()[0]
    assert isinstance(first, events.RoundBegan)
    assert first.deck == left


def test_ll_3_3_any_seat_may_start_and_the_winner_starts_next() -> None:
    """T51: the winner of a round begins the next one."""
    starters = {run(GAME.setup(4, options("bga"), Dice(bytes([i]))))[0].turn for i in range(64)}
    assert starters == {1, 2, 3, 4}
    match = at("bga", [hand("handmaid", "baron"), hand("guard"), hand("king")], deck=[])
    seats = [hand("guard", "handmaid"), hand("priest"), out()]
    match = at("bga", seats, "1:guard.2.priest")
    assert match.state.round == 2
    assert match.state.turn == 1


def test_ll_3_3_after_a_draw_one_of_the_tied_starts() -> None:
    record = read("T31")["start"]["position"]
    found = set()
    for i in range(32):
        match = at("bga", record["seats"], "1:handmaid", aside="princess", seed=bytes([i]))
        assert match.state.last == ()
        found.add(match.state.turn)
    assert found == {1, 2}


def test_ll_3_4_a_new_round_clears_everything_but_tokens() -> None:
    seats = [
        hand("guard", "handmaid", discards=["handmaid"]),
        hand("priest"),
        out("prince", "princess"),
    ]
    match = at("bga", seats, "1:guard.2.priest", tokens=[1, 2, 3])
    state = match.state
    assert state.round == 2
    assert state.tokens == (2, 2, 3)
    assert state.alive == (1, 2, 3)
    assert not state.shielded
    assert not state.seen
    assert not state.under
    assert state.discards == ((), (), ())
    assert state.aside is not None


@pytest.mark.parametrize(("preset", "seats"), [("aeg", 2), ("bga", 4), ("jp", 5), ("z19", 6)])
def test_ll_3_5_cards_are_conserved(preset: str, seats: int) -> None:
    whole = Counter(kit(options(preset)).cards)
    for seed in range(6):
        for state, _ in random_match(preset, seats, bytes([seed])):
            found = Counter(state.deck)
            found.update(state.faceup)
            found.update(card for pile in (*state.hands, *state.discards) for card in pile)
            found.update([state.aside] if state.aside else [])
            assert found == whole


def test_ll_4_1_a_turn_never_begins_with_an_empty_deck() -> None:
    for seed in range(8):
        for state, move in random_match("z19", 3, bytes([seed])):
            if state.phase == "play" and move is not None and move.code != "chancellor":
                assert len(state.hands[state.turn - 1]) == 2


def test_ll_4_2_both_cards_may_be_played_even_if_it_hurts() -> None:
    match = at("bga", [hand("princess", "baron"), hand("king"), hand("guard")])
    assert match.legal(1) == {"princess", "baron.2", "baron.3"}
    match.play("1:baron.2")
    assert match.state.alive == (1, 3)


def test_ll_4_3_a_play_is_one_move() -> None:
    """Card, target and name come together; nothing half-made is legal."""
    match = at("bga", [hand("guard", "prince"), hand("king"), hand("guard")])
    assert "guard" not in match.legal(1)
    assert "guard.2" not in match.legal(1)
    assert "prince" not in match.legal(1)


def test_ll_4_4_only_the_seat_on_turn_is_asked() -> None:
    for state, _ in random_match("bga", 4, b"asked"):
        for seat in range(1, 5):
            legal = GAME.moves(state, seat)
            assert bool(legal) == (state.phase != "over" and seat == state.turn)


def test_ll_4_5_next_is_the_next_seat_still_in() -> None:
    seats = [hand("baron", "guard"), out(), hand("king"), hand("priest")]
    match = at("bga", seats, "1:baron.3")
    assert match.state.alive == (3, 4)
    assert match.state.turn == 3
    seats = [hand("king"), out(), hand("priest"), hand("handmaid", "guard")]
    assert at("bga", seats, "4:handmaid", turn=4).state.turn == 1
