"""A match in four panels, for a group or for one person."""

from __future__ import annotations

from adapters.heard import Panels
from adapters.picture.gallery import drawing
from adapters.telegram.doing import ShowPanels
from adapters.telegram.posted import place
from adapters.telegram.voice import Me


def show(panels: Panels, language: str, me: Me, chat: int) -> ShowPanels:
    """They are drawn now and painted later, beside everything else. `chat` is that of one person
    where they are for no room."""
    drawn = drawing(panels, language, f"@{me.username}" if me.username else "")
    if panels.room is None:
        return ShowPanels(chat, drawn.svg, drawn.words, panels.read.id)
    group, topic = place(panels.room.chat)
    return ShowPanels(group, drawn.svg, drawn.words, panels.read.id, topic, panels.room.id)
