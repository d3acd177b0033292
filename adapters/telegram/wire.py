"""The way to Telegram's servers: what comes back is Telegram's answer, or told to be none.

The library tells apart what Telegram answers; a proxy, a wrong address or a server in trouble
answers other things (pages, `{}`, an empty body), which must neither pass as an answer nor be
written to the log with their contents.

Calls go by aiohttp, as those to LINE do: the library's own client, httpx, works five times as long
on each, and whoever has pressed waits for it.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from telegram import Bot
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from adapters.foreign import Unreadable, read_json
from adapters.settings import NeedsCertificates
from adapters.trouble import Trouble, WrongSetting

CONNECTING = 8.0  # seconds until a connection stands
ANSWERING = 12.0  # seconds until an answer has come
UNHURRIED = 5.0  # seconds for both, where nothing else is said
WRITING, UPLOADING = 5.0, 20.0  # seconds that a call, and one with files, may take to go out
MOST = 256  # connections at once
KEPT = 5.0  # seconds for which a connection is kept for the next call
TURNS = 3  # of the loop, until it knows of an end that has come: two by TCP, one more by TLS
FORM = "application/x-www-form-urlencoded"

UNSENT = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.ClientHttpProxyError,
    aiohttp.InvalidURL,
    aiohttp.NonHttpUrlClientError,
)
"""Errors with which nothing of a call has reached Telegram."""


class NotSent(NetworkError):
    """Nothing of a call has reached Telegram."""


class NoAnswer(NetworkError):
    """What came back is no answer of Telegram's; `status` is that of HTTP."""

    def __init__(self, status: int) -> None:
        try:
            phrase = HTTPStatus(status).phrase
        except ValueError:
            phrase = "unknown"
        super().__init__(f"no answer of Telegram's: {status} {phrase}")
        self.status = status


class Wire(BaseRequest):
    """A client of Telegram's servers. `told` hears the time that Telegram tells, in seconds since
    1970. `answering` and `connecting` are its patience (seconds), `most` its connections;
    `secure` is whom it trusts."""

    def __init__(
        self,
        told: Callable[[float], None],
        answering: float = UNHURRIED,
        connecting: float = UNHURRIED,
        most: int = MOST,
        secure: ssl.SSLContext | None = None,
    ) -> None:
        self._told = told
        self._answering, self._connecting, self._most = answering, connecting, most
        self._secure = secure
        self._session: aiohttp.ClientSession | None = None
        self._proxy: str | None = None
        self._closed = False

    @property
    def read_timeout(self) -> float:
        """Seconds until an answer must have come, where a call does not say it."""
        return self._answering

    async def initialize(self) -> None:
        """Be ready, again."""
        self._closed = False

    async def shutdown(self) -> None:
        """Close the connections."""
        self._closed = True
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Ask, and take only what Telegram says. Raises `NoAnswer`, `NotSent` and the library's
        errors, none of which tells the address: the token stands in it."""
        files = request_data is not None and request_data.contains_files
        writing = _seconds(write_timeout, UPLOADING if files else WRITING)
        answering = _seconds(read_timeout, self._answering)
        connecting = _seconds(connect_timeout, self._connecting)
        patience = aiohttp.ClientTimeout(
            total=connecting + writing + answering, connect=connecting, sock_read=answering
        )
        await _hear_ends()
        try:
            async with self._opened(url).request(
                method,
                url,
                **_body(request_data),
                timeout=patience,
                allow_redirects=False,
                proxy=self._proxy,
            ) as response:
                status, payload = response.status, await response.read()
                date = _date(response.headers.get("Date", ""))
        except NetworkError:
            raise
        except UNSENT as error:
            raise NotSent(type(error).__name__) from None
        except TimeoutError:
            raise TimedOut from None
        except Exception as error:
            raise NetworkError(type(error).__name__) from None
        if date is not None:
            self._told(date)
        if not _is_answer(status, payload):
            raise NoAnswer(status)
        return status, payload

    def _opened(self, url: str) -> aiohttp.ClientSession:
        """The connections; they are all to one server. They take the proxy that the library's
        client would."""
        if self._closed:
            raise NotSent("the host ends")
        if self._session is None:
            parts = urlsplit(url)
            secure = True if self._secure is None else self._secure
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=self._most, ssl=secure, keepalive_timeout=KEPT
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )
            self._proxy = _proxy(parts.scheme, parts.hostname or "")
        return self._session


async def _hear_ends() -> None:
    """Hear which connections have ended, before a call takes one that was kept.

    The server may have ended it while the loop stood still. A call that is written there never
    leaves this machine, and yet looks as if it may have arrived; aiohttp repeats none that may not
    go out twice. The turns cost some microseconds, and nothing else tells how long the loop stood.
    (Clients that look for a proxy with each call, as LINE's, wait for a thread there: they have
    heard it by then.)"""
    for _ in range(TURNS):
        await asyncio.sleep(0)


def _seconds(given: Any, otherwise: float) -> float:
    """A patience that was given, or the usual one."""
    return float(given) if isinstance(given, int | float) else otherwise


def _body(data: RequestData | None) -> dict[str, Any]:
    """What a call carries: a form, in parts if there are files in it."""
    fields = data.json_parameters if data is not None else {}
    if data is None or not data.contains_files:
        body = {"data": urlencode(fields).encode(), "headers": {"Content-Type": FORM}}
        return body if fields else {}
    form = aiohttp.FormData(quote_fields=False)
    for name, value in fields.items():
        form.add_field(name, value)
    for name, (file, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=file, content_type=kind)
    return {"data": form}


def _proxy(scheme: str, host: str) -> str | None:
    """The proxy that the environment names for a server, if it names one."""
    proxies = getproxies()
    found = proxies.get(scheme) or proxies.get("all")
    if not found or proxy_bypass(host):
        return None
    return found if "://" in found else f"http://{found}"


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


def trusted() -> ssl.SSLContext:
    """Whom the library's client would trust. Raises `Trouble`."""
    for name, right in (("SSL_CERT_FILE", Path.is_file), ("SSL_CERT_DIR", Path.is_dir)):
        if named := os.environ.get(name):
            with suppress(OSError):  # it is not for us to read, or holds no certificate
                if right(Path(named)):
                    return httpx.create_ssl_context()
            raise Trouble(WrongSetting(name, NeedsCertificates()))
    return httpx.create_ssl_context()


class _Connected(Bot):
    """The library's bot. Its own `shutdown` closes nothing unless `initialize` has asked before
    who we are; we ask that in a way of our own."""

    async def shutdown(self) -> None:
        """Close the connections."""
        for request in self._request:
            await request.shutdown()


def make_bot(
    token: str,
    request: BaseRequest | None = None,
    base_url: str = "",
    told: Callable[[float], None] = lambda date: None,
) -> Bot:
    """A client of Telegram with a token. `told` hears what time it is there. Raises `Trouble` if
    the environment names certificates that cannot be read."""
    secure = trusted() if not request and not base_url.startswith("http:") else None
    asking = request or Wire(told, most=4, secure=secure)
    calls = request or Wire(told, ANSWERING, CONNECTING, secure=secure)
    if base_url:
        return _Connected(
            token, base_url=f"{base_url}/bot", request=calls, get_updates_request=asking
        )
    return _Connected(token, request=calls, get_updates_request=asking)
