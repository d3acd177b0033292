"""A match in four panels, for a group or for one person."""

from __future__ import annotations

from adapters.heard import Panels
from adapters.picture.gallery import drawing
from adapters.telegram.doing import ShowPanels
from adapters.telegram.posted import place


def show(panels: Panels, language: str, bot: str, chat: int) -> ShowPanels:
    """They are drawn now and painted later, beside everything else. `chat` is that of one person
    where they are for no room, `bot` what the bot is called on them."""
    drawn = drawing(panels, language, bot)
    if panels.room is None:
        return ShowPanels(chat, drawn.svg, drawn.words, panels.read.id)
    group, topic = place(panels.room.chat)
    return ShowPanels(group, drawn.svg, drawn.words, panels.read.id, topic, panels.room.id)
