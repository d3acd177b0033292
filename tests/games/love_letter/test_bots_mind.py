"""What computer players think with: beliefs, stakes, the last turn, imagined worlds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import light as numbers
from core.games.love_letter.hard import Prizes, ponder
from core.games.love_letter.last_turn import chance
from core.games.love_letter.light import EMPTY, NUMBER
from core.games.love_letter.model import Play, Seen, View, kit
from core.games.love_letter.names import Card
from core.games.love_letter.normal import WEIGHTS, Weights, decide, values
from core.games.love_letter.reading import at_match_point, guessed, read, stakes, standing
from core.games.love_letter.worlds import Worlds
from core.kernel.dice import Dice
from core.kernel.minds import Manner
from tests.games.love_letter.running import at, hand, options, random_match
from tests.games.love_letter.test_bots_light import small

# ---------------------------------------------------------------------- reading


def test_beliefs_follow_what_was_played_and_seen() -> None:
    seats = [hand("guard", "king"), hand("baron", discards=["countess"]), hand("handmaid")]
    table = read(GAME.view(at("bga", seats).state, 1))
    assert sum(table.odds[2].values()) == pytest.approx(1)
    assert table.odds[2][Card.PRINCESS] > 2 * table.odds[3][Card.PRINCESS]
    assert Card.COUNTESS not in table.odds[3]
    assert table.odds[3][Card.GUARD] == pytest.approx(4 / sum(table.unseen.values()))
    assert table.below[Card.GUARD] < table.below[Card.PRINCE] < table.below[Card.PRINCESS]
    assert not table.sure
    assert guessed(table.pack, {Card.GUARD: 1}, (Card.GUARD,), None) == {}


def test_the_match_says_whose_win_hurts_most() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid"), hand("priest")]
    level = stakes(GAME.view(at("bga", seats).state, 1))
    assert level == pytest.approx({1: 1, 2: 0, 3: 0, 4: 0})
    view = GAME.view(at("bga", seats, tokens=[1, 3, 0, 1]).state, 1)
    assert at_match_point(view) == {2}
    found = stakes(view)
    assert found[1] == pytest.approx(1)
    assert found[2] < 0 < found[4] < found[3]
    assert found[2] + found[3] + found[4] == pytest.approx(0)
    assert standing((0, 3), 0) == 1
    assert standing((3, 0), 0) == 0
    assert standing((2, 2), 0) == 0.5


def test_who_has_left_counts_no_more() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid"), {"left": True}]
    view = GAME.view(at("bga", seats, tokens=[0, 0, 0, 3]).state, 1)
    assert set(stakes(view)) == {1, 2, 3}
    assert at_match_point(view) == frozenset()


# ---------------------------------------------------------------------- the last turn


def last(*cards: str, rivals: list[Any], **rest: Any) -> View:
    """A view with an empty deck: the rest of the pack lies open."""
    state = at("z19", [hand(*cards), *rivals], **rest).state
    gone = msgspec.structs.replace(state, deck=(), faceup=state.faceup + state.deck)
    return GAME.view(gone, 1)


def won(view: View, code: str) -> float:
    """The chance to win with a move, its card and the kept one being in the view."""
    words = code.split(".")
    card, target = Card(words[0]), int(words[1]) if len(words) > 1 else 0
    name = Card(words[2]) if len(words) > 2 else None
    kept = view.hand[1] if view.hand[0] is card else view.hand[0]
    return chance(read(view), Play(code, card, target, name), kept, view.shielded)


def test_what_the_last_play_leads_to() -> None:
    rivals = [hand("king"), hand("priest")]
    view = last("guard", "baron", rivals=rivals)  # King and Priest are all that is hidden
    assert won(view, "guard.2.king") == pytest.approx(0.5, abs=0.2)
    assert won(view, "guard.2.priest") < won(view, "guard.2.king")
    assert won(view, "guard.2.baron") == won(view, "guard.2.spy")
    view = msgspec.structs.replace(
        view, seen=(Seen(1, 2, 0, Card.KING), Seen(1, 3, 0, Card.PRIEST))
    )
    assert won(view, "guard.2.king") == 1
    assert won(view, "guard.3.priest") == 0
    assert won(view, "guard") == 0
    assert won(view, "baron.2") == 0
    view = msgspec.structs.replace(view, hand=(Card.PRINCE, Card.COUNTESS))
    assert won(view, "princess") == 0
    view = msgspec.structs.replace(
        view, shielded=(2,), options=options("z19", protected_target="fizzle")
    )
    assert won(view, "prince.2") == 1


def test_the_last_prince_may_meet_the_princess_or_the_set_aside_card() -> None:
    rivals = [hand("princess")]
    view = last("prince", "priest", rivals=rivals, aside="handmaid")
    assert 0 < won(view, "prince.2") < 1
    assert 0 < won(view, "prince.1") < 0.6
    kept = msgspec.structs.replace(view, hand=(Card.PRINCE, Card.PRINCESS))
    assert won(kept, "prince.1") == 0


def test_the_last_king_takes_a_higher_card() -> None:
    view = last("king", "priest", rivals=[hand("princess"), hand("guard")])
    view = msgspec.structs.replace(
        view, seen=(Seen(1, 2, 0, Card.PRINCESS), Seen(1, 3, 0, Card.GUARD))
    )
    assert won(view, "king.2") == 1
    assert won(view, "king.3") == 0
    assert won(view, "priest.2") == 0


def test_a_mind_decides_the_last_turn_by_it() -> None:
    view = last("king", "priest", rivals=[hand("princess"), hand("guard")], tokens=[0, 4, 0])
    view = msgspec.structs.replace(view, seen=(Seen(1, 2, 0, Card.PRINCESS),))
    moves = [Play("king.2", Card.KING, 2), Play("king.3", Card.KING, 3)]
    assert decide(view, moves, Dice(b"last"), Weights()).code == "king.2"


def test_a_prince_that_must_be_ones_own_is_the_end_with_the_princess() -> None:
    view = GAME.view(at("bga", [hand("prince", "princess"), hand("guard"), hand("king")]).state, 1)
    moves = [Play("prince.1", Card.PRINCE, 1), Play("prince.2", Card.PRINCE, 2)]
    own, other = values(view, moves, WEIGHTS[Manner.CAREFUL])
    assert own < 0 < other


# ---------------------------------------------------------------------- worlds, and hard


def test_imagined_worlds_hold_all_that_is_known() -> None:
    for preset, seats in (("aeg", 2), ("bga", 4), ("z19", 3), ("jp", 5)):
        for number, (state, _) in enumerate(random_match(preset, seats, b"imagined")):
            if state.phase == "over" or number % 3:
                continue
            view = GAME.view(state, state.turn)
            worlds = Worlds(view, read(view), number)
            again = Worlds(view, read(view), number)
            for each in range(3):
                world = worlds.one(each)
                assert (world.hands, world.deck) == (again.one(each).hands, again.one(each).deck)
                for fact in view.seen:
                    assert world.hands[fact.seat] == NUMBER[fact.card]
                for laid in view.under:
                    assert world.deck[laid.below] == NUMBER[laid.card]
                piles = [*view.discards, view.faceup, view.hand]
                cards = Counter(NUMBER[card] for pile in piles for card in pile)
                cards.update([*world.deck, *world.hands, world.aside])
                del cards[EMPTY]
                whole = Counter(NUMBER[card] for card in kit(view.options).cards)
                assert cards == whole, (preset, number)


def test_worlds_go_on_when_beliefs_cannot_all_be_true() -> None:
    """Two seats that could only hold the one Princess: one of them holds something else."""
    view = GAME.view(at("bga", [hand("guard", "king"), hand("baron"), hand("priest")]).state, 1)
    table = read(view)
    odds = {seat: {Card.PRINCESS: 1.0} for seat in table.rivals}
    worlds = Worlds(view, msgspec.structs.replace(table, odds=odds), 5)
    hands = {tuple(worlds.one(number).hands[2:]) for number in range(8)}
    assert len(hands) == 2
    assert all(numbers.PRINCESS in pair for pair in hands)
    empty = dict.fromkeys(table.unseen, 0)
    worlds = Worlds(view, msgspec.structs.replace(table, odds=odds, unseen=empty), 5)
    assert worlds.one(0).hands[2:] == [EMPTY, EMPTY]


def prizes(preset: str, tokens: list[int], **switches: Any) -> Prizes:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid")]
    return Prizes(GAME.view(at(preset, seats, tokens=tokens, switches=switches).state, 1))


def test_what_an_end_is_worth() -> None:
    worth = prizes("z19", [0, 4, 0])
    end = small("z19")
    assert worth.of(end, [1]) > worth.of(end, [3]) > worth.of(end, [2])
    assert worth.of(end, [1, 2]) < worth.of(end, [1])
    spied = small("z19", spies={1})
    assert worth.of(spied, [1]) > worth.of(end, [1])
    assert worth.of(spied, [3]) > worth.of(end, [3])
    assert worth.of(small("z19", spies={1, 2}), [1]) == worth.of(end, [1])
    drawn = prizes("bga", [0, 0, 0])
    assert drawn.of(small(), [1, 2]) == 0
    double = prizes("jp", [0, 0, 0])
    crowned = small("jp", hands=[EMPTY, numbers.PRINCESS, 1, 1])
    assert double.of(crowned, [1]) > double.of(small("jp"), [1])


def test_hard_thinks_the_same_with_the_same_dice() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("handmaid")]
    for preset in ("bga", "z19", "jp"):
        state = at(preset, seats, tokens=[0, 2, 0]).state
        view, moves = GAME.view(state, 1), GAME.moves(state, 1)
        bot = GAME.bots["hard.bold"]
        found = {bot(view, moves, Dice(b"same")).code for _ in range(2)}
        assert len(found) == 1


def test_hard_thinks_about_a_chancellor() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    state = at("z19", seats).state
    view, moves = GAME.view(state, 1), GAME.moves(state, 1)
    assert ponder(view, moves, Dice(b"c"), WEIGHTS[Manner.BOLD], 200, 0.0) in moves


def test_hard_sees_what_is_coming() -> None:
    """By playouts alone: whoever is known to hold the Princess is put out."""
    seats = [hand("guard", "prince"), hand("princess"), hand("baron")]
    state = at("bga", seats).state
    known = msgspec.structs.replace(state, seen=(Seen(1, 2, 0, Card.PRINCESS),))
    view, moves = GAME.view(known, 1), GAME.moves(known, 1)
    best = ponder(view, moves, Dice(b"sees"), WEIGHTS[Manner.BOLD], 600, 0.0)
    assert best.code in ("prince.2", "guard.2.princess")


def test_what_a_chancellor_laid_down_lies_there_in_every_world() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["countess", "baron"])
    view = GAME.view(match.play("1:keep.countess.guard.baron").state, 1)
    for number in range(5):
        world = Worlds(view, read(view), 3).one(number)
        assert world.deck[:2] == [numbers.BARON, numbers.GUARD]
