"""The client of Telegram's servers: what it sends, by which way, and how patient it is."""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, InputMediaDocument
from telegram.error import NetworkError, TelegramError, TimedOut

from adapters.telegram.wire import NotSent, Wire, make_bot
from adapters.trouble import CONFIG, Trouble, WrongSetting
from tests.adapters.standing_still import curt

TOKEN = "123:secret-key"


class Asked:
    """What a server was asked, and its address."""

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[tuple[str, str, dict[str, Any]]] = []  # kind, path, fields
        self.connections = set[object]()
        self.result: object = True
        self.wait = 0.0

    async def answer(self, request: web.Request) -> web.Response:
        fields = dict[str, Any]()
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                fields[name] = value.filename, value.file.read()
            else:
                fields[name] = value
        self.requests.append((request.content_type, request.path, fields))
        self.connections.add(request.transport)
        await asyncio.sleep(self.wait)
        return web.json_response({"ok": True, "result": self.result})


@asynccontextmanager
async def asked() -> AsyncIterator[Asked]:
    server = Asked()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield server
    await runner.cleanup()


@asynccontextmanager
async def client(url: str) -> AsyncIterator[Bot]:
    bot = make_bot(TOKEN, base_url=url)
    try:
        yield bot
    finally:
        await bot.shutdown()


def test_calls_are_forms_on_one_connection() -> None:
    async def story() -> None:
        async with asked() as server, client(server.url) as bot:
            for query in ("1", "2", "3"):
                assert await bot.answer_callback_query(query, "はい & いいえ")
            assert await bot.log_out()
            *answers, bare = server.requests
            path = f"/bot{TOKEN}/answerCallbackQuery"
            form = "application/x-www-form-urlencoded"
            assert [each[:2] for each in answers] == [(form, path)] * 3
            assert answers[1][2] == {"callback_query_id": "2", "text": "はい & いいえ"}
            assert bare[1:] == (f"/bot{TOKEN}/logOut", {})
            assert len(server.connections) == 1

    asyncio.run(story())


def test_files_go_in_parts() -> None:
    async def story() -> None:
        async with asked() as server, client(server.url) as bot:
            server.result = {
                "message_id": 1,
                "date": 0,
                "chat": {"id": 5, "type": "private"},
            }
            await bot.send_document(5, b"{}", caption="記録", filename="記録 1.json")
            kind, _, fields = server.requests[-1]
            assert kind == "multipart/form-data"
            assert fields["chat_id"] == "5"
            assert fields["caption"] == "記録"
            assert fields["document"] == ("記録 1.json", b"{}")
            server.result = [server.result]
            files = [InputMediaDocument(name.encode(), filename=name) for name in ("a", "b")]
            await bot.send_media_group(5, files)
            fields = server.requests[-1][2]
            attached = {value for value in fields.values() if isinstance(value, tuple)}
            assert attached == {("a", b"a"), ("b", b"b")}

    asyncio.run(story())


def test_the_proxy_of_the_environment_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with asked() as proxy:
            monkeypatch.setenv("http_proxy", proxy.url.removeprefix("http://"))
            monkeypatch.setenv("no_proxy", "near.invalid")
            async with client("http://far.invalid") as bot:
                assert await bot.log_out()
            assert [path for _, path, _ in proxy.requests] == [f"/bot{TOKEN}/logOut"]
            async with client("http://near.invalid") as bot:
                with pytest.raises(NotSent):
                    await bot.log_out()

    asyncio.run(story())


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "http://", "http://127.0.0.1:99999"])
def test_an_address_that_is_none_is_asked_nothing(url: str) -> None:
    async def story() -> None:
        async with client(url) as bot:
            with pytest.raises(NotSent) as failed:
                await bot.log_out()
            assert tells_nothing(failed.value)

    asyncio.run(story())


