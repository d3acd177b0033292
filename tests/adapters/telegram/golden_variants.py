"""A game of Coup with both variants, told by a script: everything that they bring is seen once."""

from __future__ import annotations

import random
from typing import Any

from core.desk.letters import meaning
from tests.adapters.telegram.coup_tables import CONCEDE, variants
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import asked_of, person_at, play_openly
from tests.adapters.telegram.players import push, verb
from tests.adapters.telegram.scribe import Scribe
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_coup import playing
from tests.shelf import shelf

SEED = "variants 59"
"""The first of four on turn sits where the deal lets the script tell the truth and lie: the third
one, who never pressed Start, holds no Duke, and the fourth one does."""
SEATS = 4
PACE = 9.0


class Director:
    """Lets the people of a table do what the script says. Seats count from the first on turn."""

    def __init__(self, stage: Stage, chat: Chat, name: str, scribe: Scribe) -> None:
        self.stage, self.chat, self.name, self.scribe = stage, chat, name, scribe
        self.first = playing(stage, name).state.turn

    def seat(self, number: int) -> int:
        return int(self.first + number - 2) % SEATS + 1

    def who(self, number: int) -> Person:
        return person_at(self.stage, playing(self.stage, self.name), self.seat(number))

    async def done(self, what: str) -> None:
        await self.stage.wait(PACE)
        self.scribe.note(what)

    async def board(self, number: int, *wanted: str) -> None:
        """Keys of the group's board, one after the other."""
        for key in wanted:
            await push(self.stage, self.chat, self.who(number), self._aimed(key))
        await self.done(f"seat {self.seat(number)}, on the board: {' '.join(wanted)}")

    async def examines(self, number: int, target: int) -> None:
        """By one key where there is nobody else to examine, else by two."""
        whole = self._aimed(f"m:examine.@{target}")
        shown = [verb(data) for _, data in buttons(self.stage.newest(self.chat))]
        rows = ("~0.examine", f"~1.@{target}")
        await self.board(number, *((whole,) if whole in shown else rows))

    async def private(self, number: int, wanted: str) -> None:
        """A key of the private card."""
        own = self.stage.server.chat(self.who(number).number)
        await push(self.stage, self.chat, self.who(number), self._aimed(wanted), own)
        await self.done(f"seat {self.seat(number)}, in private: {wanted}")

    async def types(self, number: int, text: str) -> None:
        """Words in private."""
        await self.stage.says(self.who(number), text)
        await self.done(f"seat {self.seat(number)} types: {text}")

    async def letter(self, number: int, word: str) -> None:
        """The hand by its key, then a letter of the board that means this word."""
        now, seat, who = playing(self.stage, self.name), self.seat(number), self.who(number)
        hidden = self.stage.house.games["coup"].hidden(now.state, seat)
        meant = meaning(now.secret, seat, hidden)
        word = word or str(now.state.players[seat - 1].hidden[0])
        letter = next(mark for mark, what in meant.items() if what == word)
        await push(self.stage, self.chat, who, "hand")
        await push(self.stage, self.chat, who, f"~1.{letter}")
        await self.done(f"seat {seat}, by letters")

    async def allowed(self) -> None:
        """Everybody who is asked allows."""
        for seat in sorted(asked_of(self.stage, playing(self.stage, self.name)).seats):
            who = person_at(self.stage, playing(self.stage, self.name), seat)
            await push(self.stage, self.chat, who, "m:allow")
        await self.done("all allow")

    def _aimed(self, key: str) -> str:
        """A key with the seats of the script as those of the table: `m:convert.@3`."""
        start, mark, number = key.partition("@")
        return f"{start}{self.seat(int(number))}" if mark else key


async def script(at: Director, language: str) -> None:
    """Eight turns. The first and the third are Monarchists."""
    steal = "強奪" if language == "ja" else "steal"
    await at.board(1, "m:convert")
    await at.types(2, f"{steal} {at.who(1).name}")  # a mate now
    await at.examines(2, 3)
    await at.allowed()
    await at.letter(3, "")
    await at.board(2, "m:return")
    await at.board(3, "m:embezzle")
    await at.board(2, "m:challenge")
    await at.letter(3, "all")
    if asked_of(at.stage, playing(at.stage, at.name)).seats == {at.seat(2)}:
        await at.private(2, _first_loss(at, 2))
    await at.types(4, f"{'転向' if language == 'ja' else 'convert'} {at.seat(3)}")
    await at.board(1, "m:convert")
    await at.examines(2, 1)
    await at.allowed()
    await at.private(1, _first_loss(at, 1))
    await at.private(2, "m:force")
    await at.board(3, "m:income")
    await at.board(4, "m:embezzle")
    await at.board(1, "m:challenge")
    await at.private(4, "m:lose.duke")


def _first_loss(at: Director, number: int) -> str:
    """The first choice among the moves of a seat."""
    now = playing(at.stage, at.name)
    moves = at.stage.house.games["coup"].moves(now.state, at.seat(number))
    return f"m:{moves[0].code}"


def variants_transcript(language: str) -> str:
    """Four people, one of whom never pressed Start."""
    stage, lines = Stage(SEED, games=shelf("coup")), list[str]()

    async def whole() -> None:
        people, chat, name = await variants(
            stage, SEATS, started=SEATS - 1, language=language, switches=CONCEDE
        )
        scribe = Scribe(stage, chat, people)
        await stage.wait(PACE)
        scribe.skip()
        scribe.see_again(chat, _last_sent(chat) - 1)
        scribe.note("the deal")
        director = Director(stage, chat, name, scribe)
        await script(director, language)
        rng = random.Random(1)
        await play_openly(stage, chat, name, rng, people[-1:], pause=PACE)
        await stage.wait(20)
        scribe.skip()
        scribe.see_again(chat, _last_sent(chat))
        scribe.note("the end")
        lines.extend(scribe.lines)

    run(whole())
    return "\n".join(lines) + "\n"


def _last_sent(chat: Any) -> int:
    return max(i for i, entry in enumerate(chat.log) if entry["how"] == "send")
