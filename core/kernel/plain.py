"""What a game need not say: defaults for all that most games do alike, and words they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, TypeVar

import msgspec

from core.kernel.asks import Ask, Hidden, Over, Row, Section, Switch
from core.kernel.dice import Dice
from core.kernel.drawn import Face, Moment, Stage, Unseen
from core.kernel.game import Orders, PositionError
from core.kernel.lessons import Lesson
from core.kernel.minds import DEFAULT, Bot
from core.kernel.notation import words
from core.kernel.text import N_, Cards, Message, Public, Seat, Secret, Source

T = TypeVar("T")

STANDARD = "standard"
"""The only preset, and the only edition, of a game that knows no others."""


OWED = (
    *("seats", "setup", "ask", "active", "moves", "play", "leave"),
    *("view", "imagine", "scene", "label", "hint", "rules", "load", "dump"),
)
"""What every game must say itself, besides what it is called, how many play, and its data."""


class Phrase(Public, frozen=True, tag="plain.phrase"):
    """Words without a blank: a title, a label, a sentence of the rules."""

    text: ClassVar[str] = N_("{words}")
    words: Source


def phrase(text: str) -> Public:
    """Words without a blank, from a text marked with `N_`."""
    return Phrase(text)


class Standard(Public, frozen=True, tag="plain.standard"):
    text: ClassVar[str] = N_("Standard rules")


class SeatLabel(Public, frozen=True, tag="label.seat"):
    text: ClassVar[str] = N_("{seat}")
    seat: Seat


class NumberLabel(Public, frozen=True, tag="plain.number"):
    text: ClassVar[str] = N_("{number}")
    number: int


class SeatLine(Public, frozen=True, tag="plain.seat-line"):
    text: ClassVar[str] = N_("{seat}: {mark}")
    seat: Seat
    mark: Public


class CardCount(Public, frozen=True, tag="plain.card-count"):
    text: ClassVar[str] = N_("{cards}")
    cards: Cards


class FaceDown(Public, frozen=True, tag="plain.face-down"):
    text: ClassVar[str] = N_("Face-down card")


class OutMark(Public, frozen=True, tag="plain.out"):
    text: ClassVar[str] = N_("out")


class LeftMark(Public, frozen=True, tag="plain.left"):
    text: ClassVar[str] = N_("has left")


class HandInBrief(Secret, frozen=True, tag="plain.hand"):
    text: ClassVar[str] = N_("Hand: {cards}")
    cards: tuple[Message, ...]


class GameIsOver(Public, frozen=True, tag="plain.is-over"):
    text: ClassVar[str] = N_("The game is over.")


class NoMoreTurns(Public, frozen=True, tag="plain.no-more-turns"):
    text: ClassVar[str] = N_("You have no more turns in this game.")


class NotYourTurn(Public, frozen=True, tag="plain.not-your-turn"):
    text: ClassVar[str] = N_("It is {seat}’s turn.")
    seat: Seat


class ChooseFrom(Secret, frozen=True, tag="plain.choose-from"):
    text: ClassVar[str] = N_("That is not possible now. Choose from: {labels}.")
    labels: tuple[Message, ...]


def not_asked(asked: Ask | Over, active: frozenset[int], seat: int) -> Public | None:
    """Why a seat cannot move at all; None if it can, and only the move itself may be wrong.

    `active` are the seats that are still in the game.
    """
    if isinstance(asked, Over):
        return GameIsOver()
    if seat not in active:
        return NoMoreTurns()
    return None if seat in asked.seats else NotYourTurn(min(asked.seats))


def section(title: str, *lines: str | Public) -> Section:
    """A part of the rules, of texts marked with `N_`, or of messages where there are blanks."""
    return Section(
        phrase(title), tuple(phrase(line) if isinstance(line, str) else line for line in lines)
    )


def closed(count: int) -> tuple[Face, ...]:
    """So many cards face down."""
    return (Face("", FaceDown()),) * count


def ranked(worth: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each: first whose worth is the highest; who is level shares a place.

    >>> ranked([(3,), (7,), (3,), (1,)])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def read_position(position: Mapping[str, Any], kind: type[T]) -> T:
    """The position of a record as a struct of this kind. Raises PositionError."""
    try:
        return msgspec.convert(dict(position), kind)
    except msgspec.ValidationError as error:
        raise PositionError("start.position", str(error)) from error


def first_move(view: Any, moves: Sequence[T], dice: Dice) -> T:
    """A computer that takes the first move there is."""
    return moves[0]


def any_move(view: Any, moves: Sequence[T], dice: Dice) -> T:
    """A computer that does anything."""
    return dice.choose(moves)


class Plain:
    """A game to build on: it has one edition without switches, no secret choices, no orders.

    A game derives from it and says what is otherwise. What has no default every game must say:
    `name`, `title`, `state`, `options`, and what `OWED` lists. Raises TypeError for a game that
    lacks something.
    """

    name: ClassVar[str]
    title: ClassVar[Public]
    state: type[Any]
    options: type[Any]
    presets: Mapping[str, Any]  # unless said: the options as they are
    labels: Mapping[str, Public] = MappingProxyType({})  # of the presets
    bots: Mapping[str, Bot] = MappingProxyType({"idle": first_move, "chance": any_move})
    default_bot: str = "chance"  # unless said: the normal one, else the last one
    mind: int = 1
    amounts: frozenset[str] = frozenset()
    withheld: Mapping[str, frozenset[str]] = MappingProxyType({})
    orders: Orders | None = None
    lesson: Lesson | None = None
    minutes: int = 0

    def __init_subclass__(cls, parts: Sequence[ModuleType] = ()) -> None:
        super().__init_subclass__()
        said = cls.__dict__
        for part in parts:
            for name, value in vars(part).items():
                own = getattr(value, "__module__", "") == part.__name__
                if own and name in MEMBERS and name not in said:
                    setattr(cls, name, staticmethod(value))
        if "options" in said and "presets" not in said:
            cls.presets = MappingProxyType({STANDARD: cls.options()})
        if "bots" in said and "default_bot" not in said:
            cls.default_bot = DEFAULT if DEFAULT in cls.bots else tuple(cls.bots)[-1]
        lacking = [name for name in OWED if not hasattr(cls, name)]
        if "name" in said and lacking:
            raise TypeError(f"{cls.__name__} lacks {', '.join(lacking)}")

    def why_not(self, state: Any, seat: int, said: str) -> Public | Secret:
        """Another's turn; or what can be chosen, by the labels of the last words."""
        game: Any = self  # what it owes
        why = not_asked(game.ask(state), game.active(state), seat)
        if why is not None:
            return why
        view = game.view(state, seat)
        codes = [words(move.code) for move in game.moves(state, seat)]
        return ChooseFrom(tuple(game.label(view, code[:-1], code[-1]) for code in codes))

    def preset_for(self, seated: int) -> str:
        """The first preset, however many play."""
        return next(iter(self.presets))

    def preset_label(self, preset: str) -> Public:
        """By `labels`; without one these are the rules as everybody knows them."""
        return self.labels.get(preset) or Standard()

    def preset_about(self, preset: str) -> Public | None:
        """The name says it all."""
        return None

    def preset_source(self, preset: str) -> Public | None:
        """That goes without saying."""
        return None

    def switches(self, options: Any) -> Sequence[Switch]:
        """Nothing can be set."""
        return ()

    def with_switches(self, base: Any, switches: Mapping[str, Any]) -> Any:
        """Each switch is a field of the options."""
        unknown = set(switches) - set(base.__struct_fields__)
        if unknown:
            raise msgspec.ValidationError(f"no such switch: {min(unknown)}")
        return msgspec.convert({**msgspec.to_builtins(base), **switches}, type=self.options)

    def extras(self, options: Any) -> Sequence[Public]:
        """Nothing is played beyond the edition."""
        return ()

    def edition(self, options: Any) -> str:
        """The cards bear the same names in all presets."""
        return STANDARD

    def spoken(self, options: Any, seats: int) -> Sequence[str]:
        """Nothing beyond what somebody may choose at the moment."""
        return ()

    def spelled(self, said: str) -> str:
        """Every move has one spelling."""
        return said

    def hidden(self, state: Any, seat: int) -> Hidden:
        """No choice is secret, so nobody plays by letters."""
        return Hidden((), 0)

    def rows(self, view: Any, /) -> Sequence[Row]:
        """No choice is secret."""
        return ()

    def hand(self, view: Any) -> Sequence[Face]:
        """Nobody has cards of their own."""
        return ()

    def brief(self, view: Any) -> Sequence[Message]:
        """The names of the cards in the hand."""
        held = tuple(face.name for face in self.hand(view))
        return (HandInBrief(held),) if held else ()

    def stage(self, view: Any) -> Stage:
        """Nothing is drawn: the table is told in words."""
        return Stage()

    def face(self, options: Any, word: str) -> Face | None:
        """No word of a move names a card."""
        return None

    def moment(self, options: Any, message: Message) -> Moment | None:
        """Notes are told in words only."""
        return None

    def bluff(self, state: Any, message: Public) -> Public | None:
        """Nobody claims what is not so."""
        return None

    def unseen(self, view: Any) -> Sequence[Unseen]:
        """Nobody needs to count."""
        return ()

    def risk(self, view: Any, code: str) -> Message | None:
        """What a move does goes without saying."""
        return None

    def help(self, options: Any) -> Sequence[tuple[str, Message]]:
        """No card needs to be explained beyond the rules."""
        return ()

    def tour(self, options: Any) -> Sequence[Section]:
        """Everybody knows the game."""
        return ()

    def round_winners(self, state: Any) -> tuple[int, ...] | None:
        """The game has no rounds."""
        return None

    def places(self, state: Any, seats: int) -> Sequence[int]:
        """Who won is first, all others are level behind them."""
        game: Any = self  # what it owes
        asked = game.ask(state)
        winners = asked.winners if isinstance(asked, Over) else frozenset()
        return ranked([(seat in winners,) for seat in range(1, seats + 1)])


class Assembled(Plain):
    """A game made of modules: their functions that are called like a member of `Game` are it.

        class OldMaid(Assembled, parts=(rules, sight, board)): ...

    What the game says itself comes first. The type checker sees no farther than here; the police
    for games do.
    """

    seats: Any
    setup: Any
    ask: Any
    active: Any
    moves: Any
    play: Any
    leave: Any
    view: Any
    imagine: Any
    scene: Any
    label: Any
    hint: Any
    rules: Any
    load: Any
    dump: Any


MEMBERS = frozenset((*OWED, *(name for name in vars(Plain) if not name.startswith("_"))))
"""Everything that a part of a game may say."""
