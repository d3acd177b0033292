"""The playground's page: who sees what, who may do what, and what odd input does (nothing)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError, web

from adapters.app import App
from adapters.playground.server import Playground
from adapters.settings import Settings
from adapters.web import make_app
from core.desk.letters import meaning
from core.games.love_letter.names import Card
from core.house.clock import letters_shown
from core.table.table import Playing
from tests.adapters.table import Chance, deal

Data = dict[str, Any]
Visit = Callable[["Site"], Awaitable[None]]


class Page:
    """An open page, as a browser would hold it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[Data] = []
        self.letters: dict[int, Data] = {}

    async def until(self, wanted: Callable[[Data], bool]) -> Data:
        """The next frame that fits; what came before is kept in `frames`."""
        async with asyncio.timeout(20):
            while True:
                frame: Data = json.loads(await self.socket.receive_str())
                self.frames.append(frame)
                for letter in [*frame.get("letters", []), frame.get("letter")]:
                    if isinstance(letter, dict):
                        self.letters[letter["id"]] = letter
                if wanted(frame):
                    return frame

    async def hello(self) -> Data:
        """The next greeting."""
        return await self.until(lambda frame: frame["type"] == "hello")

    async def card(self, role: str, wanted: Callable[[Data], bool] = bool) -> Data:
        """A board or hand card that fits: one that is shown, or the next one that comes."""

        def shown() -> list[Data]:
            cards = [letter for letter in self.letters.values() if letter.get("role") == role]
            return [card for card in cards if wanted(card)]

        if not shown():
            await self.until(lambda frame: bool(shown()))
        return shown()[-1]

    async def send(self, **frame: object) -> None:
        """Do something on the page."""
        await self.socket.send_str(json.dumps(frame))


class Site:
    """A playground that listens on a free port."""

    def __init__(self, app: App, playground: Playground, address: str) -> None:
        self.app = app
        self.playground = playground
        self.address = address

    @asynccontextmanager
    async def page(self, query: str = "lang=en", **headers: str) -> AsyncIterator[Page]:
        """A page, for as long as the block lasts."""
        async with (
            ClientSession() as session,
            session.ws_connect(f"{self.address}/ws?{query}", headers=headers) as socket,
        ):
            yield Page(socket)


