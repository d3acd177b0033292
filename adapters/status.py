"""One truth about ourselves: what a running host knows of its state.

Every few seconds the host writes its `Status` into the database; the log, `fumibako doctor` and
`fumibako status` all speak from it. Strangers learn from `/health` only whether it lives and
whether it is ready.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path

import msgspec

from adapters.hearing import HOUSE, SHORT, Hearing
from core.house.mending import Damage

OFTEN = 5.0  # seconds between two reports
OLD = 30.0  # seconds after which a report is no longer believed
FULL = 64 * 1024 * 1024  # bytes; with less room on the disk a host is not ready


class Channel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A platform, seen from here. Times are seconds since 1970; None: never since the start.

    `heard`: something came in (or asking for it worked); `answered`: it took something from us;
    `trouble`: what went wrong last, and when. `deaf` is for how many seconds we hear nothing;
    `blind` says that we could not know (a webhook that brings nothing). `ended`: it cannot go
    on until the host is started with other settings. `refused`: it takes nothing from us, for
    it does not accept our token.
    """

    name: str
    heard: float | None = None
    answered: float | None = None
    trouble: str = ""
    trouble_at: float | None = None
    deaf: float = 0.0
    blind: bool = False
    ended: bool = False
    refused: bool = False


class Beacon(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public beacon, seen from here. Times are seconds since 1970; None: never since the
    start. `answered`: a genuine round came; `trouble`: what went wrong last, and when. `behind` is
    by how many seconds the clock of this machine is behind the beacon's.
    """

    name: str
    answered: float | None = None
    trouble: str = ""
    trouble_at: float | None = None
    behind: float = 0.0


class OwnerState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The owner, seen from here: their platform, whether they could be written to last (None:
    nothing was to be told since the start), and how much they are still to be told."""

    platform: str
    reached: bool | None = None
    waiting: int = 0


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """A host at one moment.

    `waiting` letters could go out now, the oldest since `oldest`; `tables` counts open tables
    by state (lobby, playing) and those set aside (aside); `inputs_aside` were at fault.
    `size` and `free` are bytes: of the database, and on its disk (None: not known); `spare` of
    them lie free in the database itself and are written next. `store` says
    what is wrong with the database. `damages` are tables that could not be read, the newest last.
    `deaf` is for how many seconds the house itself hears nothing. `unfinished` counts what the
    languages lack that are not offered. `beacon` is None where deals do without one.
    `guests` counts the groups that wait to be let in, `owner` is None where there is none.
    `thinking` counts the tables that wait for a computer that thinks beside, `thoughtless` how
    often none came to a move since the start. `leads`: of several workers this one sends and
    keeps the time. `backup` is when the last backup was made (None: never).
    """

    version: str
    pid: int
    started: float
    at: float
    address: str = ""
    page: bool = False
    channels: tuple[Channel, ...] = ()
    waiting: int = 0
    oldest: float | None = None
    tables: dict[str, int] = {}
    inputs_aside: int = 0
    database: str = ""
    size: int = 0
    free: int | None = None
    store: str = ""
    deaf: float = 0.0
    damages: tuple[Damage, ...] = ()
    unfinished: dict[str, int] = {}
    beacon: Beacon | None = None
    thinking: int = 0
    thoughtless: int = 0
    guests: int = 0
    owner: OwnerState | None = None
    leads: bool = False
    spare: int = 0
    backup: float | None = None

    @property
    def ready(self) -> bool:
        """Whether people can play: the database works, and every platform hears."""
        heard = not any(each.deaf or each.ended or each.refused for each in self.channels)
        roomy = self.free is None or self.free >= FULL
        return not self.store and not self.deaf and heard and roomy


class Tally(msgspec.Struct):
    """What was counted of a platform since the start: signs of life that came in, calls that it
    took, calls that went wrong."""

    heard: int = 0
    answered: int = 0
    trouble: int = 0


class Channels:
    """Collects what is known of each platform while the process runs."""

    def __init__(self, now: Callable[[], float], hearing: Hearing) -> None:
        self._now = now
        self._hearing = hearing
        self._channels: dict[str, Channel] = {}
        self._tallies: dict[str, Tally] = {}

    def join(self, platform: str, *, blind: bool | None = None) -> None:
        """A platform that this process hosts; `blind` if it only waits to be called."""
        self._note(platform, **({} if blind is None else {"blind": blind}))

    def _note(self, platform: str, **changed: object) -> None:
        known = self._channels.get(platform, Channel(platform))
        self._channels[platform] = msgspec.structs.replace(known, **changed)

    def heard(self, platform: str) -> None:
        """Something came in, or asking worked."""
        self._tally(platform).heard += 1
        self._note(platform, heard=self._now())

    def answered(self, platform: str) -> None:
        """The platform took something from us."""
        self._tally(platform).answered += 1
        self._note(platform, answered=self._now(), refused=False)

    def trouble(self, platform: str, what: str, *, refused: bool = False) -> None:
        """Something went wrong there; never a name, a card or a token. `refused`: our token is
        not accepted."""
        self._tally(platform).trouble += 1
        known = self._channels.get(platform, Channel(platform))
        refused = refused or known.refused
        self._note(platform, trouble=what, trouble_at=self._now(), refused=refused)

    def _tally(self, platform: str) -> Tally:
        return self._tallies.setdefault(platform, Tally())

    def tallies(self) -> dict[str, Tally]:
        """What was counted of each platform."""
        return dict(self._tallies)

    def ended(self, platform: str) -> None:
        """The platform cannot go on until the host is started anew."""
        self._note(platform, ended=True)

    def channels(self) -> tuple[Channel, ...]:
        """All platforms as they are now."""
        return tuple(
            msgspec.structs.replace(channel, deaf=_tenths(self._hearing.deaf_for(name)))
            for name, channel in self._channels.items()
        )

    def deaf(self) -> float:
        """For how many seconds the house itself hears nothing."""
        return round(self._hearing.deaf_for(HOUSE), 1)


def _tenths(seconds: float) -> float:
    """To a tenth; what is more than nothing stays more than nothing."""
    return max(0.1, round(seconds, 1)) if seconds > 0 else 0.0


def room_on_disk(file: Path | None) -> tuple[int, int | None]:
    """The size of a database with its log, and the room on its disk, in bytes; 0 and None if
    they are not known."""
    if file is None:
        return 0, None
    size = 0
    for part in (file, file.with_name(file.name + "-wal")):
        try:
            size += part.stat().st_size
        except OSError:
            continue
    try:
        return size, shutil.disk_usage(file.parent).free
    except OSError:
        return size, None


def time_of(kept: str) -> float | None:
    """A time that is kept in the database (seconds since 1970); None if that is none."""
    try:
        found = float(kept)
    except ValueError:
        return None
    return found if isfinite(found) and found > 0 else None


def read(text: str) -> Status | None:
    """A status that was stored; None if this program cannot read it."""
    try:
        return msgspec.json.decode(text, type=Status)
    except msgspec.MsgspecError:
        return None


def write(status: Status, workers: Sequence[Status] = ()) -> str:
    """A status as it is stored; for programs, with those of all `workers` if there are several."""
    if len(workers) > 1:
        return msgspec.json.encode({**msgspec.to_builtins(status), "workers": workers}).decode()
    return msgspec.json.encode(status).decode()


def changes(before: Mapping[str, Channel], after: Status) -> list[str]:
    """What of a status is news for the log: platforms that fell deaf or hear again."""
    lines = []
    for channel in after.channels:
        known = before.get(channel.name)
        was = known.deaf if known is not None else 0.0
        if channel.deaf > SHORT >= was:
            lines.append(f"{channel.name}: nothing is heard ({channel.trouble or 'no answer'})")
        elif was > SHORT and not channel.deaf:
            lines.append(f"{channel.name}: heard again after {was:.0f} seconds")
    return lines
