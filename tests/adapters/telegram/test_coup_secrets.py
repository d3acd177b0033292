"""What a group could learn of an examined card, and of a doubted embezzler: nothing (13.2.10,
13.3.10). Worlds that differ in hidden cards alone look the same to everybody else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.adapters.telegram.coup_tables import CONCEDE, VARIANTS, at, put, variants
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import asked_of, person_at
from tests.adapters.telegram.players import push, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_coup import does, playing

Rows = Sequence[Sequence[Mapping[str, Any]]]
LANGUAGES = ["en", "ja"]
SAME = "assassin captain"
"""What both worlds of a pair hold where they do not differ."""


class World:
    """A table of four at a position; seat 1 is on turn, a Monarchist as seat 3 is."""

    def __init__(self, hands: Sequence[str], language: str, started: int, **more: Any) -> None:
        self.stage = Stage("worlds")
        self.hands, self.language, self.started, self.more = hands, language, started, more

    async def open(self, switches: Mapping[str, str], reserve: int = 3) -> None:
        """Sit down, and stand where the test begins; everybody's card is up to date."""
        self.people, self.chat, self.name = await variants(
            self.stage, 4, started=self.started, language=self.language, switches=switches
        )
        await self.stage.wait(20)
        rows = [at(4, hand) for hand in self.hands]
        put(self.stage, self.name, *rows, reserve=reserve, **self.more)
        await self.stage.says(self.people[0], "/status", self.chat)
        await self.stage.quiet()
        self.first = len(self.chat.log)

    def sitting(self, seat: int) -> Person:
        return person_at(self.stage, playing(self.stage, self.name), seat)

    async def press(self, seat: int, wanted: str) -> str:
        """A press on the board of the group. Tells the answer."""
        told = await does(self.stage, self.chat, self.sitting(seat), wanted)
        await self.stage.quiet()
        return told

    async def allowed(self) -> None:
        """Everybody who is asked allows."""
        for seat in sorted(asked_of(self.stage, playing(self.stage, self.name)).seats):
            await self.press(seat, "m:allow")

    def group(self) -> list[Any]:
        """All that went to the group, when and how: texts, keyboards, data, edits."""
        return self.chat.log[self.first :]

    def others(self, *knowing: int) -> list[Any]:
        """All that others than these seats got in private, and how often those were written to."""
        told: list[Any] = []
        for seat in range(1, 5):
            who = self.sitting(seat)
            own = self.stage.server.chat(who.number).log
            told.append([(entry["how"], entry["when"]) for entry in own])
            if seat not in knowing:
                told.append((own, who.alerts))
        return told

    def meaning(self, seat: int) -> dict[str, str]:
        """The letters of a hand, as its owner reads them in the last window."""
        found = re.findall(r"^([A-Z])[:：] ?(.+)$", self.sitting(seat).alerts[-1]["text"], re.M)
        return dict(found)

    async def letters(self, seat: int) -> dict[str, str]:
        """The owner looks at what the letters mean."""
        await push(self.stage, self.chat, self.sitting(seat), "hand")
        assert self.sitting(seat).alerts[-1]["alert"]
        return self.meaning(seat)


def keys(chat: Chat, stage: Stage) -> list[str]:
    """The data of the rows of letters on the board."""
    return [verb(data) for _, data in buttons(stage.newest(chat)) if verb(data).startswith("~")]


def moves(message: Mapping[str, Any]) -> list[str]:
    """What the buttons of a private card play, or begin."""
    verbs = [verb(data) for _, data in buttons(dict(message))]
    return [each for each in verbs if each.startswith(("m:", "?:")) and each != "?:"]


