"""People who play Coup and Lady Luck on the fake Telegram by the buttons they are shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from core.kernel.asks import Ask
from core.table.table import Playing, Table
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import (
    act_by_letters,
    act_in_private,
    push,
    seat,
    table,
    verb,
)
from tests.adapters.telegram.stage import Stage, buttons

TRIES = 40


async def gather(
    stage: Stage, chat: Chat, people: Sequence[Person], game: str, language: str = "en"
) -> str:
    """Open a table of a game with everybody at it, and start. Tells its id."""
    name = await seat(stage, chat, people, language)
    await push(stage, chat, people[0], "panel.game")
    await push(stage, chat, people[0], f"set.game.{game}")
    await push(stage, chat, people[0], "start")
    return name


def asked_of(stage: Stage, now: Playing) -> Ask:
    """What is asked at a table."""
    asked = stage.house.games[now.game].ask(now.state)
    assert isinstance(asked, Ask)
    return asked


def person_at(stage: Stage, now: Playing, number: int) -> Person:
    """Who sits there."""
    return stage.server.people[int(str(now.chairs[number - 1].user).partition(":")[2])]


def waits_for(stage: Stage, before: Playing, now: Table, number: int) -> bool:
    """The question is still the same, and this seat has not answered it."""
    if not isinstance(now, Playing) or now.question != before.question:
        return False
    return number in asked_of(stage, now).seats


async def act_on_board(
    stage: Stage, chat: Chat, name: str, number: int, rng: random.Random
) -> None:
    """Press the buttons of the group's board, row by row, until the move is made. Every press
    is answered at once, and one that does not make a move tells why, or what is chosen."""
    before = table(stage, name)
    assert isinstance(before, Playing)
    who, board = person_at(stage, before, number), stage.newest(chat)
    data = [each for _, each in buttons(board) if verb(each)[:1] in ("m", "~")]
    assert data, f"no choice on the board: {board['text']}"
    for _ in range(TRIES):
        heard = len(who.alerts)
        await stage.press(who, rng.choice(data), chat, board)
        assert len(who.alerts) == heard + 1
        if not waits_for(stage, before, table(stage, name), number):
            return
        assert who.alerts[-1]["text"], "a press without a move is answered"
    raise AssertionError(f"no move came of it: {board['text']} {data}")


async def act(
    stage: Stage, chat: Chat, name: str, rng: random.Random, alone: Sequence[Person]
) -> tuple[Person, str]:
    """Somebody who is asked answers in one of the ways they have. Tells who, and how."""
    now = table(stage, name)
    assert isinstance(now, Playing)
    asked = asked_of(stage, now)
    number = rng.choice([seat for seat in sorted(asked.seats) if now.chairs[seat - 1].user])
    who = person_at(stage, now, number)
    if asked.secret and who in alone:
        await act_by_letters(stage, chat, who, rng)
        return who, "by letters"
    if asked.secret or (who not in alone and rng.random() < 0.3):
        await act_in_private(stage, who, rng)
        return who, "in private"
    await act_on_board(stage, chat, name, number, rng)
    return who, "on the board"


async def play_openly(
    stage: Stage,
    chat: Chat,
    name: str,
    rng: random.Random,
    alone: Sequence[Person] = (),
    most: int = 1500,
    pause: float = 6.0,
    each: Callable[[Playing], None] = lambda now: None,
) -> int:
    """Play until the game is over: choices that are no secret on the group's board or in
    private, secret ones in private or (who is `alone`) by letters. Tells how many answers."""
    for answers in range(most):
        now = table(stage, name)
        if not isinstance(now, Playing):
            return answers
        each(now)
        await act(stage, chat, name, rng, alone)
        stage.clock.advance(rng.uniform(0.5, pause))
        await stage.quiet()
    raise AssertionError("the game has no end")
