"""Time on LINE: turns end by ⏩, chances to object by the clock, and nothing unannounced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from core.kernel.asks import Ask
from core.table.table import Playing
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked, at_a_table, bot_entries


def coup(play: Callable[[Stage, Match], Awaitable[None]], people: int = 3) -> None:
    """A table of Coup."""

    async def run() -> None:
        stage = Stage(language="en")
        users = [stage.person(name) for name in ("Mina", "Aki", "Ken", "Bob")[:people]]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await match.verb(users[0], "open")
        for user in users[1:]:
            await match.verb(user, "join")
        await match.verb(users[0], "set.game.coup")
        await match.verb(users[0], "start")
        await play(stage, match)
        assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(run())


async def claim(stage: Stage, match: Match) -> None:
    """Whoever is asked takes a tax: the others may object."""
    user = asked(match)
    await match.verb(user, "m:tax")
    table = stage.playing(match.chat)
    question = stage.house.games["coup"].ask(table.state)
    assert isinstance(question, Ask) and question.window


def others(stage: Stage, match: Match) -> list[str]:
    table = stage.playing(match.chat)
    question = stage.house.games["coup"].ask(table.state)
    assert isinstance(question, Ask)
    seats = question.seats
    return [str(table.chairs[seat - 1].user).partition(":")[2] for seat in sorted(seats)]


def test_a_turn_ends_only_when_somebody_asks() -> None:
    async def play(stage: Stage, match: Match) -> None:
        table = stage.playing(match.chat)
        user = asked(match)
        said = "\n".join(stage.read(match.chat))
        assert "⏩ from " in said
        stranger = stage.person("Zoe")
        stage.line.groups[match.chat].members.append(stranger.id)
        early = next(
            e for e in actions_of(stage, match.chat) if e.get("data", "").endswith(":next")
        )
        before = len(bot_entries(stage, match.chat))
        for each in (match.users[0], stranger):
            await stage.do(each, match.chat, early)
        assert stage.playing(match.chat) == table
        await stage.wait(700)  # 120 seconds, five times as long as in a hurry
        assert stage.playing(match.chat).question == table.question
        await stage.say(match.users[1], "hm", match.chat)
        assert stage.playing(match.chat).question == table.question
        await stage.do(stranger, match.chat, early)
        assert stage.playing(match.chat).question == table.question
        assert len(bot_entries(stage, match.chat)) == before
        other = next(each for each in match.users if each is not user)
        await stage.do(other, match.chat, early)
        assert stage.playing(match.chat).question > table.question
        assert f"Time is up for {user.name}" in "\n".join(stage.read(match.chat))

    at_a_table(play)


def test_until_somebody_asks_an_answer_still_counts() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stage.wait(700)
        await match.turn(stage.playing(match.chat))
        assert "Time is up for" not in "\n".join(stage.read(match.chat))

    at_a_table(play)


def test_next_is_typed_too() -> None:
    async def play(stage: Stage, match: Match) -> None:
        table = stage.playing(match.chat)
        await stage.say(match.users[0], "next", match.chat)
        assert stage.playing(match.chat).question == table.question
        await stage.wait(700)
        await stage.say(match.users[0], "next", match.chat)
        assert stage.playing(match.chat).question > table.question

    at_a_table(play)


def test_an_allow_that_closes_nothing_is_not_answered_and_its_token_closes_the_window() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await claim(stage, match)
        assert "Waiting 30 seconds" in "\n".join(stage.read(match.chat))
        table, before = stage.playing(match.chat), len(bot_entries(stage, match.chat))
        await stage.wait(10)
        first = stage.line.users[others(stage, match)[0]]
        await match.verb(first, "m:allow")
        assert len(bot_entries(stage, match.chat)) == before
        await stage.wait(15)
        assert len(bot_entries(stage, match.chat)) == before
        await stage.wait(10)
        assert stage.playing(match.chat).question > table.question
        assert len(bot_entries(stage, match.chat)) == before + 2

    coup(play)


def test_a_chat_message_leaves_a_token_for_the_window() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await claim(stage, match)
        before = len(bot_entries(stage, match.chat))
        await stage.wait(5)
        await stage.say(match.users[0], "hmmm", match.chat)
        assert len(bot_entries(stage, match.chat)) == before
        await stage.wait(40)
        assert len(bot_entries(stage, match.chat)) == before + 2

    coup(play)


def test_without_a_token_a_window_waits_for_any_word() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await claim(stage, match)
        table, before = stage.playing(match.chat), len(bot_entries(stage, match.chat))
        await stage.wait(120)
        assert stage.playing(match.chat) == table
        await stage.say(match.users[0], "hmmm", match.chat)
        assert stage.playing(match.chat).question > table.question
        assert len(bot_entries(stage, match.chat)) == before + 2

    coup(play)


def test_without_a_token_a_late_allow_counts_and_closes_the_window() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await claim(stage, match)
        table = stage.playing(match.chat)
        await stage.wait(120)
        late = stage.line.users[others(stage, match)[1]]
        await match.verb(late, "m:allow")
        assert stage.playing(match.chat).question > table.question
        seat = next(i for i, c in enumerate(table.chairs, 1) if c.user == f"line:{late.id}")
        assert f"{seat}:allow" in stage.playing(match.chat).moves

    coup(play)


def test_the_last_allow_is_answered_at_once() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await claim(stage, match)
        before = len(bot_entries(stage, match.chat))
        for user in others(stage, match):
            await match.verb(stage.line.users[user], "m:allow")
        assert len(bot_entries(stage, match.chat)) == before + 2

    coup(play)


def test_half_a_choice_is_none_of_the_groups_business() -> None:
    async def play(stage: Stage, match: Match) -> None:
        table, before = stage.playing(match.chat), len(bot_entries(stage, match.chat))
        datum = f"{table.id}:{table.question}:?:steal"
        await stage.do(asked(match), match.chat, {"type": "postback", "data": datum})
        assert len(bot_entries(stage, match.chat)) == before

    coup(play)


def test_ordinary_chat_brings_the_board_back_but_rarely() -> None:
    async def play(stage: Stage, match: Match) -> None:
        before = len(bot_entries(stage, match.chat))
        for number in range(30):
            stage.clock.advance(2)
            await stage.say(match.users[number % 3], f"talk {number}", match.chat)
        assert len(bot_entries(stage, match.chat)) == before  # not yet two minutes
        stage.clock.advance(60)
        await stage.say(match.users[0], "more", match.chat)
        assert len(bot_entries(stage, match.chat)) == before + 1
        for number in range(20):
            stage.clock.advance(1)
            await stage.say(match.users[number % 3], "more", match.chat)
        assert len(bot_entries(stage, match.chat)) == before + 1
        stage.clock.advance(1000)  # a table that nobody has touched for so long is left alone
        for number in range(20):
            await stage.say(match.users[number % 3], "more", match.chat)
        assert len(bot_entries(stage, match.chat)) == before + 1

    at_a_table(play)


def test_ordinary_chat_is_not_stored() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stage.say(match.users[0], "a secret of the heart", match.chat)
        with stage.store.begin() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            dump = "\n".join(raw.iterdump())
        assert "heart" not in dump

    at_a_table(play)


def test_who_is_absent_is_played_for() -> None:
    async def play(stage: Stage, match: Match) -> None:
        for _ in range(40):
            table = stage.table(match.chat)
            if not isinstance(table, Playing) or any(chair.away for chair in table.chairs):
                break
            await stage.wait(650)
            await match.verb(match.users[0], "next")
        said = "\n".join(stage.read(match.chat))
        assert "a computer plays until" in said

    at_a_table(play)
