"""What can be done in a lobby, by the keys of each platform."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.desk.acts import Act
from core.desk.presses import Unseat, Verb
from core.table.table import Lobby, Playing
from tests.adapters.test_every_platform import WIRES, Players, every_wire, on
from tests.adapters.wires import Wire


class Guests(Players):
    """People who sit in a lobby, the first of them as its host."""

    async def sit(self) -> None:
        await self.wire.says(0, "/play")
        self.table = str(self.wire.room().table)
        for who in range(1, self.people):
            await self.push(who, Act.JOIN)

    async def push(self, who: int, verb: Verb) -> None:
        """Some keys stand behind the settings."""
        if self.found(who, verb) is None:
            await super().push(who, Act.SETTINGS)
        await super().push(who, verb)

    async def leave(self) -> None:
        """The only one at the newest table leaves it."""
        self.table = str(self.wire.room().table)
        await self.push(0, Act.LEAVE)

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
        if guests.found(0, Act.BACK) is not None:
            await guests.push(0, Act.BACK)
        await guests.push(1, Act.JOIN)
        assert guests.users() == [wire.user(0), wire.user(2), wire.user(1)]

    on(name, 3, tmp_path, monkeypatch, work)


CALL = ": the next game gathers players"
not_the_page = pytest.mark.parametrize("name", [each for each in WIRES if each != "page"])


@not_the_page  # there nobody waits for anybody
def test_nobody_waits_for_those_of_whom_nothing_is_heard(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        guests = Guests(wire, 3, name)
        await guests.sit()
        await wire.wait(300)
        for who in (0, 1):
            await wire.says(who, "good evening")
        assert guests.found(0, Act.START_NOW) is None
        await wire.wait(301)
        await wire.says(1, "/status")
        assert any("Nothing heard for ten minutes: Ken" in line for line in wire.said())
        await guests.push(1, Act.START_NOW)
        table = guests.now()
        assert isinstance(table, Playing)
        assert {chair.user for chair in table.chairs} == {wire.user(0), wire.user(1)}
        assert any("begins without Ken" in line for line in wire.said())
        room = wire.room().id
        reserved = wire.store.read(lambda reads: reads.reserved(room))
        assert [each.user for each in reserved] == [wire.user(2)]

    on(name, 3, tmp_path, monkeypatch, work)


@not_the_page
def test_whoever_wants_to_be_in_the_next_game_is_called_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        guests = Guests(wire, 3, name)
        await wire.says(2, "/play")
        guests.table = str(wire.room().table)
        await guests.push(0, Act.JOIN)
        await guests.push(2, Act.START)
        await wire.says(1, "next game")
        assert "I call you" in repr((wire.said(), wire.seen(1)))
        await wire.says(2, "/cancel")
        await wire.says(2, "/cancel")
        if wire.room().table is not None:
            await guests.push(2, Act.SURE_CLOSE)
        await wire.says(0, "/play")
        called = [line for line in wire.said() if CALL in line]
        assert len(called) == 1
        seen, person = wire.seen(None), wire.user(1).partition(":")[2]
        told = next(each for each in reversed(seen) if CALL in each)
        if name == "telegram":
            assert f"'user': {person}" in told and "'quiet': False" in told
        if name == "line":
            assert f"'userId': '{person}'" in told and "'textV2'" in told
        await guests.leave()
        await wire.says(0, "/play")
        called = [line for line in wire.said() if CALL in line]
        assert len(called) == 1, "it rings once"

    on(name, 3, tmp_path, monkeypatch, work)


@not_the_page  # there everybody reads their own language
def test_a_group_reads_two_languages(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of cards in both; all the rest in the first."""

    async def work(wire: Wire) -> None:
        guests = Guests(wire, 2, name)
        await guests.sit()
        await guests.push(0, Act.START)
        await wire.says(0, "/language both")
        await wire.says(1, "/rules")
        read = wire.house.read(guests.table)
        assert read is not None and read.rooms[0].second == "ja"
        await wire.says(0, "/status")
        await guests.act()
        text = repr((wire.seen(None), wire.seen(0), wire.seen(1)))
        assert "（兵士）" in text or "（伯爵夫人）" in text or "（道化）" in text, "both names"
        assert "の手番" not in text

    on(name, 2, tmp_path, monkeypatch, work)


@not_the_page  # there no clock runs
def test_more_time_is_three_times_as_long(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(wire: Wire) -> None:
        guests = Guests(wire, 2, name)
        await guests.sit()
        await guests.push(0, Act.START)
        who = guests.awaited()
        before = wire.house.read(guests.table)
        said = len(wire.said())
        await wire.says(who, "/more time")
        after = wire.house.read(guests.table)
        assert before is not None and after is not None
        assert after.limit == 3 * before.limit > 0
        news = " ".join(wire.said()[said:])
        assert "three times" not in news, "nobody is told"

    on(name, 2, tmp_path, monkeypatch, work)
