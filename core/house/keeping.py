"""What is kept how long. What lives is kept; of all else there is an end."""

from __future__ import annotations

import msgspec

DAY = 86400.0  # seconds


class Small(msgspec.Struct, frozen=True):
    """Small things under names that begin with `prefix`, and when they are no longer needed:
    after some time (`seconds`), beyond the newest `most`, or with a table. The table stands in
    the name behind the prefix, or is the `value`; it must be `open` still, or be known at all."""

    prefix: str
    seconds: float | None = None
    most: int | None = None
    of_table: bool = False
    value: bool = False
    open: bool = False


class Keeping(msgspec.Struct, frozen=True):
    """How long things are kept, in seconds. None: for ever.

    `looked_back`: how long a game that is over stays as it is; then it is put into the archive,
    and stays there until `games` seconds after its end. `persons`: how long somebody is
    remembered with whom nothing here has to do any more; `theirs` are the beginnings of the names
    under which something small is kept of them and goes along, `ties` of those by which somebody is
    no stranger. The id follows them.
    """

    receipts: float = 2 * DAY  # platforms deliver again for a day at most
    looked_back: float = DAY
    games: float | None = 180 * DAY
    waiting: float = 30 * DAY  # letters about tables that are over, to who never comes
    places: float = 90 * DAY  # in a next game that never came
    ledger: float = 400 * DAY
    letters: int = 2000  # of the playground, for each address
    persons: float = 180 * DAY
    small: tuple[Small, ...] = ()
    theirs: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
