"""Names: nobody waits for them, they follow as soon as they are known, and they may change."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from adapters.line.doing import Say
from adapters.line.events import Chat, Event
from adapters.line.naming import AGAIN, FRESH
from adapters.line.people import PLATFORM
from core.house.forgetting import Erased, forget, notice
from core.house.house import House
from core.table.failures import OurTrouble
from core.table.table import Lobby
from tests.adapters.line.fake import Data, FakeApi
from tests.adapters.line.players import Match
from tests.adapters.line.running import running
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_acknowledged import names


def test_five_joins_at_once_while_names_do_not_come(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            people = [run.person(number, f"Name{number}") for number in range(6)]
            run.slow.seconds = {"/member/": 3.0}
            await run.deliver(run.text(people[0], "/play"))
            began = asyncio.get_running_loop().time()
            assert await run.deliver(*(run.text(user, "/join") for user in people[1:])) == 200
            assert run.took < 1.0
            assert names(run) == [""] * 6
            await run.until(lambda: sorted(names(run)) == [f"Name{n}" for n in range(6)], 20.0)
            assert asyncio.get_running_loop().time() - began < 15.0

    asyncio.run(play())


def test_many_events_in_one_body(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            people = [run.person(number) for number in range(40)]
            run.slow.seconds = {"/member/": 3.0}
            await run.deliver(run.text(people[0], "/play"))
            events = [run.text(people[n % 40], "hello") for n in range(60)]
            assert await run.deliver(*events) == 200
            assert run.took < 2.0  # hundreds take a second on a quiet machine

    asyncio.run(play())


def test_a_name_that_comes_in_a_moment_is_there_from_the_start(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            mina = run.person(1, "Mina")
            run.slow.seconds = {"/member/": 0.1}
            await run.deliver(run.text(mina, "/play"))
            assert names(run) == ["Mina"]

    asyncio.run(play())


class Shy(FakeApi):
    """A LINE that does not tell names for a while, or others."""

    shy = True
    asked = 0

    async def _send(self, method: str, path: str, body: Any, **headers: str) -> tuple[int, Data]:
        if "/member/" in path:
            self.asked += 1
            if self.shy:
                return 500, {}
        return await super()._send(method, path, body, **headers)


def shy(stage: Stage) -> Shy:
    """LINE tells no names until it is not shy any more."""
    api = Shy(stage.line)
    stage.host.naming.api = api
    return api


def test_whoever_has_no_name_yet_is_called_by_number_and_asked_for_at_the_next_press() -> None:
    async def play() -> None:
        stage = Stage(language="ja")
        api = shy(stage)
        mina = stage.person("ミナ")
        chat = await stage.group(mina)
        await stage.say(mina, "/play", chat)
        table = stage.table(chat)
        assert isinstance(table, Lobby) and table.chairs[0].name == ""
        assert any("プレイヤー1" in text for text in stage.read(chat))
        asked = api.asked
        await stage.say(mina, "/status", chat)  # so soon it is not asked for again
        assert api.asked == asked
        api.shy = False
        stage.clock.advance(AGAIN[0])
        since = len(stage.entries(chat))
        await stage.say(mina, "/status", chat)
        assert api.asked == asked + 1
        table = stage.table(chat)
        assert isinstance(table, Lobby) and table.chairs[0].name == "ミナ"
        stage.clock.advance(15)
        await stage.say(mina, "うん", chat)
        assert any("ミナ" in text for text in stage.read(chat, since))

    asyncio.run(play())


def test_names_follow_in_a_running_game_and_within_a_day() -> None:
    async def play() -> None:
        stage = Stage(language="en")
        api = shy(stage)
        users = [stage.person(name) for name in ("Mina", "Aki")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await match.gather()
        assert {chair.name for chair in stage.playing(chat).chairs} == {""}
        api.shy = False
        stage.clock.advance(AGAIN[-1])
        before = stage.playing(chat)
        for user in users:
            await stage.say(user, "/status", chat)
        table = stage.playing(chat)
        assert {chair.name for chair in table.chairs} == {"Mina", "Aki"}
        assert table.state == before.state
        asked = api.asked
        await stage.say(users[0], "/status", chat)
        assert api.asked == asked
        users[0].name = "Mina the Great"
        stage.clock.advance(FRESH)
        await stage.say(users[0], "/status", chat)
        assert "Mina the Great" in {chair.name for chair in stage.playing(chat).chairs}
        assert stage.store.person(f"{PLATFORM}:{users[0].id}").name == "Mina the Great"

    asyncio.run(play())


def test_whom_another_worker_has_forgotten_has_no_name_here() -> None:
    async def heard() -> None:
        stage = Stage()
        mina = stage.person("Mina")
        people = stage.host.hear.people
        people.call(mina.id, "Mina")
        elsewhere = House(stage.store, stage.house.games, stage.house.chance)
        assert isinstance(forget(elsewhere, f"{PLATFORM}:{mina.id}", 1.0), Erased)
        notice(stage.house)
        assert people.name(mina.id) == ""

    asyncio.run(heard())


def fails(*_: object) -> None:
    raise OurTrouble("the database is away")


def test_a_group_is_greeted_when_an_event_comes_again_that_failed() -> None:
    async def heard() -> None:
        stage = Stage(language="en")
        ear = stage.host.hear.group_ear
        event = Event("join", "again", 1.0, Chat("group", "C1"))
        room = ear.people.room(event.chat)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ear, "_look", fails)
            with pytest.raises(OurTrouble):
                ear._joined(event, room)
        doer = stage.host.hear.doer
        said = [doer.store(ear._joined(event, room).dos, 1.0) for _ in range(2)]
        assert [sum(isinstance(each, Say) for each in dos) for dos in said] == [1, 0]

    asyncio.run(heard())
