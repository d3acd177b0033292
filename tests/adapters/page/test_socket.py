"""The page's socket on the playground: who sees what, who may do what, what odd input does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError

from core.games.love_letter.names import Card
from tests.adapters.playground.site import Data, Page, Site, lobby_datum, moves, visit
from tests.adapters.table import Chance, deal


async def start(page: Page) -> Data:
    """The table of the first screen, begun and asking."""
    lobby = await page.table(lambda frame: frame["lobby"])
    await page.press(lobby_datum(lobby, "start"))
    return await page.table(lambda frame: frame["choice"])


def test_the_first_screen_is_a_table_ready_to_start(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page(language="ja") as page:
            hello = await page.hello()
            assert (hello["me"], hello["door"], hello["language"]) == ("play:1", "playground", "ja")
            assert hello["chat"]
            table = await page.table(lambda frame: frame["lobby"])
            assert [bool(each["computer"]) for each in table["lobby"]["seated"]] == (
                [False] + [True] * 3
            )

    visit(tmp_path, work)


def test_a_table_that_is_opened_after_another_is_as_ready_as_the_first(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            first = await page.table(lambda frame: frame["lobby"])
            await page.press(f"{first['id']}:0:close!")
            closed = await page.table(lambda frame: frame["phase"] == "closed")
            assert closed["scene"] is None
            data = next(each["data"] for each in closed["foot"] if each["verb"] == "open")
            for _ in range(2):
                frame = {"type": "press", "id": "same-2", "data": data}
                await page.socket.send_str(json.dumps(frame))
                done = await page.until(lambda f: f["type"] == "done" and f["id"] == "same-2")
                assert done["outcome"] == "done"
            second = await page.table(lambda frame: frame["lobby"] and frame["id"] != first["id"])
            second = await page.table(lambda frame: len(frame["lobby"]["seated"]) == 4)
            assert second["lobby"]["lines"] == first["lobby"]["lines"]
            again = await page.press(data)
            assert again["outcome"] == "refused" and again["text"]

    visit(tmp_path, work)


def test_a_press_is_acknowledged_and_carried_out_once(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            table = await start(page)
            assert table["scene"]["me"] and table["scene"]["hand"]
            data = moves(table)[0]
            for _ in range(2):
                await page.socket.send_str(
                    json.dumps({"type": "press", "id": "same-1", "data": data})
                )
                done = await page.until(lambda f: f["type"] == "done" and f["id"] == "same-1")
                assert done["outcome"] == "done" and not done["text"]
            for _ in range(2):  # what was refused once is refused in the same words again
                frame = {"type": "press", "id": "new-1", "data": data}
                await page.socket.send_str(json.dumps(frame))
                done = await page.until(lambda f: f["type"] == "done" and f["id"] == "new-1")
                assert done["outcome"] in ("stale", "refused") and done["text"]
            await page.send(type="ping")
            await page.until(lambda frame: frame["type"] == "pong")

    visit(tmp_path, work)


def test_what_happened_comes_before_the_table_that_it_led_to(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            table = await start(page)
            before = len(page.frames)
            await page.press(moves(table)[0])
            await page.table(lambda f: f["scene"] != table["scene"])
            kinds = [f["type"] for f in page.frames[before:] if f["type"] in ("table", "story")]
            assert kinds[:2] == ["story", "table"]
            stories = [frame for frame in page.frames if frame["type"] == "story"]
            numbers = [line["id"] for story in stories for line in story["lines"]]
            assert numbers == list(range(1, len(numbers) + 1)), "nothing hidden is counted"
            assert {line["seat"] for story in stories for line in story["lines"]} == {
                0,
                table["scene"]["me"],
            }

    visit(tmp_path, work)


def test_a_seat_link_sees_and_plays_that_seat_only(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as owner:
            lobby = await owner.table(lambda frame: frame["lobby"])
            await owner.send(type="invite", name="Mina")
            people = await owner.until(lambda f: f["type"] == "people" and len(f["people"]) == 2)
            mina = people["people"][1]
            async with site.page(mina["link"].split("=", 1)[1]) as guest:
                hello = await guest.hello()
                assert hello["me"] == "play:2"
                assert [(p["user"], p["link"]) for p in hello["people"]] == [("play:2", "")]
                await guest.press(lobby_datum(lobby, "join"))
                # neither as the owner nor for the screen can a guest do anything
                await guest.send(type="be", person="play:1")
                await guest.send(type="invite", name="Eve")
                await owner.press(lobby_datum(lobby, "start"))
                table = await guest.table(lambda f: f["scene"] and f["scene"]["hand"])
                assert table["scene"]["seats"][table["scene"]["me"] - 1]["name"] == "Mina"
                refused = await guest.press(f"{table['id']}:0:close!")
                assert refused["outcome"] == "refused"
                assert {f.get("me", "play:2") for f in guest.frames} == {"play:2"}
            assert len(site.playground.screen.people()) == 2

    visit(tmp_path, work)


def test_who_is_added_sits_at_the_table_that_is_open_to_them(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            await page.table(lambda frame: frame["lobby"])
            await page.send(type="invite", name="Mina")
            lobby = await page.table(lambda f: f["lobby"] and len(f["lobby"]["seated"]) == 5)
            assert "Mina" in [each["name"] for each in lobby["lobby"]["seated"]]
            await page.press(lobby_datum(lobby, "start"))
            table = await page.table(lambda frame: frame["scene"])
            await page.send(type="invite", name="Eve")
            await page.until(lambda f: f["type"] == "people" and len(f["people"]) == 3)
            names = [each["name"] for each in table["scene"]["seats"]]
            assert "Mina" in names and "Eve" not in names
            await page.send(type="be", person="play:3")
            assert (await page.hello())["me"] == "play:3"
            watched = await page.until(lambda f: f["type"] == "table")
            assert watched["scene"]["me"] == 0, "a game that has begun takes in nobody"

    visit(tmp_path, work)


def test_only_the_person_who_looks_is_sent_anything(tmp_path: Path) -> None:
    """Two people at one screen: after `be` everything is that person's."""

    async def work(site: Site) -> None:
        async with site.page() as page:
            lobby = await page.table(lambda frame: frame["lobby"])
            await page.send(type="invite", name="Mina")
            await page.until(lambda f: f["type"] == "people" and len(f["people"]) == 2)
            await page.send(type="be", person="play:2")
            assert (await page.hello())["me"] == "play:2"
            await page.send(type="be", person="play:1")
            await page.press(lobby_datum(lobby, "start"))
            table = await page.table(lambda f: f["scene"] and f["scene"]["hand"])
            mine = table["scene"]["me"]
            await page.send(type="be", person="play:2")
            await page.hello()
            before = len(page.frames)  # until then it is told what is the other's
            other = await page.until(lambda f: f["type"] == "table")
            assert other["scene"]["me"] not in (0, mine)
            whispers = {
                line["seat"]
                for frame in page.frames[before:]
                if frame["type"] == "story"
                for line in frame["lines"]
            }
            assert whispers <= {0, other["scene"]["me"]}
            await page.send(type="be", person="play:9")
            await page.send(type="ping")
            await page.until(lambda frame: frame["type"] == "pong")
            told = {frame["me"] for frame in page.frames[before:] if "me" in frame}
            assert told <= {"play:2"}, "nobody becomes somebody who is not there"

    visit(tmp_path, work)


