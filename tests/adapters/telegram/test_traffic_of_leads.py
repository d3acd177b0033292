"""What a worker of Telegram knew when it led before is no knowledge when it leads again."""

from __future__ import annotations

import time

import pytest

from adapters.crew import Crew
from adapters.telegram.posted import Posted, write
from adapters.telegram.traffic import Traffic

ROOM, CHAT, TABLE = "room:1", "-7", "t1"


class Turncoat(Crew):
    """A worker that leads, follows and leads again."""

    def __init__(self) -> None:
        self.times = 1
        self.leading = True
        self.said: list[str] = []

    @property
    def leads(self) -> bool:
        return self.leading

    @property
    def term(self) -> int:
        return self.times

    def follow(self) -> None:
        self.leading = False

    def lead(self) -> None:
        self.times += 1
        self.leading = True

    def say(self, topic: str, text: str) -> None:
        self.said.append(f"{topic} {text}")


@pytest.fixture
def crew() -> Turncoat:
    return Turncoat()


@pytest.fixture
def traffic(crew: Turncoat) -> Traffic:
    traffic = Traffic(None, time.monotonic, crew)  # type: ignore[arg-type]
    traffic.stored = lambda lane, table: stands(30)
    return traffic


def stands(message: int) -> str:
    return write(Posted(chat=-7, message=message))


def test_the_live_board_keeps_its_buttons(traffic: Traffic, crew: Turncoat) -> None:
    traffic.posted(CHAT, ROOM, TABLE, Posted(chat=-7, message=20))
    assert traffic.is_current(ROOM, TABLE, 20) and not traffic.is_current(ROOM, TABLE, 30)
    crew.follow()
    crew.lead()  # another one has posted 30 meanwhile
    assert traffic.is_current(ROOM, TABLE, 30)
    assert traffic.current(ROOM, TABLE).message == 30


def test_a_room_that_was_shut_then_is_tried(traffic: Traffic, crew: Turncoat) -> None:
    for _ in range(4):
        assert traffic.shut(CHAT) > 0
    assert traffic.rest(CHAT) > 1000
    crew.follow()
    crew.lead()
    assert traffic.rest(CHAT) == 0


def test_boards_are_not_posted_anew_for_what_passed_another(
    traffic: Traffic, crew: Turncoat
) -> None:
    traffic.passes(CHAT, 5)
    traffic.want_fresh(ROOM, TABLE)
    traffic.look_later(ROOM, TABLE, 1.0)
    crew.follow()
    for number in range(6, 100):
        traffic.passes(CHAT, number)
    traffic.want_fresh(ROOM, TABLE)
    crew.lead()
    assert traffic.since(CHAT, 4) == 0
    assert not traffic.wants_fresh(ROOM, TABLE) and traffic.next() is None
    assert len(crew.said) == 95  # whoever led was told
    traffic.passes(CHAT, 100)
    assert traffic.since(CHAT, 4) == 1


def test_numbers_that_passed_a_follower_are_true_for_ever(traffic: Traffic, crew: Turncoat) -> None:
    crew.follow()
    traffic.passes("-100123", 50)
    crew.lead()
    assert traffic.since("-100123", 30) == 20
