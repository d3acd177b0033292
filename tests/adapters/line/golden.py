"""A short match on LINE as every member of the group and every player alone saw it.

`python -m tests.adapters.line.golden` writes the transcripts anew; they are reviewed as a diff.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from locales import tongue
from tests.adapters.line.fake import Data, Entry
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage

HERE = Path(__file__).parent / "transcripts"
NAMES = ("ミナ", "Aki", "Chloé")


def transcript(language: str) -> str:
    """The match, chat by chat."""
    return asyncio.run(_played(language))


async def _played(language: str) -> str:
    stage = Stage("golden", language=language)
    users = [stage.person(name) for name in NAMES]
    chat = await stage.group(*users)
    match = Match(stage, chat, users, language)
    await match.gather("", {"target": "1"})
    await match.play()
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
    for language in tongue.languages():
        (HERE / f"love-letter.{language}.txt").write_text(transcript(language))


if __name__ == "__main__":
    write()
