"""What the host says on Telegram only: greetings, private cards, menus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.kernel.text import N_, Moment, Public, Said, Seat, Secret
from locales.catalogue import autonym, languages

PING = "ping"  # what the button "Ping me" does
KEYS = "keys"  # what the button "⋯" does


class Hello(Public, frozen=True, tag="telegram.hello"):
    """The first message in a group."""

    text: ClassVar[str] = N_(
        "I host card games here: “Play” opens a table, and everything else is a button too."
    )


class HelloInPrivate(Public, frozen=True, tag="telegram.hello-private"):
    """What the bot is and plays, to whoever sits at no table."""

    text: ClassVar[str] = N_(
        "I host card games in groups: {games}. Add me to a group and press “Play” there; "
        "your cards then come here. Below you can try a game alone first."
    )
    games: tuple[Public, ...]


class CanBeSaid(Public, frozen=True, tag="telegram.can-be-said"):
    """The answer to a command that the bot does not know."""

    text: ClassVar[str] = N_("I don’t know that one. What you can say here: {commands}")
    commands: tuple[str, ...]


class CopyCode(Public, frozen=True, tag="telegram.copy-code"):
    """A button that copies what the other group is to write."""

    text: ClassVar[str] = N_("Copy the command")


class OtherGroup(Public, frozen=True, tag="telegram.other-group"):
    """A button that chooses the other group, adds the bot to it, and asks to join."""

    text: ClassVar[str] = N_("Choose the other group")


class AddToGroup(Public, frozen=True, tag="telegram.add-to-group"):
    """A button that chooses a group."""

    text: ClassVar[str] = N_("Add me to a group")


class HandAndTable(Public, frozen=True, tag="telegram.hand-and-table"):
    """The button beside the input: it opens the page, which shows the hand and the table."""

    text: ClassVar[str] = N_("Hand & table")


class HandAndTableMark(Public, frozen=True, tag="telegram.hand-and-table-mark"):
    """The same below a board and a private card."""

    text: ClassVar[str] = N_("🃏 Hand & table")


class SeatedIn(Secret, frozen=True, tag="telegram.seated-in"):
    text: ClassVar[str] = N_("You sit in “{room}” ({game}). From now on your cards come here.")
    room: Said
    game: Public


class MoreLines(Public, frozen=True, tag="telegram.more-lines"):
    """Stands for lines that have no room on a board."""

    text: ClassVar[str] = N_("… and {number} more")
    number: int


class TheTable(Public, frozen=True, tag="telegram.the-table"):
    text: ClassVar[str] = N_("The table:")


class AskedUntil(Public, frozen=True, tag="telegram.asked-until"):
    """A question, and until when it may be answered."""

    text: ClassVar[str] = N_("{question} Deadline: {moment}")
    question: Public
    moment: Moment


class SeatName(Public, frozen=True, tag="telegram.seat-name"):
    text: ClassVar[str] = N_("{seat}")
    seat: Seat


class Apart(Public, frozen=True, tag="telegram.apart"):
    """Between two things that stand in one line: marks, cards."""

    text: ClassVar[str] = N_(" · ")


class KeyMeans(Public, frozen=True, tag="telegram.key-means"):
    """What a key with nothing but a number on it stands for."""

    text: ClassVar[str] = N_("[{number}] {what}")
    number: int
    what: Public


class MoreKeys(Public, frozen=True, tag="telegram.more-keys"):
    """A key below a board: what else there is."""

    text: ClassVar[str] = N_("⋯")


class MoreOf(Public, frozen=True, tag="telegram.more-of"):
    """A key that opens what else there is."""

    text: ClassVar[str] = N_("{what} ⋯")
    what: Public


class HasBegun(Public, frozen=True, tag="telegram.has-begun"):
    """All that is left of a lobby where its message cannot be deleted."""

    text: ClassVar[str] = N_("{game}: the game has begun below.")
    game: Public


class GameIsOver(Public, frozen=True, tag="telegram.game-is-over"):
    """A private card after the game."""

    text: ClassVar[str] = N_("This game is over. The result is in the group.")


class PressAgainToLeave(Secret, frozen=True, tag="telegram.again-to-leave"):
    text: ClassVar[str] = N_(
        "Leave the running game? Your cards are laid down; you can't return. "
        "Do the same again within 30 seconds to leave."
    )


class PressAgainToClose(Secret, frozen=True, tag="telegram.again-to-close"):
    text: ClassVar[str] = N_(
        "Close this table for everybody? Do the same again within 30 seconds to close it."
    )


class PressAgainForMore(Public, frozen=True, tag="telegram.again-for-more"):
    """The end of a page of an alert."""

    text: ClassVar[str] = N_("({page}/{pages}: press again)")
    page: int
    pages: int


class SentInPrivate(Secret, frozen=True, tag="telegram.sent-in-private"):
    text: ClassVar[str] = N_("I have sent it to you in private.")


class HandIsEmpty(Secret, frozen=True, tag="telegram.no-hand"):
    text: ClassVar[str] = N_("No cards are dealt to you right now.")


class WriteAsYourself(Public, frozen=True, tag="telegram.anonymous"):
    text: ClassVar[str] = N_(
        "Telegram does not tell who writes as a channel or as an anonymous admin. "
        "Please press a button: "
        "if you take a seat, the group sees your name."
    )


class PlaysInGroups(Public, frozen=True, tag="telegram.groups-only"):
    """Told once in a channel."""

    text: ClassVar[str] = N_("I play in groups, not in channels.")


class CannotWriteThere(Secret, frozen=True, tag="telegram.cannot-write"):
    text: ClassVar[str] = N_(
        "I can't write in “{room}” any more. The table waits until I can and somebody acts."
    )
    room: Said


class PingMe(Public, frozen=True, tag="telegram.ping-me"):
    """A button of a lobby."""

    text: ClassVar[str] = N_("Ping me")


class WillPing(Secret, frozen=True, tag="telegram.will-ping"):
    text: ClassVar[str] = N_(
        "I will write to you in private when this table needs one more, and when it starts. "
        "Press again if you don't want that."
    )


class WillNotPing(Secret, frozen=True, tag="telegram.will-not-ping"):
    text: ClassVar[str] = N_("I will not write to you about this table.")


class NeedsYou(Secret, frozen=True, tag="telegram.needs-you"):
    text: ClassVar[str] = N_("“{room}” ({game}): one more is needed.")
    room: Said
    game: Public


class StartsThere(Secret, frozen=True, tag="telegram.starts-there"):
    text: ClassVar[str] = N_("“{room}” ({game}): the game begins.")
    room: Said
    game: Public


class PrivateHandsOn(Public, frozen=True, tag="telegram.ephemeral-on"):
    text: ClassVar[str] = N_("“My hand” shows a card in the group that only you can see.")


class PrivateHandsOff(Public, frozen=True, tag="telegram.ephemeral-off"):
    text: ClassVar[str] = N_("“My hand” shows a small window again.")


class CutHere(Public, frozen=True, tag="telegram.cut-here"):
    """Above the pictures below the seal."""

    text: ClassVar[str] = N_("Cut: press a picture. Nobody sees which one before the start.")


class CutWhere(Secret, frozen=True, tag="telegram.cut-where"):
    """The answer to “Cut” in the lobby."""

    text: ClassVar[str] = N_(
        "Press one of the eight pictures under the seal of this table. Everybody seated may; "
        "nobody sees which one before the start, and nobody waits for you."
    )


class MenuProof(Public, frozen=True, tag="telegram.menu.proof"):
    text: ClassVar[str] = N_("Check the deal")


class NothingIsOrdered(Secret, frozen=True, tag="telegram.nothing-ordered"):
    """There is no standing order (any more)."""

    text: ClassVar[str] = N_("Nothing is answered for you automatically.")


class MenuPlay(Public, frozen=True, tag="telegram.menu.open"):
    text: ClassVar[str] = N_("Open a table")


class MenuHand(Public, frozen=True, tag="telegram.menu.hand"):
    text: ClassVar[str] = N_("Show my hand")


class MenuStatus(Public, frozen=True, tag="telegram.menu.status"):
    text: ClassVar[str] = N_("Show the table again")


class MenuRules(Public, frozen=True, tag="telegram.menu.rules"):
    text: ClassVar[str] = N_("The rules in short")


class MenuLearn(Public, frozen=True, tag="telegram.menu.learn"):
    text: ClassVar[str] = N_("A first round, guided move by move")


class MenuHelp(Public, frozen=True, tag="telegram.menu.help"):
    text: ClassVar[str] = N_("What the cards do")


class MenuLeave(Public, frozen=True, tag="telegram.menu.leave"):
    text: ClassVar[str] = N_("Leave the table")


class MenuBridge(Public, frozen=True, tag="telegram.menu.bridge"):
    text: ClassVar[str] = N_("Play together with another group")


class MenuLanguage(Public, frozen=True, tag="telegram.menu.lang"):
    """What switches the language. `languages`: what each language calls itself."""

    text: ClassVar[str] = N_("Language: {languages}")
    languages: str


class MenuCancel(Public, frozen=True, tag="telegram.menu.cancel"):
    text: ClassVar[str] = N_("Close the table")


class BotDescription(Public, frozen=True, tag="telegram.description"):
    text: ClassVar[str] = N_(
        "Card games for your group: add me, press “Play”, and everybody who presses “Join” "
        "plays. Hands come in private."
    )


class BotInShort(Public, frozen=True, tag="telegram.short-description"):
    """The bot in a line. `languages`: their names in the reader's language."""

    text: ClassVar[str] = N_("Card games for groups, in {languages}")
    languages: tuple[str, ...]


