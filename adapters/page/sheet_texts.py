"""The words of what opens above the table: the curtain, the menu, keys, links.

A blank is filled in by the page's script, so it stands for itself here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.kernel.text import N_, Code, Message, Public


class PassScreen(Public, frozen=True, tag="page.pass-to"):
    """On the curtain between two people at one screen."""

    text: ClassVar[str] = N_("Pass the screen to {name}.")
    name: Code


class Reveal(Public, frozen=True, tag="page.reveal"):
    """Lifts the curtain."""

    text: ClassVar[str] = N_("I am {name}: show my hand")
    name: Code


class StayHere(Public, frozen=True, tag="page.stay"):
    """Lets the person before look on."""

    text: ClassVar[str] = N_("Not yet")


class PeopleHere(Public, frozen=True, tag="page.people"):
    """The people at this screen."""

    text: ClassVar[str] = N_("At this screen")


class LooksNow(Public, frozen=True, tag="page.looks-now"):
    """Beside the person whose hand is shown."""

    text: ClassVar[str] = N_("looks now")


class AroundTable(Public, frozen=True, tag="page.around"):
    """Heads the buttons about the table."""

    text: ClassVar[str] = N_("About this table")


class ThisPage(Public, frozen=True, tag="page.this-page"):
    """Heads the buttons about the page."""

    text: ClassVar[str] = N_("This page")


class KeysTitle(Public, frozen=True, tag="page.keys"):
    """Opens and heads the list of keys."""

    text: ClassVar[str] = N_("Keys")


class KeyDigits(Public, frozen=True, tag="page.key-digits"):
    """What the digits do."""

    text: ClassVar[str] = N_("1 to 9: choose in order")


class KeyEnter(Public, frozen=True, tag="page.key-enter"):
    """What Enter does."""

    text: ClassVar[str] = N_("Enter: send what is chosen")


class KeyBack(Public, frozen=True, tag="page.key-back"):
    """What Esc does."""

    text: ClassVar[str] = N_("Esc: one step back")


class KeySkip(Public, frozen=True, tag="page.key-skip"):
    """What the space bar does."""

    text: ClassVar[str] = N_("Space: go on to my turn")


class KeyHand(Public, frozen=True, tag="page.key-hand"):
    """What the letter H does."""

    text: ClassVar[str] = N_("H: tell the hand and the question")


class KeyHelp(Public, frozen=True, tag="page.key-help"):
    """What the question mark does."""

    text: ClassVar[str] = N_("?: this list")


class TellHand(Public, frozen=True, tag="page.tell-hand"):
    """Says the hand and the question to whoever listens."""

    text: ClassVar[str] = N_("Tell the hand and the question")


class OwnHandTold(Public, frozen=True, tag="page.own-hand"):
    """Before the names of the cards in one's hand."""

    text: ClassVar[str] = N_("Hand: {cards}")
    cards: Code


class EmptyHand(Public, frozen=True, tag="page.empty-hand"):
    """Instead of the names of the cards in one's hand."""

    text: ClassVar[str] = N_("The hand is empty.")


class LinkOf(Public, frozen=True, tag="page.link-of"):
    """Heads the personal link of somebody."""

    text: ClassVar[str] = N_("Link for {name}")
    name: Code


class LinkWhat(Public, frozen=True, tag="page.link-what"):
    """What a personal link is for."""

    text: ClassVar[str] = N_(
        "Whoever opens it sees this seat and plays for it, also on another machine in this network."
    )


class InviteTitle(Public, frozen=True, tag="page.invite-title"):
    """Heads the field for the name of one more person."""

    text: ClassVar[str] = N_("Who joins at this screen?")


class RenameTitle(Public, frozen=True, tag="page.rename-title"):
    """Heads the field for another name."""

    text: ClassVar[str] = N_("What are you called?")


class LeaveChoice(Public, frozen=True, tag="page.to-close"):
    """Goes back to the table from a lesson or a game that is watched again."""

    text: ClassVar[str] = N_("Back to the table")


class CutWhy(Public, frozen=True, tag="page.cut-why"):
    """What cutting the deck is for."""

    text: ClassVar[str] = N_(
        "Your picture and random numbers of this device take part in the deal, so that "
        "nobody alone can foresee it."
    )


SHEET_TEXTS: Mapping[str, Message] = {
    "pass-to": PassScreen(name="{name}"),
    "reveal": Reveal(name="{name}"),
    "stay": StayHere(),
    "people": PeopleHere(),
    "looks-now": LooksNow(),
    "around": AroundTable(),
    "this-page": ThisPage(),
    "keys": KeysTitle(),
    "key-digits": KeyDigits(),
    "key-enter": KeyEnter(),
    "key-back": KeyBack(),
    "key-skip": KeySkip(),
    "key-hand": KeyHand(),
    "key-help": KeyHelp(),
    "tell-hand": TellHand(),
    "own-hand": OwnHandTold(cards="{cards}"),
    "empty-hand": EmptyHand(),
    "link-of": LinkOf(name="{name}"),
    "link-what": LinkWhat(),
    "invite-title": InviteTitle(),
    "rename-title": RenameTitle(),
    "to-close": LeaveChoice(),
    "cut-why": CutWhy(),
}
"""The words by the key under which the page asks for them."""
