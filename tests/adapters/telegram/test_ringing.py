"""Nothing rings more often than its rule says: counted over whole matches of every game."""

from __future__ import annotations

import random

import pytest

from core.table.course import called
from core.table.table import Playing
from tests.adapters.telegram.open_players import gather, person_at, play_openly
from tests.adapters.telegram.stage import Stage, run
from tests.shelf import shelf

SEATS = 3


@pytest.mark.parametrize("game", ["love-letter", "coup", "lady-luck", "old-maid"])
def test_a_person_is_rung_for_their_turn_and_for_what_is_aimed_at_them(game: str) -> None:
    stage = Stage(f"rings {game}", games=shelf(game))
    asked: dict[int, set[int]] = {}

    def note(now: Playing) -> None:
        """Whom the question that is open now calls."""
        for seat in called(now, stage.house.games[now.game]):
            asked.setdefault(person_at(stage, now, seat).number, set()).add(now.question)

    async def match() -> None:
        await stage.begin()
        people = [stage.person(11 + i, name, "en") for i, name in enumerate(("Aki", "Mina", "Ken"))]
        chat = stage.group()
        name = await gather(stage, chat, people, game)
        await stage.wait(9)
        await play_openly(stage, chat, name, random.Random(7), each=note, pause=4.0)
        await stage.wait(20)
        for person in people:
            log = stage.server.chat(person.number).log
            rung = [entry for entry in log if entry["how"] == "send" and not entry["quiet"]]
            late = [entry for entry in rung if "half of the time is gone" in entry["text"]]
            assert 0 < len(rung) - len(late) <= len(asked[person.number]), person.name
            assert len(late) <= len(asked[person.number])
            assert all(entry["text"].startswith("🔔") for entry in rung)
        mentions = [
            e for entry in chat.log for e in entry["entities"] if e["type"] == "text_mention"
        ]
        assert not mentions, "who can be reached in private is not named in the group"

    run(match())
