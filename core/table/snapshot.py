"""A table as bytes and back: the envelope first, then the game's own types."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from core.kernel.game import AnyGame
from core.table.table import Closed, Drawing, Finished, Games, Lobby, Playing, Table

FORMAT = 3
AT_HAND = 128  # tables

_DEAL = (
    *("id", "game", "secret", "preset", "preset_chosen", "switches", "pace", "cuts"),
    *("seed", "joined", "rooms", "last_winner"),
)


def _deal_apart(old: dict[str, Any]) -> dict[str, Any]:
    """Until format 1 all that was dealt by stood among the rest of the table."""
    table = dict(old["table"])
    if table["type"] == "closed":
        return {**old, "format": 2}
    deal = {key: table.pop(key) for key in _DEAL if key in table}
    deal["preset"] = deal.get("preset") or ""
    deal.setdefault("preset_chosen", bool(deal["preset"]))
    table.pop("options", None)
    return {**old, "format": 2, "table": {**table, "deal": deal}}


def _proof_1(old: dict[str, Any]) -> dict[str, Any]:
    """Until format 2 every deal was proved by words: what nothing is said of has proof 1."""
    return {**old, "format": 3}


Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: dict[int, Upgrade] = {1: _deal_apart, 2: _proof_1}
"""From each older format to the next one; the argument is the snapshot as plain JSON data."""


_VALUE = re.compile(r"'[^']*'")  # as msgspec quotes what it found in place of something else


class Unreadable(Exception):
    """A snapshot that this program cannot thaw; why, without a word of what is at the table."""


class Newer(Unreadable):
    """What a newer release has written: it is left as it is, whatever is asked for."""


class _Snapshot(msgspec.Struct, frozen=True):
    format: int
    table: Lobby | Drawing | Playing | Finished | Closed
    options: msgspec.Raw = msgspec.Raw(b"null")
    state: msgspec.Raw = msgspec.Raw(b"null")


_OURS = b'{"format":%d,' % FORMAT  # as it is written


class _Format(msgspec.Struct, frozen=True):
    format: int


def freeze(table: Table) -> bytes:
    """The snapshot of a table."""
    if isinstance(table, Playing | Finished):
        deal = msgspec.structs.replace(table.deal, options=None)
        bare = msgspec.structs.replace(table, deal=deal, state=None)
        options = msgspec.Raw(msgspec.json.encode(table.options))
        state = msgspec.Raw(msgspec.json.encode(table.state))
        return msgspec.json.encode(_Snapshot(FORMAT, bare, options, state))
    return msgspec.json.encode(_Snapshot(FORMAT, table))


def thaw(raw: bytes, games: Games) -> Table:
    """The table of a snapshot, of this or an older format. Raises `Unreadable`.

    A table never changes, so one that was thawed just now is at hand.
    """
    try:
        return _thawed(raw, tuple(games.items()))
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as broken:
        raise Unreadable(_VALUE.sub("…", f"{broken}") or type(broken).__name__) from broken


@lru_cache(AT_HAND)
def _thawed(raw: bytes, games: tuple[tuple[str, AnyGame], ...]) -> Table:
    return _thaw(raw, dict(games))


def forget_thawed() -> None:
    """Have none at hand: they bear names."""
    _thawed.cache_clear()


def _thaw(raw: bytes, games: Games) -> Table:
    snapshot = msgspec.json.decode(raw if raw.startswith(_OURS) else _upgraded(raw), type=_Snapshot)
    table = snapshot.table
    if isinstance(table, Playing | Finished):
        if table.game not in games:
            raise Newer("its game is not known")
        game = games[table.game]
        options = msgspec.json.decode(snapshot.options, type=game.options)
        return msgspec.structs.replace(
            table,
            deal=msgspec.structs.replace(table.deal, options=options),
            state=msgspec.json.decode(snapshot.state, type=game.state),
        )
    return table


def _upgraded(raw: bytes) -> bytes:
    """A snapshot of any format in ours. Raises `Unreadable`."""
    number = msgspec.json.decode(raw, type=_Format).format
    if number > FORMAT:
        raise Newer(f"format {number} is newer than {FORMAT}")
    data = msgspec.json.decode(raw)
    while number < FORMAT:
        if number not in UPGRADES:
            raise Unreadable(f"format {number} is none that was ever written")
        data = UPGRADES[number](data)
        number += 1
    return msgspec.json.encode(data)
