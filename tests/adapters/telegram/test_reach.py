"""Whatever an error closes opens again: by the next sign of life from there, and by time."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from core.house.house import Input
from core.table.commands import AddRoom
from core.table.places import Individual, Wishes
from core.table.table import Lobby, Playing
from tests.adapters.telegram.fake_limits import BadCallError, bad
from tests.adapters.telegram.fake_people import Chat, Person
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
from tests.adapters.telegram.test_hear import lobby, names, running
from tests.adapters.telegram.test_match import four

Refusal = Callable[[str, dict[str, Any]], BadCallError | None]


def refusing(chat: int | None, error: BadCallError) -> Refusal:
    """Everything that is sent or edited there is refused; None: everywhere."""

    def fault(name: str, fields: dict[str, Any]) -> BadCallError | None:
        sent = name.startswith(("send", "edit"))
        return error if sent and chat in (None, int(fields["chat_id"])) else None

    return fault


def well(stage: Stage) -> None:
    stage.server.fault = lambda name, fields: None


def asleep(stage: Stage, name: str) -> bool:
    now = table(stage, name)
    return isinstance(now, Playing) and now.asleep


MUTED = bad("not enough rights to send text messages to the chat")


async def muted(stage: Stage) -> tuple[list[Person], Chat, str]:
    """A running game in a group that no longer lets the bot write; nobody told it so."""
    people, chat, name = await running(stage)
    stage.server.fault = refusing(GROUP, MUTED)
    await act_in_private(stage, awaited(stage, name), random.Random(1))
    await stage.quiet(20)
    assert asleep(stage, name)
    return people, chat, name


@pytest.mark.parametrize("sign", ["press", "words", "chat", "membership"])
def test_a_room_opens_at_once_at_the_next_sign_of_life(sign: str) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await muted(stage)
        board = stage.newest(chat)
        before = len(chat.log)
        stage.clock.advance(20)
        well(stage)
        match sign:
            case "press":
                data = next(d for _, d in buttons(board) if verb(d) == "hand")
                await stage.press(people[0], data, chat, board)
            case "words":
                await stage.says(people[0], "/status@fumibako_bot", chat)
            case "chat":
                await stage.says(people[3], "is anybody there?", chat)
            case _:
                await stage.membership(chat, people[0], "restricted", "member")
        await stage.quiet(5)
        assert len(chat.log) > before
        assert not asleep(stage, name)
        await play(stage, chat, random.Random(2))

    run(story())


def test_a_room_opens_by_time_after_1_5_15_and_60_minutes() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await muted(stage)
        tries = list[float]()
        refused = refusing(GROUP, MUTED)

        def fault(called: str, fields: dict[str, Any]) -> BadCallError | None:
            error = refused(called, fields)
            if error is not None:
                tries.append(stage.clock())
            return error

        began = stage.clock()
        stage.server.fault = fault
        await stage.wait(3 * 3600)
        gaps = [round((b - a) / 60) for a, b in zip([began, *tries], tries, strict=False)]
        assert gaps == [1, 5, 15, 60, 60]
        well(stage)
        before = len(chat.log)
        assert await comes(stage, lambda: not asleep(stage, name))
        assert len(chat.log) > before

    run(story())


def test_whoever_plays_there_is_told_once_however_often_it_is_tried() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await muted(stage)
        for _ in range(5):
            await stage.says(people[3], "hello?", chat)
            await stage.wait(90)
        told = [entry["text"] for entry in stage.server.chat(people[0].number).log]
        assert sum("I can't write in “Friends”" in text for text in told) == 1

    run(story())


def test_a_table_that_fell_asleep_by_itself_is_not_woken() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        for _ in range(40):
            await stage.wait(130)
            if asleep(stage, name):
                break
        assert asleep(stage, name)
        await stage.says(people[3], "hello?", chat)
        await stage.says(people[0], "/status@fumibako_bot", chat)
        await stage.quiet()
        assert asleep(stage, name)

    run(story())


def test_a_table_in_a_shut_room_wakes_after_a_restart_too(tmp_path: Any) -> None:
    async def story() -> None:
        stage = Stage(url=f"sqlite:///{tmp_path}/x.db")
        _, chat, name = await muted(stage)
        stage.store.close()
        well(stage)
        stage.open()
        await stage.begin()
        await stage.quiet()
        assert not asleep(stage, name)
        await play(stage, chat, random.Random(1))

    run(story())


@pytest.mark.parametrize("seconds", [40.0, 3600.0])
def test_a_server_that_forbids_everything_for_a_while_leaves_no_trace(seconds: float) -> None:
    async def story() -> None:
        stage = Stage("forbids 4")  # a hand whose choice is one press: nothing can be edited
        people, chat, name = await running(stage)
        stage.server.fault = refusing(None, BadCallError(403, "Forbidden"))
        await act_in_private(stage, awaited(stage, name), random.Random(1))
        await stage.wait(seconds)
        well(stage)
        assert await comes(stage, lambda: not asleep(stage, name))
        assert await comes(
            stage, lambda: not any(chair.letters for chair in table(stage, name).chairs)
        )
        before = len(chat.log)
        await stage.says(people[0], "/status@fumibako_bot", chat)
        await stage.quiet(10)
        assert len(chat.log) > before

    run(story())


async def comes(stage: Stage, so: Callable[[], bool]) -> bool:
    """Whether it comes to this within an hour."""
    for _ in range(130):
        if so():
            return True
        await stage.wait(28)
    return False


def test_a_command_opens_a_table_where_the_room_was_shut() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        stage.server.fault = refusing(GROUP, MUTED)
        await stage.says(people[0], "/cancel@fumibako_bot", chat)
        await stage.says(people[0], "/cancel@fumibako_bot", chat)
        await stage.quiet(20)
        well(stage)
        await stage.says(people[0], "/play@fumibako_bot", chat)
        await stage.quiet(10)
        assert table_id(stage, chat) != name
        assert isinstance(table(stage, table_id(stage, chat)), Lobby)
        assert any(verb(data) == "join" for _, data in buttons(stage.newest(chat)))

    run(story())


def test_the_general_topic_is_a_topic_like_others() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        chat.topics = {7: "open"}
        await stage.says(people[0], "/play", chat, 7)
        await stage.quiet()
        await stage.says(people[0], "", chat, forum_topic_closed={})
        before = len(chat.log)
        await push(stage, chat, people[1], "join")
        assert len(chat.log) > before
        assert "Mina" in stage.newest(chat)["text"]

    run(story())


def test_a_topic_that_is_shut_opens_by_its_own_signs_of_life() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage), stage.group()
        chat.topics = {7: "open", 9: "open"}
        await stage.says(people[0], "/play", chat, 7)
        await stage.quiet()
        chat.topics[7] = "closed"
        await push(stage, chat, people[1], "join")
        calls = len(chat.traffic.all)
        await stage.says(people[2], "hello", chat, 9, is_topic_message=True)
        await stage.quiet(10)
        assert len(chat.traffic.all) == calls
        chat.topics[7] = "open"
        await stage.says(people[2], "hello", chat, 7, is_topic_message=True)
        await stage.quiet(10)
        assert "Mina" in stage.newest(chat)["text"]

    run(story())


# ------------------------------------------------------------------ persons


def hands_of(stage: Stage, who: Person) -> int:
    return sum("Your hand" in entry["text"] for entry in stage.server.chat(who.number).log)


def test_a_person_is_tried_again_by_time() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        who.dm = "blocked"
        stage.telegram.traffic.want_fresh(f"person:telegram:{who.number}", name)
        stage.telegram.people.show_hands(f"telegram:{who.number}")
        await stage.quiet(10)
        now = table(stage, name)
        assert [chair.name for chair in now.chairs if chair.letters] == [who.name]
        who.dm, before = "open", hands_of(stage, who)
        await stage.wait(50)
        assert hands_of(stage, who) == before
        await stage.wait(15)
        assert hands_of(stage, who) > before
        assert stage.store.person(f"telegram:{who.number}").reachable
        now = table(stage, name)
        assert not any(chair.letters for chair in now.chairs)

    run(story())


def test_a_press_in_private_shows_that_we_may_write_there() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        own = stage.server.chat(who.number)
        board = stage.newest(own)
        data = next(data for _, data in buttons(board) if verb(data)[:2] in ("m:", "?:"))
        stage.telegram.people.lost(f"telegram:{who.number}", who.name)
        await stage.quiet(10)
        assert not stage.store.person(f"telegram:{who.number}").reachable
        await stage.press(who, data, own, board)
        await stage.quiet(10)
        assert stage.store.person(f"telegram:{who.number}").reachable

    run(story())


def test_whoever_starts_the_bot_again_keeps_their_wishes() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = four(stage)[0]
        wishes = Wishes(more_time=True, calls="quiet")
        stage.store.remember(Individual(f"telegram:{aki.number}", "Aki", wishes=wishes))
        await stage.says(aki, "/start")
        person = stage.store.person(f"telegram:{aki.number}")
        assert person.name and person.wishes == wishes

    run(story())


def test_a_press_in_the_group_does_not_show_that() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        who = awaited(stage, name)
        who.dm = "blocked"
        stage.telegram.people.lost(f"telegram:{who.number}", who.name)
        await stage.quiet(10)
        calls = len(stage.server.chat(who.number).traffic.all)
        for _ in range(5):
            await push(stage, chat, who, "hand")
        assert len(stage.server.chat(who.number).traffic.all) == calls
        assert not stage.store.person(f"telegram:{who.number}").reachable

    run(story())


# ------------------------------------------------------------------ people who leave


async def leaves(stage: Stage, chat: Chat, who: Person, how: str) -> None:
    """Telegram tells that somebody is no longer in a group."""
    if how == "service":
        await stage.says(who, "", chat, left_chat_member=who.user())
        return
    after: dict[str, Any] = {"user": who.user(), "status": how}
    if how == "restricted":
        after |= {"is_member": False, "can_send_messages": False}
    change = {
        "chat": chat.info(),
        "from": who.user(),
        "date": int(stage.clock()),
        "old_chat_member": {"user": who.user(), "status": "member"},
        "new_chat_member": after,
    }
    await stage.update(chat_member=change)
    await stage.settle()


@pytest.mark.parametrize("how", ["service", "left", "kicked", "restricted"])
def test_whoever_leaves_the_group_leaves_the_table(how: str) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        await leaves(stage, chat, people[1], how)
        await stage.quiet()
        now = table(stage, name)
        gone = [chair.name for chair in now.chairs if chair.left]
        assert gone == ["Mina"]
        if how == "service":
            await leaves(stage, chat, people[1], "left")  # and the other news of the same
        assert "Mina" in stage.newest(chat)["text"]
        await play(stage, chat, random.Random(1))

    run(story())


def test_whoever_leaves_a_lobby_is_no_longer_in_it() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        await leaves(stage, chat, people[1], "service")
        assert names(stage, name) == ["Aki"]
        await leaves(stage, chat, people[3], "service")  # a stranger to the table
        assert names(stage, name) == ["Aki"]

    run(story())


@pytest.mark.parametrize("plays_from", ["here", "there", "both"])
def test_at_a_table_of_two_groups_only_who_plays_from_there_leaves(plays_from: str) -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people = four(stage)
        here, there = stage.group("Here"), stage.group("There", GROUP - 1)
        name = await seat(stage, here, people[:1])
        await stage.add_bot(there, people[1])
        rooms = {room.chat: room for room in stage.store.rooms_on("telegram")}
        joined = AddRoom(rooms[str(there.number)].id)
        stage.house.handle(Input(joined, stage.clock(), table=name))
        await stage.quiet()
        await push(stage, there if plays_from == "there" else here, people[2], "join")
        if plays_from == "both":
            await push(stage, there, people[2], "invite")
        await leaves(stage, here, people[2], "service")
        left = names(stage, name) == ["Aki"]
        assert left is (plays_from == "here")

    run(story())


# ------------------------------------------------------------------ groups that move silently

OLD = -4455


async def moved_silently(stage: Stage) -> tuple[list[Person], Chat, Chat, str]:
    await stage.begin()
    people, chat = four(stage, 2), stage.group("Friends", OLD, "group")
    name = await seat(stage, chat, people[:2])
    await push(stage, chat, people[0], "start")
    new = stage.group("Friends", GROUP - 7)
    chat.moved_to = new.number
    return people, chat, new, name


async def press_in(stage: Stage, who: Person, name: str, new: Chat) -> None:
    """A press in a chat on a button of a table that the host has never shown there."""
    message = stage.server._post(new, stage.server.me(), "Love Letter", 0)
    message |= {"entities": [], "rows": []}
    data = f"{name}:0:hand"
    await stage.update(callback_query=stage.query(who, new, message, data))
    await stage.settle()


def test_a_press_in_the_new_chat_moves_the_room_after_a_silent_migration() -> None:
    async def story() -> None:
        stage = Stage()
        people, _, new, name = await moved_silently(stage)
        await press_in(stage, people[0], name, new)
        await stage.quiet(20)
        assert any(verb(data) == "hand" for _, data in buttons(stage.newest(new)))
        (room,) = [r for r in stage.store.rooms_on("telegram") if r.table == name]
        assert room.chat == str(new.number)
        await play(stage, new, random.Random(1))

    run(story())


def test_a_button_that_was_carried_into_another_group_moves_nothing() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, other, name = await moved_silently(stage)
        chat.moved_to = 0  # the group is where it was
        await press_in(stage, people[3], name, other)
        await stage.quiet(20)
        (room,) = [r for r in stage.store.rooms_on("telegram") if r.table == name]
        assert room.chat == str(OLD)
        assert len(other.messages) == 1

    run(story())
