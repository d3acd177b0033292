"""What a game must be, for the house to host it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

import msgspec

from core.dice import Dice
from core.notation import Move
from core.text import Message, Note, Public, Secret

R = TypeVar("R")
S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741

Telling = Generator[Note, None, R]
"""A story: it yields notes and returns a result. It is run to its end at once."""

Bot = Callable[[Any, Sequence[Any], Dice], Any]
"""A computer player: from a view, the legal moves and dice of its own to one of the moves."""


class Ask(msgspec.Struct, frozen=True):
    """What the game waits for.

    `patience` is the time for this decision in seconds at the pace "quick". `secret` is true
    when the legal moves themselves betray hidden cards: a group then sees letters only.
    `window` is true when silence is an answer too (a chance to object, not a turn); `aimed`
    are the seats among `seats` that it concerns most: they are called, others see the board.
    """

    seats: frozenset[int]
    prompt: Public
    patience: int
    secret: bool = False
    window: bool = False
    aimed: frozenset[int] = frozenset()


class Over(msgspec.Struct, frozen=True):
    """The game has ended. Nobody need have won (all left)."""

    winners: frozenset[int]


class Hidden(msgspec.Struct, frozen=True):
    """The hidden cards of a seat as words of moves, in the order of the hand.

    Both the number of the cards and `version` are public facts: the version grows with every
    public change of the hand, whether or not the cards differ, and never falls during a game.
    `span` is the most cards such a hand can have.
    """

    words: tuple[str, ...]
    version: int
    span: int = 5


class Row(msgspec.Struct, frozen=True):
    """A row of buttons on a group's board for a secret choice, made of public facts alone.

    It fills the word number `place` of a move. `kind` is "letters" (for the hidden cards;
    `labels` and `words` are empty), "seats" or "digits"; a press on `labels[i]` says
    `words[i]`. Only labels are ever shown or sent.
    """

    kind: str
    place: int
    labels: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One value of a switch, and its label."""

    value: str | int | bool
    label: Public


class Switch(msgspec.Struct, frozen=True):
    """A switch of a game that the host of a table may set."""

    name: str
    label: Public
    choices: tuple[Choice, ...]


class Section(msgspec.Struct, frozen=True):
    """A part of the rules: a title and short lines."""

    title: Public
    lines: tuple[Public, ...]


class Face(msgspec.Struct, frozen=True):
    """A card as it can be drawn: `code` chooses the drawing (empty: face down), `corner` is
    the rank or another short mark, `text` what the card does."""

    code: str
    name: Message
    corner: str = ""
    text: Message | None = None
    turned: bool = False


class Place(msgspec.Struct, frozen=True):
    """A seat as it can be drawn: short marks (points, protected, …) and the cards before it."""

    seat: int
    marks: tuple[Message, ...] = ()
    cards: tuple[Face, ...] = ()
    out: bool = False


class Stage(msgspec.Struct, frozen=True):
    """The table as it can be drawn: what lies in the middle, and every seat in order."""

    marks: tuple[Message, ...] = ()
    middle: tuple[Face, ...] = ()
    places: tuple[Place, ...] = ()


