"""A move that was made on the page, as a line that the page may post into the group.

LINE lets a host speak only where somebody else has just spoken there. So the page says the public
part of the move in the name of whoever made it, if they allow it; with that line's token the host
tells the rest. The line is news and nothing else: whoever types one like it changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.kernel.drawn import Moment
from core.kernel.text import N_, Public, Seat

MARK = "▷"
"""How every such line begins."""


class NewsLine(Public, frozen=True, tag="news.line"):
    """A move in the name of its player, in the group. The sign is how the line is known."""

    text: ClassVar[str] = N_("▷ {what}")
    what: Public


class NewsAt(Public, frozen=True, tag="news.at"):
    """{what} is a card, or an action."""

    text: ClassVar[str] = N_("{what} → {target}")
    what: Public
    target: Seat


class NewsNaming(Public, frozen=True, tag="news.naming"):
    """{what} is a card, perhaps with its target; {named} what is named with it."""

    text: ClassVar[str] = N_("{what} “{named}”")
    what: Public
    named: Public


class NewsClaim(Public, frozen=True, tag="news.claim"):
    """{what} is an action, {card} the character that is claimed for it."""

    text: ClassVar[str] = N_("{what} ({card})")
    what: Public
    card: Public


class NewsShown(Public, frozen=True, tag="news.shown"):
    """{cards} are laid open."""

    text: ClassVar[str] = N_("{what}: {cards}")
    what: Public
    cards: tuple[Public, ...]


class NewsDone(Public, frozen=True, tag="news.done"):
    """A move of which nothing is to be said but that it was made."""

    text: ClassVar[str] = N_("done")


def is_news_line(text: str) -> bool:
    """Whether words in a group are such a line."""
    return text.lstrip().startswith(MARK)


def news(moments: Sequence[Moment], seat: int) -> Public:
    """What a move of this seat has shown to everybody, in its player's own name."""
    own = next((each for each in moments if each.actor == seat and each.kind != "turn"), None)
    return NewsLine(NewsDone() if own is None else _told(own))


def _told(own: Moment) -> Public:
    card = own.card.name if own.card is not None else None
    if own.kind == "claim" and card is not None and own.named is not None:
        claim: Public = NewsClaim(own.named, card)
        return NewsAt(claim, own.target) if own.target else claim
    what = card or own.named or _shown(own)
    told: Public = NewsAt(what, own.target) if own.target and own.target != own.actor else what
    return told if own.named is None or what is own.named else NewsNaming(told, own.named)


def _shown(own: Moment) -> Public:
    """What came of a move that names no card: which ones are laid open by it."""
    result = own.result or NewsDone()
    return NewsShown(result, tuple(card.name for card in own.shown)) if own.shown else result
