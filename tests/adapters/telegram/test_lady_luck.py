"""Whole games of Lady Luck in a Telegram group: bids by buttons, in words, and in advance."""

from __future__ import annotations

import random
from itertools import product

import pytest

from core.kernel.asks import Ask
from core.table.table import Finished, Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import asked_of, gather, person_at, play_openly
from tests.adapters.telegram.players import NAMES, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.sample import sampled


async def lady(
    stage: Stage, seats: int = 4, started: int = 9, language: str = "en"
) -> tuple[list[Person], Chat, str]:
    """A game that has just begun; the first `started` people have pressed Start before."""
    await stage.begin()
    people = [
        stage.person(11 + index, name, started=index < started)
        for index, name in enumerate(NAMES[:seats])
    ]
    chat = stage.group()
    return people, chat, await gather(stage, chat, people, "lady-luck", language)


def playing(stage: Stage, name: str) -> Playing:
    now = table(stage, name)
    assert isinstance(now, Playing)
    return now


def asked(stage: Stage, name: str) -> tuple[int, Person]:
    """The seat that is asked, and who sits there."""
    now = playing(stage, name)
    seat = min(asked_of(stage, now).seats)
    return seat, person_at(stage, now, seat)


async def opened(stage: Stage, chat: Chat, name: str, bid: int = 1) -> tuple[int, Person]:
    """Whoever is asked opens the first auction. Tells who bids next."""
    _, who = asked(stage, name)
    board = stage.newest(chat)
    slot = next(d for _, d in buttons(board) if verb(d).startswith("~1."))
    await stage.press(who, slot, chat, board)
    assert "Chosen so far" in who.alerts[-1]["text"] or "ここまで" in who.alerts[-1]["text"]
    amount = next(d for _, d in buttons(board) if verb(d) == f"~2.{bid}")
    await stage.press(who, amount, chat, board)
    await stage.quiet()
    return asked(stage, name)


@pytest.mark.parametrize(
    ("language", "started"),
    sampled(product(["en", "ja"], [4, 2, 0]), [("ja", 4), ("en", 2), ("en", 0)]),
)
def test_a_whole_game_by_buttons_alone(language: str, started: int) -> None:
    async def game() -> None:
        stage = Stage(f"lady{language}{started}")
        people, chat, name = await lady(stage, 3 if started == 2 else 4, started, language)
        await play_openly(stage, chat, name, random.Random(started), people[started:])
        await stage.wait(120)
        assert isinstance(table(stage, name), Finished)
        assert chat.traffic.worst_minute() <= 19
        assert not stage.store.kept_like("aside:telegram:")
        for person in people:
            own = stage.server.chat(person.number).messages.values()
            assert not [d for m in own for _, d in buttons(m) if verb(d)[:2] in ("m:", "?:")]

    run(game())


@pytest.mark.parametrize("said", ["4", "bid 4", "４", "宣言する 4"])
@pytest.mark.parametrize("where", ["private", "reply"])
def test_any_bid_can_be_typed(said: str, where: str) -> None:
    async def story() -> None:
        stage = Stage("typed")
        _, chat, name = await lady(stage, 3)
        seat, who = await opened(stage, chat, name)
        if where == "private":
            await stage.says(who, said)
        else:
            board = stage.server.shown(chat, stage.newest(chat))
            await stage.says(who, said, chat, reply_to_message=board)
        assert playing(stage, name).moves[-1] == f"{seat}:bid.4"

    run(story())


@pytest.mark.parametrize("where", ["private", "reply"])
def test_a_bid_that_cannot_be_paid_is_explained_in_private(where: str) -> None:
    async def story() -> None:
        stage = Stage("too much")
        _, chat, name = await lady(stage, 3)
        _, who = await opened(stage, chat, name)
        await stage.wait(8)  # the lobby has lost its keys
        log, moves = len(chat.log), len(playing(stage, name).moves)
        if where == "private":
            await stage.says(who, "99")
        else:
            board = stage.server.shown(chat, stage.newest(chat))
            await stage.says(who, "99", chat, reply_to_message=board)
        await stage.quiet()
        own = stage.newest(stage.server.chat(who.number))["text"]
        assert "You have only" in own
        assert "Your" not in own.split("\n")[0]
        assert len(playing(stage, name).moves) == moves
        heard = [entry["text"] for entry in chat.log[log:]]
        assert heard == ([] if where == "private" else ["That cannot be played now."])

    run(story())