class MenuTop(Public, frozen=True, tag="telegram.menu.top"):
    """What the menu says of a command."""

    text: ClassVar[str] = N_("The score of this group")


class MenuStats(Public, frozen=True, tag="telegram.menu.stats"):
    text: ClassVar[str] = N_("My own results")


class MenuForget(Public, frozen=True, tag="telegram.menu.forget"):
    text: ClassVar[str] = N_("What is kept about me, and how to erase it")


class MenuNextGame(Public, frozen=True, tag="telegram.menu.next-game"):
    """A place in the next game, for whoever does not play in this one; also taken back by it."""

    text: ClassVar[str] = N_("Call me for the next game")


class MenuSettings(Public, frozen=True, tag="telegram.menu.settings"):
    """How this table is played; everybody may read it."""

    text: ClassVar[str] = N_("The settings of this table")


MENU: Mapping[str, Public] = {
    "play": MenuPlay(),
    "hand": MenuHand(),
    "status": MenuStatus(),
    "rules": MenuRules(),
    "learn": MenuLearn(),
    "help": MenuHelp(),
    "proof": MenuProof(),
    "nextgame": MenuNextGame(),
    "settings": MenuSettings(),
    "top": MenuTop(),
    "stats": MenuStats(),
    "leave": MenuLeave(),
    "cancel": MenuCancel(),
    "bridge": MenuBridge(),
    "lang": MenuLanguage(" / ".join(map(autonym, languages()))),
    "forget": MenuForget(),
}
"""The commands that menus name, and what they are for."""

IN_GROUP = (
    "play",
    "hand",
    "status",
    "rules",
    "help",
    "settings",
    "nextgame",
    "top",
    "lang",
    "leave",
)
"""Those in the menu of a group; the others are rare, and have keys or are named by the help."""

BEHIND = ("rules", "help", "settings", "nextgame", "lang", "leave")
"""Those that stand behind the last key of a running game."""

BEHIND_LOBBY = ("rules", "bridge", "lang", "proof", "leave", "cancel")
"""The same in a lobby, for whoever is not its host."""

IN_PRIVATE = (
    "hand",
    "status",
    "rules",
    "learn",
    "help",
    "proof",
    "leave",
    "lang",
    "stats",
    "forget",
)
"""Those in the menu of a private chat."""
