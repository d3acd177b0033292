"""What the doctor finds at the doors of the page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from aiohttp.typedefs import Handler

from adapters.page import checkup as looks
from adapters.page.doors import Doors
from adapters.settings import Settings
from adapters.web import make_app
from core.kernel.text import Public
from tests.adapters.line.stage import inline
from tests.adapters.page.line_login import LineLogin
from tests.adapters.page.porch import LIFF, Porch

TOKEN = "123456:AAtoken"


def settings(public: str = "", **more: Any) -> Settings:
    """Settings of a host on both platforms. A test's server is no https one."""
    given = {
        "telegram_token": TOKEN,
        "telegram_app": "play",
        "line_channel_secret": "s",
        "line_channel_access_token": "t",
        "line_liff_id": LIFF,
        **more,
    }
    found = Settings(_env_file=None, **given)
    return found.model_copy(update={"public_url": public})


def ask(
    change: Callable[[web.Request, Handler], Awaitable[web.StreamResponse]] | None = None,
    login: Callable[[LineLogin], None] = lambda line: None,
    *,
    running: bool = True,
    prefix: str = "",
    **more: Any,
) -> dict[type[Public], bool | None]:
    """What is found with all doors open; `change` stands between them and the doctor as a proxy
    does."""

    async def whole() -> dict[type[Public], bool | None]:
        porch, line = Porch(), LineLogin()
        login(line)
        app = make_app(Doors(porch.identity, porch.links, inline()).routes(), loopback=True)
        if change is not None:
            app.middlewares.insert(0, web.middleware(change))  # type: ignore[arg-type]
        async with TestServer(app) as server, TestServer(line.application()) as theirs:
            public = f"http://127.0.0.1:{server.port}{prefix}"
            api = f"http://127.0.0.1:{theirs.port}"
            found = await looks.checkup(settings(public, line_api=api, **more), running=running)
        return {type(each.message): each.good for each in found}

    return asyncio.run(whole())


def test_all_doors_stand_open() -> None:
    assert ask() == {
        looks.PageGood: True,
        looks.TelegramDoorGood: True,
        looks.LineDoorGood: True,
        looks.LoginKnown: True,
    }


def test_what_is_not_set_is_told_and_is_no_fault() -> None:
    assert ask(telegram_app="", line_liff_id="") == {
        looks.PageGood: True,
        looks.TelegramDoorGood: True,
        looks.NoTelegramApp: None,
        looks.NoLiff: None,
    }


def test_apps_need_an_address() -> None:
    found = asyncio.run(looks.checkup(settings(), running=True))
    assert [(each.good, type(each.message)) for each in found] == [
        (False, looks.AppNeedsAddress),
        (False, looks.AppNeedsAddress),
    ]
    none = settings(telegram_app="", line_liff_id="")
    assert asyncio.run(looks.checkup(none, running=True)) == []


def test_without_a_running_host_nothing_is_tried() -> None:
    assert ask(running=False) == {looks.PageUntested: None, looks.LoginKnown: True}


def test_an_address_that_leads_nowhere() -> None:
    async def whole() -> list[Any]:
        away = settings("http://127.0.0.1:9", line_api="http://127.0.0.1:9")
        return await looks.checkup(away, running=True)

    found = asyncio.run(whole())
    assert [(each.good, type(each.message)) for each in found] == [
        (None, looks.PageSilent),
        (False, looks.LoginSilent),
    ]


def test_an_address_that_leads_elsewhere() -> None:
    assert ask(prefix="/cards")[looks.PageForeign] is False

    async def other(request: web.Request, handler: Handler) -> web.StreamResponse:
        return web.Response(text="<html>Welcome</html>", content_type="text/html")

    assert ask(other)[looks.PageForeign] is False


def test_a_proxy_that_sends_people_on() -> None:
    async def moves(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path == "/liff":
            raise web.HTTPMovedPermanently(location="/liff/")
        return await handler(request)

    found = ask(moves)
    assert found[looks.PageMoved] is False and found[looks.TelegramDoorGood] is True


@pytest.mark.parametrize(
    ("header", "value"),
    [("Content-Security-Policy", "default-src 'self'"), ("X-Frame-Options", "DENY")],
)
def test_a_proxy_that_changes_what_is_allowed(header: str, value: str) -> None:
    async def changes(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        response.headers[header] = value
        return response

    found = ask(changes)
    assert found[looks.PolicyLost] is False and looks.TelegramDoorGood not in found


@pytest.mark.parametrize(
    ("why", "kind"),
    [("Invalid client_id.", looks.LoginUnknown), ("", looks.LoginSilent)],
)
def test_a_channel_that_line_does_not_know(why: str, kind: type[Public]) -> None:
    def login(line: LineLogin) -> None:
        line.id_tokens["e30.e30.e30"] = {"error": "invalid_request", "error_description": why}

    assert ask(login=login)[kind] is False


def test_line_in_trouble() -> None:
    def login(line: LineLogin) -> None:
        line.status = 503

    assert ask(login=login)[looks.LoginSilent] is False
