"""What can be done in a lobby, by the keys of each platform."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.desk.acts import Act
from core.desk.presses import Unseat
from core.table.table import Lobby
from tests.adapters.test_every_platform import Players, every_wire, on
from tests.adapters.wires import Wire


class Guests(Players):
    """People who sit in a lobby, the first of them as its host."""

    async def sit(self) -> None:
        await self.wire.says(0, "/play")
        self.table = str(self.wire.room().table)
        for who in range(1, self.people):
            await self.push(who, Act.JOIN)

    def users(self) -> list[str | None]:
        table = self.now()
        assert isinstance(table, Lobby)
        return [chair.user for chair in table.chairs]


@every_wire
def test_the_host_takes_somebody_off_the_table(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        guests = Guests(wire, 3, name)
        await guests.sit()
        await guests.push(0, Act.REMOVE)
        verbs = [offer.press.verb for offer in wire.offers(0)]
        key = next(verb for verb in verbs if isinstance(verb, Unseat) and verb.seat == 2)
        await guests.push(0, key)
        assert guests.users() == [wire.user(0), wire.user(2)]
        await wire.says(0, "/status")
        assert any("Mina" in line and "off the table" in line for line in wire.said())
        await guests.push(0, Act.BACK)
        await guests.push(1, Act.JOIN)
        assert guests.users() == [wire.user(0), wire.user(2), wire.user(1)]

    on(name, 3, tmp_path, monkeypatch, work)
