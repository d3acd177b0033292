"""Computers that think beside, on LINE: one reply token carries a press and what came of it."""

from __future__ import annotations

import asyncio

import pytest

from adapters import thinker as beside
from core.desk.presses import read_datum
from core.kernel.dice import Dice
from core.table.course import thinker as seat_that_thinks
from core.table.table import Finished, Playing
from tests.adapters.line.crowd import ask_of, do_move
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import GAMES_BY_NAME, Stage, inline
from tests.adapters.minds import WHERE, Hanging
from tests.adapters.thinking import LONGEST, rest, thinking


class Thoughtful(Stage):
    """A stage on which computers think; a test comes to rest when they have."""

    thinker: beside.Thinker | None = None

    async def settle(self) -> None:
        await self.host.hear.settle()
        if self.thinker is not None:
            await rest(self.thinker)
        await super().settle()


async def against_computers(stage: Stage, people: int, computers: int, game: str) -> Match:
    """People sit down with hard computers and begin."""
    users = [stage.person(name) for name in ("ミナ", "Aki", "けん")[:people]]
    chat = await stage.group(*users)
    match = Match(stage, chat, users, stage.language)
    await match.verb(users[0], "open")
    for user in users[1:]:
        await match.verb(user, "join")
    for verb in (f"set.game.{game}", "panel.level", "set.level.hard"):
        await match.verb(users[0], verb)
    for _ in range(computers):
        await match.verb(users[0], "bot")
    await match.verb(users[0], "start")
    return match


def is_on_the_board(match: Match) -> bool:
    """Whether the newest bubble asks what the table asks now."""
    table = match.stage.table(match.chat)
    if isinstance(table, Finished):
        return match.find("again") is not None
    assert isinstance(table, Playing)
    data = [str(each.get("data", "")) for each in actions_of(match.stage, match.chat)]
    presses = [read_datum(each.partition("|")[0]) for each in data]
    return any(press is not None and press.question == table.question for press in presses)


@pytest.mark.parametrize(("people", "computers", "language"), [(1, 2, "ja"), (2, 2, "en")])
def test_a_whole_game_of_coup(
    people: int, computers: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "REPLY_WAITS", LONGEST)  # however busy this machine is

    async def run() -> None:
        stage, dice = Thoughtful("thoughts", language=language), Dice(b"thoughts")
        async with thinking(stage.house, inline(), stage.clock, clock=stage.ticker) as thinker:
            stage.thinker = stage.host.say.thoughts = thinker
            match = await against_computers(stage, people, computers, "coup")
            answers = 0
            while isinstance(table := stage.table(match.chat), Playing):
                assert not seat_that_thinks(table, stage.house.games["coup"])
                seat = next(s for s in sorted(ask_of(match).seats) if table.chairs[s - 1].user)
                moves = stage.house.games["coup"].moves(table.state, seat)
                await do_move(match, seat, dice.choose(moves).code)
                after = stage.table(match.chat)
                assert isinstance(after, Playing | Finished)
                if after.question != table.question:  # else another person is waited for
                    assert is_on_the_board(match), "one token carries all of it"
                    answers += 1
            assert answers and isinstance(stage.table(match.chat), Finished)
            assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(run())


def test_a_reply_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too long is told at the next event; the person's own move is not held back."""
    monkeypatch.setattr(beside, "REPLY_WAITS", 0.2)

    async def run() -> None:
        stage = Stage("slow", language="en", games={**GAMES_BY_NAME, "hanging": Hanging()})
        async with thinking(stage.house, inline(), stage.clock, WHERE) as thinker:
            stage.host.say.thoughts = thinker
            match = await against_computers(stage, 1, 1, "hanging")
            for _ in range(9):
                table = stage.playing(match.chat)
                if seat_that_thinks(table, stage.house.games["hanging"]):
                    break
                (seat,) = ask_of(match).seats
                await do_move(match, seat, "rest")
            assert thinker.waiting == 1
            assert is_on_the_board(match)
            assert thinker.rest(stage.playing(match.chat).id) == 0.0

    asyncio.run(run())
