"""Where and by whom a table is played: rooms, people, the stored table, what shows it."""

from __future__ import annotations

import msgspec


class Habits(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a room likes to play: what its last table was, for the next one. Values of switches are
    spelled as in `spell`, `preset` is empty where the edition follows the number seated. `scores`
    says that the group keeps a score."""

    game: str = ""
    preset: str = ""
    switches: dict[str, str] = {}
    pace: str = ""
    level: str = ""
    scores: bool = False


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person wishes at all tables: more time, how they are called (empty: as usual)."""

    more_time: bool = False
    calls: str = ""


class Room(msgspec.Struct, frozen=True):
    """A place where people talk. `id` stays when the platform renames the chat. In a room of two
    languages names of cards stand in the `second` too."""

    id: int
    platform: str
    chat: str  # the platform's own name of the chat (and topic), an alias of the room
    language: str
    zone: str = "Asia/Tokyo"
    title: str = ""
    table: str | None = None  # the open table, if there is one
    second: str = ""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is stored.

    Times are seconds since 1970 (UTC). `asked_at` is when the question was opened,
    `remind_at` and `due` are None while no clock runs.
    """

    id: str
    snapshot: bytes
    version: int
    question: int
    asked_at: float
    due: float | None = None
    remind_at: float | None = None
    broken: bool = False


class Individual(msgspec.Struct, frozen=True):
    """A person: the name they use, the language they chose in private (empty: none)."""

    user: str
    name: str = ""
    language: str = ""
    reachable: bool = True
    wishes: Wishes = Wishes()


class Reserved(msgspec.Struct, frozen=True):
    """Somebody who has a place in the next game of a room, and what they are called."""

    user: str
    name: str = ""


class Showing(msgspec.Struct, frozen=True):
    """How a table is shown at an address: which message shows it, and the hash of what it
    shows. `outdated` means that the table has changed since."""

    table: str
    message: str = ""
    hash: str = ""
    outdated: bool = True
