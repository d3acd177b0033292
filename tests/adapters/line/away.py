"""A LINE that runs beside the test: the fake behind a socket, and the name under which browsers
reach the host, with https and a certificate as a proxy has it."""

from __future__ import annotations

import asyncio
import re
import ssl
import subprocess
import threading
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
from aiohttp import web

from adapters.line.people import PATH
from tests.adapters.line.fake import Clock, FakeLine
from tests.adapters.line.served import application

R = TypeVar("R")
NAME = "cards.example"


class WallClock(Clock):
    """The time as it is."""

    def __call__(self) -> float:
        return time.time()


class Away:
    """The fake LINE and a proxy, in a thread of their own."""

    def __init__(self, folder: Path) -> None:
        self.line = FakeLine(WallClock())
        self.line.receiver = self._post
        self.address = ""  # of the fake LINE
        self.port = 0  # of our host, once it runs
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Away:
        self._thread.start()
        self.do(self._begin())
        return self

    def __exit__(self, *error: object) -> None:
        self.do(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def do(self, work: Coroutine[Any, Any, R]) -> R:
        """Do something in the thread, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def wait(self, chat: str, since: int) -> None:
        """Wait until the account has said something more in a chat."""
        for _ in range(500):
            if any(entry.by == "bot" for entry in self.line.seen_in(chat)[since:]):
                return
            time.sleep(0.02)
        raise AssertionError(f"nothing is said in {chat}")

    def say(self, user: str, text: str, chat: str = "") -> None:
        """Write in a group, or to the account, and wait for what it says."""
        to = chat or user
        since = len(self.line.seen_in(to))
        self.do(self.line.send(self.line.text(to, user, text)))
        self.wait(to, since)

    async def _begin(self) -> None:
        self._runner = web.AppRunner(application(self.line))
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def _post(self, body: bytes, signature: str) -> int:
        url = f"http://127.0.0.1:{self.port}{PATH}"
        headers = {"X-Line-Signature": signature}
        async with (
            aiohttp.ClientSession() as session,
            session.post(url, data=body, headers=headers) as answer,
        ):
            return answer.status

    def proxy(self, host: str) -> int:
        """Begin a proxy that speaks https to browsers and http to the host, which it asks under
        the name that the browser uses, or under another `host`. Tells its port."""
        return self.do(self._proxy(host))

    async def _proxy(self, host: str) -> int:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self._certificate())

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            to, back = await asyncio.open_connection("127.0.0.1", self.port)
            answers = asyncio.ensure_future(_copy(to, writer))
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    head = await reader.readuntil(b"\r\n\r\n")
                    if host:
                        head = re.sub(rb"(?im)^host:.*$", f"Host: {host}\r".encode(), head)
                    length = re.search(rb"(?im)^content-length: *(\d+)", head)
                    back.write(head + await reader.readexactly(int(length[1]) if length else 0))
            back.close()
            await answers

        server = await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=context)
        port: int = server.sockets[0].getsockname()[1]
        return port

    def _certificate(self) -> tuple[Path, Path]:
        certificate, key = self._folder / "proxy.pem", self._folder / "proxy.key"
        if not key.exists():
            subprocess.run(
                [
                    *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                    *("-subj", f"/CN={NAME}", "-keyout", key, "-out", certificate),
                ],
                check=True,
                capture_output=True,
            )
        return certificate, key


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()
