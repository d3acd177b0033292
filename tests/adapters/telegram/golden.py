"""What people in a Telegram group and in their private chats read, as text for reviewers.

`python -m tests.adapters.telegram.golden` writes the files anew.
"""

from __future__ import annotations

import random
from pathlib import Path

from core.games import GAMES
from core.table.table import Playing
from tests.adapters.telegram.golden_variants import variants_transcript
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
from tests.adapters.telegram.scribe import Scribe
from tests.adapters.telegram.stage import Stage, run
from tests.shelf import shelf

HERE = Path(__file__).parent / "golden"
LANGUAGES = ("en", "ja")
VARIANTS = "coup-variants"
WRITTEN = (*(game.name for game in GAMES), VARIANTS)
MOVES = 7  # moves that are written down in full; then comes the end
SHORT = {"coup": (3, 14, 3), "lady-luck": (2, 14, 3), "old-maid": (1, 6, 3)}
"""Seed, answers that are written down in full, and seats of the other games."""
PEOPLE = {"en": ("Aki", "Mina", "Ken"), "ja": ("アキ", "ミナ", "ケン")}


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
    if game == VARIANTS:
        return variants_transcript(language)
    return transcript(language) if game == "love-letter" else open_transcript(game, language)


def main() -> None:
    """Write all transcripts."""
    HERE.mkdir(exist_ok=True)
    for game in WRITTEN:
        for language in LANGUAGES:
            path = HERE / f"{game}.{language}.txt"
            path.write_text(written(game, language), encoding="utf-8")


if __name__ == "__main__":
    main()
