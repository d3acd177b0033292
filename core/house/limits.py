"""How many open tables a person may have, so that nobody can keep the house busy alone."""

from __future__ import annotations

from collections.abc import Sequence

from core.house.ports import Reads
from core.table.failures import Refused
from core.table.sayings import TooManyTables
from core.table.table import Chair

MOST_TABLES = 12
"""Open tables at which one person sits. Somebody in a dozen groups, each with a game that lasts for
days, stays below it; hundreds of lobbies of one person, whom nobody joins, do not come to be."""


def make_room(reads: Reads, user: str, table_id: str = "") -> None:
    """Somebody is about to sit down at a table more (`table_id`, unless they sit there already).
    Raises `Refused` where that is one too many."""
    tables = reads.tables_of(user)
    if len(tables) >= MOST_TABLES and table_id not in tables:
        raise Refused(TooManyTables(MOST_TABLES))


def at_their_limit(reads: Reads, chairs: Sequence[Chair], but: str) -> tuple[str, ...]:
    """Those of the people on some chairs who can sit down at no table more, `but` one."""
    people = [chair.user for chair in chairs if chair.user is not None and chair.user != but]
    return tuple(user for user in people if len(reads.tables_of(user)) >= MOST_TABLES)
