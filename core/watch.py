"""The clock of a question: when it starts, half time, and what a restart does to it."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from core.course import computers_due, people_awaited
from core.house import House, Input
from core.ports import Work, person_lane, room_lane
from core.sayings import HalfTime, StillWaiting
from core.snapshot import Unreadable, thaw
from core.table import Playing, Table, Tick
from core.text import announce, whisper

replace = msgspec.structs.replace

AFTER_A_PAUSE = 60.0  # seconds that a deadline gets which passed while the house was down


def shown(house: House, table_id: str, question: int, at: float) -> None:
    """The prompt of a question was shown where an awaited person can see it: its clock runs."""

    def start(work: Work) -> None:
        row = work.row(table_id)
        if row is None or row.broken or row.question != question or row.remind_at is not None:
            return
        table = thaw(row.snapshot, house.games)
        if not isinstance(table, Playing) or table.asleep:
            return
        game = house.games[table.game]
        limit = house.limit(table, work.rooms_of(row.id))
        if limit and not computers_due(table, game):
            work.update(replace(row, due=at + limit, remind_at=at + limit / 2))

    house.store.run(start)


def remind(house: House, table_id: str, at: float) -> None:
    """Half of the time has passed: say once who is awaited."""

    def nudge(work: Work) -> None:
        row = work.row(table_id)
        if row is None or row.broken or row.due is None or row.remind_at is None:
            return
        if row.remind_at > at or row.remind_at >= row.due:
            return
        work.update(replace(row, remind_at=row.due))
        table = thaw(row.snapshot, house.games)
        if not isinstance(table, Playing):
            return
        seats = people_awaited(table, house.games[table.game])
        for room in work.rooms_of(row.id):
            work.tell(room_lane(room.id), row.id, [announce(StillWaiting(seats))], at)
        for seat in seats:
            user = str(table.chairs[seat - 1].user)
            work.tell(person_lane(user), row.id, [whisper(seat, HalfTime())], at)

    house.store.run(nudge)


def wake_up(house: House, table_id: str, at: float) -> None:
    """After a restart: cards are shown again, a deadline that passed meanwhile is renewed."""

    def wake(work: Work) -> None:
        row = work.row(table_id)
        if row is None or row.broken:
            return
        try:
            table = thaw(row.snapshot, house.games)
        except Unreadable:
            house.set_aside(work, Input(Tick(row.question), at, table=table_id))
            return
        if row.due is not None and row.due < at:
            game = house.games[table.game]
            pause = 0.0 if computers_due(table, game) else AFTER_A_PAUSE
            due, remind_at = at + pause, row.remind_at
            if remind_at is not None:  # whoever was reminded is not reminded again
                remind_at = due if remind_at >= row.due else at + pause / 2
            work.update(replace(row, due=due, remind_at=remind_at))
        _touch_all(work, table, at)

    house.store.run(wake)


def show_again(house: House, table_id: str, at: float) -> None:
    """Every board and hand card of a table is outdated: it reads in another language now."""

    def outdate(work: Work) -> None:
        row = work.row(table_id)
        if row is not None and not row.broken:
            with suppress(Unreadable):  # whoever acts there next sets it aside
                _touch_all(work, thaw(row.snapshot, house.games), at)

    house.store.run(outdate)


def _touch_all(work: Work, table: Table, at: float) -> None:
    for room in work.rooms_of(table.id):
        work.touch(room_lane(room.id), table.id, at)
    for chair in table.chairs:
        if chair.user is not None and not chair.left:
            work.touch(person_lane(chair.user), table.id, at)


def letters_shown(house: House, table_id: str, user: str, version: int) -> None:
    """The person has been shown the letters of this version of the hand."""

    def note(work: Work) -> None:
        draft = work.draft(table_id, user)
        if draft.shown != version:
            work.put_draft(table_id, user, replace(draft, shown=version))

    house.store.run(note)
