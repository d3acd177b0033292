"""Turns between groups under Telegram's limit for all of us, on a clock that the test holds."""

from __future__ import annotations

import asyncio
from random import Random

from sqlalchemy import delete, update

from adapters.post import SOON
from adapters.telegram.pace import EVERYBODY, START
from core.house.house import Input
from core.house.limits import MOST_TABLES
from core.house.ports import room_lane
from core.table.commands import Open
from storage.rows import CARD, LANE, OUTBOX
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.stage import Stage, run

TABLES = 300
A_SECOND = 1 / EVERYBODY[1]


async def pump(stage: Stage, seconds: float) -> None:
    """Let the outbox go out for a while, as the program does it."""
    end = stage.clock() + seconds
    while True:
        more = await stage.post._begin()
        while stage.post._busy:
            await asyncio.sleep(0)
        if more:
            continue
        if stage.clock() >= end:
            return
        stage.clock.advance(SOON)


def calls(stage: Stage) -> dict[int, list[float]]:
    """When each group was called from now on."""
    found: dict[int, list[float]] = {}
    before = stage.server.call

    def call(name: str, fields: dict[str, object]) -> object:
        chat = fields.get("chat_id")
        if isinstance(chat, int) and name in ("sendMessage", "editMessageText"):
            found.setdefault(chat, []).append(stage.clock())
        return before(name, fields)

    stage.server.call = call  # type: ignore[method-assign]
    return found


def groups(stage: Stage, number: int, first: int = 1) -> list[Chat]:
    return [
        stage.group(f"Group {each}", -1002000000000 - each) for each in range(first, first + number)
    ]


def gathered(stage: Stage, number: int) -> list[tuple[int, str]]:
    """Tables in groups of their own, of people of their own; nothing waits to be said there. Their
    rooms, and the lanes of those."""
    found = []
    for each, chat in enumerate(groups(stage, number)):
        room = stage.store.enter("telegram", str(chat.number), "en", chat.title)
        opened = Input(
            Open(f"telegram:{9000 + each}", "Aki", "old-maid"), stage.clock(), room=room.id
        )
        result = stage.house.handle(opened)
        assert result.table is not None
        found.append((chat.number, result.table))
    with stage.store.begin() as connection:
        connection.execute(delete(OUTBOX))
        connection.execute(update(CARD).values(outdated=False))
        connection.execute(update(LANE).values(due=None, since=None))
    stage.clock.advance(2 * START)
    return found


def touch(stage: Stage, table: str) -> None:
    [room] = stage.house.rooms_of(table)
    stage.store.run(lambda work: work.touch(room_lane(room.id), table, stage.clock()))


def test_of_many_groups_every_one_is_called_in_its_turn() -> None:
    """The last one waits as long as the limit makes it wait, and none is left out."""

    async def story() -> None:
        stage = Stage()
        await stage.begin()
        tables = gathered(stage, TABLES)
        called = calls(stage)
        Random(5).shuffle(tables)
        began = stage.clock()
        for _, table in tables:
            touch(stage, table)
            stage.clock.advance(0.0001)
        await pump(stage, 2 * TABLES / A_SECOND)
        waited = {chat: times[0] - began for chat, times in called.items()}
        assert {chat: len(times) for chat, times in called.items()} == dict.fromkeys(waited, 1)
        assert set(waited) == {chat for chat, _ in tables}
        assert TABLES / A_SECOND * 0.8 < max(waited.values()) < TABLES / A_SECOND * 1.1
        in_turn = [waited[chat] for chat, _ in tables]
        assert in_turn == sorted(in_turn)

    run(story())


def test_a_group_with_much_to_say_takes_nobodys_turn() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        (noisy, loud), *tables = gathered(stage, TABLES // 2)
        called = calls(stage)
        began = stage.clock()
        for _, table in ((noisy, loud), *tables):
            touch(stage, table)
        for _ in range(int(TABLES / 2 / A_SECOND / SOON) + 4):
            touch(stage, loud)
            await pump(stage, SOON)
        assert all(len(called[chat]) == 1 for chat, _ in tables)
        last = max(called[chat][0] for chat, _ in tables) - began
        assert last < (TABLES / 2 + len(called[noisy])) / A_SECOND + 2 * SOON

    run(story())


async def opens(stage: Stage, who: Person, chat: Chat) -> None:
    """Somebody presses [Play] in a group."""
    bot = {"id": 1, "is_bot": True, "first_name": "Fumibako"}
    message = stage.server._post(chat, bot, "…", 0)
    query = stage.query(who, chat, message, "-:0:open")
    await stage.update(callback_query=query)


async def first_call(stage: Stage, who: Person, chat: Chat) -> float:
    """Somebody opens a table in a group: seconds until it is called for the first time."""
    called = calls(stage)
    began = stage.clock()
    await opens(stage, who, chat)
    while chat.number not in called:
        await pump(stage, SOON)
    return called[chat.number][0] - began


def test_lobbies_of_one_person_in_hundreds_of_groups_hold_up_nobody() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        mallory, aki = stage.person(7, "Mallory"), stage.person(8, "Aki")
        *many, quiet, other = groups(stage, 602)
        stage.clock.advance(2 * START)
        alone = await first_call(stage, aki, quiet)
        await pump(stage, 60.0)
        for chat in many:
            await opens(stage, mallory, chat)
        assert len(stage.store.open_tables()) == MOST_TABLES + 1
        assert await first_call(stage, aki, other) <= 2 * max(alone, SOON)

    run(story())


def test_presses_of_one_person_for_a_minute_hold_up_nobody() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        mallory, aki = stage.person(7, "Mallory"), stage.person(8, "Aki")
        mine, quiet, other = groups(stage, 3)
        stage.clock.advance(2 * START)
        alone = await first_call(stage, aki, quiet)
        await opens(stage, mallory, mine)
        await pump(stage, 10.0)
        heard = 0
        hear = stage.telegram.ear.hear

        def hearing(data: object) -> object:
            nonlocal heard
            heard += 1
            return hear(data)  # type: ignore[arg-type]

        stage.telegram.ear.hear = hearing  # type: ignore[assignment, method-assign]
        board = stage.newest(mine)
        for second in range(60):
            for _ in range(30):
                query = stage.query(mallory, mine, board, f"{mine.number}:0:rules")
                await stage.update(callback_query=query)
            if second == 30:
                assert await first_call(stage, aki, other) <= 2 * max(alone, SOON)
            else:
                await pump(stage, 1.0)
        assert heard < 60 + 3 * 75

    run(story())
