"""Processes that think: started at the first need, ended when they die, hang or are done."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from adapters.mind import BROKEN, HEAD, READY, START
from core.house.thinking import Thinking

log = logging.getLogger("fumibako.thinking")

MOST = 2  # processes
PATIENCE = 10.0  # seconds until a thought must have come
ENDS_ITSELF = 2 * PATIENCE  # seconds after which a process ends that nobody ends
TRIES = 2  # processes that may die over one question
ENDING = 1.0  # seconds that a process gets to end by itself


class NoThought(Exception):
    """Nothing came of a question, and why: for the log; it tells nothing of a hand."""


def usual_number() -> int:
    """How many processes think on this machine."""
    return max(1, min(MOST, (os.cpu_count() or 1) - 1))


class _Worker:
    """One process, or none yet."""

    def __init__(self, games: str) -> None:
        self._games = games
        self._process: Process | None = None
        self._killed: list[Process] = []  # those before

    @property
    def pid(self) -> int | None:
        """The process that lives, if one does."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def think(self, asked: bytes) -> str:
        """What it says. Raises `EOFError` if it dies over it."""
        if self.pid is None:
            await self._start()
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(HEAD.pack(len(asked)) + asked)
            await process.stdin.drain()
        except OSError as gone:
            raise EOFError from gone
        return await self._line(process)

    async def _start(self) -> None:
        arguments = (json.dumps(sys.path), self._games, str(ENDS_ITSELF))
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", START, *arguments),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # what is typed at our terminal is not for it
        )
        if await self._line(self._process) != READY:
            raise EOFError

    async def _line(self, process: Process) -> str:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return line[:-1].decode()

    def kill(self) -> None:
        """End it at once; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        self._killed = [each for each in (*self._killed, process) if each.returncode is None]

    async def end(self) -> None:
        """Let it end: it hears nothing more."""
        process = self._process
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(ENDING):
                    await process.wait()
        self.kill()
        for each in self._killed:
            await each.wait()


class MindPool:
    """Some processes that take turns. `games` is where the games stand (`module:name`)."""

    def __init__(self, games: str, number: int | None = None, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._workers = [_Worker(games) for _ in range(number or usual_number())]
        self._free = list(self._workers)
        self._turn = asyncio.Semaphore(len(self._workers))  # first come, first served

    @property
    def pids(self) -> list[int]:
        """The processes that live."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def think(self, asked: Thinking) -> str:
        """The spelling of the move that a computer comes to. Raises `NoThought` if none comes in
        time, or if the mind breaks."""
        question = pickle.dumps((asked.game, asked.kind, asked.view, asked.moves, asked.dice))
        try:
            async with asyncio.timeout(self.patience), self._turn:
                return await self._think(question)
        except TimeoutError:
            raise NoThought(f"nothing came within {self.patience:.0f} s") from None

    async def _think(self, question: bytes) -> str:
        worker = self._free.pop()
        done = False
        try:
            for _ in range(TRIES):
                try:
                    said = await worker.think(question)
                except EOFError:
                    log.warning("a process that thinks has ended; another one is started")
                    worker.kill()
                    continue
                done = True
                if said.startswith(BROKEN):
                    raise NoThought(said.removeprefix(BROKEN))
                return said
            raise NoThought("the process ended")
        finally:
            if not done:  # it hangs, or nobody waits for its answer any more
                worker.kill()
            self._free.append(worker)

    async def end(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.end() for worker in self._workers))
