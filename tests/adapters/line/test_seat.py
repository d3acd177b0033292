"""The seat page: one match, one seat, and nobody else's."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from html import unescape

from aiohttp.test_utils import TestClient, TestServer

from adapters.line.people import PATH
from adapters.web import make_app
from core.table import Playing
from tests.adapters.line.fake import actions
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked

ADDRESS = "https://cards.example"


def with_pages(play: Callable[[Stage, Match, TestClient], Awaitable[None]]) -> None:  # type: ignore[type-arg]
    async def run() -> None:
        stage = Stage.__new__(Stage)
        stage.address = ADDRESS
        stage.__init__(language="en")  # type: ignore[misc]
        users = [stage.person(name) for name in ("Mina", "Aki", "Ken")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await match.gather()
        app = make_app(stage.host.routes(), loopback=True, signed=(PATH,))
        async with TestClient(TestServer(app)) as client:
            await play(stage, match, client)

    asyncio.run(run())


async def link(stage: Stage, match: Match) -> str:
    """The link on the hand card of whoever is asked, without the host."""
    await match.look(asked(match))
    found = [each["uri"] for each in actions(stage.line.bubble(asked(match).id)) if "uri" in each]
    assert found[-1].startswith(ADDRESS)
    return str(found[-1].removeprefix(ADDRESS))


def test_a_turn_is_played_on_the_page() -> None:
    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        page = await link(stage, match)
        question, text = stage.playing(match.chat).question, ""
        for _ in range(4):
            async with client.get(page) as answer:
                assert answer.status == 200
                assert answer.headers["Referrer-Policy"] == "same-origin"
                assert answer.headers["Cache-Control"] == "no-store"
                text = await answer.text()
            data = ""
            for _ in range(4):
                found = [unescape(d) for d in re.findall(r'value="([^"]+:(?:m|\?):[^"]+)"', text)]
                moves = [d for d in found if not d.endswith("?:")]
                if not moves:
                    break
                data = moves[0]
                async with client.post(page, data={"data": data}) as answer:
                    text = await answer.text()
            if stage.playing(match.chat).question > question:
                break
        assert stage.playing(match.chat).question > question
        assert "group hears it" in text

    with_pages(play)


def test_links_open_nothing_else() -> None:
    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        page = await link(stage, match)
        base, _, token = page.rpartition("/")
        table, seat, mac = token.split(".")
        other = "1" if seat != "1" else "2"
        for wrong in (f"{table}.{other}.{mac}", f"{table}.{seat}.{mac[:-1]}", "x", f"a.b.{mac}"):
            async with client.get(f"{base}/{wrong}") as answer:
                assert answer.status == 404
        async with client.post(page, data={"data": f"{table}:0:revoke"}) as answer:
            assert answer.status == 404
        async with client.get(page) as answer:
            assert answer.status == 404
        again = await link(stage, match)
        assert again != page
        async with client.get(again) as answer:
            assert answer.status == 200
        async with client.get(f"{base}/style.css") as answer:
            assert answer.status == 200
        hostile = {"data": "x" * 5000}
        async with client.post(again, data=hostile) as answer:
            assert answer.status == 200
        headers = {"Origin": "https://evil.example"}
        async with client.post(again, data={}, headers=headers) as answer:
            assert answer.status == 403

    with_pages(play)


def test_the_link_ends_with_the_match() -> None:
    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        page = await link(stage, match)
        await stage.say(match.users[0], "/cancel", match.chat)
        await match.verb(match.users[0], "close!")
        assert not isinstance(stage.table(match.chat), Playing)
        async with client.get(page) as answer:
            assert answer.status == 404

    with_pages(play)
