"""What we ask of LINE's servers, and how their answers are told apart."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any, Protocol
from urllib.parse import quote

import msgspec

from adapters.foreign import Unreadable, read_json

log = logging.getLogger("fumibako.line")
Data = Mapping[str, Any]

TIMEOUT = 5.0  # seconds

NOBODY = 0
"""Instead of an HTTP status: no connection was made, so nothing has arrived."""
UNKNOWN = -1
"""Instead of an HTTP status: no answer came; nobody knows whether the request arrived."""
STRANGE = -2
"""Instead of an HTTP status: something answered that cannot be LINE."""


class Outcome(Enum):
    """What became of a reply or a push."""

    DONE = "done"
    SPENT = "spent"  # the reply token was used or is too old
    REFUSED = "refused"  # the body is not accepted
    LATER = "later"  # too many requests
    QUOTA = "quota"  # the month's messages are used up
    DENIED = "denied"  # the access token is wrong
    AWAY = "away"  # no connection was made: it did not arrive
    FAILED = "failed"  # the network or LINE itself: nobody knows whether it arrived


class Profile(msgspec.Struct, frozen=True):
    """The account itself: the name of the account as a person of LINE (`user`), its name to
    search for, and whether people answer in its chats."""

    user: str = ""
    basic_id: str = ""
    name: str = ""
    chat_mode: str = ""


class Quota(msgspec.Struct, frozen=True):
    """Messages of this month: how many there are (None: no limit), and how many are used."""

    limit: int | None = None
    used: int = 0


class Api(Protocol):
    """LINE's servers. `on_date` is called with the time of day at LINE (seconds since 1970,
    to a second) as each answer tells it."""

    on_date: Callable[[float], None]

    async def reply(self, body: Data) -> Outcome:
        """Answer with a reply token."""

    async def push(self, body: Data, retry_key: str) -> Outcome:
        """Send without one; it is billed. The same key sends only once."""

    async def ask(
        self, path: str, method: str = "GET", timeout: float = TIMEOUT, body: Data | None = None
    ) -> tuple[int, Data]:
        """Any other question: HTTP status (or `NOBODY`, `UNKNOWN`, `STRANGE`) and the answer,
        empty if it is no JSON object. Never raises."""

    async def close(self) -> None:
        """Close the connections."""


async def account(api: Api) -> tuple[int, Profile]:
    """The account, and the HTTP status with which LINE told (or refused to tell) it."""
    status, data = await api.ask("/v2/bot/info")
    found = Profile(
        _text(data, "userId"),
        _text(data, "basicId"),
        _text(data, "displayName"),
        _text(data, "chatMode"),
    )
    if status == 200 and not found.basic_id:
        return STRANGE, found
    return status, found


async def member_name(api: Api, kind: str, chat: str, user: str) -> str:
    """What a member of a group calls themselves; empty if LINE does not tell."""
    place = "group" if kind == "group" else "room"
    path = f"/v2/bot/{place}/{quote(chat, safe='')}/member/{quote(user, safe='')}"
    if kind == "user":
        path = f"/v2/bot/profile/{quote(user, safe='')}"
    status, data = await api.ask(path)
    return _text(data, "displayName") if status == 200 else ""


async def group_name(api: Api, chat: str) -> str:
    """The name of a group; empty if LINE does not tell."""
    status, data = await api.ask(f"/v2/bot/group/{quote(chat, safe='')}/summary")
    return _text(data, "groupName") if status == 200 else ""


async def quota(api: Api) -> Quota | None:
    """What is left of the month's messages, by LINE's own count (which is approximate)."""
    status, data = await api.ask("/v2/bot/message/quota")
    other, used = await api.ask("/v2/bot/message/quota/consumption")
    if status != 200 or other != 200:
        return None
    limit, spent = data.get("value"), used.get("totalUsage")
    return Quota(
        limit if isinstance(limit, int) and data.get("type") == "limited" else None,
        spent if isinstance(spent, int) else 0,
    )


def outcome(status: int, data: Data) -> Outcome:
    """What an answer to a reply or a push means. 429 and 400 are told apart by their words."""
    said = str(data.get("message", "")).lower()
    if status in (200, 202, 409):  # 409: the same key was accepted before
        return Outcome.DONE
    if status == 400:
        return Outcome.SPENT if "reply token" in said else Outcome.REFUSED
    if status == 429:
        return Outcome.QUOTA if "monthly limit" in said else Outcome.LATER
    if status in (401, 403):
        return Outcome.DENIED
    if status == NOBODY:
        return Outcome.AWAY
    return Outcome.FAILED if status < 0 or status >= 500 else Outcome.REFUSED


def _text(data: Data, name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


class LineApi:
    """LINE's servers by way of line-bot-sdk. Its models cost milliseconds for each bubble, so
    bodies go as they are; session, address and token are the library's. `linebot` is imported
    here, and so only where LINE is configured (its import takes a second). `host` is another
    server that speaks the Messaging API; empty: LINE's own."""

    def __init__(self, token: str, host: str = "") -> None:
        from linebot.v3.messaging import AsyncApiClient, AsyncMessagingApi, Configuration

        self._client = AsyncApiClient(Configuration(access_token=token.strip()))
        # The client knows no address by itself: the library's own methods hand theirs to it.
        self._host: str = host or AsyncMessagingApi(self._client).line_base_path
        self._denied = False
        self.on_date: Callable[[float], None] = lambda at: None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def reply(self, body: Data) -> Outcome:
        """Answer with a reply token."""
        return outcome(*await self.ask("/v2/bot/message/reply", "POST", body=body))

    async def push(self, body: Data, retry_key: str) -> Outcome:
        """Send without one; it is billed. The same key sends only once."""
        headers = {"X-Line-Retry-Key": retry_key}
        return outcome(
            *await self._send("/v2/bot/message/push", "POST", TIMEOUT, body, headers),
        )

    async def ask(
        self, path: str, method: str = "GET", timeout: float = TIMEOUT, body: Data | None = None
    ) -> tuple[int, Data]:
        """Any other question: HTTP status (or `NOBODY`, `UNKNOWN`, `STRANGE`) and the answer,
        empty if it is no JSON object. Never raises."""
        return await self._send(path, method, timeout, body, {})

    async def _send(
        self, path: str, method: str, timeout: float, body: Data | None, more: Mapping[str, str]
    ) -> tuple[int, Data]:
        import aiohttp
        from linebot.v3.messaging import ApiException

        headers = {"Accept": "application/json", **more}
        if method != "GET":
            headers["Content-Type"] = "application/json"
        try:
            response = await self._client.call_api(
                path,
                method,
                header_params=headers,
                body=body,
                response_types_map={"200": "bytearray", "202": "bytearray"},
                auth_settings=["Bearer"],
                _host=self._host,
                _request_timeout=timeout,
            )
            status, raw, told = response.status_code, response.data, response.headers
        except ApiException as refused:
            status, raw, told = refused.status, refused.body, refused.headers
        except aiohttp.ClientConnectorError as failed:
            log.warning("LINE cannot be reached (%s)", type(failed).__name__)
            return NOBODY, {}
        except (TimeoutError, aiohttp.ClientError, OSError) as failed:
            log.warning("LINE does not answer (%s)", type(failed).__name__)
            return UNKNOWN, {}
        except Exception as odd:  # the library expects nothing but LINE
            log.warning("what answers is not LINE (%s)", type(odd).__name__)
            return STRANGE, {}
        data = _parsed(raw)
        if data is None and status < 500:
            log.warning("what answers is not LINE (%d)", status)
            return STRANGE, {}
        self._note(status, told)
        return status, data or {}

    def _note(self, status: int, headers: Any) -> None:
        """Tell LINE's time. A wrong token is said once, not with every message."""
        try:
            date = parsedate_to_datetime(headers.get("Date")).timestamp()
        except (AttributeError, TypeError, ValueError):
            pass  # whatever stands there is no time
        else:
            self.on_date(date)
        if status == 401 and not self._denied:
            log.error("LINE does not accept LINE_CHANNEL_ACCESS_TOKEN; nothing can be sent there.")
        self._denied = status == 401


def _parsed(body: object) -> Data | None:
    """The JSON object that was answered (an empty answer counts as an empty one); None if it is
    something else."""
    if body is None or body in ("", b""):
        return {}
    try:
        data = read_json(body) if isinstance(body, str | bytes) else None
    except Unreadable:
        return None
    return data if isinstance(data, dict) else None
