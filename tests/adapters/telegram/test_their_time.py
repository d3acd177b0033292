"""Words are as old as Telegram says; our own clock may be wrong, jump or stand still."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

import pytest
from aiohttp import web

from adapters.edge import Edge
from adapters.telegram.api import Api
from adapters.telegram.pace import Pacer
from adapters.telegram.posted import Posted, since
from adapters.telegram.theirs import TheirTime
from adapters.telegram.wire import make_bot
from adapters.timekeeper import Timekeeper
from core.table.table import Playing
from tests.adapters.telegram.fake import TOKEN
from tests.adapters.telegram.fake_people import Clock
from tests.adapters.telegram.players import awaited, play, push, table, table_id
from tests.adapters.telegram.stage import GROUP, Stage, run
from tests.adapters.telegram.test_hear import lobby, names, running
from tests.adapters.telegram.test_match import four

OLD_LINE = "I was away when this was written, so nothing was done. Please say it again."
DAY = 86400.0


def sends(stage: Stage) -> list[str]:
    return [fields["text"] for name, fields in stage.server.calls if name == "sendMessage"]


def test_words_of_ten_hours_ago_open_seat_start_and_answer_nothing() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        await stage.add_bot(chat, people[0])
        calls = len(stage.server.calls)
        ago: Any = {"date": int(stage.clock() - 36_000)}
        for who, text in [
            (people[0], "/play@fumibako_bot"),
            *((who, "/join@fumibako_bot") for who in people[1:4]),
            *((people[0], "/help@fumibako_bot") for _ in range(4)),
            (people[0], "/start@fumibako_bot"),
            (people[0], "/status@fumibako_bot"),
            (people[0], "/ephemeral@fumibako_bot"),
        ]:
            await stage.says(who, text, chat, **ago)
        await stage.quiet()
        told = stage.server.calls[calls:]
        assert [fields["text"] for _, fields in told] == [OLD_LINE]
        assert not [room for room in stage.store.rooms_on("telegram") if room.table]
        for _ in range(3):
            await stage.says(people[0], "/start", **ago)
        await stage.quiet()
        assert sends(stage)[-1] == OLD_LINE
        assert len(stage.server.calls) - calls == 2  # one line in each chat
        await stage.says(people[0], "/play@fumibako_bot", chat)
        await stage.quiet()
        assert table_id(stage, chat)

    run(story())


def test_an_old_press_counts_if_its_question_stands() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        stage.clock.advance(7000)
        await push(stage, chat, people[2], "join")  # on a board that is two hours old
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


def test_old_words_of_people_who_chat_are_not_answered() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await lobby(stage)
        calls = len(stage.server.calls)
        for text in ("hello", "2", "so what", "/play@other_bot"):
            await stage.says(people[3], text, chat, date=int(stage.clock() - 36_000))
        assert len(stage.server.calls) == calls

    run(story())


# ------------------------------------------------------------------ clocks that differ


def apart(stage: Stage, seconds: float) -> Callable[..., dict[str, Any]]:
    """Telegram's clock is so far ahead of ours. Tells the date of a message as it stands in it."""
    theirs = stage.telegram.theirs
    theirs.told(stage.clock() + seconds)

    def dated(ago: float = 0.0) -> dict[str, Any]:
        return {"date": int(stage.clock() + seconds - ago)}

    return dated


@pytest.mark.parametrize("seconds", [-DAY, -3600.0, 3600.0, DAY])
def test_a_host_whose_clock_is_wrong_hears_typed_answers(seconds: float) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage, 2)
        dated = apart(stage, seconds)
        stage.clock.advance(10)
        who = awaited(stage, name)
        now = table(stage, name)
        assert isinstance(now, Playing)
        before = now.question
        rules = stage.house.games[now.game]
        seat = next(i for i, c in enumerate(now.chairs, 1) if c.name == who.name)
        move = random.Random(1).choice(rules.moves(now.state, seat)).code
        await stage.says(who, move.replace(".", " "), **dated(2.0))
        await stage.quiet()
        after = table(stage, name)
        assert not isinstance(after, Playing) or after.question != before
        assert OLD_LINE not in sends(stage)
        await stage.says(people[0], "/status@fumibako_bot", chat, **dated(400.0))
        await stage.quiet()
        assert sends(stage)[-1] == OLD_LINE

    run(story())


