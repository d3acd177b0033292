"""Which groups may play here: groups of strangers wait until the owner of the host lets them in.

Where a group stands is a word at its room; empty: it is let in. Each change is one transaction that
counts only where the group still stands as it was seen, so workers need not know of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from hashlib import sha256
from typing import Protocol

import msgspec

from core.table.places import Room

MOST_IN = 50_000  # rooms of which is remembered that they are let in
STAYS = 300.0  # seconds for a word of somebody who may let a group in, before it is left
KEPT = "guest:"  # how names begin under which is kept who asks for a group

IN = ""  # let in
NEW = "new"  # nothing was decided yet
WAITS = "waits"  # the owner is to decide
TOLD = "told"  # the same, and whoever tried to play was told once more
LET = "let"  # let in, and not greeted yet
TURNED = "turned"  # turned away by the owner; the bot is still there
AWAY = "away"  # turned away by the owner, and left
SHUT = "shut"  # not let in by the setting; the bot is still there. Once it is left: new

ASKING = (WAITS, TOLD)
OPEN_TO = (NEW, *ASKING)  # what can still be decided
OUTSIDE = (*ASKING, TURNED, AWAY, SHUT)  # which may not play
STRANGE = (NEW, *OUTSIDE)  # whose people are not known by being there


def mark_of(chat: str) -> str:
    """What tells a group from others on keys: numbers of rooms begin again where a host goes back
    to a copy of its database."""
    return sha256(chat.encode()).hexdigest()[:8]


class Waiting(msgspec.Struct, frozen=True):
    """A group that waits: who has added the bot (empty: the platform does not tell), since when
    (seconds since 1970), and whether the owner was asked."""

    room: Room
    by: str = ""
    at: float = 0.0
    asked: bool = False


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a group that waits: who has added the bot, and what they are called; of one
    that is to be left, not before when (seconds since 1970)."""

    user: str = ""
    name: str = ""
    at: float = 0.0
    asked: bool = False
    leaves: float = 0.0


class Gate(Enum):
    """What becomes of something that was heard in a group."""

    OPEN = auto()  # it goes its way
    TELL = auto()  # the group is told that it waits
    AGAIN = auto()  # it is told that it still does
    LEAVES = auto()  # it is told that it is left, unless somebody who is known says a word
    PARTS = auto()  # the same, unless the owner does
    SHUT = auto()  # nothing


class Decided(Enum):
    """What became of the owner's decision."""

    IN = auto()
    AWAY = auto()
    WAS_IN = auto()  # it was decided before
    WAS_AWAY = auto()


class GuestStore(Protocol):
    """A database that knows where rooms stand."""

    guarded: Collection[str]

    def stands(self, room_id: int) -> str: ...
    def stand(self, room_id: int, before: Collection[str], after: str) -> bool: ...
    def stand_all(self, before: Collection[str], after: str) -> None: ...
    def standing(self, states: Collection[str]) -> Sequence[Room]: ...
    def count_standing(self, states: Collection[str]) -> int: ...
    def is_known(self, user: str, outside: Collection[str]) -> bool: ...
    def is_beside(self, platform: str, begin: str) -> bool: ...
    def room(self, room_id: int) -> Room | None: ...
    def names_of(self, room_id: int) -> Sequence[str]: ...
    def kept(self, key: str) -> str: ...
    def keep(self, key: str, value: str, at: float) -> None: ...
    def change_kept(self, key: str, change: Callable[[str], str], at: float) -> str: ...
    def kept_like(self, prefix: str) -> Sequence[tuple[str, str]]: ...


