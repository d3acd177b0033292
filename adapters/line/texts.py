"""What is said on LINE besides what the house says."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import (
    N_,
    P_,
    Cards,
    Code,
    Message,
    Moment,
    Named,
    Person,
    Players,
    Public,
    Seat,
    Secret,
    Span,
    Times,
    Word,
)


class LineWords(Word):
    """Words on buttons that only LINE has."""

    AGAIN = "again"
    GO_ON = "go-on"
    FRIEND = "friend"
    HOW = "how"
    PAGE = "page"
    HAND_AND_PLAY = "hand-and-play"
    HAND_AND_TABLE = "hand-and-table"
    OTHERWISE = "otherwise"
    MORE = "more-keys"
    WATCH = "watch"

    def named(self, edition: str) -> Named:
        return _WORDS[self]


_WORDS = {
    LineWords.AGAIN: P_("line.button", "🔄 Status"),
    LineWords.GO_ON: P_("line.button", "⏩ No objection"),
    LineWords.FRIEND: P_("line.button", "Add as friend"),
    LineWords.HOW: P_("line.button", "How it works"),
    LineWords.PAGE: P_("line.button", "Open my seat"),
    LineWords.HAND_AND_PLAY: P_("line.button", "🃏 Hand & play"),
    LineWords.HAND_AND_TABLE: P_("line.button", "🃏 Hand & table"),
    LineWords.OTHERWISE: P_("line.button", "Other ways"),
    LineWords.MORE: P_("line.button", "More keys"),
    LineWords.WATCH: P_("line.button", "Watch it again"),
}


class LineLabel(Public, frozen=True, tag="line.label"):
    text: ClassVar[str] = N_("{label}")
    label: LineWords


# On the board


class YourTurn(Public, frozen=True, tag="line.your-turn"):
    """`who` is where the mention stands."""

    text: ClassVar[str] = N_("▶ {who}, your turn")
    who: Code


class YourAnswer(Public, frozen=True, tag="line.your-answer"):
    """To somebody at whom is aimed what they may object to. `who` is where the mention stands."""

    text: ClassVar[str] = N_("▶ {who}, what do you say?")
    who: Code


class BeforeThat(Public, frozen=True, tag="line.before-that"):
    """In small letters under the newest news; sentences follow."""

    text: ClassVar[str] = N_("Before that:")


class UntilKey(Public, frozen=True, tag="line.until-key"):
    """On the key that goes on when the time is over."""

    text: ClassVar[str] = N_("⏩ from {moment}")
    moment: Moment


class SeatKey(Public, frozen=True, tag="line.seat-key"):
    text: ClassVar[str] = N_("{seat}")
    seat: Seat


class OwnSeat(Public, frozen=True, tag="line.own-seat"):
    """On a key, in place of the name of whoever is asked."""

    text: ClassVar[str] = N_("Myself")


class DeckLeft(Public, frozen=True, tag="line.deck-left"):
    """In the head of a board."""

    text: ClassVar[str] = N_("{deck} in the deck")
    deck: Cards


class OnTheTable(Public, frozen=True, tag="line.on-the-table"):
    """The cards in the middle follow."""

    text: ClassVar[str] = N_("On the table:")


class LetterRow(Public, frozen=True, tag="line.letter-row"):
    text: ClassVar[str] = N_("Card")


class WhomRow(Public, frozen=True, tag="line.whom-row"):
    text: ClassVar[str] = N_("Whom?")


class WhatRow(Public, frozen=True, tag="line.what-row"):
    text: ClassVar[str] = N_("What?")


class TheirKeys(Public, frozen=True, tag="line.their-keys"):
    """Above keys that count for one person only."""

    text: ClassVar[str] = N_("{name} goes on:")
    name: Person


class WaitsFor(Public, frozen=True, tag="line.waits"):
    text: ClassVar[str] = N_("Waiting {span} for you. Whoever does nothing has no objection.")
    span: Span


class PressesAreSilent(Public, frozen=True, tag="line.silent"):
    text: ClassVar[str] = N_("A press shows nothing on your screen and still arrives.")


class LimitsAtOnce(Public, frozen=True, tag="line.limits-at-once"):
    text: ClassVar[str] = N_(
        "Everybody still in it may press now: a number is your limit (a higher one: to me alone)."
    )


class GoesOnWith(Public, frozen=True, tag="line.goes-on"):
    text: ClassVar[str] = N_("Also played in another group. To see what is new: 🔄")


class MoreHappened(Public, frozen=True, tag="line.more"):
    text: ClassVar[str] = N_("… {more} not shown here. All of it: write “status”.")
    more: Times


class SeatedNow(Public, frozen=True, tag="line.seated"):
    """Who sits in a lobby, in the order of joining."""

    text: ClassVar[str] = N_("{players}: {seats}")
    players: Players
    seats: tuple[Public, ...]


class HostSeat(Public, frozen=True, tag="line.host-seat"):
    """The host, among those who sit in a lobby."""

    text: ClassVar[str] = N_("{seat} (host)")
    seat: Seat


class ComputerSeat(Public, frozen=True, tag="line.computer-seat"):
    """A computer, among those who sit in a lobby."""

    text: ClassVar[str] = N_("{seat} 🤖")
    seat: Seat


class PanelOf(Public, frozen=True, tag="line.panel-of"):
    """The head of a panel that is one person's: its title."""

    text: ClassVar[str] = N_("{name}: {title}")
    name: Person
    title: Public


