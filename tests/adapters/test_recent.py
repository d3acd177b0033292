"""What is remembered in memory stays bounded, however many rooms and people come and go."""

from __future__ import annotations

from adapters.line.chats import Chats, Token
from adapters.recent import MOST, Recent
from adapters.telegram import pace
from adapters.telegram.pace import Pacer
from adapters.telegram.posted import Posted
from adapters.telegram.traffic import Traffic

ROOMS = 3 * MOST


class Time:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_the_newest_are_remembered() -> None:
    recent: Recent[int, str] = Recent(3)
    for number in (1, 2, 3, 1, 4):
        recent[number] = f"{number}"
    assert list(recent) == [3, 1, 4]
    assert recent[1] == "1"


def test_what_goes_on_in_the_chats_of_telegram() -> None:
    time = Time()
    traffic = Traffic(None, time)  # type: ignore[arg-type]
    lane = table = ""
    for number in range(ROOMS):
        chat, lane, table = f"-100{number}", f"room:{number}", f"t{number}"
        traffic.passes(chat, number)
        traffic.want_fresh(lane, table)
        traffic.look_later(lane, table, 5.0)
        traffic.posted(chat, lane, table, Posted(message=7))
        traffic.shut(chat)
    known = vars(traffic) | vars(traffic._known)
    sizes = {name: len(kept) for name, kept in known.items() if hasattr(kept, "__len__")}
    assert {"current", "_newest"} < sizes.keys()
    assert max(sizes.values()) <= MOST, sizes
    assert traffic.current("room:5", "t5") == Posted()  # as after a start
    assert traffic.current(lane, table).message == 7
    assert traffic.since("-1005", 3) == 0


def test_how_often_chats_are_called() -> None:
    time = Time()
    pacer = Pacer(time)
    pacer.refused(-7, 5.0)
    for number in range(ROOMS):
        time.at += 0.05
        pacer.take(-1000 - number)
    assert len(pacer._chats) <= pace.MOST
    pacer.take(-1000 - number)
    assert pacer.wait(-1000 - number) > 0  # what counts still is not forgotten
    time.at += 2 * pace.SLOWER_FOR
    for number in range(ROOMS, 2 * ROOMS):
        time.at += 0.05
        pacer.take(-1000 - number)
    assert -7 not in pacer._chats


def test_what_has_time_leaves_calls_to_the_others() -> None:
    time = Time()
    pacer = Pacer(time)
    time.at += 2 * pace.START
    for number in range(pace.EVERYBODY[0] - pace.SPARE):
        assert not pacer.wait(100 + number, 1)
        pacer.take(100 + number)
    assert pacer.room() == pace.SPARE
    assert pacer.wait(99, 1) > 0
    assert not pacer.wait(99)


def test_what_goes_on_in_the_chats_of_line() -> None:
    chats = Chats()
    chats._states._most = 100
    for number in range(500):
        chats.put(f"C{number}", Token(f"w{number}", 0.0, loud=True))
    assert len(chats._states) == 100
    assert chats.alive("C499", 1.0)
    assert not chats.alive("C4", 1.0)