def visit(tmp_path: Path, work: Visit, *, loopback: bool = True) -> None:
    """Run a playground on a database in a folder while `work` goes on."""

    async def go() -> None:
        file, host = str(tmp_path / "play.db"), "127.0.0.1" if loopback else "0.0.0.0"
        app = App(Settings(_env_file=None, database=file, host=host))
        app.join_all(page=True)
        (page,) = app.platforms
        assert isinstance(page, Playground)
        server = make_app(page.routes(), loopback=loopback, health=app.reporter.health)
        runner = web.AppRunner(server, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        living = asyncio.ensure_future(app.live())
        try:
            await work(Site(app, page, f"http://127.0.0.1:{port}"))
        finally:
            living.cancel()
            with suppress(asyncio.CancelledError):
                await living
            await runner.cleanup()
            app.close()

    asyncio.run(go())


def buttons(card: Data) -> list[str]:
    return [button["data"] for row in card["buttons"] for button in row]


def datum(card: Data, verb: str) -> str:
    return next(data for data in buttons(card) if data.endswith(f":{verb}"))


def has(verb: str) -> Callable[[Data], bool]:
    return lambda card: any(data.endswith(f":{verb}") for data in buttons(card))


def test_the_first_screen_is_a_table_ready_to_start(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page("lang=ja") as page:
            hello = await page.hello()
            assert hello["me"] == {"all": True, "person": "play:1"}
            assert hello["language"] == "ja"
            board = await page.card("board", has("start"))
            assert sum("（コンピュータ）" in line for line in board["lines_html"]) == 3

    visit(tmp_path, work)


def test_starting_deals_and_shows_a_hand_to_its_owner(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            await page.hello()
            board = await page.card("board", has("start"))
            await page.send(
                type="press", person="play:1", lane=board["lane"], data=datum(board, "start")
            )
            mine = await page.card("hand", lambda card: bool(card["mine"] and card["hand"]))
            assert mine["lane"] == "person:play:1"
            assert any(button["kind"] == "move" for row in mine["buttons"] for button in row)

    visit(tmp_path, work)


def test_a_seat_link_sees_and_plays_that_seat_only(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as owner:
            await owner.hello()
            board = await owner.card("board", has("start"))
            await owner.send(type="new-person", name="Mina")
            hello = await owner.hello()
            mina = next(person for person in hello["people"] if person["name"] == "Mina")
            token = mina["link"].split("=", 1)[1]
            async with site.page(f"lang=en&seat={token}") as guest:
                seen = await guest.hello()
                assert seen["me"] == {"all": False, "person": "play:2"}
                assert [person["user"] for person in seen["people"]] == ["play:2"]
                assert seen["people"][0]["link"] is None
                lane = board["lane"]
                await guest.send(
                    type="press", person="play:2", lane=lane, data=datum(board, "join")
                )
                await guest.card("board", lambda card: "Mina" in str(card["lines_html"]))
                await owner.send(
                    type="press", person="play:1", lane=lane, data=datum(board, "start")
                )
                await guest.card("hand", lambda card: bool(card["hand"]))
                # as somebody else, or as the screen's owner, a guest can do nothing
                await guest.send(
                    type="press", person="play:1", lane=lane, data=f"{board['table']}:0:close!"
                )
                await guest.send(type="new-person", person="play:2", name="Eve")
                await guest.send(type="say", person="play:2", lane=lane, text="still here")
                await guest.until(lambda f: f.get("letter", {}).get("kind") == "said")
                lanes = {f["letter"]["lane"] for f in guest.frames if f["type"] == "letter"}
                assert lanes <= {lane, "person:play:2"}
            assert len(site.playground.screen.people()) == 2

    visit(tmp_path, work)


@pytest.mark.parametrize("query", ["seat=2.000000000000000000000000", "seat=x", "seat=1."])
def test_a_wrong_seat_link_opens_nothing(tmp_path: Path, query: str) -> None:
    async def work(site: Site) -> None:
        async with site.page(query) as page:
            assert (await page.until(bool))["type"] == "refused"
            assert (await page.socket.receive()).type is WSMsgType.CLOSE

    visit(tmp_path, work)


def test_other_machines_need_the_key(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        for query in ["lang=en", "key=", "key=guess"]:
            async with site.page(query) as page:
                assert (await page.until(bool))["type"] == "refused"
        async with site.page(f"key={site.playground.screen.key}") as page:
            assert (await page.hello())["me"]["all"]

    visit(tmp_path, work, loopback=False)


def test_foreign_origins_and_hosts_are_refused(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        for header in [{"Origin": "https://evil.example"}, {"Host": "evil.example"}]:
            with pytest.raises(WSServerHandshakeError) as refused:
                async with site.page("lang=en", **header):
                    pass
            assert refused.value.status == 403
            async with ClientSession() as session:
                answer = await session.get(f"{site.address}/", headers=header)
                assert answer.status == 403
        async with ClientSession() as session:
            answer = await session.get(f"{site.address}/")
            assert answer.status == 200
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert (await session.get(f"{site.address}/static/../server.py")).status == 404

    visit(tmp_path, work)


def test_words_and_names_cannot_become_markup(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            hello = await page.hello()
            nasty = "<img src=x onerror=alert(1)>"
            await page.send(type="rename", person="play:1", name=nasty)
            await page.hello()
            lane = hello["rooms"][0]["lane"]
            await page.send(type="say", person="play:1", lane=lane, text=nasty + "\u202e")
            said = await page.until(lambda f: f.get("letter", {}).get("kind") == "said")
            assert "<img" not in said["letter"]["html"]
            assert "\u202e" not in said["letter"]["html"]
            await page.send(type="new-person", name=nasty)
            await page.hello()
            table = site.app.house.tables_of("play:1")[0]
            await page.send(type="press", person="play:2", lane=lane, data=f"{table}:0:join")
            shown = await page.card("board", lambda card: "onerror" in str(card["lines_html"]))
            assert "<img" not in str(shown["lines_html"])

    visit(tmp_path, work)


ODD = [
    *["", "{", "[]", "null", "7", '"x"', "[" * 60_000, '{"type":' * 5_000, "1" * 5_000, "NaN"],
    *['{"type": 3}', '{"type": []}', '{"type": {}}', '{"type": null}', '{"type": "shout"}', "{}"],
    *['{"type": "press", "person": 1}', '{"type": "press", "person": null, "lane": null}'],
    *['{"type": "press", "lane": 7}', '{"type": "press", "data": []}', '{"type":"say","text":{}}'],
    *['{"type": "press", "letter": "x"}', '{"type": "press", "letter": 1.5}'],
    *['{"type": "rename", "name": ["x"]}', '{"type": "new-person", "name": true}'],
    *['{"type": "cut", "lane": "x", "table": "x", "picture": 8, "bits": "' + "0" * 32 + '"}'],
    *['{"type": "cut", "lane": "x", "table": "x", "picture": 1, "bits": "00"}'],
    *['{"type": "cut", "lane": "x", "table": "x", "picture": 1}'],
]


def test_odd_frames_harm_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            hello = await page.hello()
            lane = hello["rooms"][0]["lane"]
            for text in ODD:
                await page.socket.send_str(text)
                assert await page.until(lambda f: f["type"] != "letter") == {"type": "unreadable"}
            await page.socket.send_bytes(b"[")
            await page.send(type="press")
            await page.send(type="press", person="play:9", lane=lane, data="a:0:join")
            await page.send(type="press", person="play:1", lane="person:play:2", data="a:0:hand")
            await page.send(type="press", person="play:1", lane=lane, data=":" * 9000)
            await page.send(type="press", person="play:1", lane=lane, letter=-(10**30))
            await page.send(type="say", person="play:1", lane="room:999", text="x")
            await page.send(type="say", person="play:1", lane=lane, text="y" * 9000)
            said = await page.until(lambda f: f.get("letter", {}).get("kind") == "said")
            assert len(said["letter"]["html"]) <= 4000
            await page.send(type="say", person="play:1", lane=lane, text="half \ud83d")
            said = await page.until(lambda f: f.get("letter", {}).get("kind") == "said")
            assert said["letter"]["html"].startswith("half")

    visit(tmp_path, work)
    told = [record for record in caplog.records if record.name.startswith("fumibako.playground")]
    assert 0 < len(told) <= len(ODD)
    assert all(record.levelname == "WARNING" and not record.exc_info for record in told)


def test_a_refusal_is_told_to_the_presser_alone(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page, site.page() as other:
            await page.hello()
            await other.hello()
            board = await page.card("board", has("start"))
            await page.send(
                type="press", person="play:1", lane=board["lane"], data=datum(board, "join")
            )
            toast = await page.until(lambda frame: frame["type"] == "toast")
            assert toast["person"] == "play:1"
            await page.send(type="say", person="play:1", lane=board["lane"], text="hm")
            await other.until(lambda f: f.get("letter", {}).get("kind") == "said")
            assert all(frame["type"] != "toast" for frame in other.frames)

    visit(tmp_path, work)


def test_the_second_group_sees_the_table_in_the_other_language(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page("lang=ja") as page:
            await page.hello()
            await page.card("board", has("start"))
            await page.send(type="second-room", person="play:1")
            hello = await page.hello()
            assert [room["language"] for room in hello["rooms"]] == ["ja", "en"]
            second = hello["rooms"][1]["lane"]
            board = await page.card("board", lambda card: bool(card["lane"] == second))
            assert "gathering players" in board["title_html"]

    visit(tmp_path, work)


def test_switching_the_language_redraws_the_board_in_a_running_game(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page("lang=en") as page:
            await page.hello()
            board = await page.card("board", has("start"))
            lane = board["lane"]
            await page.send(type="press", person="play:1", lane=lane, data=datum(board, "start"))
            running = await page.card("board", lambda card: bool(card["running"]))
            await page.send(type="press", person="play:1", lane=lane, data=datum(running, "lang"))
            shown = await page.card(
                "board", lambda card: bool(card["running"] and "ラブレター" in card["title_html"])
            )
            assert shown["id"] == running["id"], "the board is edited in place"
            hellos = [frame for frame in page.frames if frame["type"] == "hello"]
            if len(hellos) < 2:
                hellos.append(await page.hello())
            assert hellos[-1]["language"] == "ja"

    visit(tmp_path, work)


def test_what_was_shown_is_still_there_after_a_restart(tmp_path: Path) -> None:
    seen: list[Data] = []

    async def before(site: Site) -> None:
        async with site.page() as page:
            await page.hello()
            board = await page.card("board", has("start"))
            lane = board["lane"]
            await page.send(type="press", person="play:1", lane=lane, data=datum(board, "start"))
            seen.append(await page.card("hand", lambda card: bool(card["mine"])))

    async def after(site: Site) -> None:
        async with site.page() as page:
            hello = await page.hello()
            cards = [x for x in hello["letters"] if x["id"] == seen[0]["id"]]
            assert cards[0]["hand"] == seen[0]["hand"]
            move = next(
                button["data"]
                for row in cards[0]["buttons"]
                for button in row
                if button["kind"] == "move"
            )
            await page.send(
                type="press", person="play:1", lane="person:play:1", data=move, letter=seen[0]["id"]
            )
            await page.until(
                lambda f: f["type"] == "level" or f.get("letter", {}).get("kind") == "note"
            )

    visit(tmp_path, before)
    visit(tmp_path, after)


def test_a_move_that_loses_at_once_is_asked_for_once_more(tmp_path: Path) -> None:
    """On the hand by another level; by letters in the group by a word to the presser alone."""

    async def work(site: Site) -> None:
        site.app.house.chance = Chance()  # the same deal every time
        async with site.page() as page, site.page() as other:
            await page.hello()
            await other.hello()
            board = await page.card("board", has("start"))
            lane, own = board["lane"], "person:play:1"
            await page.send(type="press", person="play:1", lane=lane, data=datum(board, "start"))
            await page.card("hand", lambda card: bool(card["mine"] and card["hand"]))
            deal(site.app.house, board["table"], Card.PRINCESS, Card.HANDMAID)
            table = board["table"]
            question, played = playing(site, table).question, playing(site, table).moves

            async def press(verb: str, where: str) -> Data:
                data = f"{table}:{question}:{verb}"
                await page.send(type="press", person="play:1", lane=where, data=data, letter=1)
                return await page.until(lambda frame: frame["type"] in ("level", "toast"))

            level = await press("?:princess", own)
            assert [datum.split(":", 2)[2] for datum in buttons(level["card"])][:2] == [
                "m:princess",
                "?:",
            ]
            assert "Play it all the same?" in str(level["card"]["asked_html"])
            first = await press("?:", own)
            assert f"{table}:{question}:?:princess" in buttons(first["card"])
            now = playing(site, table)
            seat = now.state.turn
            hidden = site.app.house.games["love-letter"].hidden(now.state, seat)
            letters_shown(site.app.house, table, "play:1", hidden.version)
            meant = meaning(now.secret, seat, hidden)
            mark = next(mark for mark, word in meant.items() if word == "princess")

            async def others_read(words: str) -> int:
                await other.send(type="say", person="play:1", lane=lane, text=words)
                await other.until(lambda f: f.get("letter", {}).get("html") == words)
                return len(other.frames)

            before = await others_read("before")
            asked = await press(f"~0.{mark}", lane)
            assert asked["type"] == "toast" and "press the same again" in asked["html"]
            assert playing(site, table).moves == played
            assert await others_read("after") == before + 1, "others see nothing of it"
            again = f"{table}:{question}:~0.{mark}"
            await page.send(type="press", person="play:1", lane=lane, data=again)
            await page.until(lambda frame: "Princess" in str(frame.get("letter", {}).get("html")))
            assert playing(site, table).moves[len(played)] == f"{seat}:princess"

    visit(tmp_path, work)


def playing(site: Site, table: str) -> Playing:
    seen = site.app.house.read(table)
    assert seen is not None and isinstance(seen.table, Playing)
    return seen.table
