"""Games for processes that think: one whose computers play well, and some whose minds are ill."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from core.kernel.dice import Dice
from core.kernel.minds import Bot, Manner, levels
from tests.police.toy import DEEP, Deep, Do, View, hesitant, idle

WHERE = "tests.adapters.minds:GAMES"


def _ill(hard: Any) -> Mapping[str, Bot]:
    return MappingProxyType({"idle": idle, **levels(hesitant, hesitant, hard)})


def hangs(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Comes to nothing."""
    time.sleep(600)
    return moves[0]


def dies(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Takes its process along."""
    os._exit(3)


def breaks(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Has a bug."""
    raise LookupError(f"{view.hands}")


def cheats(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Knows no rules."""
    return Do("fly")


def talks(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Prints what it thinks."""
    print("rest", flush=True)
    return moves[0]


class Hanging(Deep):
    name: ClassVar[str] = "hanging"
    bots: Mapping[str, Bot] = _ill(hangs)


class Dying(Deep):
    name: ClassVar[str] = "dying"
    bots: Mapping[str, Bot] = _ill(dies)


class Breaking(Deep):
    name: ClassVar[str] = "breaking"
    bots: Mapping[str, Bot] = _ill(breaks)


class Cheating(Deep):
    name: ClassVar[str] = "cheating"
    bots: Mapping[str, Bot] = _ill(cheats)


class Talking(Deep):
    name: ClassVar[str] = "talking"
    bots: Mapping[str, Bot] = _ill(talks)


GAMES = (DEEP, Hanging(), Dying(), Breaking(), Cheating(), Talking())
