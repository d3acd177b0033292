"""A server that answers about tokens as LINE's does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.adapters.page.porch import LIFF

CHANNEL = LIFF.partition("-")[0]
INVALID = {"error": "invalid_request", "error_description": "Invalid IdToken."}


class LineLogin:
    """`id_tokens` and `access` are what LINE knows: answers by token, anything else is refused.
    With `status` it answers nothing else any more. `asked` are the paths that were asked for."""

    def __init__(self) -> None:
        self.id_tokens: dict[str, Any] = {}
        self.access: dict[str, dict[str, Any]] = {}
        self.status = 200
        self.body: str | None = None
        self.asked: list[str] = []

    def knows(self, user: str, id_token: str, end: float, **more: Any) -> None:
        """An ID token that is good."""
        self.id_tokens[id_token] = {
            "iss": "https://access.line.me",
            "sub": user.partition(":")[2],
            "aud": CHANNEL,
            "exp": int(end),
            "iat": int(end) - 3600,
            **more,
        }

    def grants(self, user: str, token: str, client: str = CHANNEL, left: int = 3600) -> None:
        """An access token that is good."""
        self.access[token] = {
            "sub": user.partition(":")[2],
            "verify": {"scope": "openid", "client_id": client, "expires_in": left},
        }

    async def _verify(self, request: web.Request) -> web.Response:
        self.asked.append(f"{request.method} {request.path}")
        if self.status != 200 or self.body is not None:
            return web.Response(text=self.body or "{}", status=self.status)
        if request.method == "GET":
            known = self.access.get(request.query.get("access_token", ""))
            if known is None:
                wrong = {"error": "invalid_request", "error_description": "access token expired"}
                return web.json_response(wrong, status=400)
            return web.json_response(known["verify"])
        form = await request.post()
        assert form["client_id"] == CHANNEL
        answer = self.id_tokens.get(str(form["id_token"]), INVALID)
        return web.json_response(answer, status=400 if "error" in answer else 200)

    async def _userinfo(self, request: web.Request) -> web.Response:
        self.asked.append(f"{request.method} {request.path}")
        known = self.access.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        if known is None:
            return web.json_response({"error": "invalid_token"}, status=401)
        return web.json_response({"sub": known["sub"]})

    def application(self) -> web.Application:
        """The server."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/oauth2/v2.1/verify", self._verify),
                web.post("/oauth2/v2.1/verify", self._verify),
                web.get("/oauth2/v2.1/userinfo", self._userinfo),
            ]
        )
        return app


@asynccontextmanager
async def served() -> AsyncIterator[tuple[LineLogin, str]]:
    """LINE, and where it is."""
    line = LineLogin()
    async with TestServer(line.application()) as server:
        yield line, f"http://127.0.0.1:{server.port}"
