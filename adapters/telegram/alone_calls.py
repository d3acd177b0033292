"""Messages in a group that one person alone sees: Bot API 10.2, in the form of 10.4.

Nothing may depend on them. They are addressed by the press that asked for them and by nothing else:
no chat is named, so a server that knows no such messages refuses the call, where it would otherwise
show somebody's hand to the group.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.telegram.api import Api, Fate, raw
from adapters.telegram.people import number_of
from adapters.telegram.render import Page

PATIENCE = 6.0  # seconds for a turn in the group; the press can be answered for longer


class AloneCalls:
    """Sends and changes them. `shown` hears in which room it worked, and where not."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.shown: Callable[[int, bool], None] = lambda room, done: None

    async def show(self, query: str, chat: int, page: Page, alert: str, room: int) -> None:
        """A new one for whoever made this press; a window where that fails."""
        if not await self.api.patiently(chat, PATIENCE):  # boards take what calls there are
            await self.api.answer(query, alert, alert=True)
            return
        fields = {"ephemeral_message_parameters": {"callback_query_id": query}, **_content(page)}
        outcome = await self.api.call(
            chat, lambda: raw(self.api.bot, "sendMessage", **fields), once=True
        )
        done = outcome.fate is Fate.DONE
        self.shown(room, done)
        await self.api.answer(query, "" if done else alert, alert=not done)

    async def change(
        self, query: str, chat: int, user: str, number: int, page: Page, alert: str
    ) -> None:
        """Another text and other buttons; a window where that fails."""
        done = False
        if await self.api.patiently(chat, PATIENCE):
            fields = {
                "chat_id": chat,
                "receiver_user_id": number_of(user),
                "ephemeral_message_id": number,
                **_content(page),
            }
            outcome = await self.api.call(
                chat, lambda: raw(self.api.bot, "editEphemeralMessageText", **fields)
            )
            done = outcome.fate is Fate.DONE
        await self.api.answer(query, "" if done else alert, alert=not done)


def _content(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = {"text": page.text, "parse_mode": "HTML"}
    return found if page.keyboard is None else found | {"reply_markup": page.keyboard}
