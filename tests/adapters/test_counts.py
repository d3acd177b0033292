"""What one press costs: transactions at the driver, and tables that are thawed."""

from __future__ import annotations

import random
from pathlib import Path

from tests.adapters.counting import Costs, Counting, most_said
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage as LineStage
from tests.adapters.telegram.players import (
    act_by_letters,
    act_in_private,
    awaited,
    private_moves,
    push,
    seat,
    verb,
)
from tests.adapters.telegram.stage import Stage, run

NAMES = ("Aki", "Mina", "Ken", "Yu")


def at_most(costs: Costs, writes: int, reads: int, thaws: int) -> None:
    found = costs.writes, costs.reads, costs.thaws
    assert all(a <= b for a, b in zip(found, (writes, reads, thaws), strict=True)), (
        f"{costs}\n{most_said(costs)}"
    )


def test_a_press_in_private_changes_a_board_and_four_hands(tmp_path: Path) -> None:
    """One commit to hear it, one claim of all that is to be shown, one settlement for each of
    five messages; the last look finds nothing more to send."""

    async def story() -> None:
        stage = Stage(url=f"sqlite:///{tmp_path}/x.db")
        chat = stage.group()
        people = [stage.person(number, name) for number, name in enumerate(NAMES, 1)]
        table = await seat(stage, chat, people)
        await push(stage, chat, people[0], "start")
        counting, rng = Counting(stage.store), random.Random(3)
        seen = 0
        for _ in range(8):
            who = awaited(stage, table)
            place = stage.server.chat(who.number)
            message, moves = private_moves(stage, who)
            data = rng.choice(moves)
            with counting.fresh() as costs:
                await stage.press(who, data, place, message)
            if not verb(data).startswith("m:"):
                at_most(costs, 0, 5, 1)
                continue
            at_most(costs, 7, 3, 3)
            seen += costs.writes == 7
            stage.clock.advance(10)
            await stage.quiet()
        assert seen >= 2, "a board and four hands were shown after one press"

    run(story())


def test_hands_that_stay_as_they_are_are_left_alone(tmp_path: Path) -> None:
    """A press in a lobby changes its board and nothing else: heard, claimed, settled."""

    async def story() -> None:
        stage = Stage(url=f"sqlite:///{tmp_path}/x.db")
        chat = stage.group()
        people = [stage.person(number, name) for number, name in enumerate(NAMES, 1)]
        await seat(stage, chat, people)
        stage.clock.advance(60)
        counting = Counting(stage.store)
        with counting.fresh() as costs:
            await push(stage, chat, people[0], "bot")
        at_most(costs, 3, 6, 1)
        assert costs.writes == 3
        assert not any("person:" in said for said in costs.said if "card" in said)

    run(story())


def test_presses_on_the_board_of_a_group(tmp_path: Path) -> None:
    """The press that completes a move costs some looks more than one in private: its presser is
    told what is chosen so far, and is looked after as somebody who cannot be written to."""

    async def story() -> None:
        stage = Stage(url=f"sqlite:///{tmp_path}/x.db")
        chat = stage.group()
        people = [stage.person(n, name, started=n > 1) for n, name in enumerate(NAMES, 1)]
        table = await seat(stage, chat, people)
        await push(stage, chat, people[0], "start")
        await stage.quiet()
        counting, rng = Counting(stage.store), random.Random(3)
        press = stage.press
        seen = 0

        async def counted(*arguments: object) -> None:
            nonlocal seen
            with counting.fresh() as costs:
                await press(*arguments)  # type: ignore[arg-type]
            at_most(costs, 7, 6, 3)
            seen += costs.writes > 1

        stage.press = counted  # type: ignore[method-assign, assignment]
        for _ in range(8):
            who = awaited(stage, table)
            if who is people[0]:
                await act_by_letters(stage, chat, who, rng)
            else:
                await act_in_private(stage, who, rng)
            stage.clock.advance(10)
            await stage.quiet()
        assert seen >= 4, "moves were made"

    run(story())


def test_a_press_on_line_and_its_reply(tmp_path: Path) -> None:
    """One commit to hear a press; a claim and a settlement for what is replied."""

    async def story() -> None:
        stage = LineStage(url=f"sqlite:///{tmp_path}/x.db", language="en")
        users = [stage.person(name) for name in NAMES]
        match = Match(stage, await stage.group(*users), users, "en")
        await match.gather()
        counting = Counting(stage.store)
        do = stage.do
        replies = 0

        async def counted(user: object, chat: str, action: dict[str, str]) -> None:
            nonlocal replies
            with counting.fresh() as costs:
                await do(user, chat, action)  # type: ignore[arg-type]
            if action["type"] != "uri":  # what is written in private is counted apart
                at_most(costs, 3, 10, 2)
                replies += costs.writes == 3

        stage.do = counted  # type: ignore[method-assign]
        for _ in range(4):
            await match.turn(stage.playing(match.chat))
        assert replies >= 2

    run(story())
