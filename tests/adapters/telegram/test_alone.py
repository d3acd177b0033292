"""[My hand] in a group as a message for one person alone, with buttons, or else in a window."""

from __future__ import annotations

import random
import re
from typing import Any

from core.desk.presses import read_datum
from core.table.table import Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import awaited, push, seat, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_match import four


async def dealt(
    alone_works: bool = True, started: int = 0
) -> tuple[Stage, list[Person], Chat, str]:
    """A game of two, none of whom (or so many) has pressed Start."""
    stage = Stage()
    stage.server.alone_works = alone_works
    await stage.begin()
    people, chat = four(stage, started), stage.group()
    name = await seat(stage, chat, people[:2])
    await push(stage, chat, people[0], "start")
    await stage.wait(20)  # the boards need the calls of the first seconds
    return stage, people[:2], chat, name


async def press_alone(stage: Stage, who: Person, chat: Chat, data: str) -> None:
    """A press on the newest message that this person alone sees."""
    message = stage.server.shown_alone(chat, len(chat.alone))
    number = f"q{next(stage.number)}"
    stage.server.queries[number] = {
        "person": who,
        "at": stage.clock(),
        "answered": False,
        "chat": chat.number,
    }
    query = {"id": number, "from": who.user(), "chat_instance": "i", "message": message}
    await stage.update(callback_query=query | {"data": data})
    await stage.settle()


def moves(message: dict[str, Any]) -> list[str]:
    return [data for _, data in buttons(message) if verb(data)[:2] in ("m:", "?:")]


def test_a_hand_comes_with_buttons_and_a_move_can_be_made_there() -> None:
    async def story() -> None:
        stage, _, chat, name = await dealt()
        who, rng = awaited(stage, name), random.Random(1)
        await push(stage, chat, who, "hand")
        assert [each["to"] for each in chat.alone] == [who.number]
        assert "Your hand" in chat.alone[0]["text"] and re.search(
            "^[A-F]: ", chat.alone[0]["text"], re.M
        )
        assert who.alerts[-1] == {"text": "", "alert": False, "url": "", "chat": chat.number}
        for _ in range(6):
            data = rng.choice([d for d in moves(chat.alone[0]) if verb(d) != "?:"])
            await press_alone(stage, who, chat, data)
            if verb(data).startswith("m:"):
                break
        now = table(stage, name)
        assert isinstance(now, Playing) and len(now.moves) == 1
        assert chat.alone[0]["edits"], "it shows the hand after the move"
        assert not moves(chat.alone[0]) or awaited(stage, name) is who
        assert len(chat.alone) == 1

    run(story())


def test_a_server_that_does_not_know_such_messages_shows_nobody_a_hand() -> None:
    async def story() -> None:
        stage, people, chat, _ = await dealt(alone_works=False)
        seen = len(chat.log)
        await push(stage, chat, people[0], "hand")
        assert people[0].alerts[-1]["alert"] and "Hand:" in people[0].alerts[-1]["text"]
        assert len(chat.log) == seen, "nothing was said in the group"
        asked = [f for n, f in stage.server.calls if "ephemeral_message_parameters" in f]
        assert asked and not any("chat_id" in fields for fields in asked)
        await push(stage, chat, people[0], "hand")
        again = [f for n, f in stage.server.calls if "ephemeral_message_parameters" in f]
        assert len(again) == len(asked), "it is not tried again at once"
        stage.server.alone_works = True
        stage.clock.advance(61)
        await push(stage, chat, people[0], "hand")
        assert len(chat.alone) == 1

    run(story())


def test_a_number_of_another_form_leaves_the_press_as_good_as_any() -> None:
    async def story() -> None:
        stage, people, chat, _ = await dealt()
        message, data = next(
            (message, data)
            for message in chat.messages.values()
            for _, data in buttons(message)
            if verb(data) == "hand"
        )
        odd: list[Any] = ["7", 7.5, {"id": 7}, [], True, 2**60]
        for number in odd:
            before = len(people[0].alerts)
            query = stage.query(people[0], chat, message, data)
            query["message"] |= {"ephemeral_message_id": number}
            await stage.update(callback_query=query)
            await stage.settle()
            assert len(people[0].alerts) == before + 1, "it is answered"

    run(story())


def test_it_can_be_switched_off_and_on() -> None:
    async def story() -> None:
        stage, people, chat, _ = await dealt(started=4)
        for count in (0, 1):
            await stage.says(people[0], "/ephemeral", chat)
            await stage.wait(30)
            await push(stage, chat, people[0], "hand")
            assert len(chat.alone) == count
        assert people[0].alerts[-1]["text"] == ""

    run(story())


def test_letters_stand_on_the_first_board_of_people_who_cannot_be_reached() -> None:
    async def story() -> None:
        stage, _, chat, name = await dealt(alone_works=False)
        played = [e for e in chat.log if "Round 1" in e["text"] and e["rows"]]
        keys = [read_datum(d) for _, d in buttons(played[0])]
        assert any(press is not None and press.code.startswith("~") for press in keys)
        now = table(stage, name)
        assert isinstance(now, Playing) and all(chair.letters for chair in now.chairs)

    run(story())
