"""The way to Telegram's servers: what comes back is Telegram's answer, or told to be none.

The library tells apart what Telegram answers; a proxy, a wrong address or a server in trouble
answers other things (pages, `{}`, an empty body), which must neither pass as an answer nor be
written to the log with their contents.
"""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import httpx
from telegram import Bot
from telegram.error import NetworkError
from telegram.request import BaseRequest, HTTPXRequest

from adapters.foreign import Unreadable, read_json

CONNECTING = 8.0  # seconds until a connection stands
ANSWERING = 12.0  # seconds until an answer has come

NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
"""Causes for which nothing of a call has reached Telegram."""


class NoAnswer(NetworkError):
    """What came back is no answer of Telegram's; `status` is that of HTTP."""

    def __init__(self, status: int) -> None:
        try:
            phrase = HTTPStatus(status).phrase
        except ValueError:
            phrase = "unknown"
        super().__init__(f"no answer of Telegram's: {status} {phrase}")
        self.status = status


class Wire(HTTPXRequest):
    """The library's client, a little stricter. `told` hears the time that Telegram tells, in
    seconds since 1970."""

    def __init__(self, told: Callable[[float], None], **more: Any) -> None:
        async def note(response: httpx.Response) -> None:
            date = _date(response.headers.get("date", ""))
            if date is not None:
                told(date)

        super().__init__(httpx_kwargs={"event_hooks": {"response": [note]}}, **more)

    async def do_request(self, *what: Any, **more: Any) -> tuple[int, bytes]:
        """Ask, and take only what Telegram says. Raises `NoAnswer` and the library's errors."""
        status, payload = await super().do_request(*what, **more)
        if not _is_answer(status, payload):
            raise NoAnswer(status)
        return status, payload


def _date(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp() if text else None
    except (ValueError, OverflowError):
        return None


def _is_answer(status: int, payload: bytes) -> bool:
    """Whether a body has the form of Telegram's answers."""
    try:
        data = read_json(payload)
    except Unreadable:
        return False
    if not isinstance(data, dict):
        return False
    if 200 <= status <= 299:
        return data.get("ok") is True and "result" in data
    parameters = data.get("parameters", {})
    return data.get("ok") is False and isinstance(parameters, dict)


def make_bot(
    token: str,
    request: BaseRequest | None = None,
    base_url: str = "",
    told: Callable[[float], None] = lambda date: None,
) -> Bot:
    """A client of Telegram with a token. `told` hears what time it is there."""
    asking = request or Wire(told, connection_pool_size=4)
    calls = request or Wire(told, read_timeout=ANSWERING, connect_timeout=CONNECTING)
    if base_url:
        return Bot(token, base_url=f"{base_url}/bot", request=calls, get_updates_request=asking)
    return Bot(token, request=calls, get_updates_request=asking)
