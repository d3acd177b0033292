"""What Telegram is told once at a start: our menu, our descriptions, where updates go."""

from __future__ import annotations

import logging
from collections.abc import Callable
from hashlib import sha256

import msgspec
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from adapters.telegram.hear import WANTED
from adapters.telegram.texts import IN_PRIVATE, MENU, BotDescription, BotInShort
from adapters.telegram.voice import Me
from core.ports import Directory
from locales import tongue
from locales.tongue import Context, say

log = logging.getLogger("fumibako.telegram")

ME = "telegram:me"
MENU_SET = "telegram:menu"
MOST_CONNECTIONS = 20
SOURCE = "en"  # what an app of any other language shows


def menus(language: str) -> dict[str, list[BotCommand]]:
    """The commands in a group and in private, described in a language."""
    described = {name: say(what, language, Context()) for name, what in MENU.items()}
    return {
        "group": [BotCommand(name, text) for name, text in described.items()],
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
                say(BotDescription(), each, Context()),
                say(BotInShort(), each, Context()),
            )
            for each in languages
        ]
    )
    mark = sha256(f"{bot.token}{content}".encode()).hexdigest()[:20]
    if directory.kept(MENU_SET) == mark:
        return
    scopes = (
        (BotCommandScopeAllPrivateChats(), "private"),
        (BotCommandScopeAllGroupChats(), "group"),
        (BotCommandScopeAllChatAdministrators(), "group"),
    )
    for language in languages:
        code = None if language == SOURCE else language
        for scope, which in scopes:
            await bot.set_my_commands(menus(language)[which], scope, language_code=code)
        description = say(BotDescription(), language, Context())
        await bot.set_my_description(description, language_code=code)
        await bot.set_my_short_description(
            say(BotInShort(), language, Context()), language_code=code
        )
    directory.keep(MENU_SET, mark, now())


async def who_am_i(bot: Bot, directory: Directory, now: Callable[[], float]) -> Me:
    """The bot's own name, from Telegram; it is kept for starts without a network."""
    user = await bot.get_me()
    me = Me(user.id, user.username or "", bool(user.can_read_all_group_messages))
    directory.keep(f"{ME}:{user.id}", msgspec.json.encode(me).decode(), now())
    return me


def kept_me(bot: Bot, directory: Directory) -> Me:
    """The bot's own name as it was the last time; an empty one before the first."""
    number = bot.token.partition(":")[0]
    kept = directory.kept(f"{ME}:{number}")
    return msgspec.json.decode(kept, type=Me) if kept else Me(int(number))


async def use_webhook(bot: Bot, url: str, secret: str) -> None:
    """Let Telegram bring the updates."""
    await bot.set_webhook(
        url,
        max_connections=MOST_CONNECTIONS,
        allowed_updates=list(WANTED),
        secret_token=secret,
    )


async def use_polling(bot: Bot) -> None:
    """Ask for updates ourselves; what waits is kept."""
    await bot.delete_webhook(drop_pending_updates=False)