class LookOnce(Public, frozen=True, tag="line.look-once"):
    text: ClassVar[str] = N_(
        "Please press “My hand” once before the start, and send the word that appears there."
    )


class IfTheLinkFails(Public, frozen=True, tag="line.link-fails"):
    text: ClassVar[str] = N_("If nothing opens: add me as a friend and write “hand” to me.")


class ButtonsBecomeWords(Public, frozen=True, tag="line.become-words"):
    text: ClassVar[str] = N_(
        "This group's app does not tell who presses. From now on the buttons write words instead."
    )


class WhoIsIt(Public, frozen=True, tag="line.who-is-it"):
    text: ClassVar[str] = N_(
        "LINE does not tell me who wrote this. Please use LINE on a phone, in its newest version."
    )


class HandsArePrivate(Public, frozen=True, tag="line.hands-private"):
    text: ClassVar[str] = N_(
        "Hands are shown in the chat with me alone. Press the button, or write “hand” to me there."
    )


class PageFor(Public, frozen=True, tag="line.page-for"):
    text: ClassVar[str] = N_("{name}:")
    name: Person


# In the chat of two


class HandWord(Public, frozen=True, tag="line.hand-word"):
    """The word that the board's button writes; it names the table."""

    text: ClassVar[str] = N_("hand {table}")
    table: Code


class BackOrPage(Secret, frozen=True, tag="line.back-or-page"):
    """Where the letters stand behind a key of the group's board; `page` is the key below."""

    text: ClassVar[str] = N_(
        "Play with “{page}” below, or go back to the group: the letters stand behind “{other}”."
    )
    page: LineWords
    other: LineWords


class BackToTheGroup(Secret, frozen=True, tag="line.back"):
    text: ClassVar[str] = N_("Now go back to the group and press the letters there.")


class NotYourTurnYet(Secret, frozen=True, tag="line.not-yet"):
    text: ClassVar[str] = N_("Not your turn. When it is, the group calls you.")


class ReadyNow(Secret, frozen=True, tag="line.ready-now"):
    text: ClassVar[str] = N_(
        "It works. After the deal write “hand” here to see your cards. "
        "You can go back to the group."
    )


class GroupHearsLater(Secret, frozen=True, tag="line.group-hears"):
    text: ClassVar[str] = N_("Done. The group hears it at its next press or word.")


