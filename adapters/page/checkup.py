"""The page's part of `fumibako doctor`: whether each door stands open from outside."""

from __future__ import annotations

from typing import ClassVar

import aiohttp
import msgspec

from adapters.finding import Finding
from adapters.page.files import build
from adapters.page.joined import addresses
from adapters.page.line_door import API
from adapters.page.telegram_door import FRAMED_BY
from adapters.settings import Settings
from core.kernel.text import N_, Code, Public

TIMEOUT = 8.0  # seconds
RUN = "fumibako run"
SOMEWHERE = "t/doctor"  # the key of a table that there is not: the page opens and says so


class AppNeedsAddress(Public, frozen=True, tag="doctor.page.no-address"):
    text: ClassVar[str] = N_(
        "{setting} is set, but PUBLIC_URL is not: the page needs a public https address."
    )
    setting: Code


class PageUntested(Public, frozen=True, tag="doctor.page.untested"):
    text: ClassVar[str] = N_(
        "The page: whether {url} leads to this host can be tested only while “{command}” is "
        "running: start it, then ask again."
    )
    url: Code
    command: Code


class PageGood(Public, frozen=True, tag="doctor.page"):
    text: ClassVar[str] = N_(
        "The page opens at {url}: personal links and the key of a group work, {privacy} tells what "
        "is kept."
    )
    url: Code
    privacy: Code


class PageSilent(Public, frozen=True, tag="doctor.page.silent"):
    text: ClassVar[str] = N_(
        "The page: {url} cannot be reached from this machine ({why}). Some networks lead no way "
        "back to themselves: open it on a phone outside of yours. If it does not open there, check "
        "that the address leads here, with a certificate that everybody trusts."
    )
    url: Code
    why: Code


class PageMoved(Public, frozen=True, tag="doctor.page.moved"):
    text: ClassVar[str] = N_(
        "The page: {url} leads on to {to}. Tell your proxy to hand every address through as it is; "
        "LINE loses what it has put there."
    )
    url: Code
    to: Code


class PageForeign(Public, frozen=True, tag="doctor.page.foreign"):
    text: ClassVar[str] = N_(
        "The page: something answers at {url} ({why}), but it is not this host as it runs now. "
        "Does your proxy hand every path through to it, and is it started anew since the last "
        "update?"
    )
    url: Code
    why: Code


class PolicyLost(Public, frozen=True, tag="doctor.page.policy"):
    text: ClassVar[str] = N_(
        "The page: between {url} and this host something changes the header {header}. Tell your "
        "proxy to leave it alone, or the page does not open in {platform}."
    )
    url: Code
    header: Code
    platform: Code


class TelegramDoorGood(Public, frozen=True, tag="doctor.page.telegram"):
    text: ClassVar[str] = N_("Telegram's door of the page answers: {url}")
    url: Code


class NoTelegramApp(Public, frozen=True, tag="doctor.page.no-app"):
    text: ClassVar[str] = N_(
        "TELEGRAM_APP is not set: in Telegram the page opens by personal links only. "
        "docs/hosting.md tells how to make a Mini App with @BotFather."
    )


class LineDoorGood(Public, frozen=True, tag="doctor.page.line"):
    text: ClassVar[str] = N_(
        "LINE's door of the page answers: {url}. To check by eye in the LINE Developers console: "
        "that is the endpoint URL of the LIFF app, its scope openid is on, its channel is "
        "published and has the same provider as your Messaging API channel."
    )
    url: Code


class NoLiff(Public, frozen=True, tag="doctor.page.no-liff"):
    text: ClassVar[str] = N_(
        "LINE_LIFF_ID is not set: in LINE the page opens by personal links and by the key of the "
        "group. docs/hosting-line.md tells what a LIFF app adds."
    )


class LoginKnown(Public, frozen=True, tag="doctor.page.login"):
    text: ClassVar[str] = N_("LINE answers about tokens of the channel {channel}.")
    channel: Code


class LoginUnknown(Public, frozen=True, tag="doctor.page.login-unknown"):
    text: ClassVar[str] = N_(
        "LINE does not know the channel {channel} ({why}). LINE_LIFF_ID must be copied from the "
        "tab LIFF of your LINE Login channel."
    )
    channel: Code
    why: Code


