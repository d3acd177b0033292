"""LINE in the running program: a real server, the real library, the fake behind a socket."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer

from adapters.app import App
from adapters.line.people import PATH
from adapters.settings import Settings, load
from adapters.trouble import Trouble
from adapters.web import make_app
from core.table.sayings import Pace
from core.table.table import Lobby
from tests.adapters.line.fake import SECRET, TOKEN, Clock, FakeLine, Group, User, sign
from tests.adapters.line.served import application


def settings(tmp_path: Path, **more: Any) -> Settings:
    given = {
        "database": str(tmp_path / "line.db"),
        "language": "en",
        "line_channel_secret": SECRET,
        "line_channel_access_token": TOKEN,
    }
    return load(**(given | more))


def test_a_table_opens_over_http(tmp_path: Path) -> None:
    async def run() -> None:
        line = FakeLine(Clock())
        line.users["U1"] = User("U1", "ミナ")
        line.groups["C1"] = Group("C1", "みんな", members=["U1"], bot="fumibako")
        async with TestServer(application(line)) as server:
            host = str(server.make_url("")).rstrip("/")
            app = App(settings(tmp_path, line_api=host, time_zone="Europe/Berlin"))
            line.clock.at = app.now()
            app.join_all()
            (platform,) = app.platforms
            assert platform.name == "line"
            routes = list(platform.routes())
            ours = make_app(routes, loopback=True, health=app.reporter.health, signed=(PATH,))
            living = asyncio.ensure_future(app.live())
            async with TestServer(ours) as web, ClientSession() as client:
                for text in ("/play", "/status"):
                    event = line.text("C1", "U1", text)
                    body = json.dumps({"destination": "x", "events": [event]}).encode()
                    headers = {"X-Line-Signature": sign(body)}
                    url = web.make_url(PATH)
                    async with client.post(url, data=body, headers=headers) as answer:
                        assert answer.status == 200
                    for _ in range(200):
                        if line.seen_in("C1")[-1].by == "bot":
                            break
                        await asyncio.sleep(0.02)
                    assert line.seen_in("C1")[-1].message["type"] == "flex"
                for _ in range(200):
                    if app.store.rooms_on("line")[0].title:
                        break
                    await asyncio.sleep(0.02)
            room = app.store.rooms_on("line")[0]
            assert room.zone == "Europe/Berlin" and room.title == "みんな"
            seen = app.house.read(str(room.table))
            assert seen is not None and isinstance(seen.table, Lobby)
            assert seen.table.pace is Pace.RELAXED
            assert seen.table.chairs[0].name == "ミナ" and seen.table.chairs[0].letters
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
            await platform.close()
            app.close()
            assert not line.refusals and line.billed == 0

    asyncio.run(run())


def test_line_needs_both_and_sense(tmp_path: Path) -> None:
    for wrong in (
        {"line_channel_access_token": None},
        {"line_push_budget": -1},
        {"time_zone": "Mars/Olympus"},
        {"line_api": "nonsense"},
    ):
        given: dict[str, Any] = {"line_channel_secret": "s", "line_channel_access_token": "t"}
        with pytest.raises(Trouble):
            load(**(given | wrong))


def test_without_line_nothing_is_joined(tmp_path: Path) -> None:
    app = App(load(database=str(tmp_path / "none.db")))
    with pytest.raises(Trouble):
        app.join_all()
    assert not app.platforms
    app.close()
