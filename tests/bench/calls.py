"""How long it takes from a press at the webhook to the first call out, with 1, 100 and 1,000 open
tables, beside a bare round trip and one write to the disk; and how much memory the host holds.

All in processes of their own: the host as it is run, the Telegram of the tests, the bare server,
and who brings the presses to both: the acknowledgement of a press comes when its first call does,
and whoever reads the one must not keep the other waiting (in one process one interpreter would do
both). One press after another, the two by turns.

    python -m tests.bench.calls   # who brings presses; its input tells which
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.desk.presses import datum
from core.games import GAMES
from core.kernel.asks import Ask
from core.table.commands import Answer
from core.table.playing import step
from core.table.table import Playing, Table, run
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.stage import GROUP
from tests.bench.evening import PLAYERS
from tests.bench.hosting import PATIENCE, PUBLIC, ROOT, Running, bare, hosted
from tests.bench.many import PEOPLE, fill
from tests.bench.table import Row, at_most, percentiles
from tests.outside.telegram_server import TelegramServer
from tests.outside.telegram_webhook import SECRET_HEADER

TABLES = (1, 100, 1000)
PRESSES = 120
PAUSE = 0.03  # seconds between two presses, so that what is told to the group is under way
P50, P99 = 3.0, 10.0
GAMES_BY_NAME = {game.name: game for game in GAMES}


class Presser:
    """Somebody who is asked at one of the tables presses; the moves are worked out here too."""

    def __init__(self, telegram: TelegramServer, tables: list[Playing]) -> None:
        self.telegram = telegram
        self.tables: dict[int, Table] = dict(enumerate(tables))
        self.rng = random.Random(1)
        self._number = 0
        fake = telegram.fake
        for index in self.tables:
            fake.chats[GROUP - index] = Chat(GROUP - index, "supergroup", f"G{index}")
            for seat in range(PLAYERS):
                person = Person(PEOPLE + index * PLAYERS + seat, f"P{seat + 1}")
                person.dm = "open"
                fake.people[person.number] = person

    def press(self) -> tuple[str, bytes] | None:
        """Its number and what the webhook brings; None when all games are over."""
        playing = [(i, table) for i, table in self.tables.items() if isinstance(table, Playing)]
        if not playing:
            return None
        index, table = self.rng.choice(playing)
        game = GAMES_BY_NAME[table.game]
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        user = str(table.chairs[seat - 1].user)
        move = self.rng.choice(game.moves(table.state, seat))
        self.tables[index] = run(
            step(table, Answer(user, table.question, move.code), GAMES_BY_NAME), []
        )
        person = self.telegram.fake.people[int(user.partition(":")[2])]
        self._number += 1
        query = f"p{self._number}"
        with self.telegram.lock:
            self.telegram.fake.queries[query] = {
                "person": person,
                "at": time.time(),
                "answered": False,
                "chat": person.number,
            }
        chat = {"id": person.number, "type": "private"}
        message = {"message_id": 1, "date": int(time.time()), "text": "card", "chat": chat}
        data = datum(table.id, table.question, f"m:{move.code}")
        press: dict[str, Any] = {"id": query, "from": person.user(), "chat_instance": "1"}
        press |= {"message": message, "data": data}
        return query, json.dumps({"update_id": self._number, "callback_query": press}).encode()


def answered(telegram: TelegramServer, query: str) -> float | None:
    """When the press was answered."""
    with telegram.lock:
        for call in reversed(telegram.calls):
            if call.fields.get("callback_query_id") == query:
                return call.at
    return None


def hook(telegram: TelegramServer, host: Running) -> str:
    """Where the host wants to be told, once it has said so."""
    webhook = telegram.until(lambda: telegram.fake.webhook, patience=PATIENCE)
    return webhook.replace(PUBLIC, host.address)


def post(url: str, body: bytes, secret: str = "") -> None:
    """Bring something to a webhook."""
    headers = {"Content-Type": "application/json", SECRET_HEADER: secret}
    request = urllib.request.Request(url, body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 200


class Messenger:
    """A process that brings something to webhooks."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.calls"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def bring(self, url: str, body: bytes, secret: str = "") -> tuple[float, float]:
        """When it was sent, and when the answer was there (monotonic)."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([url, body.decode(), secret]) + "\n")
        self.process.stdin.flush()
        began, done = self.process.stdout.readline().split()
        return float(began), float(done)


@contextmanager
def messenger() -> Iterator[Messenger]:
    """One that lives until the end of the block."""
    found = Messenger()
    try:
        yield found
    finally:
        found.process.communicate()


def bring() -> None:
    """The messenger itself."""
    for line in sys.stdin:
        url, body, secret = json.loads(line)
        began = time.monotonic()
        post(url, body.encode(), secret)
        print(began, time.monotonic(), flush=True)


def trips(
    telegram: TelegramServer, host: Running, floor: Running, presser: Presser, by: Messenger
) -> tuple[list[float], list[float]]:
    """Milliseconds of presses, and of bare round trips."""
    url = hook(telegram, host)
    ours, least = list[float](), list[float]()
    while len(ours) < PRESSES and (pressed := presser.press()) is not None:
        query, body = pressed
        began, _ = by.bring(url, body, telegram.fake.secret)
        at = telegram.until(lambda query=query: answered(telegram, query))  # type: ignore[misc]
        ours.append((at - began) * 1000)
        time.sleep(PAUSE)
        began, done = by.bring(f"{floor.address}/hook", body)
        least.append((done - began) * 1000)
    return ours, least


def figures() -> list[Row]:
    """The first call, and the memory."""
    rows, memory = list[Row](), list[Row]()
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as name,
        bare(Path(name)) as floor,
        messenger() as by,
    ):
        for tables in TABLES:
            file = Path(name) / f"{tables}.db"
            playing = fill(file, tables)
            with TelegramServer() as telegram:
                presser = Presser(telegram, playing)
                with hosted(file, telegram) as host:
                    started = host.serves().memory
                    ours, least = trips(telegram, host, floor, presser, by)
                    what = f"webhook to first call, {tables:,} table{'s'[: tables > 1]}"
                    for label, one, other, goal in zip(
                        ("p50", "p99"),
                        percentiles(ours),
                        percentiles(least),
                        (P50, P99),
                        strict=True,
                    ):
                        rows.append(at_most(f"{what}, {label}", one, other, goal))
                    told = f"{started:.0f} MB, then {host.memory:.0f}"
                    memory.append(Row(f"memory after the start, {tables:,} tables", told))
    return rows + memory


if __name__ == "__main__":
    bring()
