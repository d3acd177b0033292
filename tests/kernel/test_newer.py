"""A table that a newer release has written is left as it is, and so is its journal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select, update

from core.house import clock as watch
from core.house.journal import KIND
from core.house.story import Story, go_on
from core.table.commands import Answer, Rematch, Sit
from core.table.failures import OurTrouble
from core.table.sayings import SetAside, TableOfNewer
from core.table.snapshot import FORMAT
from storage.rows import JOURNAL
from tests.kernel.hall import Hall, messages

NEWER = b'{"format":%d,"table":{"is":"as nobody knows"}}' % (FORMAT + 1)


def of_newer_journal(hall: Hall, raw: bytes = b"{}") -> None:
    """A snapshot that is damaged, and a journal whose last line is of a newer kind."""
    with hall.store.begin() as connection:
        newest = connection.execute(
            select(JOURNAL).where(JOURNAL.c.table == hall.id).order_by(JOURNAL.c.version.desc())
        ).first()
        assert newest is not None
        line: dict[str, Any] = json.loads(newest.entry)
        line["journal"] = KIND + 1
        here = [JOURNAL.c.table == hall.id, JOURNAL.c.version == newest.version]
        text = json.dumps(line, separators=(",", ":"))
        connection.execute(update(JOURNAL).where(*here).values(entry=text))
    hall.tear(raw)


@pytest.mark.parametrize("how", ["format", "game", "journal"])
@pytest.mark.parametrize("lives", [False, True])
def test_it_is_neither_mended_nor_set_aside(hall: Hall, how: str, lives: bool) -> None:
    hall.start("b")
    hall.sent()
    if how == "journal":
        of_newer_journal(hall)
    elif how == "format":
        hall.tear(NEWER)
    else:
        hall.tear(hall.row.snapshot.replace(b'"game":"toy"', b'"game":"chess"'))
    hall.house.newer = lambda: lives
    before = hall.row
    if lives:  # its own worker is to hear it
        with pytest.raises(OurTrouble):
            hall.tell(Answer("a", 1, "rest"), receipt="again")
    else:
        result = hall.tell(Answer("a", 1, "rest"), receipt="again")
        assert (result.table, result.refused) == (hall.id, TableOfNewer(hall.id))
    assert hall.row == before and not hall.row.broken
    assert SetAside(hall.id) not in messages(hall.sent().get(f"room:{hall.room.id}", []))


def test_what_is_to_come_again_left_no_receipt(hall: Hall) -> None:
    hall.open()
    before = hall.row
    hall.tear(NEWER)
    hall.house.newer = lambda: True
    with pytest.raises(OurTrouble):
        hall.tell(Sit("b", "Ben"), receipt="again")
    hall.tear(before.snapshot)  # as the newer worker reads it
    assert not hall.tell(Sit("b", "Ben"), receipt="again").repeated


def test_the_clock_leaves_it_alone(hall: Hall) -> None:
    hall.start("b")
    hall.tear(NEWER)
    before = hall.row
    watch.wake_up(hall.house, hall.id, hall.at)
    assert hall.row == before


def test_it_is_reminded_by_whoever_can_read_it(hall: Hall) -> None:
    hall.start("b")
    before = hall.row
    watch.shown(hall.house, hall.id, before.question, hall.at)
    at = hall.row.remind_at
    assert at is not None
    sound = hall.row.snapshot
    hall.tear(NEWER)
    changed: list[str] = []
    hall.house.on_change = changed.append
    row = hall.row
    assert not watch.remind(hall.house, hall.id, at)
    assert hall.row == row and not changed
    hall.tear(sound)
    assert watch.remind(hall.house, hall.id, at)
    assert changed == [hall.id]


@pytest.mark.parametrize("lives", [False, True])
def test_who_looks_is_brought_again_too(hall: Hall, lives: bool) -> None:
    hall.start("b")
    hall.tear(NEWER)
    hall.house.newer = lambda: lives
    if lives:
        with pytest.raises(OurTrouble):
            hall.house.read_mended(hall.id, hall.at)
    else:
        assert hall.house.read_mended(hall.id, hall.at) is None
    assert hall.house.read(hall.id) is None


def test_it_is_told_apart_from_what_is_damaged(hall: Hall) -> None:
    hall.start("b")
    house, read = hall.house, hall.store.read
    assert not read(lambda reads: house.of_newer(reads, hall.id))
    hall.tear()
    assert not read(lambda reads: house.of_newer(reads, hall.id))
    hall.tear(NEWER)
    assert read(lambda reads: house.of_newer(reads, hall.id))


def test_a_damaged_game_after_a_newer_one_waits_for_it(hall: Hall) -> None:
    hall.start("b")
    hall.finish()
    old = hall.id
    hall.do(Rematch("a", "Ann"), table=old)
    new = hall.row
    hall.refer()
    hall.tear()
    hall.id, torn = old, hall.id
    hall.tear(NEWER)
    hall.id = torn
    assert hall.tell(Sit("c", "Cho")).refused == TableOfNewer(torn)
    assert not hall.row.broken
    assert hall.row.version == new.version


def test_its_story_is_what_all_were_told(hall: Hall) -> None:
    hall.start("b")
    of_newer_journal(hall)
    story = hall.store.read(lambda reads: go_on(reads, hall.games, hall.id, Story()))
    assert story.table is None
    assert story.events
