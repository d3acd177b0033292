"""The one private card: its head, what is behind [⋯], what stays, what goes, when it rings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.table.table import Playing
from tests.adapters.telegram.fake_people import Person
from tests.adapters.telegram.players import awaited, push, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_hear import running
from tests.adapters.telegram.test_say import move


def card(stage: Stage, who: Person) -> dict[str, Any]:
    """The private card of a person: the only one with keys."""
    chat = stage.server.chat(who.number)
    cards = [m for m in chat.messages.values() if "keys" in map(verb, data(m))]
    assert len(cards) == 1, [m["text"] for m in cards]
    return cards[0]


def head(stage: Stage, who: Person) -> str:
    return str(card(stage, who)["text"].split("\n")[0])


def data(message: dict[str, Any]) -> list[str]:
    return [datum for _, datum in buttons(message)]


def test_there_is_one_card_and_its_head_tells_whose_turn_it_is_where() -> None:
    async def story() -> None:
        stage = Stage()
        people, _, name = await running(stage)
        for _ in range(6):
            await stage.wait(10)
            who = awaited(stage, name)
            heads = {p.number: head(stage, p) for p in people[:3]}
            assert heads.pop(who.number) == "🔔 Your turn · Love Letter · Friends"
            assert set(heads.values()) == {"Love Letter · Friends"}
            lines = card(stage, who)["text"].split("\n")
            assert lines[1:3] == ["Which card do you play?", lines[2]]
            assert lines[2].startswith("Deadline: ")
            await move(stage, name)

    run(story())


def test_a_card_that_cannot_be_deleted_is_a_line() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        old = card(stage, who)
        old["at"] -= 49 * 3600.0
        for _ in range(8):
            await move(stage, name)
            await stage.wait(10)
            if awaited(stage, name) is who and card(stage, who) is not old:
                break
        assert old["text"] == "▾ Love Letter · Friends"
        assert not old["rows"]

    run(story())


def test_two_keys_to_a_row_and_leaving_is_behind() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        shown, own = card(stage, who), stage.server.chat(who.number)
        assert all(len(row) <= 2 for row in shown["rows"])
        assert "leave" not in map(verb, data(shown))
        text, first = shown["text"], shown["rows"]
        await push(stage, own, who, "keys")
        behind = [verb(each) for each in data(shown)]
        assert {"help", "rules", "lang", "auto", "letters.1", "calls", "leave"} <= set(behind)
        assert behind[-1] == "keys.back" and not any(
            each.startswith(("m:", "?:")) for each in behind
        )
        assert all(len(row) <= 2 for row in shown["rows"])
        assert [
            len(row) for row in shown["rows"] if "leave" in map(verb, data({"rows": [row]}))
        ] == [1]
        assert shown["text"] == text
        await push(stage, own, who, "keys.back")
        assert (shown["text"], shown["rows"]) == (text, first)

    run(story())


def test_the_deadline_and_what_happened_stay_while_somebody_chooses() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who, levels, shown = awaited(stage, name), list[str](), dict[str, Any]()
        while not levels or "▸" not in shown["text"]:
            await move(stage, name)
            await stage.wait(6)
            who = awaited(stage, name)
            shown = card(stage, who)
            levels = [each for each in data(shown) if verb(each)[:2] == "?:"]
        own = stage.server.chat(who.number)
        before = shown["text"]
        await stage.press(who, levels[0], own, shown)
        after = shown["text"]
        assert after != before
        for line in before.split("\n"):
            if line.startswith(("Deadline", "▸", "🔔")) or line[:1].isdigit():
                assert line in after

    run(story())


def test_what_was_whispered_ends_with_the_round() -> None:
    async def story() -> None:
        stage = Stage()
        people, _, name = await running(stage)
        rng, seen = random.Random(5), 0
        for _ in range(60):
            now = table(stage, name)
            if not isinstance(now, Playing):
                break
            number = now.state.round
            await move(stage, name, rng.randrange(99))
            await stage.wait(6)
            after = table(stage, name)
            if isinstance(after, Playing) and after.state.round != number:
                for who in people[:3]:
                    assert "You see" not in card(stage, who)["text"]
                seen += 1
        assert seen

    run(story())


@pytest.mark.parametrize(
    ("calls", "rings"),
    [("calls.", True), ("calls.all", True), ("calls.turns", True), ("calls.none", False)],
)
def test_whoever_does_not_wish_to_be_called_is_not(calls: str, rings: bool) -> None:
    async def story() -> None:
        stage = Stage()
        people, _, name = await running(stage)
        who = next(p for p in people if p is not awaited(stage, name))
        own = stage.server.chat(who.number)
        await push(stage, own, who, "keys")
        await push(stage, own, who, "calls")
        await push(stage, own, who, calls)
        assert who.alerts[-1]["text"].startswith("From now on it rings")
        asked = [m for m in own.messages.values() if calls in map(verb, data(m))]
        assert next(t for t, d in buttons(asked[-1]) if verb(d) == calls).startswith("✓ ")
        seen = len(own.log)
        while awaited(stage, name) is not who:
            await move(stage, name)
            await stage.wait(6)
        sent = [e for e in own.log[seen:] if e["how"] == "send"]
        assert len(sent) == 1 and sent[0]["quiet"] is not rings
        assert card(stage, who)["message_id"] == sent[0]["message_id"]

    run(story())


def test_what_is_looked_at_again_and_again_rings_nobody_and_stays_one_message() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage)
        who = people[0]
        own = stage.server.chat(who.number)
        before, seen = len(own.messages), len(own.log)
        board = stage.newest(chat)
        for _ in range(5):  # a key of the boards of older releases
            await stage.press(who, f"{name}:0:rules", chat, board)
            await stage.wait(5)
        assert len(own.messages) == before + 1
        assert all(e["quiet"] for e in own.log[seen:] if e["how"] == "send")

    run(story())


def test_what_is_typed_twice_is_answered_below_it_each_time() -> None:
    async def story() -> None:
        stage = Stage()
        people, _, _ = await running(stage)
        alone = stage.server.chat(people[0].number)
        shown = []
        for _ in range(2):
            await stage.says(people[0], "/calls")
            await stage.wait(5)
            shown.append(stage.newest(alone)["message_id"])
        assert shown[0] < shown[1]
        keys = [verb(key) for message in alone.messages.values() for key in data(message)]
        assert keys.count("calls.all") == 1, "the one before goes"

    run(story())


def test_the_choice_of_when_to_ring_can_be_typed() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, _ = await running(stage)
        for where in (None, chat):
            await stage.says(people[0], "/calls", where)
            await stage.wait(5)
            shown = stage.newest(stage.server.chat(people[0].number))
            assert [verb(each) for each in data(shown)] == [
                "calls.",
                "calls.all",
                "calls.turns",
                "calls.none",
            ]

    run(story())
