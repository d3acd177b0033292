"""The database is brought to this release, or everything in it to another database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from adapters.holding import AlreadyHosted, Store, last_status, opened, runs
from adapters.relocating_texts import (
    CopyKept,
    DatabaseCurrent,
    DatabaseMade,
    DatabaseUpgraded,
    MoveBroken,
    Moved,
    MoveDiffers,
    MoveDoubtful,
    Moving,
    NothingThere,
    StillHosted,
    TableMoves,
    TargetNotEmpty,
    WhatNow,
    WithPassword,
)
from adapters.settings import Settings
from adapters.trouble import Trouble, database_trouble
from core.kernel.text import Public
from storage.crew import SqlCrew
from storage.database import StoreError
from storage.instance import Hold, Taken
from storage.migrate import Migrated
from storage.migrate import migrate as migrate_store
from storage.moving import Differs, NotEmpty, NotHeld
from storage.moving import move as move_store

Tell = Callable[[Public], None]


def migrate(settings: Settings, tell: Tell) -> None:
    """Bring the database to this release, and tell from where it came. Workers of an older
    release go on with a PostgreSQL meanwhile; a file is nobody else's. Raises `Trouble`."""
    settings.make_data_folder()
    with _stored(settings):
        store = Store(settings.database_url)
        with closing(store), _held(settings, store):
            done = migrate_store(store)
    tell(_what_was_done(store.path, done))
    if done.copy is not None:
        tell(CopyKept(str(done.copy)))


def _what_was_done(path: str, done: Migrated) -> Public:
    if not done.before:
        return DatabaseMade(path, done.after)
    if done.before == done.after:
        return DatabaseCurrent(path, done.after)
    return DatabaseUpgraded(path, done.before, done.after)


def move(settings: Settings, target: Settings, tell: Tell) -> None:
    """Copy everything from one database to another that is empty, and compare it. Nobody may host
    either. Raises `Trouble`; then the other one is as empty as before."""
    file = settings.database_file
    if file is not None and not file.exists():
        raise Trouble(NothingThere(str(file)))
    status = last_status(settings)
    if runs(settings, status):
        pid = str(status.pid) if status is not None else "?"
        raise Trouble(StillHosted(settings.database_name, pid))
    with _open(settings) as (old, hold), _open(target) as (new, other):

        def held() -> bool:
            return hold.unbroken() and other.unbroken()

        tell(Moving(old.path, new.path))
        try:
            with _stored(target):
                rows = move_store(old, new, lambda *table: tell(TableMoves(*table)), held)
        except NotEmpty:
            raise Trouble(TargetNotEmpty(new.path)) from None
        except Differs as found:
            raise Trouble(MoveDiffers(old.path, new.path, found.table)) from found
        except NotHeld:
            raise Trouble(MoveBroken(old.path, new.path)) from None
        if not held():
            raise Trouble(MoveDoubtful(old.path, new.path))
        tell(Moved(rows))
        tell(WhatNow(old.path, target.database_name))
        if "***" in target.database_name:
            tell(WithPassword())


@contextmanager
def _open(settings: Settings) -> Iterator[tuple[Store, Hold | SqlCrew]]:
    """A database, held by us alone, and that hold."""
    hold, store = opened(settings, alone=True)
    try:
        yield store, hold
    finally:
        store.close()
        hold.let_go()


@contextmanager
def _held(settings: Settings, store: Store) -> Iterator[None]:
    """A file, held by us alone; nothing is held on a server."""
    try:
        hold = Hold(store.file)
    except Taken:
        raise AlreadyHosted(settings, last_status(settings)) from None
    except OSError:
        yield  # whatever is wrong there, opening the database tells it
        return
    try:
        yield
    finally:
        hold.let_go()


@contextmanager
def _stored(settings: Settings) -> Iterator[None]:
    """Trouble of a database is told to whoever started us."""
    try:
        yield
    except StoreError as broken:
        raise database_trouble(broken.kind.value, broken.path) from broken
