"""Other worlds: every one that fits a view is drawn, and none that the reader could exclude."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.games.coup import COUP
from core.games.coup.model import Examining, Seen, State, Swapping
from core.games.coup.names import Role
from core.kernel.dice import Dice
from tests.games.coup.play import Told, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
C_INQUISITOR = seat(2, "captain inquisitor")


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


def test_a_seen_card_may_lie_in_either_slot() -> None:
    """The actor learns the character, not the slot (13.2.10)."""
    rows = (seat(2, "inquisitor duke"), B, C_INQUISITOR)
    game = table(*rows, inquisitor=True)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
    for line in ("1:return", "2:income"):
        hands = drawn(game, 1, hand(2), 400)
        assert all("contessa" in cards for cards in hands)
        assert {cards.index("contessa") for cards in hands if len(set(cards)) == 2} == {0, 1}
        assert len(hands) == 9
        game.do(line)


def test_what_others_have_seen_is_imagined_as_a_card_of_the_hand() -> None:
    """Of the one who examines now the latest is the card on the table."""
    game = table(seat(2, "inquisitor duke"), B, C_INQUISITOR, inquisitor=True)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return", "2:income")
    game.do("3:examine.2", "1:allow", "2:allow", "2:choose.contessa", "3:return")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin")
    found = drawn(game, None, lambda w: (hand(2)(w), w.players[1].seen, w.step), 2000)
    for cards, entries, step in found:
        assert isinstance(step, Examining)
        assert entries[-1].by == 1
        assert entries[-1].role is step.card
        assert {each.role for each in entries} <= set(cards)
        assert {each.by for each in entries} == {1, 3}
    assert {len(entries) for _, entries, _ in found} == {2, 3}
    mine = drawn(game, 3, lambda w: (hand(2)(w), w.players[1].seen), 600)
    assert all(Seen(3, Role.CONTESSA) in entries for _, entries in mine)
    assert all("contessa" in cards for cards, _ in mine)


def test_a_hand_that_everybody_knows_of_holds_the_duke_in_either_slot() -> None:
    game = table(seat(2, "captain duke"), B, C, factions=True, reserve=2, embezzle_bluff="concede")
    game.do("1:embezzle", "2:challenge")
    hands = drawn(game, 3, hand(1), 400)
    assert all("duke" in cards for cards in hands)
    assert ("duke", "captain") in hands
    assert ("captain", "duke") in hands


def test_a_conceding_embezzler_may_hold_the_duke_or_not() -> None:
    ways: dict[str, Any] = {"embezzle_bluff": "concede", "prove": "choice"}
    for cards in ("captain duke", "captain assassin"):
        game = table(seat(2, cards), B, C, factions=True, reserve=2, **ways)
        game.do("1:embezzle", "2:challenge")
        assert {"duke" in cards for cards in drawn(game, 3, hand(1), 300)} == {True, False}
        game.do("1:lose.captain")
        for reader in (None, 2, 3):
            left = drawn(game, reader, hand(1), 300)
            assert ("duke",) in left
            assert ("assassin",) in left
