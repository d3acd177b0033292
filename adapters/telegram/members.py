"""Whether somebody belongs to a group of Telegram: asked each time, for people go silently."""

from __future__ import annotations

from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from adapters.belonging import Belongs
from adapters.telegram.api import field, raw
from adapters.telegram.hear import GONE
from adapters.telegram.people import number_of
from adapters.telegram.posted import place
from core.table.places import Room


async def member(bot: Bot, room: Room, user: str) -> Belongs:
    """`user` is a person as the house calls them."""
    chat, _ = place(room.chat)
    try:
        told = await raw(bot, "getChatMember", chat_id=chat, user_id=number_of(user))
    except ChatMigrated:
        return Belongs.UNKNOWN  # we are told its new name soon
    except (BadRequest, Forbidden):
        return Belongs.NO  # nobody of this name, or we are not there ourselves
    except TelegramError:
        return Belongs.UNKNOWN
    status = field(told, "status")
    if not isinstance(status, str) or not status:
        return Belongs.UNKNOWN
    gone = status in GONE or field(told, "is_member") is False
    return Belongs.NO if gone else Belongs.YES
