"""How long the host takes from its start to its first answer, with ten thousand open tables whose
clocks run, beside the same with ten."""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from core.table.sayings import Pace
from core.table.table import Playing
from tests.bench.calls import Presser, answered, hook, post
from tests.bench.hosting import hosted
from tests.bench.many import fill
from tests.bench.table import Row
from tests.outside.telegram_server import TelegramServer

FEW, MANY = 10, 10_000
STARTS = 2
GIVEN_UP = 60.0  # seconds
GOAL = 2.0


def first_answer(file: Path, playing: list[Playing]) -> float:
    """Seconds from the start of the process to the answer to a press that comes at once; the press
    is brought until it is taken, as Telegram does. `GIVEN_UP` if that takes longer."""
    with TelegramServer() as telegram:
        presser = Presser(telegram, playing[:FEW])
        pressed = presser.press()
        assert pressed is not None
        query, body = pressed
        with hosted(file, telegram) as host:
            url = hook(telegram, host)
            while time.monotonic() < host.began + GIVEN_UP:
                with suppress(OSError):
                    post(url, body, telegram.fake.secret)
                    at = telegram.until(lambda: answered(telegram, query), patience=GIVEN_UP)
                    return at - host.began
                time.sleep(0.02)
    return GIVEN_UP


def figures() -> list[Row]:
    """Both by turns, each time on the database as it was."""
    found: dict[int, list[float]] = {FEW: [], MANY: []}
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        files = {tables: Path(name) / f"{tables}.db" for tables in found}
        playing = {n: fill(file, n, "love-letter", Pace.RELAXED) for n, file in files.items()}
        for _ in range(STARTS):
            for tables, file in files.items():
                used = Path(shutil.copytree(file.parent, f"{name}-used")) / file.name
                found[tables].append(first_answer(used, playing[tables]))
                shutil.rmtree(used.parent)
    few, many = min(found[FEW]), min(found[MANY])
    label = f"start to first answer, {MANY:,} open tables beside {FEW}"
    times = many / few
    row = Row(
        label, f"{many:.2f} s", f"{few:.2f} s", f"{times:.1f}×", f"≤ {GOAL:g}×", times <= GOAL
    )
    return [row]
