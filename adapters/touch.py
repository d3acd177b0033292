"""A look is a sign of life: whoever looks at their hand, or is choosing, is waited for again."""

from __future__ import annotations

from core.desk.reading import Reading
from core.house.house import House, Input
from core.table.commands import TakeBack
from core.table.course import waives


def touched(house: House, read: Reading | None, user: str, at: float) -> None:
    """Somebody does something at a table that is no command. It changes nothing but that claims
    wait for them again, if they did not."""
    if read is not None and waives(read.table, user):
        house.handle(Input(TakeBack(user), at, table=read.id))
