"""What `fumibako doctor` looks at for LINE, and what only a person can look at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from adapters.finding import Finding
from adapters.line.api import NOBODY, STRANGE, UNKNOWN, Api, account, quota
from adapters.line.people import PATH, PLATFORM, Known, is_other
from adapters.line.webhook import ENDPOINT, wanted
from adapters.status import OFTEN, Status
from core.kernel.text import N_, P_, Code, Named, Public, Word

TEST_TIMEOUT = 15.0  # seconds; LINE itself calls us during this
LOOK = 0.5  # seconds between two looks at what the running host tells


class LineSays(Public, frozen=True, tag="doctor.line-account"):
    text: ClassVar[str] = N_("LINE: the access token is that of {name} ({id}).")
    name: Code
    id: Code


class LineTokenWrong(Public, frozen=True, tag="doctor.line-token"):
    text: ClassVar[str] = N_(
        "LINE: LINE_CHANNEL_ACCESS_TOKEN is not accepted. Issue a new one in the LINE Developers "
        "console, Messaging API."
    )


class LineAway(Public, frozen=True, tag="doctor.line-away"):
    text: ClassVar[str] = N_(
        "LINE: its servers cannot be reached from here. Check this machine's connection to the "
        "internet, and whether it may call api.line.me."
    )


class NotLineItself(Public, frozen=True, tag="doctor.line-not-itself"):
    text: ClassVar[str] = N_(
        "LINE: what answers in its place is not LINE. A proxy or the login page of a network may "
        "stand in between; LINE_API must not be set."
    )


class LineTroubled(Public, frozen=True, tag="doctor.line-troubled"):
    text: ClassVar[str] = N_(
        "LINE: its servers answer with the error {status}. Ask again in some minutes."
    )
    status: int


class OtherAccount(Public, frozen=True, tag="doctor.line-other-account"):
    text: ClassVar[str] = N_(
        "LINE: this database was that of the account {before}; now the token is that of {id}. If "
        "you did not mean that, put the old token and secret back; else invite {id} to the groups."
    )
    before: Code
    id: Code


class ChatIsOff(Public, frozen=True, tag="doctor.line-chat-off"):
    text: ClassVar[str] = N_("LINE: chat is off, so the host alone answers.")


class ChatIsOn(Public, frozen=True, tag="doctor.line-chat-on"):
    text: ClassVar[str] = N_(
        "LINE: chat is on. Turn it off in the LINE Official Account Manager, response settings."
    )


class NoWebhook(Public, frozen=True, tag="doctor.line-no-webhook"):
    text: ClassVar[str] = N_(
        "LINE: no webhook is set. Enter your https address followed by {path} in the LINE "
        "Developers console, Messaging API."
    )
    path: Code


class OtherWebhook(Public, frozen=True, tag="doctor.line-other-webhook"):
    text: ClassVar[str] = N_(
        "LINE: the webhook is {url}, not {wanted}. Another host was started with this channel: end "
        "it, then restart this one, which sets the address at its start."
    )
    url: Code
    wanted: Code


class WebhookToSet(Public, frozen=True, tag="doctor.line-to-set"):
    text: ClassVar[str] = N_(
        "LINE: the webhook is still {url}. The host sets {wanted} when it starts; a host that is "
        "still running at the old address hears nothing from then on."
    )
    url: Code
    wanted: Code


class WebhookNotSet(Public, frozen=True, tag="doctor.line-not-set"):
    text: ClassVar[str] = N_(
        "LINE: no webhook is set yet. The host sets {wanted} when it starts; then turn on “Use "
        "webhook” in the LINE Developers console, Messaging API."
    )
    wanted: Code


class OtherPath(Public, frozen=True, tag="doctor.line-other-path"):
    text: ClassVar[str] = N_(
        "LINE: the webhook {url} does not end in {path}, so it does not lead to this host. Enter "
        "your https address followed by {path} in the LINE Developers console, Messaging API."
    )
    url: Code
    path: Code


class WebhookElsewhere(Public, frozen=True, tag="doctor.line-elsewhere"):
    text: ClassVar[str] = N_(
        "LINE: something answers at the webhook {url}, but it is not this host. Enter the https "
        "address that leads here, followed by {path}, in the LINE Developers console, Messaging "
        "API."
    )
    url: Code
    path: Code


class WebhookUntested(Public, frozen=True, tag="doctor.line-untested"):
    text: ClassVar[str] = N_(
        "LINE: the webhook is {url}. Whether LINE reaches it can be tested only while “fumibako "
        "run” is running: start it, then ask again."
    )
    url: Code


class WebhookOff(Public, frozen=True, tag="doctor.line-webhook-off"):
    text: ClassVar[str] = N_("LINE: the webhook {url} is set but not used. Turn on “Use webhook”.")
    url: Code


class WebhookGood(Public, frozen=True, tag="doctor.line-webhook"):
    text: ClassVar[str] = N_("LINE: the webhook {url} is used, and LINE reaches it.")
    url: Code


class SecretWrong(Public, frozen=True, tag="doctor.line-secret"):
    text: ClassVar[str] = N_(
        "LINE: the webhook answers, but refuses LINE's signature: LINE_CHANNEL_SECRET is that of "
        "another channel. Copy the one of this channel (LINE Developers console, Basic settings) "
        "and start again."
    )


class WebhookSilent(Public, frozen=True, tag="doctor.line-silent"):
    text: ClassVar[str] = N_(
        "LINE: the webhook {url} does not answer LINE ({reason}), though the host is running. "
        "Check that this address leads to it, with a certificate that everybody trusts."
    )
    url: Code
    reason: Code


class QuotaIs(Public, frozen=True, tag="doctor.line-quota"):
    text: ClassVar[str] = N_(
        "LINE: {used} of {limit} billed messages used this month; the host may use {budget}. "
        "Playing needs none."
    )
    used: int
    limit: int
    budget: int


class Thing(Word):
    """What LINE tells nobody but the account's owner."""

    GROUPS = "groups"
    REPLIES = "replies"
    AGAIN = "again"
    OTHERS = "others"

    def named(self, edition: str) -> Named:
        return _THINGS[self]


