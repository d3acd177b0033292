"""Telegram's part of `fumibako doctor`: token, webhook or asking, privacy, rights, clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from urllib.parse import urlsplit

from telegram import Bot
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError
from telegram.request import BaseRequest

from adapters.door import ASIDE
from adapters.finding import Finding
from adapters.hearing import SHORT
from adapters.status import Status
from adapters.telegram.api import RIVAL, field, in_short, raw
from adapters.telegram.hear import GONE
from adapters.telegram.people import PLATFORM
from adapters.telegram.posted import place
from adapters.telegram.setup import PORTS, others
from adapters.telegram.wire import NoAnswer, make_bot
from adapters.trouble import PortRefused, WrongTelegramToken
from core.house.ports import Directory
from core.kernel.text import N_, Code, Public, Said, Span

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


class AskingFree(Public, frozen=True, tag="doctor.telegram.asking"):
    text: ClassVar[str] = N_(
        "Telegram can be asked for news. Whether another program asks with the same token shows "
        "only while the host runs."
    )


class HostHears(Public, frozen=True, tag="doctor.telegram.host-hears"):
    text: ClassVar[str] = N_("The running host hears Telegram; nobody else asks with its token.")


class HostDeaf(Public, frozen=True, tag="doctor.telegram.host-deaf"):
    text: ClassVar[str] = N_(
        "The running host has heard nothing from Telegram for {span} ({why}). Check the network of "
        "this machine and PUBLIC_URL; its log tells more."
    )
    span: Span
    why: Code


class HostEnded(Public, frozen=True, tag="doctor.telegram.host-ended"):
    text: ClassVar[str] = N_(
        "The running host has given Telegram up ({why}). Set right what its log tells, then start "
        "{command} again."
    )
    why: Code
    command: Code


class SomebodyAsks(Public, frozen=True, tag="doctor.telegram.conflict"):
    text: ClassVar[str] = N_(
        "Another program asks for news with the token of the running host. Two get in each "
        "other's way: end one, or give it a token of its own from @BotFather."
    )


class OddAnswer(Public, frozen=True, tag="doctor.telegram.odd"):
    text: ClassVar[str] = N_(
        "Telegram answered something that is no answer of Telegram's ({why}). Is TELEGRAM_API "
        "right, and no proxy in between?"
    )
    why: Code


class OtherBot(Public, frozen=True, tag="doctor.telegram.other-bot"):
    text: ClassVar[str] = N_(
        "This database has rooms of {old}. {new} can write only into groups to which it is added."
    )
    old: Code
    new: Code


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


KEPT_ASIDE = (f"{ASIDE}{PLATFORM}:", "telegram:aside:")  # now, and as it was called before
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
    """Look at everything that Telegram tells, and at what a `running` host tells of itself. It
    never asks for updates: that would make the running host deaf. Raises `Trouble` as `make_bot`
    does."""
    dates: list[float] = []
    bot = make_bot(token, request, base_url, lambda date: dates.append(date - now()))
    found: list[Finding] = []
    try:
        me = await raw(bot, "getMe")
        name = field(me, "username")
        if not isinstance(name, str) or not name:
            raise NoAnswer(200)
        found.append(Finding(True, TokenGood(f"@{name}")))
        found += _settings(me.get("can_join_groups"), me.get("can_read_all_group_messages"))
        found += await _news(bot, public_url, running)
        for other in others(bot, directory):
            found.append(Finding(None, OtherBot(f"@{other.username}", f"@{name}")))
        found += await _rooms(bot, directory)
    except InvalidToken:
        found.append(Finding(False, WrongTelegramToken()))
    except TelegramError as error:
        odd = isinstance(error, NoAnswer) and error.status < 500
        why = in_short(error)
        found.append(Finding(False, OddAnswer(why) if odd else CannotReach(why)))
    finally:
        await bot.shutdown()
    if dates:
        skew = max(dates, key=abs)
        wrong = abs(skew) > SKEW
        message = ClockOff(int(abs(skew)), SET_CLOCK) if wrong else ClockGood()
        found.append(Finding(not wrong, message))
    aside = sum(len(directory.kept_like(prefix)) for prefix in KEPT_ASIDE)
    if aside:
        found.append(Finding(None, KeptAside(aside)))
    return found


def _settings(groups: Any, reads_all: Any) -> list[Finding]:
    found = [] if groups in (True, None) else [Finding(False, GroupsForbidden())]
    return [*found, Finding(None, PrivacyOff()) if reads_all else Finding(True, PrivacyOn())]


async def _news(bot: Bot, public_url: str, running: Status | None) -> list[Finding]:
    """How news come: by webhook, or by asking; and whether a running host hears them."""
    info = await raw(bot, "getWebhookInfo")
    url, waiting = field(info, "url"), field(info, "pending_update_count")
    if not isinstance(url, str) or not isinstance(waiting, int):
        raise NoAnswer(200)
    error = str(field(info, "last_error_message"))
    wanted = f"{public_url}/telegram/{bot.token.partition(':')[0]}" if public_url else ""
    found = _told_by(running)
    port = urlsplit(public_url).netloc.rpartition(":")[2]
    if port.isdecimal() and int(port) not in PORTS:
        return [*found, Finding(False, PortRefused(port))]
    if url and url != wanted:
        return [*found, Finding(False, WebhookElsewhere(url, RUN))]
    if wanted and not url:
        return [*found, Finding(None if running is None else False, WebhookMissing(RUN))]
    if wanted and error and waiting:
        return [*found, Finding(False, WebhookFails(wanted, error[:200]))]
    if wanted:
        return [*found, Finding(True, WebhookGood(wanted))]
    return found or [Finding(True, AskingFree())]


def _told_by(running: Status | None) -> list[Finding]:
    """What a running host tells of how it hears Telegram."""
    channels = running.channels if running is not None else ()
    channel = next((each for each in channels if each.name == PLATFORM), None)
    if channel is None:
        return []
    if channel.ended:
        return [Finding(False, HostEnded(channel.trouble or "…", RUN))]
    if channel.deaf and channel.trouble == RIVAL:
        return [Finding(False, SomebodyAsks())]
    if channel.deaf > SHORT:
        return [Finding(False, HostDeaf(int(channel.deaf), channel.trouble or "…"))]
    return [] if channel.blind or channel.deaf else [Finding(True, HostHears())]


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
        if not isinstance(member, dict) or not field(member, "status"):
            raise NoAnswer(200)
        if member["status"] in GONE:
            found.append(Finding(None, NotThere(title)))
        elif member.get("can_send_messages", True):
            found.append(Finding(True, MayWrite(title)))
        else:
            found.append(Finding(False, MayNotWrite(title)))
    return found
