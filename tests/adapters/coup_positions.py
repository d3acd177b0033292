"""Tables of Coup on the fake platforms that stand where a test wants them."""

from __future__ import annotations

from typing import Any

import msgspec

from core.games.coup import COUP
from core.games.coup.model import State
from core.house.house import House
from core.house.ports import Work
from core.kernel.dice import Dice
from core.table.snapshot import freeze, thaw
from core.table.table import Playing
from tests.games.coup.play import run


def at(coins: int, hidden: str, faction: str = "", lost: str = "") -> dict[str, Any]:
    """A seat of a position: `at(2, "duke captain", "populist")`."""
    side = {"faction": faction} if faction else {}
    return {"coins": coins, "hidden": hidden.split(), "lost": lost.split(), **side}


def put(house: House, name: str, *rows: dict[str, Any], turn: int = 1, **more: Any) -> None:
    """Let a table stand at a position; seats that are not named hold what is left."""

    def change(work: Work) -> None:
        row = work.row(name)
        assert row is not None
        table = thaw(row.snapshot, house.games)
        assert isinstance(table, Playing)
        position = {"turn": turn, "seats": list(rows), **more}
        state: State = run(COUP.load(position, len(rows), table.options, Dice(b"a position")))
        # Hands of another version have other letters: nobody has seen them.
        players = tuple(
            msgspec.structs.replace(player, version=old.version + 1)
            for player, old in zip(state.players, table.state.players, strict=True)
        )
        state = msgspec.structs.replace(state, players=players)
        frozen = freeze(msgspec.structs.replace(table, state=state))
        work.update(msgspec.structs.replace(row, snapshot=frozen))

    house.store.run(change)
