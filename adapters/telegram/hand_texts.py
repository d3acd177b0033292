"""What a private card says beside the game: whose turn it is where, and its keys."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, Moment, Public

KEYS = "keys"  # what the button "⋯" does
BACK = "keys.back"  # what leads back from there


class InRoom(Public, frozen=True, tag="telegram.in-room"):
    """A game, and the group in which it is played."""

    text: ClassVar[str] = N_("{title} · {room}")
    title: Public
    room: str


class YourTurnIn(Public, frozen=True, tag="telegram.your-turn-in"):
    """The head of a private card that rings. `where`: the game, and its group."""

    text: ClassVar[str] = N_("🔔 Your turn · {where}")
    where: Public


class YourAnswerIn(Public, frozen=True, tag="telegram.your-answer-in"):
    """The same for an answer to something that is aimed at the reader."""

    text: ClassVar[str] = N_("🔔 Your answer · {where}")
    where: Public


class Until(Public, frozen=True, tag="telegram.until"):
    text: ClassVar[str] = N_("Deadline: {moment}")
    moment: Moment


class MoreOnCard(Public, frozen=True, tag="telegram.more-on-card"):
    """A key below a private card: what else there is."""

    text: ClassVar[str] = N_("⋯")


class BackToCard(Public, frozen=True, tag="telegram.back-to-card"):
    text: ClassVar[str] = N_("← Back")
