"""Somebody presses faster than any player on Telegram: told so once, in their language."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.shares import FRESH, PERSON, REST
from adapters.telegram.sender import sender_of
from core.table.failures import OurTrouble
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import push, seat
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_match import four

BURST = int(PERSON[0])


async def gathered(stage: Stage) -> tuple[list[Person], Chat]:
    people, chat = four(stage, 4), stage.group()
    await stage.begin()
    await seat(stage, chat, people[:2])
    stage.clock.advance(FRESH)
    return people, chat


async def hammer(stage: Stage, chat: Chat, who: Person, times: int) -> None:
    """Somebody presses a key of the board, again and again, at one moment."""
    board = stage.newest(chat)
    data = buttons(board)[0][1]
    for _ in range(times):
        await stage.update(callback_query=stage.query(who, chat, board, data))
    await stage.telegram.doer.finish()


@pytest.mark.parametrize(
    ("language", "said"), [("en", "more than I can keep up with"), ("ja", "速すぎて")]
)
def test_presses(language: str, said: str) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat = await gathered(stage)
        mina, others = people[3], people[0]
        mina.language = language
        transactions = stage.server.queries
        await hammer(stage, chat, mina, BURST)
        before = sum(query["answered"] for query in transactions.values())
        await hammer(stage, chat, mina, 200)
        answered = sum(query["answered"] for query in transactions.values())
        assert answered == before + 1
        assert said in mina.alerts[-1]["text"]
        await push(stage, chat, others, "leave")  # nobody else is held up
        stage.clock.advance(REST)
        before = answered + 1
        await hammer(stage, chat, mina, 1)
        assert sum(query["answered"] for query in transactions.values()) == before + 1

    run(story())


def test_what_is_not_carried_out_touches_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stage = Stage()
        people, chat = await gathered(stage)
        await hammer(stage, chat, people[0], BURST + 1)

        def never(*_: Any) -> Any:
            raise AssertionError("the store is left alone")

        monkeypatch.setattr(stage.telegram.ear, "hear", never)
        monkeypatch.setattr(type(stage.store), "begin", never)
        monkeypatch.setattr(type(stage.store), "look", never)
        await hammer(stage, chat, people[0], 500)

    run(story())


@pytest.mark.parametrize("alone", [True, False])
def test_words(alone: bool) -> None:
    """Words among friends are nothing to us, and are not answered."""

    async def story() -> None:
        stage = Stage()
        people, chat = await gathered(stage)
        said = await stage.says(people[2], "hello", None if alone else chat)
        dos: list[Any] = []
        stage.telegram.doer.start = dos.extend  # type: ignore[method-assign, assignment]
        for _ in range(BURST + 50):
            await stage.update(message=said["message"])
        told = [do for do in dos if "more than I can keep up" in str(do)]
        assert len(told) == (1 if alone else 0)
        assert len(dos) <= BURST + 1

    run(story())


def test_a_press_that_could_not_be_stored_comes_again_and_counts_once() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat = await gathered(stage)
        board = stage.newest(chat)
        query = stage.query(people[0], chat, board, buttons(board)[0][1])
        hear, stage.telegram.ear.hear = stage.telegram.ear.hear, _trouble  # type: ignore[method-assign]
        for _ in range(3 * BURST):
            with pytest.raises(OurTrouble):
                await stage.update(callback_query=query)
        stage.telegram.ear.hear = hear  # type: ignore[method-assign]
        await stage.update(callback_query=query)
        await stage.telegram.doer.finish()
        assert stage.server.queries[query["id"]]["answered"]

    run(story())


def _trouble(data: object) -> Any:
    raise OurTrouble("full")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"message": 5},
        {"callback_query": []},
        {"message": {"from": {"id": True}, "chat": {"id": -5}}},
        {"message": {"from": {"id": 7}, "chat": {"id": -5}, "left_chat_member": {"id": 7}}},
        {"message": {"from": {"id": 7}, "chat": {"id": -5}, "migrate_to_chat_id": -1005}},
        {"my_chat_member": {"from": {"id": 7}, "chat": {"id": -5}}},
    ],
)
def test_news_and_oddities_are_never_left_out(data: dict[str, Any]) -> None:
    assert sender_of(data) is None


def test_who_has_sent_it_is_read_from_it() -> None:
    chat = {"id": -5}
    press = {"id": "q", "from": {"id": 7, "language_code": "ja"}, "message": {"chat": chat}}
    found = sender_of({"callback_query": press})
    assert found is not None
    assert (found.name, found.room, found.app) == ("telegram:7", "telegram/-5", "ja")
    assert (found.query, found.spoken, found.date) == ("q", False, None)
    message = {"from": {"id": 7}, "chat": {"id": 7}, "text": "hi", "date": 99}
    found = sender_of({"message": message})
    assert found is not None
    assert (found.room, found.query, found.spoken, found.date) == ("", "", True, 99)


def test_pictures_among_friends_count_for_nothing() -> None:
    chat = {"id": -5}
    assert sender_of({"message": {"from": {"id": 7}, "chat": chat, "photo": []}}) is None
    alone = sender_of({"message": {"from": {"id": 7}, "chat": {"id": 7}, "photo": []}})
    assert alone is not None and not alone.meant


@pytest.mark.parametrize(
    ("text", "meant"), [("hello", False), ("/play", True), ("hand", True), ("手札", True)]
)
def test_what_is_meant_for_us(text: str, meant: bool) -> None:
    found = sender_of({"message": {"from": {"id": 7}, "chat": {"id": -5}, "text": text}})
    assert found is not None and found.meant is meant


def test_who_is_hidden_counts_on_their_group() -> None:
    """All anonymous admins of all groups have one number."""
    for person, more in ((1087968824, {}), (136817688, {"sender_chat": {"id": -9}})):
        message = {"from": {"id": person}, "chat": {"id": -5}, "text": "/play", **more}
        found = sender_of({"message": message})
        assert found is not None
        assert (found.name, found.room) == ("", "telegram/-5")


def test_chatter_does_not_take_the_answer_from_a_press() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat = await gathered(stage)
        said = await stage.says(people[2], "hello", chat)
        for _ in range(BURST + 50):
            await stage.update(message=said["message"])
        await hammer(stage, chat, people[2], 3)
        told = [each for each in people[2].alerts if "keep up with" in each["text"]]
        assert len(told) == 1

    run(story())