# EXAMINED and EXAMINE: the card that is shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("started", [4, 0])
@pytest.mark.parametrize("verdict", ["return", "force"])
def test_the_group_learns_nothing_of_an_examined_card(
    language: str, started: int, verdict: str
) -> None:
    seen: list[Any] = []

    async def story(hands: Sequence[str]) -> None:
        world = World(hands, language, started)
        await world.open(VARIANTS)
        await world.press(1, "~0.examine")
        await world.press(1, "~1.2")
        await world.allowed()
        board = world.stage.newest(world.chat)
        target, actor = world.sitting(2), world.sitting(1)
        if started:
            own = world.stage.server.chat(target.number)
            assert len(keys(world.chat, world.stage)) == 0
            await push(world.stage, world.chat, target, moves(world.stage.newest(own))[0], own)
        else:
            assert len(keys(world.chat, world.stage)) == 2
            letter = sorted(await world.letters(2))[0]
            await world.press(2, f"~1.{letter}")
        assert {verb(d) for _, d in buttons(world.stage.newest(world.chat))} >= {
            "m:return",
            "m:force",
        }
        heard = len(actor.alerts)
        await push(world.stage, world.chat, actor, "hand")
        assert len(actor.alerts) == heard + 1
        assert board is not None
        await world.press(1, f"m:{verdict}")
        await world.stage.wait(30)
        seen.append((world.group(), world.others(1, 2)))

    for cards in ("duke contessa", "assassin captain", "duke duke", "inquisitor contessa"):
        run(story(["duke inquisitor", cards, "captain contessa", "captain inquisitor"]))
    assert len(seen[0][0]) >= 3
    for other in seen[1:]:
        assert other == seen[0]


@pytest.mark.parametrize(
    ("language", "card", "told"),
    [("en", "contessa", "Contessa"), ("ja", "contessa", "女伯")],
)
def test_the_card_is_seen_by_the_actor_alone(language: str, card: str, told: str) -> None:
    """By the hand key in the group, in a window of their own, and in the private chat."""

    async def story() -> None:
        world = World(
            ["duke inquisitor", f"{card} duke", "captain captain", "captain inquisitor"],
            language,
            3,
        )
        await world.open(VARIANTS)
        await world.press(1, "~0.examine")
        await world.press(1, "~1.2")
        await world.allowed()
        target, actor = world.sitting(2), world.sitting(1)
        own = world.stage.server.chat(target.number)
        if moves(world.stage.newest(own)):
            chosen = next(m for m in moves(world.stage.newest(own)) if m.endswith(card))
            await push(world.stage, world.chat, target, chosen, own)
        else:
            meant = await world.letters(2)
            letter = next(mark for mark, name in meant.items() if told in name)
            await world.press(2, f"~1.{letter}")
        await world.stage.quiet()
        for seat in (1, 2, 3, 4):
            who = world.sitting(seat)
            await push(world.stage, world.chat, who, "hand")
            text = who.alerts[-1]["text"]
            assert (told in text) == (seat in (1, 2)), (seat, text)
        if actor.dm == "open":
            assert told in world.stage.newest(world.stage.server.chat(actor.number))["text"]
        for entry in world.group():
            assert told not in _without_claims(entry["text"], told), entry["text"]
        # A bystander and the owner press the actor's buttons.
        board = len(world.chat.log)
        for seat in (2, 3, 4):
            for button in ("m:return", "m:force"):
                answer = await world.press(seat, button)
                assert answer, "a press by somebody else is refused"
                assert told not in answer
        assert len(world.chat.log) == board
        assert playing(world.stage, world.name).moves[-1].startswith("2:choose.")

    run(story())


