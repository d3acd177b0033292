"""Computers that think beside, with real processes: killed, hanging, ill, and restarted."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from adapters import thinker as beside
from adapters.clock import Clock
from adapters.mind_pool import MindPool
from adapters.thinker import REPLY_WAITS, Thinker
from adapters.writer import Writer
from core.house.house import House, Input, Result
from core.house.thinking import thinking_at
from core.table.commands import Answer, Choose, Command, Open, SeatBot, Start, Thought
from core.table.course import thinker as seat_that_thinks
from core.table.failures import OurTrouble
from core.table.oracle import FAIR
from core.table.sayings import Pace
from core.table.table import Finished, Playing, Table
from tests.adapters.minds import GAMES, WHERE
from tests.adapters.table import Chance
from tests.adapters.telegram.stage import inline
from tests.adapters.thinking import rest, thinking, until
from tests.fresh import fresh_store

BY_NAME = {game.name: game for game in GAMES}


class Salon:
    """A house of several rooms, in each of which one person plays against hard computers."""

    def __init__(self) -> None:
        self.store = fresh_store()
        self.house = House(self.store, BY_NAME, Chance())
        self.writer: Writer = inline()
        self.clock = Clock(self.house, self.store, self.writer, time.time, lambda: None)
        self.rooms = 0

    def tell(self, table: str, command: Command) -> Result:
        """One input that is carried out."""
        result = self.house.handle(Input(command, time.time(), table=table))
        assert result.refused is None, result.refused
        return result

    def begin(self, game: str, bots: int = 1, bot: str = "", turns: str = "") -> str:
        """A game begins in a room of its own. Tells the table."""
        self.rooms += 1
        room = self.store.enter("test", f"room {self.rooms}", "en")
        opening = Open("a", "Ann", game, Pace.NONE)
        opened = self.house.handle(Input(opening, time.time(), room=room.id))
        table = opened.table or ""
        self.tell(table, Choose("a", "level", "hard"))
        if turns:
            self.tell(table, Choose("a", "preset", "big"))
            self.tell(table, Choose("a", "turns", turns))
        for _ in range(bots):
            self.tell(table, SeatBot("a", bot))
        self.tell(table, Start("a"))
        return table

    def now(self, table: str) -> Table:
        """A table as it is."""
        read = self.house.read(table)
        assert read is not None
        return read.table

    def act(self, table: str) -> bool:
        """Ann answers, if she is asked. Tells whether she was."""
        now = self.now(table)
        if not isinstance(now, Playing):
            return False
        seat = next(i for i, chair in enumerate(now.chairs, 1) if chair.user == "a")
        moves = BY_NAME[now.game].moves(now.state, seat)
        if not moves:
            return False
        codes = [move.code for move in moves]
        code = next((each for each in ("rest", "allow") if each in codes), codes[0])
        self.tell(table, Answer("a", now.question, code))
        return True

    async def play(self, table: str, thinker: Thinker) -> Finished:
        """Play to the end."""
        async with asyncio.timeout(120):
            while isinstance(self.now(table), Playing):
                await rest(thinker)
                if not self.act(table):
                    await until(lambda: not isinstance(self.now(table), Playing))
        end = self.now(table)
        assert isinstance(end, Finished)
        return end

    def until_thinking(self, table: str) -> None:
        """Ann answers until a computer is to think."""
        while not seat_that_thinks(self.now(table), BY_NAME["deep"]):
            assert self.act(table)


def run(work: Callable[[Salon], Awaitable[None]]) -> None:
    salon = Salon()
    try:
        asyncio.run(_awaited(work(salon)))
    finally:
        salon.store.close()


async def _awaited(work: Awaitable[None]) -> None:
    await work


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_game_against_computers_that_think_comes_to_its_end() -> None:
    async def work(salon: Salon) -> None:
        told: list[Table] = []
        tell = salon.house.on_thinking
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            wake = thinker.wake

            def watch(table: str) -> None:
                told.append(salon.now(table))
                wake(table)

            salon.house.on_thinking = watch
            table = salon.begin("deep", bots=3, turns="40")
            end = await salon.play(table, thinker)
            (pid,) = thinker.pool.pids
        assert not alive(pid)
        assert told and callable(tell)
        for before in told:  # each came to what anybody can compute again
            assert isinstance(before, Playing)
            seat = seat_that_thinks(before, BY_NAME["deep"])
            kind = str(before.chairs[seat - 1].bot)
            move = FAIR.answer(before, BY_NAME["deep"], seat, kind)
            assert end.moves[len(before.moves)] == f"{seat}:{move.code}"

    run(work)


def test_nobody_waits_for_a_thought() -> None:
    """The press is carried out and answered while the computer still thinks."""

    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            table = salon.begin("hanging")
            salon.until_thinking(table)
            assert thinker.waiting == 1
            assert 0.0 < thinker.rest(table) <= REPLY_WAITS
            began = time.monotonic()
            await thinker.patiently(table)
            assert time.monotonic() - began >= REPLY_WAITS / 2 and thinker.waiting == 1
        assert thinker.waiting == 0 and thinker.rest(table) == 0.0

    run(work)


@pytest.mark.parametrize("game", ["hanging", "dying", "breaking", "cheating"])
def test_where_no_thought_comes_the_normal_one_of_the_same_manner_plays(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def work(salon: Salon) -> None:
        patience = 1.5 if game == "hanging" else 60.0
        async with thinking(salon.house, salon.writer, games=WHERE, patience=patience) as thinker:
            table = salon.begin(game)
            salon.until_thinking(table)
            made = len(salon.now(table).moves)  # type: ignore[union-attr]
            await rest(thinker)
            after = salon.now(table)
            assert isinstance(after, Playing | Finished)
            assert after.moves[made].endswith((":rest", ":allow"))  # the hard one would hit
            (line,) = [
                entry.entry
                for entry in salon.store.journal_of(table)
                if b'"thought"' in entry.entry
            ][:1]
            assert msgspec.json.decode(line)["command"]["kind"] == "normal.bold"
            other = salon.begin("deep")  # the next one is thought over by another process
            await salon.play(other, thinker)

    run(work)
    assert not any(hat in caplog.text for hat in ("red", "blue", "gold"))


def test_a_process_that_is_killed_is_replaced_and_nothing_is_lost() -> None:
    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            table = salon.begin("deep", bots=2, turns="40")
            killed = 0
            while isinstance(salon.now(table), Playing):
                await rest(thinker)
                for pid in thinker.pool.pids:
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
                salon.act(table)
            kinds = [
                msgspec.json.decode(entry.entry)["command"].get("kind")
                for entry in salon.store.journal_of(table)
            ]
        assert killed > 2
        assert {kind for kind in kinds if kind} == {"hard.bold", "hard.careful"}

    run(work)


def test_a_restart_asks_again() -> None:
    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            table = salon.begin("deep", bot="hard.patient")
            salon.house.on_thinking = lambda table: None  # killed before it was heard
            salon.until_thinking(table)
        asked = thinking_at(salon.house, table)
        assert asked is not None
        async with thinking(salon.house, salon.writer, games=WHERE, clock=salon.clock) as thinker:
            salon.clock.tick()
            assert thinker.waiting == 1
            salon.clock.tick()
            assert thinker.waiting == 1  # it is asked once
            await rest(thinker)
            later = thinking_at(salon.house, table)
            assert later is None or later.made > asked.made

    run(work)


def test_how_long_a_thought_took_tells_nothing() -> None:
    """One that came at once is told no sooner than one over which there was something to think."""

    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE, even=0.5) as thinker:
            began = time.monotonic()
            table = salon.begin("deep", bot="hard.patient")
            salon.until_thinking(table)
            await rest(thinker)
            assert time.monotonic() - began >= 0.5

    run(work)


def test_tables_take_turns() -> None:
    """One that computers play among themselves holds up no other."""

    async def work(salon: Salon) -> None:
        order: list[str] = []
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            wake = thinker.wake

            def watch(table: str) -> None:
                order.append(table)
                wake(table)

            salon.house.on_thinking = watch
            tables = [salon.begin("deep", bots=3, bot="hard.patient", turns="40") for _ in "abc"]
            async with asyncio.timeout(120):
                while any(isinstance(salon.now(table), Playing) for table in tables):
                    await rest(thinker)
                    for table in tables:
                        salon.act(table)
        together = order[: len(order) // 3]
        for at in range(len(together) - 9):
            assert len(set(together[at : at + 9])) > 1, "nobody is starved"

    run(work)


def test_what_a_mind_prints_is_no_answer() -> None:
    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            table = salon.begin("talking")
            salon.until_thinking(table)
            asked = thinking_at(salon.house, table)
            assert asked is not None
            assert await thinker.pool.think(asked) == asked.moves[0].code != "rest"

    run(work)


def test_a_process_ends_only_with_its_host() -> None:
    """What is typed at the terminal, or told to the whole group of processes, is for the host."""

    async def work(salon: Salon) -> None:
        table = salon.begin("deep")
        salon.until_thinking(table)
        asked = thinking_at(salon.house, table)
        assert asked is not None
        pool = MindPool(WHERE, 1)
        await pool.think(asked)
        (pid,) = pool.pids
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        await pool.think(asked)
        assert pool.pids == [pid]
        await pool.end()
        assert pool.pids == [] and not alive(pid)
        await pool.end()  # there is nothing left to do

    run(work)


def test_many_tables_are_no_trouble_for_two_processes() -> None:
    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE, number=2) as thinker:
            tables = [salon.begin("deep", bots=2, bot="hard.careful") for _ in range(12)]
            for table in tables:
                await salon.play(table, thinker)
            assert 1 <= len(thinker.pool.pids) <= 2

    run(work)


def test_trouble_of_ours_delays_an_answer_and_loses_none(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(beside, "PAUSES", (0.01, 0.02))

    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            handle, troubles = salon.house.handle, [OurTrouble("full"), KeyError("odd")]

            def sometimes(heard: Input) -> Result:
                if isinstance(heard.command, Thought) and troubles:
                    raise troubles.pop()
                return handle(heard)

            monkeypatch.setattr(salon.house, "handle", sometimes)
            table = salon.begin("deep", bot="hard.patient", turns="6")
            await salon.play(table, thinker)
            assert not troubles

    run(work)
    assert "full" in caplog.text


def test_a_mind_whose_stand_in_is_ill_too_is_asked_again_and_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(beside, "PAUSES", (0.01, 0.02))

    async def work(salon: Salon) -> None:
        async with thinking(salon.house, salon.writer, games=WHERE) as thinker:
            table = salon.begin("cheating", bot="hard.careful")
            monkeypatch.setattr(
                beside, "answered_instead", lambda house, asked: asked.answered("x")
            )
            salon.until_thinking(table)
            await until(lambda: caplog.text.count("no move is taken") > 3)
            assert thinker.waiting == 1

    run(work)
