"""Around a lobby: an admin may close it, and people may ask to be told of it in private."""

from __future__ import annotations

from random import Random

import pytest

from core.table.table import Closed, Lobby, Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import push, seat, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_match import four


async def gathering(stage: Stage, started: int = 4) -> tuple[list[Person], Chat, str]:
    """One person at a table, three around it."""
    await stage.begin()
    people, chat = four(stage, started), stage.group()
    return people, chat, await seat(stage, chat, people[:1])


@pytest.mark.parametrize("way", ["button", "words"])
@pytest.mark.parametrize("admin", [True, False])
def test_an_admin_may_close_a_lobby_that_nobody_starts(way: str, admin: bool) -> None:
    async def story() -> None:
        stage = Stage("admin")
        people, chat, name = await gathering(stage)
        if admin:
            stage.server.admins.add(people[3].number)
        if way == "button":
            await push(stage, chat, people[3], "close")
        else:
            await stage.says(people[3], "/cancel", chat)
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Closed if admin else Lobby)
        text = stage.newest(chat)["text"]
        if admin:
            assert "Yu closes the table." in text
        elif way == "button":
            assert people[3].alerts[-1]["text"] == "You don't sit at this table."
        else:
            assert text == "You don't sit at this table."
        if admin:  # the room is free
            await push(stage, chat, people[1], "open")

    run(story())


def test_an_admin_who_does_not_play_cannot_end_a_running_game() -> None:
    async def story() -> None:
        stage = Stage("running")
        people, chat, name = await gathering(stage)
        await push(stage, chat, people[1], "join")
        await push(stage, chat, people[0], "panel.menu")
        lobby = stage.newest(chat)
        data = next(
            b["callback_data"]
            for row in lobby["rows"]
            for b in row
            if b["text"] == "Close the table"
        )
        stage.server.admins.add(people[3].number)
        await push(stage, chat, people[0], "start")
        await stage.press(people[3], data, chat, lobby)
        await stage.quiet()
        assert isinstance(table(stage, name), Playing)
        assert people[3].alerts[-1]["text"] == "You don't sit at this table."

    run(story())


def test_whoever_wants_is_told_in_private_once_when_one_more_is_needed_and_at_the_start() -> None:
    async def story() -> None:
        stage = Stage("ping")
        people, chat, name = await gathering(stage)
        yu = stage.server.chat(people[3].number)
        await push(stage, chat, people[3], "ping")
        assert yu.log[0]["text"].startswith("I will write to you in private")
        before = len(yu.log)
        await push(stage, chat, people[1], "join")
        assert len(yu.log) == before
        await push(stage, chat, people[1], "leave")
        await push(stage, chat, people[1], "join")
        await push(stage, chat, people[1], "leave")
        told = [entry["text"] for entry in yu.log[before:]]
        assert told == ["“Friends” (Love Letter): one more is needed."]
        await push(stage, chat, people[1], "join")
        await push(stage, chat, people[0], "start")
        told = [entry["text"] for entry in yu.log[before:]]
        assert told[1:] == ["“Friends” (Love Letter): the game begins."]
        assert not stage.store.kept(f"telegram:ping:{name}")

    run(story())


def test_a_ping_can_be_taken_back_and_ends_with_the_lobby() -> None:
    async def story() -> None:
        stage = Stage("no ping")
        people, chat, name = await gathering(stage, 3)
        await push(stage, chat, people[2], "ping")
        await push(stage, chat, people[2], "ping")
        await push(stage, chat, people[2], "ping")
        assert people[2].alerts[-1]["text"].startswith("I will write to you in private")
        await push(stage, chat, people[2], "ping")
        assert people[2].alerts[-1]["text"] == "I will not write to you about this table."
        await push(stage, chat, people[1], "ping")
        # Whom the bot cannot write to gets the way to Start.
        await push(stage, chat, people[3], "ping")
        for _ in range(2):
            await push(stage, chat, people[3], "ping")
            assert people[3].alerts[-1]["url"].startswith("https://t.me/fumibako_bot?start=")
        kept = stage.store.kept(f"telegram:ping:{name}").split()
        assert kept == [f"telegram:{person.number}" for person in (people[1], people[3])]
        lobby = stage.newest(chat)
        data = next(d for _, d in buttons(lobby) if verb(d) == "ping")
        for _ in range(2):
            await stage.says(people[0], "/cancel", chat)
        await stage.quiet()
        assert isinstance(table(stage, name), Closed)
        assert not stage.store.kept(f"telegram:ping:{name}")
        await stage.press(people[1], data, chat, lobby)
        assert people[1].alerts[-1]["text"] == "This game is over."
        assert not [e for e in stage.server.chat(people[1].number).log if "needed" in e["text"]]

    run(story())


@pytest.mark.parametrize("seed", range(3))
def test_the_board_always_has_join_and_start_whoever_presses_what(seed: int) -> None:
    async def story() -> None:
        stage, chance = Stage(f"anybody {seed}"), Random(seed)
        people, chat, name = await gathering(stage)
        for person in people[1:3]:
            await push(stage, chat, person, "join")
        for _ in range(25):
            board = next(
                message
                for message in sorted(chat.messages.values(), key=lambda m: -m["message_id"])
                if any(verb(data) == "join" for _, data in buttons(message))
            )
            keys = [
                d for _, d in buttons(board) if d and verb(d) not in ("start", "close", "leave")
            ]
            await stage.press(chance.choice(people), chance.choice(keys), chat, board)
            await stage.quiet()
            assert isinstance(table(stage, name), Lobby)
            assert {"join", "start"} <= {verb(data) for _, data in buttons(board) if data}

    run(story())
