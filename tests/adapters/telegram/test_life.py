"""The life of chats: groups that move, topics, a bot that is removed, people who block it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.table.table import Lobby, Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import (
    act_by_letters,
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
from tests.adapters.telegram.test_hear import names, running
from tests.adapters.telegram.test_match import four

OLD = -4455


def moved(stage: Stage, chat: Chat) -> Chat:
    """A group becomes a supergroup; message numbers begin anew."""
    new = stage.group(chat.title, GROUP - 7)
    chat.moved_to = new.number
    return new


async def in_old_group(stage: Stage) -> tuple[list[Person], Chat, str]:
    await stage.begin()
    people, chat = four(stage, 2), stage.group("Friends", OLD, "group")
    name = await seat(stage, chat, people)
    await push(stage, chat, people[0], "start")
    return people, chat, name


@pytest.mark.parametrize("how", ["messages", "reversed", "error"])
def test_a_group_becomes_a_supergroup_in_mid_game(how: str) -> None:
    async def story() -> None:
        stage = Stage(how)
        people, chat, name = await in_old_group(stage)
        old = stage.newest(chat)
        assert old["rows"]
        new = moved(stage, chat)
        here = {"message_id": 1, "date": int(stage.clock()), "from": people[0].user()}
        leaves = here | {"chat": chat.info(), "migrate_to_chat_id": new.number}
        comes = here | {"chat": new.info(), "migrate_from_chat_id": chat.number}
        news = {"messages": [leaves, comes], "reversed": [comes, leaves], "error": []}[how]
        for message in news:
            await stage.update(message=message)
        # A press from the old chat in the middle of a turn, before or after the news.
        await stage.press(people[3], next(d for _, d in buttons(old) if "hand" in d), chat, old)
        assert people[3].alerts[-1]["text"].startswith(("Hand:", "M", "A", "B", "C", "E", "D"))
        await stage.quiet()
        if how == "error":  # edits still work there; the next new message finds it out
            await stage.says(people[0], "/status", chat)
            await stage.quiet()
        who = awaited(stage, name)
        if who in people[:2]:
            await act_in_private(stage, who, random.Random(1))
        else:
            await act_by_letters(stage, new, who, random.Random(1))
        await stage.quiet()
        assert stage.newest(new)["rows"], "the board is posted in the new chat"
        await stage.wait(60)
        assert not old["rows"], "and stripped in the old one"
        await play(stage, new, random.Random(2), people[2:])
        assert table(stage, name).id == name

    run(story())


def test_topics_are_rooms_of_their_own() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        chat.topics = {7: "open", 9: "open"}
        for thread, opener in ((7, people[0]), (9, people[1])):
            await stage.says(opener, "/play", chat, thread)
            await stage.quiet()
        rooms = {room.chat: room.table for room in stage.store.rooms_on("telegram")}
        assert set(rooms) == {f"{GROUP}:7", f"{GROUP}:9"}
        assert len(set(rooms.values())) == 2
        threads = {m["thread"] for m in chat.messages.values() if m["from"]["is_bot"]}
        assert threads == {7, 9}
        board, data = next(
            (message, data)
            for message in chat.messages.values()
            for _, data in buttons(message)
            if message["thread"] == 7 and verb(data) == "join"
        )
        await stage.press(people[2], data, chat, board)
        assert names(stage, str(rooms[f"{GROUP}:7"])) == ["Aki", "Ken"]

    run(story())


def test_a_closed_topic_waits_and_comes_back() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        chat.topics = {7: "open"}
        await stage.says(people[0], "/play", chat, 7)
        await stage.quiet()
        room = stage.store.rooms_on("telegram")[0]
        name = str(room.table)
        await push(stage, chat, people[1], "join")
        await push(stage, chat, people[0], "start")
        chat.topics[7] = "closed"
        who = awaited(stage, name)
        await act_in_private(stage, who, random.Random(1))
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Playing)
        assert now.asleep
        told = [entry["text"] for entry in stage.server.chat(11).log]
        assert any("I can't write in “Friends” any more" in text for text in told)
        calls = chat.traffic.all[:]
        await act_in_private(stage, awaited(stage, name), random.Random(1))
        await stage.quiet()
        assert chat.traffic.all == calls, "nothing is tried in vain"
        chat.topics[7] = "open"
        me: dict[str, Any] = {"forum_topic_reopened": {}, "is_topic_message": True}
        await stage.says(people[0], "", chat, 7, **me)
        await stage.quiet()
        assert chat.traffic.all != calls

    run(story())


@pytest.mark.parametrize("how", ["kicked", "muted"])
def test_the_bot_is_removed_or_muted_and_comes_back(how: str) -> None:
    async def story() -> None:
        stage = Stage(how)
        people, chat, name = await running(stage)
        other = stage.group("Others", GROUP - 1)
        await stage.add_bot(other, people[3])
        chat.state = how
        await stage.membership(chat, people[0], "member", how)
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Playing)
        assert now.asleep
        own = [entry["text"] for entry in stage.server.chat(12).log]
        assert sum("I can't write in “Friends”" in text for text in own) == 1
        calls = len(chat.traffic.all)
        await stage.wait(600)
        await push(stage, other, people[3], "open")  # other groups play on
        assert isinstance(table(stage, table_id(stage, other)), Lobby)
        assert len(chat.traffic.all) - calls <= 3  # after 1, 5 and 15 minutes
        chat.state = "member"
        await stage.membership(chat, people[0], how, "member")
        await stage.quiet()
        board = stage.newest(chat)
        assert "Round 1" in board["text"]
        await play(stage, chat, random.Random(1))

    run(story())


def test_a_removed_bot_is_found_out_by_the_error() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        chat.state = "kicked"
        await act_in_private(stage, awaited(stage, name), random.Random(1))
        await stage.quiet()
        now = table(stage, name)
        assert not isinstance(now, Playing) or now.asleep
        assert people

    run(story())


def test_somebody_blocks_the_bot_in_mid_game_and_comes_back() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        who = awaited(stage, name)
        who.dm = "blocked"
        me = stage.server.me()
        private = stage.server.chat(who.number)

        async def news(before: str, after: str) -> None:
            await stage.update(
                my_chat_member={
                    "chat": private.info(),
                    "from": who.user(),
                    "date": int(stage.clock()),
                    "old_chat_member": stage.server.member(me, before),
                    "new_chat_member": stage.server.member(me, after),
                }
            )
            await stage.quiet()

        await news("member", "kicked")
        board = stage.newest(chat)
        assert any(verb(data).startswith("~") for _, data in buttons(board))
        assert "chooses here by letters" in board["text"]
        await act_by_letters(stage, chat, who, random.Random(1))
        await stage.quiet()
        who.dm = "open"
        await news("kicked", "member")
        now = table(stage, name)
        assert not any(chair.letters for chair in now.chairs)
        assert "Your hand" in stage.newest(private)["text"]
        await play(stage, chat, random.Random(2))
        assert people

    run(story())


def test_nobody_blocks_quietly_either() -> None:
    """Without news the error of the next card tells."""

    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        blocked = people[1]
        blocked.dm = "blocked"
        for _ in range(6):
            if not isinstance(table(stage, name), Playing):
                return
            who = awaited(stage, name)
            if who is blocked:
                await stage.wait(61)  # the card of half time does not arrive
                await act_by_letters(stage, chat, who, random.Random(1))
                return
            await act_in_private(stage, who, random.Random(1))
            await stage.quiet()
        raise AssertionError("it was never their turn")

    run(story())


def test_a_deleted_account_is_played_by_a_computer() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        who = awaited(stage, name)
        others = [person for person in people[:3] if person is not who]
        who.dm = "deleted"
        stage.telegram.people.show_hands(f"telegram:{who.number}")
        stage.telegram.traffic.want_fresh(f"person:telegram:{who.number}", name)
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Playing)
        assert next(c for c in now.chairs if c.name == who.name).bot
        assert awaited(stage, name) in others
        await play(stage, chat, random.Random(3))

    run(story())


def test_one_person_in_two_groups() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people = four(stage)
        chats = [stage.group("One", GROUP), stage.group("Two", GROUP - 1)]
        tables = []
        for chat, other in zip(chats, (people[1], people[2]), strict=True):
            tables.append(await seat(stage, chat, [people[0], other]))
            await push(stage, chat, people[0], "start")
        own = stage.server.chat(people[0].number)
        cards = [m["text"] for m in own.messages.values() if "Your hand" in m["text"]]
        assert any("· One" in text for text in cards)
        assert any("· Two" in text for text in cards)
        await stage.says(people[0], "abracadabra")
        asking = [awaited(stage, name) == people[0] for name in tables]
        told = stage.newest(own)["text"]
        assert ("I don't understand" if sum(asking) == 1 else "several tables") in told
        chats[1].state = "kicked"
        await stage.membership(chats[1], people[2], "member", "kicked")
        await stage.quiet()
        now = table(stage, tables[1])
        assert isinstance(now, Playing)
        assert now.asleep
        here = table(stage, tables[0])
        assert isinstance(here, Playing)
        assert not here.asleep

    run(story())