@pytest.mark.parametrize("seconds", [-DAY, 0.0, DAY])
def test_an_answer_typed_before_the_question_is_too_late(seconds: float) -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage, 2)
        dated = apart(stage, seconds)
        now = table(stage, name)
        assert isinstance(now, Playing)
        who = awaited(stage, name)
        seat = next(i for i, c in enumerate(now.chairs, 1) if c.name == who.name)
        move = stage.house.games[now.game].moves(now.state, seat)[0].code
        await stage.says(who, move.replace(".", " "), **dated(60.0))
        assert table(stage, name) == now

    run(story())


def test_the_date_of_an_answer_tells_what_time_it_is_there() -> None:
    async def story() -> None:
        async def answer(request: web.Request) -> web.Response:
            date = formatdate(time.time() + 7200, usegmt=True)
            return web.json_response({"ok": True, "result": []}, headers={"Date": date})

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        theirs = TheirTime(time.time, time.monotonic)
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        bot = make_bot(TOKEN, base_url=url, told=theirs.told)
        await Api(bot, Pacer(Clock())).send(1, "x")
        await bot.shutdown()
        await runner.cleanup()
        assert theirs.now() - time.time() == pytest.approx(7200, abs=3)
        assert theirs.age(time.time() + 7200) < 3

    run(story())


def test_a_jump_of_our_clock_changes_nothing_of_theirs() -> None:
    wall, steady = Clock(1_000_000.0), Clock(50.0)
    theirs = TheirTime(wall, steady)
    assert theirs.now() == 1_000_000.0
    theirs.told(1_000_100.0)
    theirs.told(1_000_099.0)  # an answer that took longer
    wall.at = 5.0
    steady.advance(10)
    assert theirs.now() == 1_000_110.0
    assert theirs.ours(1_000_105.0) == 0.0
    for _ in range(8):
        theirs.told(2_000_000.0)
    assert theirs.age(2_000_000.0) == 0.0


def test_a_date_that_lies_ahead_makes_no_other_words_old() -> None:
    theirs = TheirTime(Clock(1000.0), Clock(0.0))
    theirs.told(1000.0)
    theirs.written(9e9)
    assert theirs.age(999.0) < 2


# ------------------------------------------------------------------ waiting


@pytest.mark.parametrize("jump", [-3600.0, 3600.0, -DAY])
def test_a_wall_clock_that_jumps_holds_up_no_board(jump: float) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await lobby(stage)
        wall = stage.telegram.say
        wall.now = lambda: stage.clock() + jump  # what is stored and compared
        stage.telegram.people.now = wall.now
        before = len(chat.log)
        for who in people[2:]:
            await push(stage, chat, who, "join")
            await stage.wait(5)
        assert len(chat.log) - before >= 2
        assert "Yu" in stage.newest(chat)["text"]
        await play(stage, chat, random.Random(1), most=400)

    run(story())


def test_a_stored_time_in_the_future_is_long_ago() -> None:
    assert since(Posted(at=5000.0).at, 1000.0) > 1e9
    assert since(900.0, 1000.0) == 100.0


def test_the_pace_is_that_of_the_monotonic_clock() -> None:
    stage = Stage()
    edge = Edge(Timekeeper(Clock(0.0), stage.clock), stage.store)
    pacer = Pacer(edge.keeper.pulse)
    pacer.take(GROUP)
    assert pacer.wait(GROUP) == pytest.approx(4.0)
    stage.clock.advance(4.0)
    assert pacer.wait(GROUP) == 0.0
