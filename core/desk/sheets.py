"""What a reader sees of a table, without a language or a platform: a board, a hand, a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, Literal, TypeVar

import msgspec

from core.desk.acts import Act
from core.desk.presses import Verb, datum
from core.kernel.drawn import Face, Stage, Unseen
from core.kernel.text import N_, Message, Public
from core.table.levels import MannerWord, manner_at
from core.table.table import Chair

L = TypeVar("L", bound=Message, covariant=True)
M = TypeVar("M", bound=Message)

Phase = Literal["lobby", "drawing", "playing", "finished", "closed"]
"""What a table is at the moment."""


class Button(msgspec.Struct, Generic[L], frozen=True):
    """A button: its label, and what it does at which table, for which question (0: for none)."""

    label: L
    table: str
    question: int
    verb: Verb

    @property
    def data(self) -> str:
        """The datum that comes back when it is pressed."""
        return datum(self.table, self.question, self.verb)


Rows = tuple[tuple[Button[L], ...], ...]
"""Buttons, row by row."""


class Tile(msgspec.Struct, frozen=True):
    """A game to choose in a lobby: `about` says for how many it is and how long it takes."""

    button: Button[Public]
    about: Public
    chosen: bool


class Sitter(msgspec.Struct, frozen=True):
    """Who fills a seat, as everybody at the table knows it. `user` is None for a computer.

    `decides` says that the person is expected to answer there themselves, `letters` that they
    do it in the group.
    """

    name: str
    user: str | None = None
    computer: bool = False  # one plays here, for somebody or for itself
    decides: bool = False
    letters: bool = False
    manner: MannerWord | None = None  # of a computer that plays for itself


class Board(msgspec.Struct, frozen=True):
    """What everybody may see of a table. There is no secret in it, and no hand.

    `status` tells what is asked and of whom, `explained` how the letters work, if there are
    some; `remarks` are added by platforms. `choice` are the buttons of the question (or of the
    lobby), `foot` those of the house. `question` is the question that is shown (0: none),
    `awaited` the seats that it asks, `asks` those of them whose people answer themselves and
    `called` those whom it calls by name. `stage` is the table as it can be drawn, `unseen` what
    of its cards is yet to be seen. Of `lines` those that the stage does not tell are `beside` and
    `end`, which says who has won. Of a lobby `tiles` are the games to choose from, `terms` what is
    agreed upon in very few words, `host` the number of whoever hosts.
    """

    table: str
    phase: Phase
    game: Public
    title: Public
    lines: tuple[Public, ...] = ()
    status: tuple[Public, ...] = ()
    explained: tuple[Public, ...] = ()
    remarks: tuple[Public, ...] = ()
    choice: Rows[Public] = ()
    foot: tuple[Button[Public], ...] = ()
    question: int = 0
    round: int = 0  # 0 in a game without rounds
    awaited: tuple[int, ...] = ()
    asks: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    window: bool = False  # silence is an answer too
    asleep: bool = False
    sitters: tuple[Sitter, ...] = ()
    acted: tuple[int, ...] = ()  # the seat of every move so far
    winners: tuple[int, ...] = ()
    stage: Stage | None = None
    beside: tuple[Public, ...] = ()
    end: Public | None = None
    unseen: tuple[Unseen, ...] = ()
    keypad: tuple[Button[Public], ...] = ()  # orders that anybody may give silently
    topic: str = ""  # what the keypad is for; the same for as long as that goes on
    captions: tuple[tuple[str, Public], ...] = ()  # what rows of keys are for, by their place
    named: tuple[tuple[str, Public], ...] = ()  # what short keys stand for, by their spelling
    kind: str = ""  # the game, as in records
    may_start: bool = False
    crowded: bool = False  # a variant is played, so keys are many and long: rows break by width
    one_more: bool = False  # could start with one more player, and cannot yet
    invites: bool = False  # a lobby that shows no panel
    host: int = 0
    tiles: tuple[Tile, ...] = ()
    terms: tuple[Public, ...] = ()

    @property
    def asked(self) -> tuple[Public, ...]:
        """All that stands below the table: what is asked, and what must be known for it."""
        return (*self.status, *self.explained, *self.remarks)

    @property
    def buttons(self) -> Rows[Public]:
        """All buttons, those of the house last."""
        return (*self.choice, self.foot) if self.foot else self.choice


class Hand(msgspec.Struct, frozen=True):
    """What one person sees in private. It holds secrets: it must never reach a room.

    `common` is the table as everybody sees it, `own` what is theirs alone; `whole` says that the
    card of this game tells both. `brief` is the hand in very few words, `faces` its cards as
    they can be drawn, `unseen` what is yet to be seen of the others. `said` is how far their choice
    has come; with `sure` it is a move that loses at once, asked about once more. `letters` is the
    version of the hand whose letters they can see on it (-1: none). The rest is as for a `Board`.
    """

    table: str
    phase: Phase
    game: Public
    title: Public
    seat: int = 0  # 0: they have none
    name: str = ""
    common: tuple[Public, ...] = ()
    own: tuple[Message, ...] = ()
    whole: bool = False
    brief: tuple[Message, ...] = ()
    asked: tuple[Message, ...] = ()
    choice: Rows[Message] = ()
    foot: tuple[Button[Public], ...] = ()
    question: int = 0
    round: int = 0  # as on the board
    awaited: tuple[int, ...] = ()
    left: bool = False
    decides: bool = False  # they are expected to answer here themselves
    called: bool = False
    window: bool = False
    said: tuple[str, ...] = ()
    sure: bool = False
    letters: int = -1
    stage: Stage | None = None
    faces: tuple[Face, ...] = ()
    unseen: tuple[Unseen, ...] = ()
    sitters: tuple[Sitter, ...] = ()
    crowded: bool = False  # as on the board
    kind: str = ""  # the game, as in records

    @property
    def lines(self) -> tuple[Message, ...]:
        """The card of this game in words."""
        return (*self.common, *self.own) if self.whole else self.own

    @property
    def buttons(self) -> Rows[Message]:
        """All buttons, those of the house last."""
        return (*self.choice, self.foot) if self.foot else self.choice

    @property
    def sits(self) -> bool:
        """They have a seat in a game that was dealt, and have not left it."""
        return bool(self.seat) and not self.left

    @property
    def mine(self) -> bool:
        """They are asked, and answer themselves."""
        return self.decides and self.seat in self.awaited


class Sheet(msgspec.Struct, frozen=True):
    """Something that was asked for and is the same for everybody: rules, help, the seal, a
    question."""

    title: Public
    lines: tuple[Public, ...] = ()
    asked: tuple[Public, ...] = ()
    buttons: Rows[Public] = ()


class Guided(msgspec.Struct, frozen=True):
    """A step of a guided first round. It holds the learner's cards: it is for a private chat.

    `happened` are the notes since the step before, `lesson` the words on them, `table` the table
    in words, `faces` (or `brief`) the learner's cards, `asked` what to do now. `choice` are its
    buttons; `names` are those of the seats, of computers as the codes of a `BotName`.
    """

    title: Public
    names: tuple[str, ...]
    edition: str
    happened: tuple[Message, ...] = ()
    lesson: tuple[Message, ...] = ()
    table: tuple[Message, ...] = ()
    brief: tuple[Message, ...] = ()
    faces: tuple[Face, ...] = ()
    asked: tuple[Message, ...] = ()
    choice: Rows[Message] = ()


AnySheet = Board | Hand | Sheet
"""Whatever can be shown: with a title, lines, what is asked, and buttons."""


class Labelled(Public, frozen=True, tag="label.act"):
    """A button that does something of the house."""

    text: ClassVar[str] = N_("{act}")
    act: Act


class LabelledWord(Public, frozen=True, tag="label.plain"):
    """A button with a letter or a digit on it: the same in every language."""

    text: ClassVar[str] = N_("{mark}")
    mark: str


def public(message: Message) -> Public:
    """Something made for everybody, as such. Raises TypeError if it is a secret: that must never
    stand on a board."""
    if not isinstance(message, Public):
        raise TypeError(f"{type(message).__name__} is not for every eye")
    return message


def act_button(table: str, question: int, act: Act) -> Button[Public]:
    """A button of the house, by its own name."""
    return Button(Labelled(act), table, question, act)


def sitters(chairs: Iterable[Chair]) -> tuple[Sitter, ...]:
    """Who fills the chairs of a table, as everybody knows it."""
    return tuple(
        Sitter(
            chair.name,
            chair.user,
            chair.bot is not None,
            chair.decides,
            chair.letters,
            manner_at(chair),
        )
        for chair in chairs
    )


def three_in_a_row(buttons: Sequence[Button[M]]) -> Rows[M]:
    """Buttons in rows of at most three."""
    return tuple(tuple(buttons[i : i + 3]) for i in range(0, len(buttons), 3))
