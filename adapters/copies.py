"""Copies of the database: made beside a running host, and put back when something is lost.

After a copy people play on. To put it back is therefore more than to exchange a file: what
`core.house.going_back` tells happens to the copy before it gets the name of the database, so that
no host ever meets one that is not safe. Only where nobody can have played on, because the host was
stopped and its database closed for good (`--moving`), everything goes on as it stands (`--moved`).
"""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from adapters.copies_texts import (
    CopyExists,
    CopyFails,
    CopyIsItself,
    CopyMade,
    CopyMoves,
    ForgottenAgain,
    ForgottenUnknown,
    HandsInCopy,
    KeptAside,
    LinksVoid,
    MovedIn,
    MovedInAlready,
    NoHandsInCopy,
    NotACopy,
    NotEmpty,
    NotForMoving,
    OnlyInAFile,
    PutBack,
    TablesLeft,
    TablesLost,
    TablesStopped,
)
from adapters.holding import (
    AlreadyHosted,
    Hold,
    beside,
    last_status,
    reader,
    runs,
)
from adapters.page.keys import Keys
from adapters.settings import Settings
from adapters.status_texts import in_bytes
from adapters.steering import house_on
from adapters.trouble import DatabaseOlder, Trouble, database_trouble
from core.house.going_back import Went, go_back
from core.kernel.text import Message
from locales import tongue
from locales.tongue import Context
from storage import backup, moving, restoring
from storage.backup import Label, Packed
from storage.copying import into_empty, of_server
from storage.database import StoreError
from storage.database import Trouble as Kind
from storage.instance import Taken, file_of
from storage.migrate import open_store, up_to_date

_OF_FILES = (Kind.BROKEN, Kind.FOREIGN)


def make_copy(settings: Settings, name: str, *, moves: bool = False) -> None:
    """Copy the database into a new file, whether it is hosted or not; `moves`: the tables go on
    where that file is put, and are hosted here no more. Raises `Trouble`."""
    os.umask(0o077)
    file, now = Path(name), time.time()
    with _alone(settings) if moves else _beside_others():
        hosted = not moves and runs(settings, last_status(settings))
        label = Label(secrets.token_hex(8), now, hosted, moves)
        with closing(reader(settings)) as look, _told(settings, file):
            look.kept(backup.LAST)  # there is a database; what opens it next would make one
        # It stays open until the copy is noted: nothing else is put in its place meanwhile.
        with closing(beside(settings)) as store, _told(settings, file):
            if not store.is_sqlite and not up_to_date(store):
                raise Trouble(DatabaseOlder(store.path))
            source = backup.of_sqlite(store) if store.is_sqlite else of_server(store)
            moved = store.kept(restoring.MOVED)

            def note() -> None:
                backup.note_copy(store, label)
                if moves:  # before there is a copy with which the tables could go on elsewhere
                    store.keep(restoring.MOVED, str(int(now)), now)

            try:
                packed = backup.pack(source, file, label, note)
            except BaseException:
                if moves:
                    store.keep(restoring.MOVED, moved, now)
                raise
    for message in _made(file, packed, label):
        _say(settings, message)


def _made(file: Path, packed: Packed, label: Label) -> Iterator[Message]:
    yield CopyMade(str(file), in_bytes(packed.size), int(label.at))
    yield HandsInCopy(packed.hands) if packed.hands else NoHandsInCopy()
    if label.moving:
        yield CopyMoves("fumibako restore --moved FILE")


def put_back(settings: Settings, name: str, *, moved: bool = False) -> None:
    """Put a copy in the place of the database, which is kept aside. Raises `Trouble`."""
    os.umask(0o077)
    settings.make_data_folder()
    file = Path(name)
    with _told(settings, file):
        target = file_of(settings.database_url)
    with _alone(settings), _told(settings, file):
        if target is not None:
            _in_a_file(settings, file, target, moved)
        elif settings.database_url.startswith("sqlite"):
            raise Trouble(OnlyInAFile(settings.database_name))
        else:
            _on_a_server(settings, file, moved)


