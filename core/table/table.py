"""A table: lobby, playing, finished; and the commands that change it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from core.kernel.game import AnyGame
from core.kernel.minds import Level
from core.kernel.proof import Beacon, Cut, Party
from core.kernel.text import Note
from core.table.failures import Late as Late
from core.table.failures import Refused as Refused
from core.table.sayings import Pace

R = TypeVar("R")

Value = str | int | bool

WAIVES_AFTER = 2  # windows that were passed in silence, one after the other
MARK = 4  # hex digits of the mark of who fills a chair


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at a table, and who fills it.

    `name` is what the person is called on their platform, as it came; for a computer the
    code of a `BotName`. With both `user` and `bot` a computer plays for somebody who is
    there. `away` means that the person fell silent; `silent` counts silences in a row, and
    `waived` those in windows that were opened for several. `salt` (hex), `cut` and `seen` belong
    to a person in the lobby: the start takes the first two into the deal, and `seen` is when
    something was heard of them last, in seconds since 1970 (0: not known). Told again of
    somebody who was forgotten, their mark stands in place of the salt. `more_time` is a wish of
    their own: nobody else is told, but the deadlines of their turns can be seen.
    """

    name: str
    user: str | None = None
    bot: str | None = None
    silent: int = 0
    away: bool = False
    left: bool = False
    letters: bool = False  # plays by letters in the group rather than in private
    order: str = ""  # a standing order; a secret of the chair
    room: int = 0  # the room that its person came from (0: not known)
    salt: str = ""
    cut: Cut | None = None
    seen: int = 0
    more_time: bool = False
    waived: int = 0

    @property
    def waives(self) -> bool:
        """They have let two windows pass in silence: those for several wait for them no more,
        until they act again. Whether an order would speak for them plays no part: it is public."""
        return self.decides and self.waived >= WAIVES_AFTER

    @property
    def decides(self) -> bool:
        """A person is expected to answer here themselves."""
        return self.user is not None and self.bot is None and not self.away and not self.left

    @property
    def present(self) -> bool:
        """A person sits here and has not fallen silent or left."""
        return self.user is not None and not self.away and not self.left


class SaidCut(msgspec.Struct, frozen=True):
    """Words that somebody mixed into the shuffle of a table that an older release opened."""

    name: str
    text: str


