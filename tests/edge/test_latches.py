"""Every latch opens by ordinary traffic and by time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adapters import latch
from adapters.latch import STEPS, Latch
from adapters.letter import Sent
from adapters.post import RETRY
from core.table.commands import Sit
from tests.edge.host import B, Host, Time


@pytest.fixture
def shut(time: Time) -> Latch[str]:
    return Latch(lambda: time.steady)


def test_what_failed_is_tried_after_a_minute_and_then_less_often(
    shut: Latch[str], time: Time
) -> None:
    for pause in (60, 300, 900, 3600, 3600):
        assert shut.close("room") == pause
        assert shut.shut("room")
        time.go(pause - 1)
        assert shut.shut("room")
        assert shut.rest("room") == 1
        time.go(1)
        assert not shut.shut("room")
        assert shut.names() == ("room",)
    assert STEPS == (60, 300, 900, 3600)


def test_a_sign_of_life_opens_it_and_forgets(shut: Latch[str]) -> None:
    shut.close("room")
    shut.close("room")
    assert shut.open("room")
    assert not shut.shut("room")
    assert not shut.open("room")
    assert shut.close("room") == 60


def test_one_does_not_close_the_other(shut: Latch[str]) -> None:
    shut.close("room")
    assert not shut.shut("other")
    assert shut.rest("other") == 0


def test_a_wall_clock_that_is_set_does_not_matter(shut: Latch[str], time: Time) -> None:
    shut.close("room")
    time.set(86400)
    assert shut.shut("room")
    time.set(-10 * 86400)
    time.go(60)
    assert not shut.shut("room")


def test_no_more_is_remembered_than_there_is_room_for(
    shut: Latch[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latch, "MOST", 3)
    for name in ("a", "b", "c", "a", "d"):
        shut.close(name)
    assert shut.names() == ("c", "a", "d")


def test_a_lane_that_cannot_be_settled_is_tried_again_by_time(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*what: object, **more: object) -> None:
        raise RuntimeError("a bug in what is stored")

    host.open()
    monkeypatch.setattr(host.store, "settle", broken)
    host.show()
    host.show()  # what is owed breaks us again
    monkeypatch.undo()
    before = list(host.say.boards)
    host.time.go(RETRY[-1] - 1)
    host.show()
    assert host.say.boards == before
    host.time.go(1)
    host.show()
    assert len(host.say.boards) > len(before)


def test_a_lane_that_breaks_us_is_tried_again_by_time_and_by_traffic(host: Host) -> None:
    async def broken(lane: str) -> Sent | None:
        if lane == host.lane:
            raise RuntimeError("a bug in the words of this room")
        return None

    host.say.answers = broken
    host.open()
    times = []
    for _ in range(1400):
        host.time.go(1)
        before = len(host.pages())
        host.show()
        times += [host.time.steady] * (len(host.pages()) > before)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert gaps[0] == RETRY[0]
    assert all(gap >= pause for gap, pause in zip(gaps, RETRY, strict=False))
    assert 3 <= len(gaps) <= 5
    many = len(host.pages())
    host.say.answers = host.say.fine
    host.says("/status")
    host.show()
    assert len(host.pages()) > many
    host.do(Sit(B, "Ben"))
    host.show()
    assert host.pages()[-1] == "Joined"
