"""A press that fails before, between or after any of its steps."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, event

from core.house.ports import Work
from storage.store import SqlStore
from tests.storage.things import dump, opened, press


class CrashError(Exception):
    """The program ends here."""


class Frail:
    """A unit of work that crashes at one of its steps: before it is done, or after."""

    def __init__(self, work: Work, step: int, after: bool) -> None:
        self._work = work
        self._step = step
        self._after = after
        self.steps = 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._work, name)

        def step(*arguments: Any) -> Any:
            self.steps += 1
            if self.steps == self._step and not self._after:
                raise CrashError
            result = method(*arguments)
            if self.steps == self._step:
                raise CrashError
            return result

        return step


def frail_press(store: SqlStore, step: int, after: bool) -> int:
    """A press that crashes at a step (0: nowhere). Returns how many steps it has."""

    def work(work: Work) -> int:
        frail: Any = Frail(work, step, after)
        press(frail)
        return int(frail.steps)

    return store.run(work)


@pytest.mark.parametrize("after", [False, True])
def test_a_press_that_crashes_at_any_step_never_was(store: SqlStore, after: bool) -> None:
    opened(store)
    before = dump(store)
    crashes, steps = 0, 0
    while not steps:
        try:
            steps = frail_press(store, crashes + 1, after)
        except CrashError:
            crashes += 1
            assert dump(store) == before, f"step {crashes}"
    assert crashes == steps == 13
    assert dump(store) != before
    before = dump(store)
    assert frail_press(store, 0, after) == 1  # the same press again is a repetition
    assert dump(store) == before


def test_a_crash_at_any_statement(store: SqlStore) -> None:
    """Deeper than the steps: what is told is written at the end, in several statements."""
    opened(store)
    before = dump(store)
    countdown = [0]

    def crash(*_: Any) -> None:
        countdown[0] -= 1
        if countdown[0] == 0:
            raise CrashError

    crashes = 0
    while True:
        event.listen(store.engine, "before_cursor_execute", crash)
        countdown[0] = crashes + 1
        try:
            store.run(press)
        except CrashError:
            crashes += 1
        else:
            break
        finally:
            event.remove(store.engine, "before_cursor_execute", crash)
        assert dump(store) == before
    assert crashes > 13
    assert dump(store) != before


def test_a_crash_at_the_commit(store: SqlStore) -> None:
    opened(store)
    before = dump(store)

    def crash(_connection: Connection) -> None:
        raise CrashError

    event.listen(store.engine, "commit", crash)
    with pytest.raises(CrashError):
        store.run(press)
    event.remove(store.engine, "commit", crash)
    assert dump(store) == before
    assert store.run(press)
    assert not store.run(press)
