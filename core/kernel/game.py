"""What a game must be, for the house to host it."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from core.kernel.asks import Ask, Hidden, Over, Row, Scene, Section, Switch
from core.kernel.dice import Dice
from core.kernel.drawn import Face, Moment, Stage, Unseen
from core.kernel.lessons import Lesson
from core.kernel.minds import Bot
from core.kernel.notation import Move
from core.kernel.text import Message, Note, Public, Secret

R = TypeVar("R")
S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741

Telling = Generator[Note, None, R]
"""A story: it yields notes and returns a result. It is run to its end at once."""


def silent(result: R) -> Telling[R]:
    """A story in which nothing is told."""
    return result
    yield  # makes a story of it


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

    `core.kernel.plain.Plain` has defaults for what many games do alike.

    `play` is total on what `moves` lists and is never called with anything else. The rules
    read switches of `options`, never the name of a preset. Cards leave a deck through
    `dice.draw` and are mixed by `dice.shuffle` only, so that a record can prescribe them.
    """

    name: ClassVar[str]  # as in records: "love-letter"
    title: ClassVar[Public]
    state: type[S]
    options: type[O]
    bots: Mapping[str, Bot]  # "idle" plays for the absent
    default_bot: str  # which of them sits down unless somebody asks for another
    mind: int  # grows whenever a computer player of some kind would answer otherwise than before
    amounts: frozenset[str]  # first words of moves whose last word is an amount, not a seat
    withheld: Mapping[str, frozenset[str]]  # by preset: switches that its lobby does not offer
    orders: Orders | None  # None: the game has no use for standing orders
    lesson: Lesson | None  # a guided first round; None: the game explains itself
    minutes: int  # about how long a game takes; 0: not said

    @property
    def presets(self) -> Mapping[str, O]:
        """The editions, or ways to play, by their names; the first one is that of records."""

    def seats(self, options: O) -> range:
        """How many may play."""

    def preset_for(self, seated: int) -> str:
        """The preset that plays best with so many people, if the host chose none."""

    def preset_label(self, preset: str) -> Public:
        """The name of a preset: short, in words that mean something to players."""

    def preset_about(self, preset: str) -> Public | None:
        """What playing by a preset means, and for whom it is, as it goes on after its name and a
        colon; None if the name says it all."""

    def preset_source(self, preset: str) -> Public | None:
        """Whose rules a preset follows, for the rules; None if that goes without saying."""

    def switches(self, options: O) -> Sequence[Switch]:
        """The switches that make sense with these options, in the order of the lobby."""

    def with_switches(self, base: O, switches: Mapping[str, Any]) -> O:
        """The options of a preset with some switches set. Raises `msgspec.ValidationError`."""

    def extras(self, options: O) -> Sequence[Public]:
        """The variants that are played beyond the edition, by name; it is always named with
        them (`core.table.editions.edition_name`)."""

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

    def spoken(self, options: O, seats: int) -> Sequence[str]:
        """All moves that the game has words for with these options, spelled as in `moves`, whether
        or not they are ever legal: whoever types one that is not hears `why_not`. A word `@` stands
        for any seat, `#` for any number."""

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

    def scene(self, view: V) -> Scene:
        """The table in words. For the group's view it has `common` lines only: they become the
        board that everybody sees, so they are `Public`. For a seat the `own` lines are its hand
        card; `common` repeats the board, or is empty where that would be too long."""

    def why_not(self, state: S, seat: int, said: str) -> Public | Secret:
        """Why this move is not legal, for the sender alone."""

    def hidden(self, state: S, seat: int) -> Hidden:
        """The hidden cards that the seat chooses from, for its letters."""

    def rows(self, view: V) -> Sequence[Row]:
        """The rows of a group's board for the open secret choice; empty if it is none.

        Takes the group's view: nothing hidden can shape them.
        """

    def label(self, view: V, said: Sequence[str], word: str) -> Message:
        """The label of the button that says `word` after `said`; `Public` for the group's view.

        Some moves are whole and begin others (`convert`, `convert.3`). After such a move an empty
        `word` asks for its label as that move alone; the label of its first word then stands for
        those that it begins. After a first word of this kind an empty `word` also asks for the
        label of each longer one as a whole move (`["convert", "3"]`, `""`)."""

    def hint(self, view: V, said: Sequence[str]) -> Message:
        """The question that the next word answers ("Which card?", "On whom?")."""

    def brief(self, view: V) -> Sequence[Message]:
        """The hand in very few words, for an alert; empty for the group's view."""

    def hand(self, view: V) -> Sequence[Face]:
        """The reader's own cards as they can be drawn; none for the group."""

    def stage(self, view: V) -> Stage:
        """The table as it can be drawn, from what this reader may know; without places if it
        cannot."""

    def face(self, options: O, word: str) -> Face | None:
        """The card that this word of a move names, as it can be drawn; None if it names none."""

    def moment(self, options: O, message: Message) -> Moment | None:
        """What a note of this game tells, as it can be shown: nothing but what its words say.
        None if there is nothing to show."""

    def bluff(self, state: S, message: Public) -> Public | None:
        """What can be told of a claim in a note, if it was untrue of the hands in the state before
        it: to its owner when the game is over, and to all if they want that."""

    def unseen(self, view: V) -> Sequence[Unseen]:
        """Of each card how many the reader of this view has not seen, in the order of the rank;
        empty where that is no help."""

    def risk(self, view: V, code: str) -> Message | None:
        """What the legal move may cost its seat or bring it, in a short sentence that follows from
        the view; None where it goes without saying."""

    def help(self, options: O) -> Sequence[tuple[str, Message]]:
        """Card or action code and a short help on it, in the order of the rank; empty if the
        rules say it all."""

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

    def places(self, state: S, seats: int) -> Sequence[int]:
        """The place of each seat, seat 1 first, in a game that is over: who won stands before who
        did not; who is level shares a place, and the next ones follow as if they did not."""


AnyGame = Game[Any, Any, Any, Any]