class Guests:
    """Decides by `rule` (open, ask, none) about groups of whom nobody is known; `owner` may play
    anywhere. `changed` is called when there is something to be done about a group. Everything
    here blocks on the database."""

    def __init__(
        self,
        store: GuestStore,
        now: Callable[[], float],
        rule: str = "open",
        owner: str = "",
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.owner = owner
        self.changed = changed
        self._store = store
        self._now = now
        self._rule = rule
        self._in: set[int] = set()

    @property
    def asks(self) -> bool:
        """Whether not every group may play."""
        return self._rule != "open"

    @property
    def welcome(self) -> bool:
        """Whether strangers may play here, at least once the owner has agreed."""
        return self._rule != "none"

    def guard(self, platform: str) -> None:
        """New groups on a platform stand outside, unless everybody may play."""
        if self.asks:
            self._store.guarded = frozenset((*self._store.guarded, platform))

    def begin(self) -> None:
        """After a start: what the setting says of groups that wait since it said something else."""
        if self._rule == "open":
            self._store.stand_all((*OPEN_TO, LET, TURNED, AWAY, SHUT), IN)
        elif self._rule == "none":
            self._store.stand_all(ASKING, SHUT)
        else:
            return
        for key, kept in self._store.kept_like(KEPT):
            if self._rule == "open" or not _read(kept).leaves:
                self._store.keep(key, "", self._now())

    # At the gate

    def gate(
        self, room: Room, user: str, name: str = "", *, calls: bool, added: bool = False
    ) -> Gate:
        """What becomes of something heard in a group: `calls` if it was meant for us, `added` if
        `user` (empty: nobody knows who) has just added us. A group is let in by whoever is known
        and adds or calls us there; one that the owner turned away, by the owner alone."""
        if not self.asks or room.id in self._in:
            return Gate.OPEN
        stands = self._store.stands(room.id)
        if stands in (IN, LET):
            if stands == IN:
                self._let(room.id)
            return Gate.OPEN
        owns = bool(user) and user == self.owner
        before = (*OPEN_TO, SHUT, TURNED, AWAY) if owns else (*OPEN_TO, SHUT)
        vouched = stands in before and (calls or added) and self.knows(user)
        # Where the owner decides meanwhile, that counts.
        if (vouched or (stands == NEW and self._beside(room))) and self._store.stand(
            room.id, before, IN
        ):
            self._forget(room.id)
            self._let(room.id)
            return Gate.OPEN
        return self._stranger(room, user if added else "", name, stands, calls, added)

    def _stranger(
        self, room: Room, user: str, name: str, stands: str, calls: bool, added: bool
    ) -> Gate:
        if stands == AWAY and (added or self._rule == "none"):
            return self._out(room, (AWAY,), TURNED, user)
        if stands in OPEN_TO and self._rule == "none":
            return self._out(room, OPEN_TO, SHUT, user)
        if stands == NEW:
            if not self._store.stand(room.id, (NEW,), WAITS):
                return Gate.SHUT
            self._keep(room.id, _Kept(user, name if user else "", self._now()))
            self.changed()
            return Gate.TELL
        if stands == WAITS and calls and self._store.stand(room.id, (WAITS,), TOLD):
            return Gate.AGAIN
        return Gate.SHUT

    def _out(self, room: Room, before: Collection[str], after: str, adds: str) -> Gate:
        """A group is to be left: at once, or, where nobody tells who has added us, after a while in
        which whoever may let it in can say a word."""
        if not self._store.stand(room.id, before, after):
            return Gate.SHUT
        if adds:
            self._forget(room.id)
            self.changed()
            return Gate.SHUT
        self._keep(room.id, _Kept(leaves=self._now() + STAYS))
        return Gate.LEAVES if after == SHUT else Gate.PARTS

    def _beside(self, room: Room) -> bool:
        """Whether the group is an old one of which we knew no more than some of its topics."""
        return self._store.is_beside(room.platform, f"{room.chat}:")

    def stays_out(self, room: Room) -> bool:
        """Whether a group of which something is known may not play."""
        return self._stands(room) in OUTSIDE

    def is_strange(self, room: Room) -> bool:
        """Whether a group may not play, also if nothing was decided about it."""
        return self._stands(room) in STRANGE

    def is_new_here(self, room: Room) -> bool:
        """Whether a group was let in and has not been greeted."""
        return self._stands(room) == LET

    def left(self, room: Room) -> None:
        """The bot is no longer in a group: it waits for nothing."""
        if self.asks:
            self.was_left(room)
            self._store.stand(room.id, ASKING, NEW)
            self._forget(room.id)

    def knows(self, user: str) -> bool:
        """The owner, and whoever was heard in a group that was let in."""
        return bool(user) and (user == self.owner or self._store.is_known(user, STRANGE))

    def _let(self, room_id: int) -> None:
        if len(self._in) >= MOST_IN:
            self._in.clear()
        self._in.add(room_id)

    # The owner's side

    def waiting(self) -> list[Waiting]:
        """The groups that wait, the newest first."""
        records = dict(self._store.kept_like(KEPT))
        found = []
        for room in self._store.standing(ASKING):
            kept = _read(records.get(f"{KEPT}{room.id}", ""))
            found.append(Waiting(room, kept.name, kept.at, kept.asked))
        return found

    def number(self) -> int:
        """How many groups wait."""
        return self._store.count_standing(ASKING)

    def asked(self, rooms: Sequence[int]) -> None:
        """The owner was asked about these groups."""
        for room in rooms:  # whose record is gone was decided about meanwhile
            self._store.change_kept(f"{KEPT}{room}", _asked, self._now())

    def decide(self, room_id: int, mark: str, *, let_in: bool) -> tuple[Decided, Room] | None:
        """The owner has decided; and about which group. Only the first decision counts.
        None if the room does not bear the mark: its number was given to another group."""
        room = self._store.room(room_id)
        if room is None or mark not in map(mark_of, self._store.names_of(room_id)):
            return None
        if self._store.stand(room_id, OPEN_TO, LET if let_in else TURNED):
            self._forget(room_id)
            self.changed()
            return (Decided.IN if let_in else Decided.AWAY), room
        was_in = self._store.stands(room_id) in (IN, LET)
        return (Decided.WAS_IN if was_in else Decided.WAS_AWAY), room

    def turn_all_away(self, until: int) -> int:
        """No group that has waited since `until` (seconds since 1970) may play; tells how many
        those were."""
        rooms = [each.room for each in self.waiting() if int(each.at) <= until]
        turned = [room for room in rooms if self._store.stand(room.id, ASKING, TURNED)]
        for room in turned:
            self._forget(room.id)
        self.changed()
        return len(turned)

    def to_greet(self) -> Sequence[Room]:
        """The groups that were let in and have not been greeted."""
        return self._store.standing((LET,))

    def to_leave(self) -> Sequence[Room]:
        """The groups that are to be left now."""
        found = self._store.standing((TURNED, SHUT))
        records = dict(self._store.kept_like(KEPT)) if found else {}
        at = self._now()
        return [room for room in found if not _stays(records.get(f"{KEPT}{room.id}", ""), at)]

    def greeted(self, room: Room) -> bool:
        """A group was greeted. True for the first who says so."""
        return self._store.stand(room.id, (LET,), IN)

    def was_left(self, room: Room) -> None:
        """The bot has left a group that was turned away, or that the setting does not let in."""
        for before, after in ((TURNED, AWAY), (SHUT, NEW)):
            if self._store.stand(room.id, (before,), after):
                self._forget(room.id)

    # Whoever runs the host, at the terminal

    def outside(self) -> Sequence[Room]:
        """The groups that may not play, the newest first."""
        return self._store.standing(STRANGE)

    def open_anew(self, room_id: int) -> bool:
        """Let a group in that may not play, whatever was decided about it; tells whether it did.
        Where the bot is still there it greets it."""
        here = self._store.stand(room_id, (*ASKING, TURNED, SHUT), LET)
        done = here or self._store.stand(room_id, (NEW, AWAY), IN)
        if done:
            self._forget(room_id)
        return done

    def turn_away(self, room_id: int) -> bool:
        """Turn a group away about which nothing was decided; tells whether it did."""
        done = self._store.stand(room_id, OPEN_TO, TURNED)
        if done:
            self._forget(room_id)
        return done

    # Small things

    def _stands(self, room: Room) -> str:
        """Where a group stands; nowhere but in if all may play, or if it is known to be in."""
        return self._store.stands(room.id) if self.asks and room.id not in self._in else IN

    def _keep(self, room_id: int, kept: _Kept) -> None:
        self._store.keep(f"{KEPT}{room_id}", msgspec.json.encode(kept).decode(), self._now())

    def _forget(self, room_id: int) -> None:
        if self._store.kept(f"{KEPT}{room_id}"):
            self._store.keep(f"{KEPT}{room_id}", "", self._now())


def _read(kept: str) -> _Kept:
    try:
        return msgspec.json.decode(kept, type=_Kept)
    except msgspec.MsgspecError:
        return _Kept()


def _asked(kept: str) -> str:
    record = msgspec.structs.replace(_read(kept), asked=True)
    return msgspec.json.encode(record).decode() if kept else ""


def _stays(kept: str, at: float) -> bool:
    """Whether a group is not left yet; a clock that was wrong holds up nobody for long."""
    return 0.0 < _read(kept).leaves - at <= STAYS
