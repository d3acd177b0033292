"""What the house needs of a database: one unit of work, one row type for each thing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

import msgspec

from core.house.journal import Entry
from core.kernel.text import Note
from core.table.failures import OurTrouble as OurTrouble
from core.table.places import Habits, Individual, Reserved, Room, Showing, StoredTable, Wishes
from core.table.score import Counted

R = TypeVar("R")


class Draft(msgspec.Struct, frozen=True):
    """What a person has pressed so far of a secret choice in a group.

    `said` maps a row's place to the label pressed; `shown` is the hand version whose letters
    the person has been shown (-1: none).
    """

    question: int = 0
    said: dict[str, str] = {}
    shown: int = -1
    hinted: int = 0  # the question at which the group was told that they should look first
    asked: float = -1.0  # when they were asked whether they mean this whole choice (-1: never)


class Pending(msgspec.Struct, frozen=True):
    """A note by its number: one that an address has not been told yet, or that a table was."""

    id: int
    table: str
    note: Note


class Traces(msgspec.Struct, frozen=True):
    """How much is kept of a person besides what has a name of its own: half-made choices, messages
    that wait or stand in their private chat, small things that bear their id, places in next
    games."""

    drafts: int = 0
    waiting: int = 0
    cards: int = 0
    notes: int = 0
    reserved: int = 0


class Reads(Protocol):
    """What can be read, all of it as it stood at one moment."""

    def room(self, room_id: int) -> Room | None:
        """A room by its id."""

    def habits(self, room_id: int) -> Habits:
        """How a room likes to play (a new one has no habits)."""

    def reserved(self, room_id: int) -> Sequence[Reserved]:
        """Who has a place in the next game of a room, in the order of asking."""

    def row(self, table_id: str) -> StoredTable | None:
        """A table by its id."""

    def rooms_of(self, table_id: str) -> Sequence[Room]:
        """The rooms in which the table is (or was last) played, oldest first."""

    def tables_of(self, user: str) -> Sequence[str]:
        """The open tables at which a person sits, newest first."""

    def people(self, users: Collection[str]) -> dict[str, Individual]:
        """What is known of people, by their names for us (a stranger is empty)."""

    def told(self, table_id: str, most: int) -> Sequence[Pending]:
        """The last things that everybody at a table was told, oldest first."""

    def members(self, room_id: int) -> frozenset[str]:
        """Who was heard in a room and has not left it."""

    def is_member(self, room_id: int, user: str) -> bool:
        """Whether a person was heard in a room and has not left it."""

    def kept(self, key: str) -> str:
        """What is kept under a name; empty if nothing is."""

    def journal_of(self, table_id: str, after: int = 0) -> Sequence[Entry]:
        """The journal of a table, in order: the lines after this version."""

    def secret_of(self, table_id: str) -> str:
        """The secret (hex) of a table; empty if there is no such table."""

    def draft(self, table_id: str, user: str) -> Draft:
        """The draft of a person at a table (an empty one if there is none)."""

    def score(self, room_id: int) -> Sequence[Counted]:
        """The score of a room, in the order in which it was counted."""

    def rooms_with(self, user: str) -> Sequence[Room]:
        """The rooms in which a person was heard and that they have not left, oldest first."""

    def naming(self, user: str) -> Sequence[str]:
        """The tables that name a person, open and over, the oldest first."""

    def traces(self, user: str) -> Traces:
        """How much more is kept of a person."""

    def score_of(self, user: str) -> Sequence[tuple[int, Counted]]:
        """What was counted of a person, and in which rooms, in the order in which it was."""


class Work(Reads, Protocol):
    """One transaction. It is rolled back unless it ends well. What it reads of a table is locked
    until its end."""

    def first_time(self, receipt: str, at: float) -> bool:
        """Remember the receipt of an input; False if it was known."""

    def insert(self, row: StoredTable, room_id: int, secret: str = "") -> bool:
        """Store a new table in a room, its secret (hex) apart; False if the room already has an
        open one."""

    def update(self, row: StoredTable) -> None:
        """Store a new state of a table."""

    def seated(self, table_id: str, users: Sequence[str]) -> None:
        """Who sits at the table now, in the order of the chairs."""

    def close(self, table_id: str, at: float) -> None:
        """The table is no longer open: its rooms are free, nobody sits there."""

    def reopen(self, table_id: str) -> None:
        """The table is open again in all its rooms; none of them may have another one."""

    def journal(self, table_id: str, version: int, at: float, entry: bytes) -> None:
        """Add a line to the journal of a table."""

    def tell(self, lane: str, table_id: str, notes: Sequence[Note], at: float) -> None:
        """Queue notes for an address, in order, and mark its card of this table as outdated."""

    def touch(self, lane: str, table_id: str, at: float) -> None:
        """Mark the card of a table at an address as outdated."""

    def hurry(self, lane: str, at: float) -> None:
        """What waits at an address is due now, although it was put off."""

    def log(self, table_id: str, notes: Sequence[Note], at: float) -> None:
        """Keep what everybody at a table was told, for looking back."""

    def bridge(self, room_id: int, table_id: str) -> bool:
        """Play a table in a further room; False if that room has an open table."""

    def arrived(self, room_id: int, user: str) -> None:
        """A person was heard in a room."""

    def departed(self, room_id: int, user: str) -> None:
        """A person has left a room."""

    def keep(self, key: str, value: str, at: float) -> None:
        """Keep something under a name; an empty value is forgotten."""

    def habits_locked(self, room_id: int) -> Habits:
        """How a room likes to play, which nobody else changes before this is done."""

    def put_habits(self, room_id: int, habits: Habits) -> None:
        """Store how a room likes to play."""

    def count(self, room_id: int, entries: Sequence[Counted]) -> None:
        """Add to the score of a room; what is counted already stays as it is."""

    def uncount(self, room_id: int, user: str) -> None:
        """Erase what was counted of a person in a room."""

    def put_entry(self, table_id: str, entry: Entry) -> None:
        """Store another text of a line of a journal."""

    def reword(self, tables: Collection[str], change: Callable[[Note], Note]) -> None:
        """Change what was told at some tables, and all that waits to be told anywhere. A note
        that cannot be read is thrown away."""

    def erase(
        self, user: str, names: Collection[str], at: float, tables: Collection[str] = ()
    ) -> bool:
        """Erase what is kept of a person by their id, or by these names where a chat of a
        playground bears them: all but tables, journals and what was told there. False, and
        nothing is erased, while something is just being sent to them."""

    def reserve(self, room_id: int, who: Reserved, at: float) -> None:
        """Keep a place for somebody in the next game of a room."""

    def release(self, room_id: int, user: str) -> None:
        """Keep no place for them any more."""

    def put_draft(self, table_id: str, user: str, draft: Draft) -> None:
        """Store a draft."""

    def undo_to_here(self) -> Callable[[], None]:
        """A savepoint: calling the result takes back all that was written since."""


class Store(Protocol):
    """A database."""

    def run(self, work: Callable[[Work], R]) -> R:
        """Carry out one transaction and commit it; an exception rolls it back."""

    def read(self, look: Callable[[Reads], R]) -> R:
        """Read without a lock: never waits for a transaction, and no transaction for it."""

    def scrub(self) -> None:
        """Leave nothing in the file of what was erased from it."""


class Batch(msgspec.Struct, frozen=True):
    """What an address waits for. `seq` names the claim, and tells whether more has come since.

    `tries` counts the claims since anything was known for certain of this lane, this one
    included: at 2 there may already be one copy of what waits that nobody knows about.
    """

    lane: str
    seq: int
    notes: tuple[Pending, ...]
    cards: tuple[Showing, ...]
    tries: int = 1


class Lanes(Protocol):
    """The outbox: one lane for each address, with a lease while somebody sends."""

    def claim(
        self,
        at: float,
        lease: float,
        most: int,
        without: Collection[str] = (),
        *,
        kept: bool = False,
    ) -> Sequence[Batch]:
        """Lanes that are due and that nobody alive sends, but those of the platforms `without`, now
        leased for `lease` seconds. Those that wait longest come first. With `kept` only those that
        this worker keeps, else also those that nobody does."""

    def keep_lane(self, lane: str, at: float, lasts: float) -> None:
        """For so long (seconds) this worker alone can say something at an address: when it is due
        it is left to this one."""

    def claim_one(self, lane: str, at: float, lease: float) -> Batch | None:
        """One lane, if anything waits there and nobody else sends it."""

    def settle(
        self,
        batch: Batch,
        sent: Sequence[int],
        cards: Sequence[Showing],
        at: float,
        *,
        also: Callable[[Work], None] | None = None,
        until: float | None = None,
        tries: int = 0,
        keep: float = 0.0,
    ) -> bool:
        """Forget the notes that were sent, store the cards, do what `also` does, all in one
        transaction; then give the lane back. A lane with something new or unsent stays due, at
        once or at `until` (infinity: at the next touch). `tries` is remembered: how many copies
        of what waits may be out whose fate is unknown. With `keep` (seconds) only a part was
        sent: the lane is kept for so long. Who no longer holds the lane changes only what they
        have sent, and is told so: False."""

    def told(self, table_id: str, most: int) -> Sequence[Pending]:
        """The last things that everybody at a table was told, oldest first."""

    def postpone(self, batch: Batch, until: float, tries: int = 0) -> None:
        """Give a lane back with nothing sent, if it is still held by this claim; it is due again
        at `until` (infinity: at the next touch)."""

    def wake(self, lane: str, at: float) -> bool:
        """A lane that was put off because the fate of what was sent is not known is due now.
        Tells whether it was such a lane."""

    def renew(self, batches: Sequence[Batch], until: float) -> None:
        """Hold on to lanes that are being sent."""

    def hand_back(self, at: float) -> None:
        """Give back every lane that this process holds (it is about to end); they are due."""


class Directory(Protocol):
    """Rooms and people."""

    def enter(self, platform: str, chat: str, language: str, title: str = "") -> Room:
        """The room of a chat; it is made when the chat is new."""

    def found(self, platform: str, chat: str) -> Room | None:
        """The room of a chat; None if it is not known."""

    def room(self, room_id: int) -> Room | None:
        """A room by its id."""

    def speak(self, room_id: int, language: str, at: float) -> None:
        """Change the language of a room and mark its cards as outdated."""

    def speak_too(self, room_id: int, second: str, at: float) -> None:
        """Change the second language of a room (empty: none) and mark its cards as outdated."""

    def rename(self, platform: str, old: str, new: str) -> None:
        """A chat has a new id: both names mean the same room from now on."""

    def person(self, user: str) -> Individual:
        """What is known of a person (a stranger is empty)."""

    def remember(
        self, person: Individual, before: Individual | None = None, *, guessed: bool = False
    ) -> None:
        """Store what is known of a person: all of it, or what differs from what was known `before`
        (somebody else may have stored the rest meanwhile; wishes are changed by `wish` alone). A
        language that is `guessed` counts only where none is known."""

    def wish(self, user: str, change: Callable[[Wishes], Wishes]) -> None:
        """Store what `change` makes of a person's wishes, while nobody else changes them."""

    def shown_at(self, lane: str, table: str) -> str:
        """The message that shows a table at an address, as it was stored; empty if none does."""

    def hurry_platform(self, platform: str, at: float, after: str = "") -> str:
        """What was put off for long at some addresses of a platform, or waits there for something
        new to be told, is due now. These are the next ones after the address `after`; tells the
        last of them, empty if that was all."""

    def rooms_on(self, platform: str) -> Sequence[Room]:
        """All rooms of a platform, the oldest first."""

    def kept(self, key: str) -> str:
        """What is kept under a name; empty if nothing is."""

    def keep(self, key: str, value: str, at: float) -> None:
        """Keep something under a name; an empty value is forgotten."""

    def keep_first(self, key: str, value: str, at: float) -> str:
        """Keep something under a name unless something is kept there; what is kept now."""

    def change_kept(self, key: str, change: Callable[[str], str], at: float) -> str:
        """Keep under a name what `change` makes of what is kept there (empty: nothing), while
        nobody else changes it. Tells what was kept before."""

    def kept_like(self, prefix: str) -> Sequence[tuple[str, str]]:
        """Everything kept under names that begin so, the oldest first."""


