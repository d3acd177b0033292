"""What is told once only, where it could not be told at first: notices to the owner, the greeting
of a group, and that a group has to wait."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adapters.errands import Errand
from adapters.guests import STAYS, mark_of
from adapters.line.chats import ChatState
from adapters.owner_card import Card
from core.table.failures import OurTrouble
from tests.adapters.line.fake import Data, Group
from tests.adapters.line.test_owner import HELLO, LEFT, OWNER, WAITS, House, run

DISK = "200.0 MB"
GOES: dict[str, dict[str, Any]] = {
    "memberLeft": {"left": {"members": [{"type": "user", "userId": "U" + "c" * 32}]}},
    "unsend": {"unsend": {"messageId": "1"}},
}
"""Events that LINE lets nobody answer."""


def told(house: House) -> int:
    """How often the owner was told of the disk."""
    return sum(DISK in each for each in house.seen(OWNER))


async def asked(house: House) -> Data:
    """The owner is asked about a group; then the disk fills. Tells the key to let the group in."""
    follow = {"isUnblocked": False}
    await house.send(house.line.event("follow", OWNER, OWNER, follow=follow))
    await house.group(house.kai, title="金曜の会")
    house.clock.advance(120)
    await house.say(house.mina, "こんにちは")
    key = house.find(OWNER, "許可する")
    house.clock.advance(120)
    house.free = 200_000_000
    return key


@pytest.mark.parametrize("arrives", [False, True])
def test_a_push_that_fails_leaves_its_notice_to_the_next_reply(
    monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    async def work() -> None:
        house = House(budget=5)
        key = await asked(house)
        pusher = house.host._push
        assert pusher is not None
        push = pusher.note

        async def crossed(*words: Any) -> bool:
            await house.say(house.mina, "手札")
            assert told(house) == 0  # it is being pushed
            return arrives and await push(*words)

        monkeypatch.setattr(pusher, "note", crossed)
        await house.look()
        assert told(house) == arrives
        await house.do(house.mina, OWNER, key)
        assert "「金曜の会」を許可しました。" in house.seen(OWNER)
        assert told(house) == 1 and house.store.kept("owner:disk")
        await house.say(house.mina, "手札")
        await house.look()
        assert told(house) == 1 and not house.host.chats.of(OWNER).extras

    run(work())


@pytest.mark.parametrize("fails", ["claim", "both"])
def test_a_notice_waits_for_the_next_reply_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    async def work() -> None:
        house = House()
        key = await asked(house)
        with monkeypatch.context() as patch:
            patch.setattr(house.owner, "claim", _away)
            if fails == "both":
                patch.setattr(house.owner.errands, "is_due", _away)
            await house.say(house.mina, "手札")
        assert told(house) == 0
        await house.do(house.mina, OWNER, key)
        assert told(house) == 1
        await house.say(house.mina, "手札")
        assert told(house) == 1

    run(work())


def test_a_notice_that_is_over_by_then_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = House()
        key = await asked(house)
        with monkeypatch.context() as patch:
            patch.setattr(house.owner, "claim", _away)
            await house.say(house.mina, "手札")
        house.free = 10**12
        await house.do(house.mina, OWNER, key)
        assert told(house) == 0 and not house.host.chats.of(OWNER).extras

    run(work())


def test_of_an_errand_that_waits_and_one_that_comes_back_the_newer_stays() -> None:
    state, errand = ChatState(), Errand("disk 1", Card(()))
    state.add({"n": 1}, errand=errand)
    state.add({"n": 2})
    [first, second], state.extras = state.extras, []
    state.add({"n": 3}, errand=errand)
    state.put_back([first, second], unsure=False)
    state.wait(first)
    assert [each.message["n"] for each in state.extras] == [2, 3]
    newer = state.extras.pop()
    state.wait(newer)
    state.wait(second)
    assert [each.message["n"] for each in state.extras] == [2, 3, 2]


def _away(*_: object) -> bool:
    raise OurTrouble("away")


async def let_in(house: House) -> str:
    """A group that was let in, and heard nothing of it so far."""
    group = await house.group(house.kai)
    house.owner.guests.decide(house.room(group).id, mark_of(group), let_in=True)
    house.clock.advance(120)
    return group


def test_a_group_that_sends_us_away_before_it_is_greeted_is_greeted_when_we_come_back() -> None:
    async def work() -> None:
        house = House()
        group = await let_in(house)
        await house.send(house.line.event("leave", group))
        await house.send(house.line.event("join", group))
        assert house.seen(group).count(HELLO) == 1
        await house.say(house.kai, "やあ", group)
        assert house.seen(group).count(HELLO) == 1

    run(work())


@pytest.mark.parametrize("kind", GOES)
def test_what_nobody_can_answer_does_not_use_up_the_greeting(tmp_path: Path, kind: str) -> None:
    async def work() -> None:
        house = House(url=f"sqlite:///{tmp_path / 'house.db'}")
        group = await let_in(house)
        await house.send(house.line.event(kind, group, house.kai.id, **GOES[kind]))
        house.open()  # a restart
        assert house.seen(group) == [WAITS]
        for _ in range(2):
            await house.say(house.kai, "やあ", group)
        assert house.seen(group).count(HELLO) == 1

    run(work())


@pytest.mark.parametrize("kind", GOES)
@pytest.mark.parametrize("rule", ["ask", "none"])
def test_what_nobody_can_answer_decides_nothing_at_the_gate(
    tmp_path: Path, kind: str, rule: str
) -> None:
    async def work() -> None:
        house = House(rule, url=f"sqlite:///{tmp_path / 'house.db'}")
        group = "C" + "d" * 32  # LINE never told that somebody invited us
        house.line.groups[group] = Group(group, "金曜の会", members=[house.kai.id])
        assert house.line.invite(group)
        await house.send(house.line.event(kind, group, house.kai.id, **GOES[kind]))
        house.open()  # a restart
        house.clock.advance(STAYS)
        await house.owner.look()
        assert house.line.groups[group].bot, "nobody was told that it is left"
        await house.say(house.kai, "やあ", group)
        assert house.seen(group) == [WAITS if rule == "ask" else LEFT]
        house.clock.advance(STAYS)
        await house.owner.look()
        assert bool(house.line.groups[group].bot) == (rule == "ask")

    run(work())
