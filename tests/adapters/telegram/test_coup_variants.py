"""Coup's variants in a Telegram group: whole games, keys, whom a window calls, races."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import pytest

from core.table.table import Finished, Playing
from locales.names import width
from tests.adapters.telegram.coup_tables import CONCEDE, VARIANTS, at, put, variants
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import asked_of, person_at, play_openly
from tests.adapters.telegram.players import push, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_coup import TOO_LATE, calls, does, playing
from tests.sample import sampled

FITS = {1: 44, 2: 21, 3: 13}  # columns of a label on a phone, by the keys in its row
LIVE = {**VARIANTS, "embezzle_bluff": "concede"}
GAMES = [
    ("ja", 6, 3, "", VARIANTS),
    ("en", 4, 0, "bga_live", LIVE),
    ("ja", 5, 2, "official", VARIANTS),
    ("en", 6, 6, "", CONCEDE),
    ("ja", 4, 0, "", CONCEDE),
    ("en", 5, 5, "official", {"inquisitor": "true"}),
    ("ja", 4, 2, "bga_live", {"factions": "true"}),
    ("en", 3, 1, "", {"factions": "true", "diplomat": "true"}),
]


@pytest.mark.parametrize(
    ("language", "seats", "started", "preset", "switches"), sampled(GAMES, GAMES[:3])
)
def test_a_whole_game_by_buttons_alone(
    language: str, seats: int, started: int, preset: str, switches: dict[str, str]
) -> None:
    """Every press is answered; secret choices are made by letters or in private."""

    async def game() -> None:
        stage = Stage(f"variants {language}{seats}{preset}")
        people, chat, name = await variants(
            stage, seats, started=started, language=language, preset=preset, switches=switches
        )
        turns: list[int] = []
        steps: Counter[str] = Counter()

        def each(now: Playing) -> None:
            steps[type(now.state.step).__name__] += 1
            if now.state.turn not in turns[-1:]:
                turns.append(now.state.turn)

        before = calls(chat)
        await play_openly(stage, chat, name, random.Random(seats), people[started:], each=each)
        await stage.wait(120)
        end = table(stage, name)
        assert isinstance(end, Finished)
        assert calls(chat) - before <= 7 * len(turns)
        assert chat.traffic.worst_minute() <= 19
        assert steps["Answering"] > 5
        said = {line.partition(":")[2].partition(".")[0] for line in end.moves}
        assert said & {"examine", "convert", "embezzle"}
        for person in people:
            own = stage.server.chat(person.number).messages.values()
            assert not [d for m in own for _, d in buttons(m) if verb(d)[:2] in ("m:", "?:")]

    run(game())


# Keys


async def standing(
    language: str = "en",
    seats: int = 4,
    switches: dict[str, str] = CONCEDE,
    hands: str = "duke captain",
    coins: int = 4,
    **more: Any,
) -> tuple[Stage, list[Person], Chat, str]:
    """A table with three coins in the almshouse; seat 1 is on turn, with this hand. The odd seats
    are Monarchists. The board shows it."""
    stage = Stage("standing")
    people, chat, name = await variants(stage, seats, language=language, switches=switches, **more)
    others = ["duke contessa", "captain contessa", "assassin assassin", "inquisitor captain"]
    rows = [at(coins, hands), *(at(2, hand) for hand in (*others, "duke inquisitor")[: seats - 1])]
    put(stage, name, *rows, reserve=3)
    await stage.wait(20)
    await stage.says(people[0], "/status", chat)
    await stage.wait(5)
    return stage, people, chat, name


def seated(stage: Stage, name: str, seat: int) -> Person:
    return person_at(stage, playing(stage, name), seat)


def moves(message: dict[str, Any]) -> dict[str, str]:
    """What the keys of choices do, and their labels."""
    found = {verb(data): text for text, data in buttons(message)}
    return {
        each: text for each, text in found.items() if each[:2] in ("m:", "?:") or each[0] == "~"
    }


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("coins", [4, 7, 1])
def test_the_keys_fit_a_phone_and_tell_both_prices(language: str, coins: int) -> None:
    async def story() -> None:
        stage, _, chat, _ = await standing(language, 6, coins=coins)
        board = stage.newest(chat)
        for row in board["rows"]:
            assert all(width(button["text"]) <= FITS[len(row)] for button in row), row
        keys = moves(board)
        one, two = ("1リラ", "2リラ") if language == "ja" else ("1 coin", "2 coins")
        assert one in keys["m:convert"]
        assert ("~0.convert" in keys) == (coins > 1)
        if coins > 1:
            assert two in keys["~0.convert"]
            foes = [keys[f"~1.{seat}"] for seat in (2, 4, 6)]
            mates = [keys[f"m:convert.{seat}"] for seat in (3, 5)]
            assert all(two in label for label in mates), "who may only be converted stands apart"
            assert not [seat for seat in (3, 5) if f"~1.{seat}" in keys]
            assert len(set(foes)) == 3
        assert len(set(keys.values())) == len(keys)
        assert len(board["text"].split("\n")) < 40

    run(story())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_both_conversions_are_keys_of_the_private_card(language: str) -> None:
    async def story() -> None:
        stage, _, chat, name = await standing(language, 6)
        who = seated(stage, name, 1)
        own = stage.server.chat(who.number)
        await stage.says(who, "hand")
        await stage.quiet()
        card = stage.newest(own)
        for row in card["rows"]:
            if verb(row[0]["callback_data"])[:2] in ("m:", "?:"):
                assert all(width(button["text"]) <= FITS[len(row)] for button in row), row
        first = moves(card)
        one, two = ("1リラ", "2リラ") if language == "ja" else ("1 coin", "2 coins")
        assert one in first["m:convert"]
        assert two in first["?:convert"]
        await push(stage, chat, who, "?:convert", own)
        second = moves(stage.newest(own))
        assert [key for key in second if key.startswith("m:")] == [
            f"m:convert.{seat}" for seat in range(2, 7)
        ]
        assert "★" in second["m:convert.2"]
        assert "●" in second["m:convert.3"]
        await push(stage, chat, who, "m:convert.3", own)
        assert playing(stage, name).moves == ("1:convert.3",)
        assert playing(stage, name).state.reserve == 5

    run(story())


def test_a_mate_can_be_converted_and_is_offered_for_nothing_else() -> None:
    async def story() -> None:
        stage, _, chat, name = await standing("ja")
        who, log = seated(stage, name, 1), len(chat.log)
        keys = moves(stage.newest(chat))
        assert [key for key in keys if key.endswith(".3")] == ["m:convert.3"]
        await does(stage, chat, who, "~0.convert")
        assert (playing(stage, name).moves, len(chat.log)) == ((), log)
        await does(stage, chat, who, "m:convert.3")
        assert playing(stage, name).moves == ("1:convert.3",)
        await stage.quiet()
        lines = stage.newest(chat)["text"].split("\n")
        mate = seated(stage, name, 3).name
        assert any(line.startswith(mate) and "●民衆派" in line for line in lines)

    run(story())


# Whom a window asks and calls


def _sent(stage: Stage, who: Person) -> int:
    return sum(entry["how"] == "send" for entry in stage.server.chat(who.number).log)


def test_a_mate_is_not_asked_about_foreign_aid() -> None:
    async def story() -> None:
        stage, people, chat, name = await standing()
        sent = {p.number: _sent(stage, p) for p in people}
        actor, mate = seated(stage, name, 1), seated(stage, name, 3)
        await does(stage, chat, actor, "m:aid")
        await stage.quiet()
        assert asked_of(stage, playing(stage, name)).seats == {2, 4}
        asked = [x for x in stage.newest(chat)["text"].split("\n") if x.startswith("▶ ")]
        assert len(asked) == 2
        assert not any(mate.name in line for line in asked)
        log = len(chat.log)
        for wanted in ("m:allow", "m:block.duke"):
            assert "only the other faction may block" in await does(stage, chat, mate, wanted)
        assert len(chat.log) == log
        assert len(playing(stage, name).moves) == 1
        await stage.wait(30)  # half of the time: a window without a target calls nobody
        assert all(_sent(stage, p) == sent[p.number] for p in people)
        own = stage.newest(stage.server.chat(mate.number))
        assert not [key for key in moves(own) if key[0] in "m?"]
        for seat in (2, 4):
            await does(stage, chat, seated(stage, name, seat), "m:allow")
        await stage.quiet()
        assert playing(stage, name).state.players[0].coins == 6

    run(story())


def test_who_must_show_or_decide_is_called_and_nobody_else() -> None:
    async def story() -> None:
        stage, people, chat, name = await standing(switches=VARIANTS)

        async def rung(seat: int, wanted: str, chat_of: Chat = chat) -> list[str]:
            before = {p.number: _sent(stage, p) for p in people}
            await push(stage, chat, seated(stage, name, seat), wanted, chat_of)
            await stage.quiet()
            return [p.name for p in people if _sent(stage, p) > before[p.number]]

        names = {seat: seated(stage, name, seat).name for seat in range(1, 5)}
        await rung(1, "~0.examine")
        assert await rung(1, "~1.2") == [names[2]]
        assert await rung(3, "m:allow") == []
        assert await rung(4, "m:allow") == []
        assert await rung(2, "m:allow") == [names[2]], "the one who must choose a card"
        own = stage.server.chat(seated(stage, name, 2).number)
        assert await rung(2, "m:choose.duke", own) == [names[1]], "the one who has seen it"

    run(story())


# Races and old keys


async def claimed(stage: Stage, chat: Chat, name: str, claim: str) -> None:
    for word in ["m:embezzle"] if claim == "embezzle" else ["~0.examine", "~1.2"]:
        await does(stage, chat, seated(stage, name, 1), word)
    await stage.quiet()


@pytest.mark.parametrize("claim", ["embezzle", "examine"])
@pytest.mark.parametrize("switches", [VARIANTS, CONCEDE])
def test_two_challenges_at_the_same_time(claim: str, switches: dict[str, str]) -> None:
    async def story() -> None:
        stage, _, chat, name = await standing(switches=switches)
        await claimed(stage, chat, name, claim)
        board = stage.newest(chat)
        data = next(each for _, each in buttons(board) if verb(each) == "m:challenge")
        others = [seated(stage, name, seat) for seat in (2, 3, 4)]
        presses = [stage.query(p, chat, board, data) for p in others]
        await asyncio.gather(*(stage.update(callback_query=press) for press in presses))
        await stage.settle()
        assert sorted(p.alerts[-1]["text"] for p in others) == ["", TOO_LATE, TOO_LATE]
        said = [line.partition(":")[2] for line in playing(stage, name).moves]
        assert said.count("challenge") == 1

    run(story())


@pytest.mark.parametrize("leaves_first", [True, False])
def test_a_challenge_and_an_embezzler_who_leaves(leaves_first: bool) -> None:
    async def story() -> None:
        stage, _, chat, name = await standing()
        await claimed(stage, chat, name, "embezzle")
        actor, doubter = seated(stage, name, 1), seated(stage, name, 2)
        board = stage.newest(chat)
        data = next(each for _, each in buttons(board) if verb(each) == "m:challenge")
        challenge = stage.query(doubter, chat, board, data)

        async def leave() -> None:
            await stage.says(actor, "/leave")
            await push(stage, chat, actor, "leave!", stage.server.chat(actor.number))

        if leaves_first:
            await leave()
        await stage.update(callback_query=challenge)
        await stage.quiet()
        assert (doubter.alerts[-1]["text"] == TOO_LATE) == leaves_first
        if not leaves_first:
            await leave()
        now = playing(stage, name)
        assert now.state.reserve == 3
        assert not now.state.players[0].hidden
        assert now.state.turn == 2
        assert asked_of(stage, now).seats == {2}

    run(story())


def test_old_keys_and_double_presses_do_nothing() -> None:
    async def story() -> None:
        stage, _, chat, name = await standing(switches=VARIANTS)
        await claimed(stage, chat, name, "examine")
        window = stage.newest(chat)
        old = {verb(data): data for _, data in buttons(window)}
        for seat in (2, 3, 4):
            await does(stage, chat, seated(stage, name, seat), "m:allow")
        await stage.quiet()
        target = seated(stage, name, 2)
        await push(stage, chat, target, "m:choose.duke", stage.server.chat(target.number))
        await stage.quiet()
        for word in ("m:challenge", "m:allow"):
            await stage.press(seated(stage, name, 3), old[word], chat, window)
            assert seated(stage, name, 3).alerts[-1]["text"] == TOO_LATE
        board, actor = stage.newest(chat), seated(stage, name, 1)
        data = {verb(each): each for _, each in buttons(board)}
        await stage.press(actor, data["m:force"], chat, board)
        after, log = playing(stage, name).moves, len(chat.log)
        for word in ("m:force", "m:return"):
            await stage.press(actor, data[word], chat, board)
            assert actor.alerts[-1]["text"] == TOO_LATE
        assert playing(stage, name).moves == after
        assert after[-1] == "1:force"
        assert len(chat.log) == log or chat.log[-1]["how"] == "edit"

    run(story())
