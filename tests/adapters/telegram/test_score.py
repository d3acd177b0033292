"""The score in a group of Telegram: one press from a result, and words that the group answers."""

from __future__ import annotations

import random

from core.table.table import Finished
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import NAMES, play, push, seat, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run


async def finished(stage: Stage, language: str = "en") -> tuple[list[Person], Chat, str]:
    """A match that three people have played to its end."""
    await stage.begin()
    people = [stage.person(11 + index, name) for index, name in enumerate(NAMES[:3])]
    chat = stage.group()
    name = await seat(stage, chat, people, language)
    await play(stage, chat, random.Random(1))
    assert isinstance(table(stage, name), Finished)
    return people, chat, name


def texts(chat: Chat) -> list[str]:
    return [message["text"] for message in chat.messages.values() if "text" in message]


def test_the_result_bears_the_score_from_then_on() -> None:
    async def match() -> None:
        stage = Stage("score")
        people, chat, _ = await finished(stage)
        result = stage.newest(chat)
        assert "Score here" not in result["text"]
        await push(stage, chat, people[0], "score.1")
        await stage.wait(30)
        said = texts(chat)
        assert any("Aki has switched the score on" in text for text in said)
        shown = next(m for m in chat.messages.values() if "🏆 Score here: " in m.get("text", ""))
        line = next(t for t in shown["text"].splitlines() if "Score here" in t)
        assert " 1 win of 1, " in line and line.count(" 0") == 2
        acts = [verb(data) for _, data in buttons(shown)]
        assert "top" in acts and "notme" in acts and "score.1" not in acts
        await push(stage, chat, people[1], "notme")
        assert "is not counted" in people[1].alerts[-1]["text"]
        await stage.wait(30)
        shown = chat.messages[shown["message_id"]]
        assert "Mina" not in next(t for t in shown["text"].splitlines() if "Score here" in t)

    run(match())


def test_words_are_answered_in_the_group() -> None:
    async def match() -> None:
        stage = Stage("score-words")
        people, chat, _ = await finished(stage, "ja")
        for typed, answer in (
            ("/top", "まだ成績はありません"),
            ("/stats", "成績はまだありません"),
            ("/notme", "をこのグループのスコアから外し"),
            ("/notme", "またスコアに入れます"),
            ("/forget", "1対1のトーク"),
        ):
            before = len(chat.log)
            await stage.says(people[0], typed, chat)
            await stage.quiet()
            told = [entry["text"] for entry in chat.log[before:] if entry["how"] == "send"]
            assert len(told) == 1 and answer in told[0], typed
        private = stage.server.chat(people[0].number)
        assert not any("スコアはグループごと" in text for text in texts(private))
        await stage.says(people[0], "/top")
        await stage.quiet()
        assert "スコアはグループごと" in texts(private)[-1]

    run(match())


def test_forgotten_in_private() -> None:
    async def match() -> None:
        stage = Stage("score-forget")
        people, chat, name = await finished(stage)
        await stage.says(people[0], "/forget")
        await stage.quiet()
        await stage.wait(300)
        private = stage.server.chat(people[0].number)
        assert "Your name: Aki" in texts(private)[-1]
        await push(stage, chat, people[0], "forget!", private)
        assert "you are forgotten" in str(people[0].alerts[-1]) + "".join(texts(private))
        assert "Aki" not in {chair.name for chair in table(stage, name).chairs}
        assert stage.store.person("telegram:11").name == ""

    run(match())
