"""What became of everything, counted after a trial."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from sqlalchemy import select

from core.games import GAMES
from core.house.journal import Entry
from core.house.mending import finder
from core.house.rebuild import NotRebuilt, rebuild
from core.table.snapshot import thaw
from core.table.table import Playing, Table
from storage.rows import LANE, TABLE
from storage.store import SqlStore
from tests.outside.line_server import LineServer
from tests.outside.loopback import Call
from tests.outside.people import verb
from tests.outside.telegram_server import TelegramServer
from tests.soak.crowd import TelegramGroup

BY_NAME = {game.name: game for game in GAMES}
SOON = 90.0  # seconds in which everything that waits must have gone out
COPY_WITHIN = 120.0  # seconds between two equal messages that are copies


class Counts(msgspec.Struct):
    """A line of the table. Only `faults`, `accepted` and `copies` may be other than zero.

    `faults`: kills, cuts and the like; `accepted`: moves that were acknowledged; `lost`: of them,
    those of which the database knows nothing; `copies`: messages that were sent once more;
    `doubled`: those that were sent more than once more;
    `reordered`: messages that show an earlier question than one before them at the same place;
    `stuck`: addresses and tables that nobody serves though their time has come; `torn`: tables that
    do not follow from their journals; `tracebacks` in the logs.
    """

    trial: str
    faults: int = 0
    accepted: int = 0
    lost: int = 0
    copies: int = 0
    doubled: int = 0
    reordered: int = 0
    stuck: int = 0
    torn: int = 0
    tracebacks: int = 0

    @property
    def good(self) -> bool:
        """Whether nothing happened that must not."""
        forbidden = self.lost + self.doubled + self.reordered + self.stuck + self.torn
        return self.accepted > 0 and not forbidden + self.tracebacks


def table_of(lines: Iterable[Counts]) -> str:
    """The table, as it is printed."""
    fields = Counts.__struct_fields__
    rows = [fields, *(tuple(str(getattr(each, name)) for name in fields) for each in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(fields))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if not column else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def moves_pressed(telegram: TelegramServer, groups: Iterable[object]) -> dict[str, int]:
    """The presses of moves, by their receipts: the update that brought each."""
    return {
        f"telegram:press:{query}": update
        for each in groups
        if isinstance(each, TelegramGroup)
        for query, update, datum in each.pressed
        if update and verb(datum).startswith("m:")
    }


def acknowledged(telegram: TelegramServer, pressed: Mapping[str, int]) -> set[str]:
    """Receipts of what Telegram will not bring again because the host has taken it."""
    with telegram.lock:
        waiting = {each["update_id"] for each in telegram.fake.updates}
        brought = {each.update for each in telegram.deliveries.made if 200 <= each.status < 300}
        if telegram.fake.webhook:
            return {receipt for receipt, update in pressed.items() if update in brought}
    return {receipt for receipt, update in pressed.items() if update not in waiting}


def taken(line: LineServer) -> set[str]:
    """Receipts of the moves that LINE has brought and will not bring again."""
    found = set()
    with line.lock:
        for delivery in line.deliveries:
            for event in delivery.events if delivery.good else ():
                if verb(event.get("postback", {}).get("data", "")).startswith("m:"):
                    found.add(f"line:{event['webhookEventId']}")
    return found


def missing(store: SqlStore, receipts: Iterable[str]) -> list[str]:
    """Receipts of which the database knows nothing."""
    return store.run(lambda work: [each for each in receipts if work.first_time(each, time.time())])


def copies(telegram: TelegramServer) -> tuple[int, int]:
    """Messages that came twice, and those that came more often still."""
    with telegram.lock:
        sent = [
            each for each in telegram.calls if each.method == "sendMessage" and each.status == 200
        ]
    twice = more = 0
    last: dict[tuple[str, str], tuple[float, int]] = {}
    for call in sent:
        key = (call.chat, f"{call.fields.get('text')} {call.fields.get('reply_markup')}")
        at, many = last.get(key, (-COPY_WITHIN, 0))
        many = many + 1 if call.at - at < COPY_WITHIN else 0
        twice, more = twice + (many == 1), more + (many > 1)
        last[key] = (call.at, many)
    return twice, more


def backwards(telegram: TelegramServer) -> int:
    """Messages whose buttons belong to an earlier question of their table than those of one that
    was sent, or of this one as it was, before."""
    newest: Counter[tuple[str, str]] = Counter()
    found = 0
    with telegram.lock:
        calls = [each for each in telegram.calls if each.status == 200]
    for call in calls:
        if call.method not in ("sendMessage", "editMessageText"):
            continue
        for table, question in _questions(call):
            found += question < newest[call.chat, table]
            newest[call.chat, table] = max(question, newest[call.chat, table])
    return found


def _questions(call: Call) -> set[tuple[str, int]]:
    """The tables and questions of a message's moves."""
    text = str(call.fields.get("reply_markup", ""))
    return {
        (table, int(question))
        for table, question in re.findall(r'"([a-z0-9]{8}):([0-9]+):m:', text.replace("'", '"'))
    }


def left(store: SqlStore, at: float) -> list[str]:
    """Addresses that are due and that nobody serves, and tables whose time has long passed."""
    with store.look() as connection:
        lanes = (
            connection.execute(select(LANE.c.address).where(LANE.c.due < at - SOON)).scalars().all()
        )
        tables = (
            connection.execute(
                select(TABLE.c.id).where(TABLE.c.due < at - SOON, TABLE.c.open, ~TABLE.c.broken)
            )
            .scalars()
            .all()
        )
    return [*lanes, *tables]


def torn(store: SqlStore) -> list[str]:
    """Tables that were set aside, and games in play that do not follow from their journals."""
    with store.look() as connection:
        found = connection.execute(
            select(TABLE.c.id, TABLE.c.snapshot, TABLE.c.secret, TABLE.c.broken, TABLE.c.open)
        ).all()
    bad = [row.id for row in found if row.broken]
    for row in found:
        table = None if row.broken else thaw(row.snapshot.encode(), BY_NAME)
        if not row.open or not isinstance(table, Playing):
            continue
        try:
            again = _again(store, store.journal_of(row.id), row.secret)
        except NotRebuilt as why:
            bad.append(f"{row.id}: {why}")
            continue
        if not isinstance(again, Playing) or again.state != table.state:
            bad.append(f"{row.id}: another state")
    return bad


def _again(store: SqlStore, entries: Sequence[Entry], secret: str) -> Table:
    """The table that follows from a journal."""
    return store.read(lambda reads: rebuild(entries, secret, BY_NAME, finder(reads, BY_NAME)))