_THINGS = {
    Thing.GROUPS: P_("line.check", "“Allow bot to join group chats” is on."),
    Thing.REPLIES: P_("line.check", "auto-reply messages and the greeting message are off."),
    Thing.AGAIN: P_("line.check", "webhook redelivery is on."),
    Thing.OTHERS: P_("line.check", "no other official account is in your group."),
}


class LookYourself(Public, frozen=True, tag="doctor.line-look"):
    text: ClassVar[str] = N_("LINE, to check by eye: {thing}")
    thing: Thing


async def checkup(
    api: Api,
    public_url: str,
    budget: int,
    known: Known | None = None,
    look: Callable[[], Status | None] = lambda: None,
) -> list[Finding]:
    """Look at everything that LINE tells. `known` is what the database knows of the account;
    `look` is what a running host has told last, None if none is running: it is not disturbed,
    but that LINE calls it once."""
    status, told = await account(api)
    if status != 200:
        return [Finding(False, _trouble(status))]
    found = [Finding(True, LineSays(told.name, told.basic_id))]
    if known is not None and is_other(known.name, known.bot, told):
        found.append(Finding(False, OtherAccount(known.name, told.basic_id)))
    elif known is not None and known.before not in ("", told.basic_id):
        found.append(Finding(None, OtherAccount(known.before, told.basic_id)))
    if told.chat_mode:
        off = told.chat_mode == "bot"
        found.append(Finding(off, ChatIsOff() if off else ChatIsOn()))
    found.append(await _webhook(api, public_url, look))
    left = await quota(api)
    if left is not None and left.limit is not None:
        found.append(Finding(None, QuotaIs(left.used, left.limit, budget)))
    return found + [Finding(None, LookYourself(thing)) for thing in Thing]


def _trouble(status: int) -> Public:
    """What it means that LINE does not tell what it was asked."""
    if status in (401, 403):
        return LineTokenWrong()
    if status in (NOBODY, UNKNOWN):
        return LineAway()
    return NotLineItself() if status == STRANGE else LineTroubled(status)


async def _webhook(api: Api, public_url: str, look: Callable[[], Status | None]) -> Finding:
    status, data = await api.ask(ENDPOINT)
    url = "" if status == 404 else data.get("endpoint")
    if status not in (200, 404):
        return Finding(False, _trouble(status))
    if not isinstance(url, str):
        return Finding(False, NotLineItself())
    running = look()
    here = wanted(public_url)
    if url != here and here:
        return _elsewhere(url, here, running=running is not None)
    if not url:
        return Finding(False, NoWebhook(PATH))
    if not url.endswith(PATH):
        return Finding(False, OtherPath(url, PATH))
    if data.get("active") is not True:
        return Finding(False, WebhookOff(url))
    if running is None:
        return Finding(None, WebhookUntested(url))
    status, data = await api.ask(
        "/v2/bot/channel/webhook/test", "POST", TEST_TIMEOUT, {"endpoint": url}
    )
    if status != 200:
        return Finding(False, _trouble(status))
    if data.get("success") is True:
        if await _reached(look, running):
            return Finding(True, WebhookGood(url))
        return Finding(False, WebhookElsewhere(url, PATH))
    if data.get("statusCode") == 403:
        return Finding(False, SecretWrong())
    reason = str(data.get("reason") or data.get("message") or data.get("statusCode") or "?")
    return Finding(False, WebhookSilent(url, reason))


def _elsewhere(url: str, here: str, *, running: bool) -> Finding:
    """LINE does not bring news here. A running host has set its address, and lost it since; or
    LINE would not take it."""
    if running:
        return Finding(False, OtherWebhook(url, here) if url else NoWebhook(PATH))
    return Finding(None, WebhookToSet(url, here) if url else WebhookNotSet(here))


async def _reached(look: Callable[[], Status | None], before: Status) -> bool:
    """Whether the running host has heard LINE since; it tells every few seconds."""
    for _ in range(round(2 * OFTEN / LOOK)):
        after = look()
        if after is not None and _heard(after) != _heard(before):
            return True
        await asyncio.sleep(LOOK)
    return False


def _heard(status: Status) -> float | None:
    return next((each.heard for each in status.channels if each.name == PLATFORM), None)
