"""What a play may cost or bring beyond what stands on the card, as far as its player can know."""

from __future__ import annotations

from typing import ClassVar

from core.games.love_letter.board import KnownHand
from core.games.love_letter.drawing import left
from core.games.love_letter.events import Ranked
from core.games.love_letter.model import View, kit
from core.games.love_letter.names import Card
from core.games.love_letter.rules import AIMED
from core.kernel.notation import words
from core.kernel.text import N_, Secret


class NobodyToChoose(Secret, frozen=True, tag="love-letter.nobody-to-choose"):
    text: ClassVar[str] = N_("Everybody else is protected: no effect.")


class TargetIsProtected(Secret, frozen=True, tag="love-letter.target-is-protected"):
    text: ClassVar[str] = N_("Protected: no effect.")


class AllOfThemSeen(Secret, frozen=True, tag="love-letter.all-of-them-seen"):
    """Of the card that a Guard would name: it cannot be in the hand of the target."""

    text: ClassVar[str] = N_("You have seen every {card}: a miss.")
    card: Card


class YoursIsCompared(Secret, frozen=True, tag="love-letter.yours-is-compared"):
    text: ClassVar[str] = N_("Your {card} is compared. If it is lower, you are out.")
    card: Ranked


class YoursIsDiscarded(Secret, frozen=True, tag="love-letter.yours-is-discarded"):
    text: ClassVar[str] = N_("You discard your {card}.")
    card: Card


class YoursIsGiven(Secret, frozen=True, tag="love-letter.yours-is-given"):
    text: ClassVar[str] = N_("You give your {card} away.")
    card: Card


def risk(view: View, code: str) -> Secret | None:
    """For a card with a target; None for the others, and for the Chancellor's choice."""
    card, *said = words(code)
    if card not in AIMED:
        return None
    if not said:
        return NobodyToChoose()
    target, ranks = int(said[0]), kit(view.options).ranks
    if target in view.shielded and target != view.me:
        return TargetIsProtected()
    known = {fact.seat: fact.card for fact in view.seen}
    if target in known:
        return KnownHand(target, Ranked(ranks[known[target]], known[target]))
    if len(said) > 1:
        name = Card(said[1])
        return None if left(view)[name] else AllOfThemSeen(name)
    kept = view.hand[0] if view.hand[1] == card else view.hand[1]
    if card == Card.PRINCE:
        return YoursIsDiscarded(kept) if target == view.me else None
    if card == Card.KING:
        return YoursIsGiven(kept)
    return YoursIsCompared(Ranked(ranks[kept], kept)) if card == Card.BARON else None
