"""The doors of the page on the installed program: a person comes in from LINE by their link."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, WSMsgType

from tests.outside.host import Host
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.playing_line import open_love_letter

LIFF = "2001234567-AbCdEfGh"
WORDS = {"Accept-Language": "en", "Host": PUBLIC.removeprefix("https://")}


async def page(host: Host, path: str) -> tuple[int, str, dict[str, str]]:
    """What a proxy gets from the host: status, text, headers."""
    async with ClientSession() as session:
        where = f"{host.address}{path}"
        async with session.get(where, headers=WORDS, allow_redirects=False) as answer:
            return answer.status, await answer.text(), dict(answer.headers)


async def table(host: Host, kind: str, proof: str, cookie: str = "") -> dict[str, Any]:
    """The first table that a page is shown, or why it is not."""
    headers = {**WORDS, "Origin": PUBLIC, "Cookie": cookie}
    come = {"type": "come", "version": 1, "kind": kind, "proof": proof, "languages": ["en"]}
    if kind == "cookie":
        come |= {"proof": "", "table": proof}
    async with (
        ClientSession() as session,
        session.ws_connect(f"{host.address}/page/ws", headers=headers) as socket,
    ):
        await socket.send_json(come)
        async for frame in socket:
            assert frame.type is WSMsgType.TEXT
            told: dict[str, Any] = json.loads(frame.data)
            if told["type"] in ("table", "refused"):
                return told
    raise AssertionError("nothing comes")


def test_doors(line: LineServer, tmp_path: Path) -> None:
    host = Host(
        tmp_path,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LINE_LIFF_ID=LIFF,
        LANGUAGE="en",
        PUBLIC_URL=PUBLIC,
        LINE_API=line.address,
        OPERATOR="Mina, mina@example.org",
        LOG="debug",
    )
    line.use_webhook(host.address)
    mina, ken = line.person("Mina", friend=True), line.person("Ken")
    group = line.group("Our table", mina, ken)
    with host:
        line.invite(group)
        open_love_letter(group, [mina, ken])
        mina.says("hand")

        def own_link() -> str | None:
            shown = [each for board in line.boards(mina.id) for each in board]
            uris = [each["uri"] for each in shown if each["type"] == "uri"]
            return next((uri for uri in uris if uri.startswith(f"{PUBLIC}/s/")), None)

        link = line.until(own_link, lambda: "a hand with a link to one's own seat")
        path, token = link.removeprefix(PUBLIC), link.rpartition("/")[2]
        name = token.partition(".")[0]

        status, text, headers = asyncio.run(page(host, path))
        assert status == 200 and 'data-door="link"' in text
        cookie, _, kept = headers["Set-Cookie"].partition(";")
        assert "HttpOnly" in kept and "Secure" in kept and "SameSite=Lax" in kept
        shown = asyncio.run(table(host, "link", token))
        assert shown["id"] == name and shown["scene"]["hand"]
        mine = asyncio.run(table(host, "cookie", name, cookie))
        assert mine["scene"]["me"] == shown["scene"]["me"]
        unknown = asyncio.run(table(host, "cookie", name))
        assert "does not know you" in unknown["text"]

        status, _, headers = asyncio.run(page(host, f"/line/seat/{token}"))
        assert status == 303 and headers["Location"].endswith(f"/s/{token}")
        status, text, headers = asyncio.run(page(host, f"/liff?liff.state=%3Ft%3D{name}"))
        assert status == 200 and LIFF in text
        assert "https://static.line-scdn.net" in headers["Content-Security-Policy"]
        status, text, _ = asyncio.run(page(host, "/privacy"))
        assert status == 200 and "mina@example.org" in text
        assert asyncio.run(page(host, "/app"))[0] == 404  # there is no Telegram here

        renewed = host.run("new-keys")
        assert renewed.returncode == 0 and "new keys" in renewed.stdout, renewed.stderr
        status, text, _ = asyncio.run(page(host, path))
        assert status == 404 and "opens nothing" in text
        assert "does not know you" in asyncio.run(table(host, "cookie", name, cookie))["text"]
        doctor = host.run("doctor")
        assert f"The page: {PUBLIC}/" in doctor.stdout and "LINE answers" not in doctor.stdout
        assert host.stop() == 0
    log = host.log()
    assert "Traceback" not in log
    assert token not in log and cookie.partition("=")[2] not in log
