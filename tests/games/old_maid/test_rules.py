"""What Old Maid does, ruling by ruling."""

from __future__ import annotations

from collections import Counter

import pytest

from core.games.old_maid import OLD_MAID as GAME
from core.games.old_maid import events
from core.games.old_maid.model import Options
from core.games.old_maid.names import Card
from core.games.old_maid.rules import deck_of, pairs
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.plain import ChooseFrom, GameIsOver, NoMoreTurns, NotYourTurn, NumberLabel
from tests.games.old_maid.playing import FULL, Playing, Stacked, cards, held
from tests.police.walk import run


def test_the_decks() -> None:
    assert len(deck_of(Options("half"))) == 27 and len(deck_of(FULL)) == 53
    assert {card.value[-1] for card in deck_of(Options("half"))} == {"c", "h", "r"}


def test_seats_and_the_deck_that_goes_with_them() -> None:
    assert list(GAME.seats(FULL)) == [2, 3, 4, 5, 6, 7, 8]
    assert [GAME.preset_for(seated) for seated in (2, 3, 4, 8)] == ["half", "half", "full", "full"]
    assert GAME.presets["full"] == FULL and GAME.default_bot == "chance"
    assert {GAME.preset_label(preset) for preset in GAME.presets} == {
        choice.label for choice in GAME.switches(FULL)[0].choices
    }


@pytest.mark.parametrize("seats", range(2, 9))
def test_all_cards_are_dealt_evenly_and_pairs_go_down(seats: int) -> None:
    state, notes = run(GAME.setup(seats, FULL, Dice(b"%d" % seats)))
    every = [card for hand in state.hands for card in hand] + list(state.laid)
    assert Counter(every) == Counter(deck_of(FULL))
    down = [note.message for note in notes if isinstance(note.message, events.LaidDown)]
    laid = Counter(message.seat for message in down for _ in message.cards)
    dealt = [size + laid[seat] for seat, size in enumerate(held(state.hands), 1)]
    assert max(dealt) - min(dealt) <= 1 and dealt == sorted(dealt, reverse=True)
    assert not any(pairs(hand) for hand in state.hands)


def test_the_dice_choose_who_begins() -> None:
    begun = {run(GAME.setup(4, FULL, Dice(b"%d" % n)))[0].turn for n in range(40)}
    assert begun == {1, 2, 3, 4}


def test_pairs_are_made_of_the_lower_suits() -> None:
    assert pairs(cards("9s 9h 9d 9c 4c")) == cards("9c 9d 9h 9s")
    assert pairs(cards("qh qd joker qc")) == cards("qc qd")
    assert pairs(cards("ac 2c joker")) == ()


def test_a_draw_moves_a_card_and_tells_only_the_two() -> None:
    game = Playing("5c kc", "joker 2c", "5d kd 2d", draws="joker").draw(1, 2)
    assert game.hand(1) == {"5c", "kc", "joker"} and game.hand(2) == {"2c"}
    assert game.group()[-1] == events.Drew(1, 2)
    for seat in (1, 2):
        assert game.private(seat) == [events.CardDrawn(1, Card.JOKER, 2)]
    assert game.private(3) == []
    assert game.state.turn == 2


def test_a_pair_is_told_and_laid_down() -> None:
    game = Playing("5c kc", "5d joker", "kd 2d 3d", "2c 3c", draws="5d").draw(1)
    assert game.group()[-1] == events.LaidDown(1, cards("5c 5d"))
    assert game.state.laid[-2:] == cards("5c 5d")
    assert game.hand(1) == {"kc"} and game.state.turn == 2


def test_any_position_may_take_any_card() -> None:
    hands = ("5c kc", "5d joker 2d", "kd 2c")
    found = set()
    for seed in range(60):
        game = Playing(*hands)
        found.add(frozenset(game.draw(1, 1, Dice(b"%d" % seed)).hand(2)))
    assert found == {frozenset(s) for s in ({"joker", "2d"}, {"5d", "2d"}, {"5d", "joker"})}


