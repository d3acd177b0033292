"""A whole match on a Telegram that somebody else wrote: the npm package telegram-test-api."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from telegram.request import HTTPXRequest, RequestData

from adapters.post import Post
from adapters.speech import Speech
from adapters.telegram.platform import Telegram, make_bot
from adapters.writer import Writer
from core.desk.presses import read_datum
from core.games import GAMES
from core.house.house import House
from storage.migrate import open_store
from tests.adapters.telegram.stage import chance

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
WITNESS = CACHE / "fumibako" / "witness"
PACKAGE = WITNESS / "node_modules" / "telegram-test-api"
NODE = shutil.which("node")
TOKEN = "666:witness"
GROUP = -1009876543210
FASTER = 60  # our clock runs so much faster than the one on the wall
NAMES = {21: "Aki", 22: "Mina", 23: "Ken"}

SERVER = """
const S = require('telegram-test-api');
new S({port: Number(process.argv[1]), host: '127.0.0.1', storeTimeout: 600}).start();
"""

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="Node is not installed"),
    pytest.mark.skipif(
        not PACKAGE.is_dir(),
        reason=f"telegram-test-api is not in {WITNESS}; .ci/run installs it",
    ),
]


class Shim(HTTPXRequest):
    """What this server leaves out and the library insists on."""

    async def do_request(  # type: ignore[no-untyped-def]
        self, url: str, method: str, request_data: RequestData | None = None, *times, **more
    ) -> tuple[int, bytes]:
        code, content = await super().do_request(url, method, request_data, *times, **more)
        data, name = json.loads(content), url.rsplit("/", 1)[1]
        result = data.get("result")
        if name == "getMe":
            result["is_bot"] = True
        if name == "getUpdates":
            for update in result:
                if "callback_query" in update:
                    update["callback_query"]["chat_instance"] = "1"
                    update["callback_query"]["message"].setdefault("message_id", 1)
                    update["callback_query"]["message"].setdefault("date", int(time.time()))
            if not result:
                await asyncio.sleep(0.02)  # it does not wait as the real one does
        if isinstance(result, dict) and result.get("date", 0) > 1e11:
            result["date"] //= 1000
            result.pop("link_preview_options", None)
        if name.startswith(("edit", "answer", "delete")) and result is None:
            data["result"] = True
        return code, json.dumps(data).encode()


@asynccontextmanager
async def witness() -> AsyncIterator[str]:
    """The foreign server."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert NODE is not None
    process = await asyncio.create_subprocess_exec(NODE, "-e", SERVER, str(port), cwd=WITNESS)
    try:
        for _ in range(200):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            except OSError:
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        await process.wait()


