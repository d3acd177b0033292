"""Tables on which something is tried: opened quickly, with as few calls as a group allows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.adapters.telegram.fake_people import Chat
from tests.outside.host import Host
from tests.outside.people import Button, TelegramPerson
from tests.outside.telegram_server import TelegramServer

SOON = 30.0  # seconds: a group that was just opened is told things four seconds apart


def open_lobby(telegram: TelegramServer, group: Chat, host: TelegramPerson) -> None:
    """A lobby of Love Letter, on the board."""
    host.says(f"/play@{telegram.username}", group)
    host.find(group, "Join", patience=SOON)


def start_alone(telegram: TelegramServer, group: Chat, person: TelegramPerson) -> None:
    """One person and a computer begin a match; when this returns the person is asked."""
    open_lobby(telegram, group, person)
    person.press("Add a computer", group)
    person.find(group, "Start", patience=SOON)
    person.press("Start", group)
    first_choice(person)


def first_choice(person: TelegramPerson) -> list[Button]:
    """Wait until somebody is asked in private; the buttons to choose from."""

    def found() -> list[Button]:
        return [each for each in person.sees() if each.verb.startswith(("m:", "?:"))]

    return person.server.until(lambda: found() or None, f"{person.name} is asked", SOON)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another program holds the write lock of a database."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def committed(host: Host) -> int:
    """How many commands the tables of a host have carried out."""
    with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as look:
        found: int = look.execute("SELECT count(*) FROM journal").fetchone()[0]
        return found