class Knocking(msgspec.Struct, frozen=True):
    """Another room that asks to join: its id and title, and the title of the table's room."""

    room: int
    title: str
    into: str


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is dealt by: agreed upon in the lobby, fixed by the start.

    After the start nothing of it changes but the names of people. `secret` (hex) is sealed at
    the opening and shown only after the game. A `preset` that nobody has chosen is empty in the
    lobby, where the edition follows the number seated; the start writes down which one it was.
    The last five are known from the start on: the `seed` (hex) of all chance, the `options`
    (the game's own type), the names in the order of `joined`, the number of each one's room
    (empty if there is one room only), and the seat that won the game before.

    `proof` is the version of the protocol that proves the deal (`core.kernel.proof`): tables that
    an older release opened have 1, with `cuts` of words and `joined`. With 2 the start fixes
    `people` in the order of joining, those who `won` the game before by their places in it, the
    `mind` of the computers, and the `commit` over all of it; `beacon` is the public round that the
    deal waits for, if it does, and what became of it.
    """

    id: str
    game: str
    secret: str
    preset: str = ""
    preset_chosen: bool = False
    switches: dict[str, Value] = {}
    pace: Pace = Pace.QUICK
    level: Level = Level.NORMAL  # of the computers, in a game whose computers have levels
    cuts: tuple[SaidCut, ...] = ()
    seed: str = ""
    options: Any = None
    joined: tuple[str, ...] = ()
    rooms: tuple[int, ...] = ()
    last_winner: int | None = None
    proof: int = 1
    people: tuple[Party, ...] = ()
    won: tuple[int, ...] = ()
    mind: int = 0
    commit: str = ""
    beacon: Beacon | None = None


class _Common(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every table has that was not given up."""

    deal: Deal
    host: str
    chairs: tuple[Chair, ...]

    @property
    def id(self) -> str:
        """The name of the table."""
        return self.deal.id

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.deal.game

    @property
    def secret(self) -> str:
        """What is sealed (hex)."""
        return self.deal.secret

    @property
    def preset(self) -> str:
        """The edition: the chosen one; once dealt, the one that is played."""
        return self.deal.preset

    @property
    def switches(self) -> dict[str, Value]:
        """What was chosen otherwise than the preset has it."""
        return self.deal.switches

    @property
    def pace(self) -> Pace:
        """How long people may think."""
        return self.deal.pace

    @property
    def level(self) -> Level:
        """How well its computers play, where they have levels."""
        return self.deal.level


class Lobby(_Common, frozen=True, tag="lobby", omit_defaults=True):
    """A table that gathers players, in the order of joining."""

    winners: tuple[str, ...] = ()  # who won the game before: users, or names of computers
    panel: str = ""  # the settings that the board shows: "", game, preset, pace, level, switches
    knocking: tuple[Knocking, ...] = ()


class Drawing(_Common, frozen=True, tag="drawing", omit_defaults=True):
    """A table that has started and waits for the public round its deal follows from: people and
    cuts are fixed and told. The chairs are in the order of joining still."""

    question: int = 0


class _Dealt(_Common, frozen=True, omit_defaults=True):
    """What every table has that was dealt. `chairs[0]` is seat 1.

    `question` grows whenever something else is asked; `moves` are the lines of the record. With
    proof 2 `by` tells of each of them who made it if its person did not (a kind of computer
    player), and `link` (hex) binds all of them.
    """

    state: Any
    question: int = 1
    moves: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    link: str = ""

    @property
    def options(self) -> Any:
        """By what it is played: the game's own type."""
        return self.deal.options

    @property
    def seed_bytes(self) -> bytes:
        """The seed of all chance in this game."""
        return bytes.fromhex(self.deal.seed)


class Playing(_Dealt, frozen=True, tag="playing", omit_defaults=True):
    """A running game. `drawn` counts the draws from the seed."""

    drawn: int = 0
    asleep: bool = False
    opened_for: int = 0  # how many seats the open question awaited at first (0: not known)
    passed: int = 0  # the question at which it was told who has no objection


class Finished(_Dealt, frozen=True, tag="finished", omit_defaults=True):
    """A game that was played to its end, and the seats that won it."""

    winners: tuple[int, ...] = ()


class Closed(msgspec.Struct, frozen=True, tag="closed", omit_defaults=True):
    """A table that was given up: its board tells nothing any more. Its secret is opened to those
    who sat there; `deal` (without options) is None where an older release closed it, and `moves`,
    `by` and `link` are those of the game, if one was running."""

    id: str
    game: str
    chairs: tuple[Chair, ...] = ()
    deal: Deal | None = None
    moves: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    link: str = ""


Table = Lobby | Drawing | Playing | Finished | Closed
Games = Mapping[str, AnyGame]


Tale = Generator[Note, None, R]
"""What a command tells while it is carried out."""


def run(tale: Tale[R], notes: list[Note]) -> R:
    """Let a tale run to its end; its notes are added to the list."""
    while True:
        try:
            notes.append(next(tale))
        except StopIteration as end:
            result: R = end.value
            return result


def chair_of(chairs: tuple[Chair, ...], user: str) -> int | None:
    """The index of the user's chair (somebody who left sits no more), or None."""
    for index, chair in enumerate(chairs):
        if chair.user == user and not chair.left:
            return index
    return None


def key_of(chair: Chair) -> str:
    """Who fills a chair, from one game to the next: a user, or the name of a computer."""
    return chair.user if chair.user is not None else chair.name


def mark_of(table: str, chair: Chair) -> str:
    """A short mark of who fills a chair, for a button: when it is pressed, somebody else may."""
    return sha256(f"{table}:{key_of(chair)}".encode()).hexdigest()[:MARK]


def closed(table: Lobby | Drawing | Playing) -> Closed:
    """The table, given up."""
    if not isinstance(table, Playing):
        return Closed(table.id, table.game, table.chairs, table.deal)
    deal = msgspec.structs.replace(table.deal, options=None)
    return Closed(table.id, table.game, table.chairs, deal, table.moves, table.by, table.link)


def put(chairs: tuple[Chair, ...], index: int, chair: Chair) -> tuple[Chair, ...]:
    """The chairs with one of them replaced."""
    return (*chairs[:index], chair, *chairs[index + 1 :])


def spell(value: Value) -> str:
    """A value of a switch as a word: true, false, 3, forbid."""
    return str(value).lower() if isinstance(value, bool) else str(value)
