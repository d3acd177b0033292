"""With exactly the documented settings, and no address of any server, LINE itself is asked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey
from linebot.v3.messaging.async_rest import RESTClientObject

from adapters.app import App
from adapters.doctor import examine
from adapters.line.doctor import LineAway
from adapters.line.joined import Line
from adapters.settings import load
from tests.adapters.line.fake import SECRET, TOKEN

NOWHERE = ConnectionKey("api.line.me", 443, True, True, None, None, None)


class Wire:
    """Sees where a request would go, and lets none through."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []

    async def request(self, **asked: Any) -> Any:
        self.sent.append((asked["method"], asked["url"], asked["headers"]["Authorization"]))
        raise aiohttp.ClientConnectorError(NOWHERE, OSError("no network in tests"))

    async def close(self) -> None:
        return None


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """What the library would connect with, replaced."""
    found = Wire()
    begin = RESTClientObject.__init__

    def without_network(client: Any, *args: Any, **more: Any) -> None:
        begin(client, *args, **more)
        asyncio.get_running_loop().create_task(client.pool_manager.close())
        client.pool_manager = found

    monkeypatch.setattr(RESTClientObject, "__init__", without_network)
    return found


def documented(tmp_path: Path) -> Any:
    """The settings of the hosting page."""
    return load(
        database=str(tmp_path / "line.db"),
        line_channel_secret=SECRET,
        line_channel_access_token=TOKEN + "\n",
        public_url="https://cards.example.org",
        language="ja",
    )


def test_the_program_asks_line(tmp_path: Path, wire: Wire) -> None:
    async def run() -> None:
        app = App(documented(tmp_path))
        app.join_all()
        (line,) = app.platforms
        assert isinstance(line, Line)
        living = asyncio.ensure_future(line.run())
        for _ in range(200):
            if wire.sent:
                break
            await asyncio.sleep(0.01)
        assert not living.done()
        body = {"replyToken": "x", "messages": [{"type": "text", "text": "hm"}]}
        assert (await line.api.reply(body)).value == "away"
        living.cancel()
        await line.close()
        app.close()

    asyncio.run(run())
    urls = {(method, url) for method, url, _ in wire.sent}
    assert urls == {
        ("GET", "https://api.line.me/v2/bot/info"),
        ("POST", "https://api.line.me/v2/bot/message/reply"),
    }
    assert {auth for _, _, auth in wire.sent} == {f"Bearer {TOKEN}"}


def test_so_does_the_doctor(tmp_path: Path, wire: Wire) -> None:
    async def run() -> None:
        app = App(documented(tmp_path))
        try:
            found = await examine(app.settings, app.store, app.store.path)
        finally:
            app.close()
        assert LineAway() in [each.message for each in found]

    asyncio.run(run())
    assert [url for _, url, _ in wire.sent] == ["https://api.line.me/v2/bot/info"]
