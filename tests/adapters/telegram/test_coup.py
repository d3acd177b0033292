"""Whole games of Coup in a Telegram group: whom a window calls, who comes too late, races."""

from __future__ import annotations

import asyncio
import random
from itertools import product

import pytest

from core.table.table import Finished, Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import (
    asked_of,
    gather,
    person_at,
    play_openly,
)
from tests.adapters.telegram.players import NAMES, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.sample import sampled, spans

TOO_LATE = "This has already been decided."


async def coup(
    stage: Stage, seats: int = 4, started: int = 9, language: str = "en"
) -> tuple[list[Person], Chat, str]:
    """A game that has just begun; the first `started` people have pressed Start before."""
    await stage.begin()
    people = [
        stage.person(11 + index, name, started=index < started)
        for index, name in enumerate(NAMES[:seats])
    ]
    chat = stage.group()
    return people, chat, await gather(stage, chat, people, "coup", language)


def playing(stage: Stage, name: str) -> Playing:
    now = table(stage, name)
    assert isinstance(now, Playing)
    return now


def calls(chat: Chat) -> int:
    return len(chat.traffic.all)


async def does(stage: Stage, chat: Chat, who: Person, wanted: str) -> str:
    """Press a button of the board, without waiting for anything. Tells the answer."""
    board = stage.newest(chat)
    data = next(each for _, each in buttons(board) if verb(each) == wanted)
    await stage.update(callback_query=stage.query(who, chat, board, data))
    await stage.telegram.doer.finish()
    return str(who.alerts[-1]["text"])


async def chooses(stage: Stage, chat: Chat, name: str, *words: str) -> Person:
    """Whoever is on turn presses an action, row by row; the board follows."""
    who = person_at(stage, playing(stage, name), min(asked_of(stage, playing(stage, name)).seats))
    for word in words:
        await does(stage, chat, who, word)
    await stage.quiet()
    return who


@pytest.mark.parametrize(
    ("language", "started"),
    sampled(product(["en", "ja"], [4, 2, 0]), [("ja", 4), ("en", 2), ("ja", 0)]),
)
def test_a_whole_game_by_buttons_alone(language: str, started: int) -> None:
    async def game() -> None:
        stage = Stage(f"coup{language}{started}")
        people, chat, name = await coup(stage, 4, started, language)
        turns: list[int] = []

        def each(now: Playing) -> None:
            if now.state.turn not in turns[-1:]:
                turns.append(now.state.turn)

        before = calls(chat)
        await play_openly(stage, chat, name, random.Random(started), people[started:], each=each)
        await stage.wait(120)
        assert isinstance(table(stage, name), Finished)
        assert calls(chat) - before <= 7 * len(turns)
        assert chat.traffic.worst_minute() <= 19
        assert not stage.store.kept_like("aside:telegram:")
        for person in people:
            own = stage.server.chat(person.number).messages.values()
            assert not [d for m in own for _, d in buttons(m) if verb(d)[:2] in ("m:", "?:")]

    run(game())


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("numbers", spans(1, 4))
def test_a_turn_costs_seven_calls_at_the_most(seats: int, private: bool, numbers: range) -> None:
    async def games() -> None:
        spent = turns = 0
        for number in numbers:
            stage = Stage(f"calls{number}")
            people, chat, name = await coup(stage, seats, seats if private else 0)
            last = [0]

            def each(now: Playing, last: list[int] = last) -> None:
                if now.state.turn != last[-1]:
                    last.append(now.state.turn)

            before = calls(chat)
            alone = [] if private else people
            rng = random.Random(number)
            await play_openly(stage, chat, name, rng, alone, pause=12.0, each=each)
            await stage.wait(120)
            spent, turns = spent + calls(chat) - before, turns + len(last) - 1
            assert chat.traffic.worst_minute() <= 19
        assert spent <= 7 * turns, (spent, turns)

    run(games())