@pytest.mark.parametrize("way", ["button", "/order 4", "自動 4", "order ４"])
def test_a_bid_given_in_advance_is_bid_and_stays_secret(way: str) -> None:
    async def story() -> None:
        stage = Stage("advance")
        people, chat, name = await lady(stage, 3)
        seat, who = await opened(stage, chat, name)
        later = next(p for p in people if p is not who and _is_in(stage, name, p))
        own = stage.server.chat(later.number)
        if way == "button":
            data = next(
                d for m in _newest_first(own) for _, d in buttons(m) if verb(d) == "order.bid.4"
            )
            message = next(m for m in _newest_first(own) if data in [d for _, d in buttons(m)])
            await stage.press(later, data, own, message)
        else:
            await stage.says(later, way)
        await stage.quiet()
        assert any("up to 4 AP" in entry["text"] for entry in own.log)
        log = len(chat.log)
        await stage.says(who, "2")
        await stage.quiet()
        own_seat = next(
            i
            for i, c in enumerate(playing(stage, name).chairs, 1)
            if c.user == f"telegram:{later.number}"
        )
        assert f"{own_seat}:bid.3" in playing(stage, name).moves
        assert seat != own_seat
        for entry in chat.log[log:]:
            assert "up to" not in entry["text"]

    run(story())


def test_an_order_can_be_taken_back() -> None:
    async def story() -> None:
        stage = Stage("back")
        people, chat, name = await lady(stage, 3)
        _, who = await opened(stage, chat, name)
        later = next(p for p in people if p is not who and _is_in(stage, name, p))
        await stage.says(later, "/order 4")
        await stage.says(later, "/order no")
        await stage.quiet()
        assert not any(chair.order for chair in playing(stage, name).chairs)
        await stage.says(later, "/order 4")
        await stage.quiet()
        own = stage.server.chat(later.number)
        message = next(
            m for m in _newest_first(own) if any(verb(d) == "order." for _, d in buttons(m))
        )
        data = next(d for _, d in buttons(message) if verb(d) == "order.")
        await stage.press(later, data, own, message)
        assert not any(chair.order for chair in playing(stage, name).chairs)

    run(story())


def test_my_hand_tells_of_an_order_to_people_without_a_private_chat() -> None:
    async def story() -> None:
        stage = Stage("alone")
        people, chat, name = await lady(stage, 3, 0)
        _, who = await opened(stage, chat, name)
        later = next(p for p in people if p is not who and _is_in(stage, name, p))
        log = len(chat.log)
        await stage.says(later, "/order@fumibako_bot 4", chat)
        await stage.quiet()
        assert not any("up to 4 AP" in entry["text"] for entry in chat.log[log:])
        board = stage.newest(chat)
        data = next(d for _, d in buttons(board) if verb(d) == "hand")
        await stage.press(later, data, chat, board)
        assert "up to 4 AP" in later.alerts[-1]["text"]

    run(story())


def test_a_victim_of_a_noble_chooses_by_letters() -> None:
    """Somebody without a private chat, in a game that comes to a Noble's question."""

    async def story() -> None:
        asked_for = 0
        for number in range(1, 6):
            stage = Stage(f"noble{number}")
            people, chat, name = await lady(stage, 3, 0)
            rng = random.Random(number)

            def each(now: Playing, stage: Stage = stage) -> None:
                nonlocal asked_for
                question = stage.house.games[now.game].ask(now.state)
                assert isinstance(question, Ask)
                asked_for += question.secret

            await play_openly(stage, chat, name, rng, people, each=each)
            for entry in chat.log:
                assert "Your hand" not in entry["text"]
            if asked_for:
                return
        raise AssertionError("no Noble asked anybody")

    run(story())


def _newest_first(chat: Chat) -> list[dict[str, object]]:
    return sorted(chat.messages.values(), key=lambda m: -m["message_id"])


def _is_in(stage: Stage, name: str, who: Person) -> bool:
    """Still in the running auction."""
    now = playing(stage, name)
    seat = next(i for i, c in enumerate(now.chairs, 1) if c.user == f"telegram:{who.number}")
    auction = now.state.auction
    return auction is not None and seat in auction.still and seat != auction.by
