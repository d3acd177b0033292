"""The webhook: who may speak to it, and what it makes of whatever comes."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from linebot.v3.webhook import SignatureValidator

from adapters.door import ASIDE
from adapters.line.events import NotLine, read, signed
from adapters.line.people import PATH
from adapters.log import OnceAMinute
from adapters.web import make_app
from core.table.table import Lobby
from tests.adapters.line.fake import SECRET, Data, sign
from tests.adapters.line.running import running
from tests.adapters.line.stage import Stage


def test_signature_is_that_of_the_raw_body() -> None:
    body = '{"events": [], "text": "ひみつ"}'.encode()
    assert signed(SECRET, body, sign(body))
    assert not signed(SECRET, body + b" ", sign(body))
    assert not signed("other", body, sign(body))
    for wrong in ("", "?", "署名", sign(body)[:-4], sign(body) + "=", "A" * 10_000):
        assert not signed(SECRET, body, wrong)


def test_over_http() -> None:
    """A real server: bad signatures, garbage and oversized bodies are refused, never a 500."""

    async def run() -> None:
        stage = Stage()
        app = make_app(stage.host.routes(), loopback=True, signed=(PATH,))
        async with TestClient(TestServer(app)) as client:

            async def post(body: bytes, signature: str | None = None, host: str = "") -> int:
                given = sign(body) if signature is None else signature
                headers = {"X-Line-Signature": given} | ({"Host": host} if host else {})
                async with client.post(PATH, data=body, headers=headers) as answer:
                    return answer.status

            empty = b'{"destination": "x", "events": []}'
            assert await post(empty) == 200
            assert await post(empty, host="cards.example.org") == 200
            assert await post(empty, "") == 403
            assert await post(empty, "bm9wZQ==") == 403
            assert await post(b"x" * 2_000_000) == 413
            garbage = (b"", b"{", b"[]", b"null", b'{"events": 5}', b"\xff\xfe", b"[" * 5000)
            deep = b'{"events": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
            for body in (*garbage, deep):
                assert await post(body) == 200  # or it would come again for ever
            assert len(stage.store.kept_like(f"{ASIDE}line:")) == len(garbage) + 1
            assert await post(deep) == 200
            assert len(stage.store.kept_like(f"{ASIDE}line:")) == len(garbage) + 1
            async with client.get(PATH) as answer:
                assert answer.status == 405
            async with client.post("/health", headers={"Host": "elsewhere.example"}) as answer:
                assert answer.status == 403

    asyncio.run(run())


def test_wrong_signatures_are_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        stage = Stage()
        monkeypatch.setattr(caplog.handler, "filters", [OnceAMinute(stage.clock)])
        with caplog.at_level(logging.WARNING, "fumibako.line"):
            for _ in range(5):
                assert await stage.line.post(b'{"events": []}', "wrong") == 403
            assert len(caplog.records) == 1
            assert "LINE_CHANNEL_SECRET" in caplog.text
            stage.clock.advance(61)
            await stage.line.post(b'{"events": []}', "wrong")
            assert len(caplog.records) == 2
            assert "and 4 more" in caplog.records[-1].getMessage()

    asyncio.run(run())


VALUES: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1e300,
    "",
    "x",
    "\0",
    "U" * 500,
    [],
    {},
    [[]],
    {"type": "x"},
    "\ud800",
)


def test_hostile_events_harm_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """Every field of every kind of event, replaced by whatever there is."""

    async def run() -> None:
        stage = Stage()
        mina = stage.person("ミナ")
        chat = await stage.group(mina)
        await stage.say(mina, "/play", chat)
        good = [
            stage.line.text(chat, mina.id, "参加"),
            stage.line.event("postback", chat, mina.id, postback={"data": "x:0:join"}),
            stage.line.event("memberJoined", chat, joined={"members": [{"userId": mina.id}]}),
            stage.line.event("memberLeft", chat, left={"members": [{"userId": "U1"}]}),
            stage.line.event("follow", mina.id, mina.id, follow={"isUnblocked": False}),
            stage.line.event("unsend", chat, mina.id, unsend={"messageId": "1"}),
            stage.line.event("thing", chat, mina.id, thing={}),
        ]
        rng = random.Random(1)
        for event in good:
            for path in _paths(event):
                broken = json.loads(json.dumps(event))
                _set(broken, path, rng.choice(VALUES))
                body = json.dumps({"events": [broken, None, 5]}).encode()
                assert await stage.line.post(body, sign(body)) == 200
        await stage.settle()
        assert isinstance(stage.table(chat), Lobby)

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert not caplog.records


def _paths(value: object, so_far: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = []
    if isinstance(value, dict):
        for key, each in value.items():
            found += [(*so_far, key), *_paths(each, (*so_far, key))]
    if isinstance(value, list):
        for index, each in enumerate(value):
            found += [(*so_far, index), *_paths(each, (*so_far, index))]
    return found


def _set(data: Data, path: tuple[str | int, ...], value: object) -> None:
    at: object = data
    for key in path[:-1]:
        at = at[key]  # type: ignore[index]
    at[path[-1]] = value  # type: ignore[index]


def test_events_in_order_of_their_times_and_once() -> None:
    async def run() -> None:
        stage = Stage()
        mina, aki = stage.person("ミナ"), stage.person("Aki")
        chat = await stage.group(mina, aki)
        opened = stage.line.text(chat, mina.id, "/play")
        stage.clock.advance(1)
        joined = stage.line.text(chat, aki.id, "参加")
        await stage.send(joined, opened)  # swapped
        table = stage.table(chat)
        assert isinstance(table, Lobby)
        assert [chair.name for chair in table.chairs] == ["ミナ", "Aki"]
        before = len(stage.entries(chat))
        again = joined | {"deliveryContext": {"isRedelivery": True}}
        await stage.send(again, opened)
        stage.host.hear._seen.clear()  # as after a restart
        await stage.send(again, opened)
        assert len(stage.entries(chat)) == before
        assert stage.table(chat) == table

    asyncio.run(run())


def test_standby_and_unknown_modes() -> None:
    async def run() -> None:
        stage = Stage()
        mina = stage.person("ミナ")
        chat = await stage.group(mina)
        event = stage.line.text(chat, mina.id, "/play")
        await stage.send(event | {"mode": "standby"})
        assert stage.room(chat).table is None
        await stage.send(event | {"mode": "brandnew", "more": {"x": 1}}, strict=False)
        assert stage.room(chat).table is not None

    asyncio.run(run())


def test_old_redeliveries_bring_no_token() -> None:
    async def run() -> None:
        stage = Stage()
        mina = stage.person("ミナ")
        chat = await stage.group(mina)
        event = stage.line.event("postback", chat, mina.id, postback={"data": "-:0:open"})
        stage.clock.advance(1300)
        await stage.send(event | {"deliveryContext": {"isRedelivery": True}})
        assert not stage.host.chats.alive(chat, stage.clock())
        assert stage.room(chat).table is not None
        assert not stage.line.refusals

    asyncio.run(run())


def test_only_what_is_line_is_read() -> None:
    for body in (b"{}", b'{"events": {}}', b"5"):
        with pytest.raises(NotLine):
            read(body)
    event = {
        "type": "message",
        "timestamp": 1,
        "source": {"type": "group", "groupId": "C1", "userId": "U1"},
        "message": {
            "type": "text",
            "text": "@Fumibako 🎴手札",
            "mention": {"mentionees": [{"index": 0, "length": 9, "isSelf": True}]},
        },
    }
    found = read(json.dumps({"events": [event]}).encode())
    assert found[0].addressed and found[0].text == "🎴手札"
    emoji = json.loads(json.dumps(event))
    emoji["message"]["text"] = "🎴@Fumibako 手札"
    emoji["message"]["mention"]["mentionees"][0]["index"] = 2  # LINE counts in UTF-16
    assert read(json.dumps({"events": [emoji]}).encode())[0].text == "🎴 手札"


def test_edits_and_unsent_messages_do_nothing() -> None:
    async def run() -> None:
        stage = Stage()
        mina = stage.person("ミナ")
        chat = await stage.group(mina)
        await stage.say(mina, "/play", chat)
        before = stage.table(chat)
        message = {"type": "text", "id": "1", "text": "/cancel", "quoteToken": "q"}
        await stage.send(stage.line.event("messageEdited", chat, mina.id, message=message))
        await stage.send(stage.line.event("unsend", chat, mina.id, unsend={"messageId": "1"}))
        assert stage.table(chat) == before

    asyncio.run(run())


def test_our_signatures_are_those_of_the_library() -> None:
    """LINE's own library judges every signature as we do."""
    validator = SignatureValidator(SECRET)
    rng = random.Random(7)
    for _ in range(200):
        body = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
        text = body.decode("latin-1")
        raw = text.encode()
        for given in (sign(raw), sign(raw)[::-1], sign(raw + b"x"), "", "AAAA", sign(raw)[:-2]):
            assert signed(SECRET, raw, given) is validator.validate(text, given)


