"""How long hard computers think, and how long a person waits for one of them.

    python -m tests.bench.thoughts [DECISIONS]

CPU: games of four hard computers, the first DECISIONS with a choice in each kind of game, timed by
the CPU of this process. Wait: one person plays Coup against three hard computers in a house with
one process that thinks, and the time is taken from their press until nothing is thought over any
more; then the same for each move that came in between.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from adapters.mind_pool import MindPool
from adapters.thinker import Thinker
from adapters.writer import Writer
from core.games import GAMES
from core.house.house import House, Input
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.game import AnyGame
from core.kernel.minds import Level, Manner, kind, levels_of
from core.kernel.text import Note
from core.table.commands import Answer, Choose, Command, Open, SeatBot, Start
from core.table.course import people_awaited
from core.table.sayings import Pace
from core.table.table import Playing, Table, run
from storage.migrate import open_store
from tests.adapters.table import Chance

DECISIONS = 300  # of a game
GOAL = 50.0  # milliseconds of CPU for a decision
MANNERS = tuple(Manner)


def decisions(game: AnyGame, most: int) -> list[float]:
    """Milliseconds of CPU that hard computers took for decisions with a choice."""
    taken: list[float] = []
    number = 0
    while len(taken) < most:
        number += 1
        seed = f"thoughts {game.name} {number}".encode()
        dice, notes = Dice(seed), list[Note]()
        state = run(game.setup(4, game.presets[game.preset_for(4)], dice), notes)
        question = 0
        while not isinstance(asked := game.ask(state), Over) and len(taken) < most:
            question += 1
            seat = min(asked.seats)
            moves = game.moves(state, seat)
            name = kind(Level.HARD, MANNERS[seat % len(MANNERS)])
            view, own = game.view(state, seat), bot_dice(seed, question, seat)
            began = time.process_time()
            move = game.bots[name](view, moves, own)
            if len(moves) > 1:
                taken.append((time.process_time() - began) * 1000)
            state = run(game.play(state, seat, move, dice), notes)
    return taken


class _Room:
    """One person at Coup against three hard computers, game after game."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = ""
        self._rooms = 0

    def tell(self, command: Command) -> None:
        result = self.house.handle(Input(command, time.time(), table=self.table))
        assert result.refused is None, result.refused

    def begin(self) -> None:
        self._rooms += 1
        room = self.house.store.run(lambda work: work.room(self._rooms))
        assert room is not None
        opening = Open("a", "Ann", "coup", Pace.NONE)
        opened = self.house.handle(Input(opening, time.time(), room=room.id))
        self.table = opened.table or ""
        bots: list[Command] = [SeatBot("a")] * 3
        for command in (Choose("a", "level", "hard"), *bots, Start("a")):
            self.tell(command)

    def now(self) -> Table:
        read = self.house.read(self.table)
        assert read is not None
        return read.table

    def press(self, table: Playing) -> None:
        """The person answers as a normal computer would."""
        game = self.house.games[table.game]
        (seat,) = people_awaited(table, game)
        moves = game.moves(table.state, seat)
        own = bot_dice(table.seed_bytes, table.question, seat)
        move = game.bots[game.default_bot](game.view(table.state, seat), moves, own)
        self.tell(Answer("a", table.question, move.code))


async def waits(folder: Path, presses: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a press until computers had answered: for each press that any answered,
    and for each answer of theirs."""
    store = open_store(f"sqlite:///{folder / 'thoughts.db'}")
    for number in range(presses):
        store.enter("test", f"room {number}", "en")
    writer = Writer()
    house = House(store, {game.name: game for game in GAMES}, Chance())
    pool = MindPool("core.games:GAMES", 1)
    thinker = Thinker(house, writer, time.time, time.monotonic, lambda: None, pool)
    house.on_thinking = thinker.wake
    living = asyncio.create_task(thinker.run())
    room, whole, each = _Room(house), list[float](), list[float]()
    await writer.call(room.begin)
    while len(whole) < presses:
        while thinker.waiting:
            await asyncio.sleep(0.001)
        table = await writer.call(room.now)
        if not isinstance(table, Playing) or not people_awaited(table, house.games["coup"]):
            await writer.call(room.begin)
            continue
        began = time.monotonic()
        await writer.call(room.press, table)
        while thinker.waiting:
            await asyncio.sleep(0.001)
        took = (time.monotonic() - began) * 1000
        after = await writer.call(room.now)
        answers = len(getattr(after, "moves", ())) - len(table.moves) - 1
        if answers > 0:
            whole.append(took)
            each.append(took / answers)
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)
    writer.shutdown()
    store.close()
    return whole, each


def shown(taken: Sequence[float]) -> str:
    """Mean and 95th percentile."""
    ordered = sorted(taken)
    mean, high = sum(ordered) / len(ordered), ordered[int(0.95 * (len(ordered) - 1))]
    return f"mean {mean:6.2f} ms, p95 {high:6.2f} ms"


def main() -> None:
    """Print all figures."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else DECISIONS
    for game in GAMES:
        if Level.HARD in levels_of(game.bots):
            taken = decisions(game, most)
            within = "within" if sum(taken) / len(taken) <= GOAL else "above"
            line = shown(taken)
            print(f"{game.name:12} CPU of a decision of hard: {line} ({within} {GOAL:.0f} ms)")
    with tempfile.TemporaryDirectory() as folder:
        whole, each = asyncio.run(waits(Path(folder), max(20, most // 10)))
    print(f"coup         from a press to the last answer of three: {shown(whole)}")
    print(f"coup         the same for each answer:                 {shown(each)}")


if __name__ == "__main__":
    main()
