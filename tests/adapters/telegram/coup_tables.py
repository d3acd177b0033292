"""Tables of Coup on the fake Telegram with its variants, and such as stand where a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.adapters import coup_positions
from tests.adapters.coup_positions import at
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import NAMES, push, seat
from tests.adapters.telegram.stage import Stage

__all__ = ["CONCEDE", "VARIANTS", "at", "put", "variants"]

VARIANTS = {"inquisitor": "true", "factions": "true"}
"""Both variants are on."""
CONCEDE = {**VARIANTS, "prove": "choice", "embezzle_bluff": "concede"}
"""A doubted embezzler is asked."""
JAPANESE = ("アキ", "ミナ", "ケン", "ユウ", "ハル", "ノア")


async def variants(
    stage: Stage,
    seats: int = 4,
    *,
    started: int = 9,
    language: str = "en",
    preset: str = "",
    switches: Mapping[str, str] = VARIANTS,
) -> tuple[list[Person], Chat, str]:
    """A game with variants that has just begun, set by the buttons of the lobby; the first
    `started` people have pressed Start before."""
    await stage.begin()
    names = JAPANESE if language == "ja" else NAMES
    people = [
        stage.person(11 + index, name, started=index < started)
        for index, name in enumerate(names[:seats])
    ]
    chat = stage.group()
    name = await seat(stage, chat, people, language)
    host = people[0]
    chosen = {"game": {"game": "coup"}, "preset": {"preset": preset}, "switches": switches}
    for panel, settings in chosen.items():
        wanted = [f"set.{what}.{value}" for what, value in settings.items() if value]
        done = ["panel."] if panel == "switches" else []
        for button in [f"panel.{panel}", *wanted, *done] if wanted else []:
            await push(stage, chat, host, button)
    await push(stage, chat, host, "start")
    return people, chat, name


def put(stage: Stage, name: str, *rows: dict[str, Any], turn: int = 1, **more: Any) -> None:
    """Let a table stand at a position."""
    coup_positions.put(stage.house, name, *rows, turn=turn, **more)