def test_headers_and_bodies_that_nobody_sends_get_4xx_and_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caplog.handler, "filters", [OnceAMinute()])  # as in the log of the host

    async def ask(port: int, head: bytes, body: bytes = b"{}") -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        length = str(len(body)).encode()
        writer.write(b"POST /line/webhook HTTP/1.1\r\nHost: x\r\nContent-Length: " + length)
        writer.write(b"\r\n" + head + b"\r\n" + body)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        writer.close()
        return status

    async def play() -> None:
        async with running(tmp_path) as run:
            port = run.url.port
            assert port is not None
            caplog.clear()
            with caplog.at_level(logging.WARNING):
                for head in (
                    b"",
                    b"X-Line-Signature: \r\n",
                    b"X-Line-Signature: \xff\r\n",
                    b"X-Line-Signature: \xe7\xbd\xb2\xe5\x90\x8d\r\n",
                    b"X-Line-Signature: " + b"A" * 5000 + b"\r\n",
                    b"X-Line-Signature: =\r\nX-Line-Signature: ?\r\n",
                ):
                    assert await ask(port, head) == 403
                assert 400 <= await ask(port, b"X-Line-Signature: " + b"A" * 9000 + b"\r\n") < 500
                good = b"X-Line-Signature: " + sign(b"{}").encode() + b"\r\n"
                assert await ask(port, good) == 200
            lines = [each for each in caplog.records if "LINE_CHANNEL_SECRET" in each.message]
            assert len(lines) == 1
            ours = [each for each in caplog.records if each.name.startswith("fumibako")]
            assert not [each for each in ours if each.exc_info]
            big = b"x" * 1_100_000
            assert await ask(port, b"X-Line-Signature: " + sign(big).encode() + b"\r\n", big) == 413

    asyncio.run(play())
