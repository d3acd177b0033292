"""The socket behind the doors: what each person may do there, and what strangers get."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError, web
from aiohttp.test_utils import TestClient, TestServer

from adapters.page.answers import Answers
from adapters.page.hub import Hub
from adapters.page.server import COOKIE, PageServer
from adapters.speech import Speech
from adapters.web import make_app
from core.table.table import Lobby
from tests.adapters.line.stage import inline
from tests.adapters.page.porch import (
    AKI,
    KEN,
    LINE_AKI,
    LINE_KEN,
    MIO,
    PUBLIC,
    Porch,
    come,
    init_data,
)

Client = TestClient[Any, Any]
Work = Callable[[Porch, Client], Awaitable[None]]


def at_the_socket(work: Work) -> None:
    async def whole() -> None:
        porch, writer = Porch(), inline()
        hub = Hub(porch.house, writer, porch.clock, porch.identity.renew, "tests")
        answers = Answers(Speech(porch.house, porch.store), porch.clock)
        server = PageServer(
            hub, answers, writer, lambda: None, porch.identity.come, links=porch.links
        )
        app = make_app([web.get("/page/ws", server.socket)], loopback=True, public=PUBLIC)
        async with TestClient(TestServer(app)) as client:
            await work(porch, client)
        await porch.line.close()

    asyncio.run(whole())


class Sight:
    """An open page."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def until(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while True:
                frame: dict[str, Any] = json.loads(await self.socket.receive_str())
                if frame["type"] in kinds:
                    return frame

    async def press(self, data: str, name: str = "p-1") -> None:
        await self.socket.send_json({"type": "press", "id": name, "data": data})


@asynccontextmanager
async def page(
    client: Client, kind: str, proof: str = "", cookie: str = "", **more: str
) -> AsyncIterator[Sight]:
    headers = {"Origin": PUBLIC, "Host": "cards.example"}
    if cookie:
        headers["Cookie"] = f"{COOKIE}={cookie}"
    async with client.ws_connect("/page/ws", headers=headers) as socket:
        first = come(kind, proof, **more)
        told = {"kind": first.kind, "proof": first.proof, "table": first.table}
        await socket.send_json({"type": "come", "version": 1, "languages": ["en"], **told})
        yield Sight(socket)


def test_a_member_of_the_group_joins_from_the_page() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.gather(AKI, KEN)
        porch.members.add(MIO)
        proof = init_data(MIO, porch.at, start_param=table)
        async with page(client, "telegram", proof) as sight:
            assert (await sight.until("table"))["phase"] == "lobby"
            await sight.press(f"{table}:0:join")
            assert (await sight.until("done"))["outcome"] == "done"
        read = porch.house.read(table)
        assert read is not None and isinstance(read.table, Lobby)
        assert (read.table.chairs[-1].user, read.table.chairs[-1].name) == (MIO, "Person 3")

    at_the_socket(work)


def test_a_link_for_watching_presses_nothing() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.gather(LINE_AKI, LINE_KEN)
        token = porch.links.board_link(table).rpartition("/")[2]
        cookie = porch.identity.cookie(LINE_AKI)  # even in the browser of whoever hosts it
        async with page(client, "link", token, cookie) as sight:
            shown = await sight.until("table")
            assert shown["foot"] is not None and shown["choice"] is None
            for number, verb in enumerate(("close!", "start", "revoke", "leave", "bot")):
                await sight.press(f"{table}:0:{verb}", f"p-{number}")
                assert (await sight.until("done", "told", "sheet"))["outcome"] == "refused"
            await sight.socket.send_json({"type": "say", "id": "s-1", "text": "start"})
            assert (await sight.until("done", "told", "sheet"))["outcome"] == "refused"
            await sight.press(f"{table}:0:rules", "p-9")
            assert (await sight.until("done"))["outcome"] == "done"
            assert (await sight.until("sheet"))["rows"]
        read = porch.house.read(table)
        assert read is not None and isinstance(read.table, Lobby) and len(read.table.chairs) == 2

    at_the_socket(work)


def test_only_whoever_came_by_a_link_ends_it() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table, other = porch.start(LINE_AKI, LINE_KEN), porch.start(AKI, KEN)
        mine, theirs = porch.token(table, LINE_AKI), porch.token(table, LINE_KEN)
        async with page(client, "telegram", init_data(AKI, porch.at), table=other) as sight:
            await sight.until("table")
            await sight.press(f"{other}:0:revoke")
            assert (await sight.until("done"))["outcome"] == "refused"
        async with page(client, "link", mine) as first, page(client, "link", mine) as second:
            for sight in (first, second):
                foot = (await sight.until("table"))["foot"]
                assert [each["data"] for each in foot if each["verb"] == "revoke"] == [
                    f"{table}:0:revoke"
                ]
            await first.press(f"{table}:0:revoke")
            assert "ended" in (await first.until("refused"))["text"]
            assert (await second.until("refused"))["again"]
        async with page(client, "link", mine) as sight:
            assert "opens nothing" in (await sight.until("refused", "table"))["text"]
        async with page(client, "link", theirs) as sight:
            await sight.until("table")

    at_the_socket(work)


def test_other_peoples_pages_do_not_reach_it() -> None:
    async def work(porch: Porch, client: Client) -> None:
        hosted = {"Host": "cards.example"}
        for origin in ("https://evil.example", "null", "https://web.telegram.org"):
            with pytest.raises(WSServerHandshakeError) as refused:
                await client.ws_connect("/page/ws", headers={**hosted, "Origin": origin})
            assert refused.value.status == 403

    at_the_socket(work)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        '{"type":"press","id":"a","data":"x"}',
        '{"type":"come","version":1,"kind":"owner"}',
        '{"type":"come","version":1,"kind":"link","proof":5}',
        '{"type":"come","version":1,"kind":"link","user":"line:U0"}',
        json.dumps({"type": "come", "version": 1, "kind": "link", "proof": "x" * 9000}),
    ],
)
def test_who_does_not_say_who_they_are_is_not_let_in(frame: str) -> None:
    async def work(porch: Porch, client: Client) -> None:
        headers = {"Origin": PUBLIC, "Host": "cards.example"}
        async with client.ws_connect("/page/ws", headers=headers) as socket:
            await socket.send_str(frame)
            async with asyncio.timeout(20):
                assert (await socket.receive()).data in (1000, None)

    at_the_socket(work)


def test_who_sits_may_let_others_watch() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        async with page(client, "link", porch.token(table, LINE_AKI)) as sight:
            foot = (await sight.until("table"))["foot"]
            (data,) = (each["data"] for each in foot if each["verb"] == "watch")
            await sight.press(data)
            link = (await sight.until("sheet"))["copy"]
        assert link == porch.links.board_link(table)
        async with page(client, "link", link.rpartition("/")[2]) as sight:
            shown = await sight.until("table")
            assert not shown["scene"]["hand"] and shown["scene"]["me"] == 0
            assert not any(each["verb"] == "watch" for each in shown["foot"])
            await sight.press(data)
            assert (await sight.until("done", "sheet"))["outcome"] == "refused"
        other = porch.start(AKI, KEN)
        porch.members.add(MIO)  # may watch too, and hands nothing on
        async with page(client, "telegram", init_data(MIO, porch.at), table=other) as sight:
            assert (await sight.until("table"))["scene"]["me"] == 0
            await sight.press(f"{other}:0:watch")
            assert (await sight.until("done", "sheet"))["outcome"] == "refused"

    at_the_socket(work)
