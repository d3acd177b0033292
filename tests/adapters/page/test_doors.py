"""The doors over HTTP: what they set, what they forbid, and what they say without a script."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from adapters.page.doors import Doors
from adapters.page.links import END
from adapters.web import make_app
from core.desk.presses import Own, datum
from tests.adapters.line.stage import inline
from tests.adapters.page.porch import AKI, KEN, LIFF, LINE_AKI, LINE_KEN, PUBLIC, Porch

Client = TestClient[Any, Any]
Work = Callable[[Porch, Client], Awaitable[None]]
WORDS = {"Accept-Language": "fr, en;q=0.8"}


def at_the_doors(work: Work, *, operator: str = "", apps: bool = True) -> None:
    async def whole() -> None:
        porch = Porch()
        if not apps:
            porch.identity.telegram = porch.identity.line = None
        doors = Doors(porch.identity, porch.links, inline(), "ja", operator)
        app = make_app(doors.routes(), loopback=True, public=PUBLIC)
        server = TestServer(app)
        await server.start_server(access_log=None)  # as adapters.connections does
        async with TestClient(server) as client:
            await work(porch, client)
        await porch.line.close()

    asyncio.run(whole())


def policy(answer: ClientResponse) -> dict[str, list[str]]:
    """What the page may do."""
    rules = [rule.split() for rule in answer.headers["Content-Security-Policy"].split(";")]
    return {name: allowed for name, *allowed in rules}


def test_ones_own_link_is_remembered_by_the_browser() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        async with client.get(f"/s/{porch.token(table, LINE_AKI)}") as answer:
            assert answer.status == 200 and 'data-door="link"' in await answer.text()
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["X-Robots-Tag"] == "noindex"
            cookie = answer.cookies["fumibako"]
        assert cookie["httponly"] and cookie["secure"] and cookie["samesite"] == "Lax"
        assert cookie["path"] == "/" and int(cookie["max-age"]) == 90 * 86400
        who = await porch.enter("cookie", cookie=cookie.value, table=table)
        assert who.user == LINE_AKI

    at_the_doors(work)


def test_nothing_else_sets_a_cookie() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(AKI, KEN)
        board = porch.links.board_link(table).removeprefix(PUBLIC)
        for path in (f"/t/{table}", board, "/app", f"/liff?liff.state=%3Ft%3D{table}", "/privacy"):
            async with client.get(path) as answer:
                assert answer.status == 200 and not answer.cookies, path

    at_the_doors(work)


@pytest.mark.parametrize("way", ["s", "b"])
def test_a_link_that_opens_nothing_says_so(way: str) -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        seat = "1." if way == "s" else ""
        wrong = [f"{table}.{seat}{'0' * 32}", "..%2f..", "%F0%9F%83%8F", "<script>", "a" * 2000]
        for token in wrong:
            async with client.get(f"/{way}/{token}", headers=WORDS) as answer:
                text = await answer.text()
                assert answer.status == 404 and "opens nothing" in text, token
                assert "<script" not in text and not answer.cookies
        async with client.get(f"/{way}/{wrong[0]}") as answer:
            assert "このリンクは無効です" in await answer.text()

    at_the_doors(work)


def test_links_of_the_first_releases_lead_to_the_page_and_can_be_ended() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        token = porch.token(table, LINE_AKI)
        async with client.get(f"/line/seat/{token}?said=3.guard") as answer:
            assert answer.status == 200 and answer.url.path == f"/s/{token}"
        press = datum(table, 0, Own(END))
        async with client.post("/line/seat/nothing", data={"data": press}) as answer:
            assert answer.status == 404
        async with client.post(f"/line/seat/{token}", data={"data": f"{table}:1:m:x"}) as answer:
            assert answer.status == 200
        async with client.post(f"/line/seat/{token}", data={"data": press}) as answer:
            assert answer.status == 404 and answer.url.path == f"/s/{token}"
        await porch.refuse("link", token)

    at_the_doors(work)


def test_every_door_has_its_law() -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        paths = {
            "seat": f"/s/{porch.token(table, LINE_AKI)}",
            "common": f"/t/{table}",
            "board": porch.links.board_link(table).removeprefix(PUBLIC),
            "telegram": "/app?t=x",
            "line": "/liff?t=x",
        }
        for door, path in paths.items():
            async with client.get(path) as answer:
                rules, headers = policy(answer), answer.headers
                text = await answer.text()
            framed = ["https://web.telegram.org"] if door == "telegram" else ["'none'"]
            scripts = ["'self'", "https://static.line-scdn.net"] if door == "line" else ["'self'"]
            called = ["'self'", "wss://cards.example"]
            if door == "line":
                called += ["https://api.line.me", "https://liffsdk.line-scdn.net"]
            assert rules["frame-ancestors"] == framed, door
            assert rules["script-src"] == scripts, door
            assert rules["connect-src"] == called, door
            assert rules["default-src"] == ["'none'"] and rules["form-action"] == ["'self'"]
            assert rules["base-uri"] == ["'none'"] and rules["style-src"] == ["'self'"]
            assert headers["Referrer-Policy"] == "same-origin"
            assert headers["Cache-Control"] == "no-store"
            assert "X-Frame-Options" not in headers
            # What the law forbids is not tried: the page has nothing written into it.
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=", text), door
            outside = re.findall(r"(?:src|href)=\"(?:https?:)?//", text)
            assert not outside and "@" not in re.sub(r"@media", "", text), door

    at_the_doors(work)


def test_line_finds_its_address_as_it_left_it() -> None:
    async def work(porch: Porch, client: Client) -> None:
        where = "/liff?liff.state=%3Ft%3Dab12&liff.referrer=x"
        async with client.get(where, allow_redirects=False) as answer:
            assert answer.status == 200
            text = await answer.text()
        assert f'data-liff="{LIFF}"' in text and 'data-door="line"' in text
        async with client.get("/app") as answer:
            assert LIFF not in await answer.text()

    at_the_doors(work)


def test_doors_that_are_not_set_are_not_there() -> None:
    async def work(porch: Porch, client: Client) -> None:
        for path in ("/app", "/liff"):
            async with client.get(path) as answer:
                assert answer.status == 404

    at_the_doors(work, apps=False)


def test_foreign_pages_are_refused_and_our_own_in_a_frame_is_not() -> None:
    async def work(porch: Porch, client: Client) -> None:
        hosted = {"Host": "cards.example"}
        for origin in ("https://evil.example", "null", "https://web.telegram.org"):
            async with client.get("/app", headers={**hosted, "Origin": origin}) as answer:
                assert answer.status == 403, origin
        async with client.get("/app", headers={**hosted, "Origin": PUBLIC}) as answer:
            assert answer.status == 200
        async with client.get("/app", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403

    at_the_doors(work)


def test_what_is_kept_is_told_in_both_languages() -> None:
    async def work(porch: Porch, client: Client) -> None:
        async with client.get("/privacy", headers=WORDS) as answer:
            text = await answer.text()
        assert answer.status == 200 and answer.content_type == "text/html"
        assert text.index('lang="en"') < text.index('<section lang="ja"')
        assert "90 days" in text and "90日" in text and "three days" in text
        assert "<script" not in text and "There is no company" in text
        async with client.get("/privacy?lang=ja", headers=WORDS) as answer:
            text = await answer.text()
        assert text.startswith('<!doctype html><html lang="ja">')
        assert text.index("保存期間") < text.index("How long")

    at_the_doors(work)


def test_who_runs_the_host_is_told_as_they_want_it() -> None:
    async def work(porch: Porch, client: Client) -> None:
        async with client.get("/privacy?lang=en") as answer:
            text = await answer.text()
        assert "run here by <code>Mina &lt;b&gt; (mina@example.org)</code>" in text
        assert "There is no company" not in text

    at_the_doors(work, operator="Mina <b> (mina@example.org)")


def test_no_address_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def work(porch: Porch, client: Client) -> None:
        table = porch.start(LINE_AKI, LINE_KEN)
        token = porch.token(table, LINE_AKI)
        for path in (f"/s/{token}", f"/line/seat/{token}", "/liff?liff.state=%3Ft%3Dsecret"):
            async with client.get(path) as answer:
                assert answer.status == 200
        assert token not in caplog.text and "liff.state" not in caplog.text

    caplog.set_level(logging.DEBUG)
    at_the_doors(work)
