"""Words are as old as LINE says, whatever the clock of this machine says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from adapters.line.times import DOUBT, LineTime
from adapters.timekeeper import Timekeeper
from core.table.table import Lobby
from tests.adapters.line.fake import Data
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked

HOUR = 3600.0


class Clocks:
    """The three clocks: ours for the time of day, ours that only grows, and LINE's."""

    def __init__(self, wrong: float = 0.0) -> None:
        self.wall, self.steady, self.line = 1_764_400_000.0 + wrong, 500.0, 1_764_400_000.0
        self.times = LineTime(Timekeeper(lambda: self.wall, lambda: self.steady))

    def pass_by(self, seconds: float, *, asleep: bool = False) -> None:
        self.wall += seconds
        self.line += seconds
        self.steady += 0.0 if asleep else seconds

    def age(self, ago: float, *, again: bool = False, way: float = 0.2) -> float:
        """What is thought of an event that happened so many seconds ago (and its way to us)."""
        self.pass_by(way)
        return self.times.age(self.line - ago - way, again=again)


@pytest.mark.parametrize("wrong", [0.0, HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
def test_a_wrong_clock_does_not_matter(wrong: float) -> None:
    clocks = Clocks(wrong)
    assert clocks.age(0.0) == 0.0
    for _ in range(50):
        clocks.pass_by(30.0)
        assert clocks.age(0.0, way=1.5) <= 2.0
    assert 500.0 - 5.0 < clocks.age(500.0, again=True) < 505.0
    assert 145.0 - 2.0 < clocks.age(145.0) < 147.0  # it lay in a buffer while we stood still
    clocks.pass_by(10 * HOUR)
    assert clocks.age(0.0) <= 1.0


@pytest.mark.parametrize("wrong", [0.0, HOUR, -24 * HOUR])
def test_an_answer_of_lines_servers_tells_the_time_before_the_first_event(wrong: float) -> None:
    clocks = Clocks(wrong)
    clocks.times.answered(clocks.line)
    clocks.pass_by(20.0)
    assert clocks.age(60.0, again=True) < 65.0
    assert clocks.age(10 * HOUR, again=True) > 9 * HOUR


def test_when_our_clocks_part_the_time_of_day_is_believed_until_line_tells_more() -> None:
    clocks = Clocks()
    clocks.age(0.0)
    clocks.pass_by(8 * HOUR, asleep=True)
    assert clocks.age(7 * HOUR, again=True) == pytest.approx(7 * HOUR, abs=5.0)
    assert clocks.age(0.0) == 0.0
    assert clocks.age(7 * HOUR, again=True) == pytest.approx(7 * HOUR, abs=5.0)
    clocks.wall += HOUR  # somebody sets the clock
    assert clocks.age(0.0) == 0.0


def test_one_wrong_time_is_not_believed_for_ever() -> None:
    clocks = Clocks()
    clocks.age(-HOUR)
    assert clocks.age(0.0) > HOUR - 5
    clocks.pass_by(DOUBT + 1)
    assert clocks.age(0.0) == 0.0
    clocks.pass_by(1)
    assert clocks.age(0.0) <= 1.0


def other_clock(stage: Stage, wrong: float) -> None:
    """LINE's clock is right, that of the host is wrong by so many seconds."""
    stage.line.clock = Behind(stage.clock, wrong)  # type: ignore[assignment]


class Behind:
    def __init__(self, clock: Callable[[], float], by: float) -> None:
        self.clock, self.by = clock, by

    def __call__(self) -> float:
        return self.clock() - self.by


@pytest.mark.parametrize("wrong", [HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
def test_typed_words_count_on_a_host_whose_clock_is_wrong(wrong: float) -> None:
    async def play() -> None:
        stage = Stage(language="en")
        other_clock(stage, wrong)
        users = [stage.person(name) for name in ("Mina", "Aki")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await stage.say(users[0], "play", chat)
        await stage.say(users[1], "join", chat)
        await stage.say(users[0], "start", chat)
        match.speaks = True
        for _ in range(4):
            user = asked(match)
            question = stage.playing(chat).question
            await match.turn(stage.playing(chat))
            after = stage.playing(chat)
            assert after.question > question and user.id
        late = stage.line.text(chat, users[0].id, "/cancel")
        stage.clock.advance(400)
        before = len(stage.entries(chat))
        await stage.send(late | {"deliveryContext": {"isRedelivery": True}})
        assert len(stage.entries(chat)) == before + 1  # one line: say it again
        assert "I was away when this was written" in "\n".join(stage.read(chat)[-3:])

    asyncio.run(play())


def again(event: Data) -> Data:
    return event | {"deliveryContext": {"isRedelivery": True}}


def test_wishes_that_waited_for_long_do_nothing_and_are_answered_by_one_line() -> None:
    async def play() -> None:
        stage = Stage(language="en")
        mina, aki = stage.person("Mina"), stage.person("Aki", friend=True)
        chat = await stage.group(mina, aki)
        typed = [
            stage.line.text(chat, user.id, text)
            for user, text in (
                (mina, "/play"),
                (aki, "/join"),
                (mina, "/start"),
                (aki, "/help"),
                (mina, "/rules"),
                (aki, "hand"),
            )
        ]
        alone = [stage.line.text(aki.id, aki.id, text) for text in ("hand", "5", "/help")]
        stage.clock.advance(600.0)
        await stage.say(mina, "good morning", chat)
        since, private = len(stage.entries(chat)), len(stage.entries(aki.id))
        for event in typed:
            await stage.send(again(event))
            stage.clock.advance(1)
        assert stage.room(chat).table is None
        said = [entry for entry in stage.entries(chat)[since:] if entry.by == "bot"]
        assert len(said) == 1 and "I was away when this was written" in said[0].message["text"]
        for event in alone:
            await stage.send(again(event))
            stage.clock.advance(1)
        said = [entry for entry in stage.entries(aki.id)[private:] if entry.by == "bot"]
        assert len(said) == 1 and "I was away when this was written" in said[0].message["text"]
        await stage.say(mina, "/play", chat)
        assert isinstance(stage.table(chat), Lobby)

    asyncio.run(play())


def test_after_hours_the_one_line_comes_with_the_next_reply() -> None:
    async def play() -> None:
        stage = Stage(language="en")
        mina = stage.person("Mina")
        chat = await stage.group(mina)
        typed = [stage.line.text(chat, mina.id, text) for text in ("/play", "/play", "/help")]
        stage.clock.advance(10 * HOUR)
        await stage.say(mina, "good morning", chat)
        since = len(stage.entries(chat))
        for event in typed:
            await stage.send(again(event))
        assert stage.room(chat).table is None and not stage.line.refusals
        assert len(stage.read(chat, since)) <= 1
        await stage.say(mina, "/play", chat)
        assert (
            sum("I was away when this was written" in text for text in stage.read(chat, since)) == 1
        )
        assert isinstance(stage.table(chat), Lobby)

    asyncio.run(play())


def test_a_press_on_a_button_that_still_stands_counts_however_late_it_comes() -> None:
    async def play() -> None:
        stage = Stage(language="en")
        mina, aki = stage.person("Mina"), stage.person("Aki")
        chat = await stage.group(mina, aki)
        await stage.say(mina, "/play", chat)
        join = stage.find(chat, lambda each: str(each.get("data", "")).endswith(":join"))
        press = stage.line.event("postback", chat, aki.id, postback={"data": join["data"]})
        stage.clock.advance(2 * HOUR)
        await stage.send(again(press))
        await stage.send(again(press))
        table = stage.table(chat)
        assert isinstance(table, Lobby) and [c.name for c in table.chairs] == ["Mina", "Aki"]

    asyncio.run(play())
