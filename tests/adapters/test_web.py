"""The door: strangers send what they like, and others are answered as if they did not."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestClient, TestServer

from adapters import connections
from adapters.connections import Stage, server_runner
from adapters.log import OnceAMinute
from adapters.web import make_app
from core.table.failures import OurTrouble
from tests.adapters.test_main import ROOT, address, line

MANY = 1_100
OURS = b"Host: 127.0.0.1\r\n"
HALF = b"GET / HTTP/1.1\r\n" + OURS + b"X-Half: "
BODILESS = b"POST /line/webhook HTTP/1.1\r\n" + OURS + b"Content-Length: 9\r\n\r\n{"
NOWHERE = "http://127.0.0.1:9"
HOST = {
    "TELEGRAM_TOKEN": "12345:abc",
    "TELEGRAM_API": NOWHERE,
    "LINE_CHANNEL_SECRET": "x" * 32,
    "LINE_CHANNEL_ACCESS_TOKEN": "y",
    "LINE_API": NOWHERE,
    "PUBLIC_URL": "https://cards.example",
}
SOCKET = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Process:
    """The command as a host starts it, and what it writes into its log."""

    def __init__(self, folder: Path, command: str, files: int = 0, **settings: str) -> None:
        self.log = folder / "log"
        self._file = self.log.open("w")

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        environment = {"PATH": "/usr/bin:/bin", "DATABASE": str(folder / "x.db"), **settings}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "adapters.cli", command, *(self.words[command])],
            env={**environment, "LANGUAGE": "en", "PORT": "0"},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self._file,
            text=True,
            preexec_fn=limit if files else None,
        )
        self.port = int(address(line(self.process)).split(":")[2].strip("/"))

    words: dict[str, tuple[str, ...]] = {"play": ("--no-browser",), "run": ()}  # noqa: RUF012

    def files(self) -> int:
        """How many files and connections it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def lines(self) -> list[str]:
        """The log."""
        return self.log.read_text().splitlines()

    def ask(self, raw: bytes, patience: float = 5.0) -> int:
        """Send bytes as they are; the status of the answer, 0 if there is none."""
        with closing(socket.create_connection(("127.0.0.1", self.port), patience)) as one:
            one.sendall(raw)
            one.settimeout(patience)
            answer = b""
            with suppress(ConnectionError):
                while b"\r\n" not in answer and (more := one.recv(4096)):
                    answer += more
        found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
        return int(found[1]) if found else 0

    def stop(self) -> None:
        """End it, and let its log be whole."""
        self.process.kill()
        self.process.communicate(timeout=10)
        self._file.close()


@contextmanager
def serving(
    folder: Path, command: str = "play", files: int = 0, **settings: str
) -> Iterator[Process]:
    one = Process(folder, command, files, **settings)
    try:
        yield one
    finally:
        one.stop()


def get(path: bytes, *headers: bytes) -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + OURS + b"".join(headers) + b"\r\n"


def post(path: bytes, body: bytes, *headers: bytes) -> bytes:
    length = b"Content-Length: %d\r\n" % len(body)
    start = b"POST " + path + b" HTTP/1.1\r\n" + OURS
    return start + length + b"".join(headers) + b"\r\n" + body


