"""Each thing sent is settled when it is sent; a lease belongs to whoever lives."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adapters.letter import Sent
from adapters.post import LEASE
from core.house import clock as watch
from core.kernel.text import Note, announce
from core.table.failures import OurTrouble
from core.table.sayings import Joined, StillWaiting
from storage.instance import Hold, Taken, hosted
from storage.migrate import open_store
from tests.edge.host import B, C, Host, Hosts, locked

ROOT = Path(__file__).parents[2]


def lines(host: Host, many: int) -> None:
    """So many lines wait for the group, and nothing else."""
    notes: list[Note] = [announce(StillWaiting((seat,))) for seat in range(1, many + 1)]
    host.store.run(lambda work: work.tell(host.lane, host.id, notes, host.time.wall))


def waiting(host: Host, lane: str = "") -> tuple[int, int, int]:
    """The row of a lane: its claim, how many copies may be out, and the notes that wait."""
    with host.store.begin() as connection:
        claimed, tries = connection.exec_driver_sql(
            "SELECT claimed, tries FROM lane WHERE address = ?", (lane or host.lane,)
        ).one()
        many = connection.exec_driver_sql(
            "SELECT count(*) FROM outbox WHERE lane = ?", (lane or host.lane,)
        ).scalar_one()
    return int(claimed), int(tries), int(many)


def outdated(host: Host) -> set[str]:
    """The lanes with a card that is still to be shown."""
    with host.store.begin() as connection:
        found = connection.exec_driver_sql("SELECT lane FROM card WHERE outdated")
        return {lane for (lane,) in found}


def failing_at(host: Host, page: int, error: Callable[[], BaseException]) -> None:
    """The page with this number (from 1) does not go well."""

    async def answer(lane: str) -> Sent | None:
        if lane == host.lane and len(host.pages()) == page:
            raise error()
        return None

    host.say.answers = answer


def test_pages_that_went_out_are_not_sent_again(host: Host) -> None:
    host.open()
    host.show()
    host.say.pages.clear()
    lines(host, 5)
    failing_at(host, 3, lambda: RuntimeError("we do not know what"))
    host.show()
    assert waiting(host)[2] == 3
    host.say.answers = host.say.fine
    host.time.go(10)
    host.show()
    assert len(host.pages()) == 6  # the third may have gone out: once more
    assert waiting(host) == (0, 0, 0)


def test_who_lost_the_lane_stops(host: Host) -> None:
    """Another worker believes us dead and sends the rest."""
    host.open()
    host.show()
    host.say.pages.clear()
    lines(host, 5)

    async def taken(lane: str) -> Sent | None:
        if lane == host.lane and len(host.pages()) == 2:
            with host.store.begin() as connection:
                connection.exec_driver_sql(
                    "UPDATE lane SET seq = seq + 1, claimed = seq + 1, holder = 'other'"
                    f" WHERE address = '{host.lane}'"
                )
        return None

    host.say.answers = taken
    host.show()
    assert len(host.pages()) in (2, 3), "no page after the one that was under way"
    sent = len(host.pages())
    assert waiting(host)[2] == 5 - sent, "what went out is settled"


def test_after_a_crash_the_next_process_goes_on_with_the_page(begin: Hosts) -> None:
    host = begin()
    host.open()
    host.show()
    lines(host, 5)
    host.say.pages.clear()

    async def crash() -> None:
        failing_at(host, 3, asyncio.CancelledError)
        task = asyncio.ensure_future(host.send())
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(crash())
    host = begin()
    host.show()
    assert len(host.pages()) == 3


def test_a_board_is_settled_together_with_the_clock_it_starts(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.start(B)
    start_clock = watch.start_clock

    def and_then_the_disk_is_full(*what: Any) -> None:
        start_clock(*what)
        raise OurTrouble("full")

    monkeypatch.setattr(watch, "start_clock", and_then_the_disk_is_full)
    host.show()
    assert host.row.due is None
    assert host.lane in outdated(host)
    monkeypatch.undo()
    boards = list(host.say.boards)
    host.show()  # what is owed
    assert host.row.due == host.time.wall + 120
    assert host.lane not in outdated(host)
    assert host.say.boards == boards


def test_what_cannot_be_settled_is_settled_later_and_not_sent_again(
    host: Host, tmp_path: Path
) -> None:
    host.start(B)
    host.store.hurry(0.0)
    held = locked(tmp_path)

    async def lock(lane: str) -> Sent | None:
        if lane == host.lane and len(host.pages()) == 1:
            held.__enter__()
        return None

    host.say.answers = lock
    host.show()
    host.say.answers = host.say.fine
    assert host.pages() == ["Opened"]
    host.show()  # nothing can be claimed
    assert host.pages() == ["Opened"]
    held.__exit__(None, None, None)
    host.show()
    host.time.go(2)
    host.show()
    assert host.pages().count("Opened") == 1
    assert len(host.pages()) > 1
    assert waiting(host) == (0, 0, 0)
    assert host.row.due is not None  # its board was shown in the end


def test_what_is_told_while_a_part_is_sent_is_sent_too(host: Host) -> None:
    host.open()
    host.show()
    host.say.pages.clear()
    lines(host, 3)

    async def answer(lane: str) -> Sent | None:
        if lane == host.lane and len(host.pages()) == 2:
            note: Note = announce(Joined("Dan"))
            host.store.run(lambda work: work.tell(host.lane, host.id, [note], host.time.wall))
        return None

    host.say.answers = answer
    host.show()
    assert host.pages() == ["StillWaiting"] * 3 + ["Joined"]
    assert waiting(host) == (0, 0, 0)


def test_a_board_that_is_shown_meanwhile_is_shown_anew(host: Host) -> None:
    host.open()
    host.show()
    host.store.run(lambda work: work.touch(host.lane, host.id, host.time.wall))
    host.say.boards.clear()

    async def answer(lane: str) -> Sent | None:
        if host.say.boards == [(host.lane, host.id)]:
            host.store.run(lambda work: work.touch(host.lane, host.id, host.time.wall))
        return None

    host.say.answers = answer
    host.show()
    assert [lane for lane, _ in host.say.boards].count(host.lane) == 2
    assert outdated(host) == set()


def test_what_takes_long_is_neither_claimed_again_nor_lost_to_another(
    host: Host, tmp_path: Path
) -> None:
    host.open()
    [batch] = [each for each in host.store.claim(host.time.wall, LEASE, 9) if each.notes]
    host.time.go(LEASE * 10)
    assert host.lane not in {each.lane for each in host.store.claim(host.time.wall, LEASE, 9)}
    assert host.store.claim_one(host.lane, host.time.wall, LEASE) is None
    host.store.renew([batch], host.time.wall + LEASE)
    with closing(open_store(f"sqlite:///{tmp_path}/x.db")) as other:
        assert other.claim_one(host.lane, host.time.wall + LEASE - 1, LEASE) is None
        taken = other.claim_one(host.lane, host.time.wall + LEASE, LEASE)
        assert taken is not None


def test_leases_of_the_dead_are_free_at_once(begin: Hosts) -> None:
    host = begin()
    host.open()
    assert host.store.claim(host.time.wall, LEASE, 9)
    host = begin()
    host.show()
    assert host.pages() == ["Opened"]


def test_leases_of_the_living_are_not(host: Host, tmp_path: Path) -> None:
    host.open()
    assert host.store.claim(host.time.wall, LEASE, 9)
    with pytest.raises(Taken):
        Hold(tmp_path / "x.db", 0.1)
    with closing(open_store(f"sqlite:///{tmp_path}/x.db")) as other:
        assert other.claim(host.time.wall, LEASE, 9) == []
        assert other.claim(host.time.wall + LEASE - 1, LEASE, 9) == []


def test_a_lease_that_a_wrong_clock_has_written_is_free(host: Host, tmp_path: Path) -> None:
    host.open()
    with closing(open_store(f"sqlite:///{tmp_path}/x.db")) as other:
        assert other.claim(host.time.wall + 3600, LEASE, 9)
    assert host.store.claim(host.time.wall, LEASE, 9)


def test_who_is_asked_to_end_finishes_what_is_in_flight(host: Host) -> None:
    host.open()
    lines(host, 2)

    async def slow(lane: str) -> Sent | None:
        await asyncio.sleep(0.2)
        return None

    host.say.answers = slow

    async def end() -> None:
        running = asyncio.ensure_future(host.app.post.run())
        await asyncio.sleep(0.3)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await host.app.finish()

    asyncio.run(end())
    assert host.pages() == ["Opened", "StillWaiting", "StillWaiting"]
    assert waiting(host) == (0, 0, 0)
    assert host.platform.closed


def test_a_table_that_nobody_can_read_stops_nothing(host: Host) -> None:
    host.start(B, C)

    async def spoil(lane: str) -> Sent | None:
        if lane == host.lane and not host.row.broken:
            torn = msgspec.structs.replace(host.row, snapshot=b'{"format":1}')
            host.store.run(lambda work: work.update(torn))
        return None

    host.say.answers = spoil
    host.show()
    assert waiting(host) == (0, 0, 0)
    pages = list(host.say.pages)
    host.time.go(100)
    host.show()
    assert host.say.pages == pages


def test_the_lock_falls_with_the_process(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    program = (
        "import sys, time; from pathlib import Path; from storage.instance import Hold;"
        "hold = Hold(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    )
    assert not hosted(file)
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert hosted(file)
        with pytest.raises(Taken):
            Hold(file, 0.1)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
    assert not hosted(file)
    hold = Hold(file)
    assert hold.locked
    hold.let_go()


def test_without_a_folder_there_is_nothing_to_lock(tmp_path: Path) -> None:
    assert not Hold(tmp_path / "none" / "x.db").locked
    assert not (tmp_path / "none").exists()
    assert not Hold(None).locked
