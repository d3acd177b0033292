"""What is kept of a person in the database, found and erased, within a transaction.

Ids are looked for as whole words: that of one person may begin as that of another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from html import unescape
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)

from core.house.journal import Entry
from core.house.ports import Traces, person_lane
from core.kernel.text import Note
from storage import notes as letters
from storage.rows import (
    ARCHIVE,
    CARD,
    DRAFT,
    JOURNAL,
    KEPT,
    LANE,
    LEDGER,
    LETTER,
    MEMBER,
    OUTBOX,
    RESERVED,
    TABLE,
    TOLD,
    Base,
)
from storage.upserts import Upserts

_SHORTEST = 8  # characters of an id that is looked for without its platform

_ROOMS = select(MEMBER.c.room).where(MEMBER.c.user == bindparam("of_user")).order_by(MEMBER.c.room)
_PUT_ENTRY = update(JOURNAL).where(
    JOURNAL.c.table == bindparam("of_table"), JOURNAL.c.version == bindparam("of_version")
)
_PUT_ENTRY = _PUT_ENTRY.values(entry=bindparam("entry"))
_SENDING = select(LANE.c.address).where(
    LANE.c.address == bindparam("of_lane"), LANE.c.lease_until > bindparam("at")
)


def rooms_with(connection: Connection, user: str) -> Sequence[int]:
    """The rooms in which a person was heard, oldest first."""
    return connection.execute(_ROOMS, {"of_user": user}).scalars().all()


def naming(connection: Connection, user: str) -> list[str]:
    """The tables that name a person in their snapshot or journal, the oldest first. Whichever way
    one goes meanwhile, into the archive or out of it, it is seen."""
    said = json.dumps(user)
    over = select(ARCHIVE.c.table).where(_has(ARCHIVE.c.people, said))
    over = over.order_by(ARCHIVE.c.ended_at, ARCHIVE.c.table)
    before = connection.execute(over).scalars().all()
    lines = select(JOURNAL.c.table, JOURNAL.c.entry).where(_has(JOURNAL.c.entry, said))
    found = {table for table, entry in connection.execute(lines) if said in entry}
    tables = select(TABLE.c.id, TABLE.c.snapshot).where(
        or_(_has(TABLE.c.snapshot, said), TABLE.c.id.in_(found))
    )
    tables = tables.order_by(TABLE.c.opened_at, TABLE.c.id)
    rows = connection.execute(tables)
    now = [name for name, snapshot in rows if name in found or said in snapshot]
    return [*dict.fromkeys((*before, *connection.execute(over).scalars(), *now))]


def traces(connection: Connection, user: str) -> Traces:
    """How much more is kept of a person."""
    lane = person_lane(user)

    def count(condition: ColumnElement[bool]) -> int:
        number: int = connection.execute(select(func.count()).where(condition)).scalar_one()
        return number

    return Traces(
        count(DRAFT.c.user == user),
        count(OUTBOX.c.lane == lane),
        count(CARD.c.lane == lane),
        sum(1 for _ in _keys(connection, user)),
        count(RESERVED.c.user == user),
    )


def put_entry(connection: Connection, table_id: str, entry: Entry) -> None:
    """Store another text of a line of a journal."""
    line = {"of_table": table_id, "of_version": entry.version, "entry": entry.entry.decode()}
    connection.execute(_PUT_ENTRY, line)


def reword(connection: Connection, tables: Collection[str], change: Callable[[Note], Note]) -> None:
    """Change what was told at some tables, and all that waits to be told anywhere."""
    told = select(TOLD.c.id, TOLD.c.note).where(TOLD.c.table.in_(list(tables)))
    waiting = select(OUTBOX.c.id, OUTBOX.c.note)
    for rows, query in ((TOLD, told), (OUTBOX, waiting)):
        for number, text in connection.execute(query).all():
            note = letters.read(text)
            after = letters.write(change(note)) if note is not None else ""
            if not after:
                connection.execute(delete(rows).where(rows.c.id == number))
            elif after != text:
                connection.execute(update(rows).where(rows.c.id == number).values(note=after))


def erase(
    connection: Connection, upserts: Upserts, user: str, names: Collection[str], at: float
) -> bool:
    """Erase what is kept of a person by their id or name: all but tables, journals and what was
    told there. False, and nothing is erased, while something is just being sent to them."""
    lane = person_lane(user)
    if connection.execute(_SENDING, {"of_lane": lane, "at": at}).first() is not None:
        return False
    for rows in Base.metadata.sorted_tables:
        if "user" in rows.c:
            connection.execute(delete(rows).where(rows.c.user == user))
    for rows, address in ((OUTBOX, "lane"), (CARD, "lane"), (LANE, "address"), (LETTER, "address")):
        connection.execute(delete(rows).where(rows.c[address] == lane))
    for key, value in list(_keys(connection, user)):
        left = _without(key, value, user)
        if left:
            connection.execute(upserts.kept, {"key": key, "value": left, "at": at})
        else:
            connection.execute(delete(KEPT).where(KEPT.c.key == key))
    named = _word(user)
    counted = select(LEDGER.c.what).where(_has(LEDGER.c.what, _raw(user)))
    for text in connection.execute(counted).scalars():
        if named.search(text):
            connection.execute(delete(LEDGER).where(LEDGER.c.what == text))
    said = [json.dumps(word, ensure_ascii=False) for word in (user, *names)]
    for number, payload in connection.execute(select(LETTER.c.id, LETTER.c.payload)).all():
        if any(each in payload for each in said):
            connection.execute(delete(LETTER).where(LETTER.c.id == number))
    return True


def unsay(connection: Connection, tables: Collection[str], words: Collection[str]) -> None:
    """Leave out the lines with one of these words from what is remembered of the cards of some
    tables, whoever's they are: platforms keep there what they have said on them."""
    cards = select(CARD.c.lane, CARD.c.table, CARD.c.message).where(CARD.c.table.in_(list(tables)))
    for lane, table, message in connection.execute(cards).all():
        after = _unsaid(message, words)
        if after != message:
            card = update(CARD).where(CARD.c.lane == lane, CARD.c.table == table)
            connection.execute(card.values(message=after))


