"""Nobody but its owner learns before the start with which picture somebody has cut."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.desk.acts import Act
from core.desk.presses import Cut
from core.table.table import Lobby, Playing
from tests.adapters.test_every_platform import Players, every_wire, on
from tests.adapters.wires import Wire
from tests.sample import sampled

PEOPLE = 3
STEPS = 10
OWN = re.compile(r"Your cut: [^.]*\.")
ELSEWHERE = ((0, 1, 2, 3, 4, 5, 6, 7), (5, 2, 7, 0, 6, 1, 4, 3))
"""What each picture is in two worlds that differ in nothing else."""


async def cut(players: Players, who: int, picture: int) -> None:
    """Somebody cuts, by what they are shown."""
    if players.found(who, Cut(picture)) is None:
        await push(players, who, Act.CUT)
    await players.push(who, Cut(picture))


async def push(players: Players, who: int, act: Act) -> None:
    """Press a button of the board, which may have to be asked for."""
    if players.found(who, act) is None:
        await players.wire.says(who, "/status")
    await players.push(who, act)


async def lobby(players: Players, meant: tuple[int, ...]) -> None:
    """A random lobby: people cut, cut anew, look, leave and come back."""
    rng = players.rng
    await players.wire.says(0, "/play")
    players.table = str(players.wire.room().table)
    for who in range(1, PEOPLE):
        await players.push(who, Act.JOIN)
    for _ in range(STEPS):
        who, picture = rng.randrange(PEOPLE), rng.randrange(8)
        match rng.choice(("cut", "cut", "cut", "proof", "away")):
            case "cut":
                await cut(players, who, meant[picture])
            case "proof":
                await push(players, who, Act.PROOF)
            case _:
                await push(players, who, Act.LEAVE)
                await push(players, who, Act.JOIN)


def without_own(seen: list[str]) -> list[str]:
    return [OWN.sub("Your cut.", each) for each in seen]


@every_wire
@pytest.mark.parametrize("seed", sampled([(1,), (2,), (3,)], [(1,)]))
def test_lobbies_that_differ_in_pictures_alone_look_alike(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds: list[list[list[str]]] = []
    own: list[list[str]] = []
    tables: list[list[int | None]] = []
    starts: list[list[str]] = []
    for number, meant in enumerate(ELSEWHERE):

        async def work(wire: Wire, meant: tuple[int, ...] = meant) -> None:
            players = Players(wire, PEOPLE, f"{name} {seed}")
            await lobby(players, meant)
            await wire.wait(20)
            now = players.now()
            assert isinstance(now, Lobby)
            tables.append([c.cut.picture if c.cut is not None else None for c in now.chairs])
            everybody = [wire.seen(who) for who in (None, *range(PEOPLE))]
            own.append([found for each in everybody for found in OWN.findall(str(each))])
            assert not OWN.search(str(everybody[0]))
            worlds.append([without_own(each) for each in everybody])
            await push(players, 0, Act.START)
            assert isinstance(players.now(), Playing)
            starts.append(wire.seen(None))

        folder = tmp_path / str(number)
        folder.mkdir()
        on(name, PEOPLE, folder, monkeypatch, work)
    assert tables[0] != tables[1], "the worlds should differ"
    for one, other in zip(*worlds, strict=True):
        assert one == other
    assert len(own[0]) == len(own[1])
    assert starts[0] != starts[1], "the start shows the pictures"


@every_wire
def test_everything_about_the_deal_is_offered_and_answered(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut, check the deal, and after the game the record: each button does something."""

    async def work(wire: Wire) -> None:
        players = Players(wire, 2, name)
        await wire.says(0, "/play")
        players.table = str(wire.room().table)
        await players.push(1, Act.JOIN)
        for who in range(2):
            before = wire.answers(who)
            await cut(players, who, who + 2)
            assert wire.answers(who) > before
        table = players.now()
        assert isinstance(table, Lobby)
        cuts = [chair.cut for chair in table.chairs]
        assert [each.picture for each in cuts if each is not None] == [2, 3]
        before = wire.answers(0)
        await push(players, 0, Act.PROOF)
        assert wire.answers(0) > before
        await push(players, 0, Act.START)
        told = "\n".join(wire.said())
        playing = players.now()
        assert isinstance(playing, Playing)
        assert playing.deal.commit in told and "🌙 moon" in told

    on(name, 2, tmp_path, monkeypatch, work)
