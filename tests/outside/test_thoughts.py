"""Hard computers of the installed program: the process in which they think, and its end."""

from __future__ import annotations

import time
from pathlib import Path

from tests.outside.host import Host
from tests.outside.test_play import WAIT, browsing, move, my_turn, pytestmark, start

__all__ = ["pytestmark"]

LONGEST = 30.0  # seconds


def children(pid: int) -> set[int]:
    """The processes that a process has started and that live."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has ended meanwhile
            continue
        if int(parent) == pid and state != "Z":
            found.add(int(stat.parent.name))
    return found


def ended(pids: set[int]) -> bool:
    """Whether none of these lives any more, soon."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        states = [_state(pid) for pid in pids]
        if set(states) <= {"", "Z"}:
            return True
        time.sleep(0.05)
    return False


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def test_they_think_beside_and_end_with_the_host_however_that_ends(tmp_path: Path) -> None:
    with Host(tmp_path, play=True) as host:
        with browsing(host.address) as (page, _):
            for label in ("Level", "hard"):  # with the choice the panel closes
                page.get_by_role("button", name=label).first.click(timeout=WAIT)
            start(page)
            for _ in range(2):
                my_turn(page)
                move(page)
            my_turn(page)
        assert host.process is not None
        minds = children(host.process.pid)
        assert minds
        host.kill()
        assert ended(minds), "who asks no more is dead; nobody else would end them"
        host.start()
        with browsing(host.address) as (page, _):
            my_turn(page)
            move(page)
            my_turn(page)
        minds = children(host.process.pid)
        assert minds
        assert host.stop() == 0
        assert ended(minds)
    assert "Traceback" not in host.log()
