"""What a host tells about itself, in words: for `fumibako status` and the doctor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adapters.beacon.texts import state
from adapters.finding import Finding
from adapters.hearing import SHORT
from adapters.status import FULL, OLD, Channel, Status
from adapters.trouble import trouble_with
from core.kernel.text import N_, Code, Public, Span, Times

TITLES = {"telegram": "Telegram", "line": "LINE"}
LATE = 300.0  # seconds that a letter may wait before something must be wrong
RUN = "fumibako run"
BACK_UP = "fumibako backup FILE"
WEEK = 7 * 86400  # seconds after which a backup is old


class HostRuns(Public, frozen=True, tag="status.runs"):
    text: ClassVar[str] = N_("Fumibako {version} is running (process {pid}), for {span}.")
    version: Code
    pid: Code
    span: Span


class HostSilent(Public, frozen=True, tag="status.silent"):
    text: ClassVar[str] = N_(
        "Fumibako is running (process {pid}), but has told nothing about itself for {span}. Look "
        "at its log; if it hangs, end it and start it again."
    )
    pid: Code
    span: Span


class HostUnknown(Public, frozen=True, tag="status.unknown"):
    text: ClassVar[str] = N_(
        "A process holds the database {path}, but has not told anything about itself yet."
    )
    path: Code


class HostEnded(Public, frozen=True, tag="status.ended"):
    text: ClassVar[str] = N_("No host is running here. The last one was heard of {span} ago.")
    span: Span


class HostNever(Public, frozen=True, tag="status.never"):
    text: ClassVar[str] = N_("No host is running here. {command} starts one.")
    command: Code


class Listening(Public, frozen=True, tag="status.address"):
    text: ClassVar[str] = N_("It listens at {address}.")
    address: Code


class PlatformHears(Public, frozen=True, tag="status.hears"):
    text: ClassVar[str] = N_("{platform}: last heard {heard} ago, last answered {answered} ago.")
    platform: Code
    heard: Span
    answered: Span


class PlatformHeard(Public, frozen=True, tag="status.heard"):
    text: ClassVar[str] = N_("{platform}: last heard {heard} ago; nothing was sent there yet.")
    platform: Code
    heard: Span


class PlatformAnswered(Public, frozen=True, tag="status.answered"):
    text: ClassVar[str] = N_(
        "{platform}: nothing has been heard since the start; last answered {answered} ago."
    )
    platform: Code
    answered: Span


class PlatformQuiet(Public, frozen=True, tag="status.quiet"):
    text: ClassVar[str] = N_("{platform}: nothing has been heard or sent since the start.")
    platform: Code


class PlatformDeaf(Public, frozen=True, tag="status.deaf"):
    text: ClassVar[str] = N_(
        "{platform}: nothing has been heard for {span}. No deadline runs out there meanwhile."
    )
    platform: Code
    span: Span


class PlatformEnded(Public, frozen=True, tag="status.given-up"):
    text: ClassVar[str] = N_(
        "{platform}: given up with these settings. Its log tells why; then start {command} anew."
    )
    platform: Code
    command: Code


class PlatformBlind(Public, frozen=True, tag="status.blind"):
    text: ClassVar[str] = N_(
        "{platform} calls this host. If no call gets through, the host cannot know; {command} "
        "asks the platform."
    )
    platform: Code
    command: Code


class PlatformTrouble(Public, frozen=True, tag="status.trouble"):
    text: ClassVar[str] = N_("{platform}: the last trouble, {span} ago: {what}")
    platform: Code
    span: Span
    what: Code


class HouseDeaf(Public, frozen=True, tag="status.house-deaf"):
    text: ClassVar[str] = N_(
        "The host itself has heard nothing for {span}. No deadline runs out meanwhile."
    )
    span: Span


class LettersWait(Public, frozen=True, tag="status.letters"):
    text: ClassVar[str] = N_("Letters that could go out now: {number}, the oldest for {span}.")
    number: int
    span: Span


class NoLetters(Public, frozen=True, tag="status.no-letters"):
    text: ClassVar[str] = N_("No letter is waiting.")


class TablesAre(Public, frozen=True, tag="status.tables"):
    text: ClassVar[str] = N_("Open tables: {lobbies} gathering, {playing} playing.")
    lobbies: int
    playing: int


class TablesAside(Public, frozen=True, tag="status.tables-aside"):
    text: ClassVar[str] = N_("Tables that cannot be read and were set aside: {number}.")
    number: int


class TablesThink(Public, frozen=True, tag="status.tables-think"):
    text: ClassVar[str] = N_("Tables that wait for a computer to think: {number}.")
    number: int


class Thoughtless(Public, frozen=True, tag="status.thoughtless"):
    text: ClassVar[str] = N_("Since the start, computers came to no move {times}; others played.")
    times: Times


class TableAside(Public, frozen=True, tag="status.table-aside"):
    text: ClassVar[str] = N_(
        "Table {table} was set aside {span} ago, as it cannot be read: {reason}. From its "
        "journal it could not be rebuilt either: {lost}."
    )
    table: Code
    span: Span
    reason: Code
    lost: Code


class TableRebuilt(Public, frozen=True, tag="status.table-rebuilt"):
    text: ClassVar[str] = N_(
        "Table {table} could not be read {span} ago ({reason}) and was rebuilt from its journal. "
        "Its players noticed nothing."
    )
    table: Code
    span: Span
    reason: Code


class InputsAside(Public, frozen=True, tag="status.inputs-aside"):
    text: ClassVar[str] = N_(
        "Inputs that could not be understood and were set aside: {number}. The log tells why."
    )
    number: int


class GuestsWait(Public, frozen=True, tag="status.guests"):
    text: ClassVar[str] = N_("Groups that wait to be let in: {number}. The owner is asked.")
    number: int


class OwnerNotReached(Public, frozen=True, tag="status.owner-not-reached"):
    text: ClassVar[str] = N_(
        "The OWNER cannot be written to on {platform}: they press Start in the bot’s private chat, "
        "or write to the account. Until then {number} messages wait."
    )
    platform: Code
    number: int


class OwnerIsToldLater(Public, frozen=True, tag="status.owner-later"):
    """On LINE, where nothing may be pushed."""

    text: ClassVar[str] = N_(
        "Messages that the OWNER reads with their next word to the account: {number}."
    )
    number: int


class DatabaseIs(Public, frozen=True, tag="status.database"):
    text: ClassVar[str] = N_("Database: {path}, {size}.")
    path: Code
    size: Code


class DatabaseAndDisk(Public, frozen=True, tag="status.disk"):
    text: ClassVar[str] = N_("Database: {path}, {size}; {free} free on its disk.")
    path: Code
    size: Code
    free: Code


class DatabaseSpare(Public, frozen=True, tag="status.spare"):
    """Of the size of the database, where games and letters were forgotten."""

    text: ClassVar[str] = N_("{spare} of it hold nothing now and are written next.")
    spare: Code


class BackupWas(Public, frozen=True, tag="status.backup"):
    text: ClassVar[str] = N_("The last backup was made {span} ago.")
    span: Span


class NoBackup(Public, frozen=True, tag="status.no-backup"):
    text: ClassVar[str] = N_("No backup has been made yet; {command} makes one.")
    command: Code


class DiskNearlyFull(Public, frozen=True, tag="status.disk-full"):
    text: ClassVar[str] = N_("Only {free} are free on the disk of {path}. Make room.")
    free: Code
    path: Code


class LanguageUnfinished(Public, frozen=True, tag="status.language"):
    """A folder of a language that is not complete."""

    text: ClassVar[str] = N_(
        "The language {language} is not offered: of its texts, {number} have no translation, are "
        "in doubt or leave out what must be filled in. The log tells which."
    )
    language: Code
    number: int


class Ready(Public, frozen=True, tag="status.ready"):
    text: ClassVar[str] = N_("People can play.")


class NotReady(Public, frozen=True, tag="status.not-ready"):
    text: ClassVar[str] = N_("Not everything works: see the lines marked ✗.")


def whole(status: Status | None, runs: bool, now: float, path: str) -> list[Finding]:
    """All there is to tell. `status` is what was told last; `runs` tells whether somebody hosts
    the database, which is called `path`."""
    found = at_all(status, runs, now, path)
    if status is None or not runs or not status.at:
        return found
    found += lines(status, now)
    # a moment's deafness is no fault: what is not marked above is not spoken of here either
    well = status.ready or not any(each.good is False for each in found)
    return [*found, Finding(True, Ready()) if well else Finding(False, NotReady())]


def at_all(status: Status | None, runs: bool, now: float, path: str) -> list[Finding]:
    """Whether a host runs (`runs`), and who; `status` is what was told last."""
    if status is None or not status.at:
        if runs:
            return [Finding(False, HostUnknown(path))]
        return [Finding(False, HostNever(RUN))]
    if not runs:
        return [Finding(False, HostEnded(_ago(now, status.at)))]
    pid = str(status.pid)
    if now - status.at > OLD:
        return [Finding(False, HostSilent(pid, _ago(now, status.at)))]
    return [Finding(True, HostRuns(status.version, pid, _ago(now, status.started)))]


def lines(status: Status, now: float) -> list[Finding]:
    """What a running host tells about itself."""
    found = []
    if status.address:
        found.append(Finding(None, Listening(status.address)))
    for channel in status.channels:
        found += channel_lines(channel, now)
    if status.deaf > SHORT:
        found.append(Finding(False, HouseDeaf(int(status.deaf))))
    if status.beacon is not None:
        found += state(status.beacon, now)
    found += languages(status.unfinished)
    found += [*_letters(status, now), *_tables(status, now), *_owner(status)]
    return [*found, *_database(status), *_backup(status, now)]


def _owner(status: Status) -> list[Finding]:
    """Who waits to be let in, and whether the owner hears of it."""
    found = [Finding(None, GuestsWait(status.guests))] if status.guests else []
    owner = status.owner
    if owner is not None and owner.reached is False:
        title = TITLES.get(owner.platform, owner.platform)
        found.append(Finding(False, OwnerNotReached(title, owner.waiting)))
    elif owner is not None and owner.waiting:
        found.append(Finding(None, OwnerIsToldLater(owner.waiting)))
    return found


def languages(unfinished: Mapping[str, int]) -> list[Finding]:
    """The languages that are not offered, and how much each of them lacks."""
    return [Finding(None, LanguageUnfinished(*each)) for each in sorted(unfinished.items())]


def channel_lines(channel: Channel, now: float) -> list[Finding]:
    """How a platform is."""
    title = TITLES.get(channel.name, channel.name)
    found = []
    if channel.ended:
        found.append(Finding(False, PlatformEnded(title, RUN)))
    elif channel.deaf > SHORT:
        found.append(Finding(False, PlatformDeaf(title, int(channel.deaf))))
    else:
        found.append(_heard(title, channel, now))
        if channel.blind:
            found.append(Finding(None, PlatformBlind(title, "fumibako doctor")))
    if channel.trouble:
        since = _ago(now, channel.trouble_at or now)
        good = False if channel.refused else None
        found.append(Finding(good, PlatformTrouble(title, since, channel.trouble)))
    return found


def _heard(title: str, channel: Channel, now: float) -> Finding:
    heard, answered = channel.heard, channel.answered
    if heard is not None and answered is not None:
        return Finding(True, PlatformHears(title, _ago(now, heard), _ago(now, answered)))
    if heard is not None:
        return Finding(True, PlatformHeard(title, _ago(now, heard)))
    if answered is not None:
        return Finding(None, PlatformAnswered(title, _ago(now, answered)))
    return Finding(None, PlatformQuiet(title))


def _letters(status: Status, now: float) -> list[Finding]:
    if not status.waiting or status.oldest is None:
        return [Finding(True, NoLetters())]
    since = _ago(now, status.oldest)
    return [Finding(None if since < LATE else False, LettersWait(status.waiting, since))]


def _tables(status: Status, now: float) -> list[Finding]:
    tables = status.tables
    found = [Finding(None, TablesAre(tables.get("lobby", 0), tables.get("playing", 0)))]
    if status.thinking:
        found.append(Finding(None, TablesThink(status.thinking)))
    if status.thoughtless:
        found.append(Finding(None, Thoughtless(status.thoughtless)))
    if tables.get("aside"):
        found.append(Finding(False, TablesAside(tables["aside"])))
    for damage in status.damages:
        since = _ago(now, damage.at)
        if damage.lost:
            aside = TableAside(damage.table, since, damage.reason, damage.lost)
            found.append(Finding(False, aside))
        else:
            found.append(Finding(None, TableRebuilt(damage.table, since, damage.reason)))
    if status.inputs_aside:
        found.append(Finding(None, InputsAside(status.inputs_aside)))
    return found


WORTH_TELLING = 1_000_000  # bytes that lie free in the database


def _database(status: Status) -> list[Finding]:
    if status.store:
        return [Finding(False, trouble_with(status.store, status.database))]
    if status.free is None:
        return [Finding(True, DatabaseIs(status.database, in_bytes(status.size)))]
    size, free = in_bytes(status.size), in_bytes(status.free)
    found = [Finding(True, DatabaseAndDisk(status.database, size, free))]
    if status.spare >= WORTH_TELLING:
        found.append(Finding(True, DatabaseSpare(in_bytes(status.spare))))
    if status.free < FULL:
        found.append(Finding(False, DiskNearlyFull(free, status.database)))
    return found


def _backup(status: Status, now: float) -> list[Finding]:
    """When the last backup was made; nobody makes one of a playground."""
    if status.backup is not None:
        age = _ago(now, status.backup)
        return [Finding(True if age < WEEK else None, BackupWas(age))]
    return [] if status.page else [Finding(None, NoBackup(BACK_UP))]


def in_bytes(number: int) -> str:
    """A size for people.

    >>> in_bytes(999), in_bytes(1_234_567), in_bytes(98_700_000_000)
    ('999 B', '1.2 MB', '98.7 GB')
    """
    size, unit = float(number), "B"
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if size < 1000 or unit == "TB":
            break
        size /= 1000
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"


def _ago(now: float, at: float) -> int:
    return max(0, int(now - at))
