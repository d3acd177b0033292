"""How long the host takes from its start until people can play, and to its first answer, with ten
thousand open tables whose clocks run, beside the same with ten."""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from core.table.sayings import Pace
from core.table.table import Playing
from tests.bench.calls import Presser, answered, hook, post
from tests.bench.hosting import hosted
from tests.bench.many import fill
from tests.bench.table import Row, at_most
from tests.outside.telegram_server import TelegramServer

FEW, MANY = 10, 10_000
STARTS = 2
GIVEN_UP = 60.0  # seconds
GOAL = 2.0


def opened(file: Path, playing: list[Playing]) -> tuple[float, float]:
    """Seconds from the start of the process to the first time that `/health` says that people can
    play, and to the answer to a press that comes at once; the press is brought until it is taken,
    as Telegram does. `GIVEN_UP` for what takes longer."""
    ready = answer = GIVEN_UP
    with TelegramServer() as telegram:
        presser = Presser(telegram, playing[:FEW])
        pressed = presser.press()
        assert pressed is not None
        query, body = pressed
        with hosted(file, telegram) as host:
            url = hook(telegram, host)
            taken = False
            while time.monotonic() < host.began + GIVEN_UP and GIVEN_UP in (ready, answer):
                with suppress(OSError):
                    if not taken:
                        post(url, body, telegram.fake.secret)
                        taken = True
                    at = answered(telegram, query)
                    if at is not None:
                        answer = at - host.began
                    if ready == GIVEN_UP:
                        urlopen(f"{host.address}/health", timeout=5).close()
                        ready = time.monotonic() - host.began
                time.sleep(0.02)
    return ready, answer


def figures() -> list[Row]:
    """Both by turns, each time on the database as it was."""
    found: dict[int, list[tuple[float, float]]] = {FEW: [], MANY: []}
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        files = {tables: Path(name) / f"{tables}.db" for tables in found}
        playing = {n: fill(file, n, "love-letter", Pace.RELAXED) for n, file in files.items()}
        for _ in range(STARTS):
            for tables, file in files.items():
                used = Path(shutil.copytree(file.parent, f"{name}-used")) / file.name
                found[tables].append(opened(used, playing[tables]))
                shutil.rmtree(used.parent)
    rows = list[Row]()
    for which, what in enumerate(("200 of /health", "answer")):
        few, many = (min(each[which] for each in found[tables]) for tables in (FEW, MANY))
        label = f"start to first {what}, {MANY:,} open tables beside {FEW}"
        rows.append(at_most(label, many, few, GOAL, "s"))
    return rows
