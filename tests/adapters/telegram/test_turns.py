"""Whom a turn calls and how: deadlines, letters in the group, boards that come back."""

from __future__ import annotations

import random
import re

from core.table.table import Playing
from tests.adapters.telegram.players import (
    act_by_letters,
    awaited,
    push,
    seat,
    table,
    verb,
)
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_hear import running
from tests.adapters.telegram.test_match import four
from tests.adapters.telegram.test_say import move


def test_silence_ends_a_turn_and_a_later_press_is_too_late() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        who = awaited(stage, name)
        own = stage.server.chat(who.number)
        old = stage.newest(own)
        moves = [data for _, data in buttons(old) if verb(data)[:2] in ("m:", "?:")]
        assert "date_time" in {entity["type"] for entity in stage.newest(chat)["entities"]}
        await stage.wait(61)
        nudge = stage.newest(own)
        assert nudge["message_id"] > old["message_id"]
        assert "half of the time is gone" in nudge["text"]
        assert "Your hand" in nudge["text"]
        await stage.wait(65)
        now = table(stage, name)
        assert isinstance(now, Playing)
        assert len(now.moves) == 1
        await stage.press(who, moves[0], own, old)
        after = table(stage, name)
        assert isinstance(after, Playing)
        assert len(after.moves) == 1

    run(story())


def test_letters_bring_the_board_back_with_a_mention() -> None:
    """At their turn, at half time and with a new round, for people without a private chat."""

    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 0), stage.group()
        name = await seat(stage, chat, people[:2])
        await push(stage, chat, people[0], "start")
        await stage.quiet()
        who = awaited(stage, name)
        first = stage.newest(chat)
        called = [e["user"] for e in first["entities"] if e["type"] == "text_mention"]
        assert who.number in called
        await stage.wait(61)
        second = stage.newest(chat)
        assert second["message_id"] > first["message_id"]
        called = [e["user"] for e in second["entities"] if e["type"] == "text_mention"]
        assert called == [who.number]
        await stage.wait(10)
        assert not first["rows"]
        assert who.alerts or not who.alerts
        rounds = 0
        for _ in range(30):
            now = table(stage, name)
            if not isinstance(now, Playing) or now.state.round > 1:
                rounds += 1
                break
            await act_by_letters(stage, chat, awaited(stage, name), random.Random(3))
            await stage.quiet()
        assert rounds
        message = stage.newest(chat)
        called = [e["user"] for e in message["entities"] if e["type"] == "text_mention"]
        assert set(called) == {11, 12}

    run(story())


def test_a_letter_counts_only_when_its_owner_has_seen_it() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 0), stage.group()
        name = await seat(stage, chat, people[:2])
        await push(stage, chat, people[0], "start")
        await stage.quiet()
        who, board = awaited(stage, name), stage.newest(chat)
        rows = [data for _, data in buttons(board) if verb(data).startswith("~")]
        seen = len(chat.log)
        await stage.press(who, rows[0], chat, board)
        assert who.alerts[-1]["alert"], "they are shown their hand"
        assert re.search("^[A-F]: ", who.alerts[-1]["text"], re.M)
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Playing)
        assert not now.moves
        assert len(chat.log) == seen, "nothing is said in the group"
        await stage.press(who, rows[0], chat, board)
        assert "Chosen so far" in who.alerts[-1]["text"]
        other = next(person for person in people[:2] if person is not who)
        await stage.press(other, rows[0], chat, board)
        assert other.alerts[-1]["text"] == "You are not asked right now."

    run(story())


def test_a_board_comes_back_when_the_chat_has_run_away_from_it() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        board = stage.newest(chat)
        for number in range(30):
            await stage.says(people[0], f"chat {number}", chat)
        await move(stage, name)
        await stage.quiet()
        assert stage.newest(chat) is board, "at most every two minutes"
        stage.clock.advance(121)
        await move(stage, name)
        await stage.wait(30)
        assert stage.newest(chat)["message_id"] > board["message_id"]
        assert not board["rows"]

    run(story())


def test_a_language_switch_reaches_the_board_at_once() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await running(stage)
        assert "round 1" in stage.newest(chat)["text"]
        await stage.says(people[0], "/lang", chat)
        await stage.quiet()
        assert "ラウンド1" in stage.newest(chat)["text"]
        await push(stage, chat, people[0], "hand")
        assert "兵士" in people[0].alerts[-1]["text"] or "手札" in people[0].alerts[-1]["text"]

    run(story())


def test_private_cards_bear_both_names_where_languages_differ() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        await seat(stage, chat, people[:2])
        await stage.says(people[1], "/lang ja")
        await push(stage, chat, people[0], "start")
        text = stage.newest(stage.server.chat(12))["text"]
        assert "（" in text
        assert any(
            name in text
            for name in (
                "Guard",
                "Priest",
                "Baron",
                "Handmaid",
                "Prince",
                "King",
                "Countess",
                "Princess",
            )
        )

    run(story())
