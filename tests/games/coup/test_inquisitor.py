"""The Inquisitor, one test for each ruling of 13.2 and more where it has many sentences."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.games.coup import events, prompts
from core.games.coup.model import Examining, Revealing, copies
from core.games.coup.names import Deed, Role
from core.kernel.text import Whisper
from tests.games.coup.courts import FOE, LIAR, A, B, C, court
from tests.games.coup.play import (
    asked,
    coins,
    from_record,
    hands,
    lost,
    public,
    seat,
    table,
)


@pytest.mark.parametrize("seats", [2, 3, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("diplomat", [False, True])
def test_13_2_1_inquisitors_for_ambassadors_at_any_table(seats: int, diplomat: bool) -> None:
    """Also 13.6: four or five copies of each of the five characters, and with the Diplomat."""
    deal: dict[str, Any] = {"seats": ["x"] * seats, "options": {"table_size": 10}}
    deal["options"] |= {"inquisitor": True, "diplomat": diplomat}
    game = from_record({**deal, "start": {"decks": [[]], "first": 1}})
    cards = Counter(game.state.deck)
    for player in game.state.players:
        cards.update(player.hidden)
    many = copies(seats)
    assert many == (3 if seats <= 6 else 4 if seats <= 8 else 5)
    treasurer = Role.DIPLOMAT if diplomat else Role.DUKE
    assert cards == {
        role: many
        for role in (treasurer, Role.ASSASSIN, Role.CAPTAIN, Role.INQUISITOR, Role.CONTESSA)
    }


def test_13_2_1_nobody_can_name_the_ambassador() -> None:
    game = court(A, B, C)
    game.do("1:steal.2", "!2:block.ambassador", "2:block.inquisitor", "1:allow", "3:allow")
    assert "ambassador" not in game.on_buttons["1"] | game.on_buttons["2"]
    game.do("2:exchange", "1:allow", "3:challenge")
    assert events.ChallengedRightly(3, 2, Role.INQUISITOR) in public(game.notes)
    base = table(seat(2, "ambassador duke"), B, C)
    base.do("!1:examine.2", "1:steal.2", "!2:block.inquisitor")


def test_13_2_2_steal_is_blocked_as_captain_or_inquisitor() -> None:
    game = court(C, A, B, draws="captain")
    game.do("1:steal.2")
    assert game.codes(2) == ["allow", "block.captain", "block.inquisitor", "challenge"]
    assert game.codes(3) == ["allow", "challenge"]
    game.do("2:block.inquisitor", "3:challenge", "3:lose.assassin")
    assert coins(game) == [2, 2, 2]
    assert hands(game)[1] == "captain duke", "the Inquisitor was shown and replaced"


def test_13_2_3_exchange_draws_one_and_returns_one() -> None:
    game = court(A, B, C, draws="contessa")
    told = game.do("1:exchange", "!2:block.captain", "!2:block.inquisitor", "2:allow", "3:allow")
    assert public(told) == [events.Drew(Deed.EXCHANGE, 1, 1)]
    assert told[1:] == [Whisper(1, events.DrewThese((Role.CONTESSA,)))]
    assert asked(game).prompt == prompts.KeepAsInquisitor(1, 2)
    assert (asked(game).patience, asked(game).secret) == (90, True)
    kept = ["keep.contessa.duke", "keep.contessa.inquisitor", "keep.duke.inquisitor"]
    assert game.codes(1) == kept
    assert len(game.state.deck) == 8
    told = game.do("1:keep.contessa.duke")
    assert public(told) == [events.Returned(1, 1)]
    assert hands(game)[0] == "contessa duke"
    assert Role.INQUISITOR in game.state.deck
    assert len(game.state.deck) == 9
    assert game.awaited == [2]


def test_13_2_3_exchange_with_one_card_keeps_one_of_two() -> None:
    game = court(seat(2, "inquisitor", "duke"), B, C, draws="contessa")
    game.do("1:exchange", "2:allow", "3:allow")
    assert game.codes(1) == ["keep.contessa", "keep.inquisitor"]
    assert asked(game).prompt == prompts.KeepAsInquisitor(1, 1)
    game.do("tick")
    assert hands(game)[0] == "inquisitor", "silence keeps the old card"


def test_13_2_3_exchange_may_be_challenged() -> None:
    game = court(A, B, C, draws="captain contessa")
    game.do("1:exchange", "3:challenge", "3:lose.duke")
    assert hands(game)[0] == "captain duke", "the proof comes first"
    assert game.codes(1)[0] == "keep.captain.contessa"
    game = court(LIAR, B, C)
    game.do("1:exchange", "3:challenge", "1:lose.duke")
    assert lost(game)[0] == "duke"
    assert game.awaited == [2]


def test_13_2_4_examine_is_free_and_any_other_living_player_may_be_examined() -> None:
    game = court(seat(0, "inquisitor duke"), B, C, seat(0, "", "duke captain"))
    assert [code for code in game.codes(1) if "examine" in code] == ["examine.2", "examine.3"]
    told = game.do("1:examine.3")
    assert public(told) == [events.ExamineClaimed(1, Role.INQUISITOR, Deed.EXAMINE, 3)]
    assert coins(game)[:3] == [0, 2, 2]
    assert game.state.players[0].claims == (Role.INQUISITOR,)


def test_13_2_4_ten_coins_leave_a_coup_only() -> None:
    game = court(seat(10, "inquisitor duke"), B, C)
    assert game.codes(1) == ["coup.2", "coup.3"]
    game = court(seat(9, "inquisitor duke"), B, C)
    assert "examine.2" in game.codes(1)


@pytest.mark.parametrize("blocks", [True, False])
def test_13_2_4_only_the_target_blocks_as_contessa_if_anybody(blocks: bool) -> None:
    game = court(A, FOE, C, contessa_blocks_examine=blocks)
    game.do("1:examine.2")
    block = ["block.contessa"] if blocks else []
    assert game.codes(2) == ["allow", *block, "challenge"]
    assert game.codes(3) == ["allow", "challenge"]
    game.do("!3:block.contessa", "!2:block.captain")


def test_13_2_5_combined_is_one_window_for_all() -> None:
    game = court(A, B, C)
    game.do("1:examine.2")
    assert game.awaited == [2, 3]
    assert asked(game).aimed == {2}
    assert (asked(game).window, asked(game).secret) == (True, False)
    roles = Role.INQUISITOR
    assert asked(game).prompt == prompts.AimedAnswerOrBlock(
        1, Deed.EXAMINE, roles, 2, Role.CONTESSA
    )
    game.do("2:allow", "3:allow")
    assert isinstance(game.state.step, Revealing)


def test_13_2_5_sequential_challenges_first_then_the_target() -> None:
    game = court(A, B, C, response_timing="sequential")
    game.do("1:examine.2")
    assert game.codes(2) == game.codes(3) == ["allow", "challenge"]
    game.do("2:allow", "3:allow")
    assert game.awaited == [2]
    assert game.codes(2) == ["allow", "block.contessa"]
    assert asked(game).prompt == prompts.BlockWanted(2, Deed.EXAMINE, 1, Role.CONTESSA)
    game.do("2:allow")
    assert isinstance(game.state.step, Revealing)
    assert game.state.players[1].let == (Role.CONTESSA,)


def test_13_2_5_sequential_without_a_block_needs_no_second_window() -> None:
    game = court(A, B, C, response_timing="sequential", contessa_blocks_examine=False)
    game.do("1:examine.2", "2:allow", "3:allow")
    assert isinstance(game.state.step, Revealing)
    assert game.state.players[1].let == ()


@pytest.mark.parametrize("timing", ["combined", "sequential"])
def test_13_2_5_the_second_chance(timing: str) -> None:
    game = court(A, B, C, response_timing=timing, draws="inquisitor")
    game.do("1:examine.2", "2:allow", "3:challenge", "3:lose.duke")
    assert game.awaited == [2]
    assert game.codes(2) == ["allow", "block.contessa"]
    assert asked(game).prompt == prompts.SecondChance(1, 2, Deed.EXAMINE, Role.CONTESSA)
    game.do("2:block.contessa", "1:allow", "3:allow")
    assert game.awaited == [2], "the turn of seat 2"
    strict = {"block_after_failed_challenge": False, "response_timing": timing}
    for switches in (strict, {"contessa_blocks_examine": False, "response_timing": timing}):
        game = court(A, B, C, draws="inquisitor", **switches)
        game.do("1:examine.2", "3:challenge", "3:lose.duke")
        assert isinstance(game.state.step, Revealing)


def test_13_2_6_a_target_out_ends_the_turn() -> None:
    game = court(A, seat(2, "captain", "duke"), C, draws="inquisitor")
    told = game.do("1:examine.2", "2:challenge")
    assert public(told) == [
        events.ChallengedWrongly(2, 1, Role.INQUISITOR),
        events.Eliminated(2, Role.CAPTAIN),
        events.NobodyToExamine(2),
        events.CoinsReturned(2, 2),
    ]
    assert game.awaited == [3]
    assert coins(game) == [2, 0, 2]


def test_13_2_6_the_target_chooses_of_two_and_the_actor_decides() -> None:
    game = court(A, B, C, draws="captain")
    told = game.do("1:examine.2", "2:allow", "3:allow")
    assert public(told) == [events.MustReveal(2, 1)]
    assert game.awaited == [2]
    assert game.codes(2) == ["choose.assassin", "choose.contessa"]
    assert (asked(game).patience, asked(game).secret, asked(game).window) == (60, True, False)
    assert asked(game).prompt == prompts.RevealWanted(2, 1)
    told = game.do("!1:return", "2:choose.contessa")
    assert told == [
        *told[:1],
        Whisper(1, events.SeesCard(2, Role.CONTESSA)),
        Whisper(2, events.ShowedCard(1, Role.CONTESSA)),
    ]
    assert public(told) == [events.Revealed(2, 1)]
    assert game.state.step == Examining(Role.CONTESSA)
    assert game.awaited == [1]
    assert game.codes(1) == ["force", "return"]
    assert (asked(game).patience, asked(game).secret, asked(game).window) == (60, False, False)
    assert asked(game).prompt == prompts.VerdictWanted(1, 2)
    told = game.do("!2:return", "1:return")
    assert public(told) == [events.GaveBack(1, 2)]
    assert game.awaited == [2]
    assert lost(game) == ["", "", ""], "no influence is lost"
    assert game.state.act is None


def test_13_2_6_equal_cards_are_one_entry_and_still_asked() -> None:
    game = court(A, seat(2, "contessa contessa"), C)
    game.do("1:examine.2", "2:allow", "3:allow")
    assert game.awaited == [2]
    assert game.codes(2) == ["choose.contessa"]


def test_13_2_6_one_card_is_shown_without_asking_and_the_actor_always_asked() -> None:
    game = court(A, seat(2, "contessa", "duke"), C)
    told = game.do("1:examine.2", "2:allow", "3:allow")
    assert public(told) == [events.Revealed(2, 1)]
    assert game.awaited == [1]
    assert game.codes(1) == ["force", "return"]


@pytest.mark.parametrize("card", ["captain", "contessa"])
def test_13_2_7_shuffled_in_first_it_may_come_back_into_the_same_slot(card: str) -> None:
    game = court(A, B, C, draws=card)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
    told = game.do("1:force")
    assert told == [
        *told[:1],
        Whisper(2, events.TwoCards(Role.ASSASSIN, Role(card))),
    ]
    assert public(told) == [events.Forced(1, 2)]
    assert game.state.players[1].hidden == (Role.ASSASSIN, Role(card))
    assert len(game.state.deck) == 9
    assert (Role.CONTESSA in game.state.deck) or card == "contessa"
    assert game.awaited == [2]


def test_13_2_7_the_first_slot_is_replaced_in_place() -> None:
    game = court(A, B, C, draws="duke")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin", "1:force")
    assert game.state.players[1].hidden == (Role.DUKE, Role.CONTESSA)


@pytest.mark.parametrize("redraw", ["shuffle_first", "draw_first"])
def test_13_2_7_drawn_first_it_cannot_come_back(redraw: str) -> None:
    """All three Contessas: two lost, the third one examined. Only one order can give it back."""
    back = 0
    for chance in range(40):
        rows = (A, seat(2, "contessa", "contessa"), seat(2, "captain", "contessa"))
        game = court(*rows, examine_redraw=redraw)
        game.dice.seed = bytes([chance])
        game.do("1:examine.2", "2:allow", "3:allow", "1:force")
        back += hands(game)[1] == "contessa"
        assert len(game.state.deck) == 9
        assert (Role.CONTESSA in game.state.deck) == (hands(game)[1] != "contessa")
    assert (back > 0) == (redraw == "shuffle_first")


def test_13_2_7_drawn_first_is_the_top_card_and_the_other_is_shuffled_in() -> None:
    tops = set()
    for chance in range(20):
        game = court(A, B, C, examine_redraw="draw_first")
        game.dice.seed = bytes([chance])
        game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
        top = game.state.deck[0]
        game.do("1:force")
        assert game.state.players[1].hidden[1] is top
        tops.add(game.state.deck.index(Role.CONTESSA))
    assert len(tops) > 3, "it does not lie at one place"


def test_13_2_8_no_card_is_shown_by_chance() -> None:
    """The dice are not asked before an exchange is forced."""
    game = court(A, B, C)
    drawn = game.dice.drawn
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin")
    assert game.dice.drawn == drawn
    game.do("1:return")
    assert game.dice.drawn == drawn


@pytest.mark.parametrize("opening", ["2:challenge", "2:block.contessa 3:challenge"])
def test_13_2_9_losses_of_the_same_turn_come_first(opening: str) -> None:
    """A wrong challenge, or a caught block: the loss is chosen, what is left is shown."""
    game = court(A, FOE, C, draws="inquisitor", contessa_blocks_examine="block" in opening)
    game.do("1:examine.2", *opening.split())
    assert game.codes(2) == ["lose.assassin", "lose.captain"]
    told = game.do("2:lose.captain")
    assert public(told) == [
        events.InfluenceLost(2, Role.CAPTAIN, 1),
        events.Revealed(2, 1),
    ]
    assert Whisper(1, events.SeesCard(2, Role.ASSASSIN)) in told
    assert game.awaited == [1]


def test_13_2_9_a_wrong_challenge_and_a_caught_block_leave_nobody() -> None:
    game = court(A, FOE, C, draws="inquisitor")
    game.do("1:examine.2", "2:challenge", "2:lose.captain", "2:block.contessa")
    told = game.do("3:challenge")
    assert public(told)[1:3] == [events.Eliminated(2, Role.ASSASSIN), events.NobodyToExamine(2)]
