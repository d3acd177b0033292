"""A repeated trouble is one line a minute with its count; no line holds a name or a card."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from adapters import log as ours
from adapters.log import Lines, OnceAMinute, log_lines, tell_rest
from core.table.failures import OurTrouble
from storage.database import StoreError, Trouble
from tests.edge.host import Time

log = logging.getLogger("fumibako.test")


class Shown(logging.Handler):
    """What is written."""

    def __init__(self, time: Time) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(Lines("%(levelname)s %(message)s"))
        self.addFilter(OnceAMinute(lambda: time.steady))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def shown(time: Time) -> Iterator[Shown]:
    root, handler = logging.getLogger(), Shown(time)
    before, level = root.handlers, root.level
    root.handlers, root.level = [handler], logging.DEBUG
    yield handler
    root.handlers, root.level = before, level


def refused(number: int, platform: str = "telegram") -> None:
    log.warning("%s: answers with %d for table ab%dcd", platform, 500 + number % 3, number)


def test_thirty_seconds_of_trouble_are_one_line(shown: Shown, time: Time) -> None:
    for number in range(686):
        refused(number)
        time.go(30 / 686)
    assert len(shown.lines) == 1
    time.go(20)
    tell_rest()
    assert len(shown.lines) == 1
    time.go(20)
    tell_rest()
    assert len(shown.lines) == 2
    assert shown.lines[1].endswith("(and 685 more like this since)")
    tell_rest()
    assert len(shown.lines) == 2


def test_the_next_line_tells_how_many_there_were(shown: Shown, time: Time) -> None:
    for number in range(120):
        refused(number)
        time.go(1)
    assert len(shown.lines) == 2
    assert shown.lines[1].endswith("(and 59 more like this since)")


def test_another_platform_is_another_trouble(shown: Shown) -> None:
    for platform in ("telegram", "line", "telegram"):
        refused(1, platform)
    assert [line.split()[1] for line in shown.lines] == ["telegram:", "line:"]


def test_a_platform_that_is_heard_again_is_told_at_once(shown: Shown) -> None:
    for words in ("telegram: nothing is heard (polls)", "telegram: heard again after 45 seconds"):
        log.warning("%s", words)
    assert len(shown.lines) == 2


def test_tables_and_rooms_are_one_trouble(shown: Shown) -> None:
    for table, lane in (("abcdefgh", "room:1"), ("hgfedcba", "person:line:Uabcdef")):
        log.warning("table %s could not be ticked", table)
        log.warning("lane %s could not be served", lane)
    assert len(shown.lines) == 2


def test_another_kind_of_error_is_another_trouble(shown: Shown) -> None:
    for error in (ValueError("a"), KeyError("b"), ValueError("c")):
        try:
            raise error
        except Exception:
            log.exception("it could not be done")
    assert len(shown.lines) == 2


def test_what_is_no_trouble_is_always_written(shown: Shown) -> None:
    for _ in range(3):
        log.info("table ab12cd34: tick, done")
    assert len(shown.lines) == 3


def test_an_error_does_not_tell_its_words(shown: Shown) -> None:
    """They may hold the card that was not found, or the name of whoever pressed."""
    card, name = "".join(("prin", "cess")), "".join(("A", "ki"))
    try:
        try:
            dict[str, int]()[card]
        except KeyError as error:
            raise ValueError(f"{name} has {card}") from error
    except ValueError:
        log.exception("table %s could not be ticked", "ab12cd34")
    [line] = shown.lines
    assert card not in line
    assert name not in line
    assert "ValueError" in line
    assert "KeyError" in line
    assert "test_log.py" in line


def test_trouble_of_the_system_and_of_ours_is_told_in_words(shown: Shown) -> None:
    for error in (OSError(28, "No space left"), StoreError(Trouble.FULL, "x.db"), OurTrouble("x")):
        try:
            raise error
        except Exception:
            log.exception("it could not be written")
    text = "\n".join(shown.lines)
    assert "No space left" in text
    assert "There is no room on the disk for the database x.db." in text


def test_no_more_kinds_are_remembered_than_there_is_room_for(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ours, "MOST", 2)
    for word in ("a", "b", "c", "a"):
        log.warning("trouble of kind %s", word)
    assert len(shown.lines) == 4


def test_the_host_writes_its_log_so(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers, root.level
    try:
        log_lines("info")
        for _ in range(3):
            log.warning("telegram: cannot be reached")
        log.debug("not told")
    finally:
        root.handlers, root.level = before, level
    [line] = capsys.readouterr().err.splitlines()
    assert "WARNING fumibako.test: telegram: cannot be reached" in line
