"""What `fumibako doctor` looks at for LINE, and what only a person can look at."""

from __future__ import annotations

from typing import ClassVar

from adapters.finding import Finding
from adapters.line.api import Api, account, quota
from adapters.line.people import PATH
from core.text import N_, P_, Code, Named, Public, Word

TEST_TIMEOUT = 15.0  # seconds; LINE itself calls us during this


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
    text: ClassVar[str] = N_("LINE: its servers cannot be reached from here.")


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
    text: ClassVar[str] = N_("LINE: the webhook is {url}, not {wanted}.")
    url: Code
    wanted: Code


class WebhookOff(Public, frozen=True, tag="doctor.line-webhook-off"):
    text: ClassVar[str] = N_("LINE: the webhook {url} is set but not used. Turn on “Use webhook”.")
    url: Code


class WebhookGood(Public, frozen=True, tag="doctor.line-webhook"):
    text: ClassVar[str] = N_("LINE: the webhook {url} is used, and LINE reaches it.")
    url: Code


class SecretWrong(Public, frozen=True, tag="doctor.line-secret"):
    text: ClassVar[str] = N_(
        "LINE: the webhook answers, but refuses LINE's signature: LINE_CHANNEL_SECRET is that of "
        "another channel."
    )


class WebhookSilent(Public, frozen=True, tag="doctor.line-silent"):
    text: ClassVar[str] = N_(
        "LINE: the webhook {url} does not answer LINE ({reason}). “fumibako run” must be running "
        "meanwhile."
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


async def checkup(api: Api, public_url: str, budget: int) -> list[Finding]:
    """Look at everything that LINE tells."""
    told = await account(api)
    if told is None:
        status, _ = await api.ask("/v2/bot/info")
        return [Finding(False, LineTokenWrong() if status in (401, 403) else LineAway())]
    found = [Finding(True, LineSays(told.name, told.basic_id))]
    if told.chat_mode:
        off = told.chat_mode == "bot"
        found.append(Finding(off, ChatIsOff() if off else ChatIsOn()))
    found += await _webhook(api, public_url)
    left = await quota(api)
    if left is not None and left.limit is not None:
        found.append(Finding(None, QuotaIs(left.used, left.limit, budget)))
    return found + [Finding(None, LookYourself(thing)) for thing in Thing]


async def _webhook(api: Api, public_url: str) -> list[Finding]:
    status, data = await api.ask("/v2/bot/channel/webhook/endpoint")
    url = data.get("endpoint")
    if status != 200 or not isinstance(url, str) or not url:
        return [Finding(False, NoWebhook(PATH))]
    wanted = f"{public_url}{PATH}"
    if public_url and url != wanted:
        return [Finding(False, OtherWebhook(url, wanted))]
    if data.get("active") is not True:
        return [Finding(False, WebhookOff(url))]
    status, data = await api.ask(
        "/v2/bot/channel/webhook/test", "POST", TEST_TIMEOUT, {"endpoint": url}
    )
    if status == 200 and data.get("success") is True:
        return [Finding(True, WebhookGood(url))]
    if data.get("statusCode") == 403:
        return [Finding(False, SecretWrong())]
    reason = str(data.get("reason") or data.get("message") or status)
    return [Finding(False, WebhookSilent(url, reason))]
