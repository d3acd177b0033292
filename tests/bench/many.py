"""A database with many open tables, as a house of many groups has it: games of four people in
groups of Telegram, which know their boards and hands already."""

from __future__ import annotations

from pathlib import Path

import msgspec
from sqlalchemy import text

from adapters.telegram.people import user_of
from core.house.ports import Work
from core.table.sayings import Pace
from core.table.snapshot import thaw
from core.table.table import Playing
from storage.migrate import open_store
from tests.adapters.telegram.stage import GROUP
from tests.bench.evening import PLAYERS, Evening

PEOPLE = 1000  # the number of the first person
QUIET = ("DELETE FROM outbox", "DELETE FROM card", "DELETE FROM lane")


def fill(file: Path, tables: int, game: str = "lady-luck", pace: Pace = Pace.NONE) -> list[Playing]:
    """Make the database. Tells the tables, in the order of their groups; group number 0 is
    `GROUP`, the one after it has the number before."""
    store = open_store(f"sqlite:///{file}")
    evening = Evening(store, "seed", game)
    name = evening.gather(pace)
    seen = evening.house.read(name)
    assert seen is not None
    assert isinstance(seen.table, Playing)
    first, row = seen.table, seen.row
    playing = list[Playing]()

    def copied(work: Work, rooms: list[int]) -> None:
        for index, room in enumerate(rooms):
            users = [user_of(PEOPLE + index * PLAYERS + seat) for seat in range(PLAYERS)]
            table = f"{name[:3]}{index:05}"
            snapshot = row.snapshot.decode().replace(name, table)
            snapshot = snapshot.replace('"room":1', f'"room":{room}')
            for chair, user in zip(first.chairs, users, strict=True):
                snapshot = snapshot.replace(str(chair.user), user)
            new = msgspec.structs.replace(row, id=table, snapshot=snapshot.encode())
            assert work.insert(new, room)
            work.seated(table, users)
            table_now = thaw(new.snapshot, evening.house.games)
            assert isinstance(table_now, Playing)
            playing.append(table_now)

    with store.begin() as connection:
        rooms = list[int]()
        for index in range(tables):
            chat = {"chat": str(GROUP - index), "title": f"G{index}"}
            made = connection.execute(
                text(
                    "INSERT INTO room (platform, chat, language, zone, title) "
                    "VALUES ('telegram', :chat, 'ja', 'UTC', :title) RETURNING id"
                ),
                chat,
            ).scalar_one()
            connection.execute(
                text("INSERT INTO room_alias VALUES ('telegram', :chat, :room)"),
                chat | {"room": made},
            )
            rooms.append(made)
            connection.execute(
                text(
                    "INSERT INTO person (user, name, language, reachable) "
                    "VALUES (:user, :name, 'ja', true)"
                ),
                [
                    {"user": user_of(PEOPLE + index * PLAYERS + seat), "name": f"P{seat + 1}"}
                    for seat in range(PLAYERS)
                ],
            )
    store.run(lambda work: copied(work, rooms))
    with store.begin() as connection:
        for statement in QUIET:
            connection.execute(text(statement))
        connection.execute(text('DELETE FROM room_table WHERE "table" = :seed'), {"seed": name})
        connection.execute(text('DELETE FROM "table" WHERE id = :seed'), {"seed": name})
    store.close()
    return playing