@asynccontextmanager
async def hosted(url: str, folder: Path) -> AsyncIterator[None]:
    """The host, with everything that runs in it."""
    began = time.time()

    def now() -> float:
        return began + (time.time() - began) * FASTER

    writer = Writer()
    store = open_store(f"sqlite:///{folder}/x.db")
    house = House(store, {game.name: game for game in GAMES}, chance("witness"))
    speech = Speech(house, store)
    bot = make_bot(TOKEN, Shim(), url)
    says: dict[str, Any] = {}
    post = Post(house, store, says, writer, now)
    telegram = Telegram(bot, house, speech, store, writer, now, post.ring, "en")
    says["telegram"] = telegram.say
    tasks = [asyncio.create_task(post.run()), asyncio.create_task(telegram.run())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await telegram.close()
        writer.shutdown()
        store.close()


class Driver:
    """People with accounts on the foreign server."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session
        self.read: dict[int, set[str]] = {}  # what stood in a chat at any time

    async def post(self, path: str, data: dict[str, Any]) -> Any:
        async with self.session.post(f"{self.url}/{path}", json=data) as answer:
            return (await answer.json())["result"]

    def common(self, user: int, chat: int) -> dict[str, Any]:
        kind = "supergroup" if chat < 0 else "private"
        return {
            "botToken": TOKEN,
            "date": int(time.time()),
            "from": {
                "id": user,
                "first_name": NAMES[user],
                "is_bot": False,
                "language_code": "en",
            },
            "chat": {"id": chat, "title": "Witnesses", "type": kind},
        }

    async def command(self, user: int, chat: int, text: str) -> None:
        entity = {"type": "bot_command", "offset": 0, "length": len(text)}
        await self.post(
            "sendCommand", self.common(user, chat) | {"text": text, "entities": [entity]}
        )

    async def press(self, user: int, chat: int, message: dict[str, Any], data: str) -> None:
        common = self.common(user, chat)
        shown = {"from": common["from"], "chat": common["chat"], "date": common["date"]}
        shown["message_id"] = message["messageId"]
        await self.post("sendCallback", common | {"message": shown, "data": data})

    async def messages(self, chat: int) -> list[dict[str, Any]]:
        """The bot's messages in a chat, the newest first."""
        found = await self.post("getUpdatesHistory", {"token": TOKEN})
        own = [each for each in found if str(each.get("message", {}).get("chat_id")) == str(chat)]
        self.read.setdefault(chat, set()).update(each["message"]["text"] for each in own)
        return sorted(own, key=lambda each: -each["messageId"])

    async def wait_for(self, chat: int, *wanted: str) -> tuple[dict[str, Any], list[str]]:
        """The newest message of a chat with buttons that do one of these things."""
        for _ in range(400):
            for message in await self.messages(chat):
                data = [each for each in data_of(message) if verb(each).startswith(wanted)]
                if data:
                    return message, data
            await asyncio.sleep(0.03)
        raise AssertionError(f"{wanted} does not come: {await self.messages(chat)}")


def data_of(message: dict[str, Any]) -> list[str]:
    markup = message["message"].get("reply_markup") or {"inline_keyboard": []}
    return [button.get("callback_data", "") for row in markup["inline_keyboard"] for button in row]


def verb(data: str) -> str:
    press = read_datum(data)
    return press.code if press is not None else ""


def question(data: str) -> int:
    press = read_datum(data)
    return press.question if press is not None else 0


async def match(driver: Driver) -> int:
    """Three people play a match to its end by what stands on their buttons."""
    for user in NAMES:
        await driver.command(user, user, "/start")
    await driver.command(21, GROUP, "/play")
    for user in (22, 23):
        message, data = await driver.wait_for(GROUP, "join")
        await driver.press(user, GROUP, message, data[0])
        for _ in range(200):
            newest = (await driver.messages(GROUP))[0]["message"]["text"]
            if NAMES[user] in newest:
                break
            await asyncio.sleep(0.03)
    # No clock: on a busy machine people would seem to fall silent.
    message, data = await driver.wait_for(GROUP, "panel.menu")
    await driver.press(21, GROUP, message, data[0])
    message, data = await driver.wait_for(GROUP, "panel.pace")
    await driver.press(21, GROUP, message, data[0])
    message, data = await driver.wait_for(GROUP, "set.pace.none")
    await driver.press(21, GROUP, message, data[0])
    message, data = await driver.wait_for(GROUP, "start")
    await driver.press(23, GROUP, message, data[0])
    rng, moves = random.Random(7), 0
    pressed: dict[tuple[int, tuple[str, ...]], float] = {}
    for _ in range(3000):
        board = (await driver.messages(GROUP))[0]
        if any(verb(each) == "again" for each in data_of(board)):
            return moves
        for user in NAMES:
            for message in (await driver.messages(user))[:3]:
                ours = [d for d in data_of(message) if verb(d)[:2] in ("m:", "?:")]
                ours = [d for d in ours if verb(d) != "?:"]
                key = (message["messageId"], tuple(ours))
                if ours and time.monotonic() - pressed.get(key, 0.0) > 3.0:
                    pressed[key] = time.monotonic()
                    chosen = rng.choice(ours)
                    await driver.press(user, user, message, chosen)
                    moves += verb(chosen).startswith("m:")
                    break
        await asyncio.sleep(0.03)
    raise AssertionError("the match has no end")


def test_a_match_in_a_supergroup_and_three_private_chats(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            witness() as url,
            hosted(url, tmp_path),
            aiohttp.ClientSession() as session,
        ):
            driver = Driver(url, session)
            assert await asyncio.wait_for(match(driver), 60) > 10
            group = [each["message"]["text"] for each in await driver.messages(GROUP)]
            assert any("wins the match" in text or "Winner" in text for text in group)
            assert not any("Your hand" in text for text in driver.read[GROUP])
            for user in NAMES:
                assert any("Your hand" in text for text in driver.read[user])

    asyncio.run(story())
