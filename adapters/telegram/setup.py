"""What Telegram is told once at a start: our menu, our descriptions, where updates go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import BadRequest

from adapters.telegram.api import field, raw
from adapters.telegram.hear import WANTED
from adapters.telegram.texts import IN_GROUP, IN_PRIVATE, MENU, BotDescription, BotInShort
from adapters.telegram.voice import Me
from adapters.telegram.wire import NoAnswer
from adapters.trouble import AddressRefused, PortRefused, Trouble
from core.house.ports import Directory
from core.table.failures import OurTrouble
from locales import tongue
from locales.files import SOURCE
from locales.names import short
from locales.tongue import Context, say

log = logging.getLogger("fumibako.telegram")

ME = "telegram:me"
PORTS = (443, 80, 88, 8443)  # to which Telegram brings updates
PASSING = ("resolve", "timed out", "timeout", "connect", "getaddrinfo")  # what may be over soon
MENU_SET = "telegram:menu"
MOST_CONNECTIONS = 20
LONGEST_COMMAND = 256  # characters of what describes a command
LONGEST_DESCRIPTION = 512
LONGEST_SHORT = 120


def _described(language: str) -> tuple[str, str]:
    """What the bot is, at length and in short."""
    known = tuple(tongue.language_name(each, language) for each in tongue.languages())
    return (
        short(say(BotDescription(), language, Context()), LONGEST_DESCRIPTION),
        short(say(BotInShort(known), language, Context()), LONGEST_SHORT),
    )


def menus(language: str) -> dict[str, list[BotCommand]]:
    """The commands in a group and in private, described in a language."""
    described = {
        name: short(say(what, language, Context()), LONGEST_COMMAND) for name, what in MENU.items()
    }
    return {
        "group": [BotCommand(name, described[name]) for name in IN_GROUP],
        "private": [BotCommand(name, described[name]) for name in IN_PRIVATE],
    }


async def tell_menu(bot: Bot, directory: Directory, now: Callable[[], float]) -> None:
    """Set commands and descriptions for every language, unless they are set already."""
    languages = tongue.languages()
    content = repr(
        [
            (
                each,
                [(c.command, c.description) for part in menus(each).values() for c in part],
                *_described(each),
            )
            for each in languages
        ]
    )
    mark = sha256(f"{bot.token}{content}".encode()).hexdigest()[:20]
    if await asyncio.to_thread(directory.kept, MENU_SET) == mark:
        return
    scopes = (
        (BotCommandScopeAllPrivateChats(), "private"),
        (BotCommandScopeAllGroupChats(), "group"),
        (BotCommandScopeAllChatAdministrators(), "group"),
    )
    for language in languages:
        code = None if language == SOURCE else language
        if code is not None and len(code) != 2:
            continue  # Telegram knows languages by two letters only
        for scope, which in scopes:
            await bot.set_my_commands(menus(language)[which], scope, language_code=code)
        description, short = _described(language)
        await bot.set_my_description(description, language_code=code)
        await bot.set_my_short_description(short, language_code=code)
    await asyncio.to_thread(directory.keep, MENU_SET, mark, now())


async def who_am_i(bot: Bot) -> Me:
    """The bot's own name, from Telegram. Raises the library's errors."""
    told = await raw(bot, "getMe")
    number, name = field(told, "id"), field(told, "username")
    if not isinstance(number, int) or not isinstance(name, str):
        raise NoAnswer(200)
    return Me(number, name, bool(field(told, "can_read_all_group_messages")))


def keep_me(me: Me, directory: Directory, at: float) -> None:
    """Keep the bot's own name for starts without a network."""
    directory.keep(f"{ME}:{me.id}", msgspec.json.encode(me).decode(), at)


def kept_me(bot: Bot, directory: Directory) -> Me:
    """The bot's own name as it was the last time; an empty one before the first, or if it cannot
    be read now: Telegram is asked for it at the start."""
    number = bot.token.partition(":")[0]
    try:
        kept = _read(directory.kept(f"{ME}:{number}"))
    except OurTrouble:
        kept = Me()
    return kept if kept.id else Me(int(number))


def others(bot: Bot, directory: Directory) -> list[Me]:
    """The other bots that this database has belonged to."""
    number = int(bot.token.partition(":")[0])
    known = [_read(text) for _, text in directory.kept_like(f"{ME}:")]
    return [me for me in known if me.id not in (0, number)]


def _read(text: str) -> Me:
    try:
        return msgspec.json.decode(text, type=Me)
    except msgspec.MsgspecError:
        return Me()


async def use_webhook(bot: Bot, url: str, secret: str) -> None:
    """Let Telegram bring the updates. Raises `Trouble` if it never will to such an address."""
    port = urlsplit(url).netloc.rpartition(":")[2]
    if port.isdecimal() and int(port) not in PORTS:
        raise Trouble(PortRefused(port))
    try:
        await bot.set_webhook(
            url,
            max_connections=MOST_CONNECTIONS,
            allowed_updates=list(WANTED),
            secret_token=secret,
        )
    except BadRequest as refused:
        why = str(refused)[:200]
        if any(word in why.lower() for word in PASSING):
            raise
        raise Trouble(AddressRefused(url, why)) from refused


async def use_polling(bot: Bot) -> None:
    """Ask for updates ourselves; what waits is kept."""
    await bot.delete_webhook(drop_pending_updates=False)
