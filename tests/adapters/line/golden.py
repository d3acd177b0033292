"""A short match of each game on LINE as every member of the group and every player alone saw it.

`python -m tests.adapters.line.golden` writes the transcripts anew; they are reviewed as a diff.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from core.kernel.dice import Dice
from locales import tongue
from locales.words import spellings
from tests.adapters.line.coup_tables import VARIANTS
from tests.adapters.line.crowd import at_table, keys_of, play_on, still_in, user_at
from tests.adapters.line.fake import Data, Entry
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.shelf import shelf

HERE = Path(__file__).parent / "transcripts"
NAMES = ("ミナ", "Aki", "Chloé")


async def _love_letter(stage: Stage) -> Match:
    users = [stage.person(name) for name in NAMES]
    chat = await stage.group(*users)
    match = Match(stage, chat, users, stage.language)
    await match.gather("", {"target": "1"}, before=_cuts)
    name = stage.table(chat).id
    await match.play()
    for what in ("proof", "record"):
        await stage.do(users[0], chat, {"type": "postback", "data": f"{name}:0:{what}"})
    return match


async def _cuts(match: Match) -> None:
    """Before the start one person cuts in the group, and another alone with the host."""
    await match.verb(match.users[0], "cut")
    await match.verb(match.users[0], "cut.2")
    word = spellings("cut", match.stage.language)[0]
    await match.stage.say(match.users[1], f"{word} 5")
    await match.stage.say(match.users[0], "/status", match.chat)


async def _coup(stage: Stage) -> Match:
    match = await at_table(stage, "coup", 3)
    await play_on(match, Dice(b"coup 4"))
    return match


async def _variants(stage: Stage) -> Match:
    """Both variants; a doubted embezzler is asked."""
    switches = {**VARIANTS, "prove": "choice", "embezzle_bluff": "concede"}
    match = await at_table(stage, "coup", 3, **switches)
    await play_on(match, Dice(b"variants 14"))
    return match


async def _lady_luck(stage: Stage) -> Match:
    """A round; then two of three leave the group."""
    match, dice = await at_table(stage, "lady-luck", 3), Dice(b"lady luck")
    ordered = False
    while getattr(stage.playing(match.chat).state, "round", 0) == 1:
        if keys_of(match) and not ordered:
            ordered = True
            await stage.say(user_at(match, still_in(match)[-1]), "13")
        await play_on(match, dice, 1)
    for user in match.users[1:]:
        left = {"members": [{"type": "user", "userId": user.id}]}
        await stage.send(stage.line.event("memberLeft", match.chat, left=left))
        stage.clock.advance(5)
    return match


async def _old_maid(stage: Stage) -> Match:
    match = await at_table(stage, "old-maid", 3)
    await play_on(match, Dice(b"old maid"))
    return match


GAMES: dict[str, Callable[[Stage], Awaitable[Match]]] = {
    "love-letter": _love_letter,
    "coup": _coup,
    "coup-variants": _variants,
    "lady-luck": _lady_luck,
    "old-maid": _old_maid,
}

SHELVES = {"coup-variants": "coup"}
"""Whose shelf of games a match is played from, where it is not named after its game."""


def transcript(game: str, language: str) -> str:
    """The match, chat by chat."""
    return asyncio.run(_played(game, language))


async def _played(game: str, language: str) -> str:
    stage = Stage("golden", language=language, games=shelf(SHELVES.get(game, game)))
    match = await GAMES[game](stage)
    users, chat = match.users, match.chat
    assert stage.line.billed == 0 and not stage.line.refusals
    names = {user.id: user.name for user in users}
    parts = ["## LINE", *_written(stage.entries(chat), names)]
    for user in users:
        parts += ["", f"## {user.name}", *_written(stage.entries(user.id), names)]
    return "\n".join(parts) + "\n"


def _written(entries: list[Entry], names: dict[str, str]) -> list[str]:
    lines = []
    for entry in entries:
        when = datetime.fromtimestamp(entry.at, UTC) + timedelta(hours=9)
        who = names.get(entry.by, "🤖")
        mark = " 🔕" if entry.silent else ""
        lines.append(f"\n[{when:%H:%M:%S}] {who}{mark}")
        lines += _message(entry.message, names)
    return lines


def _message(message: Data, names: dict[str, str]) -> list[str]:
    if message["type"] != "flex":
        text = message["text"]
        for key, blank in message.get("substitution", {}).items():
            text = text.replace(f"{{{key}}}", f"@{names[blank['mentionee']['userId']]}")
        return list(text.split("\n"))
    bubble = message["contents"]
    lines = [f"({message['altText']})"]
    for part in ("header", "body", "footer"):
        if part in bubble:
            lines += _component(bubble[part], 1)
    return lines


def _component(part: dict[str, Any], depth: int) -> list[str]:
    indent = "  " * depth
    if part["type"] == "separator":
        return [f"{indent}----"]
    if part["type"] == "text":
        return [f"{indent}{part['text']}"]
    if "action" in part:
        return [f"{indent}{_key(part)}"]
    if part["contents"] and all("action" in each for each in part["contents"]):
        return [indent + " ".join(_key(each) for each in part["contents"])]
    return [line for each in part["contents"] for line in _component(each, depth + 1)]


def _key(part: dict[str, Any]) -> str:
    action = part["action"]
    what = action.get("data") or action.get("text") or action["uri"]
    return f"[{part['contents'][0]['text']}]<{what}>"


def write() -> None:
    """Write all transcripts."""
    HERE.mkdir(exist_ok=True)
    for game in GAMES:
        for language in tongue.languages():
            (HERE / f"{game}.{language}.txt").write_text(transcript(game, language))


if __name__ == "__main__":
    write()
