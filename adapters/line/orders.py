"""Orders for a keypad that everybody has at once: pressed too late, or typed."""

from __future__ import annotations

from adapters.listen import order_code
from core.desk.orders import may_order, topic_of
from core.kernel.text import Message
from core.table.sayings import NoOrder
from core.table.table import Games, Table
from locales.words import fold, understand


def too_late(refused: Message | None, code: str, table: Table | None, games: Games) -> bool:
    """Whether a key with this order was pressed whose time is over for everybody."""
    if table is None or not isinstance(refused, NoOrder):
        return False
    return _about(topic_of(table, games)) != _about(code)


def typed_order(text: str, table: Table, games: Games, user: str) -> str:
    """The order that a bare number, or the word for passing, means in private while there is a
    keypad for all; empty if it means none."""
    bare = fold(text).isdecimal() or understand(text) == "pass"
    code = order_code(text) if bare and topic_of(table, games) else ""
    return code if code and may_order(table, games, user, code) else ""


def _about(code: str) -> str:
    """What an order of a keypad is for: all but its last two words."""
    return ".".join(code.split(".")[:-2])