FORM = b"Content-Type: multipart/form-data; boundary=x\r\n"
FIELDS = b"Content-Type: application/x-www-form-urlencoded"
SEAT = b"/line/seat/abc.1.00"
HOSTILE = {
    "a bracket for a host": b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    "bytes for a host": b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "a bracket for an origin": get(b"/", b"Origin: http://[\r\n"),
    "an origin without end": get(b"/", b"Origin: http://127.0.0.1:99999999\r\n"),
    "a bracket for an address": b"GET http://[ HTTP/1.1\r\n" + OURS + b"\r\n",
    "a long name": get(b"/static/" + b"x" * 5_000),
    "many folders": get(b"/static/" + b"x/" * 2_500),
    "no name": get(b"/static/%00"),
    "no UTF-8": get(b"/static/%ff%fe"),
    "no seat": get(b"/ws?seat=1.\xc3\xa9", SOCKET),
    "no form": post(SEAT, b"{}", b"Content-Type: multipart/form-data\r\n"),
    "a broken form": post(SEAT, b"--x\r\n\r\na", FORM),
    "half a form": post(SEAT, b"--x\r\nContent-Disposition: form-data; na", FORM),
    "a form in a form": post(SEAT, b"--x\r\nContent-Type: multipart/mixed; boundary=y\r\n", FORM),
    "a charset": post(
        SEAT, b"a=b", b"Content-Type: application/x-www-form-urlencoded; charset=?\r\n"
    ),
    "an encoding": post(SEAT, b"a=b", b"Content-Encoding: gzip\r\n"),
    "a chunk": post(SEAT, b"", b"Transfer-Encoding: chunked\r\n") + b"zz\r\n",
    "a length": b"POST / HTTP/1.1\r\n" + OURS + b"Content-Length: -1\r\n\r\n",
    "a secret": post(b"/telegram/12345", b"{}", b"X-Telegram-Bot-Api-Secret-Token: \xff\r\n"),
    "a signature": post(b"/line/webhook", b"{}", b"X-Line-Signature: \xff\r\n"),
    "brackets": post(b"/line/webhook", b"[" * 60_000),
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a long line": b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n" + OURS + b"\r\n",
    "many headers": get(b"/", *(b"X-%d: x\r\n" % number for number in range(500))),
}


def test_whatever_strangers_send_is_refused_in_at_most_one_line(tmp_path: Path) -> None:
    """By the playground and by a host with both platforms."""
    hosts: dict[str, dict[str, str]] = {"play": {}, "run": HOST}
    for command, settings in hosts.items():
        (tmp_path / command).mkdir()
        with serving(tmp_path / command, command, 0, **settings) as one:
            for what, raw in HOSTILE.items():
                before = len(one.lines())
                assert 400 <= one.ask(raw) < 500, what
                assert one.ask(get(b"/health")) in (200, 503), what  # it answers
                told = [told for told in one.lines()[before:] if "fumibako.web" in told]
                assert len(told) <= 1, told
            assert "Traceback" not in one.log.read_text()
            assert "Error handling request" not in one.log.read_text()


def test_a_link_that_no_seat_has_is_refused_in_words(tmp_path: Path) -> None:
    async def ask(port: int, seat: str) -> str:
        come = {"type": "come", "version": 1, "kind": "playground", "proof": seat}
        async with (
            ClientSession() as session,
            session.ws_connect(f"http://127.0.0.1:{port}/page/ws") as page,
        ):
            await page.send_json(come)
            told = json.loads(await page.receive_str())
            assert told["type"] == "refused"
            return str(told["text"])

    with serving(tmp_path) as one:
        for seat in ("1.é", "1.\x00", "１.x", "1." + "0" * 2_000):
            assert "opens no seat" in asyncio.run(ask(one.port, seat))


# Origins


Ask = Callable[..., Awaitable[int]]


def ask_guard(work: Callable[[Ask], Awaitable[None]], public: str) -> None:
    """A page with a form, as a host on this machine serves it."""

    async def pressed(request: web.Request) -> web.Response:
        return web.Response()

    async def run() -> None:
        app = make_app([web.post("/form", pressed)], loopback=True, public=public)
        runner = server_runner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]

        async def ask(host: str, origin: str | None) -> int:
            headers = {"Host": host.replace("PORT", str(port))}
            if origin is not None:
                headers["Origin"] = origin.replace("PORT", str(port))
            async with ClientSession() as session:
                answer = await session.post(f"http://127.0.0.1:{port}/form", headers=headers)
                assert "form-action 'self'" in answer.headers.get(
                    "Content-Security-Policy", "form-action 'self'"
                )
                return answer.status

        try:
            await work(ask)
        finally:
            await runner.cleanup()

    asyncio.run(run())


def test_while_the_database_cannot_be_used_a_page_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def page(request: web.Request) -> web.Response:
        raise OurTrouble("The database x.db is locked by another program.")

    async def ask() -> int:
        app = make_app([web.get("/page", page)], loopback=True)
        async with TestClient(TestServer(app)) as client:
            return (await client.get("/page")).status

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(ask()) == 503
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert caplog.records[0].exc_info is None


