"""Why a page does not open, in words."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, P_, Code, Named, Public, Word


class LinkIsVoid(Public, frozen=True, tag="door.void"):
    """A forged link, one that was revoked, or one of old keys: they look the same."""

    text: ClassVar[str] = N_(
        "This link opens nothing, or not any more. Open the page again by the key in the group, "
        "or write “hand” to me alone and press the key in my answer."
    )


class TableIsClosed(Public, frozen=True, tag="door.closed"):
    text: ClassVar[str] = N_("This table is closed. In the group a new one can be opened.")


class NoLongerSeated(Public, frozen=True, tag="door.left"):
    text: ClassVar[str] = N_("You have left this table, so your link opens it no longer.")


class MatchIsOver(Public, frozen=True, tag="door.over"):
    """For somebody with a link for watching."""

    text: ClassVar[str] = N_("This game is over, and the link for watching ended with it.")


class BrowserNotKnown(Public, frozen=True, tag="door.browser"):
    text: ClassVar[str] = N_(
        "This browser does not know you yet. Write “hand” to me alone and press the key in my "
        "answer: it opens your own seat."
    )


class NotOfThisRoom(Public, frozen=True, tag="door.stranger"):
    text: ClassVar[str] = N_(
        "This table opens to those who sit at it and to members of the group in which it is played."
    )


class NoTableYet(Public, frozen=True, tag="door.no-table"):
    text: ClassVar[str] = N_(
        "You sit at no table. Open one in a group to which I belong, or join one there; then come "
        "back."
    )


class CannotAsk(Public, frozen=True, tag="door.cannot-ask"):
    text: ClassVar[str] = N_(
        "{platform} gives no answer just now, so I cannot tell who you are. Please try again in a "
        "moment."
    )
    platform: Code


class NotConfirmed(Public, frozen=True, tag="door.forged"):
    text: ClassVar[str] = N_(
        "{platform} does not confirm who you are. Please close this page and open it again by the "
        "key in the chat."
    )
    platform: Code


class TooOld(Public, frozen=True, tag="door.stale"):
    text: ClassVar[str] = N_(
        "This page has been open for too long. Please close it and open it again by the key in the "
        "chat."
    )


class OtherChannel(Public, frozen=True, tag="door.channel"):
    text: ClassVar[str] = N_(
        "This page was opened for another service of {platform}. Please open it by the key in the "
        "chat."
    )
    platform: Code


class ClocksDiffer(Public, frozen=True, tag="door.clock"):
    text: ClassVar[str] = N_(
        "The clock of this host is wrong, so I cannot check who you are. Please tell whoever runs "
        "it."
    )


class NoSuchDoor(Public, frozen=True, tag="door.none"):
    text: ClassVar[str] = N_("This host has no page for {platform}.")
    platform: Code


class DoorWords(Word):
    """Words on buttons that only a page behind a link has."""

    END = "end"
    WATCH = "watch"

    def named(self, edition: str) -> Named:
        return _DOOR_WORDS[self]


_DOOR_WORDS = {
    DoorWords.END: P_("page.button", "End this link"),
    DoorWords.WATCH: P_("page.button", "Link for watching"),
}


class DoorLabel(Public, frozen=True, tag="door.label"):
    text: ClassVar[str] = N_("{label}")
    label: DoorWords


class LinkEnded(Public, frozen=True, tag="door.ended"):
    """The person themselves has ended their link."""

    text: ClassVar[str] = N_(
        "Your link is ended, and this browser does not know you any more. To play on, "
        "write “hand” to me alone and press the key in my answer."
    )


class WatchLink(Public, frozen=True, tag="door.watch-link"):
    """Above a link that somebody may hand on."""

    text: ClassVar[str] = N_(
        "Whoever opens this link sees the board and no hand. It ends with the game."
    )