class Ledger(Protocol):
    """What was spent, by the day on which counting began (2025-12-01)."""

    def spend(self, day: str, what: str, number: int, most: int) -> bool:
        """Add to what was spent, unless that would be more than `most`; tells whether."""

    def spent(self, day: str, what: str) -> int:
        """What was spent."""


class Times(Protocol):
    """Tables whose time has come."""

    def due(self, at: float, most: int = 100) -> Sequence[tuple[str, int]]:
        """Tables whose deadline has passed: id and question."""

    def reminders(self, at: float, most: int = 100) -> Sequence[str]:
        """Tables whose half time has passed and that were not reminded."""

    def unasked(self, at: float, most: int) -> Sequence[str]:
        """Tables at which nothing has been asked yet, and whose time ends by then: those that
        wait for a beacon, and lobbies about to close."""

    def next_time(self) -> float | None:
        """When the next deadline or reminder comes."""

    def open_tables(self, platform: str | None = None) -> Sequence[str]:
        """All open tables, or those that are played at a platform."""

    def open_lobbies(self, platform: str | None = None) -> Sequence[str]:
        """Of these the ones at which nothing has been asked yet."""

    def put_off(
        self, at: float, seconds: float, most: int, platform: str | None = None
    ) -> Sequence[str]:
        """Where people's clocks run whose time ends less than so many seconds after `at`, it ends
        then; tells which tables these were, at most so many. Whoever was reminded is not reminded
        again."""

    def unclear(self, until: float, platform: str | None = None) -> Sequence[str]:
        """The other tables whose time ends before `until`: only who looks at them knows for
        whom."""

    def crowded(self, at: float, most: int) -> bool:
        """Whether letters wait to be sent now at so many addresses."""

    def within_bounds(self, at: float) -> None:
        """Set right what a clock that was wrong may have stored: a lane that was put off is due
        now (whoever put it off knows that, or is told again), and what is said to have been
        asked later was asked now."""


def room_lane(room_id: int) -> str:
    """The address of a room's lane."""
    return f"room:{room_id}"


def person_lane(user: str) -> str:
    """The address of a person's lane."""
    return f"person:{user}"