def test_an_unfinished_choice_is_told_in_private_and_seen_by_nobody() -> None:
    async def story() -> None:
        stage = Stage("draft")
        people, chat, name = await coup(stage, 6)
        steal = [label for label, _ in buttons(stage.newest(chat)) if label.startswith("Steal")]
        assert len(steal) == 5
        for _ in people:
            await chooses(stage, chat, name, "m:income")
        await stage.wait(10)
        now, log = playing(stage, name), len(chat.log)
        who = person_at(stage, now, now.state.turn)
        told = await does(stage, chat, who, "~0.steal")
        assert told == "Chosen so far: Steal (Captain)\nSteal: on whom?"
        told = await does(stage, chat, who, "~0.assassinate")
        assert told.startswith("Chosen so far: Assassinate")
        assert await does(stage, chat, who, "~0.steal") != told
        await stage.quiet()
        assert len(chat.log) == log
        assert all(not p.alerts or p is who or "Chosen" not in p.alerts[-1]["text"] for p in people)
        target = 1 if now.state.turn != 1 else 2
        assert await does(stage, chat, who, f"~1.{target}") == ""
        assert playing(stage, name).moves[-1] == f"{now.state.turn}:steal.{target}"

    run(story())


def test_a_window_calls_its_target_and_nobody_else() -> None:
    async def story() -> None:
        stage = Stage("target")
        people, chat, name = await coup(stage, 4)
        now = playing(stage, name)
        target = 1 if now.state.turn != 1 else 2
        sent = {p.number: _sent(stage, p) for p in people}
        actor = await chooses(stage, chat, name, f"m:steal.{target}")
        rung = [p for p in people if _sent(stage, p) > sent[p.number]]
        assert rung == [person_at(stage, now, target)]
        assert actor not in rung
        # Half of the time is over: again nobody but the target.
        await stage.wait(30)
        rung = [p for p in people if _sent(stage, p) > sent[p.number] + 1]
        assert rung == [person_at(stage, now, target)]
        # A challenge calls the claimant; a lost card calls who loses it.
        sent = {p.number: _sent(stage, p) for p in people}
        doubter = next(p for p in people if p not in (actor, person_at(stage, now, target)))
        await does(stage, chat, doubter, "m:challenge")
        await stage.quiet()
        asked = asked_of(stage, playing(stage, name))
        rung = [p for p in people if _sent(stage, p) > sent[p.number]]
        assert rung == [person_at(stage, playing(stage, name), min(asked.seats))]

    run(story())


def test_a_window_without_a_target_calls_nobody() -> None:
    async def story() -> None:
        stage = Stage("tax")
        people, chat, name = await coup(stage, 4)
        sent = {p.number: _sent(stage, p) for p in people}
        await chooses(stage, chat, name, "m:tax")
        await stage.wait(30)
        assert all(_sent(stage, p) == sent[p.number] for p in people)

    run(story())


def _sent(stage: Stage, who: Person) -> int:
    return sum(entry["how"] == "send" for entry in stage.server.chat(who.number).log)


@pytest.mark.parametrize("verbs", [("m:challenge", "m:challenge"), ("m:challenge", "m:allow")])
def test_the_first_challenge_counts_and_the_late_finger_is_told(verbs: tuple[str, str]) -> None:
    async def story() -> None:
        stage = Stage("two")
        people, chat, name = await coup(stage, 4)
        actor = await chooses(stage, chat, name, "m:tax")
        first, second = [p for p in people if p is not actor][:2]
        assert await does(stage, chat, first, verbs[0]) == ""
        log = len(chat.log)
        board = stage.newest(chat)
        assert await does(stage, chat, second, verbs[1]) == TOO_LATE
        assert len(chat.log) == log
        assert board is stage.newest(chat)
        challenges = [line for line in playing(stage, name).moves if line.endswith(":challenge")]
        assert len(challenges) == 1

    run(story())


