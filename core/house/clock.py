"""The clock of a question: when it starts, half time, and what a restart does to it."""

from __future__ import annotations

import msgspec

from core.house.house import House
from core.house.ports import Work, person_lane, room_lane
from core.house.signs import look_over, store
from core.house.timing import DRAWING_LASTS, LATEST_SHOWING
from core.kernel.text import announce, whisper
from core.table.course import computers_due, people_awaited
from core.table.places import StoredTable
from core.table.presence import all_signed
from core.table.sayings import HalfTime, StillWaiting, WasDeaf
from core.table.table import Drawing, Lobby, Playing, Table

replace = msgspec.structs.replace

AFTER_A_PAUSE = 60.0  # seconds that a deadline gets which passed while the house was down


def shown(house: House, table_id: str, question: int, at: float) -> None:
    """The prompt of a question was shown where an awaited person can see it: its clock runs."""
    house.store.run(lambda work: start_clock(work, house, table_id, question, at))


def start_clock(work: Work, house: House, table_id: str, question: int, at: float) -> None:
    """The same within a transaction."""
    row = work.row(table_id)
    if row is None or row.question != question or row.remind_at is not None:
        return
    found = house.opened(work, row, at)
    if found is None:
        return
    row, table = found
    if not isinstance(table, Playing) or table.asleep:
        return
    game = house.games[table.game]
    limit = house.timing.limit(table, work.rooms_of(row.id))
    if limit and not computers_due(table, game):
        work.update(replace(row, due=at + limit, remind_at=at + limit / 2))


def remind(house: House, table_id: str, at: float) -> bool:
    """Half of the time has passed: say once who is awaited. False while the table is deaf: who
    has acted unheard is not to be told that they are waited for. False too if we cannot read it:
    whoever can does it."""

    def nudge(work: Work) -> bool:
        row = work.row(table_id)
        found = house.opened(work, row, at)
        if found is None:
            return row is None or row.broken
        row, table = found
        if row.due is None or row.remind_at is None:
            return True
        if row.remind_at > at or row.remind_at >= row.due:
            return True
        if house.timing.deaf(work.rooms_of(row.id)):
            return False
        if isinstance(table, Lobby):
            look_over(work, house, row, table, at)
            return True
        work.update(replace(row, remind_at=row.due))
        if not isinstance(table, Playing):
            return True
        seats = people_awaited(table, house.games[table.game])
        for room in work.rooms_of(row.id):
            work.tell(room_lane(room.id), row.id, [announce(StillWaiting(seats))], at)
        for seat in seats:
            user = str(table.chairs[seat - 1].user)
            work.tell(person_lane(user), row.id, [whisper(seat, HalfTime())], at)
        return True

    heard = house.store.run(nudge)
    if heard:
        house.on_change(table_id)  # pages show whom the others need not wait for
    return heard


def wake_up(house: House, table_id: str, at: float, since: float | None = None) -> None:
    """After a restart: cards are shown again. The house was deaf while it was away, until `since`
    (None: until now): a deadline that passed before or comes less than a minute after it is a
    minute from then."""

    def wake(work: Work) -> None:
        found = house.opened(work, work.row(table_id), at)
        if found is None:
            return
        row, table = found
        if isinstance(table, Lobby) and row.due is None and house.timing.lobby_ends(at):
            _renew_lobby(work, house, row, table, _Deaf(at, since))  # no lobby stays for ever
        elif row.due is not None:
            _renew(work, house, row, table, _Deaf(at, since))
        _touch_all(work, table, at)

    house.store.run(wake)


