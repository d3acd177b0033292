"""What stands under the panels of a match. Each is one or two short sentences."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, P_, Named, Players, Public, Seat, Word


class Part(Word):
    """The four panels, as every Japanese strip has them."""

    name_: Named

    def __new__(cls, code: str, name: Named) -> Part:
        part = str.__new__(cls, code)
        part._value_ = code
        part.name_ = name
        return part

    BEGAN = "began", P_("panel", "How it began")
    TURNED = "turned", P_("panel", "What turned it")
    STROKE = "stroke", P_("panel", "The stroke")
    ENDED = "ended", P_("panel", "The end")

    def named(self, edition: str) -> Named:
        """Its heading."""
        return self.name_


class InFourPanels(Public, frozen=True, tag="panels.title"):
    """Above the four panels: the name of the game."""

    text: ClassVar[str] = N_("{game} in four panels")
    game: Public


class PanelSigns(Public, frozen=True, tag="panels.signs"):
    """The signs of the four panels, one letter each: numbers, or where strips are at home the
    four characters that stand for their parts (起承転結)."""

    text: ClassVar[str] = N_("1234")


class PanelRound(Public, frozen=True, tag="panels.round"):
    text: ClassVar[str] = N_("Round {round}")
    round: int


class SeatName(Public, frozen=True, tag="panels.name"):
    text: ClassVar[str] = N_("{seat}")
    seat: Seat


class HostedBy(Public, frozen=True, tag="panels.hosted-by"):
    """Small, at the foot of a picture: the program, and what the bot is called."""

    text: ClassVar[str] = N_("Fumibako · {bot}")
    bot: str


class PanelLine(Public, frozen=True, tag="panels.line"):
    """A panel in words: its sign, its heading, its caption."""

    text: ClassVar[str] = N_("{number} {part}: {caption}")
    number: str
    part: Part
    caption: Public


class TheySatDown(Public, frozen=True, tag="panels.they-sat-down"):
    """How a match began: who played, and who moved first."""

    text: ClassVar[str] = N_("{seats} sat down. {first} began.")
    seats: tuple[Seat, ...]
    first: Seat


class SoManySatDown(Public, frozen=True, tag="panels.so-many-sat-down"):
    """The same where the names would be too long."""

    text: ClassVar[str] = N_("{players} sat down. {first} began.")
    players: Players
    first: Seat


class Deed(Public, frozen=True, tag="panels.deed"):
    """A move in very few words: who, and which card or action."""

    text: ClassVar[str] = N_("{seat}: {what}.")
    seat: Seat
    what: Public


class DeedAt(Public, frozen=True, tag="panels.deed-at"):
    """A move in very few words: who, which card or action, at whom."""

    text: ClassVar[str] = N_("{seat}: {what} → {target}.")
    seat: Seat
    what: Public
    target: Seat


class DeedCame(Public, frozen=True, tag="panels.deed-came"):
    """The same with what came of it ("miss", "it was true")."""

    text: ClassVar[str] = N_("{seat}: {what} → {target} ({result}).")
    seat: Seat
    what: Public
    target: Seat
    result: Public


class LostCard(Public, frozen=True, tag="panels.lost-card"):
    """Somebody loses a card for good, and stays in the game."""

    text: ClassVar[str] = N_("{seat} lost {card}.")
    seat: Seat
    card: Public


class TookTheLead(Public, frozen=True, tag="panels.took-the-lead"):
    """Somebody has more points than everybody else from this round on."""

    text: ClassVar[str] = N_("{seat} took the lead in round {round}.")
    seat: Seat
    round: int


class LeaderFell(Public, frozen=True, tag="panels.leader-fell"):
    """Whoever stood best went out of the game."""

    text: ClassVar[str] = N_("{seat}, who stood best, was out.")
    seat: Seat


class WentOut(Public, frozen=True, tag="panels.went-out"):
    text: ClassVar[str] = N_("{seat} was out.")
    seat: Seat


class HandsOpened(Public, frozen=True, tag="panels.hands-opened"):
    """A round is decided by comparing hands."""

    text: ClassVar[str] = N_("All hands were laid open.")


class TurnedUp(Public, frozen=True, tag="panels.turned-up"):
    """The winner shows hidden cards at the end; {result} is what they make (10 points)."""

    text: ClassVar[str] = N_("{seat} turned up hidden cards: {result}.")
    seat: Seat
    result: Public


class Win(Public, frozen=True, tag="panels.win"):
    text: ClassVar[str] = N_("Winner: {seats}.")
    seats: tuple[Seat, ...]


class WinTogether(Public, frozen=True, tag="panels.win-together"):
    """Several win, and their names would be too long."""

    text: ClassVar[str] = N_("{players} won together.")
    players: Players


class NobodyWins(Public, frozen=True, tag="panels.nobody"):
    text: ClassVar[str] = N_("Nobody won.")
