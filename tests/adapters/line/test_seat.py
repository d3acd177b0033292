"""The seat page: one match, one seat, and nobody else's."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from html import escape, unescape

from aiohttp.test_utils import TestClient, TestServer

from adapters.line.people import PATH
from adapters.web import make_app
from core.games.love_letter.names import Card
from core.table.sayings import TooLate
from core.table.table import Playing
from tests.adapters.line.fake import actions
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked
from tests.adapters.table import deal

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


def forms(text: str) -> list[str]:
    """The data of the buttons of a page."""
    return [unescape(data) for data in re.findall(r'value="([^"]+)"', text)]


def refresh(text: str) -> str:
    """Where the page asks for itself."""
    found = re.search(r'http-equiv="refresh" content="\d+; url=([^"]*)"', text)
    assert found
    return unescape(found[1])


def test_a_press_is_redirected_and_never_repeated() -> None:
    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        page = await link(stage, match)
        base, _, token = page.rpartition("/")
        deal(stage.house, stage.playing(match.chat).id, Card.GUARD, Card.PRINCESS)
        table = stage.playing(match.chat)

        async def press(verb: str, question: int | None = None) -> str:
            """Press; tells the address that is shown next."""
            asked = table.question if question is None else question
            data = {"data": f"{table.id}:{asked}:{verb}"}
            async with client.post(page, data=data, allow_redirects=False) as answer:
                assert answer.status == 303
                return f"{base}/{answer.headers['Location']}"

        async def read(address: str) -> str:
            async with client.get(address) as answer:
                assert answer.status == 200
                return await answer.text()

        half = await read(await press("?:guard"))
        assert any(":?:guard." in data for data in forms(half))
        assert "said=" in refresh(half)
        again = await read(f"{base}/{refresh(half)}")
        assert forms(again) == forms(half), "the half-made choice is still there"
        assert forms(await read(await press("?:"))) == forms(await read(page))
        rules = await press("rules.1")
        assert "<h2>" in await read(rules) and "see=rules.1" in refresh(await read(rules))
        asked = await read(await press("?:princess"))
        assert "Play it all the same?" in asked
        verbs = [data.split(":", 2)[2] for data in forms(asked)]
        assert verbs[:2] == ["m:princess", "?:"]
        assert not stage.playing(match.chat).moves
        done = await press("m:princess")
        assert len(stage.playing(match.chat).moves) == 1
        for _ in range(2):
            assert "group hears it" in await read(done)
        assert refresh(await read(done)) == token, "what was told is told once"
        late = await read(await press("m:guard.1.king"))
        assert escape(TooLate.text) in late
        assert len(stage.playing(match.chat).moves) == 1
        # A choice of an earlier question is none any more.
        assert "said=" not in refresh(await read(await press("?:guard", table.question)))

    with_pages(play)


def test_an_address_presses_nothing() -> None:
    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        page = await link(stage, match)
        table = stage.playing(match.chat)
        own = ["m:princess", "leave!", "close!", "auto", "lang", "letters.1", "start", "hand", ""]
        odd = ["rules.x", "rules.1.2", "~0.A", "order.allow", "x" * 500, "\ufffd", "%ff", "é"]
        for verb in own + odd:
            for name in ("see", "said", "told", "data"):
                for value in (verb, f"{table.question}.{verb}", f"{table.id}:1:{verb}"):
                    async with client.get(page, params={name: value}) as answer:
                        assert answer.status == 200
        assert stage.playing(match.chat) == table

    with_pages(play)
