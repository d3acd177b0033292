"""The house fails before, at and after each of its steps, and goes on: nothing lost or doubled."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event

from core.desk.letters import meaning
from core.house.clock import letters_shown, remind, shown, wake_up
from core.house.drafts import PressInput
from core.house.house import Input
from core.table.commands import (
    Answer,
    Close,
    Open,
    Rematch,
    Rise,
    Sit,
    Start,
    Tick,
)
from tests.kernel.hall import AT, GAMES, Chance, Hall
from tests.kernel.worker import LEASE, PLACES


class CrashError(Exception):
    """The program ends here."""


@contextmanager
def crashing(hall: Hall, number: int, kind: str) -> Iterator[list[int]]:
    """The statement of this number (or the commit) fails; counts the statements."""
    count = [0]

    def statement(*_: Any) -> None:
        count[0] += 1
        if count[0] == number:
            raise CrashError

    event.listen(hall.store.engine, kind, statement)
    try:
        yield count
    finally:
        event.remove(hall.store.engine, kind, statement)


def opening(hall: Hall) -> None:
    hall.tell(Open("a", "Ann", "toy"), receipt="r")


def lobby(hall: Hall) -> None:
    hall.open("b")


def running(hall: Hall) -> None:
    hall.start("b", "c", preset="big")


def timed(hall: Hall) -> None:
    running(hall)
    shown(hall.house, hall.id, 1, hall.at)
    hall.at = hall.row.due or 0.0


def half(hall: Hall) -> None:
    running(hall)
    shown(hall.house, hall.id, 1, hall.at)
    hall.at += 30


def secret(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{3 - seat}")
    hall.answer(3 - seat, "allow")
    hidden = GAMES["toy"].hidden(hall.playing.state, 3 - seat)
    letters_shown(hall.house, hall.id, hall.user(3 - seat), hidden.version)


def over(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()


def answering(hall: Hall) -> None:
    user = hall.user(hall.asked[0])
    hall.tell(Answer(user, 1, "rest"), receipt="r")


def pressing(hall: Hall) -> None:
    seat = hall.asked[0]
    hidden = GAMES["toy"].hidden(hall.playing.state, seat)
    letter = next(iter(meaning(hall.playing.secret, seat, hidden)))
    press = PressInput(hall.user(seat), hall.id, hall.playing.question, "1", letter, hall.at, "r")
    hall.house.press(press)


Act = Callable[[Hall], Any]
CASES: dict[str, tuple[Act, Act]] = {
    "open": (lambda hall: None, opening),
    "sit": (lobby, lambda hall: hall.tell(Sit("c", "Cho"), receipt="r")),
    "refused": (lobby, lambda hall: hall.tell(Sit("b", "Ben"), receipt="r")),
    "start": (lobby, lambda hall: hall.tell(Start("a"), receipt="r")),
    "answer": (running, answering),
    "leave": (running, lambda hall: hall.tell(Rise("b"), receipt="r")),
    "close": (running, lambda hall: hall.tell(Close("a"), receipt="r")),
    "tick": (timed, lambda hall: hall.tell(Tick(1), receipt="r")),
    "press": (secret, pressing),
    "rematch": (over, lambda hall: hall.tell(Rematch("a", "Ann"), receipt="r")),
    "shown": (running, lambda hall: shown(hall.house, hall.id, 1, hall.at)),
    "half time": (half, lambda hall: remind(hall.house, hall.id, hall.at)),
    "wake up": (running, lambda hall: wake_up(hall.house, hall.id, hall.at)),
}


@pytest.mark.parametrize("kind", ["before_cursor_execute", "after_cursor_execute", "commit"])
@pytest.mark.parametrize("case", CASES)
def test_a_crash_at_any_step_never_was(case: str, kind: str) -> None:
    """Whatever fails, nothing has happened; then it is delivered again, and happens once."""
    prepare, act = CASES[case]
    hall, undisturbed = Hall(), Hall()
    for each in (hall, undisturbed):
        prepare(each)
    chance = hall.house.chance
    before = hall.everything()
    step = 0
    while True:
        step += 1
        hall.house.chance = _same(chance)
        with crashing(hall, step, kind) as count:
            try:
                act(hall)
            except CrashError:
                pass
            else:
                break
        assert hall.everything() == before, f"{kind} {step}"
    assert step == count[0] + 1 > 1
    act(undisturbed)
    assert hall.everything() == undisturbed.everything()
    for each in (hall, undisturbed):
        each.store.close()


def _same(chance: Any) -> Any:
    """Chance that gives the same after every crash."""
    again = Chance()
    again.count = chance.count
    return again


@pytest.mark.parametrize("case", [case for case in CASES if case not in ("shown", "wake up")])
def test_a_crash_after_the_commit_changes_nothing_twice(case: str) -> None:
    """The platform got no answer and delivers again."""
    prepare, act = CASES[case]
    hall = Hall()
    prepare(hall)
    act(hall)
    after = hall.everything()
    act(hall)
    assert hall.everything() == after
    hall.store.close()


# kill -9


def work(url: str, letters: Path, heard: Input, at: float, where: str = "") -> str:
    """A worker carries out an input; what it printed, or "killed"."""
    command = [sys.executable, "-m", "tests.kernel.worker", url, str(letters)]
    done = subprocess.run(
        [*command, msgspec.json.encode(heard).decode(), str(at), where],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode == -signal.SIGKILL:
        return "killed"
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("where", PLACES)
def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path, where: str) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    letters = tmp_path / "letters"
    hall = Hall(url)
    hall.start("b", preset="big")
    hall.sent()
    seat = hall.asked[0]
    press = Input(Answer(hall.user(seat), 1, "think"), AT, "r1", table=hall.id)
    assert work(url, letters, press, AT, where) == "killed"
    happened = where != "before commit"
    assert hall.playing.moves == ((f"{seat}:think",) if happened else ())
    # The platform delivers again; the lease of the dead worker runs out.
    assert work(url, letters, press, AT + LEASE) == ("repeated" if happened else "done")
    assert hall.playing.moves == (f"{seat}:think",)
    told = Counter(json.dumps(json.loads(line)) for line in letters.read_text().splitlines())
    assert len(told) == 1, "one thing was told, to the group"
    # A plain letter may come twice if the worker died between sending and marking.
    assert set(told.values()) == {2 if where in ("after send", "before mark") else 1}
    hall.at = AT + LEASE
    assert hall.sent() == {}
    hall.store.close()
