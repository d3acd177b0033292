"""What opens the page from Telegram: a button on the board, on a private card, beside the input."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256

import msgspec
from telegram import (
    Bot,
    InlineKeyboardButton,
    MenuButtonCommands,
    MenuButtonWebApp,
    WebAppInfo,
)

from adapters.page.links import Links
from adapters.telegram.texts import HandAndTable, HandAndTableMark
from adapters.writer import Writer
from core.house.ports import Directory
from locales.tongue import Context, say

BUTTON_SET = "telegram:menu-button"
SECURE = "https://"  # Telegram opens no Mini App without it


class Opens(msgspec.Struct, frozen=True):
    """An address that a button opens: in a browser (or by Telegram's own rules), or as a Mini
    App. Empty: there is no button."""

    url: str = ""
    app: bool = False


CLOSED = Opens()


def open_row(opens: Opens, language: str) -> list[list[InlineKeyboardButton]]:
    """A row with the button; no row without an address."""
    if not opens.url:
        return []
    label = say(HandAndTableMark(), language, Context())
    if opens.app:
        return [[InlineKeyboardButton(label, web_app=WebAppInfo(opens.url))]]
    return [[InlineKeyboardButton(label, url=opens.url)]]


class Opener:
    """Knows the addresses. Without `links` there are none."""

    def __init__(self, links: Links | None, writer: Writer, username: Callable[[], str]) -> None:
        self._links = links
        self._writer = writer
        self._username = username

    def board(self, table: str) -> Opens:
        """From a group: the Mini App, which learns from Telegram who looks."""
        if self._links is None:
            return CLOSED
        return Opens(self._links.telegram_link(self._username(), table))

    async def hand(self, table: str, user: str) -> Opens:
        """From a private chat: the Mini App, or without one the person's own link."""
        if self._links is None or self._app(self._links, table):
            return self.hand_at_once(table, user)
        return await self._writer.call(self.hand_at_once, table, user)

    def hand_at_once(self, table: str, user: str) -> Opens:
        """The same, for whoever is in the writer's thread already."""
        if self._links is None:
            return CLOSED
        if app := self._app(self._links, table):
            return Opens(app, app=True)
        return Opens(self._links.seat_link(table, user))

    def menu(self) -> str:
        """What the button beside the input opens."""
        return self._app(self._links) if self._links is not None else ""

    @staticmethod
    def _app(links: Links, table: str = "") -> str:
        found = links.web_app(table) if links.addresses.app else ""
        return found if found.startswith(SECURE) else ""


async def tell_menu_button(
    bot: Bot, url: str, language: str, directory: Directory, now: Callable[[], float]
) -> None:
    """The button beside the input in private chats opens the page at this address; without one it
    opens the list of commands again. Nothing is told that Telegram knows already."""
    label = say(HandAndTable(), language, Context())
    mark = sha256(f"{bot.token}{url}{label}".encode()).hexdigest()[:20] if url else ""
    if await asyncio.to_thread(directory.kept, BUTTON_SET) == mark:
        return
    menu = MenuButtonWebApp(label, WebAppInfo(url)) if url else MenuButtonCommands()
    await bot.set_chat_menu_button(menu_button=menu)
    await asyncio.to_thread(directory.keep, BUTTON_SET, mark, now())