def test_two_challenges_at_the_same_time() -> None:
    async def story() -> None:
        stage = Stage("same time")
        people, chat, name = await coup(stage, 4)
        actor = await chooses(stage, chat, name, "m:tax")
        board = stage.newest(chat)
        data = next(each for _, each in buttons(board) if verb(each) == "m:challenge")
        others = [p for p in people if p is not actor]
        presses = [stage.query(p, chat, board, data) for p in others]
        await asyncio.gather(*(stage.update(callback_query=press) for press in presses))
        await stage.settle()
        told = [p.alerts[-1]["text"] for p in others]
        assert sorted(told) == ["", TOO_LATE, TOO_LATE]
        moves = playing(stage, name).moves
        assert sum(line.endswith(":challenge") for line in moves) == 1

    run(story())


@pytest.mark.parametrize("block_first", [True, False])
def test_a_challenge_against_a_block(block_first: bool) -> None:
    """Both are offered at once; whichever reaches the house first is what happens."""

    async def story() -> None:
        stage = Stage("block")
        people, chat, name = await coup(stage, 4)
        now = playing(stage, name)
        target = 1 if now.state.turn != 1 else 2
        actor = await chooses(stage, chat, name, f"m:steal.{target}")
        aimed = person_at(stage, now, target)
        doubter = next(p for p in people if p not in (actor, aimed))
        board = stage.newest(chat)
        block = next(v for _, d in buttons(board) if (v := verb(d)).startswith("m:block."))
        first, second = (aimed, doubter) if block_first else (doubter, aimed)
        verbs = (block, "m:challenge") if block_first else ("m:challenge", block)
        assert await does(stage, chat, first, verbs[0]) == ""
        assert await does(stage, chat, second, verbs[1]) == TOO_LATE
        said = playing(stage, name).moves[-1]
        assert said.partition(":")[2] == verbs[0].removeprefix("m:")

    run(story())


@pytest.mark.parametrize("same", [True, False])
def test_a_double_press_counts_once(same: bool) -> None:
    async def story() -> None:
        stage = Stage("double")
        people, chat, name = await coup(stage, 4)
        actor = await chooses(stage, chat, name, "m:tax")
        who, board = next(p for p in people if p is not actor), stage.newest(chat)
        data = next(each for _, each in buttons(board) if verb(each) == "m:allow")
        press = stage.query(who, chat, board, data)
        again = press if same else stage.query(who, chat, board, data)
        await stage.update(callback_query=press)
        await stage.update(callback_query=again)
        await stage.settle()
        moves = playing(stage, name).moves
        assert sum(line.endswith(":allow") for line in moves) == 1
        assert len(asked_of(stage, playing(stage, name)).seats) == 2
        heard = [alert["text"] for alert in who.alerts][-1 if same else -2 :]
        assert heard[0] == ""
        assert same or heard[1]

    run(story())


def test_everybody_allows_at_once() -> None:
    async def story() -> None:
        stage = Stage("allow")
        people, chat, name = await coup(stage, 6)
        actor = await chooses(stage, chat, name, "m:tax")
        board, before = stage.newest(chat), calls(chat)
        data = next(each for _, each in buttons(board) if verb(each) == "m:allow")
        others = [p for p in people if p is not actor]
        presses = [stage.query(p, chat, board, data) for p in others]
        await asyncio.gather(*(stage.update(callback_query=press) for press in presses))
        await stage.quiet()
        now = playing(stage, name)
        assert [line for line in now.moves if line.endswith(":allow")]
        assert sum(line.endswith(":allow") for line in now.moves) == 5
        assert all(person.alerts[-1]["text"] == "" for person in others)
        assert calls(chat) == before + 1
        assert person_at(stage, now, now.state.turn) is not actor

    run(story())


