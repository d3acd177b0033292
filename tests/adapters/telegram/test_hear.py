"""What is heard: presses and words that count, and everything that must not."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from core.table.table import Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import (
    awaited,
    play,
    private_moves,
    push,
    seat,
    table,
    table_id,
    verb,
)
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_match import four


async def lobby(stage: Stage, people: int = 2) -> tuple[list[Person], Chat, str]:
    """A lobby with the first people at it."""
    await stage.begin()
    everybody, chat = four(stage), stage.group()
    name = await seat(stage, chat, everybody[:people])
    return everybody, chat, name


async def running(stage: Stage, people: int = 3) -> tuple[list[Person], Chat, str]:
    """A game that has just begun."""
    everybody, chat, name = await lobby(stage, people)
    await push(stage, chat, everybody[0], "start")
    return everybody, chat, name


def names(stage: Stage, name: str) -> list[str]:
    return [chair.name for chair in table(stage, name).chairs]


def button(stage: Stage, chat: Chat, wanted: str) -> tuple[dict[str, Any], str]:
    message = stage.newest(chat)
    return message, next(data for _, data in buttons(message) if verb(data) == wanted)


def test_the_same_update_twice_counts_once() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        message, data = button(stage, chat, "join")
        query = stage.query(people[2], chat, message, data)
        first = await stage.update(callback_query=query)
        await stage.quiet()
        calls = len(stage.server.calls)
        await stage.telegram.intake.take(first)  # the same update
        await stage.update(callback_query=query)  # the same press under another number
        stage.clock.advance(60)
        await stage.telegram.intake.take(first)
        await stage.quiet()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        # nothing is told again; the press itself is answered, for its first answer may be lost
        for method, fields in stage.server.calls[calls:]:
            assert method == "answerCallbackQuery"
            assert not fields.get("text")

    run(story())


def test_a_press_counts_whatever_else_is_told_of_its_message() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        message, data = button(stage, chat, "join")
        queries = [stage.query(who, chat, message, data) for who in people[2:4]]
        old, new = (query["message"] for query in queries)
        old = {"date": 0, "message_id": old["message_id"], "chat": old["chat"]}
        new = new | {"reply_markup": [7], "caption_entities": "?", "forward_origin": {}}
        for query, told in zip(queries, (old, new), strict=True):
            await stage.update(callback_query=query | {"message": told})
        assert names(stage, name) == ["Aki", "Mina", "Ken", "Yu"]

    run(story())


def test_two_presses_at_once_seat_two() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        message, data = button(stage, chat, "join")
        await asyncio.gather(
            *(
                stage.update(callback_query=stage.query(who, chat, message, data))
                for who in people[2:]
            )
        )
        await stage.quiet()
        assert names(stage, name) == ["Aki", "Mina", "Ken", "Yu"]

    run(story())


def test_a_double_tap_makes_one_move() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        chat = stage.server.chat(who.number)
        rng = random.Random(1)
        while True:
            message, moves = private_moves(stage, who)
            data = rng.choice(moves)
            if verb(data).startswith("m:"):
                break
            await stage.press(who, data, chat, message)
        for _ in range(2):
            await stage.update(callback_query=stage.query(who, chat, message, data))
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Playing)
        assert len(now.moves) == 1
        assert who.alerts[-1]["text"] == "This has already been decided."

    run(story())


def test_a_press_on_an_old_board_is_refused_and_the_board_loses_its_buttons() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        old, data = button(stage, chat, "start")
        await push(stage, chat, people[0], "start")
        old["rows"] = [[{"text": "Start", "callback_data": data}]]  # as if it had stayed
        await stage.press(people[1], data, chat, old)
        await stage.wait(30)
        assert people[1].alerts[-1]["text"] == "The game is already running."
        assert isinstance(table(stage, name), Playing)

    run(story())


def test_buttons_of_an_earlier_game_do_nothing_to_the_running_one() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        old, data = button(stage, chat, "join")
        close = data.replace(":join", ":close")
        for _ in range(2):
            await stage.press(people[0], close, chat, old)
        await stage.quiet()
        await stage.says(people[0], "/play", chat)
        await stage.quiet()
        assert table_id(stage, chat) != name
        await stage.press(people[2], data, chat, old)
        assert "Ken" not in names(stage, table_id(stage, chat))
        assert people[2].alerts[-1]["text"] == "This game is over."
        assert not old["rows"] or old["message_id"] != stage.newest(chat)["message_id"]

    run(story())


def test_somebody_who_does_not_sit_there_is_told_so() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await running(stage)
        await push(stage, chat, people[3], "hand")
        assert people[3].alerts[-1]["text"] == "You don't sit at this table."

    run(story())


def test_bots_cannot_join() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        robot = stage.person(99, "Robot")
        robot.is_bot = True
        message, data = button(stage, chat, "join")
        await stage.press(robot, data, chat, message)
        await stage.says(robot, "/join", chat)
        assert names(stage, name) == ["Aki", "Mina"]
        assert people[0].dm == "open"

    run(story())


CHAT = [
    "hello",
    "join us tomorrow?",
    "開始は何時？",
    "/weather",
    "/join@other_bot",
    "/start@x_bot",
    "1",
]


@pytest.mark.parametrize("text", CHAT)
def test_ordinary_chat_is_never_answered(text: str) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        before = len(stage.server.calls)
        await stage.says(people[0], text, chat)
        answered = stage.server.shown(chat, stage.newest(chat))
        await stage.says(people[0], text, chat, reply_to_message=answered)
        await stage.quiet()
        assert len(stage.server.calls) == before
        assert isinstance(table(stage, name), Playing)

    run(story())


@pytest.mark.parametrize(
    "text", ["/join", "/join@fumibako_bot", "参加", "/参加", "@fumibako_bot join"]
)
def test_words_seat_people_in_both_languages(text: str) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        await stage.says(people[2], text, chat)
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


ODD: list[dict[str, Any]] = [
    {"edited_message": {"message_id": 5}},
    {"poll_answer": {"poll_id": "1"}},
    {"message_reaction": {}},
    {"something_new": {"a": [1, 2]}},
    {},
]


@pytest.mark.parametrize("content", ODD)
def test_unknown_kinds_are_nothing(content: dict[str, Any]) -> None:
    async def story() -> None:
        stage = Stage()
        await running(stage)
        before = len(stage.server.calls)
        await stage.update(**content)
        await stage.quiet()
        assert len(stage.server.calls) == before

    run(story())


def test_a_poison_update_is_kept_aside_and_the_rest_goes_on() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        await stage.update(message={"message_id": "no number", "date": "never"})
        await stage.update(callback_query={"id": "x", "from": {"id": "nobody"}})
        kept = stage.store.kept_like("aside:telegram:")
        assert len(kept) == 2
        await push(stage, chat, people[2], "join")
        assert names(stage, name) == ["Aki", "Mina", "Ken"]

    run(story())


def test_strange_contents_harm_nobody() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        await stage.says(people[0], "x" * 4096, chat)
        await stage.says(people[0], "/" + "漢" * 3000, chat)
        await stage.says(people[0], "/rules 99999999999999999999", chat)
        message = stage.newest(chat)
        for data in (
            "",
            "x",
            "a:b:c",
            f"{name}:1:m:",
            f"{name}:zz:knock.yes.",
            f"{name}:1:~",
            "é" * 30,
        ):
            await stage.update(callback_query=stage.query(people[0], chat, message, data))
        await stage.quiet()
        assert not stage.store.kept_like("aside:telegram:")
        await play(stage, chat, random.Random(2))

    run(story())


def test_a_late_answer_to_a_press_still_counts_as_a_move() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        message, data = button(stage, chat, "join")
        query = stage.query(people[2], chat, message, data)
        stage.clock.advance(100)
        await stage.update(callback_query=query)
        await stage.quiet()
        assert names(stage, name) == ["Aki", "Mina", "Ken"]
        assert not people[2].alerts

    run(story())


def test_typed_moves_count_in_private() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage, 2)
        who = awaited(stage, name)
        now = table(stage, name)
        assert isinstance(now, Playing)
        game = stage.house.games[now.game]
        seat_now = min(game.ask(now.state).seats)  # type: ignore[union-attr]
        code = game.moves(now.state, seat_now)[0].code
        stage.clock.advance(5)
        await stage.says(who, code.replace(".", " "))
        after = table(stage, name)
        assert not isinstance(after, Playing) or len(after.moves) == 1

    run(story())