def _in_a_file(settings: Settings, file: Path, target: Path, moved: bool) -> None:
    if not target.parent.exists():
        raise database_trouble(Kind.FOLDER.value, str(target))
    if target.exists() and target.samefile(file):
        raise Trouble(CopyIsItself(str(file)))
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as folder:
        new = Path(folder) / target.name
        told = _prepared(settings, file, new, target, moved)
        there = target.exists()
        aside = _free_name(target)
        backup.put_in_place(new, target, aside)
    for message in (*told, *([KeptAside(str(aside))] if there else [])):
        _say(settings, message)


def _on_a_server(settings: Settings, file: Path, moved: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / "fumibako.db"
        told = _prepared(settings, file, new, None, moved)
        try:
            into_empty(new, settings.database_url)
        except moving.NotEmpty as full:
            raise Trouble(NotEmpty(settings.database_name)) from full
    for message in told:
        _say(settings, message)


def _prepared(
    settings: Settings, file: Path, new: Path, before: Path | None, moved: bool
) -> list[Message]:
    """Unpack a copy and make it safe, before it is anything's place; what is to be told of that.
    Raises `Trouble`."""
    try:
        backup.unpack(file, new)
    except StoreError as broken:
        if broken.kind in _OF_FILES:
            raise Trouble(NotACopy(str(file))) from broken
        raise
    now, label = time.time(), backup.label_of(new)
    copied = label.at if label is not None else backup.last_heard(new)
    there = before if before is not None and before.exists() else None
    if moved:
        _may_move_in(label, new, there)
    begun = restoring.all_begun(there) if there is not None else ()
    with closing(open_store(f"sqlite:///{new}")) as store:
        restoring.begins_as(store, label, now, begun)
        if moved:
            return [MovedIn(int(copied))]
        since = None
        if there is not None:
            since = restoring.since(there, label, store.found)
            restoring.keep_spent(store, there)
        restoring.forget_what_waits(store)
        Keys(store, time.time).renew()
        people = restoring.people_in(store)
        house = house_on(store)
        went = go_back(house, store.open_tables(), people, copied, now, since)
        store.scrub()
        return list(_went(went, copied, since is not None))


def _may_move_in(label: Label | None, new: Path, before: Path | None) -> None:
    """Raises `Trouble` where it can be known that people played on after a copy (unpacked as
    `new`). Nobody can see from here what happened on another machine."""
    if label is None or not label.moving:
        raise Trouble(NotForMoving("fumibako backup --moving FILE"))
    if before is None:
        return
    begun = restoring.all_begun(before)
    if label.id in begun or restoring.went_on(before, new, label.at):
        raise Trouble(MovedInAlready())


def _went(went: Went, copied: float, known: bool) -> Iterator[Message]:
    yield PutBack(int(copied))
    if went.stopped:
        yield TablesStopped(len(went.stopped), len(went.opened))
    if went.left:
        yield TablesLeft(len(went.left))
    if went.lost:
        yield TablesLost(went.lost)
    yield LinksVoid()
    if went.forgotten:
        yield ForgottenAgain(went.forgotten)
    if not known:
        yield ForgottenUnknown("fumibako forget")


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """Nobody hosts the database meanwhile. Raises `AlreadyHosted`."""
    status = last_status(settings)
    with _told(settings, Path()):
        file = file_of(settings.database_url)
    if file is None:
        if runs(settings, status):
            raise AlreadyHosted(settings, status)
        yield
        return
    try:
        hold = Hold(file)
    except Taken:
        raise AlreadyHosted(settings, status) from None
    try:
        yield
    finally:
        hold.let_go()


@contextmanager
def _beside_others() -> Iterator[None]:
    """Whoever hosts the database goes on."""
    yield


@contextmanager
def _told(settings: Settings, file: Path) -> Iterator[None]:
    """What is wrong with the file of a copy, or with the database, is told."""
    try:
        yield
    except backup.Exists:
        raise Trouble(CopyExists(str(file))) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Trouble(CopyFails(str(file), why)) from error
    except StoreError as broken:
        raise database_trouble(broken.kind.value, broken.path) from broken


def _free_name(file: Path) -> Path:
    """What the database of until now is called from today on."""
    name = f"{file.name}-before-{datetime.now(UTC):%Y-%m-%d}"
    names = (file.with_name(f"{name}-{number}" if number > 1 else name) for number in count(1))
    return next(path for path in names if not path.exists())


def _say(settings: Settings, message: Message) -> None:
    print(tongue.say(message, settings.language, Context(zone=settings.time_zone)), flush=True)
