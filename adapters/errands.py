"""What the owner of a host is to be told: each thing once, however often the host starts anew.

Nothing waits in a list: what is due follows from how things stand now and from marks of what was
told, so nobody is told of trouble that is over by the time they can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from adapters.guests import Guests
from adapters.hearing import HOUSE
from adapters.owner_card import Card, question
from adapters.owner_texts import (
    AsideTold,
    BackupNever,
    BackupOld,
    DiskFills,
    HostItself,
    ManyAside,
    OnPlatform,
    WasDeaf,
    WasOftenDeaf,
)
from adapters.status import FULL, time_of
from adapters.status_texts import TITLES, in_bytes
from core.house.mending import ASIDE, Damage, read_damage
from core.kernel.text import Message, Public

NEARLY = 4 * FULL  # bytes on the disk below which the owner is told
ROOMY = 2 * NEARLY  # bytes above which that is over
WEEK = 7 * 86400.0
GATHER = 20.0  # seconds for which is waited what else hears again, or who else would like to play
DEAF_REST = 3600.0  # seconds between two messages about deafness
ASKED_REST = 600.0  # seconds between two questions about groups
CROWD, CROWD_REST = 20, 86400.0  # groups that wait with which there is one question a day

BACKUP = "backup.at"
"""The name under which is kept when the last backup was made (seconds since 1970)."""
SINCE = "house.since"
DEAF, DEAF_TOLD = "owner:deaf", "owner:deaf-told"
DISK, BACKUP_TOLD = "owner:disk", "owner:backup"
ASIDE_TOLD = "owner:aside:"
ASKED = "owner:asked"
TELLING = "owner:telling:"
"""How the names begin under which is kept since when something of a kind is being told."""
TELLS = 60.0  # seconds after which whoever was telling it has died


class Errand(msgspec.Struct, frozen=True):
    """Something to be told. `key` is the same for the same thing, `marks` are kept once it is told
    and `rooms` are the groups about which the owner is asked by it."""

    key: str
    card: Card
    marks: tuple[tuple[str, str], ...] = ()
    rooms: tuple[int, ...] = ()

    @property
    def telling(self) -> str:
        """Where it is kept that this is being told, or something of its kind."""
        return f"{TELLING}{self.key.partition(' ')[0]}"


class _Deaf(msgspec.Struct, frozen=True, omit_defaults=True):
    """That nothing was heard: how often, how long at most, until when, and where."""

    times: int = 0
    longest: float = 0.0
    until: float = 0.0
    where: tuple[str, ...] = ()


class Facts(Protocol):
    """What of a database is asked for."""

    def kept(self, key: str) -> str: ...
    def keep(self, key: str, value: str, at: float) -> None: ...
    def change_kept(self, key: str, change: Callable[[str], str], at: float) -> str: ...
    def kept_like(self, prefix: str) -> Sequence[tuple[str, str]]: ...
    def first_opened(self) -> float | None: ...


class Errands:
    """Finds out what is due. `free` tells the room on the disk (bytes; None: not known), `backups`
    whether backups are made by the host's own command. Everything here blocks on the database."""

    def __init__(
        self,
        store: Facts,
        guests: Guests,
        free: Callable[[], int | None] = lambda: None,
        *,
        backups: bool = True,
    ) -> None:
        self._store = store
        self._guests = guests
        self._free = free
        self._backups = backups

    def deaf(self, where: str, seconds: float, at: float) -> None:
        """The host hears again there."""
        before = self._deaf()
        found = _Deaf(
            before.times + (where not in before.where or at - before.until > GATHER),
            max(before.longest, seconds),
            at,
            tuple(dict.fromkeys((*before.where, where))),
        )
        if before.times and at - before.until <= GATHER:  # the same deafness, elsewhere
            found = msgspec.structs.replace(found, times=before.times)
        self._store.keep(DEAF, msgspec.json.encode(found).decode(), at)

    def due(self, at: float) -> list[Errand]:
        """What is to be told now, the most urgent first."""
        found = [self._disk(at), self._aside(), self._was_deaf(at), self._backup(at)]
        return [each for each in (*found, self._asks(at)) if each is not None]

    def is_due(self, errand: Errand, at: float) -> bool:
        """Whether something is to be told: nobody has told it, and it is not over."""
        return errand.key in [each.key for each in self.due(at)]

    def claim(self, errand: Errand, at: float) -> bool:
        """Whether whoever asks is to tell it, right now: a message that is pushed and a reply may
        be about to say the same. They are to call `told` or `release` then."""

        def taken(kept: str) -> str:
            return kept if _within(kept, TELLS, at) else repr(at)

        before = self._store.change_kept(errand.telling, taken, at)
        if _within(before, TELLS, at):
            return False
        if self.is_due(errand, at):
            return True
        self.release(errand, at)
        return False

    def release(self, errand: Errand, at: float) -> None:
        """It was not told after all."""
        self._store.keep(errand.telling, "", at)

    def told(self, errand: Errand, at: float) -> None:
        """The owner knows it, or will: it is not told again."""
        for key, value in errand.marks:
            self._store.keep(key, value, at)
        self._guests.asked(errand.rooms)
        self.release(errand, at)

    # One thing each

    def _deaf(self) -> _Deaf:
        try:
            return msgspec.json.decode(self._store.kept(DEAF), type=_Deaf)
        except msgspec.MsgspecError:
            return _Deaf()

    def _rests(self, mark: str, rest: float, at: float) -> bool:
        """Whether that long has not passed since something; a clock that was wrong rests nobody."""
        return _within(self._store.kept(mark), rest, at)

    def _was_deaf(self, at: float) -> Errand | None:
        deaf = self._deaf()
        rests = self._rests(DEAF_TOLD, DEAF_REST, at)
        if not deaf.times or at - deaf.until < GATHER or rests:
            return None
        where = tuple(_place(each) for each in deaf.where)
        span, until = int(deaf.longest), int(deaf.until)
        told: Message = WasDeaf(span, until, where)
        if deaf.times > 1:
            told = WasOftenDeaf(deaf.times, span, until, where)
        marks = ((DEAF, ""), (DEAF_TOLD, str(int(at))))
        return Errand(f"deaf {until}", Card((told,)), marks)

    def _aside(self) -> Errand | None:
        found: list[tuple[Damage, str]] = []
        for key, kept in self._store.kept_like(ASIDE):
            damage, mark = read_damage(kept), f"{ASIDE_TOLD}{key.removeprefix(ASIDE)}"
            if damage is not None and self._store.kept(mark) != str(int(damage.at)):
                found.append((damage, mark))
        if not found:
            return None
        newest, _ = found[-1]
        told: Message = AsideTold(newest.table, newest.reason, f"fumibako repair {newest.table}")
        if len(found) > 1:
            repair = "fumibako repair ID"
            told = ManyAside(len(found), newest.table, "fumibako status", repair)
        marks = tuple((mark, str(int(damage.at))) for damage, mark in found)
        names = " ".join(f"{damage.table}.{int(damage.at)}" for damage, _ in found)
        return Errand(f"aside {names}", Card((told,)), marks)

    def _disk(self, at: float) -> Errand | None:
        free = self._free()
        if free is None:
            return None
        before = self._store.kept(DISK)
        if before and free > ROOMY:
            self._store.keep(DISK, "", at)
        if before or free >= NEARLY:
            return None
        told = DiskFills(in_bytes(free), in_bytes(FULL))
        return Errand(f"disk {int(at // 86400)}", Card((told,)), ((DISK, str(int(at))),))

    def _backup(self, at: float) -> Errand | None:
        made = _number(self._store.kept(BACKUP))
        if not made and not self._backups:
            return None
        last = made or self._since(at)
        if at - last < WEEK or self._store.kept(BACKUP_TOLD) == str(int(last)):
            return None
        command, age = "fumibako backup FILE", int(at - last)
        told = BackupOld(age, command) if made else BackupNever(age, command)
        return Errand(f"backup {int(last)}", Card((told,)), ((BACKUP_TOLD, str(int(last))),))

    def _since(self, at: float) -> float:
        """Since when there is this house, as far as it remembers."""
        kept = _number(self._store.kept(SINCE))
        if kept:
            return kept
        since = min(at, self._store.first_opened() or at)
        self._store.keep(SINCE, repr(since), at)
        return since

    def _asks(self, at: float) -> Errand | None:
        if not self._guests.asks or not (number := self._guests.number()):
            return None
        rest = CROWD_REST if number >= CROWD else ASKED_REST
        if self._rests(ASKED, rest, at):
            return None
        waiting = self._guests.waiting()
        # Where nobody tells who has added the bot, whoever has may yet be known by a word there.
        new = [each for each in waiting if not each.asked]
        if not any(each.by or at - each.at >= GATHER for each in new):
            return None
        rooms = tuple(each.room.id for each in new)
        card = question(new, 1) if len(new) == 1 else question(waiting, number)
        names = " ".join(map(str, rooms))
        return Errand(f"guests {names}", card, ((ASKED, str(int(at))),), rooms)

    def asked_again(self) -> Card | None:
        """The question about all groups that wait; None if none does."""
        waiting = self._guests.waiting() if self._guests.asks else []
        return question(waiting, len(waiting)) if waiting else None


def _place(name: str) -> Public:
    return HostItself() if name == HOUSE else OnPlatform(TITLES.get(name, name))


def _within(kept: str, seconds: float, at: float) -> bool:
    since = _number(kept)
    return since <= at < since + seconds


def _number(kept: str) -> float:
    """A time that is kept; 0 if that is none."""
    return time_of(kept) or 0.0
