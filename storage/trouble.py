"""What can be wrong with a database, as one line of English."""

from __future__ import annotations

from enum import StrEnum

from core.table.failures import OurTrouble


class Trouble(StrEnum):
    """What is wrong with a database."""

    ADDRESS = "address"  # not an address that this program understands
    DRIVER = "driver"  # what speaks with this kind of database is not installed
    FOLDER = "folder"  # the folder is missing
    CLOSED = "closed"  # the file cannot be opened or made, or we have no right to the tables
    READ_ONLY = "read-only"
    BROKEN = "broken"  # not a database, or damaged
    FOREIGN = "foreign"  # a database of another program
    ENCODING = "encoding"  # a database that cannot hold every text
    NEWER = "newer"  # written by a newer release
    WORKED_ON = "worked-on"  # a release that does not understand the next revision is at work
    LOCKED = "locked"  # somebody holds it and does not let go
    FULL = "full"  # the disk is full
    DISK = "disk"  # the disk cannot be read or written
    GONE = "gone"  # it was there and is no longer, or its server does not answer
    REFUSED = "refused"  # its server does not let us in


_LINES = {
    Trouble.ADDRESS: "{} is not the address of a database (sqlite:///fumibako.sqlite3 is one).",
    Trouble.DRIVER: "What speaks with the database {} is not installed (the extra postgres).",
    Trouble.FOLDER: "The folder of the database {} does not exist.",
    Trouble.CLOSED: "The database {} cannot be opened: access to it is denied.",
    Trouble.READ_ONLY: "The database {} cannot be written: it is read-only.",
    Trouble.BROKEN: "{} is not a database, or it is damaged.",
    Trouble.FOREIGN: "The database {} belongs to another program.",
    Trouble.ENCODING: "The database {} cannot hold every text: its encoding is not UTF-8.",
    Trouble.NEWER: "The database {} was written by a newer release of Fumibako.",
    Trouble.WORKED_ON: "A release before 0.8.0 is at work with the database {}.",
    Trouble.LOCKED: "The database {} is locked by another program.",
    Trouble.FULL: "There is no room on the disk for the database {}.",
    Trouble.DISK: "The disk with the database {} cannot be read or written.",
    Trouble.GONE: "The database {} is no longer there, or its server does not answer.",
    Trouble.REFUSED: "The server of the database {} does not let us in.",
}


class StoreError(OurTrouble):
    """A database that cannot be used. `kind` says why; the text is one line of English."""

    def __init__(self, kind: Trouble, path: str) -> None:
        super().__init__(_LINES[kind].format(path))
        self.kind = kind
        self.path = path
