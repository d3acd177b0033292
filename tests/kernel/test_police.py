"""The police catches: games that break one rule each are found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from core.kernel.asks import Hidden, Row
from core.kernel.dice import Dice
from core.kernel.drawn import Face, Moment, Stage, Unseen
from core.kernel.game import Telling
from core.kernel.minds import Bot
from core.kernel.text import Message, Note, announce
from tests.police import checks, drawn, reading, secrecy
from tests.police.toy import (
    Do,
    Hat,
    HatName,
    HeldUp,
    Label,
    Options,
    State,
    Toy,
    View,
    bold,
    replace,
)
from tests.police.walk import Casting, Match, play_out, run, seated

DEAL = Casting("big", {"turns": 12}, 3, b"seed", ("random", "random", "bold"), 7)


class PeepingView(Toy):
    """Shows the group the hand of seat 1."""

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return replace(view, hands=(state.hands[0], *view.hands[1:]))


class PeepingButtons(Toy):
    """The number of letters tells a card."""

    def hidden(self, state: State, seat: int) -> Hidden:
        hand = state.hands[seat - 1]
        return Hidden(tuple(hat.value for hat in hand), len(hand[0]) if hand else 0, 2)


class Chatterbox(Toy):
    """Says what lies on the deck."""

    def play(self, state: State, seat: int, move: Do, dice: Dice) -> Telling[State]:
        yield announce(HeldUp(seat, state.deck[:1]))
        return (yield from super().play(state, seat, move, dice))


class NoImagination(Toy):
    """Imagines the real world."""

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        return state


class HalfImagination(Toy):
    """Imagines other hands over the real deck."""

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        others = [i for i in range(1, 4) if i != seat]
        cards = iter(dice.order([hat for i in others for hat in state.hands[i - 1]]))
        hands = list(state.hands)
        for i in others:
            hands[i - 1] = tuple(next(cards) for _ in hands[i - 1])
        return replace(state, hands=tuple(hands))


class CardSharp(Toy):
    """Puts a lost hat into the deck as well."""

    def _lose(self, state: State, seat: int, hat: Any) -> Telling[State]:
        after = yield from super()._lose(state, seat, hat)
        return replace(after, deck=(*after.deck, hat))


class Stutterer(Toy):
    """Spells two moves alike."""

    def moves(self, state: State, seat: int) -> Sequence[Do]:
        moves = super().moves(state, seat)
        return (*moves, *moves[:1])


class Shouter(Toy):
    """Spells a move in capital letters."""

    def moves(self, state: State, seat: int) -> Sequence[Do]:
        return [Do(move.code.upper()) for move in super().moves(state, seat)]


class Meddler(Toy):
    """Gives moves to those who are not asked."""

    def moves(self, state: State, seat: int) -> Sequence[Do]:
        return super().moves(state, seat) or (Do("rest"),)


class Clinger(Toy):
    """Lets nobody go."""

    def leave(self, state: State, seat: int, dice: Dice) -> Telling[State]:
        yield from ()
        return state


class Gambler(Toy):
    """Throws dice of its own."""

    thrown = 0

    def play(self, state: State, seat: int, move: Do, dice: Dice) -> Telling[State]:
        Gambler.thrown += 1
        after = yield from super().play(state, seat, move, dice)
        return replace(after, number=after.number + Gambler.thrown)


class Twins(Toy):
    """Writes the same on two buttons."""

    def label(self, view: View, said: Sequence[str], word: str) -> Message:
        return Label("do it")


class Mute(Toy):
    """Has no letters for a secret choice."""

    def rows(self, view: View) -> Sequence[Row]:
        return ()


class Keeper(Toy):
    """Keeps the letters of a hand that has changed."""

    def hidden(self, state: State, seat: int) -> Hidden:
        return replace(super().hidden(state, seat), version=1)


class BeyondWords(Toy):
    """Shows a card of which nothing was told."""

    def moment(self, options: Options, message: Message) -> Moment | None:
        shown = super().moment(options, message)
        return shown and replace(shown, card=Face("gold", Label("a hat")))


class Pointer(Toy):
    """Points at a seat of which nothing was told."""

    def moment(self, options: Options, message: Message) -> Moment | None:
        shown = super().moment(options, message)
        return shown and replace(shown, target=9)


class Whisperer(Toy):
    """Writes a card under a move that tells of none."""

    def moment(self, options: Options, message: Message) -> Moment | None:
        return Moment("play", result=HatName(Hat.RED))


class Miscounter(Toy):
    """Has seen more hats than there are."""

    def unseen(self, view: View) -> Sequence[Unseen]:
        return [replace(each, left=each.left - 99) for each in super().unseen(view)]


class OpenHand(Toy):
    """Draws the reader's own hats as if they lay open."""

    def stage(self, view: View) -> Stage:
        stage = super().stage(view)
        mine = tuple(self.hand(view))
        return replace(stage, places=tuple(replace(p, opened=mine) for p in stage.places))


