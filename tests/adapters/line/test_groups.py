"""Groups: who comes and goes, several groups, groups without a table, people on their own."""

from __future__ import annotations

import asyncio

from core.house.ports import room_lane
from core.table.table import Lobby
from tests.adapters.line.fake import Group
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked, at_a_table, bot_entries


def test_leaving_the_group_is_leaving_the_table() -> None:
    async def play(stage: Stage, match: Match) -> None:
        gone = next(each for each in match.users if each is not asked(match))
        other = next(each for each in match.users if each not in (gone, asked(match)))
        before = len(bot_entries(stage, match.chat))
        stage.clock.advance(60)
        left = {"members": [{"type": "user", "userId": gone.id}]}
        await stage.send(stage.line.event("memberLeft", match.chat, left=left))
        chairs = stage.playing(match.chat).chairs
        assert [c.left for c in chairs] == [c.user == f"line:{gone.id}" for c in chairs]
        assert len(bot_entries(stage, match.chat)) == before  # no token came with that
        await stage.say(other, "oh", match.chat)
        assert f"{gone.name} leaves the game" in "\n".join(stage.read(match.chat))

    at_a_table(play)


def test_removed_and_invited_again() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stage.send(stage.line.event("leave", match.chat))
        assert stage.playing(match.chat).asleep
        await stage.send(stage.line.event("join", match.chat))
        await match.turn(stage.playing(match.chat))
        assert not stage.playing(match.chat).asleep

    at_a_table(play)


def test_leaving_by_a_button_asks_and_only_its_owner_may_answer() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = match.users[1]
        await stage.say(user, "/leave", match.chat)
        yes = next(e for e in actions_of(stage, match.chat) if "leave!" in e.get("data", ""))
        await stage.do(match.users[0], match.chat, yes)
        assert not any(chair.left for chair in stage.playing(match.chat).chairs)
        await stage.do(user, match.chat, yes)
        assert sum(chair.left for chair in stage.playing(match.chat).chairs) == 1

    at_a_table(play)


def test_the_old_kind_of_group() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        users = [stage.person(name) for name in ("Mina", "Aki")]
        chat = await stage.group(*users, kind="room")
        match = Match(stage, chat, users, "en")
        await match.gather()
        assert [c.name for c in stage.playing(chat).chairs if c.user] != ["", ""]
        await match.play()

    asyncio.run(run())


def test_following_shows_the_hand_and_strangers_are_told_what_to_do() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user, stranger = asked(match), stage.person("Zoe")
        follow = {"isUnblocked": False}
        await stage.send(stage.line.event("follow", user.id, user.id, follow=follow))
        assert any("go back to the group" in each for each in stage.read(user.id))
        await stage.send(stage.line.event("follow", stranger.id, stranger.id, follow=follow))
        assert any("I host card games in groups" in each for each in stage.read(stranger.id))
        await stage.say(stranger, "hello?")
        assert len([e for e in stage.entries(stranger.id) if e.by == "bot"]) == 2

    at_a_table(play)


def test_one_person_in_two_groups() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        mina, aki, ken = (stage.person(name) for name in ("Mina", "Aki", "Ken"))
        matches = []
        for title, other in (("One", aki), ("Two", ken)):
            chat = await stage.group(mina, other, title=title)
            match = Match(stage, chat, [mina, other], "en")
            await match.gather()
            matches.append(match)
        for _ in range(3):
            for match in matches:
                if isinstance(stage.room(match.chat).table, str):
                    await match.turn(stage.playing(match.chat))

    asyncio.run(run())


def test_a_group_without_a_table_hears_nothing_from_us() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        mina = stage.person("Mina")
        chat = await stage.group(mina)
        before = len(bot_entries(stage, chat))
        for text in ("hello", "hand", "A", "2", "status", "next", "開始"):
            await stage.say(mina, text, chat)
        assert len(bot_entries(stage, chat)) == before
        await stage.say(mina, "play", chat)
        assert isinstance(stage.table(chat), Lobby)

    asyncio.run(run())


def test_a_group_has_room_for_one_official_account() -> None:
    stage = Stage(language="en")
    stage.line.groups["C1"] = Group("C1", "Busy", bot="another")
    assert not stage.line.invite("C1")


def test_a_closed_table_leaves_the_group_in_peace() -> None:
    async def play(stage: Stage, match: Match) -> None:
        name = stage.playing(match.chat).id
        await stage.say(match.users[0], "/cancel", match.chat)
        await match.verb(match.users[0], "close!")
        assert bot_entries(stage, match.chat)[-1] == {
            "type": "text",
            "text": "Mina closes the table.",
        }
        before = len(bot_entries(stage, match.chat))
        lane = room_lane(stage.room(match.chat).id)
        stage.store.run(lambda work: work.touch(lane, name, stage.clock()))
        await stage.say(match.users[0], "hm", match.chat)
        assert len(bot_entries(stage, match.chat)) == before and not stage.line.refusals

    at_a_table(play)
