"""Forgetting what nobody needs any more, while the host runs: in small portions, so that nobody
waits for one.

`core.house.keeping` says what is kept how long; CONTRIBUTING.md has it as a table. What is erased
at a person's own wish is another matter (`forgetting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    select,
    update,
)

from core.house.keeping import Keeping, Small
from storage.archive import put_away, throw_away
from storage.database import Database
from storage.prefixes import behind
from storage.rows import (
    ARCHIVE,
    CARD,
    DRAFT,
    KEPT,
    LANE,
    LEDGER,
    LETTER,
    MEMBER,
    OUTBOX,
    PERSON,
    RESERVED,
    SCORE,
    SEAT,
    SEEN,
    TABLE,
)

PORTION = 500  # rows changed in one transaction
GAMES = 10  # games in one transaction
PAGES = 200  # pages given back to the disk at once
INCREMENTAL = 2  # SQLite's number for files that give pages back when asked to
SPARE = 4 * 1024 * 1024  # bytes that may lie free in the file: what comes next is written there


def _few(table: Table, most: int, *conditions: Any) -> Select[Any]:
    """The keys of some rows; on PostgreSQL locked, those excepted that somebody changes now."""
    keys = select(*table.primary_key.columns).where(*conditions).limit(most)
    return keys.with_for_update(skip_locked=True, of=table)


def _drop(table: Table, *conditions: Any) -> Callable[[Connection, Any], int]:
    """Deletes a portion of the rows of which this is true."""
    [*keys] = table.primary_key.columns
    query = _few(table, PORTION, *conditions)
    gone = delete(table).where(*(key == bindparam(f"of_{key.name}") for key in keys))

    def drop(connection: Connection, asked: Any) -> int:
        found = connection.execute(query, asked).all()
        if found:
            names = [f"of_{key.name}" for key in keys]
            connection.execute(gone, [dict(zip(names, each, strict=True)) for each in found])
        return len(found)

    return drop


_BEFORE = bindparam("before", type_=TABLE.c.due.type)
_OVER = TABLE.c.ended_at < _BEFORE, ~TABLE.c.open, ~TABLE.c.broken
_NEVER_DEALT = _few(TABLE, PORTION // 10, *_OVER, TABLE.c.question == 0)
_PLAYED = _few(TABLE, GAMES, *_OVER, TABLE.c.question > 0)
_ASIDE = _few(TABLE, GAMES, TABLE.c.ended_at < _BEFORE, ~TABLE.c.open, TABLE.c.broken)
_OLD_GAMES = _few(ARCHIVE, PORTION // 10, ARCHIVE.c.ended_at < _BEFORE)

_receipts = _drop(SEEN, SEEN.c.at < _BEFORE)
# Never by NOT IN: PostgreSQL would read all the other tables anew for each row.
_drafts = _drop(DRAFT, ~exists().where(TABLE.c.id == DRAFT.c.table, TABLE.c.open))
_idle = ~exists().where(TABLE.c.id == OUTBOX.c.table, TABLE.c.open)
_waiting = _drop(OUTBOX, OUTBOX.c.at < _BEFORE, _idle)
_places = _drop(RESERVED, RESERVED.c.at < _BEFORE)
_counted = _drop(LEDGER, LEDGER.c.day < bindparam("day"))
# Until then a card of a table in the archive shows the end of a game to who comes late.
_late = exists().where(ARCHIVE.c.table == CARD.c.table, ARCHIVE.c.ended_at >= _BEFORE)
_cards = _drop(CARD, ~exists().where(TABLE.c.id == CARD.c.table), ~_late)

_IDLE = LANE.c.due.is_(None), LANE.c.claimed == 0, LANE.c.kept_until < _BEFORE
_nothing = and_(
    ~exists().where(OUTBOX.c.lane == LANE.c.address), ~exists().where(CARD.c.lane == LANE.c.address)
)
_LANES = _few(LANE, PORTION, *_IDLE, _nothing)
_of_lanes = LANE.c.address.in_(bindparam("lanes", expanding=True))
_LANES_GONE = delete(LANE).where(_of_lanes, *_IDLE, _nothing).returning(LANE.c.address)

_CROWDED = select(LETTER.c.address).group_by(LETTER.c.address)
_CROWDED = _CROWDED.having(func.count() > bindparam("most")).limit(1)
_NEWEST = select(LETTER.c.id).where(LETTER.c.address == bindparam("of_address"))
_NEWEST = _NEWEST.order_by(LETTER.c.id.desc()).offset(bindparam("most")).limit(PORTION)

_of_ids: BindParameter[list[str]] = bindparam("ids", expanding=True)
_KNOWN = select(TABLE.c.id, TABLE.c.open).where(TABLE.c.id.in_(_of_ids))
_STORED = select(ARCHIVE.c.table).where(ARCHIVE.c.table.in_(_of_ids))
_UNDER = select(KEPT.c.key, KEPT.c.value, KEPT.c.at).where(
    KEPT.c.key >= bindparam("first"), KEPT.c.key < bindparam("last")
)
_UNDER = _UNDER.where(KEPT.c.key > bindparam("after")).order_by(KEPT.c.key).limit(PORTION)
_NTH = select(KEPT.c.at).where(KEPT.c.key >= bindparam("first"), KEPT.c.key < bindparam("last"))
_NTH = _NTH.order_by(KEPT.c.at.desc()).offset(bindparam("most")).limit(1)
_OF_KEYS: BindParameter[list[str]] = bindparam("keys", expanding=True)
_AS_FOUND_GONE = delete(KEPT).where(
    KEPT.c.key == bindparam("of_key"),
    KEPT.c.value == bindparam("of_value"),
    KEPT.c.at == bindparam("of_at"),
)
_KEYS_GONE = delete(KEPT).where(KEPT.c.key.in_(_OF_KEYS))

_PEOPLE = select(PERSON.c.user, PERSON.c.idle_since).where(PERSON.c.user > bindparam("after"))
_PEOPLE = _PEOPLE.order_by(PERSON.c.user).limit(PORTION)
_of_users: BindParameter[list[str]] = bindparam("users", expanding=True)
_TIES = [
    select(rows.c.user).where(rows.c.user.in_(_of_users)).distinct()
    for rows in (MEMBER, SEAT, SCORE, RESERVED)
]
_TIED_BY = select(KEPT.c.key).where(KEPT.c.key.in_(_OF_KEYS))
_MARK = update(PERSON).where(PERSON.c.user.in_(_of_users)).values(idle_since=bindparam("at"))
_PEOPLE_GONE = delete(PERSON).where(PERSON.c.user.in_(_of_users), PERSON.c.idle_since < _BEFORE)


class SqlTidying(Database):
    """Tidying up a database."""

    def tidied(self, at: float, keeping: Keeping) -> Iterator[Iterator[tuple[str, int]]]:
        """Forget what is no longer needed, kind by kind: each step is one short transaction, and
        tells what was forgotten and how much of it (perhaps nothing). A step raises `StoreError`;
        then what is left of this kind is for the next time, and the next kind is tried."""
        yield self._again("receipts", _receipts, before=at - keeping.receipts)
        yield from self._games(at, keeping)
        yield self._again("drafts", _drafts)
        yield self._again("waiting letters", _waiting, before=at - keeping.waiting)
        yield self._again("cards", _cards, before=at - keeping.waiting)
        yield self._again("lanes", _lanes, before=at)
        yield self._again("places in next games", _places, before=at - keeping.places)
        day = datetime.fromtimestamp(at - keeping.ledger, UTC).date().isoformat()
        yield self._again("lines of the ledger", _counted, day=day)
        yield self._again("letters", _letters, most=keeping.letters)
        for small in keeping.small:
            yield self._small(small, at)
        yield self._people(at, keeping)
        yield self._give_back()

    def _again(
        self, what: str, work: Callable[[Connection, Any], int], **asked: Any
    ) -> Iterator[tuple[str, int]]:
        """Do the same until nothing is left of it."""
        number = 1
        while number:
            with self.begin() as connection:
                number = work(connection, asked)
            yield what, number

    def _games(self, at: float, keeping: Keeping) -> Iterator[Iterator[tuple[str, int]]]:
        """A lobby that led to no game goes; a game that is over goes into the archive, and out of
        it when its time has come."""
        looked_back = at - keeping.looked_back
        yield self._again("lobbies", _each(_NEVER_DEALT, throw_away), before=looked_back)
        if keeping.games is None:
            yield self._again("games put away", _each(_PLAYED, put_away), before=looked_back)
            return
        last = at - max(keeping.games, keeping.looked_back)
        yield self._again("games", _each(_PLAYED, throw_away), before=last)
        yield self._again("games put away", _each(_PLAYED, put_away), before=looked_back)
        yield self._again("games of the archive", _each(_OLD_GAMES, throw_away), before=last)
        aside = at - max(keeping.games, keeping.waiting)
        yield self._again("tables set aside", _each(_ASIDE, throw_away), before=aside)

    def _small(self, small: Small, at: float) -> Iterator[tuple[str, int]]:
        """Small things of one kind."""
        within = {"first": small.prefix, "last": behind(small.prefix)}
        after: str | None = ""
        while after is not None:
            with self.begin() as connection:
                oldest = at - small.seconds if small.seconds is not None else float("-inf")
                if small.most is not None:
                    asked = within | {"most": small.most}
                    nth: float | None = connection.execute(_NTH, asked).scalar()
                    oldest = max(oldest, nth if nth is not None else oldest)
                found = connection.execute(_UNDER, within | {"after": after}).all()
                tables = [(_table_of(small, key, value), key) for key, value, _ in found]
                gone = _gone(connection, tables, small.open) if small.of_table else set()
                gone |= {key for key, _, kept_at in found if kept_at <= oldest}
                as_found = [row for row in found if row.key in gone]
                if as_found:  # by what is kept there: something new may stand there by now
                    old = [
                        {"of_key": k, "of_value": v, "of_at": kept_at} for k, v, kept_at in as_found
                    ]
                    connection.execute(_AS_FOUND_GONE, old)
            after = found[-1].key if len(found) == PORTION else None
            yield f"small things ({small.prefix})", len(gone)

    def _people(self, at: float, keeping: Keeping) -> Iterator[tuple[str, int]]:
        """Who is in no room, sits nowhere, is in no score and waits for no game is forgotten
        after a while, if nothing new was learnt of them."""
        after: str | None = ""
        while after is not None:
            with self.begin() as connection:
                found = connection.execute(_PEOPLE, {"after": after}).all()
                users = [user for user, _ in found]
                tied = _tied(connection, users, keeping.ties) if users else set()
                free = [user for user, since in found if user not in tied and since is None]
                back = [user for user, since in found if user in tied and since is not None]
                for some, since in ((free, at), (back, None)):
                    if some:
                        connection.execute(_MARK, {"users": some, "at": since})
                before = at - keeping.persons
                gone = [
                    user
                    for user, since in found
                    if user not in tied and since is not None and since < before
                ]
                if gone:
                    connection.execute(_PEOPLE_GONE, {"users": gone, "before": before})
                    keys = [f"{prefix}{user}" for prefix in keeping.theirs for user in gone]
                    connection.execute(_KEYS_GONE, {"keys": keys})
            after = users[-1] if len(users) == PORTION else None
            yield "people", len(gone)

    def _give_back(self) -> Iterator[tuple[str, int]]:
        """Give pages that have long been free back to the disk, all but some that are written
        next. On PostgreSQL that is its own affair."""
        pages = 1 if self.is_sqlite else 0
        while pages:
            with self.begin() as connection:
                pages = _spare_pages(connection)
                if pages:
                    _vacuum(connection, pages)
            yield "free pages", pages


def _vacuum(connection: Connection, pages: int) -> None:
    """Each row without columns is a page; who does not fetch them all gives back only one."""
    driver = connection.connection.driver_connection
    assert driver is not None, "it is open"
    driver.execute(f"PRAGMA incremental_vacuum({pages})").fetchall()


def _spare_pages(connection: Connection) -> int:
    """How many pages of a file can be given back now."""
    names = ("auto_vacuum", "page_size", "freelist_count")
    asked = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names)
    mode, size, free = asked
    return max(0, min(PAGES, free - SPARE // size)) if mode == INCREMENTAL else 0


def _each(
    query: Select[Any], work: Callable[[Connection, str], object]
) -> Callable[[Connection, Any], int]:
    """Does something with some tables."""

    def each(connection: Connection, asked: Any) -> int:
        tables = connection.execute(query, asked).scalars().all()
        for table in tables:
            work(connection, table)
        return len(tables)

    return each


def _lanes(connection: Connection, asked: Any) -> int:
    """Lanes where nothing waits and no card stands. They are locked first: what was told at the
    same moment is seen by the second look, and what is told from now on makes the lane anew."""
    found = connection.execute(_LANES, asked).scalars().all()
    if not found:
        return 0
    return len(connection.execute(_LANES_GONE, asked | {"lanes": found}).all())


def _letters(connection: Connection, asked: Any) -> int:
    """The oldest letters of an address that has too many."""
    address = connection.execute(_CROWDED, asked).scalar()
    if address is None:
        return 0
    old = connection.execute(_NEWEST, asked | {"of_address": address}).scalars().all()
    connection.execute(delete(LETTER).where(LETTER.c.id.in_(old)))
    return len(old)


def _table_of(small: Small, key: str, value: str) -> str:
    """The table that something small belongs to. Ids of tables are letters and digits."""
    text = value if small.value else key.removeprefix(small.prefix)
    end = next((i for i, char in enumerate(text) if not char.isalnum()), len(text))
    return text[:end]


def _gone(connection: Connection, tables: Sequence[tuple[str, str]], open: bool) -> set[str]:
    """The names of what belongs to tables that are no longer known (or open)."""
    ids = {"ids": sorted({table for table, _ in tables})}
    if not ids["ids"]:
        return set()
    known = {table for table, opened in connection.execute(_KNOWN, ids) if opened or not open}
    if not open:
        known |= set(connection.execute(_STORED, ids).scalars())
    return {key for table, key in tables if table not in known}


def _tied(connection: Connection, users: Sequence[str], ties: Collection[str]) -> set[str]:
    """Those of some people with whom something here has to do."""
    tied: set[str] = set()
    for query in _TIES:
        tied |= set(connection.execute(query, {"users": users}).scalars())
    keys = {f"{prefix}{user}": user for prefix in ties for user in users}
    if keys:
        tied |= {keys[key] for key in connection.execute(_TIED_BY, {"keys": list(keys)}).scalars()}
    return tied
