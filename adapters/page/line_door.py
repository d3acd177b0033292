"""Who somebody is at the door of LINE: its ID token, or where that is stale its access token.

LINE itself is asked about both, for the channel of our LIFF app alone. What a token says of itself
is believed only where it speaks against it.
"""

from __future__ import annotations

import asyncio
import binascii
import logging
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from typing import Any

import aiohttp

from adapters.foreign import Unreadable, read_json
from adapters.page.door_texts import CannotAsk, NotConfirmed, OtherChannel, TooOld
from adapters.page.who import NotIn, Person

log = logging.getLogger("fumibako.page")

PLATFORM = "line"
TITLE = "LINE"
API = "https://api.line.me"
ISSUER = "https://access.line.me"
TIMEOUT = 5.0  # seconds
AT_ONCE = 8  # questions to LINE that are open at the same time
TOKEN = re.compile(r"[A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]+")
USER = re.compile(r"U[0-9a-f]{32}")
Answer = tuple[int, Mapping[str, Any]]
SILENT: Answer = (500, {})


class LineDoor:
    """Asks LINE about tokens. `liff` is the id of the LIFF app: its channel is the part before
    "-". `api` is another server that speaks as LINE's; empty: LINE's own."""

    def __init__(self, liff: str, now: Callable[[], float], api: str = "") -> None:
        self.channel = liff.partition("-")[0]
        self._now = now
        self._api = api or API
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._session: aiohttp.ClientSession | None = None

    async def who(self, id_token: str, access: str) -> Person | NotIn:
        """Whoever opened the page: by the ID token; where it is stale or missing, by the access
        token."""
        by_id = await self._by_id(id_token) if id_token else NotIn(TooOld(), again=True)
        if isinstance(by_id, NotIn) and by_id.again and access:
            return await self._by_access(access)
        return by_id

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _by_id(self, token: str) -> Person | NotIn:
        claims = _claims(token)
        if claims is None:
            return NotIn(NotConfirmed(TITLE))
        if claims.get("aud") != self.channel:
            return NotIn(OtherChannel(TITLE))
        if not self._lasts(claims.get("exp")):
            return NotIn(TooOld(), again=True)
        form = {"id_token": token, "client_id": self.channel}
        status, told = await self._ask("POST", "/oauth2/v2.1/verify", form=form)
        if status != 200:
            return _refused(status, str(told.get("error_description", "")))
        if told.get("iss") != ISSUER or told.get("aud") != self.channel:
            return NotIn(NotConfirmed(TITLE))
        if not self._lasts(told.get("exp")):
            return NotIn(TooOld(), again=True)
        return _person(told)

    async def _by_access(self, token: str) -> Person | NotIn:
        query = {"access_token": token}
        status, told = await self._ask("GET", "/oauth2/v2.1/verify", query=query)
        if status != 200:
            return _refused(status, "IdToken expired.")  # LINE does not say what is wrong with it
        if told.get("client_id") != self.channel:
            return NotIn(OtherChannel(TITLE))
        left = told.get("expires_in")
        if type(left) is not int or left <= 0:
            return NotIn(TooOld(), again=True)
        status, told = await self._ask("GET", "/oauth2/v2.1/userinfo", bearer=token)
        return _person(told) if status == 200 else _refused(status, "IdToken expired.")

    def _lasts(self, end: object) -> bool:
        return type(end) is int and end > self._now()

    async def _ask(
        self,
        method: str,
        path: str,
        *,
        form: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        bearer: str = "",
    ) -> Answer:
        """Status and answer; 500 where LINE gives none, or something that is none. Nothing of
        what is asked or answered is ever logged."""
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=TIMEOUT)
            self._session = aiohttp.ClientSession(timeout=timeout, trust_env=True)
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        try:
            async with (
                self._turns,
                self._session.request(
                    method,
                    f"{self._api}{path}",
                    data=form,
                    params=query,
                    headers=headers,
                    allow_redirects=False,
                ) as answer,
            ):
                status, body = answer.status, await answer.read()
            data = read_json(body)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, Unreadable) as failed:
            log.warning("LINE does not tell who somebody is (%s)", type(failed).__name__)
            return SILENT
        return (status, data) if isinstance(data, dict) else SILENT


def _refused(status: int, why: str) -> NotIn:
    """What an answer other than 200 means: what LINE says of a token, or that it says nothing."""
    if status not in (400, 401):
        log.warning("LINE does not tell who somebody is (%d)", status)
        return NotIn(CannotAsk(TITLE), later=True)
    if "expired" in why:
        return NotIn(TooOld(), again=True)
    return NotIn(OtherChannel(TITLE) if "Audience" in why else NotConfirmed(TITLE))


def _person(told: Mapping[str, Any]) -> Person | NotIn:
    user, name = told.get("sub"), told.get("name")
    if not isinstance(user, str) or not USER.fullmatch(user):
        return NotIn(NotConfirmed(TITLE))
    return Person(f"{PLATFORM}:{user}", name if isinstance(name, str) else "")


def _claims(token: str) -> Mapping[str, Any] | None:
    """What an ID token says of itself, unproved; None if it is none."""
    if not TOKEN.fullmatch(token):
        return None
    part = token.split(".")[1]
    try:
        claims = read_json(urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (binascii.Error, ValueError, Unreadable):
        return None
    return claims if isinstance(claims, dict) else None
