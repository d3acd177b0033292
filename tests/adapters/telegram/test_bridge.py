"""One table in two groups: a code, a host who confirms, and each group in its own language."""

from __future__ import annotations

import random
import re

from core.table.table import Finished, Lobby
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import play, push, seat, table, table_id, verb
from tests.adapters.telegram.stage import GROUP, Stage, buttons, run
from tests.adapters.telegram.test_hear import names
from tests.adapters.telegram.test_match import four


async def two_groups(stage: Stage) -> tuple[list[Person], Chat, Chat, str, str]:
    """A lobby in an English group, a Japanese group beside it, and a code."""
    await stage.begin()
    people, chat = four(stage), stage.group("Friends")
    name = await seat(stage, chat, people[:2])
    other = stage.group("文箱の会", GROUP - 1)
    people[2].language = "ja"
    await stage.add_bot(other, people[2])
    await push(stage, chat, people[1], "invite")
    return people, chat, other, name, await told_code(stage, people[1])


async def told_code(stage: Stage, who: Person) -> str:
    """The newest code that somebody was sent in private."""
    await stage.quiet()
    own = stage.server.chat(who.number).messages.values()
    told = " ".join(m["text"] for m in own)
    return str(re.findall(r"/bridge@fumibako_bot ([A-Z0-9]{6})", told)[-1])


def test_a_table_is_played_in_two_groups() -> None:
    async def story() -> None:
        stage = Stage("bridge")
        people, chat, other, name, code = await two_groups(stage)
        await stage.says(people[2], f"/bridge@fumibako_bot {code}", other)
        await stage.quiet()
        board = stage.newest(chat)
        assert "“文箱の会” asks to join" in board["text"]
        yes = next(data for _, data in buttons(board) if ":knock.yes." in data)
        await stage.press(people[1], yes, chat, board)
        assert people[1].alerts[-1]["text"] == "Only the host can do this: Aki."
        await stage.press(people[0], yes, chat, board)
        await stage.quiet()
        for place in (chat, other):
            text = stage.newest(place)["text"]
            assert "Friends" in text
            assert "文箱の会" in text
        await push(stage, other, people[2], "join")
        await push(stage, chat, people[3], "join")
        assert names(stage, name) == ["Aki", "Mina", "Ken", "Yu"]
        await push(stage, other, people[2], "start")
        assert "round 1" in stage.newest(chat)["text"]
        assert "ラウンド1" in stage.newest(other)["text"]
        await play(stage, chat, random.Random(3))
        assert isinstance(table(stage, name), Finished)
        for place in (chat, other):
            assert any(verb(data) == "again" for _, data in buttons(stage.newest(place)))
            assert place.traffic.worst_minute() <= 19

    run(story())


def test_a_code_counts_once_and_for_ten_minutes() -> None:
    async def story() -> None:
        stage = Stage("codes")
        people, chat, other, name, code = await two_groups(stage)
        third = stage.group("Third", GROUP - 2)
        await stage.add_bot(third, people[3])
        await stage.says(people[3], "/bridge AAAAAA", third)
        assert "not known" in stage.newest(third)["text"]
        await stage.says(people[2], f"/bridge {code}", other)
        await stage.says(people[3], f"/bridge {code}", third)
        await stage.quiet()
        lobby = table(stage, name)
        assert isinstance(lobby, Lobby)
        assert [each.title for each in lobby.knocking] == ["文箱の会"]
        board = stage.newest(chat)
        no = next(data for _, data in buttons(board) if ":knock.no." in data)
        await stage.press(people[0], no, chat, board)
        await stage.quiet()
        assert "does not join" in stage.newest(chat)["text"]
        told = stage.newest(other)
        assert told["text"] == "▸ 相手の卓のホストが断ったため、このグループは参加しません。"
        assert not told["rows"]
        log = len(other.log)
        await stage.wait(60)
        assert len(other.log) == log
        await push(stage, chat, people[0], "invite")
        late = await told_code(stage, people[0])
        stage.clock.advance(601)
        await stage.says(people[3], f"/bridge {late}", third)
        await stage.quiet()
        lobby = table(stage, name)
        assert isinstance(lobby, Lobby)
        assert not lobby.knocking

    run(story())


def test_a_group_with_a_table_of_its_own_cannot_join_another() -> None:
    async def story() -> None:
        stage = Stage("busy")
        people, chat, other, name, code = await two_groups(stage)
        await push(stage, other, people[2], "open")
        own = table_id(stage, other)
        await stage.says(people[2], f"/bridge {code}", other)
        await stage.quiet()
        lobby = table(stage, name)
        assert isinstance(lobby, Lobby)
        assert not lobby.knocking
        assert own != name
        # It closes its table and asks; meanwhile it opens another one: the host's yes fails.
        for _ in range(2):
            await stage.says(people[2], "/cancel", other)
        await stage.says(people[2], f"/bridge {code}", other)
        await stage.quiet()
        await stage.says(people[2], "/play", other)
        await stage.quiet()
        board = stage.newest(chat)
        yes = next(data for _, data in buttons(board) if ":knock.yes." in data)
        await stage.press(people[0], yes, chat, board)
        assert people[0].alerts[-1]["text"] == "There is already an open table here."

    run(story())


def test_only_people_at_the_table_give_out_codes() -> None:
    async def story() -> None:
        stage = Stage("outsider")
        people, chat, _, _, _ = await two_groups(stage)
        await push(stage, chat, people[3], "invite")
        assert people[3].alerts[-1]["text"] == "You don't sit at this table."

    run(story())
