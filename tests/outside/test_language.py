"""A made-up language is laid as a folder into the installed program, and is spoken everywhere."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.locales import made_up
from tests.outside.host import Host
from tests.outside.install import Installed, private
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.playing_line import open_love_letter, play_by_letters
from tests.outside.telegram_server import TelegramServer

XX = made_up.CODE
OWN = made_up.marked("English")  # what the language calls itself
UNFINISHED = "yy"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The installed program with the language in it, and with another that lacks a text."""
    found = private(tmp_path_factory.mktemp("language") / "environment")
    home = found.site / "fumibako" / "locales"
    made_up.make(home)
    whole = (home / XX / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")
    file = home / UNFINISHED / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    text = made_up.marked("Connection lost. Trying again…")
    assert whole.count(text) == 1
    file.write_text(whole.replace(text, ""), encoding="utf-8")
    return found


def test_a_group_at_line_plays_in_it(program: Installed, line: LineServer, tmp_path: Path) -> None:
    host = Host(
        tmp_path,
        program=program,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LANGUAGE=XX,
        PUBLIC_URL=PUBLIC,
        LINE_API=line.address,
    )
    line.use_webhook(host.address)
    mina, ken = line.person("Mina", friend=True), line.person("Ken")
    group = line.group("Friends", mina, ken)
    with host:
        line.invite(group)
        open_love_letter(group, [mina, ken], computers=1)
        assert play_by_letters(line, group, [mina, ken], random.Random(1)) >= 1
        assert made_up.marked("Play again") in [each["label"] for each in line.boards(group)[0]]
        doctor, status = host.run("doctor"), host.run("status")
        assert host.stop() == 0
    assert not line.fake.refusals
    assert "LINE's limits" not in host.log()
    assert "Traceback" not in host.log()
    for told in (doctor, status):
        assert told.returncode == 0, told
        [lacking] = [each for each in told.stdout.splitlines() if f" {UNFINISHED} " in each]
        assert lacking.startswith("· [Ťĥë ļàñĝüàĝë yy ïš ñöť öf̣f̣ëřëď")
    assert host.log().count(f"the language {UNFINISHED} is not offered") == 1
    assert f"{UNFINISHED}: missing: 'Connection lost. Trying again…'" in host.log()


def test_telegram_offers_it_and_its_button_names_the_next_one(
    program: Installed, telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(
        tmp_path, program=program, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address
    )
    aki, group = telegram.person("Aki", language=XX), telegram.group("Friends")
    with host:
        aki.says("/start")
        for following in ("English", "日本語", OWN):
            assert aki.press(following).text == following
        telegram.add_bot(group, aki)
        names = (OWN, "English", "日本語")
        assert [aki.find(group, each).verb for each in names] == [
            "speak.xx",
            "speak.en",
            "speak.ja",
        ]
        assert host.stop() == 0
    codes = {call.fields.get("language_code") for call in telegram.made("setMyCommands")}
    assert codes == {None, "ja", XX}
    assert not [call for call in telegram.calls if call.status not in (0, 200)]


def test_the_page_speaks_it(program: Installed, tmp_path: Path) -> None:
    async def looked(address: str) -> tuple[str, list[dict[str, Any]]]:
        frames: list[dict[str, Any]] = []
        async with aiohttp.ClientSession() as session:
            async with session.get(address) as answer:
                page = await answer.text()
            come = {"type": "come", "version": 1, "kind": "playground"}
            async with session.ws_connect(f"{address}/page/ws", origin=address) as socket:
                await socket.send_json(come | {"languages": ["fr", f"{XX}-Latn"]})
                while "lobby" not in (frame := await socket.receive_json(timeout=20)):
                    frames.append(frame)
                return page, [*frames, frame]

    with Host(tmp_path, play=True, program=program) as host:
        page, frames = asyncio.run(looked(host.address))
        assert host.stop() == 0
    for language in ("en", "ja", XX):
        assert f'lang="{language}"' in page
    hello, table = frames[0], frames[-1]
    assert hello["language"] == XX
    assert [each["code"] for each in hello["languages"]] == ["en", "ja", XX]
    assert hello["texts"]["send"] == made_up.marked("Send")
    labels = [button["label"] for row in table["lobby"]["rows"] for button in row]
    assert labels and all(label == "English" or label.startswith("[") for label in labels)
