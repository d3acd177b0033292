"""What people in a Telegram group and in their private chats read, as text for reviewers.

`python -m tests.adapters.telegram.golden` writes the files anew.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from core.games import GAMES
from core.table.table import Playing
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import act, gather, play_openly
from tests.adapters.telegram.players import (
    act_by_letters,
    act_in_private,
    awaited,
    play,
    push,
    seat,
    table,
)
from tests.adapters.telegram.stage import Stage, run
from tests.shelf import shelf

HERE = Path(__file__).parent / "golden"
LANGUAGES = ("en", "ja")
MOVES = 7  # moves that are written down in full; then comes the end
SHORT = {"coup": (3, 14, 3), "lady-luck": (2, 14, 3), "old-maid": (1, 6, 3)}
"""Seed, answers that are written down in full, and seats of the other games."""
PEOPLE = {"en": ("Aki", "Mina", "Ken"), "ja": ("アキ", "ミナ", "ケン")}


class Scribe:
    """Writes down what is new in every chat."""

    def __init__(self, stage: Stage, chat: Chat, people: list[Person]) -> None:
        self.stage = stage
        self.chat = chat
        self.people = people
        self.lines: list[str] = []
        self._read: dict[int, int] = {}
        self._heard: dict[int, int] = {}

    def note(self, what: str) -> None:
        """Everything since the last look, under a heading."""
        self.lines.append(f"===== {what}")
        self._chat("group", self.chat)
        for person in self.people:
            answers = person.alerts[self._heard.get(person.number, 0) :]
            self._heard[person.number] = len(person.alerts)
            for answer in answers:
                if answer["text"] or answer["url"]:
                    kind = "window" if answer["alert"] else "toast"
                    self._write(f"{person.name}: {kind}", answer["text"] + answer["url"])
            self._chat(person.name, self.stage.server.chat(person.number))

    def skip(self) -> None:
        """What happened since the last look is not written down."""
        self._read[self.chat.number] = len(self.chat.log)
        for person in self.people:
            self._read[person.number] = len(self.stage.server.chat(person.number).log)
            self._heard[person.number] = len(person.alerts)

    def see_again(self, chat: Chat, first: int) -> None:
        """What stands in a chat from here on is written down."""
        self._read[chat.number] = first

    def _chat(self, name: str, chat: Chat) -> None:
        for entry in chat.log[self._read.get(chat.number, 0) :]:
            how = "new" if entry["how"] == "send" else "edited"
            self._write(f"{name}: message {entry['message_id']} {how}", entry["text"], entry)
        self._read[chat.number] = len(chat.log)

    def _write(self, head: str, text: str, entry: dict[str, Any] | None = None) -> None:
        self.lines.append(f"-- {head}")
        self.lines += [f"   {line}".rstrip() for line in text.split("\n")]
        for row in entry["rows"] if entry is not None else ():
            self.lines.append("   " + " ".join(f"[{button['text']}]" for button in row))


def transcript(language: str) -> str:
    """A match of three, one of whom never pressed Start."""
    stage, lines = Stage("golden", games=shelf("love-letter")), list[str]()

    async def match() -> None:
        await stage.begin()
        aki = stage.person(11, "アキ" if language == "ja" else "Aki", language)
        mina = stage.person(12, "ミナ" if language == "ja" else "Mina", language)
        ken = stage.person(13, "ケン" if language == "ja" else "Ken", language, started=False)
        people, chat, rng = [aki, mina, ken], stage.group("文箱"), random.Random(4)
        scribe = Scribe(stage, chat, people)
        name = await seat(stage, chat, people, language)
        scribe.note("three sit down")
        await push(stage, chat, aki, "cut")
        await push(stage, chat, mina, "cut.2")
        await push(stage, chat, ken, "proof")
        scribe.note("one asks how to cut, one cuts, one looks what can be checked")
        await push(stage, chat, aki, "start")
        await stage.wait(9)
        scribe.note("the deal")
        for number in range(MOVES):
            now = table(stage, name)
            assert isinstance(now, Playing)
            who = awaited(stage, name)
            if who is ken:
                await act_by_letters(stage, chat, who, rng)
            else:
                await act_in_private(stage, who, rng)
            await stage.wait(9)
            scribe.note(f"move {number + 1}, by {who.name}")
        await play(stage, chat, rng, [ken], pause=9.0)
        await stage.wait(20)
        scribe.skip()
        sends = [i for i, entry in enumerate(chat.log) if entry["how"] == "send"]
        scribe.see_again(chat, sends[-1])
        scribe.note("the end")
        for who, what in ((aki, "proof"), (mina, "record"), (ken, "record")):
            await push(stage, chat, who, what)
        await stage.says(aki, "/record", chat)
        scribe.note("the proof, and the record of three")
        lines.extend(scribe.lines)

    run(match())
    return "\n".join(lines) + "\n"


def open_transcript(game: str, language: str) -> str:
    """A short game of three whose choices are mostly no secret; one never pressed Start."""
    seed, written, seats = SHORT[game]
    stage, lines = Stage(f"golden {game}", games=shelf(game)), list[str]()

    async def whole() -> None:
        await stage.begin()
        people = [
            stage.person(11 + i, each, language, started=i < seats - 1)
            for i, each in enumerate(PEOPLE[language][:seats])
        ]
        chat, rng = stage.group("文箱"), random.Random(seed)
        scribe = Scribe(stage, chat, people)
        name = await gather(stage, chat, people, game, language)
        await stage.wait(9)
        scribe.note("the table, the deal")
        for number in range(written):
            now = table(stage, name)
            assert isinstance(now, Playing)
            who, how = await act(stage, chat, name, rng, people[-1:])
            await stage.wait(9)
            scribe.note(f"answer {number + 1}, by {who.name} {how}")
        await play_openly(stage, chat, name, rng, people[-1:], pause=9.0)
        await stage.wait(20)
        scribe.skip()
        sends = [i for i, entry in enumerate(chat.log) if entry["how"] == "send"]
        scribe.see_again(chat, sends[-1])
        scribe.note("the end")
        lines.extend(scribe.lines)

    run(whole())
    return "\n".join(lines) + "\n"


def written(game: str, language: str) -> str:
    """The transcript of a game."""
    return transcript(language) if game == "love-letter" else open_transcript(game, language)


def main() -> None:
    """Write all transcripts."""
    HERE.mkdir(exist_ok=True)
    for game in (each.name for each in GAMES):
        for language in LANGUAGES:
            path = HERE / f"{game}.{language}.txt"
            path.write_text(written(game, language), encoding="utf-8")


if __name__ == "__main__":
    main()
