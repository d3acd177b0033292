"""What the people and computers at a table are called in a language."""

from __future__ import annotations

import msgspec

from core.table.sayings import BotName
from core.table.table import Table
from locales import tongue


def context_of(
    table: Table, edition: str, language: str, zone: str = "Asia/Tokyo"
) -> tongue.Context:
    """The names at a table as they read in a language."""
    names = [
        tongue.word(BotName(chair.name), language) if chair.user is None else chair.name
        for chair in table.chairs
    ]
    return msgspec.structs.replace(tongue.Context.from_names(names, edition), zone=zone)
