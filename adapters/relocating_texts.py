"""What is said while a database is brought to this release, or a house to another database."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, Code, Public


class DatabaseMade(Public, frozen=True, tag="database.made"):
    text: ClassVar[str] = N_("The database {path} was empty; it has its tables now ({after}).")
    path: Code
    after: Code


class DatabaseCurrent(Public, frozen=True, tag="database.current"):
    text: ClassVar[str] = N_("The database {path} is of this release already ({after}).")
    path: Code
    after: Code


class DatabaseUpgraded(Public, frozen=True, tag="database.upgraded"):
    text: ClassVar[str] = N_(
        "The database {path} was brought to this release: from {before} to {after}."
    )
    path: Code
    before: Code
    after: Code


class CopyKept(Public, frozen=True, tag="database.copy"):
    text: ClassVar[str] = N_("A copy of it as it was before: {copy}")
    copy: Code


class Moving(Public, frozen=True, tag="moving.begins"):
    text: ClassVar[str] = N_("Everything in {old} is copied to {new} and compared.")
    old: Code
    new: Code


class TableMoves(Public, frozen=True, tag="moving.table"):
    text: ClassVar[str] = N_("{table}: {done} of {rows}")
    table: Code
    done: int
    rows: int


class Moved(Public, frozen=True, tag="moving.done"):
    text: ClassVar[str] = N_("Rows copied: {rows}. Every one is the same on both sides.")
    rows: int


class WhatNow(Public, frozen=True, tag="moving.now"):
    text: ClassVar[str] = N_(
        "Now write DATABASE={new} into .env and start the host again. What was in {old} is still "
        "there; no host may use it any more."
    )
    old: Code
    new: Code


class WithPassword(Public, frozen=True, tag="moving.password"):
    text: ClassVar[str] = N_("Instead of *** write the password that you have just given.")


class StillHosted(Public, frozen=True, tag="trouble.moving-hosted"):
    text: ClassVar[str] = N_(
        "The database {path} is in use by process {pid}. End that host first: what is played "
        "there meanwhile would be lost."
    )
    path: Code
    pid: Code


class NothingThere(Public, frozen=True, tag="trouble.moving-nothing"):
    text: ClassVar[str] = N_("There is no database {path}, so there is nothing to move.")
    path: Code


class TargetNotEmpty(Public, frozen=True, tag="trouble.moving-not-empty"):
    text: ClassVar[str] = N_(
        "The database {path} is not empty. A house moves only where nothing stands yet."
    )
    path: Code


class MoveDiffers(Public, frozen=True, tag="trouble.moving-differs"):
    text: ClassVar[str] = N_(
        "What arrived in {path} is not what was sent (table {table}). Nothing was kept there; "
        "nothing has changed in {old}."
    )
    old: Code
    path: Code
    table: Code


class MoveBroken(Public, frozen=True, tag="trouble.moving-broken"):
    text: ClassVar[str] = N_(
        "The connection to a server broke while everything was copied, so another host may have "
        "begun meanwhile. Nothing was kept in {path}; nothing has changed in {old}. Try again."
    )
    old: Code
    path: Code


class MoveDoubtful(Public, frozen=True, tag="trouble.moving-doubtful"):
    text: ClassVar[str] = N_(
        "The connection to a server broke at the last moment. If a host has begun with {old} "
        "since, what is played there is not in {path}: empty {path} then, and move again."
    )
    old: Code
    path: Code
