"""What the house itself says about a table: the lobby, presence, endings, refusals."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.minds import Manner
from core.kernel.text import (
    N_,
    P_,
    Code,
    Date,
    Moment,
    Named,
    Person,
    Players,
    Public,
    Said,
    Seat,
    Secret,
    Sitting,
    Standing,
    Word,
)


class Pace(Word):
    """How long a decision may take, as a multiple of the game's own patience."""

    QUICK = "quick"
    RELAXED = "relaxed"
    NONE = "none"

    @property
    def factor(self) -> int:
        """1, 5, or 0 for a table without a clock."""
        return _FACTORS[self]

    def named(self, edition: str) -> Named:
        return _PACES[self]


_FACTORS = {Pace.QUICK: 1, Pace.RELAXED: 5, Pace.NONE: 0}
_PACES = {
    Pace.QUICK: P_("pace", "quick"),
    Pace.RELAXED: P_("pace", "relaxed"),
    Pace.NONE: P_("pace", "no clock"),
}


class BotName(Word):
    """What the computer players are called: things of a letter box."""

    FUMI = "fumi"
    HAKO = "hako"
    KITTE = "kitte"
    POSTO = "posto"
    BINSEN = "binsen"
    FUDE = "fude"
    SUZURI = "suzuri"
    SUMI = "sumi"
    INKU = "inku"
    PENNA = "penna"

    def named(self, edition: str) -> Named:
        return _BOT_NAMES[self]

    @property
    def manner(self) -> Manner:
        """How this person plays, at any table and in any game."""
        return tuple(Manner)[tuple(BotName).index(self) % len(Manner)]


_BOT_NAMES = {
    BotName.FUMI: P_("computer", "Fumi"),
    BotName.HAKO: P_("computer", "Hako"),
    BotName.KITTE: P_("computer", "Kitte"),
    BotName.POSTO: P_("computer", "Posto"),
    BotName.BINSEN: P_("computer", "Binsen"),
    BotName.FUDE: P_("computer", "Fude"),
    BotName.SUZURI: P_("computer", "Suzuri"),
    BotName.SUMI: P_("computer", "Sumi"),
    BotName.INKU: P_("computer", "Inku"),
    BotName.PENNA: P_("computer", "Penna"),
}


# In the lobby


class Opened(Public, frozen=True, tag="house.opened"):
    text: ClassVar[str] = N_("{name} opens a table.")
    name: Person


class Joined(Public, frozen=True, tag="house.joined"):
    text: ClassVar[str] = N_("{name} joins.")
    name: Person


class Rose(Public, frozen=True, tag="house.rose"):
    text: ClassVar[str] = N_("{name} leaves the table.")
    name: Person


class BotJoined(Public, frozen=True, tag="house.bot-joined"):
    text: ClassVar[str] = N_("The computer player {bot} takes a seat.")
    bot: BotName


class BotLeft(Public, frozen=True, tag="house.bot-left"):
    text: ClassVar[str] = N_("The computer player {bot} leaves the table.")
    bot: BotName


class Removed(Public, frozen=True, tag="house.removed"):
    """The host has taken somebody off a lobby."""

    text: ClassVar[str] = N_("{host} takes {name} off the table. They may join again.")
    host: Person
    name: Person


class LeftOut(Public, frozen=True, tag="house.left-out"):
    """Somebody seated did not wait any longer for those of whom nothing was heard."""

    text: ClassVar[str] = N_(
        "The game begins without {people}: nothing was heard of them for ten minutes. They are "
        "called for the next game."
    )
    people: tuple[Person, ...]


class NextCalled(Standing, frozen=True, tag="house.next-called"):
    """A table opens in a group in which some have asked for a place in the next game. `users` are
    those, in the same order: platforms call them by it."""

    text: ClassVar[str] = N_("{people}: the next game gathers players. “Join” takes you in.")
    people: tuple[Person, ...]
    users: tuple[Person, ...]


class HostChanged(Public, frozen=True, tag="house.host-changed"):
    text: ClassVar[str] = N_("{name} is the host now.")
    name: Person


class WasCut(Public, frozen=True, tag="house.was-cut"):
    text: ClassVar[str] = N_("{name} cuts the deck: {words}")
    name: Person
    words: Said


class Closed(Public, frozen=True, tag="house.closed"):
    text: ClassVar[str] = N_("{name} closes the table.")
    name: Person


class Stopped(Public, frozen=True, tag="house.stopped"):
    """Whoever runs the house has ended a table by a command."""

    text: ClassVar[str] = N_("Whoever runs this host has ended this table.")


class WentBack(Public, frozen=True, tag="house.went-back"):
    """The database of the house was put back to an earlier copy of it."""

    text: ClassVar[str] = N_(
        "Whoever runs this host had to go back to its copy of {moment}. What happened here after "
        "that is lost, and this table is closed: its buttons do nothing any more."
    )
    moment: Date


