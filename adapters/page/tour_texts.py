"""The three bubbles at a person's first turn on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.kernel.text import N_, Message, Public


class TourHand(Public, frozen=True, tag="page.tour-hand"):
    """The first bubble, shown near the hand."""

    text: ClassVar[str] = N_(
        "Your hand lies nearest to you: touch a card, or a key, to choose it. Nothing is sent "
        "before your last press."
    )


class TourSeats(Public, frozen=True, tag="page.tour-seats"):
    """The second bubble, shown near the seats of the others."""

    text: ClassVar[str] = N_("When you aim at somebody, seats that glow can be chosen: touch one.")


class TourStory(Public, frozen=True, tag="page.tour-story"):
    """The third bubble. The story has a place of its own, on a phone behind a button."""

    text: ClassVar[str] = N_(
        "The story tells what happened, move by move. Beside it stand the rules, the cards, and "
        "the chat."
    )


class TourNext(Public, frozen=True, tag="page.tour-next"):
    """The button that shows the next bubble."""

    text: ClassVar[str] = N_("Next")


class TourSkip(Public, frozen=True, tag="page.tour-skip"):
    """The button that shows no more bubbles."""

    text: ClassVar[str] = N_("Skip")


class TourEnd(Public, frozen=True, tag="page.tour-end"):
    """The button of the last bubble."""

    text: ClassVar[str] = N_("Let’s play")


TOUR_TEXTS: Mapping[str, Message] = {
    "tour-1": TourHand(),
    "tour-2": TourSeats(),
    "tour-3": TourStory(),
    "tour-next": TourNext(),
    "tour-skip": TourSkip(),
    "tour-end": TourEnd(),
}
"""By the keys under which the page's script finds them."""
