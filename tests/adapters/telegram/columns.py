"""A message as a phone shows it: 36 columns, and a folded quotation that is not opened.

`python -m tests.adapters.telegram.columns` measures the boards of whole matches.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

import msgspec

from core.games import GAMES
from core.table.table import Playing
from locales.names import graphemes, width
from tests.adapters.telegram.open_players import gather, play_openly
from tests.adapters.telegram.players import table
from tests.adapters.telegram.stage import Stage, run

PHONE = 36  # columns of a line; a Japanese character takes two
FOLDED = 3  # lines of a folded quotation that are seen
CLOSES = "、。，．）」』】〉》！？・：；ー…"  # never at the beginning of a line

PEOPLE = {
    "en": ("Aki", "Mina Tanaka", "Ken", "Alexander", "Yuko", "Bob", "Haru", "Noa", "Sam", "Ida"),
    "ja": (
        "アキ",
        "田中ゆうこ",
        "Ken",
        "さくらちゃん",
        "ユウ",
        "まさと",
        "ハル",
        "ノア",
        "けい",
        "ルリ",
    ),
}
SEATS = {"love-letter": 4, "coup": 4, "lady-luck": 4, "old-maid": 4}
MOST = {"love-letter": 4, "coup": 10, "lady-luck": 4, "old-maid": 8}
"""How many sit at a usual table, and at a full one."""


def wrapped(line: str, columns: int = PHONE) -> list[str]:
    """A line as it breaks: between words, and between Japanese characters."""
    lines, now = [], ""
    for part in _unbroken(line):
        if now and width((now + part).rstrip()) > columns:
            lines.append(now.rstrip())
            now = part.lstrip()
        else:
            now += part
        while width(now.rstrip()) > columns:  # one word that is too long for a line
            head = ""
            for cluster in graphemes(now):
                if width(head + cluster) > columns:
                    break
                head += cluster
            lines.append(head)
            now = now[len(head) :]
    return [*lines, now.rstrip()]


def _unbroken(line: str) -> Iterator[str]:
    """What does not break: words with the space behind them, Japanese characters one by one."""
    word = ""
    for cluster in graphemes(line):
        wide = width(cluster) > 1
        if cluster in CLOSES:
            word += cluster
            continue
        if word and (wide or word[-1] == " " or width(word[-1]) > 1):
            yield word
            word = ""
        word += cluster
    if word:
        yield word


def phone(message: Mapping[str, Any]) -> list[str]:
    """The lines of a message on a phone. What a folded quotation hides is one line: ▾."""
    text = str(message["text"]).encode("utf-16-le")
    found: list[str] = []
    at = 0
    quotes = [e for e in message["entities"] if e["type"] in ("blockquote", "expandable")]
    for quote in sorted(quotes, key=lambda e: int(e["offset"])):
        start, end = 2 * quote["offset"], 2 * (quote["offset"] + quote["length"])
        found += _plain(text[at:start].decode("utf-16-le").removesuffix("\n"), bool(at < start))
        inner = _plain(text[start:end].decode("utf-16-le"), True)
        found += inner if len(inner) <= FOLDED + 1 else [*inner[:FOLDED], "▾"]
        at = end
        if text[at : at + 2] == "\n".encode("utf-16-le"):
            at += 2
    return found + _plain(text[at:].decode("utf-16-le"), at < len(text))


def _plain(text: str, there: bool) -> list[str]:
    return [part for line in text.split("\n") for part in wrapped(line)] if there else []


def drawn(message: Mapping[str, Any]) -> str:
    """The message with its keys, to be looked at."""
    lines = [f"│{line}{' ' * (PHONE - width(line))}│" for line in phone(message)]
    keys = [" ".join(f"[{key['text']}]" for key in row) for row in message["rows"]]
    return "\n".join([f"┌{'─' * PHONE}┐", *lines, f"└{'─' * PHONE}┘", *keys])


class Measured(msgspec.Struct, frozen=True):
    """What a group saw of a match: lines of every state of its boards, rows of their keys, how
    many messages were sent, how many of them rang, and how many calls that took."""

    lines: tuple[int, ...]
    rows: tuple[int, ...]
    sent: int
    rang: int
    calls: int
    worst_minute: int
    moves: int

    def told(self) -> str:
        return (
            f"lines {median(self.lines):g}/{max(self.lines)}  "
            f"rows of keys {median(self.rows):g}/{max(self.rows)}  "
            f"messages {self.sent} ({self.rang} ring)  calls {self.calls} in {self.moves} moves, "
            f"{self.worst_minute} a minute"
        )


STANDS = re.compile(r"[0-9a-f]{64}")


class Match(msgspec.Struct, frozen=True):
    """A whole match: its table and options, where it was played, where in the chat's log it
    begins, and how many answers were given."""

    game: str
    table: str
    options: Any
    stage: Any
    chat: Any
    first: int
    moves: int


def boards(played: Match) -> list[dict[str, Any]]:
    """Every state of the boards of a match; what stands for ever is none, nor is a board that has
    just lost its buttons."""
    found, last = [], dict[int, str]()
    for place, entry in enumerate(played.chat.log):
        number, text = int(entry["message_id"]), str(entry["text"])
        if place >= played.first and not STANDS.search(text) and last.get(number) != text:
            found.append(entry)
        last[number] = text
    return found


def measured(played: Match) -> Measured:
    """The boards of a match."""
    found, log = boards(played), played.chat.log[played.first :]
    sent = [entry for entry in log if entry["how"] == "send"]
    return Measured(
        tuple(len(phone(entry)) for entry in found),
        tuple(len(entry["rows"]) for entry in found),
        len(sent),
        sum(not entry.get("quiet") for entry in sent),
        len(log),
        played.chat.traffic.worst_minute(),
        played.moves,
    )


def match(
    game: str,
    language: str,
    seed: int = 1,
    seats: int = 0,
    alone: int = 1,
    pace: float = 12.0,
    *,
    both: bool = False,
) -> Match:
    """A whole match of random moves in a group; the last `alone` of them never pressed Start.
    `both`: the group speaks two languages."""
    stage = Stage(f"columns {game} {seed}")
    chat = stage.group("文箱")
    found: list[Match] = []

    async def whole() -> None:
        await stage.begin()
        names = PEOPLE[language][: seats or SEATS[game]]
        people = [
            stage.person(11 + i, name, language, started=i < len(names) - alone)
            for i, name in enumerate(names)
        ]
        rng = random.Random(seed)
        if both:
            await stage.add_bot(chat, people[0])
            await stage.says(people[0], "/lang@fumibako_bot both", chat)
            await stage.quiet()
        name = await gather(stage, chat, people, game, language)
        sends = [i for i, each in enumerate(chat.log) if each["how"] == "send"]
        first = next(i for i in sends[::-1] if STANDS.search(chat.log[i]["text"])) + 1
        now = table(stage, name)
        assert isinstance(now, Playing)
        others = people[len(people) - alone :]
        moves = await play_openly(stage, chat, name, rng, others, pause=pace)
        await stage.wait(20)
        found.append(Match(game, name, now.options, stage, chat, first, moves))

    run(whole())
    return found[0]


def main(games: Sequence[str]) -> None:
    """Measure usual and full tables in both languages."""
    for game in games or [game.name for game in GAMES]:
        for language in PEOPLE:
            for seats in sorted({SEATS[game], MOST[game]}):
                print(game, language, seats, measured(match(game, language, seats=seats)).told())


if __name__ == "__main__":
    main(sys.argv[1:])
