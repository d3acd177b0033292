"""A look is a sign of life: whoever looks at their hand, or is choosing, is waited for again."""

from __future__ import annotations

from core.desk.reading import Reading
from core.house.house import House, Input
from core.table.commands import TakeBack
from core.table.table import Playing, chair_of


def touched(house: House, read: Reading | None, user: str, at: float) -> None:
    """Somebody does something at a table that is no command. It changes nothing but that claims
    wait for them again, if they did not."""
    if read is None or not isinstance(read.table, Playing):
        return
    index = chair_of(read.table.chairs, user)
    if index is not None and read.table.chairs[index].waives:
        house.handle(Input(TakeBack(user), at, table=read.id))
