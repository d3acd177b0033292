"""The fake LINE behind a real socket, for the library that is used in earnest."""

from __future__ import annotations

import asyncio

from aiohttp import web

from tests.adapters.line.fake import FakeLine


class Slow:
    """How many seconds LINE takes for questions whose path has a certain word in it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    async def wait(self, path: str) -> None:
        """Take the time."""
        for word, seconds in self.seconds.items():
            if word in path:
                await asyncio.sleep(seconds)


def application(line: FakeLine, slow: Slow | None = None) -> web.Application:
    """A server that answers as LINE does."""

    async def handle(request: web.Request) -> web.Response:
        body = await request.read()
        if slow is not None:
            await slow.wait(request.path)
        status, data = line.handle(request.method, request.path, dict(request.headers), body)
        headers = {"x-line-request-id": f"r{line.count}"}
        return web.json_response(data, status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    return app