def renew(
    house: House,
    table_id: str,
    at: float,
    *,
    tell: bool = False,
    jumped: bool = False,
    since: float | None = None,
    renewed: bool = False,
) -> None:
    """The house was deaf until `since` (None: until now), or its clock was wrong: a deadline that
    had passed or comes too soon (or too late to be true) is a minute from then. With `tell` the
    table hears why; `renewed`: its deadline is set anew already. `jumped`: how long anything took
    is not known, so a lobby has its whole time anew."""

    def work_on(work: Work) -> None:
        found = house.opened(work, work.row(table_id), at)
        if found is None or found[0].due is None:
            return
        row, table = found
        changed = _renew(work, house, row, table, _Deaf(at, since, jumped)) or renewed
        if not changed or not tell:
            return
        if isinstance(table, Playing) and people_awaited(table, house.games[table.game]):
            note = announce(WasDeaf())
            work.log(row.id, [note], at)
            for room in work.rooms_of(row.id):
                work.tell(room_lane(room.id), row.id, [note], at)

    house.store.run(work_on)


class _Deaf(msgspec.Struct, frozen=True):
    """It is `at`, and the house was deaf until `until` (None: until now). Whoever has acted since
    then has a deadline of after that. `jumped`: the clock was wrong."""

    at: float
    until: float | None = None
    jumped: bool = False

    @property
    def since(self) -> float:
        """Since when everybody is heard."""
        return self.at if self.until is None else self.until


def _renew(work: Work, house: House, row: StoredTable, table: Table, deaf: _Deaf) -> bool:
    """Give a deadline its minute, if it lies less than that ahead or further than any that was
    ever given. Computers need none. Tells whether anything changed."""
    assert row.due is not None
    at, since = deaf.at, deaf.since
    if isinstance(table, Lobby):
        return _renew_lobby(work, house, row, table, deaf)
    if isinstance(table, Drawing):
        if since <= row.due <= at + DRAWING_LASTS and not deaf.jumped:
            return False
        work.update(replace(row, due=at + DRAWING_LASTS, asked_at=min(row.asked_at, at)))
        return True
    if not isinstance(table, Playing):
        return False
    pause = 0.0 if computers_due(table, house.games[table.game]) else AFTER_A_PAUSE
    longest = LATEST_SHOWING + house.timing.limit(table, work.rooms_of(row.id))
    if since + pause <= row.due <= at + longest + 1.0:
        return False
    start = since if row.due < since + pause else at
    due, remind_at = start + pause, row.remind_at
    if remind_at is not None:  # whoever was reminded is not reminded again
        remind_at = due if remind_at >= row.due else start + pause / 2
    asked_at = min(row.asked_at, at)
    work.update(replace(row, due=due, remind_at=remind_at, asked_at=asked_at))
    return True


def _renew_lobby(work: Work, house: House, row: StoredTable, lobby: Lobby, deaf: _Deaf) -> bool:
    """A lobby whose time ended meanwhile gets its minute; one whose time ends later than any
    that was ever given, or that nobody can know, has all of it. Who may have acted unheard counts
    as heard just now. Tells whether its end has changed."""
    at = deaf.at
    ends = house.timing.lobby_ends(at)
    due = ends
    if ends is not None and row.due is not None and not deaf.jumped:
        due = ends if row.due > ends else max(row.due, deaf.since + AFTER_A_PAUSE)
    changed = due != row.due
    if changed:
        row = replace(row, due=due, asked_at=min(row.asked_at, at))
    store(work, house, row, lobby, all_signed(lobby, at), at)
    return changed


def show_again(house: House, table_id: str, at: float) -> None:
    """Every board and hand card of a table is outdated: it reads in another language now."""

    def outdate(work: Work) -> None:
        found = house.opened(work, work.row(table_id), at)
        if found is not None:
            _touch_all(work, found[1], at)

    house.store.run(outdate)


def _touch_all(work: Work, table: Table, at: float) -> None:
    for room in work.rooms_of(table.id):
        work.touch(room_lane(room.id), table.id, at)
    for chair in table.chairs:
        if chair.user is not None and not chair.left:
            work.touch(person_lane(chair.user), table.id, at)


def letters_shown(house: House, table_id: str, user: str, version: int) -> None:
    """The person has been shown the letters of this version of the hand."""
    house.store.run(lambda work: note_letters(work, table_id, user, version))


def note_letters(work: Work, table_id: str, user: str, version: int) -> None:
    """The same within a transaction."""
    draft = work.draft(table_id, user)
    if draft.shown != version:
        work.put_draft(table_id, user, replace(draft, shown=version))
