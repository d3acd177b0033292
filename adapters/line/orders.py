"""Keys for everybody at once: what may be ordered in advance on a group's board, and by words."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.listen import order_code
from core.kernel.game import AnyGame
from core.kernel.text import Message, Public
from core.table.sayings import NoOrder
from core.table.table import Games, Playing, Table, chair_of
from locales.words import fold, understand

ORDER = "order."  # how the verb of an order begins


def keypad_of(table: Table | None, game: AnyGame) -> Sequence[tuple[str, Public]]:
    """What everybody may order in advance by the board's silent keys."""
    if not isinstance(table, Playing) or game.orders is None:
        return ()
    return game.orders.keypad(game.view(table.state, None))


def topic_of(table: Table, game: AnyGame) -> str:
    """What the keypad is for, as long as that goes on; empty without one."""
    return next((code for code, _ in keypad_of(table, game)), "")


def may_order(table: Table, games: Games, user: str, code: str) -> bool:
    """Whether a person may give this order now."""
    index, game = chair_of(table.chairs, user), games[table.game]
    if index is None or not isinstance(table, Playing) or game.orders is None:
        return False
    return table.chairs[index].decides and bool(game.orders.read(table.state, index + 1, code))


def too_late(refused: Message | None, code: str, table: Table | None, games: Games) -> bool:
    """Whether a key with this order was pressed whose time is over for everybody."""
    if table is None or not isinstance(refused, NoOrder):
        return False
    topic = topic_of(table, games[table.game])
    return _about(topic) != _about(code)


def typed_order(text: str, table: Table, games: Games, user: str) -> str:
    """The order that a bare number, or the word for passing, means in private while there is a
    keypad for all; empty if it means none."""
    bare = fold(text).isdecimal() or understand(text) == "pass"
    code = order_code(text) if bare and keypad_of(table, games[table.game]) else ""
    return code if code and may_order(table, games, user, code) else ""


def _about(code: str) -> str:
    """What an order of a keypad is for: all but its last two words."""
    return ".".join(code.split(".")[:-2])
