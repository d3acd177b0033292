"""Keys for everybody at once: what may be ordered in advance on a group's board."""

from __future__ import annotations

from core.table.table import Games, Playing, Table, chair_of


def topic_of(table: Table, games: Games) -> str:
    """What a keypad for all is for now, as long as that goes on; empty without one."""
    orders = games[table.game].orders
    if not isinstance(table, Playing) or orders is None:
        return ""
    offered = orders.keypad(games[table.game].view(table.state, None))
    return next((code for code, _ in offered), "")


def may_order(table: Table, games: Games, user: str, code: str) -> bool:
    """Whether a person may give this order now."""
    index, orders = chair_of(table.chairs, user), games[table.game].orders
    if index is None or not isinstance(table, Playing) or orders is None:
        return False
    return table.chairs[index].decides and bool(orders.read(table.state, index + 1, code))
