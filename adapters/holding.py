"""The database of this process: opened, held by it alone, or only looked at."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version

from adapters.crew import Crew, Workers
from adapters.settings import Settings
from adapters.status import OLD, Status
from adapters.status import read as read_status
from adapters.trouble import (
    DatabaseHosted,
    DatabaseMoved,
    DatabaseNotThere,
    DatabaseOlder,
    Trouble,
    database_trouble,
)
from storage.address import shown
from storage.crew import SqlCrew, living, release_number
from storage.database import Database, StoreError
from storage.instance import Hold, Taken, file_of, hosted, last_word, words_of
from storage.migrate import open_store, up_to_date
from storage.restoring import MOVED
from storage.store import SqlStore as Store

__all__ = [
    "AlreadyHosted",
    "Hold",
    "Store",
    "at_hand",
    "beside",
    "crew_of",
    "hosted",
    "last_status",
    "looked_at",
    "opened",
    "reader",
    "runs",
    "shown",
    "workers",
]

log = logging.getLogger("fumibako")

STORE_PATIENCE = 0.8  # seconds to wait for another program that writes; somebody waits for us


class AlreadyHosted(Trouble):
    """Another process hosts this database; `status` is what it told last."""

    def __init__(self, settings: Settings, status: Status | None) -> None:
        pid = str(status.pid) if status is not None else "?"
        super().__init__(DatabaseHosted(settings.database_name, pid))
        self.status = status


def opened(settings: Settings, *, alone: bool = False) -> tuple[Hold | SqlCrew, Store]:
    """The database, held by this process alone; on PostgreSQL by this one among other workers,
    unless it is to be `alone`. Raises `Trouble`."""
    os.umask(0o077)  # hands and secrets stand in what we write
    settings.make_data_folder()
    hold: Hold | SqlCrew | None = None
    store: Store | None = None
    try:
        if _is_file(settings):
            hold = _held(settings)
        store = open_store(settings.database_url)
        if hold is None:
            hold = _joined(settings, store, alone=alone)
        elif isinstance(hold, Hold) and hold.locked:
            store.free_dead(time.time())
        store.hurry(STORE_PATIENCE)
        check(settings, store)
    except AlreadyHosted:
        if store is not None:
            store.close()
        raise
    except StoreError as broken:
        if hold is not None:
            hold.let_go()
        raise database_trouble(broken.kind.value, broken.path) from broken
    except Trouble:
        if hold is not None:
            hold.let_go()
        if store is not None:
            store.close()
        raise
    return hold, store


def check(settings: Settings, store: Store, expelled: bool = False) -> None:
    """A house that moved away may not be hosted here, nor one that was given to another program
    (`expelled`). Raises `Trouble`, `StoreError`."""
    if expelled:
        raise AlreadyHosted(settings, last_status(settings))
    moved = store.kept(MOVED)
    if moved:
        raise Trouble(DatabaseMoved(settings.database_name, int(float(moved))))


def crew_of(hold: Hold | SqlCrew) -> Crew:
    """The workers among which this process is, by the hold that it has of the database."""
    return Workers(hold) if isinstance(hold, SqlCrew) else Crew()


def _is_file(settings: Settings) -> bool:
    """Whether the database is one of SQLite, which has one host. Raises `StoreError`."""
    with closing(Database(settings.database_url)) as database:
        return database.is_sqlite


def _joined(settings: Settings, store: Store, *, alone: bool) -> SqlCrew:
    """A place among the workers of a PostgreSQL. Raises `AlreadyHosted`, `StoreError`."""
    release = release_number(version("fumibako"))
    try:
        crew = SqlCrew(settings.database_url, store.instance, release, alone=alone)
    except Taken:
        raise AlreadyHosted(settings, last_status(settings)) from None
    crew.keep()  # whoever opens a database may take their time
    return crew


def _held(settings: Settings) -> Hold:
    """The lock of the database. Raises `AlreadyHosted`, `StoreError`."""
    try:
        return Hold(file_of(settings.database_url))
    except Taken:
        raise AlreadyHosted(settings, last_status(settings)) from None
    except OSError:
        # Whatever is wrong there, opening the database tells it.
        log.warning("the database cannot be locked: nothing keeps a second host away")
        return Hold(None)


def last_status(settings: Settings) -> Status | None:
    """What was told last by whoever hosts the database, or hosted it: of several workers the one
    that leads."""
    with suppress(Trouble):
        for each in workers(settings):
            if each.leads:
                return each
    told = last_word(settings.database_url)
    return read_status(told.status) if told is not None else None


def runs(settings: Settings, status: Status | None) -> bool:
    """Whether somebody hosts the database. Where there is nothing to lock, whoever has just told
    something does. Raises `Trouble`."""
    with suppress(OSError):
        try:
            if not _is_file(settings):
                return bool(living(settings.database_url))
            file = file_of(settings.database_url)
        except StoreError as broken:
            raise database_trouble(broken.kind.value, broken.path) from broken
        if file is not None:
            return hosted(file)
    return status is not None and time.time() - status.at <= OLD


def workers(settings: Settings) -> Sequence[Status]:
    """What each living worker of a PostgreSQL told last, the oldest first; none on SQLite. Raises
    `Trouble`."""
    try:
        if _is_file(settings):
            return ()
        told = words_of(settings.database_url, living(settings.database_url))
    except StoreError as broken:
        raise database_trouble(broken.kind.value, broken.path) from broken
    found = [read_status(each.status) for each in told]
    return [each for each in found if each is not None]


def beside(settings: Settings) -> Store:
    """The database for a small change beside its host, which reads it anew at each use. Raises
    `Trouble`."""
    try:
        return Store(settings.database_url, STORE_PATIENCE)
    except StoreError as broken:
        raise database_trouble(broken.kind.value, broken.path) from broken


def reader(settings: Settings) -> Store:
    """The database as it is, for a look beside its host: nothing can be changed. Raises
    `Trouble`."""
    try:
        store = Store(settings.database_url, STORE_PATIENCE, read_only=True)
    except StoreError as broken:
        raise database_trouble(broken.kind.value, broken.path) from broken
    if store.file is not None and not store.file.exists():
        store.close()
        raise Trouble(DatabaseNotThere(store.path))
    return store


@contextmanager
def at_hand(settings: Settings) -> Iterator[Store]:
    """The database for a change by whoever runs the host: beside it, or held by us alone while
    none hosts it. Raises `Trouble`."""
    if runs(settings, last_status(settings)):
        with closing(beside(settings)) as store, _told():
            _check_age(store)
            yield store
        return
    hold, store = opened(settings)
    try:
        with _told():
            yield store
    finally:
        store.close()
        hold.let_go()


@contextmanager
def looked_at(settings: Settings) -> Iterator[Store]:
    """The database for a look, whether it is hosted or not. Raises `Trouble`."""
    with closing(reader(settings)) as store, _told():
        _check_age(store)
        yield store


@contextmanager
def _told() -> Iterator[None]:
    """Trouble of the database is told."""
    try:
        yield
    except StoreError as broken:
        raise database_trouble(broken.kind.value, broken.path) from broken


def _check_age(store: Store) -> None:
    """A database that an older release hosts (or hosted last) has not all that we look for."""
    if not up_to_date(store):
        raise Trouble(DatabaseOlder(store.path))