class WasRefused(Secret, frozen=True, tag="line.was-refused"):
    text: ClassVar[str] = N_("Your last try: {why}")
    why: Message


class Fumibako(Public, frozen=True, tag="line.fumibako"):
    """The head of the first message to one person alone."""

    text: ClassVar[str] = N_("Hello, I am Fumibako.")


class NoSeatYet(Secret, frozen=True, tag="line.no-seat"):
    """What the account is and plays, to whoever follows it or writes to it and sits nowhere."""

    text: ClassVar[str] = N_(
        "I host card games in groups: {games}. Invite me to a group without another official "
        "account, and write “play” there; your hand is then shown here. To try a game alone "
        "first, write “learn” to me."
    )
    games: tuple[Public, ...]


class RecordTooLong(Secret, frozen=True, tag="line.record-long"):
    text: ClassVar[str] = N_("The record is too long for LINE. Whoever runs the host has it.")


class WatchItHere(Secret, frozen=True, tag="line.watch-here"):
    """Above the key to the page of a finished game; the text of its record follows."""

    text: ClassVar[str] = N_(
        "This page plays the game again, move by move, with all hands open. "
        "Below is its record, by which the deal can be checked."
    )


class HalfOver(Secret, frozen=True, tag="line.half"):
    text: ClassVar[str] = N_("It is still your turn. Your group is waiting.")


# Greetings


class Hello(Public, frozen=True, tag="line.hello"):
    text: ClassVar[str] = N_("Hello, I am Fumibako. I host card games in this group.")


class HelloHands(Public, frozen=True, tag="line.hello-hands"):
    text: ClassVar[str] = N_("Your hand is shown to you alone, in the chat with me.")


class HowTitle(Public, frozen=True, tag="line.how-title"):
    text: ClassVar[str] = N_("How it works")


class HowToOpen(Public, frozen=True, tag="line.how-open"):
    text: ClassVar[str] = N_("Write “play” to open a table; everybody who wants to play joins.")


class HowToLook(Public, frozen=True, tag="line.how-look"):
    text: ClassVar[str] = N_(
        "“My hand” opens the chat with me and writes a word there. Send it: I answer with your "
        "cards."
    )


class HowToTouch(Public, frozen=True, tag="line.how-touch"):
    """Where there is the page."""

    text: ClassVar[str] = N_(
        "“{key}” opens a page with your hand and the table: touch a card, then a player."
    )
    key: Message


class HowToChoose(Public, frozen=True, tag="line.how-choose"):
    text: ClassVar[str] = N_(
        "What is secret you choose in the group by letters that only you understand. Nobody sees "
        "what you press."
    )


class HowToType(Public, frozen=True, tag="line.how-type"):
    text: ClassVar[str] = N_("Everything can be typed too: hand, status, rules.")


class HowToLearn(Public, frozen=True, tag="line.how-learn"):
    """`learn` in the reader's own words: 「あそびかた」."""

    text: ClassVar[str] = N_(
        "New to a game? Write “learn” to me alone: a first round, guided move by move."
    )


class HowToWait(Public, frozen=True, tag="line.how-wait"):
    text: ClassVar[str] = N_("I can speak only after somebody here has pressed or written.")


class PushesUsedUp(Public, frozen=True, tag="line.pushes-used-up"):
    text: ClassVar[str] = N_(
        "This month's free messages are used up: hands and reminders come only when asked for."
    )


class CutInPrivate(Public, frozen=True, tag="line.cut-private"):
    """Where buttons write words into the group."""

    text: ClassVar[str] = N_("Cut in the chat with me: there nobody sees your picture.")


class RecordWord(Public, frozen=True, tag="line.record-word"):
    """What is typed into the chat of two for the record of a table."""

    text: ClassVar[str] = N_("record {code}")
    code: Code


class LineHearsLater(Public, frozen=True, tag="line.hears-later"):
    """On the board of another platform."""

    text: ClassVar[str] = N_("The group on LINE hears this at its next message.")
