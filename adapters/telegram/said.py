"""What a typed message says, and whether it is meant for us: read once, from the message alone."""

from __future__ import annotations

import msgspec
from telegram import Message as TelegramMessage
from telegram import MessageEntity

from adapters.telegram.calls import CALLS
from adapters.telegram.quiet import QUIET
from adapters.telegram.voice import Me
from locales.words import understand

ANONYMOUS = 1087968824  # GroupAnonymousBot: an admin who hides
ALONE_SWITCH = "ephemeral"  # the command that turns hand cards for one person on or off
START = "start"  # Telegram's own first command
WITH_MORE = ("cut", "lang", "rules", "bridge", "order")  # commands that take something more


class Said(msgspec.Struct, frozen=True):
    """A text message. `text` is without our name, `command` the slash command at its beginning;
    `elsewhere` says that it names another bot, `ours` that it is a command of ours, `named` that
    it names us, `to_us` that it answers a message of ours. `hidden`: nobody can tell who wrote
    it, but that it is an admin or a channel; `foreign`: no person of the group wrote it;
    `forwarded`: it was written elsewhere."""

    text: str
    command: str = ""
    elsewhere: bool = False
    ours: bool = False
    named: bool = False
    to_us: bool = False
    hidden: bool = False
    foreign: bool = False
    forwarded: bool = False

    @property
    def is_chat(self) -> bool:
        """Surely not meant for us: words of other bots, slash commands of others."""
        if self.elsewhere or self.forwarded or not self.text:
            return True
        if self.foreign:
            return not (self.hidden and self.command and (self.ours or self.named))
        return self.text.startswith("/") and not self.ours and not self.named

    @property
    def addressed(self) -> bool:
        """Certainly meant for us."""
        return self.named or bool(self.command) or (self.to_us and self.ours)


def read_said(message: TelegramMessage, me: Me) -> Said:
    """What a message says."""
    text, person = message.text or "", message.from_user
    command, elsewhere = command_of(message, me)
    text, named = _without_name(text, me)
    return Said(
        text,
        command,
        elsewhere,
        understood(text) or command in (START, ALONE_SWITCH, CALLS, QUIET),
        named,
        _answers(message, me),
        message.sender_chat is not None or (person is not None and person.id == ANONYMOUS),
        message.sender_chat is not None or (person is not None and person.is_bot),
        message.forward_origin is not None or bool(message.is_automatic_forward),
    )


def command_of(message: TelegramMessage, me: Me) -> tuple[str, bool]:
    """The slash command at the beginning, without our name; and whether it names another bot."""
    text = message.text or ""
    for entity in message.entities or ():
        if entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0:
            command, _, name = text[1 : entity.length].partition("@")
            other = bool(name) and name.lower() != me.username.lower()
            return command.lower(), other
    return "", False


def understood(text: str) -> bool:
    """Whether a text is a command of ours, alone or with what such a command takes."""
    return understand(text) is not None or first_word(text) in WITH_MORE


def first_word(text: str) -> str | None:
    """The command that a text is, or begins with."""
    return understand(text) or understand(text.partition(" ")[0])


def _answers(message: TelegramMessage, me: Me) -> bool:
    answered = message.reply_to_message
    return (
        answered is not None and answered.from_user is not None and answered.from_user.id == me.id
    )


def _without_name(text: str, me: Me) -> tuple[str, bool]:
    """The text without "@ourname", and whether it stood there."""
    name = f"@{me.username}"
    at = text.lower().find(name.lower())
    if len(name) == 1 or at < 0:
        return text, False
    return f"{text[:at]}{text[at + len(name) :]}".strip(), True
