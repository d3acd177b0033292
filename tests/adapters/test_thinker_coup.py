"""Coup with both variants at a table whose hard computers think in a process of their own."""

from __future__ import annotations

import asyncio
import time

from core.games import GAMES
from core.house.house import House, Input
from core.table.commands import Answer, Choose, Command, Open, SeatBot, Start
from core.table.course import people_awaited
from core.table.course import thinker as seat_that_thinks
from core.table.oracle import FAIR
from core.table.sayings import Pace
from core.table.table import Playing, Table
from tests.adapters.table import Chance
from tests.adapters.telegram.stage import inline
from tests.adapters.thinking import rest, thinking
from tests.fresh import fresh_store

BY_NAME = {game.name: game for game in GAMES}
COUP = BY_NAME["coup"]

CHOICES = (("level", "hard"), ("inquisitor", "true"), ("factions", "true"))
ENOUGH = 10  # thoughts


def test_hard_computers_think_where_the_variants_are_played() -> None:
    store = fresh_store()
    house = House(store, BY_NAME, Chance())

    def tell(table: str, command: Command) -> None:
        result = house.handle(Input(command, time.time(), table=table))
        assert result.refused is None, result.refused

    def now(table: str) -> Table:
        read = house.read(table)
        assert read is not None
        return read.table

    async def work() -> None:
        thought: list[Playing] = []
        async with thinking(house, inline()) as thinker:
            wake = thinker.wake

            def watch(table: str) -> None:
                at = now(table)
                assert isinstance(at, Playing)
                thought.append(at)
                wake(table)

            house.on_thinking = watch
            room = store.enter("test", "room", "en")
            opening = Open("a", "Ann", "coup", Pace.NONE)
            table = house.handle(Input(opening, time.time(), room=room.id)).table or ""
            begin: list[Command] = [Choose("a", *choice) for choice in CHOICES]
            for command in (*begin, *[SeatBot("a")] * 3, Start("a")):
                tell(table, command)
            while len(thought) <= ENOUGH:
                await rest(thinker)
                at = now(table)
                assert isinstance(at, Playing)
                (seat,) = people_awaited(at, COUP)
                tell(table, Answer("a", at.question, COUP.moves(at.state, seat)[0].code))
            await rest(thinker)
            end = now(table)
        assert isinstance(end, Playing)
        for before in thought:  # each came to what anybody can compute again
            assert before.state.options.factions and before.state.options.inquisitor
            seat = seat_that_thinks(before, COUP)
            kind = str(before.chairs[seat - 1].bot)
            assert kind.startswith("hard.")
            move = FAIR.answer(before, COUP, seat, kind)
            assert end.moves[len(before.moves)] == f"{seat}:{move.code}"

    try:
        asyncio.run(work())
    finally:
        store.close()
