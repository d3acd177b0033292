"""Telegram's part of `fumibako doctor`: token, webhook or asking, privacy, rights, clock."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar

import httpx
from telegram import Bot, WebhookInfo
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, TelegramError
from telegram.request import BaseRequest, HTTPXRequest

from adapters.finding import Finding
from adapters.status import Status
from adapters.telegram.api import raw
from adapters.telegram.hear import GONE
from adapters.telegram.intake import KEPT_ASIDE
from adapters.telegram.people import PLATFORM
from adapters.telegram.platform import make_bot
from adapters.telegram.posted import place
from adapters.trouble import WrongTelegramToken
from core.ports import Directory
from core.text import N_, Code, Public, Said, Span

MOST_ROOMS = 20  # the newest rooms whose rights are looked at
SKEW = 10  # seconds that a clock may be wrong


class TokenGood(Public, frozen=True, tag="doctor.telegram.token"):
    text: ClassVar[str] = N_("Telegram: the token is that of {name}.")
    name: Code


class CannotReach(Public, frozen=True, tag="doctor.telegram.unreachable"):
    text: ClassVar[str] = N_(
        "Telegram cannot be reached from here ({why}). Check the network, a firewall or a proxy "
        "(HTTPS_PROXY)."
    )
    why: Code


class GroupsForbidden(Public, frozen=True, tag="doctor.telegram.no-groups"):
    text: ClassVar[str] = N_(
        "The bot cannot be added to groups: send /setjoingroups to @BotFather and choose Enable."
    )


class PrivacyOn(Public, frozen=True, tag="doctor.telegram.privacy-on"):
    text: ClassVar[str] = N_(
        "Privacy mode is on, as it should be: buttons, commands and replies reach the bot."
    )


class PrivacyOff(Public, frozen=True, tag="doctor.telegram.privacy-off"):
    text: ClassVar[str] = N_(
        "Privacy mode is off: the bot gets every message of its groups and ignores most. To turn "
        "it on, send /setprivacy to @BotFather, then remove the bot from its groups and add it."
    )


class WebhookGood(Public, frozen=True, tag="doctor.telegram.webhook"):
    text: ClassVar[str] = N_("Telegram brings news to {url}.")
    url: Code


class WebhookMissing(Public, frozen=True, tag="doctor.telegram.no-webhook"):
    text: ClassVar[str] = N_(
        "Telegram does not know yet where to bring news; {command} tells it at its start."
    )
    command: Code


class WebhookElsewhere(Public, frozen=True, tag="doctor.telegram.other-webhook"):
    text: ClassVar[str] = N_(
        "Telegram brings news to {url}, which is not this host. If another program uses the "
        "token, give this host a token of its own; {command} takes the news over."
    )
    url: Code
    command: Code


class WebhookFails(Public, frozen=True, tag="doctor.telegram.webhook-fails"):
    text: ClassVar[str] = N_(
        "Telegram could not bring news to {url} ({why}). That address must lead to this host: "
        "HTTPS with a valid certificate, on port 443, 80, 88 or 8443."
    )
    url: Code
    why: Code


class AskingWorks(Public, frozen=True, tag="doctor.telegram.asking"):
    text: ClassVar[str] = N_("Telegram can be asked for news; nobody else asks with this token.")


class SomebodyAsks(Public, frozen=True, tag="doctor.telegram.conflict"):
    text: ClassVar[str] = N_(
        "Another program asks for news with this token (perhaps this host, which runs already). "
        "Two get in each other's way: end one, or give it a token of its own from @BotFather."
    )


class MayWrite(Public, frozen=True, tag="doctor.telegram.rights"):
    text: ClassVar[str] = N_("The bot may write in “{room}”.")
    room: Said


class MayNotWrite(Public, frozen=True, tag="doctor.telegram.no-rights"):
    text: ClassVar[str] = N_(
        "The bot may not write in “{room}”: an admin of the group must allow it to send messages."
    )
    room: Said


class NotThere(Public, frozen=True, tag="doctor.telegram.not-there"):
    text: ClassVar[str] = N_("The bot is no longer in “{room}”.")
    room: Said


class ClockGood(Public, frozen=True, tag="doctor.clock"):
    text: ClassVar[str] = N_("The clock of this machine is right.")


class ClockOff(Public, frozen=True, tag="doctor.clock-off"):
    text: ClassVar[str] = N_(
        "The clock of this machine is wrong by {span}. Deadlines need it: let the system set it "
        "({command})."
    )
    span: Span
    command: Code


class KeptAside(Public, frozen=True, tag="doctor.telegram.aside"):
    text: ClassVar[str] = N_(
        "Updates that could not be understood and were kept aside: {number}. The log tells why."
    )
    number: int


RUN = "fumibako run"
SET_CLOCK = "timedatectl set-ntp true"


async def checkup(
    token: str,
    directory: Directory,
    public_url: str,
    now: Callable[[], float],
    base_url: str = "",
    request: BaseRequest | None = None,
    running: Status | None = None,
) -> list[Finding]:
    """Look at everything that Telegram tells. While a host is `running`, Telegram is not asked
    for news: that would make the host deaf."""
    dates: list[float] = []

    async def note(response: httpx.Response) -> None:
        when = response.headers.get("date")
        if when:
            dates.append(parsedate_to_datetime(when).timestamp() - now())

    hooks = {"event_hooks": {"response": [note]}}
    bot = make_bot(token, request or HTTPXRequest(httpx_kwargs=hooks), base_url)
    found: list[Finding] = []
    try:
        user = await bot.get_me()
        found.append(Finding(True, TokenGood(f"@{user.username}")))
        found += _settings(user.can_join_groups, user.can_read_all_group_messages)
        found += await _news(bot, public_url, running)
        found += await _rooms(bot, directory)
    except InvalidToken:
        found.append(Finding(False, WrongTelegramToken()))
    except TelegramError as error:
        found.append(Finding(False, CannotReach(str(error)[:100])))
    finally:
        await bot.shutdown()
    if dates:
        skew = max(dates, key=abs)
        wrong = abs(skew) > SKEW
        message = ClockOff(int(abs(skew)), SET_CLOCK) if wrong else ClockGood()
        found.append(Finding(not wrong, message))
    aside = len(directory.kept_like(KEPT_ASIDE))
    if aside:
        found.append(Finding(None, KeptAside(aside)))
    return found


def _settings(groups: Any, reads_all: Any) -> list[Finding]:
    found = [] if groups in (True, None) else [Finding(False, GroupsForbidden())]
    return [*found, Finding(None, PrivacyOff()) if reads_all else Finding(True, PrivacyOn())]


async def _news(bot: Bot, public_url: str, running: Status | None) -> list[Finding]:
    """How news come: by webhook, or by asking."""
    found = await _webhook(bot, public_url)
    if found is None and running is None:
        found = await _asking(bot)
    return [] if found is None else [found]


async def _webhook(bot: Bot, public_url: str) -> Finding | None:
    """None if there is none and none is wanted."""
    info: WebhookInfo = await bot.get_webhook_info()
    wanted = f"{public_url}/telegram/{bot.token.partition(':')[0]}" if public_url else ""
    if info.url and info.url != wanted:
        return Finding(False, WebhookElsewhere(info.url, RUN))
    if wanted and not info.url:
        return Finding(None, WebhookMissing(RUN))
    if wanted and info.last_error_message and info.pending_update_count:
        return Finding(False, WebhookFails(wanted, info.last_error_message))
    if wanted:
        return Finding(True, WebhookGood(wanted))
    return None


async def _asking(bot: Bot) -> Finding:
    try:
        # Without an offset nothing is confirmed: whoever hosts gets it all.
        await bot.get_updates(limit=1, timeout=0)
    except Conflict:
        return Finding(False, SomebodyAsks())
    return Finding(True, AskingWorks())


async def _rooms(bot: Bot, directory: Directory) -> list[Finding]:
    """Whether the bot may write in the groups that it knows."""
    found: list[Finding] = []
    seen: set[int] = set()
    for room in reversed(directory.rooms_on(PLATFORM)):
        chat, _ = place(room.chat)
        if chat in seen or len(seen) >= MOST_ROOMS:
            continue
        seen.add(chat)
        title = room.title or str(chat)
        try:
            number = int(bot.token.partition(":")[0])
            member = await raw(bot, "getChatMember", chat_id=chat, user_id=number)
        except (BadRequest, Forbidden):
            found.append(Finding(None, NotThere(title)))
            continue
        if member["status"] in GONE:
            found.append(Finding(None, NotThere(title)))
        elif member.get("can_send_messages", True):
            found.append(Finding(True, MayWrite(title)))
        else:
            found.append(Finding(False, MayNotWrite(title)))
    return found
