"""The words of the bar, of the story and the chat, and of the connection.

A blank is filled in by the page's script, so it stands for itself here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.kernel.text import N_, Code, Message, Public


class RoundNumber(Public, frozen=True, tag="page.title-round"):
    """Which round is played."""

    text: ClassVar[str] = N_("Round {number}")
    number: Code


class Speed(Public, frozen=True, tag="page.speed"):
    """How fast moments are shown; a number and × follow."""

    text: ClassVar[str] = N_("Speed")


class Sounds(Public, frozen=True, tag="page.sound"):
    """Switches the sounds on and off."""

    text: ClassVar[str] = N_("Sounds")


class Posts(Public, frozen=True, tag="page.posts"):
    """Switches on and off that moves made on the page are said in the group, within LINE."""

    text: ClassVar[str] = N_("Say my moves in the group")


class More(Public, frozen=True, tag="page.menu"):
    """Opens the menu of everything else."""

    text: ClassVar[str] = N_("More")


class ReadIn(Public, frozen=True, tag="page.read-in"):
    """Shows this page in another language."""

    text: ClassVar[str] = N_("Read this page in {language}")
    language: Code


class StoryAndChat(Public, frozen=True, tag="page.rail"):
    """The column or drawer beside the table."""

    text: ClassVar[str] = N_("Story and chat")


class TheStory(Public, frozen=True, tag="page.story"):
    """What has happened, by turns."""

    text: ClassVar[str] = N_("Story")


class TheChat(Public, frozen=True, tag="page.talk"):
    """What people say beside the table."""

    text: ClassVar[str] = N_("Chat")


class QuickReference(Public, frozen=True, tag="page.cards"):
    """Each card, what it does, and how many were not seen yet."""

    text: ClassVar[str] = N_("Cards")


class TurnOf(Public, frozen=True, tag="page.turn-of"):
    """Heads the lines of somebody's turn."""

    text: ClassVar[str] = N_("{name}’s turn")
    name: Code


class OwnTurn(Public, frozen=True, tag="page.your-turn"):
    """Heads the lines of the reader's own turn."""

    text: ClassVar[str] = N_("Your own turn")


class OnlyYou(Public, frozen=True, tag="page.only-you"):
    """Before a line that the reader alone knows."""

    text: ClassVar[str] = N_("Only you know:")


class EarlierLines(Public, frozen=True, tag="page.earlier"):
    """Loads older lines of the story."""

    text: ClassVar[str] = N_("Show what happened earlier")


class NoStory(Public, frozen=True, tag="page.no-story"):
    """The story before anything has happened."""

    text: ClassVar[str] = N_("Nothing has happened yet.")


class NoWords(Public, frozen=True, tag="page.no-words"):
    """The chat before anybody has said anything."""

    text: ClassVar[str] = N_("Nobody has said anything yet.")


class ToHost(Public, frozen=True, tag="page.to-host"):
    """Above the line to type on, where words reach the host alone."""

    text: ClassVar[str] = N_("What you write here goes to Fumibako alone, such as “rules”.")


class SayToHost(Public, frozen=True, tag="page.say-host"):
    """The line to type on, where words reach the host alone."""

    text: ClassVar[str] = N_("Write to Fumibako")


class NotSeen(Public, frozen=True, tag="page.not-seen"):
    """How many of a card the reader has not seen, of how many there are."""

    text: ClassVar[str] = N_("{left} of {all} not seen yet")
    left: Code
    all: Code


class UnseenHead(Public, frozen=True, tag="page.unseen-head"):
    """Heads the number of cards not seen yet."""

    text: ClassVar[str] = N_("Not seen")


class NoCards(Public, frozen=True, tag="page.no-cards"):
    """The quick reference of a game without cards to list."""

    text: ClassVar[str] = N_("There is nothing to look up here.")


class Connecting(Public, frozen=True, tag="page.opening"):
    """While the first connection is made."""

    text: ClassVar[str] = N_("Connecting…")


class NoAnswer(Public, frozen=True, tag="page.silent"):
    """The server has not answered for a while."""

    text: ClassVar[str] = N_("No answer. Trying again…")


class NotConfirmed(Public, frozen=True, tag="page.unsure"):
    """A press that was not acknowledged."""

    text: ClassVar[str] = N_("Not confirmed yet: {what}. It is sent again by itself.")
    what: Code


class TheWords(Public, frozen=True, tag="page.your-words"):
    """What stands for words in the text above."""

    text: ClassVar[str] = N_("your words")


class TryAgain(Public, frozen=True, tag="page.again"):
    """Connects again at once."""

    text: ClassVar[str] = N_("Try again")


RAIL_TEXTS: Mapping[str, Message] = {
    "title-round": RoundNumber(number="{number}"),
    "speed": Speed(),
    "sound": Sounds(),
    "posts": Posts(),
    "menu": More(),
    "read-in": ReadIn(language="{language}"),
    "rail": StoryAndChat(),
    "story": TheStory(),
    "talk": TheChat(),
    "cards": QuickReference(),
    "turn-of": TurnOf(name="{name}"),
    "your-turn": OwnTurn(),
    "only-you": OnlyYou(),
    "earlier": EarlierLines(),
    "no-story": NoStory(),
    "no-words": NoWords(),
    "to-host": ToHost(),
    "say-host": SayToHost(),
    "not-seen": NotSeen(left="{left}", all="{all}"),
    "unseen-head": UnseenHead(),
    "no-cards": NoCards(),
    "opening": Connecting(),
    "silent": NoAnswer(),
    "unsure": NotConfirmed(what="{what}"),
    "your-words": TheWords(),
    "again": TryAgain(),
}
"""The words by the key under which the page asks for them."""