class PositionError(Exception):
    """A position (or an option) of a record that cannot be. `place` says where."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


class Orders(Protocol):
    """Standing orders of a game: what a seat may tell the house to answer for it."""

    def read(self, state: Any, seat: int, said: str) -> str | None:
        """The order as it is kept, or None if it cannot be given now."""

    def answer(self, state: Any, seat: int, order: str) -> Any | None:
        """The move that the order gives now, or None where the seat must decide itself."""

    def lapses(self, state: Any, seat: int, order: str) -> bool:
        """Whether the order has run out."""

    def offers(self, view: Any) -> Sequence[tuple[str, Message]]:
        """Orders that the reader of this view may give by a button now, with their labels."""

    def keypad(self, view: Any) -> Sequence[tuple[str, Public]]:
        """Orders that a group may offer to everybody by the same silent buttons, from its view;
        the first one passes or allows. Each counts only while what it is about goes on: its
        code names that, and is the same until then. Empty if there is nothing to offer."""

    def shown(self, order: str) -> Message:
        """The order in words, for its owner alone."""


@runtime_checkable
class Careful(Protocol):
    """A game that knows moves by which one loses at once. A game need not be careful."""

    def rash(self, view: Any, move: Any) -> Secret | None:
        """Whether whoever sees this view surely means the legal move, as a question, for the
        move loses at once; None for every other move. Follows from the view alone."""


class Game(Protocol[S, M, V, O]):
    """The rules of one game, as plain functions over frozen data.

    `play` is total on what `moves` lists and is never called with anything else. The rules
    read switches of `options`, never the name of a preset. Cards leave a deck through
    `dice.draw` and are mixed by `dice.shuffle` only, so that a record can prescribe them.
    """

    name: ClassVar[str]  # as in records: "love-letter"
    title: ClassVar[Public]
    state: type[S]
    options: type[O]
    presets: Mapping[str, O]
    bots: Mapping[str, Bot]  # "idle" plays for the absent; the last one is the default
    amounts: frozenset[str]  # first words of moves whose last word is an amount, not a seat
    orders: Orders | None  # None: the game has no use for standing orders

    def seats(self, options: O) -> range:
        """How many may play."""

    def preset_for(self, seated: int) -> str:
        """The preset that plays best with so many people, if the host chose none."""

    def preset_label(self, preset: str) -> Public:
        """The name of a preset."""

    def switches(self, options: O) -> Sequence[Switch]:
        """The switches that make sense with these options, in the order of the lobby."""

    def edition(self, options: O) -> str:
        """The edition whose names the cards bear."""

    def setup(self, seats: int, options: O, dice: Dice) -> Telling[S]:
        """Deal for seats 1 to `seats` and go on to the first question."""

    def ask(self, state: S) -> Ask | Over:
        """What is waited for. Total."""

    def active(self, state: S) -> frozenset[int]:
        """The seats that can still be asked something before the game ends."""

    def moves(self, state: S, seat: int) -> Sequence[M]:
        """The legal moves of a seat now; empty unless the seat is awaited."""

    def spelled(self, said: str) -> str:
        """The spelling in the legal list of a move that may be said in more than one way."""

    def play(self, state: S, seat: int, move: M, dice: Dice) -> Telling[S]:
        """Carry out a legal move and go on to the next question or the end."""

    def leave(self, state: S, seat: int, dice: Dice) -> Telling[S]:
        """The seat leaves for good. Possible at any time before the end."""

    def view(self, state: S, seat: int | None) -> V:
        """What this reader may know: a seat, or (None) the group."""

    def imagine(self, state: S, seat: int | None, dice: Dice) -> S:
        """Another world that this reader could not tell from the real one."""

    def scene(self, view: V) -> Sequence[Message]:
        """The table in words: the board for the group, the hand card for a seat."""

    def why_not(self, state: S, seat: int, said: str) -> Public | Secret:
        """Why this move is not legal, for the sender alone."""

    def hidden(self, state: S, seat: int) -> Hidden:
        """The hidden cards that the seat chooses from, for its letters."""

    def rows(self, view: V) -> Sequence[Row]:
        """The rows of a group's board for the open secret choice; empty if it is none.

        Takes the group's view: nothing hidden can shape them.
        """

    def label(self, view: V, said: Sequence[str], word: str) -> Message:
        """The label of the button that says `word` after `said`."""

    def hint(self, view: V, said: Sequence[str]) -> Message:
        """The question that the next word answers ("Which card?", "On whom?")."""

    def brief(self, view: V) -> Sequence[Message]:
        """The hand in very few words, for an alert; empty for the group's view."""

    def hand(self, view: V) -> Sequence[Face]:
        """The reader's own cards as they can be drawn; none for the group."""

    def stage(self, view: V) -> Stage:
        """The table as it can be drawn, from what this reader may know."""

    def help(self, options: O) -> Sequence[tuple[str, Message]]:
        """Card or action code and a short help on it, in the order of the rank."""

    def rules(self, options: O) -> Sequence[Section]:
        """The rules of this edition, short, by section."""

    def tour(self, options: O) -> Sequence[Section]:
        """A guided tour for those who do not know the game; empty if it needs none."""

    def load(self, position: Mapping[str, Any], seats: int, options: O, dice: Dice) -> Telling[S]:
        """A state from a record's position; automatic steps follow. Raises PositionError."""

    def dump(self, state: S) -> dict[str, Any]:
        """The position of a state, every key present, the deck complete."""

    def round_winners(self, state: S) -> tuple[int, ...] | None:
        """The seats that won the last finished round; None for a game without rounds."""


AnyGame = Game[Any, Any, Any, Any]