def test_our_own_forms_are_taken_and_foreign_ones_refused() -> None:
    async def work(ask: Ask) -> None:
        own = "127.0.0.1:PORT"
        for host, origin in (
            (own, None),
            (own, "http://127.0.0.1:PORT"),
            (own, "https://cards.example"),  # the proxy says whom it asks
            ("cards.example", "https://cards.example"),  # or whom the browser asked
            ("Cards.Example:443", "https://cards.example"),
        ):
            assert await ask(host, origin) == 200, (host, origin)
        for host, origin in (
            (own, "null"),
            (own, ""),
            (own, "https://evil.example"),
            (own, "http://127.0.0.1:9"),
            (own, "http://cards.example"),
            (own, "https://cards.example:8443"),
            (own, "https://cards.example.evil.example"),
            ("cards.example", "null"),
            ("cards.example", "https://evil.example"),
            ("evil.example", "https://evil.example"),
        ):
            assert await ask(host, origin) == 403, (host, origin)
        assert await ask("evil@127.0.0.1:PORT", None) == 400
        assert await ask(own, "http://[") == 400

    ask_guard(work, "https://cards.example")


# Connections


def opened(port: int, number: int, sent: bytes) -> list[socket.socket]:
    """Connections of a stranger, with something sent on each."""
    found = []
    for _ in range(number):
        one = socket.create_connection(("127.0.0.1", port), 5)
        with suppress(ConnectionError):
            one.sendall(sent)
        found.append(one)
    return found