def oracle(view: View, moves: Sequence[Do], dice: Dice) -> Do:
    """Plays what is not among the moves."""
    return Do("win")


class Dreamer(Toy):
    """Has a computer player that makes up moves."""

    bots: Mapping[str, Bot] = MappingProxyType({"idle": oracle, "bold": bold})


def every_state(check: Callable[[Any, Match, Any], None]) -> Callable[[Toy, Match], None]:
    def look(game: Toy, match: Match) -> None:
        for state in match.states:
            check(game, match, state)

    return look


def every_step(check: Callable[[Any, Match, Any], None]) -> Callable[[Toy, Match], None]:
    def look(game: Toy, match: Match) -> None:
        for step in match.steps:
            check(game, match, step)

    return look


def every_note(check: Callable[[Any, Match, Note], None]) -> Callable[[Toy, Match], None]:
    def look(game: Toy, match: Match) -> None:
        for note in (*match.opening, *(note for step in match.steps for note in step.notes)):
            check(game, match, note)

    return look


def conserved(game: Any, match: Match, state: Any) -> None:
    assert checks.cards_of(game, state) == checks.cards_of(game, match.first)


def imagined(game: Toy, match: Match) -> None:
    others = [run(game.setup(3, match.options, Dice(b"%d" % n)))[0] for n in range(300)]
    secrecy.check_imagination(game, match.first, others, Dice(b"i"))


LOOKS: dict[str, Callable[[Toy, Match], None]] = {
    "asked": every_state(lambda g, m, s: checks.check_asked(g, s, 3)),
    "codes": every_state(lambda g, m, s: checks.check_codes(g, s)),
    "cards": every_state(conserved),
    "snapshot": every_state(lambda g, m, s: checks.check_snapshot(g, seated(g, m, s))),
    "replay": checks.check_replay,
    "views": every_state(lambda g, m, s: secrecy.check_views(g, s, 3, Dice(b"v"))),
    "board": every_state(lambda g, m, s: secrecy.check_board(g, m, s, Dice(b"b"))),
    "announced": every_step(lambda g, m, s: secrecy.check_announced(g, m, s, Dice(b"a"))),
    "imagination": imagined,
    "leaving": every_state(checks.check_leaving),
    "menus": every_state(reading.check_menus),
    "letters": every_state(lambda g, m, s: secrecy.check_letters(g, s)),
    "new letters": every_step(lambda g, m, s: secrecy.check_new_letters(g, s, 3)),
    "words": every_state(reading.check_words),
    "moments": every_note(drawn.check_moment),
    "drawn": every_state(drawn.check_drawn),
    "known": every_state(drawn.check_known),
    "manual": reading.check_manual,
}


@pytest.mark.parametrize("look", LOOKS)
def test_an_honest_game_passes(look: str) -> None:
    game = Toy()
    LOOKS[look](game, play_out(game, DEAL))


@pytest.mark.parametrize(
    ("game", "look"),
    [
        (PeepingView(), "views"),
        (PeepingButtons(), "board"),
        (Chatterbox(), "announced"),
        (NoImagination(), "imagination"),
        (HalfImagination(), "imagination"),
        (CardSharp(), "cards"),
        (Stutterer(), "codes"),
        (Meddler(), "asked"),
        (Clinger(), "leaving"),
        (Gambler(), "replay"),
        (Twins(), "menus"),
        (Mute(), "letters"),
        (Keeper(), "new letters"),
        (BeyondWords(), "moments"),
        (Pointer(), "moments"),
        (Whisperer(), "moments"),
        (Miscounter(), "drawn"),
        (OpenHand(), "known"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_who_breaks_a_rule_is_caught(game: Toy, look: str) -> None:
    match = play_out(game, DEAL)
    with pytest.raises(AssertionError):
        LOOKS[look](game, match)


def test_loud_spelling_is_caught() -> None:
    match = play_out(Toy(), DEAL)
    with pytest.raises(AssertionError):
        LOOKS["codes"](Shouter(), match)


def test_a_computer_that_makes_up_moves_is_caught() -> None:
    match = play_out(Toy(), DEAL)
    with pytest.raises(AssertionError, match="idle"):
        LOOKS["views"](Dreamer(), match)


def test_a_game_without_an_end_is_caught() -> None:
    class Endless(Toy):
        """Only thinks."""

        def play(self, state: State, seat: int, move: Do, dice: Dice) -> Telling[State]:
            yield from ()
            return state

    with pytest.raises(AssertionError, match="no end"):
        play_out(Endless(), DEAL)


def test_a_secret_that_is_announced_is_caught() -> None:
    from core.kernel.text import Announce
    from tests.police.toy import CannotDo, Done

    checks.check_note(Announce(Done(1, "x")), 3)
    with pytest.raises(AssertionError):
        checks.check_note(Announce(CannotDo("x")), 3)  # type: ignore[arg-type]
