"""Who knows what, and for how long."""

from __future__ import annotations

from core.games.old_maid import OLD_MAID as GAME
from core.games.old_maid.model import Seen
from core.games.old_maid.names import Card
from core.games.old_maid.rules import pairs
from core.kernel.dice import Dice
from tests.games.old_maid.playing import Playing, cards


def seen(game: Playing, seat: int | None) -> set[tuple[int, str]]:
    """The cards that a reader knows in others' hands."""
    return {(fact.seat, fact.card.value) for fact in GAME.view(game.state, seat).table.seen}


def test_the_group_and_others_see_numbers_only() -> None:
    game = Playing("5c kc", "joker 2c", "5d kd 2d")
    view = GAME.view(game.state, None)
    assert (view.hand, view.sizes, view.table.hands) == ((), (2, 2, 3), ())
    assert GAME.view(game.state, 3).hand == cards("2d 5d kd")


def test_whoever_was_drawn_from_knows_the_card_while_it_stays() -> None:
    game = Playing("5c kc", "joker 2c", "5d kd 2d 3c", "3d", draws="joker 3c").draw(1)
    assert seen(game, 2) == {(1, "joker")}
    assert seen(game, 1) == seen(game, 3) == seen(game, None) == set()
    game.draw(2)  # from seat 3: nothing about seat 1 changes
    assert seen(game, 2) == {(1, "joker")}
    assert seen(game, 3) == {(2, "3c")}


def test_a_card_that_may_have_moved_on_is_known_no_more() -> None:
    hands = ("5c kc", "joker 2c 6c 5d kd", "2d 6d")
    game = Playing(*hands, draws="joker 6d").draw(1).draw(2)
    assert game.state.turn == 3 and seen(game, 2) == {(1, "joker")}
    game.draw(3)
    assert seen(game, 2) == set()
    assert len(seen(game, 1)) == 1


def test_what_is_known_holds_on_if_a_pair_tells_that_it_was_another_card() -> None:
    game = Playing("5c kc", "joker 2c 6c", "6d kd 2d 5d", draws="joker 6d kc").draw(1).draw(2)
    assert game.state.turn == 3
    game.draw(3)
    assert game.state.laid[-2:] == cards("kc kd")
    assert seen(game, 2) == {(1, "joker")}


def test_between_two_the_drawer_knows_which_card_it_was() -> None:
    game = Playing("joker 3c 4c", "3d 4d", turn=2, draws="joker").draw(2)
    assert seen(game, 1) == {(2, "joker")}
    game.dice.draws = ["joker"]
    game.draw(1)
    assert seen(game, 1) == set() and seen(game, 2) == {(1, "joker")}


def test_a_known_card_that_is_laid_down_or_dealt_on_is_forgotten() -> None:
    game = Playing("5c kc", "2c 6c", "2d 6d 5d", "kd joker", draws="2c").draw(1)
    assert seen(game, 2) == {(1, "2c")}
    assert seen(game.leave(1), 2) == set()
    game = Playing("5c kc", "2c 6c", "2d 6d 5d", "kd joker", draws="2c 6d 5d").draw(1).draw(2)
    game.leave(3)
    assert (1, "2c") not in seen(game, 2) or Card("2c") in game.state.hands[0]


def test_imagined_worlds_keep_what_is_known_and_have_no_pairs() -> None:
    game = Playing("5c kc", "joker 2c 8c", "5d kd 2d 9c", "8d 9d", draws="joker").draw(1)
    real, dice = game.state, Dice(b"worlds")
    jokers: dict[int | None, set[int]] = {None: set(), 2: set(), 3: set()}
    for seat, places in jokers.items():
        for _ in range(60):
            world = GAME.imagine(real, seat, dice)
            assert GAME.view(world, seat) == GAME.view(real, seat)
            assert not any(pairs(hand) for hand in world.hands)
            assert [len(hand) for hand in world.hands] == [len(hand) for hand in real.hands]
            (fact,) = world.seen
            assert (fact.by, fact.seat) == (2, 1) and fact.card in world.hands[0]
            places.update(i for i, hand in enumerate(world.hands, 1) if Card.JOKER in hand)
    assert jokers[2] == {1}, "who was drawn from knows"
    assert len(jokers[None]) > 1 and len(jokers[3]) > 1 and 3 not in jokers[3]
    assert real.seen == (Seen(2, 1, Card.JOKER),)
