"""What is said to whoever makes a copy of the database, or goes back to one."""

from __future__ import annotations

from typing import Annotated, ClassVar

from core.kernel.text import N2_, N_, Code, Date, Players, Public

Matches = Annotated[int, N2_("{n} running game", "{n} running games")]
OpenTables = Annotated[int, N2_("{n} open table", "{n} open tables")]
Lobbies = Annotated[int, N2_("{n} new table", "{n} new tables")]
ForGroups = Annotated[int, N2_("{n} group", "{n} groups")]


class CopyMade(Public, frozen=True, tag="copy.made"):
    text: ClassVar[str] = N_("The copy is whole: {file}, {size}, as it was on {moment}.")
    file: Code
    size: Code
    moment: Date


class HandsInCopy(Public, frozen=True, tag="copy.hands"):
    text: ClassVar[str] = N_(
        "The hands of {matches} are in it, names, and the secrets of deals: keep it where only you "
        "can read it."
    )
    matches: Matches


class NoHandsInCopy(Public, frozen=True, tag="copy.no-hands"):
    text: ClassVar[str] = N_(
        "No game was running. Names and past games are in it: keep it where only you can read it."
    )


class CopyMoves(Public, frozen=True, tag="copy.moves"):
    text: ClassVar[str] = N_(
        "The tables go on where this copy is put, with {command}. They are not hosted here any "
        "more."
    )
    command: Code


class CopyExists(Public, frozen=True, tag="copy.exists"):
    text: ClassVar[str] = N_("There is something already at {file}: nothing was written.")
    file: Code


class CopyFails(Public, frozen=True, tag="copy.fails"):
    text: ClassVar[str] = N_("{file} cannot be read or written: {why}")
    file: Code
    why: Code


class NotACopy(Public, frozen=True, tag="copy.not-one"):
    text: ClassVar[str] = N_(
        "{file} is not a copy of a database of Fumibako, or it is damaged. Nothing was changed."
    )
    file: Code


class CopyIsItself(Public, frozen=True, tag="copy.itself"):
    text: ClassVar[str] = N_("{file} is the database itself.")
    file: Code


class OnlyInAFile(Public, frozen=True, tag="copy.only-file"):
    text: ClassVar[str] = N_("{database} is not kept anywhere: there is nothing to put back.")
    database: Code


class NotEmpty(Public, frozen=True, tag="copy.not-empty"):
    """Of a database on a server."""

    text: ClassVar[str] = N_(
        "There is something in the database {database} already. Make an empty one (createdb), name "
        "that with DATABASE, and put the copy there: the one of now stays as it is."
    )
    database: Code


class NotForMoving(Public, frozen=True, tag="copy.not-moving"):
    text: ClassVar[str] = N_(
        "Something may have been played after this copy: it was not made with {command}. Without "
        "--moved it can be put back; running games then end in words."
    )
    command: Code


class MovedInAlready(Public, frozen=True, tag="copy.moved-in"):
    text: ClassVar[str] = N_(
        "This copy was put here before, and games went on since. Without --moved it can be put "
        "back; running games then end in words."
    )


class PutBack(Public, frozen=True, tag="copy.back"):
    text: ClassVar[str] = N_("The database is that of {moment} again.")
    moment: Date


class MovedIn(Public, frozen=True, tag="copy.in"):
    text: ClassVar[str] = N_(
        "The tables of {moment} are here, and go on as they stand: every button still counts."
    )
    moment: Date


class KeptAside(Public, frozen=True, tag="copy.aside"):
    text: ClassVar[str] = N_("The one of until now is kept as {file}.")
    file: Code


class TablesStopped(Public, frozen=True, tag="copy.stopped"):
    text: ClassVar[str] = N_(
        "{tables} ended, since the groups had played on after the copy; their people sit at "
        "{lobbies}. The groups are told at the next start."
    )
    tables: OpenTables
    lobbies: Lobbies


class TablesLeft(Public, frozen=True, tag="copy.left"):
    text: ClassVar[str] = N_("Left as they stand, since nothing had happened there: {tables}.")
    tables: OpenTables


class TablesLost(Public, frozen=True, tag="copy.lost"):
    text: ClassVar[str] = N_("{groups} had opened a table after the copy; they are told.")
    groups: ForGroups


class LinksVoid(Public, frozen=True, tag="copy.links"):
    text: ClassVar[str] = N_(
        "Every button, letter and link that was sent after the copy is void, and so are links and "
        "cookies from before."
    )


class ForgottenAgain(Public, frozen=True, tag="copy.forgotten"):
    text: ClassVar[str] = N_("{people} had been forgotten since, and were forgotten again.")
    people: Players


class ForgottenUnknown(Public, frozen=True, tag="copy.forgotten-unknown"):
    text: ClassVar[str] = N_(
        "Whoever asked to be forgotten after the copy is in it again: {command} forgets them."
    )
    command: Code
