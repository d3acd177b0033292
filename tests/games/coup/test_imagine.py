"""Other worlds: every one that fits a view is drawn, and none that the reader could exclude."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.games.coup import COUP
from core.games.coup.model import State, Swapping
from core.games.coup.names import Role
from core.kernel.dice import Dice
from tests.games.coup.play import Told, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")


def drawn(game: Told, reader: int | None, of: Callable[[State], Any], count: int) -> set[Any]:
    dice = Dice(b"worlds")
    return {of(COUP.imagine(game.state, reader, dice)) for _ in range(count)}


def hand(number: int) -> Callable[[State], tuple[str, ...]]:
    return lambda world: tuple(map(str, world.players[number - 1].hidden))


def in_exchange(world: State) -> tuple[str, ...]:
    assert isinstance(world.step, Swapping)
    return world.step.drawn


def test_every_hand_of_the_others_comes() -> None:
    game = table(A, B, C)
    seen = drawn(game, 1, hand(2), 800)
    assert len(seen) == 25, "five characters in each of two slots"
    assert drawn(game, 1, hand(1), 20) == {("duke", "captain")}
    assert len(drawn(game, None, hand(1), 800)) == 25


def test_every_order_of_a_small_deck_comes() -> None:
    """Six seats, one hidden card each: all worlds are drawn, and only those."""
    rows = [
        seat(2, "duke", "duke"), seat(2, "assassin", "duke"), seat(2, "captain", "assassin"),
        seat(2, "captain", "assassin"), seat(2, "captain", "ambassador"),
        seat(2, "contessa", "contessa"),
    ]  # fmt: skip
    game = table(*rows)
    worlds = drawn(
        game, 1, lambda w: (*(hand(number)(w) for number in game.seats), tuple(w.deck)), 24000
    )
    assert len(worlds) == 8 * 7 * 6 * 5 * 4 * 3 * 2 // (6 * 2 * 2), "Captain x3, two x2"


def test_cards_put_back_stay_in_the_deck_until_somebody_draws() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke duke")
    game.do("1:exchange", "2:allow", "3:allow", "1:keep.ambassador.contessa")
    assert {deck.count(Role.DUKE) for deck in drawn(game, 1, lambda w: w.deck, 300)} == {2, 3}
    others = {deck.count(Role.DUKE) for deck in drawn(game, 2, lambda w: w.deck, 600)}
    assert {0, 1, 2, 3} <= others
    sunk = drawn(game, 2, lambda w: w.sunk and w.sunk.cards, 600)
    assert len(sunk) > 10
    for cards, deck in drawn(game, 2, lambda w: (w.sunk and w.sunk.cards, w.deck), 100):
        assert all(deck.count(card) >= cards.count(card) for card in cards)
    game.do("2:exchange", "1:allow", "3:allow")
    assert game.state.sunk is None


def test_open_exchange_of_somebody_else() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke duke")
    game.do("1:exchange", "2:allow", "3:allow")
    drawn_cards = drawn(game, 2, in_exchange, 800)
    assert len(drawn_cards) == 25
    own = drawn(game, 1, in_exchange, 20)
    assert own == {(Role.DUKE, Role.DUKE)}


def test_a_proved_card_is_in_the_deck_or_with_its_owner() -> None:
    rows = (seat(2, "duke captain"), seat(2, "duke assassin"), seat(2, "ambassador", "duke"))
    game = table(*rows, seat(2, "contessa contessa"), draws="captain")
    game.do("1:tax", "4:challenge", "4:lose.contessa")
    for reader in (None, 3, 4):
        worlds = drawn(
            game,
            reader,
            lambda w: (w.deck.count(Role.DUKE), hand(1)(w), w.sunk and w.sunk.took),
            600,
        )
        for deck, mine, took in worlds:
            assert deck or "duke" in mine
            assert took in mine
            assert took == "duke" or deck
        assert {took for _, _, took in worlds} > {"duke", "captain"}
    own = {deck for deck in drawn(game, 1, lambda w: w.deck.count(Role.DUKE), 300)}
    assert own == {1, 2}, "seat 1 drew a Captain and knows that its Duke lies in the deck"


def test_the_drawn_card_may_have_been_lost_since() -> None:
    game = table(A, seat(7, "assassin contessa"), C, draws="duke")
    game.do("1:tax", "3:challenge", "3:lose.captain", "2:coup.1", "1:lose.duke")
    took = drawn(game, 3, lambda w: w.sunk and w.sunk.took, 300)
    assert Role.DUKE in took
    assert len(took) > 2
    assert COUP.view(game.state, 1).sunk is not None


def test_a_caught_bluffer_does_not_hold_the_claimed_card() -> None:
    game = table(seat(2, "captain contessa"), B, C)
    game.do("1:tax", "2:challenge")
    assert not any("duke" in cards for cards in drawn(game, 3, hand(1), 400))
    game.do("1:lose.captain")
    assert not any("duke" in cards for cards in drawn(game, None, hand(1), 400))
    free = table(seat(2, "captain contessa"), B, C, prove="choice")
    free.do("1:tax", "2:challenge", "1:show.captain")
    assert any("duke" in cards for cards in drawn(free, 3, hand(1), 400))


def test_a_shown_winner_is_seen_by_all() -> None:
    for shown in (True, False):
        game = table(seat(7, "duke captain"), seat(2, "duke", "duke"), reveal_winner_hand=shown)
        game.do("1:coup.2")
        view = COUP.view(game.state, 2)
        assert bool(view.players[0].hidden) is shown
        assert (len(drawn(game, 2, hand(1), 50)) == 1) is shown
