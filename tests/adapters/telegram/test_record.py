"""The record of a finished game goes to those who sat there, in private: the page that plays it
again and the file by which it is checked, in one call."""

from __future__ import annotations

import random

import pytest

from adapters import speech
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import NAMES, play, push, seat
from tests.adapters.telegram.stage import Stage, run


def files(stage: Stage, person: Person) -> list[str]:
    """The names of the files that somebody got."""
    own = stage.server.chat(person.number).messages.values()
    return [message["file"][0] for message in own if "file" in message]


async def finished(stage: Stage) -> tuple[list[Person], Chat, str]:
    """A match that four people have played to its end."""
    await stage.begin()
    people = [stage.person(11 + index, name) for index, name in enumerate(NAMES[:4])]
    chat = stage.group()
    name = await seat(stage, chat, people, "ja")
    await play(stage, chat, random.Random(1))
    return people, chat, name


def test_the_page_comes_with_the_record() -> None:
    async def match() -> None:
        stage = Stage("record")
        people, chat, name = await finished(stage)
        before = len(chat.log)
        await push(stage, chat, people[0], "record")
        assert files(stage, people[0]) == [f"fumibako-{name}.html", f"fumibako-{name}.json"]
        assert files(stage, people[1]) == []
        assert len(chat.log) == before, "the group sees nothing of it"

    run(match())


def test_without_a_page_the_record_comes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise RuntimeError("no page")

    async def match() -> None:
        stage = Stage("record-alone")
        people, chat, name = await finished(stage)
        monkeypatch.setattr(speech, "page_of", broken)
        await push(stage, chat, people[0], "record")
        assert files(stage, people[0]) == [f"fumibako-{name}.json"]

    run(match())
