"""The score in a group of LINE: the answer to a press or a word brings it; nothing is billed."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from storage.rows import Base
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage


def test_a_press_a_word_and_the_chat_of_two() -> None:
    async def run() -> None:
        stage = Stage("score", language="ja")
        users = [stage.person(each) for each in ("Mina", "Aki", "Ken")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "ja")
        await match.gather()
        await match.play()
        seen = len(stage.entries(chat))

        def told() -> str:
            nonlocal seen
            found, seen = stage.read(chat, seen), len(stage.entries(chat))
            return "\n".join(found)

        await match.verb(users[0], "score.1")
        said = told()
        assert "がスコアをつけ始めました" in said
        assert "🏆 ここでの成績：" in said, "the result comes again, with its line"
        for typed, answer in (
            ("/順位", "🏆 このグループのスコア"),
            ("/成績", "Minaの成績"),
            ("/自分は除く", "をこのグループのスコアから外し"),
            ("/忘れて", "1対1のトーク"),
        ):
            await stage.say(users[0], typed, chat)
            assert answer in told().replace("さん", ""), typed
        await stage.say(users[0], "忘れて")
        alone = stage.read(users[0].id)
        assert "あなたについての記録" in "\n".join(alone)
        await stage.say(users[1], "順位")
        assert "スコアはグループごと" in "\n".join(stage.read(users[1].id))
        assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(run())


def test_forgotten_by_a_press() -> None:
    async def run() -> None:
        stage = Stage("forget", language="ja")
        users = [stage.person(each) for each in ("Mina", "Aki", "Ken")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "ja")
        await match.gather()
        await match.play()
        who = users[0]
        await stage.say(who, "忘れて")
        await stage.wait(600)
        assert traces(stage, who.id)
        datum = {"type": "postback", "data": "-:0:forget!"}
        await stage.do(who, who.id, datum)
        assert "消去しました" in stage.read(who.id)[-1]
        assert traces(stage, who.id) == []

    asyncio.run(run())


def traces(stage: Stage, user: str) -> list[str]:
    """Where in the database somebody is named."""
    with stage.store.look() as connection:
        return [
            f"{table.name}: {row}"
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table))
            if user in str(row)
        ]