def test_who_does_not_answer_the_telephone_got_nothing() -> None:
    async def story() -> None:
        with socket.socket() as full:  # nobody takes the calls that wait here
            full.bind(("127.0.0.1", 0))
            full.listen(0)
            waiting = [socket.create_connection(full.getsockname()) for _ in range(1)]
            url = f"http://127.0.0.1:{full.getsockname()[1]}"
            wire = Wire(lambda date: None, answering=5.0, connecting=0.2)
            with pytest.raises(NotSent) as failed:
                await wire.do_request(f"{url}/bot{TOKEN}/getMe", "POST")
            assert tells_nothing(failed.value)
            await wire.shutdown()
            for each in waiting:
                each.close()

    asyncio.run(story())


def test_patience_has_an_end_and_the_next_call_another_one() -> None:
    async def story() -> None:
        async with asked() as server, client(server.url) as bot:
            server.wait = 0.4
            with pytest.raises(TimedOut) as failed:
                await bot.log_out(read_timeout=0.05)
            assert tells_nothing(failed.value)
            assert await bot.log_out(read_timeout=5.0)

    asyncio.run(story())


def test_a_connection_that_is_cut_leaves_it_open_what_happened() -> None:
    async def story() -> None:
        async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.transport.abort()

        server = await asyncio.start_server(cut, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with client(f"http://127.0.0.1:{port}") as bot:
            with pytest.raises(NetworkError) as failed:
                await bot.log_out()
            assert not isinstance(failed.value, NotSent | TimedOut)
            assert tells_nothing(failed.value)
        server.close()

    asyncio.run(story())


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of this machine, and its key."""
    law, key = folder / "law.pem", folder / "law.key"
    openssl = shutil.which("openssl")
    assert openssl is not None
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=here", "-keyout", str(key), "-out", str(law)),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
        ],
        check=True,
        capture_output=True,
    )
    return law, key


@pytest.mark.parametrize("secure", [False, True])
def test_a_connection_that_ended_while_the_loop_stood_still_takes_no_call(
    secure: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = None
    if secure:
        law, key = certificate(tmp_path)
        monkeypatch.setenv("SSL_CERT_FILE", str(law))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(law, key)

    async def story() -> None:
        with curt(b'{"ok":true,"result":true}', context) as server:
            async with client(server.url) as bot:
                assert await bot.log_out()
                await asyncio.sleep(0)
                server.hang_up()
                assert await bot.log_out()
            assert server.calls == 2

    asyncio.run(story())


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
@pytest.mark.parametrize("broken", ["missing", "of another kind", "no certificates"])
def test_certificates_that_cannot_be_read_are_a_wrong_setting(
    name: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "named"
    folder = (name == "SSL_CERT_DIR") is (broken != "of another kind")
    if folder and broken != "missing":
        path.mkdir()
    elif broken != "missing":
        path.write_text("no certificate")
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv(name, str(path))
    if broken == "no certificates" and folder:
        make_bot(TOKEN)  # a folder is looked into when somebody is to be trusted
        return
    with pytest.raises(Trouble) as failed:
        make_bot(TOKEN)
    assert isinstance(failed.value.message, WrongSetting)
    assert failed.value.message.variable == name
    assert failed.value.exit_code == CONFIG
    make_bot(TOKEN, base_url="http://127.0.0.1:8081")  # nobody needs to be trusted there


def test_once_it_is_closed_nothing_goes_out_until_it_is_begun_again() -> None:
    async def story() -> None:
        async with asked() as server:
            wire = Wire(lambda date: None)
            await wire.do_request(f"{server.url}/x", "POST")
            await wire.shutdown()
            with pytest.raises(NotSent):
                await wire.do_request(f"{server.url}/x", "POST")
            await wire.initialize()
            await wire.do_request(f"{server.url}/x", "POST")
            await wire.shutdown()
            assert len(server.requests) == 2

    asyncio.run(story())


def tells_nothing(error: TelegramError) -> bool:
    """Whether neither an error nor what it came from (as far as a log shows it) tells the token."""
    shown = f"{error} {error.__cause__}"
    return "secret" not in shown and (error.__suppress_context__ or error.__context__ is None)