def _unsaid(message: str, words: Collection[str]) -> str:
    """JSON without the lines that have one of the words in them; nothing of anything else that
    has one."""

    def names(text: str) -> bool:
        return any(word in text or word in unescape(text) for word in words)

    def kept(found: Any) -> Any:
        match found:
            case list():
                return [
                    kept(each) for each in found if not isinstance(each, str) or not names(each)
                ]
            case dict():
                return {key: kept(each) for key, each in found.items()}
            case _:
                return "" if isinstance(found, str) and names(found) else found

    try:
        before = json.loads(message)
    except ValueError:
        return "" if names(message) else message
    after = kept(before)
    return message if after == before else json.dumps(after, ensure_ascii=False)


def _keys(connection: Connection, user: str) -> Iterator[tuple[str, str]]:
    """What is kept under a name that has a person's id in it, or that tells of it."""
    named, raw = _word(user), _raw(user)
    query = select(KEPT.c.key, KEPT.c.value).where(
        or_(_has(KEPT.c.key, raw), _has(KEPT.c.value, raw))
    )
    for key, value in connection.execute(query).all():
        if named.search(key) or (named.search(value) and not value.isdecimal()):
            yield key, value


def _without(key: str, value: str, user: str) -> str:
    """A list of users without one of them; nothing of anything else."""
    words = value.split()
    if user not in words or _word(user).search(key):
        return ""
    return " ".join(word for word in words if word != user)


def _raw(user: str) -> str:
    """By what a platform names a person: a long id alone, a short one behind the platform."""
    platform, _, own = user.partition(":")
    return own if platform and len(own) >= _SHORTEST else user


def _word(user: str) -> re.Pattern[str]:
    """Finds the id of a person as a whole word."""
    return re.compile(rf"(?<![0-9A-Za-z_]){re.escape(_raw(user))}(?![0-9A-Za-z_])")


def _has(column: Column[str], text: str) -> ColumnElement[bool]:
    return column.contains(text, autoescape=True)