class WentBackBefore(Public, frozen=True, tag="house.went-back-before"):
    """The same where a table was open that the copy does not know."""

    text: ClassVar[str] = N_(
        "Whoever runs this host had to go back to its copy of {moment}. The table that was open "
        "here is lost. You can open a new one."
    )
    moment: Date


class ClosedEmpty(Public, frozen=True, tag="house.closed-empty"):
    text: ClassVar[str] = N_("Nobody is left at the table. It is closed.")


class Started(Public, frozen=True, tag="house.started"):
    text: ClassVar[str] = N_("The game begins. Seats in order: {seats}.")
    seats: tuple[Seat, ...]


class Reopened(Public, frozen=True, tag="house.reopened"):
    text: ClassVar[str] = N_("{name} wants to play again. Everybody is seated; others may join.")
    name: Person


class SeatedAnew(Public, frozen=True, tag="house.seated-anew"):
    """A table opens in place of one that was closed because the house went back to a copy."""

    text: ClassVar[str] = N_(
        "Everybody who sat there is seated at a new table. It has a new seal: whoever wants to cut "
        "the deck does so again."
    )


# While playing


class Left(Public, frozen=True, tag="house.left"):
    text: ClassVar[str] = N_("{seat} leaves the game.")
    seat: Seat


class TimedOut(Public, frozen=True, tag="house.timed-out"):
    text: ClassVar[str] = N_("Time is up for {seats}.")
    seats: tuple[Seat, ...]


class WarnedOfAbsence(Public, frozen=True, tag="house.warned"):
    text: ClassVar[str] = N_("{seat}: if this happens again, a computer plays until you are back.")
    seat: Seat


class WentAway(Public, frozen=True, tag="house.went-away"):
    text: ClassVar[str] = N_("{seat} seems to be away. A computer plays until they act again.")
    seat: Seat


class CameBack(Public, frozen=True, tag="house.came-back"):
    text: ClassVar[str] = N_("{seat} is back.")
    seat: Seat


class HandedOver(Public, frozen=True, tag="house.handed-over"):
    text: ClassVar[str] = N_("{seat} lets a computer play.")
    seat: Seat


class NoObjection(Public, frozen=True, tag="house.no-objection"):
    text: ClassVar[str] = N_("No objection: {seats}.")
    seats: tuple[Seat, ...]


class FellAsleep(Public, frozen=True, tag="house.fell-asleep"):
    text: ClassVar[str] = N_("Everybody is away. The table sleeps until somebody acts again.")


class StillWaiting(Public, frozen=True, tag="house.still-waiting"):
    text: ClassVar[str] = N_("Still waiting for {seats}.")
    seats: tuple[Seat, ...]


class HalfTime(Secret, frozen=True, tag="house.half-time"):
    text: ClassVar[str] = N_("It is still your turn; half of the time is gone.")


class LookAtYourHand(Public, frozen=True, tag="house.look-first"):
    text: ClassVar[str] = N_("{seat}: look at your hand first. It shows the letters.")
    seat: Seat


class PlaysByLetters(Public, frozen=True, tag="house.plays-by-letters"):
    text: ClassVar[str] = N_("{seat} chooses here by letters; “My hand” tells what they mean.")
    seat: Seat


class LobbyExpired(Public, frozen=True, tag="house.lobby-expired"):
    text: ClassVar[str] = N_(
        "Nobody has done anything here for three hours, so this table is closed."
    )


class WasDeaf(Public, frozen=True, tag="house.was-deaf"):
    text: ClassVar[str] = N_(
        "I could not hear you for a while. Nobody loses time by that: the clock starts anew."
    )


class SetAside(Public, frozen=True, tag="house.set-aside"):
    text: ClassVar[str] = N_(
        "Table {table} can't be read and was set aside. You can open a new one."
    )
    table: Code


class MendedAgain(Public, frozen=True, tag="house.mended-again"):
    """A table that was set aside can be played again."""

    text: ClassVar[str] = N_("Table {table} can be read again. It goes on where it was.")
    table: Code


# Answers about the next game


class NextKept(Public, frozen=True, tag="house.next-kept"):
    """Somebody has asked for a place in the next game."""

    text: ClassVar[str] = N_(
        "I call you when the next game gathers players here. Ask again to take it back."
    )


class NextReleased(Public, frozen=True, tag="house.next-released"):
    text: ClassVar[str] = N_("All right, I do not call you for the next game.")


class GathersNow(Public, frozen=True, tag="house.gathers-now"):
    """The answer to whoever asks for the next game while it gathers players."""

    text: ClassVar[str] = N_("The next game gathers players right now. “Join” takes you in.")


class MoreTime(Secret, frozen=True, tag="house.more-time"):
    """The answer to whoever asks for more time. Others see it by their deadlines alone."""

    text: ClassVar[str] = N_("From now on you have three times as long, at every table.")


class UsualTime(Secret, frozen=True, tag="house.usual-time"):
    text: ClassVar[str] = N_("From now on you have as long as everybody else.")


# Refusals: to the sender alone