@pytest.fixture
def many_files() -> Iterator[None]:
    """So many connections need as many open files of the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * MANY
    if hard not in (resource.RLIM_INFINITY,) and hard < wanted:
        pytest.skip("the system does not let a process open that many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
@pytest.mark.parametrize("files", [0, 256])
@pytest.mark.parametrize("sent", [b"", HALF, BODILESS], ids=["silent", "half a head", "no body"])
def test_a_thousand_unfinished_requests_keep_nobody_out(
    tmp_path: Path, sent: bytes, files: int
) -> None:
    """On a usual system, and where a process gets 256 files and not one more."""
    with serving(tmp_path, "run", files, **HOST) as one:
        held: list[socket.socket] = []
        slowest = 0.0
        try:
            for _ in range(11):
                held += opened(one.port, MANY // 10, sent)
                began = time.monotonic()
                assert one.ask(get(b"/health")) in (200, 503)
                slowest = max(slowest, time.monotonic() - began)
            assert slowest < 2
            assert one.files() <= min(connections.MOST + 64, files or MANY)
        finally:
            for each in held:
                each.close()
        assert one.ask(get(b"/health")) in (200, 503)
        told = [told for told in one.lines() if "fumibako.web" in told]
        assert len(told) <= 2, told
        assert "Traceback" not in one.log.read_text()


class Door:
    """A server in this process, with little patience."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.held: list[asyncio.StreamWriter] = []

    async def come(self, sent: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.held.append(writer)
        writer.write(sent)
        await writer.drain()
        return reader, writer

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """A whole request on an open connection."""
        writer.write(get(b"/quick"))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(2)
        return head


PATIENCE = {
    Stage.NEW: 0.4,
    Stage.HALF: 0.4,
    Stage.IDLE: 0.8,
    Stage.SENDING: 0.4,
    Stage.WORKING: float("inf"),
}


@asynccontextmanager
async def door(monkeypatch: pytest.MonkeyPatch, most: int = 100) -> AsyncIterator[Door]:
    monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
    monkeypatch.setattr(connections, "BODY", 0.4)
    monkeypatch.setattr(connections, "LOOK", 0.05)
    monkeypatch.setattr(connections, "most_connections", lambda: most)

    async def quick(request: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def slow(request: web.Request) -> web.Response:
        await asyncio.sleep(1.5)
        return web.Response(text="ok")

    async def much(request: web.Request) -> web.Response:
        return web.Response(body=b"x" * 30_000_000)

    async def body(request: web.Request) -> web.Response:
        return web.Response(text=str(len(await request.read())))

    async def echo(request: web.Request) -> web.StreamResponse:
        page = web.WebSocketResponse()
        await page.prepare(request)
        async for frame in page:
            await page.send_str(frame.data)
        return page

    routes = [
        web.get("/quick", quick),
        web.get("/slow", slow),
        web.get("/much", much),
        web.post("/body", body),
        web.get("/ws", echo),
    ]
    runner = server_runner(make_app(routes, loopback=True))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    one = Door(runner.addresses[0][1])
    try:
        yield one
    finally:
        for writer in one.held:
            writer.close()
        await runner.cleanup()


async def ends(reader: asyncio.StreamReader) -> float:
    """How many seconds pass until the other side ends the connection."""
    began = time.monotonic()
    with suppress(ConnectionError):
        async with asyncio.timeout(5):
            while await reader.read(65536):
                pass
    return time.monotonic() - began


def test_a_request_must_come_in_time_however_slowly_it_drips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.05)

    async def run() -> None:
        async with door(monkeypatch) as one:
            long = b"POST /body HTTP/1.1\r\n" + OURS + b"Content-Length: 999\r\n\r\n"
            for sent in (b"", HALF, long):
                reader, _ = await one.come(sent)
                assert 0.3 < await ends(reader) < 1.5
            for sent in (HALF, long):
                reader, writer = await one.come(sent)
                dripping = asyncio.ensure_future(drip(writer))
                assert 0.3 < await ends(reader) < 1.5
                dripping.cancel()
            reader, writer = await one.come()
            assert b" 200 " in await one.ask(reader, writer)
            writer.write(HALF)
            assert 0.3 < await ends(reader) < 0.75, "the second request has no more time"
            reader, writer = await one.come(get(b"/much"))
            await asyncio.sleep(1.2)  # nobody reads the answer
            got = b""
            with suppress(ConnectionError):
                while more := await reader.read(1_000_000):
                    got += more
            assert 0 < len(got) < 30_000_000

    asyncio.run(run())


def test_whoever_behaves_is_not_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with door(monkeypatch) as one, ClientSession() as session:
            base = f"http://127.0.0.1:{one.port}"
            async with session.ws_connect(f"{base}/ws") as page:
                await asyncio.sleep(1.2)
                await page.send_str("still here")
                assert await page.receive_str() == "still here"
            async with session.get(f"{base}/slow") as answer:
                assert await answer.text() == "ok"
            reader, writer = await one.come()
            for _ in range(4):
                assert b" 200 " in await one.ask(reader, writer)
                await asyncio.sleep(0.5)
            assert 0.0 < await ends(reader) < 1.5, "an idle one ends too"
            async with session.post(f"{base}/body", data=b"x" * 100_000) as answer:
                assert await answer.text() == "100000"

    asyncio.run(run())


def test_those_with_least_to_lose_make_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with door(monkeypatch, most=4) as one, ClientSession() as session:
            page = await session.ws_connect(f"http://127.0.0.1:{one.port}/ws")
            idle = await one.come()
            await one.ask(*idle)
            first, _ = await one.come(HALF)
            second, _ = await one.come(HALF)
            third, _ = await one.come(HALF)
            assert await ends(first) < 0.2, "the oldest of the strangers"
            assert b" 200 " in await one.ask(*idle)
            working = await one.come(get(b"/slow"))
            assert await ends(second) < 0.2
            more = [await one.come(get(b"/slow")) for _ in range(2)]
            assert await ends(third) < 0.2
            assert await ends(idle[0]) < 0.2, "then who asks for nothing"
            late, _ = await one.come(get(b"/quick"))
            assert await ends(late) < 0.2, "all others are owed an answer"
            await page.send_str("open")
            assert await page.receive_str() == "open"
            assert b" 200 " in await working[0].readline()
            assert b" 200 " in await more[-1][0].readline()
            await page.close()

    monkeypatch.setattr(caplog.handler, "filters", [OnceAMinute()])
    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    told = [record.getMessage() for record in caplog.records]
    assert told == ["more than 4 connections: one was closed"]
