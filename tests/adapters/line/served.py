"""The fake LINE behind a real socket, for the library that is used in earnest."""

from __future__ import annotations

from aiohttp import web

from tests.adapters.line.fake import FakeLine


def application(line: FakeLine) -> web.Application:
    """A server that answers as LINE does."""

    async def handle(request: web.Request) -> web.Response:
        status, data = line.handle(
            request.method, request.path, dict(request.headers), await request.read()
        )
        headers = {"x-line-request-id": f"r{line.count}"}
        return web.json_response(data, status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    return app
