"""What goes out: pace, errors, what a restart and a deadline do to boards and hands."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from core.table.table import Finished, Playing
from tests.adapters.table import wake_all
from tests.adapters.telegram.fake_limits import BadCallError, bad
from tests.adapters.telegram.fake_people import Chat
from tests.adapters.telegram.players import (
    act_in_private,
    awaited,
    play,
    push,
    seat,
    table,
    table_id,
    verb,
)
from tests.adapters.telegram.stage import GROUP, Stage, buttons, run
from tests.adapters.telegram.test_hear import running
from tests.adapters.telegram.test_match import four


def board_round(chat: Chat, stage: Stage) -> str:
    return str(stage.newest(chat)["text"])


async def move(stage: Stage, name: str, seed: int = 1) -> None:
    await act_in_private(stage, awaited(stage, name), random.Random(seed))


def test_429_in_mid_game_freezes_that_chat_only_and_the_newest_board_wins() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage, 4)
        other = stage.group("Others", GROUP - 1)
        await stage.add_bot(other, people[3])
        chat.traffic.forced, frozen = 35.0, stage.clock()
        calls = len(chat.traffic.all)
        for _ in range(4):
            await move(stage, name)
            stage.clock.advance(3)
            await stage.settle()
        assert len(chat.traffic.all) == calls
        await push(stage, other, people[3], "open")
        assert table_id(stage, other)
        await stage.wait(50)
        now = table(stage, name)
        text = board_round(chat, stage)
        assert isinstance(now, Playing)
        assert f"{awaited(stage, name).name}" in text
        (first, *_) = [entry for entry in chat.log if entry["when"] > frozen + 30]
        assert sum(" plays " in line for line in first["text"].split("\n")) == 4
        assert chat.traffic.worst_minute() <= 19

    run(story())


def test_three_refusals_in_a_row_make_a_chat_slower() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage, 4)
        for _ in range(3):
            chat.traffic.forced = 5.0
            await move(stage, name)
            await stage.wait(7)
            if not isinstance(table(stage, name), Playing):
                return
        pacer = stage.telegram.api.pacer
        bucket = pacer._chats[chat.number]
        assert bucket.refusals == 0 or bucket.slow_until > stage.clock()
        assert bucket.slow_until > stage.clock()

    run(story())


def fail_once(stage: Stage, name: str, chat: int, error: BadCallError) -> None:
    """The next call of this kind to a chat fails."""
    done: list[int] = []

    def fault(called: str, fields: dict[str, Any]) -> BadCallError | None:
        if called == name and int(fields.get("chat_id", 0)) == chat and not done:
            done.append(1)
            return error
        return None

    stage.server.fault = fault


def test_not_modified_is_success() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        fail_once(stage, "editMessageText", GROUP, bad("message is not modified: the same"))
        await move(stage, name)
        before = len(chat.log)
        await stage.quiet()
        assert len(chat.log) == before
        await move(stage, name)
        await stage.quiet()
        assert len(chat.log) > before

    run(story())


@pytest.mark.parametrize("how", ["deleted", "not found", "can't be edited"])
def test_a_board_that_is_gone_is_posted_again(how: str) -> None:
    async def story() -> None:
        stage = Stage(how)
        _, chat, name = await running(stage)
        old = stage.newest(chat)
        if how == "deleted":
            del chat.messages[old["message_id"]]
        else:
            fail_once(
                stage,
                "editMessageText",
                GROUP,
                bad(f"message {'to edit not found' if how == 'not found' else how}"),
            )
        await move(stage, name)
        await stage.quiet()
        new = stage.newest(chat)
        assert new["message_id"] > old["message_id"]
        assert any(verb(data) == "hand" for _, data in buttons(new))

    run(story())


def test_a_lost_answer_to_a_send_leaves_at_most_a_twin_that_is_stripped() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        await seat(stage, chat, people)
        stage.server.lose_answer.add("sendMessage")
        await push(stage, chat, people[0], "start")
        await stage.wait(30)
        name = table_id(stage, chat)
        assert isinstance(table(stage, name), Playing)
        await play(stage, chat, random.Random(1))
        assert isinstance(table(stage, name), Finished)

    run(story())


def test_a_crash_between_commit_and_send_loses_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        stage = Stage(url=f"sqlite:///{tmp_path}/x.db")
        people, chat, name = await running(stage)
        who = awaited(stage, name)
        own = stage.server.chat(who.number)
        update: dict[str, Any] = {}
        while True:  # the last press is committed, and then the lights go out
            message = stage.newest(own)
            moves = [d for _, d in buttons(message) if verb(d)[:2] in ("m:", "?:")]
            data = next((d for d in moves if verb(d) != "?:"), moves[0])
            if verb(data).startswith("m:"):
                update |= {
                    "update_id": 77,
                    "callback_query": stage.query(who, own, message, data),
                }
                stage.telegram.ear.hear(update)
                break
            await stage.press(who, data, own, message)
        now = table(stage, name)
        stage.store.close()
        stage.open()
        await stage.begin()
        await stage.telegram.intake.take(update)  # Telegram has heard no 200
        await stage.quiet()
        assert table(stage, name) == now
        follower = awaited(stage, name) if isinstance(now, Playing) else who
        assert f"{who.name} plays" in stage.newest(chat)["text"]
        assert "🔔 Your turn" in stage.newest(stage.server.chat(follower.number))["text"]
        assert people

    run(story())


def test_a_restart_keeps_hands_boards_and_old_buttons(tmp_path: Path) -> None:
    async def story() -> None:
        stage = Stage(url=f"sqlite:///{tmp_path}/x.db")
        _, chat, name = await running(stage)
        await move(stage, name)
        await stage.quiet()
        before, sent = table(stage, name), len(chat.messages)
        stage.store.close()
        stage.open()
        await stage.begin()
        await stage.quiet()
        assert table(stage, name) == before
        assert len(chat.messages) == sent
        await play(stage, chat, random.Random(8))

    run(story())


def test_the_newest_line_heads_the_board_and_the_others_are_folded() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        await seat(stage, chat, people)
        await push(stage, chat, people[0], "start")
        name = table_id(stage, chat)
        chat.traffic.forced = 100.0
        for _ in range(14):
            if isinstance(table(stage, name), Playing):
                await move(stage, name)
                stage.clock.advance(2)
                await stage.settle()
        before, calls = len(chat.log), len(chat.traffic.all)
        await stage.wait(110)
        board = chat.log[before]
        (quote,) = [each for each in board["entities"] if each["type"] == "blockquote"]
        text = board["text"].encode("utf-16-le")
        end = quote["offset"] + quote["length"]
        inside = text[quote["offset"] * 2 : end * 2].decode("utf-16-le").split("\n")
        assert not board["text"].startswith("▸ ")
        assert len(inside) > 8
        assert all(line.startswith("▸ ") for line in inside)
        assert "turn: a card drawn" not in board["text"]
        assert len(chat.traffic.all) - calls <= 3

    run(story())


def test_a_table_that_cannot_be_read_is_told_of_and_the_rest_goes_on() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        with stage.store.begin() as connection:
            connection.exec_driver_sql("UPDATE \"table\" SET snapshot = '{}' WHERE id = ?", (name,))
            connection.exec_driver_sql('DELETE FROM journal WHERE "table" = ?', (name,))
        await stage.says(people[0], "/leave@fumibako_bot", chat)
        wake_all(stage.ticker)
        await stage.quiet()
        assert "was set aside" in stage.newest(chat)["text"]
        await stage.says(people[0], "/play", chat)
        await stage.quiet()
        assert table_id(stage, chat) != name

    run(story())


def test_whoever_looks_at_a_damaged_table_sees_it_as_it_was() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        before = table(stage, name)
        with stage.store.begin() as connection:
            connection.exec_driver_sql("UPDATE \"table\" SET snapshot = '{}' WHERE id = ?", (name,))
        await stage.says(people[0], "/status@fumibako_bot", chat)
        assert table(stage, name) == before
        await stage.quiet()
        assert not any("set aside" in message.get("text", "") for message in chat.log)

    run(story())


def test_a_new_process_begins_with_little_for_each_group() -> None:
    stage = Stage()
    pacer = stage.telegram.api.pacer
    assert pacer.wait(GROUP) == 0
    pacer.take(GROUP)
    assert pacer.wait(GROUP) == pytest.approx(4.0)
    stage.clock.advance(100)
    for _ in range(5):
        assert pacer.wait(GROUP - 1) == 0
        pacer.take(GROUP - 1)
        stage.clock.advance(1)
    assert pacer.wait(GROUP - 1) > 0


def test_a_group_gets_at_most_19_calls_in_any_minute() -> None:
    stage = Stage()
    stage.clock.advance(100)
    pacer, at = stage.telegram.api.pacer, []
    for _ in range(3000):
        if not pacer.wait(GROUP):
            pacer.take(GROUP)
            at.append(stage.clock())
        stage.clock.advance(0.1)
    assert max(sum(first <= when < first + 60 for when in at) for first in at) <= 19