def _without_claims(text: str, role: str) -> str:
    """Lines that could only name the role as one that might block are left out."""
    return "\n".join(line for line in text.split("\n") if "?" not in line and "？" not in line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answers_of_bystanders_are_the_same_whatever_was_shown(language: str) -> None:
    told: list[list[str]] = []

    async def story(cards: str) -> None:
        world = World(
            ["duke inquisitor", cards, "captain captain", "captain inquisitor"], language, 4
        )
        await world.open(VARIANTS)
        await world.press(1, "~0.examine")
        await world.press(1, "~1.2")
        await world.allowed()
        own = world.stage.server.chat(world.sitting(2).number)
        await push(
            world.stage, world.chat, world.sitting(2), moves(world.stage.newest(own))[0], own
        )
        told.append(
            [
                await world.press(seat, f"m:{word}")
                for seat in (2, 3, 4)
                for word in ("return", "force")
            ]
        )

    for cards in ("duke contessa", "assassin assassin"):
        run(story(cards))
    assert told[0] == told[1]


# PROVE: the doubted embezzler


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("started", [4, 0])
def test_a_doubted_embezzler_looks_the_same_with_and_without_the_duke(
    language: str, started: int
) -> None:
    """Before the choice: letters, keys, answers, messages to the group and to others."""
    seen: list[Any] = []

    async def story(cards: str) -> None:
        world = World(
            [cards, "duke contessa", "captain contessa", "inquisitor inquisitor"],
            language,
            started,
        )
        await world.open(CONCEDE)
        await world.press(1, "m:embezzle")
        await world.press(3, "m:challenge")
        rows = keys(world.chat, world.stage)
        assert len(rows) == (0 if started else 3)
        answers = [await world.press(seat, key) for seat in (2, 3, 4) for key in rows]
        for key in rows[:1]:  # the owner's own, before they have looked, shows them their hand
            await world.press(1, key)
        assert asked_of(world.stage, playing(world.stage, world.name)).secret
        await world.stage.wait(40)
        seen.append((world.group(), world.others(1), answers))

    for cards in ("assassin captain", "duke captain", "duke duke", "assassin assassin"):
        run(story(cards))
    for other in seen[1:]:
        assert other == seen[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("started", [4, 0])
def test_who_concedes_tells_nothing_of_the_other_card(language: str, started: int) -> None:
    """A liar and an honest one lose the same card: the group reads the same."""
    seen: list[Any] = []

    async def story(cards: str) -> None:
        world = World(
            [cards, "duke contessa", "captain contessa", "inquisitor inquisitor"],
            language,
            started,
        )
        await world.open(CONCEDE)
        await world.press(1, "m:embezzle")
        await world.press(3, "m:challenge")
        question, actor = playing(world.stage, world.name).question, world.sitting(1)
        if started:
            await world.stage.says(actor, "lose captain")
            own = world.stage.server.chat(actor.number)
            if playing(world.stage, world.name).question == question:  # asked once more
                await push(world.stage, world.chat, actor, "m:lose.captain", own)
        else:
            meant = await world.letters(1)
            assert len(meant) == 3
            name = "船長" if language == "ja" else "Captain"
            letter = next(mark for mark, what in meant.items() if name in what)
            for _ in range(2):
                if playing(world.stage, world.name).question == question:
                    await world.press(1, f"~1.{letter}")
        await world.stage.wait(30)
        now = playing(world.stage, world.name)
        assert "1:lose.captain" in now.moves
        assert now.state.reserve == 3
        seen.append((world.group(), world.others(1)))

    for cards in ("assassin captain", "duke captain"):
        run(story(cards))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1][1:] == seen[1][1][1:]


def test_the_private_card_of_the_embezzler_differs_for_its_owner_alone() -> None:
    offered: list[list[str]] = []

    async def story(cards: str) -> None:
        world = World(
            [cards, "duke contessa", "captain contessa", "inquisitor inquisitor"], "ja", 4
        )
        await world.open(CONCEDE)
        await world.press(1, "m:embezzle")
        await world.press(3, "m:challenge")
        own = world.stage.server.chat(world.sitting(1).number)
        offered.append(moves(world.stage.newest(own)))

    for cards in ("assassin captain", "duke captain"):
        run(story(cards))
    assert any("show" in each for each in offered[0])
    assert not any("show" in each for each in offered[1])