class LoginSilent(Public, frozen=True, tag="doctor.page.login-silent"):
    text: ClassVar[str] = N_(
        "LINE does not answer about tokens ({why}). While that is so nobody can open the page in "
        "LINE; personal links work."
    )
    why: Code


class _Seen(msgspec.Struct, frozen=True):
    """What answers at an address. `why` is empty if something does."""

    status: int = 0
    to: str = ""
    law: str = ""
    frame: str = ""
    text: str = ""
    why: str = ""


async def checkup(settings: Settings, *, running: bool) -> list[Finding]:
    """Look at every door that the settings ask for. `running`: a host runs that could answer."""
    public, known = settings.public_url, addresses(settings)
    if not public:
        asked = {"TELEGRAM_APP": known.app, "LINE_LIFF_ID": settings.line_liff_id}
        return [Finding(False, AppNeedsAddress(name)) for name, value in asked.items() if value]
    timeout = aiohttp.ClientTimeout(total=TIMEOUT)
    async with aiohttp.ClientSession(timeout=timeout, trust_env=True) as session:
        found = await _doors(session, settings) if running else []
        if not running:
            found.append(Finding(None, PageUntested(public, RUN)))
        if known.bot and not known.app:
            found.append(Finding(None, NoTelegramApp()))
        if known.liff:
            found.append(await _login(session, known.liff.partition("-")[0], settings.line_api))
        elif settings.line_channel_secret:
            found.append(Finding(None, NoLiff()))
    return found


async def _doors(session: aiohttp.ClientSession, settings: Settings) -> list[Finding]:
    public, known = settings.public_url, addresses(settings)
    plain = f"{public}/{SOMEWHERE}"
    wrong = _wrong(plain, await _look(session, plain))
    if wrong is not None:
        return [wrong]
    found = [Finding(True, PageGood(public, f"{public}/privacy"))]
    if known.bot:
        url = f"{public}/app"
        seen = await _look(session, url)
        lost = PolicyLost(url, "Content-Security-Policy", "Telegram")
        if seen.frame:
            lost = PolicyLost(url, "X-Frame-Options", "Telegram")
        framed = f"frame-ancestors {FRAMED_BY}" in seen.law and not seen.frame
        good = Finding(True, TelegramDoorGood(url)) if framed else Finding(False, lost)
        found.append(_wrong(url, seen) or good)
    if known.liff:
        url = f"{public}/liff"
        seen = await _look(session, f"{url}?liff.state=%3Ft%3Ddoctor")
        lost = PolicyLost(url, "Content-Security-Policy", "LINE")
        scripts = "https://static.line-scdn.net" in seen.law
        good = Finding(True, LineDoorGood(url)) if scripts else Finding(False, lost)
        found.append(_wrong(url, seen) or good)
    return found


def _wrong(url: str, seen: _Seen) -> Finding | None:
    """What is wrong with an address at which the page should be; None if it is there."""
    if seen.why:
        return Finding(None, PageSilent(url, seen.why))
    if seen.to:
        return Finding(False, PageMoved(url, seen.to))
    if seen.status != 200 or build() not in seen.text:
        return Finding(False, PageForeign(url, f"HTTP {seen.status}"))
    return None


async def _look(session: aiohttp.ClientSession, url: str) -> _Seen:
    try:
        async with session.get(url, allow_redirects=False) as answer:
            return _Seen(
                answer.status,
                answer.headers.get("Location", "")[:200],
                answer.headers.get("Content-Security-Policy", ""),
                answer.headers.get("X-Frame-Options", ""),
                await answer.text(errors="replace"),
            )
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as failed:
        return _Seen(why=type(failed).__name__)


async def _login(session: aiohttp.ClientSession, channel: str, api: str) -> Finding:
    """Whether LINE answers about tokens of a channel: it is asked about one that there is not."""
    form = {"id_token": "e30.e30.e30", "client_id": channel}
    try:
        async with session.post(f"{api or API}/oauth2/v2.1/verify", data=form) as answer:
            status, told = answer.status, await answer.json(content_type=None)
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as failed:
        return Finding(False, LoginSilent(type(failed).__name__))
    why = str(told.get("error_description", "")) if isinstance(told, dict) else ""
    if status not in (400, 401) or not why:
        return Finding(False, LoginSilent(f"HTTP {status}"))
    if "client" in why.lower() or "channel" in why.lower():
        return Finding(False, LoginUnknown(channel, why[:100]))
    return Finding(True, LoginKnown(channel))
