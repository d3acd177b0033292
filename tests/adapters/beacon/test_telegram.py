"""Deals by a round on Telegram: the group reads the round before it comes, then the board."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core.table.table import Drawing, Finished
from tests.adapters.beacon.staged import LEAGUE, OnTelegram, beacon_of, bring
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import play, push, seat, table
from tests.adapters.telegram.stage import run

COMES = 10.0  # seconds after the start: the round is there
OVER = 21.0  # seconds after the start: nobody waits any longer


async def started(stage: OnTelegram) -> tuple[Chat, str]:
    """Two people have begun a short match of Love Letter; the deal waits."""
    people: list[Person] = [stage.person(11, "Aki"), stage.person(12, "Mina")]
    chat = stage.group()
    name = await seat(stage, chat, people)
    for wanted in ("panel.switches", "set.target.1", "panel."):
        await push(stage, chat, people[0], wanted)
    await stage.press(people[0], f"{name}:0:start", chat)
    assert isinstance(table(stage, name), Drawing)
    return chat, name


def read(chat: Chat) -> str:
    """All that stands in the group."""
    shown = sorted(chat.messages.values(), key=lambda message: message["message_id"])
    return "\n".join(str(message["text"]) for message in shown)


@pytest.mark.parametrize("outcome", ["came", "missed", "restart"])
def test_a_whole_match(outcome: str, tmp_path: Path) -> None:
    async def match() -> None:
        stage = OnTelegram(outcome, f"sqlite:///{tmp_path}/x.db")
        await stage.begin()
        chat, name = await started(stage)
        waits = table(stage, name)
        assert isinstance(waits, Drawing)
        number = beacon_of(waits).round
        comes = LEAGUE.chain.time_of(number)
        await stage.wait(5.0)
        assert stage.clock() < comes
        assert waits.deal.commit in read(chat) and str(number) in read(chat)
        assert "The deal waits for" in read(chat)
        if outcome == "restart":
            stage.open()
            await stage.begin()
        if outcome == "missed":
            await stage.wait(OVER - 5.0)
        else:
            await stage.wait(COMES - 5.0)
            assert bring(stage) == 1
            await stage.settle()
        await stage.wait(8.0)
        beacon = beacon_of(table(stage, name))
        assert beacon.missed is (outcome == "missed")
        assert ("is not proved against" in read(chat)) is beacon.missed
        assert "The deal waits for round" not in stage.newest(chat)["text"]
        assert waits.deal.commit in read(chat)  # that message is never edited
        await play(stage, chat, random.Random(1), [])
        assert isinstance(table(stage, name), Finished)

    run(match())