class Refusal(Secret, frozen=True):
    """Why an input was not carried out. It says nothing that the sender may not know."""


class OpenAnswer(Public, frozen=True):
    """An answer to one person that all of a group may read."""


class NotSeated(Refusal, frozen=True, tag="no.not-seated"):
    text: ClassVar[str] = N_("You don't sit at this table.")


class NoTable(Refusal, frozen=True, tag="no.no-table"):
    text: ClassVar[str] = N_("There is no open table here. Open one first.")


class AlreadyOpen(Refusal, frozen=True, tag="no.already-open"):
    text: ClassVar[str] = N_("There is already an open table here.")


class TooManyTables(Refusal, frozen=True, tag="no.too-many-tables"):
    """Somebody opens or joins a table, and sits at as many open ones as a person may."""

    text: ClassVar[str] = N_(
        "You sit at {most} open tables, and that is as many as one person may have. Leave one of "
        "them first: write “leave” in a private chat with me, and I ask which."
    )
    most: int


class AlreadySeated(Refusal, frozen=True, tag="no.already-seated"):
    text: ClassVar[str] = N_("You already sit at this table.")


class AlreadyRunning(Refusal, frozen=True, tag="no.already-running"):
    text: ClassVar[str] = N_("The game is already running.")


class NotRunning(Refusal, frozen=True, tag="no.not-running"):
    text: ClassVar[str] = N_("No game is running here yet.")


class AlreadyOver(Refusal, frozen=True, tag="no.already-over"):
    text: ClassVar[str] = N_("This game is over.")


class HostOnly(Refusal, frozen=True, tag="no.host-only"):
    text: ClassVar[str] = N_("Only the host can do this: {name}.")
    name: Person


class TableFull(Refusal, frozen=True, tag="no.table-full"):
    text: ClassVar[str] = N_("All {seats} seats are taken.")
    seats: int


class WrongNumber(Refusal, frozen=True, tag="no.wrong-number"):
    text: ClassVar[str] = N_("{edition} is for {least} to {most}; {seated}.")
    edition: Public
    least: int
    most: Players
    seated: Sitting


class FixedNumber(Refusal, frozen=True, tag="no.fixed-number"):
    text: ClassVar[str] = N_("{edition} is for {most} only; {seated}.")
    edition: Public
    most: Players
    seated: Sitting


class UnknownChoice(Refusal, frozen=True, tag="no.unknown-choice"):
    text: ClassVar[str] = N_("This cannot be chosen here.")


class NotThere(Refusal, frozen=True, tag="no.not-there"):
    """Somebody was to be taken off the table who does not sit there any more."""

    text: ClassVar[str] = N_("They do not sit there any more.")


class NoSuchBot(Refusal, frozen=True, tag="no.no-such-bot"):
    text: ClassVar[str] = N_("No computer player sits here.")


class EmptyCut(Refusal, frozen=True, tag="no.empty-cut"):
    text: ClassVar[str] = N_("Write some words after it: they are mixed into the shuffle.")


class TooManyCuts(Refusal, frozen=True, tag="no.too-many-cuts"):
    text: ClassVar[str] = N_("The deck has been cut often enough.")


class TooLate(Refusal, frozen=True, tag="no.too-late"):
    text: ClassVar[str] = N_("This has already been decided.")


class Stale(Refusal, frozen=True, tag="no.stale"):
    text: ClassVar[str] = N_("This button belongs to an earlier question.")


class NotAwaited(Refusal, frozen=True, tag="no.not-awaited"):
    text: ClassVar[str] = N_("You are not asked right now.")


class HasLeft(Refusal, frozen=True, tag="no.has-left"):
    text: ClassVar[str] = N_("You have left this game.")


class NoOrder(Refusal, frozen=True, tag="no.no-order"):
    text: ClassVar[str] = N_("This cannot be ordered in advance.")


class NotUnderstood(Refusal, frozen=True, tag="no.not-understood"):
    text: ClassVar[str] = N_("I don't understand “{words}”.")
    words: Said


class WhichOne(Refusal, frozen=True, tag="no.which-one"):
    text: ClassVar[str] = N_("“{words}” fits more than one. Please use a button.")
    words: Said


class NotNow(Public, frozen=True, tag="no.not-now"):
    """Said in a group to whoever typed a move that is not legal, whatever the reason: that may
    tell something of a hand."""

    text: ClassVar[str] = N_("That cannot be played now.")


class NotYetTime(Refusal, frozen=True, tag="no.not-yet"):
    text: ClassVar[str] = N_("There is still time until {moment}.")
    moment: Moment


class TableOfNewer(Refusal, frozen=True, tag="no.table-of-newer"):
    """The host was set back to an older release of its program, which cannot go on with it."""

    text: ClassVar[str] = N_(
        "Table {table} was played on by a newer release of this host. It waits until that one runs "
        "again."
    )
    table: Code


class TableBroken(Refusal, frozen=True, tag="no.table-broken"):
    text: ClassVar[str] = N_("Table {table} cannot be read. It was set aside.")
    table: Code
