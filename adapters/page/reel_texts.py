"""The words of the player of a finished game.

A blank is filled in by the page's script, so it stands for itself here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.kernel.text import N_, Code, Message, Public


class TheReel(Public, frozen=True, tag="page.reel"):
    """The bar with which a finished game is watched again, for screen readers."""

    text: ClassVar[str] = N_("The game again")


class ToDeal(Public, frozen=True, tag="page.reel-first"):
    """Goes back to the deal."""

    text: ClassVar[str] = N_("To the deal")


class MoveBack(Public, frozen=True, tag="page.reel-back"):
    """Goes one move back."""

    text: ClassVar[str] = N_("One move back")


class PlayOn(Public, frozen=True, tag="page.reel-play"):
    """The game goes on by itself from here."""

    text: ClassVar[str] = N_("Play")


class StopHere(Public, frozen=True, tag="page.reel-pause"):
    """The game stays where it is."""

    text: ClassVar[str] = N_("Pause")


class MoveOn(Public, frozen=True, tag="page.reel-forward"):
    """Shows the next move."""

    text: ClassVar[str] = N_("Next move")


class ToEnd(Public, frozen=True, tag="page.reel-last"):
    """Goes to the end of the game."""

    text: ClassVar[str] = N_("To the end")


class SlideMove(Public, frozen=True, tag="page.reel-slide"):
    """The slider that goes from the deal to the last move."""

    text: ClassVar[str] = N_("Move")


class AtTheDeal(Public, frozen=True, tag="page.reel-deal"):
    """Where the game stands before its first move."""

    text: ClassVar[str] = N_("After the deal")


class AtMove(Public, frozen=True, tag="page.reel-move"):
    """Which move is shown, of how many."""

    text: ClassVar[str] = N_("Move {move} of {all}")
    move: Code
    all: Code


class WhoseEyes(Public, frozen=True, tag="page.reel-eyes"):
    """Before the choice by whose eyes the game is seen: that of a name, or all hands open."""

    text: ClassVar[str] = N_("Seen by")


class AllHands(Public, frozen=True, tag="page.reel-all"):
    """All hands lie open."""

    text: ClassVar[str] = N_("All hands open")


class CheckDeal(Public, frozen=True, tag="page.reel-check"):
    """Opens what the deal can be checked by."""

    text: ClassVar[str] = N_("Check the deal")


REEL_TEXTS: Mapping[str, Message] = {
    "reel": TheReel(),
    "reel-first": ToDeal(),
    "reel-back": MoveBack(),
    "reel-play": PlayOn(),
    "reel-pause": StopHere(),
    "reel-forward": MoveOn(),
    "reel-last": ToEnd(),
    "reel-slide": SlideMove(),
    "reel-deal": AtTheDeal(),
    "reel-move": AtMove(move="{move}", all="{all}"),
    "reel-eyes": WhoseEyes(),
    "reel-all": AllHands(),
    "reel-check": CheckDeal(),
}
"""The words by the key under which the page asks for them."""
