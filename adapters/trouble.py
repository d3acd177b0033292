"""What keeps the program from starting, as one line in the user's language."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, Code, Date, Message, Public

CONFIG = 78  # EX_CONFIG: deploy/fumibako.service does not start again after it


class Trouble(Exception):
    """The program cannot go on. The message is for whoever started it."""

    def __init__(self, message: Message) -> None:
        super().__init__(type(message).__name__)
        self.message = message

    @property
    def exit_code(self) -> int:
        """What the command ends with: 2 for a wrong argument, 78 for what stays wrong until
        somebody changes a setting or the program, 1 for what may pass."""
        if isinstance(self.message, UnknownLanguage):
            return 2
        return CONFIG if isinstance(self.message, LASTING) else 1


class DatabaseTrouble(Public, frozen=True):
    """What is wrong with a database: its file, or its address without a password."""

    path: Code


class NotAnAddress(DatabaseTrouble, frozen=True, tag="trouble.address"):
    text: ClassVar[str] = N_(
        "{path} is not the address of a database. A file name is one, or {example}."
    )
    example: Code = "postgresql://fumibako@localhost/fumibako"


class FolderMissing(DatabaseTrouble, frozen=True, tag="trouble.folder"):
    text: ClassVar[str] = N_("The folder of the database {path} does not exist.")


class NotAccessible(DatabaseTrouble, frozen=True, tag="trouble.closed"):
    text: ClassVar[str] = N_("The database {path} cannot be opened: access to it is denied.")


class DatabaseReadOnly(DatabaseTrouble, frozen=True, tag="trouble.read-only"):
    text: ClassVar[str] = N_("The database {path} is read-only; it must be writable.")


class DatabaseBroken(DatabaseTrouble, frozen=True, tag="trouble.broken"):
    text: ClassVar[str] = N_("The file {path} is not a database, or it is damaged.")


class DatabaseForeign(DatabaseTrouble, frozen=True, tag="trouble.foreign"):
    text: ClassVar[str] = N_("The database {path} belongs to another program.")


class DatabaseEncoding(DatabaseTrouble, frozen=True, tag="trouble.encoding"):
    text: ClassVar[str] = N_(
        "The database {path} cannot hold every text. Make it anew in UTF-8: {command}."
    )
    command: Code = "createdb --encoding=UTF8 --template=template0"


class DatabaseNewer(DatabaseTrouble, frozen=True, tag="trouble.newer"):
    text: ClassVar[str] = N_(
        "The database {path} was written by a newer release of Fumibako. Please update Fumibako."
    )


class OlderAtWork(DatabaseTrouble, frozen=True, tag="trouble.older-at-work"):
    text: ClassVar[str] = N_(
        "A release of Fumibako before 0.8.0 is at work with the database {path}, and would lose "
        "what people press once it is brought up to date. End that host first."
    )


class DatabaseLocked(DatabaseTrouble, frozen=True, tag="trouble.locked"):
    text: ClassVar[str] = N_("The database {path} is locked by another program.")


class DiskFull(DatabaseTrouble, frozen=True, tag="trouble.full"):
    text: ClassVar[str] = N_("There is no room on the disk for the database {path}.")


class DiskFails(DatabaseTrouble, frozen=True, tag="trouble.disk"):
    text: ClassVar[str] = N_("The disk with the database {path} cannot be read or written.")


class DatabaseGone(DatabaseTrouble, frozen=True, tag="trouble.gone"):
    text: ClassVar[str] = N_(
        "The database {path} is no longer there, or its server does not answer."
    )


class DriverMissing(DatabaseTrouble, frozen=True, tag="trouble.driver"):
    text: ClassVar[str] = N_(
        "What speaks with the database {path} is not installed. It comes with the extra postgres: "
        "{make}, or {pip}."
    )
    make: Code = "make postgres"
    pip: Code = "pip install 'fumibako[postgres]'"


class DatabaseRefuses(DatabaseTrouble, frozen=True, tag="trouble.refused"):
    text: ClassVar[str] = N_(
        "The server of the database {path} does not let us in: user or password are wrong."
    )


class DatabaseHosted(Public, frozen=True, tag="trouble.hosted"):
    text: ClassVar[str] = N_(
        "The database {path} is hosted already, by process {pid}. Two hosts would get in each "
        "other's way: end that one, or name another file with DATABASE."
    )
    path: Code
    pid: Code


class DatabaseMoved(Public, frozen=True, tag="trouble.moved"):
    """A copy was made by which the tables went to another machine."""

    text: ClassVar[str] = N_(
        "The tables of the database {path} have moved house: they go on where the copy of {moment} "
        "was put. To host them here again, put that copy back: fumibako restore --moved FILE"
    )
    path: Code
    moment: Date


class DatabaseNotThere(Public, frozen=True, tag="trouble.not-there"):
    """Somebody wants to look at it before a host has made it."""

    text: ClassVar[str] = N_(
        "There is no database {path} yet. The host makes it when it starts for the first time."
    )
    path: Code


class DatabaseOlder(Public, frozen=True, tag="trouble.older"):
    text: ClassVar[str] = N_(
        "The database {path} is that of another release of Fumibako. Start the host (anew) with "
        "this one first: that brings it up to date."
    )
    path: Code


class PortTaken(Public, frozen=True, tag="trouble.port-taken"):
    text: ClassVar[str] = N_("Port {port} of {host} is taken. Choose another one with {option}.")
    port: Code
    host: Code
    option: Code


class NothingToHost(Public, frozen=True, tag="trouble.no-platform"):
    text: ClassVar[str] = N_(
        "No platform is set: TELEGRAM_TOKEN, or LINE_CHANNEL_SECRET and "
        "LINE_CHANNEL_ACCESS_TOKEN, must stand in .env ({init} writes one that tells "
        "where they come from). {command} needs none of them."
    )
    command: Code
    init: Code = "fumibako init"


class WrongTelegramToken(Public, frozen=True, tag="trouble.telegram-token"):
    text: ClassVar[str] = N_(
        "TELEGRAM_TOKEN: Telegram does not know this token. @BotFather gives out a new one "
        "(/mybots, API Token)."
    )


class PortRefused(Public, frozen=True, tag="trouble.webhook-port"):
    text: ClassVar[str] = N_(
        "PUBLIC_URL: Telegram brings news only to the ports 443, 80, 88 and 8443, not to {port}. "
        "Without PUBLIC_URL it is asked for news instead, which needs no port."
    )
    port: Code


class AddressRefused(Public, frozen=True, tag="trouble.webhook"):
    text: ClassVar[str] = N_(
        "PUBLIC_URL: Telegram does not bring news to {url} ({why}). Without PUBLIC_URL it is "
        "asked for news instead."
    )
    url: Code
    why: Code


class BeaconMissing(Public, frozen=True, tag="trouble.beacon"):
    text: ClassVar[str] = N_(
        "BEACON=drand needs the package {package}, which is not installed. {command} adds it; "
        "without BEACON it is not needed."
    )
    package: Code
    command: Code


class HostUnusable(Public, frozen=True, tag="trouble.host"):
    text: ClassVar[str] = N_("This machine cannot listen on {host}.")
    host: Code


class FolderNotMade(Public, frozen=True, tag="trouble.folder-not-made"):
    text: ClassVar[str] = N_("The folder {folder} cannot be made.")
    folder: Code


class UnknownLanguage(Public, frozen=True, tag="trouble.language"):
    text: ClassVar[str] = N_("There is no language {name}; known: {known}.")
    name: str
    known: tuple[str, ...]


class WrongSetting(Public, frozen=True, tag="trouble.setting"):
    text: ClassVar[str] = N_("{variable}: {why}")
    variable: Code
    why: Public


LASTING = (
    *(WrongSetting, NothingToHost, WrongTelegramToken, PortRefused),
    *(BeaconMissing, DriverMissing),
    *(NotAnAddress, DatabaseBroken, DatabaseForeign, DatabaseNewer, DatabaseMoved),
)
"""What no second start puts right."""

_KINDS: dict[str, type[DatabaseTrouble]] = {
    "address": NotAnAddress,
    "folder": FolderMissing,
    "closed": NotAccessible,
    "read-only": DatabaseReadOnly,
    "broken": DatabaseBroken,
    "foreign": DatabaseForeign,
    "encoding": DatabaseEncoding,
    "newer": DatabaseNewer,
    "worked-on": OlderAtWork,
    "locked": DatabaseLocked,
    "full": DiskFull,
    "disk": DiskFails,
    "gone": DatabaseGone,
    "driver": DriverMissing,
    "refused": DatabaseRefuses,
}


def database_trouble(kind: str, path: str) -> Trouble:
    """The trouble with a database, by the kind that the store calls it."""
    return Trouble(trouble_with(kind, path))


def trouble_with(kind: str, path: str) -> DatabaseTrouble:
    """What is wrong with a database, by the kind that the store calls it."""
    return _KINDS[kind](path)