@pytest.mark.parametrize("proof", ["2.000000000000000000000000", "1.", "9.aa", "x"])
def test_a_wrong_seat_link_opens_nothing(tmp_path: Path, proof: str) -> None:
    async def work(site: Site) -> None:
        async with site.page(proof) as page:
            assert (await page.until(bool))["type"] == "refused"
            assert (await page.socket.receive()).type is WSMsgType.CLOSE

    visit(tmp_path, work)


def test_other_machines_need_the_key(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        for proof in ("", "guess"):
            async with site.page(proof) as page:
                assert (await page.until(bool))["type"] == "refused"
        async with site.page(site.playground.screen.key) as page:
            assert (await page.hello())["me"] == "play:1"

    visit(tmp_path, work, loopback=False)


def test_foreign_origins_and_hosts_are_refused(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        for header in [{"Origin": "https://evil.example"}, {"Host": "evil.example"}]:
            with pytest.raises(WSServerHandshakeError) as refused:
                async with site.page(**header):
                    pass
            assert refused.value.status == 403
            async with ClientSession() as session:
                assert (await session.get(f"{site.address}/", headers=header)).status == 403
        async with ClientSession() as session:
            answer = await session.get(f"{site.address}/")
            assert answer.status == 200
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            for path in ("x/../../server.py", "x/nothing.js", "x/%2e%2e/server.py"):
                assert (await session.get(f"{site.address}/page/{path}")).status == 404

    visit(tmp_path, work)


def test_files_are_packed_and_kept_for_ever_under_the_name_of_their_build(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        build = site.playground.hub.build
        async with ClientSession(auto_decompress=False) as session:
            for name, kept in ((build, "immutable"), ("older", "no-cache")):
                answer = await session.get(f"{site.address}/page/{name}/wire.js")
                assert kept in answer.headers["Cache-Control"]
                assert answer.headers["Content-Encoding"] == "gzip"
                assert answer.content_type == "text/javascript"

    visit(tmp_path, work)


def test_words_are_data(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            nasty = "<img src=x onerror=alert(1)>"
            await page.send(type="rename", name=nasty)
            people = await page.until(
                lambda f: f["type"] == "people" and f["people"][0]["name"] == nasty
            )
            assert people["people"][0]["name"] == nasty
            await page.send(type="say", text=nasty + "\u202e")
            said = await page.until(lambda f: f["type"] == "chat" and f["fresh"])
            assert (said["words"][0]["text"], said["words"][0]["mine"]) == (nasty, True)

    visit(tmp_path, work)


def test_a_page_reads_in_its_own_language(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page, site.page() as other:
            await start(page)
            await other.table(lambda frame: frame["scene"])
            await page.send(type="speak", language="ja")
            assert (await page.until(lambda f: f["type"] == "hello" and f["language"] == "ja"))[
                "texts"
            ]["close"] == "閉じる"
            table = await page.until(lambda frame: frame["type"] == "table")
            assert table["scene"]["title"] == "ラブレター"
            assert site.playground.screen.room().language == "en"
            assert all(f.get("language", "en") == "en" for f in other.frames)

    visit(tmp_path, work)


def test_all_of_it_is_there_after_a_restart(tmp_path: Path) -> None:
    seen: list[Data] = []

    async def before(site: Site) -> None:
        async with site.page() as page:
            seen.append(await start(page))
            seen.extend(f for f in page.frames if f["type"] == "story")

    async def after(site: Site) -> None:
        async with site.page() as page:
            table = await page.table(lambda frame: frame["choice"])
            assert table["scene"] == seen[0]["scene"]
            (story,) = [frame for frame in page.frames if frame["type"] == "story"]
            told = [line for each in seen[1:] for line in each["lines"]]
            assert story["lines"] == told and not story["fresh"]
            assert (await page.press(moves(table)[0]))["outcome"] == "done"

    visit(tmp_path, before)
    visit(tmp_path, after)


ODD = [
    *["", "{", "[]", "null", "7", '"x"', "[" * 60_000, '{"type":' * 5_000, "1" * 5_000, "NaN"],
    *['{"type": 3}', '{"type": []}', '{"type": {}}', '{"type": null}', '{"type": "shout"}', "{}"],
    *['{"type": "press"}', '{"type": "press", "id": "A b", "data": "x"}'],
    *['{"type": "press", "id": "a", "data": []}', '{"type":"say","id":"a","text":{}}'],
    *['{"type": "rename", "name": ["x"]}', '{"type": "invite", "name": true}'],
    *['{"type": "cut", "id": "a", "table": "x", "picture": 8, "bits": "' + "0" * 32 + '"}'],
    *['{"type": "cut", "id": "a", "table": "x", "picture": 1, "bits": "00"}'],
    *['{"type": "press", "id": "a", "data": "' + "x" * 65 + '"}'],
    *['{"type": "press", "id": "a", "data": "x", "user": "play:2"}'],
]


def test_odd_frames_harm_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page:
            await page.table()
            for text in ODD:
                await page.socket.send_str(text)
            await page.socket.send_bytes(b"[")
            assert (await page.press("a:0:join"))["outcome"] == "refused"
            assert (await page.press(":::"))["outcome"] == "refused"
            await page.send(type="say", text="half \ud83d")
            said = await page.until(lambda f: f["type"] == "chat" and f["fresh"])
            assert said["words"][0]["text"].startswith("half")

    visit(tmp_path, work)
    told = [record for record in caplog.records if record.name == "fumibako.page"]
    assert len(told) == len(ODD)
    assert all(record.levelname == "WARNING" and not record.exc_info for record in told)


@pytest.mark.parametrize("text", ["", "{}", '{"type": "ping"}', '{"type": "come", "version": 1}'])
def test_who_does_not_say_who_they_are_is_sent_away(tmp_path: Path, text: str) -> None:
    async def work(site: Site) -> None:
        async with (
            ClientSession() as session,
            session.ws_connect(f"{site.address}/page/ws") as socket,
        ):
            await socket.send_str(text)
            assert (await socket.receive()).type is WSMsgType.CLOSE

    visit(tmp_path, work)


def test_a_refusal_is_told_to_the_presser_alone(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        async with site.page() as page, site.page() as other:
            lobby = await page.table(lambda frame: frame["lobby"])
            await other.table()
            done = await page.press(lobby_datum(lobby, "join"))
            assert done["outcome"] == "refused" and done["text"]
            await page.send(type="say", text="hm")
            await other.until(lambda f: f["type"] == "chat" and f["fresh"])
            assert all(frame["type"] != "done" for frame in other.frames)

    visit(tmp_path, work)


def test_a_move_that_loses_at_once_asks_first(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        site.app.house.chance = Chance()  # the same deal every time
        async with site.page() as page:
            table = await start(page)
            deal(site.app.house, table["id"], Card.PRINCESS, Card.HANDMAID)
            await page.send(type="speak", language="en")
            table = await page.until(
                lambda f: (
                    f["type"] == "table"
                    and f["choice"]
                    and "princess" in {node["word"] for node in f["choice"]["then"]}
                )
            )
            nodes = {node["word"]: node for node in table["choice"]["then"]}
            assert "Play it all the same?" in nodes["princess"]["sure"]
            assert not nodes["handmaid"]["sure"]

    visit(tmp_path, work)
