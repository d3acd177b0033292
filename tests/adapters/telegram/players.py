"""People who play on the fake Telegram by what they are shown, and by nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from core.desk.acts import Act
from core.desk.presses import read_datum
from core.table.table import Lobby, Playing, Table
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.stage import Stage, buttons

NAMES = ("Aki", "Mina", "Ken", "Yu", "Haru", "Noa")


def verb(data: str) -> str:
    press = read_datum(data)
    return press.code if press is not None else ""


async def seat(stage: Stage, chat: Chat, people: Sequence[Person], language: str = "en") -> str:
    """Open a table in a group with everybody at it. Tells its id."""
    for person in people:
        person.language = language
    await stage.add_bot(chat, people[0])
    await push(stage, chat, people[0], "open")
    for person in people[1:]:
        await push(stage, chat, person, "join")
    await stage.quiet()
    return table_id(stage, chat)


async def push(
    stage: Stage, chat: Chat, who: Person, wanted: str, where: Chat | None = None
) -> None:
    """Press the newest button that does something; in a lobby it may stand behind a key."""
    place = where or chat
    if await _pushed(stage, place, who, wanted):
        return
    host = _host(stage, chat, "")
    opened = host is not None and await _pushed(stage, chat, host, Act.SETTINGS.value)
    if host is None or not opened or not await _pushed(stage, chat, who, wanted):
        raise AssertionError(f"nobody shows a button for {wanted}")
    if _host(stage, chat, "menu") is not None:
        await _pushed(stage, chat, host, Act.BACK.value)


def _host(stage: Stage, chat: Chat, panel: str) -> Person | None:
    """Who hosts the lobby of a group, if this panel is open there."""
    for room in stage.store.rooms_on("telegram"):
        if room.chat == str(chat.number) and room.table is not None:
            now = table(stage, room.table)
            if isinstance(now, Lobby) and now.panel == panel:
                return stage.server.people[int(str(now.host).partition(":")[2])]
    return None


async def _pushed(stage: Stage, place: Chat, who: Person, wanted: str) -> bool:
    """Press the newest button that does something, if there is one."""
    for message in sorted(place.messages.values(), key=lambda m: -m["message_id"]):
        for _, data in buttons(message):
            if verb(data) == wanted:
                await stage.press(who, data, place, message)
                await stage.quiet()
                return True
    return False


def table_id(stage: Stage, chat: Chat) -> str:
    """The open table of a group."""
    for room in stage.store.rooms_on("telegram"):
        if room.chat == str(chat.number) and room.table is not None:
            return room.table
    raise AssertionError("no table is open there")


def table(stage: Stage, name: str) -> Table:
    """A table as it is stored."""
    seen = stage.house.read(name)
    assert seen is not None
    return seen.table


def awaited(stage: Stage, name: str) -> Person:
    """Whose move is waited for."""
    now = table(stage, name)
    assert isinstance(now, Playing)
    asked = stage.house.games[now.game].ask(now.state)
    user = now.chairs[min(asked.seats) - 1].user  # type: ignore[union-attr]
    return stage.server.people[int(str(user).partition(":")[2])]


def private_moves(stage: Stage, who: Person) -> tuple[dict[str, Any], list[str]]:
    """The newest private card with moves on it."""
    chat = stage.server.chat(who.number)
    for message in sorted(chat.messages.values(), key=lambda m: -m["message_id"]):
        data = [each for _, each in buttons(message)]
        moves = [each for each in data if verb(each)[:2] in ("m:", "?:") and verb(each) != "?:"]
        if moves:
            return message, moves
    return {}, []


async def act_in_private(stage: Stage, who: Person, rng: random.Random) -> None:
    """Press buttons of the private card until the move is made."""
    chat = stage.server.chat(who.number)
    for _ in range(6):
        message, moves = private_moves(stage, who)
        assert moves, f"{who.name} has no buttons: {stage.newest(chat)['text']}"
        data = rng.choice(moves)
        await stage.press(who, data, chat, message)
        if verb(data).startswith("m:"):
            return
    raise AssertionError("the choice has no end")


async def act_by_letters(stage: Stage, chat: Chat, who: Person, rng: random.Random) -> None:
    """Look at the hand, then press rows of the board until the move is made. Only what the
    alert and the board tell is used."""
    name = table_id(stage, chat)
    before = table(stage, name)
    assert isinstance(before, Playing)
    await push(stage, chat, who, "hand")
    text = who.alerts[-1]["text"]
    assert who.alerts[-1]["alert"]
    letters = re.findall(r"^([A-Z])[:：]", text, re.M)
    message = stage.newest(chat)
    rows = [[d for _, d in buttons({"rows": [row]})] for row in message["rows"]]
    rows = [row for row in rows if row and all(verb(data).startswith("~") for data in row)]
    assert rows, f"no rows on the board: {message['text']}"
    letter_rows = [row for row in rows if verb(row[0]).rpartition(".")[2].isalpha()]
    assert letters, text
    for _ in range(60):
        used: set[str] = set()
        for row in rows:
            free = [data for data in row if data not in used]
            if row in letter_rows:
                taken = {data.rpartition(".")[2] for data in used}
                free = [data for data in free if data.rpartition(".")[2] not in taken]
            data = rng.choice(free)
            used.add(data)
            await stage.press(who, data, chat, message)
            now = table(stage, name)
            if not isinstance(now, Playing) or now.question != before.question:
                return
    raise AssertionError(f"no move came of it: {text} {rows}")


async def play(
    stage: Stage,
    chat: Chat,
    rng: random.Random,
    by_letters: Sequence[Person] = (),
    most: int = 400,
    pause: float = 6.0,
) -> int:
    """Play until the match is over. Tells how many moves were made."""
    name = table_id(stage, chat)
    if isinstance(table(stage, name), Lobby):
        host = table(stage, name).chairs[0].user
        await push(stage, chat, stage.server.people[int(str(host).partition(":")[2])], "start")
    for moves in range(most):
        if not isinstance(table(stage, name), Playing):
            return moves
        who = awaited(stage, name)
        if who in by_letters:
            await act_by_letters(stage, chat, who, rng)
        else:
            await act_in_private(stage, who, rng)
        stage.clock.advance(rng.uniform(1.0, pause))
        await stage.quiet()
    raise AssertionError("the match has no end")
