"""What a press costs on each platform: transactions, statements and thaws, at the driver."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from tests.adapters.counting import Costs, Counting
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage as LineStage
from tests.adapters.telegram.players import awaited, private_moves, push, seat, verb
from tests.adapters.telegram.stage import Stage

NAMES = ("Aki", "Mina", "Ken", "Yu")
MOVES = 12


async def telegram(folder: Path) -> list[Costs]:
    """Moves of four people who see their hands in private: a board and their hands change."""
    stage = Stage(url=f"sqlite:///{folder}/telegram.db")
    chat = stage.group()
    people = [stage.person(number, name) for number, name in enumerate(NAMES, 1)]
    table = await seat(stage, chat, people)
    await push(stage, chat, people[0], "start")
    counting, rng = Counting(stage.store), random.Random(3)
    found: list[Costs] = []
    while len(found) < MOVES:
        who = awaited(stage, table)
        message, moves = private_moves(stage, who)
        data = rng.choice(moves)
        with counting.fresh() as costs:
            await stage.press(who, data, stage.server.chat(who.number), message)
        if verb(data).startswith("m:"):
            found.append(costs)
            stage.clock.advance(10)
            await stage.quiet()
    return found


async def line(folder: Path) -> list[Costs]:
    """Presses in a group that complete a move, with the reply to each."""
    stage = LineStage(url=f"sqlite:///{folder}/line.db", language="en")
    users = [stage.person(name) for name in NAMES]
    match = Match(stage, await stage.group(*users), users, "en")
    await match.gather()
    counting, do = Counting(stage.store), stage.do
    found: list[Costs] = []

    async def counted(*arguments: Any) -> None:
        with counting.fresh() as costs:
            await do(*arguments)
        if arguments[2]["type"] == "postback" and costs.writes > 1:
            found.append(costs)

    stage.do = counted  # type: ignore[method-assign, assignment]
    for _ in range(MOVES):
        await match.turn(stage.playing(match.chat))
    return found


def main() -> None:
    """Print the medians."""
    print(f"{'one move, four people':<24}{'commits':>9}{'reads':>7}{'thaws':>7}{'statements':>12}")
    with tempfile.TemporaryDirectory() as name:
        for title, play in (("Telegram", telegram), ("LINE", line)):
            found = asyncio.run(play(Path(name)))

            def middle(of: Callable[[Costs], int], found: list[Costs] = found) -> int:
                return round(median(of(each) for each in found))

            print(
                f"{title:<24}{middle(lambda c: c.writes):>9}{middle(lambda c: c.reads):>7}"
                f"{middle(lambda c: c.thaws):>7}{middle(lambda c: c.statements):>12}"
            )


if __name__ == "__main__":
    main()