def test_places_of_hands_that_the_deal_empties_go_by_turn_order() -> None:
    game = Playing("2c 2d", "3c joker", "4c 4d", "3d 5c", "5d", turn=2)
    assert game.state.places == (3, 1)
    assert game.group()[-2:] == [events.WentOut(3, 1), events.WentOut(1, 2)]
    assert game.state.turn == 2


def test_whoever_leaves_hands_the_cards_on_and_has_lost() -> None:
    game = Playing("ac 2c 3c", "joker 4c 5c", "ad 4d", "2d 3d 5d", turn=2).leave(2)
    assert game.hand(2) == set() and game.state.gone == (2,)
    every = [card for hand in game.state.hands for card in hand]
    assert every.count(Card.JOKER) == 1
    got = {seat: game.private(seat) for seat in (1, 3, 4)}
    assert all(len(messages) == 1 for messages in got.values())
    given = [card for ms in got.values() for m in ms for card in getattr(m, "cards", ())]
    assert sorted(given) == sorted(cards("joker 4c 5c"))
    assert game.group()[0] == events.DealtOn(2)
    assert game.state.turn == 3
    assert 2 not in GAME.active(game.state)


def test_a_leaver_with_fewer_cards_than_others_gives_to_the_next_ones() -> None:
    game = Playing("2c 3c", "5c", "joker 2d", "5d 3d", turn=1).leave(2)
    assert game.private(3) == [events.YouGot(cards("5c"))]
    assert game.private(1) == game.private(4) == []
    assert game.state.turn == 1


def test_places_of_hands_that_a_leaving_empties_go_by_turn_order() -> None:
    # Seat 3 gets the first card, then 4, 5 and 1: two of them make a pair with their only one.
    game = Playing("2d", "3c 5c 6c 2c", "3d", "joker 4c 6d", "4d 5d", turn=3)
    game.leave(2, Stacked(["3c", "5c", "6c", "2c"]))
    assert game.state.places == (3, 1)
    assert game.state.turn == 4


def test_a_leaving_that_leaves_one_seat_with_cards_ends_without_a_loser() -> None:
    game = Playing("joker 3c", "3d").leave(2)
    assert game.hand(1) == {"joker"} and game.state.loser == 0
    assert game.winners() == {1}
    assert GAME.active(game.state) == frozenset()


def test_whoever_is_out_keeps_the_place_when_others_leave() -> None:
    game = Playing("2c", "2d", "joker 3c", "3d", draws="2d").draw(1)
    assert game.state.places == (2, 1)
    assert game.leave(3).winners() == {1, 2, 4}


def test_the_end() -> None:
    game = Playing("joker 3c", "3d", turn=2, draws="3c").draw(2)
    assert game.winners() == {2} and game.state.loser == 1
    assert game.group()[-1] == events.LeftWithJoker(1)
    assert GAME.moves(game.state, 1) == GAME.moves(game.state, 2) == ()


def test_who_is_asked_what() -> None:
    game = Playing("5c kc", "joker", "5d kd")
    asked = GAME.ask(game.state)
    assert asked == Ask(frozenset({1}), events.TurnAsked(1, 2, 1), 30)
    assert [move.code for move in GAME.moves(game.state, 1)] == ["draw.1"]
    assert GAME.moves(game.state, 2) == ()


def test_why_a_draw_is_refused() -> None:
    game = Playing("2c", "2d", "joker 3c", "3d", draws="2d")
    assert GAME.why_not(game.state, 1, "draw.9") == ChooseFrom((NumberLabel(1),))
    assert GAME.why_not(game.state, 3, "draw.1") == NotYourTurn(1)
    game.draw(1)
    assert GAME.why_not(game.state, 1, "draw.1") == NoMoreTurns()
    assert GAME.why_not(game.leave(3).state, 4, "draw.1") == GameIsOver()


def test_computers() -> None:
    game = Playing("5c kc", "joker 2c 3c", "5d kd 2d 3d")
    moves, view = GAME.moves(game.state, 1), GAME.view(game.state, 1)
    assert GAME.bots["idle"](view, moves, Dice(b"i")).code == "draw.1"
    chosen = {GAME.bots["chance"](view, moves, Dice(b"%d" % n)).code for n in range(40)}
    assert chosen == {"draw.1", "draw.2", "draw.3"}