def test_a_board_that_only_lost_a_name_may_wait_and_is_shown_in_the_end() -> None:
    async def story() -> None:
        stage = Stage("lull")
        people, chat, name = await coup(stage, 4)
        actor = await chooses(stage, chat, name, "m:tax")
        who = next(p for p in people if p is not actor)
        await stage.wait(8)

        def shown() -> int:
            """How often a board with keys was shown; one before it only loses them."""
            return sum(bool(entry["rows"]) for entry in chat.log)

        before = shown()
        await does(stage, chat, who, "m:allow")
        await stage.quiet()
        await does(stage, chat, next(p for p in people if p not in (actor, who)), "m:allow")
        await stage.quiet()
        assert shown() == before + 1
        text = stage.newest(chat)["text"]
        await stage.wait(9)
        assert shown() == before + 2
        assert stage.newest(chat)["text"] != text

    run(story())


@pytest.mark.parametrize("where", ["private", "reply"])
@pytest.mark.parametrize(
    ("said", "move"),
    [("allow", "allow"), ("許可", "allow"), ("チャレンジ", "challenge"), ("Doubt!", "challenge")],
)
def test_answers_can_be_typed(said: str, move: str, where: str) -> None:
    async def story() -> None:
        stage = Stage("typed")
        people, chat, name = await coup(stage, 3)
        actor = await chooses(stage, chat, name, "m:tax")
        who = next(p for p in people if p is not actor)
        if where == "private":
            await stage.says(who, said)
        else:
            board = stage.server.shown(chat, stage.newest(chat))
            await stage.says(who, said, chat, reply_to_message=board)
        assert playing(stage, name).moves[-1].partition(":")[2] == move
        assert person_at(stage, playing(stage, name), int(playing(stage, name).moves[-1][0])) is who

    run(story())


def test_an_action_can_be_typed_by_whoever_is_on_turn_and_by_nobody_else() -> None:
    async def story() -> None:
        stage = Stage("typed action")
        people, _, name = await coup(stage, 3)
        now = playing(stage, name)
        actor = person_at(stage, now, now.state.turn)
        target = 1 if now.state.turn != 1 else 2
        await stage.says(next(p for p in people if p is not actor), "income")
        assert not playing(stage, name).moves
        await stage.says(actor, f"steal {person_at(stage, now, target).name}")
        assert playing(stage, name).moves == (f"{now.state.turn}:steal.{target}",)

    run(story())


@pytest.mark.parametrize("said", ["/order allow", "/order", "自動許可"])
def test_a_person_may_allow_everything_until_their_turn(said: str) -> None:
    async def story() -> None:
        stage = Stage("order")
        people, chat, name = await coup(stage, 3)
        now = playing(stage, name)
        quiet = next(p for p in people if p is not person_at(stage, now, now.state.turn))
        log = len(chat.log)
        await stage.says(quiet, said)
        await stage.quiet()
        assert "Automatic:" in stage.newest(stage.server.chat(quiet.number))["text"]
        assert len(chat.log) == log or chat.log[-1]["text"] == chat.log[log - 1]["text"]
        await chooses(stage, chat, name, "m:tax")
        asked = asked_of(stage, playing(stage, name))
        assert [person_at(stage, playing(stage, name), s) for s in asked.seats] != [quiet]
        await stage.says(quiet, "/order no")
        await stage.quiet()
        told = stage.server.chat(quiet.number).log[-3:]
        assert any("Nothing is answered for you" in entry["text"] for entry in told)

    run(story())


def test_the_order_is_a_button_of_the_private_card() -> None:
    async def story() -> None:
        stage = Stage("button")
        people, _, name = await coup(stage, 3, language="ja")
        now = playing(stage, name)
        quiet = next(p for p in people if p is not person_at(stage, now, now.state.turn))
        own = stage.server.chat(quiet.number)
        await stage.press(quiet, "自動許可（自分以外への宣言）", own)
        await stage.quiet()
        assert any(verb(data) == "order." for _, data in buttons(stage.newest(own)))
        index = next(i for i, c in enumerate(playing(stage, name).chairs) if c.order)
        assert person_at(stage, playing(stage, name), index + 1) is quiet

    run(story())
