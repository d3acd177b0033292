"""Embezzle, one test or more for each sentence of 13.3.7 and 13.3.8."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import events, prompts
from core.games.coup.model import Answering, Denying, Window
from core.games.coup.names import Deed, Role
from core.kernel.text import Whisper
from tests.games.coup import ledger
from tests.games.coup.embezzlers import (
    CHOICE,
    CONCEDE,
    LIAR,
    OPEN,
    TRUE,
    TWICE,
    B,
    C,
    every_way,
    house,
    kinds,
)
from tests.games.coup.play import asked, coins, hands, lost, public, seat


def test_13_3_7_offered_with_a_coin_in_the_reserve() -> None:
    for reserve in (0, 1, 3):
        game = house(seat(0, "captain assassin"), B, C, reserve=reserve)
        assert ("embezzle" in game.codes(1)) == (reserve > 0)


def test_13_3_7_the_claim_names_no_character_to_hold() -> None:
    game = house(LIAR, B, C)
    told = game.do("1:embezzle")
    assert public(told) == [events.EmbezzleClaimed(1, Role.DUKE, Deed.EMBEZZLE, 3)]
    player = game.state.players[0]
    assert (player.claims, player.denies) == ((), True)
    assert (coins(game)[0], game.state.reserve) == (2, 3), "it stays until it happens"


def test_13_3_7_one_claim_contradicts_the_other() -> None:
    game = house(seat(0, "captain duke"), B, C)
    game.do("1:tax", "tick", "2:income", "3:income")
    assert set(game.state.players[0].claims) == {Role.DUKE}
    game.do("1:embezzle")
    assert set(game.state.players[0].claims) == set()
    game.do("tick", "2:income", "3:income", "1:steal.2", "tick")
    assert game.state.players[0].denies is True, "another character does not contradict it"
    game.do("2:aid", "1:block.duke")
    assert game.state.players[0].denies is False
    assert game.state.players[0].claims == (Role.CAPTAIN, Role.DUKE)


def test_13_3_7_with_the_diplomat() -> None:
    game = house(
        seat(2, "diplomat captain"), B, seat(2, "assassin diplomat"), diplomat=True, draws="captain"
    )
    told = game.do("1:embezzle")
    assert public(told) == [events.EmbezzleClaimed(1, Role.DIPLOMAT, Deed.EMBEZZLE, 3)]
    told = game.do("2:challenge")
    assert events.ShowedDenied(1, (Role.DIPLOMAT, Role.CAPTAIN), Role.DIPLOMAT) in public(told)
    assert lost(game)[0] == "diplomat"


def test_13_3_7_lost_dukes_do_not_matter() -> None:
    game = house(seat(2, "captain", "duke"), B, C, draws="contessa")
    told = game.do("1:embezzle", "2:challenge")
    assert events.ShowedAll(1, (Role.CAPTAIN,), Role.DUKE) in public(told)


def test_13_3_7_every_other_living_player_may_challenge_and_nobody_block() -> None:
    game = house(TRUE, B, C, seat(2, "", "duke captain"))
    game.do("1:embezzle", "!2:block.duke", "!3:block.duke", "!1:challenge")
    assert game.awaited == [2, 3]
    assert game.codes(2) == game.codes(3) == ["allow", "challenge"]
    assert (asked(game).window, asked(game).aimed) == (True, frozenset())
    assert asked(game).prompt == prompts.DenialAnswer(1, Role.DUKE, Deed.EMBEZZLE, 3)
    told = game.do("2:allow", "3:allow")
    assert public(told)[0] == events.Embezzled(Deed.EMBEZZLE, 1, 3, 5)
    assert (coins(game)[0], game.state.reserve) == (5, 0)
    assert game.awaited == [2]


def test_13_3_7_sequential_is_one_challenge_window() -> None:
    game = house(TRUE, B, C, response_timing="sequential")
    game.do("1:embezzle")
    assert game.state.step == Answering(Window.CHALLENGE, frozenset({2, 3}))
    assert game.codes(2) == ["allow", "challenge"]
    game.do("2:allow", "3:allow")
    assert (coins(game)[0], game.state.reserve) == (5, 0)


@every_way
@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("timing", ["combined", "sequential"])
def test_13_3_8_true_shows_all_and_costs_the_challenger(
    ways: dict[str, Any], again: bool, timing: str
) -> None:
    """No second chance in any way of asking, whoever doubted it."""
    switches = {"block_after_failed_challenge": again, "response_timing": timing}
    game = house(TRUE, B, C, draws="duke contessa", **ways, **switches)
    before = ledger.cards(game.state)
    told = game.do("1:embezzle", "3:challenge")
    if ways is CHOICE:
        assert game.codes(1) == ["lose.assassin", "lose.captain", "show.all"]
        told += game.do("1:show.all")
    assert events.ShowedAll(1, (Role.CAPTAIN, Role.ASSASSIN), Role.DUKE) in public(told)
    assert Whisper(1, events.TwoCards(Role.DUKE, Role.CONTESSA)) in told
    assert game.state.players[0].hidden == (Role.DUKE, Role.CONTESSA), "slot 1, then slot 2"
    assert game.codes(3) == ["lose.assassin", "lose.duke"]
    assert game.state.reserve == 3, "the loss comes first"
    told = game.do("3:lose.duke")
    assert events.Embezzled(Deed.EMBEZZLE, 1, 3, 5) in public(told)
    assert game.awaited == [2]
    assert ledger.cards(game.state) == before, "what was shown lies in the deck"
    player = game.state.players[0]
    assert player.shown == (Role.CAPTAIN, Role.ASSASSIN)
    assert (player.denies, player.claims) == (False, ())


@every_way
def test_13_3_8_one_shuffle_and_then_the_draws(ways: dict[str, Any]) -> None:
    found = set()
    for chance in range(12):
        game = house(TRUE, B, C, **ways)
        game.dice.seed = bytes([chance])
        before = game.dice.drawn
        game.do("1:embezzle", "3:challenge", *(["1:show.all"] if ways is CHOICE else []))
        assert game.dice.drawn - before == len(game.state.deck) + 2 - 1, "Fisher-Yates, once"
        found.add(hands(game)[0])
    assert len(found) > 4


@every_way
def test_13_3_8_one_hidden_card_is_turned_up_without_asking(ways: dict[str, Any]) -> None:
    game = house(seat(2, "captain", "assassin"), B, C, draws="contessa", **ways)
    told = game.do("1:embezzle", "3:challenge")
    assert events.ShowedAll(1, (Role.CAPTAIN,), Role.DUKE) in public(told)
    assert hands(game)[0] == "contessa"
    assert game.awaited == [3]
    liar = house(seat(2, "duke", "assassin"), B, C, **ways)
    told = liar.do("1:embezzle", "3:challenge")
    assert lost(liar)[0] == "assassin duke"
    assert (coins(liar)[0], liar.state.reserve) == (0, 3)
    assert liar.awaited == [2]
    assert events.Cancelled(1, Deed.EMBEZZLE) in public(told)


@pytest.mark.parametrize("prove", ["auto", "choice"])
def test_13_3_8_open_hand_turns_up_everything_and_replaces_the_other(prove: str) -> None:
    """Whatever `prove` is."""
    game = house(LIAR, B, C, draws="contessa", prove=prove, **OPEN)
    before = ledger.cards(game.state)
    told = game.do("1:embezzle", "3:challenge")
    assert public(told) == [
        events.DenialChallenged(3, 1, Role.DUKE),
        events.ShowedDenied(1, (Role.CAPTAIN, Role.DUKE), Role.DUKE),
        events.Replaced(1, Role.CAPTAIN),
        events.InfluenceLost(1, Role.DUKE, 1),
        events.Cancelled(1, Deed.EMBEZZLE),
    ]
    assert Whisper(1, events.OneCard(Role.CONTESSA)) in told
    assert (hands(game)[0], lost(game)[0]) == ("contessa", "duke")
    assert (coins(game)[0], game.state.reserve) == (2, 3)
    assert ledger.cards(game.state) == before
    assert len(game.state.deck) == 9
    assert game.awaited == [2]


@pytest.mark.parametrize("hand", ["duke captain", "captain duke", "duke duke"])
def test_13_3_8_open_hand_the_other_card_stays_in_its_slot_in_the_deck_first(hand: str) -> None:
    """The other card may come back, since it is shuffled in before the draw."""
    back = 0
    other = hand.replace("duke", "", 1).strip()
    for chance in range(60):
        game = house(seat(2, hand), B, C, **OPEN)
        game.dice.seed = bytes([chance])
        game.do("1:embezzle", "2:challenge")
        assert lost(game)[0] == "duke"
        assert len(game.state.deck) == 9
        back += hands(game)[0] == other
    assert back > 0


def test_13_3_8_open_hand_the_lower_duke_is_lost() -> None:
    """Of two Dukes the one in slot 1: the new card stands alone all the same."""
    game = house(TWICE, B, seat(2, "captain assassin"), draws="ambassador", **OPEN)
    told = game.do("1:embezzle", "2:challenge")
    assert events.ShowedDenied(1, (Role.DUKE, Role.DUKE), Role.DUKE) in public(told)
    assert events.Replaced(1, Role.DUKE) in public(told)
    assert hands(game)[0] == "ambassador"
    assert game.state.players[0].shown == (Role.DUKE,)


def test_13_3_8_concede_with_auto_tells_of_the_duke_and_asks_what_to_lose() -> None:
    game = house(LIAR, B, C, **CONCEDE)
    told = game.do("1:embezzle", "3:challenge")
    assert public(told) == [
        events.DenialChallenged(3, 1, Role.DUKE),
        events.HeldAfterAll(1, Role.DUKE),
    ]
    assert not game.state.players[0].denies
    assert game.codes(1) == ["lose.captain", "lose.duke"]
    assert asked(game).prompt == prompts.LossByBluff(1, 3)
    assert "captain" not in game.named["2"], "nothing else is shown"
    told = game.do("1:lose.captain")
    assert kinds(told) == [events.InfluenceLost, events.Cancelled]
    assert (hands(game)[0], lost(game)[0]) == ("duke", "captain")
    assert set(game.state.players[0].has) == {Role.DUKE}
    assert (coins(game)[0], game.state.reserve) == (2, 3)


def test_13_3_8_what_everybody_knows_ends_when_the_duke_may_have_gone() -> None:
    game = house(seat(9, "captain duke"), B, C, **CONCEDE)
    game.do("1:embezzle", "3:challenge", "1:lose.captain", "2:income", "3:income")
    assert set(game.state.players[0].has) == {Role.DUKE}
    game.do("1:tax", "3:challenge", "3:lose.duke")
    assert set(game.state.players[0].has) == set()
    game = house(seat(9, "captain duke"), B, C, **CONCEDE)
    game.do("1:embezzle", "3:challenge", "1:lose.duke")
    assert set(game.state.players[0].has) == set()
    game = house(LIAR, B, C, draws="assassin contessa", **CONCEDE)
    game.do("1:embezzle", "3:challenge", "1:lose.captain", "2:income", "3:income")
    game.do("1:exchange", "2:allow", "3:allow")
    assert set(game.state.players[0].has) == {Role.DUKE}
    game.do("1:keep.duke")
    assert set(game.state.players[0].has) == set()


@pytest.mark.parametrize(("hand", "honest"), [("captain assassin", True), ("captain duke", False)])
def test_13_3_8_choice_shows_all_or_concedes_in_one_step(hand: str, honest: bool) -> None:
    game = house(seat(2, hand), B, C, **CHOICE)
    told = game.do("1:embezzle", "3:challenge")
    assert public(told) == [events.DenialChallenged(3, 1, Role.DUKE)]
    assert game.state.step == Denying(3)
    losses = sorted(f"lose.{card}" for card in hand.split())
    assert game.codes(1) == [*losses, *(["show.all"] if honest else [])]
    assert (asked(game).patience, asked(game).secret, asked(game).window) == (60, True, False)
    assert asked(game).prompt == prompts.DenialProofWanted(1, Role.DUKE, 3)
    told = game.do("!1:show.captain", "!3:lose.duke", "1:lose.captain")
    assert public(told) == [
        events.Conceded(1),
        events.InfluenceLost(1, Role.CAPTAIN, 1),
        events.Cancelled(1, Deed.EMBEZZLE),
    ]
    assert (coins(game)[0], game.state.reserve) == (2, 3)
    assert game.awaited == [2]
    player = game.state.players[0]
    assert (player.has, player.lacks, player.denies, player.caught) == ((), (), False, ())


@pytest.mark.parametrize("hand", ["captain captain", "duke duke"])
def test_13_3_8_choice_with_equal_cards(hand: str) -> None:
    game = house(seat(2, hand), B, seat(2, "ambassador assassin"), **CHOICE)
    game.do("1:embezzle", "3:challenge")
    card = hand.split()[0]
    assert game.codes(1) == [f"lose.{card}", *(["show.all"] if card != "duke" else [])]
