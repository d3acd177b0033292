"""Whole matches of Love Letter in a group of four, through the library and the fake."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from adapters.letter import Told, is_noise, of_this_round
from core.games.love_letter import LOVE_LETTER
from core.games.love_letter.model import Options
from core.kernel.text import Message, Note
from core.table.table import Finished
from locales.tongue import Context, say
from storage.work import SqlWork
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import NAMES, play, push, seat, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.sample import sampled


def four(stage: Stage, started: int = 4) -> list[Person]:
    """Four people; the first of them have pressed Start before."""
    return [
        stage.person(11 + index, name, started=index < started)
        for index, name in enumerate(NAMES[:4])
    ]


def sent(chat: Chat) -> list[dict[str, Any]]:
    return [entry for entry in chat.log if entry["how"] == "send"]


DIGITS = re.compile(r"\b[0-9a-f]{64}\b")


def stands(chat: Chat) -> list[int]:
    """The messages about the deal; none of them was ever edited or deleted."""
    found = [entry["message_id"] for entry in sent(chat) if DIGITS.search(entry["text"])]
    edited = {entry["message_id"] for entry in chat.log if entry["how"] != "send"}
    assert not edited & set(found) and set(found) <= set(chat.messages)
    return found


@pytest.mark.parametrize(
    ("language", "started"),
    sampled(product(["en", "ja"], [4, 2, 0]), [("ja", 4), ("en", 2), ("ja", 0)]),
)
def test_a_whole_match(language: str, started: int) -> None:
    async def match() -> None:
        stage = Stage(f"{language}{started}")
        await stage.begin()
        people, chat = four(stage, started), stage.group()
        name = await seat(stage, chat, people, language)
        alone = [person for person in people if person.dm != "open"]
        await play(stage, chat, random.Random(started), alone)
        assert isinstance(table(stage, name), Finished)
        result = stage.newest(chat)
        acts = {verb(data) for _, data in buttons(result)}
        assert acts == {"again", "next.game", "panels", "score.1", "proof", "record", "rules"}
        # Nobody's old buttons are left but those of the result, of the greeting and of the seal,
        # which is never edited.
        await stage.wait(600)
        shown = [m for m in chat.messages.values() if m["rows"]]
        assert [m["message_id"] for m in shown] == [1, 2, result["message_id"]]
        assert {verb(data) for _, data in buttons(shown[1])} == {f"cut.{n}" for n in range(8)}
        standing = stands(chat)
        assert len(standing) == 2, "the seal, and what the start fixed"
        for person in people:
            own = stage.server.chat(person.number).messages.values()
            moves = [d for m in own for _, d in buttons(m) if verb(d)[:2] in ("m:", "?:")]
            assert not moves, (person.name, moves)
        assert chat.traffic.worst_minute() <= 19
        assert not stage.store.kept_like("aside:telegram:")
        if not alone:
            rounds = table(stage, name).state.round  # type: ignore[union-attr]
            # greeting, seal, lobby, start, a board for each round, result
            assert len(sent(chat)) == 5 + rounds
            rang = [not entry["quiet"] for entry in sent(chat)[4:]]
            assert rang == [True, *[False] * (rounds - 1), True]
            assert sent(chat)[2]["message_id"] not in chat.messages, "the lobby is gone"

    run(match())


def test_a_rematch_seats_everybody() -> None:
    async def match() -> None:
        stage = Stage("rematch")
        people, chat = four(stage), stage.group()
        await stage.begin()
        await seat(stage, chat, people)
        await play(stage, chat, random.Random(4))
        await push(stage, chat, people[2], "again")
        lobby = stage.newest(chat)
        assert all(person.name in lobby["text"] for person in people)
        await play(stage, chat, random.Random(5))
        assert len(stands(chat)) == 4

    run(match())


@pytest.mark.parametrize("language", sampled([("en",), ("ja",)], [("ja",)]))
def test_every_fact_is_told_where_it_belongs(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What everybody may know reaches the group; what one may know reaches that one alone."""
    told: list[tuple[str, Message]] = []
    tell = SqlWork.tell

    def heard(message: Message) -> Told[Message]:
        moment = LOVE_LETTER.moment(Options(), message)
        return Told(0, "", message, Context(), moment)

    def noted(work: SqlWork, lane: str, table: str, notes: Sequence[Note], at: float) -> None:
        lasting = of_this_round([heard(note.message) for note in notes])
        told.extend((lane, line.message) for line in lasting)
        tell(work, lane, table, notes, at)

    monkeypatch.setattr(SqlWork, "tell", noted)

    async def match() -> None:
        stage = Stage(f"facts{language}")
        await stage.begin()
        people, chat = four(stage), stage.group()
        name = await seat(stage, chat, people, language)
        await play(stage, chat, random.Random(9))
        await stage.wait(30)
        context = stage.telegram.voice.context(name, language)
        group = [entry["text"] for entry in chat.log]
        read = {p.number: [e["text"] for e in stage.server.chat(p.number).log] for p in people}
        secrets = 0
        for lane, message in told:
            text = say(message, language, context)
            if lane.startswith("room:"):
                for line in () if is_noise(heard(message)) else filter(None, text.split("\n")):
                    assert any(line in each for each in group), line
                continue
            secrets += 1
            owner = int(lane.rpartition(":")[2])
            moment = LOVE_LETTER.moment(Options(), message)
            if moment is None or not moment.quiet:  # else the hand itself shows it
                assert any(text in each for each in read[owner]), text
            assert not any(text in each.split("\n") for each in group), text
        assert secrets > 20

    run(match())
