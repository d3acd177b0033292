"""The score in a group of LINE: the answer to a press or a word brings it; nothing is billed."""

from __future__ import annotations

import asyncio

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
