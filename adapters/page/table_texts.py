"""The words on the felt: what stands at seats, in the middle, at the question, at an end.

A blank is filled in by the page's script, so it stands for itself here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.kernel.text import N_, Code, Message, Public


class OnTurn(Public, frozen=True, tag="page.on-turn"):
    """Whose turn it is, for whoever listens."""

    text: ClassVar[str] = N_("on turn")


class ThisIsYou(Public, frozen=True, tag="page.me"):
    """Beside the reader's own name."""

    text: ClassVar[str] = N_("you")


class FaceDownCards(Public, frozen=True, tag="page.face-down"):
    """Closed cards before a seat."""

    text: ClassVar[str] = N_("face down: {n}")
    n: Code


class OpenHand(Public, frozen=True, tag="page.open-hand"):
    """Cards of a hand that lie open."""

    text: ClassVar[str] = N_("the hand, open")


class BeforeSeat(Public, frozen=True, tag="page.before-seat"):
    """Open cards that lie before a seat."""

    text: ClassVar[str] = N_("before {name}")
    name: Code


class YouKnow(Public, frozen=True, tag="page.you-know"):
    """A card of somebody else that the reader has seen."""

    text: ClassVar[str] = N_("{card}, which only you have seen")
    card: Code


class ChooseSeat(Public, frozen=True, tag="page.choose-seat"):
    """On a seat that can be chosen."""

    text: ClassVar[str] = N_("Choose")


class CannotChoose(Public, frozen=True, tag="page.no-aim"):
    """On a seat that cannot be chosen."""

    text: ClassVar[str] = N_("Not now")


class AimAt(Public, frozen=True, tag="page.aim-at"):
    """A seat that can be chosen, with the move that is under way."""

    text: ClassVar[str] = N_("{what} on {name}")
    what: Code
    name: Code


class SayMore(Public, frozen=True, tag="page.say-more"):
    """For whoever listens: a card and what it does, or a move and what a touch does."""

    text: ClassVar[str] = N_("{what}: {more}")
    what: Code
    more: Code


class SayAside(Public, frozen=True, tag="page.say-aside"):
    """For whoever listens: a move on somebody, and how the button calls it."""

    text: ClassVar[str] = N_("{what} ({more})")
    what: Code
    more: Code


class TheMiddle(Public, frozen=True, tag="page.middle"):
    """The middle of the table, for whoever listens."""

    text: ClassVar[str] = N_("The middle")


class OpenCards(Public, frozen=True, tag="page.open-cards"):
    """Cards that lie open in the middle."""

    text: ClassVar[str] = N_("Open in the middle")


class Castle(Public, frozen=True, tag="page.castle"):
    """The castle of Lady Luck."""

    text: ClassVar[str] = N_("The castle")


class PutUp(Public, frozen=True, tag="page.auction"):
    """A card of the castle that can be put up for auction."""

    text: ClassVar[str] = N_("Put up {card}")
    card: Code


class StillUnseen(Public, frozen=True, tag="page.unseen"):
    """Heads the counts of cards that the reader has not seen."""

    text: ClassVar[str] = N_("Not seen yet")


class LeftOf(Public, frozen=True, tag="page.left-of"):
    """How many of a card the reader has not seen."""

    text: ClassVar[str] = N_("{card} {left} of {of} not seen yet")
    card: Code
    left: Code
    of: Code


class YourHand(Public, frozen=True, tag="page.your-hand"):
    """The reader's hand, for whoever listens."""

    text: ClassVar[str] = N_("Your hand")


class TheQuestion(Public, frozen=True, tag="page.question"):
    """The place of the question, for whoever listens."""

    text: ClassVar[str] = N_("The question")


class StepBack(Public, frozen=True, tag="page.back"):
    """Takes the last choice back."""

    text: ClassVar[str] = N_("Choose again")


class DoCard(Public, frozen=True, tag="page.do-card"):
    """Carries out the move of a card that was raised."""

    text: ClassVar[str] = N_("Play {card}")
    card: Code


class StillDo(Public, frozen=True, tag="page.still-do"):
    """Sends a move that loses at once, after it was asked about."""

    text: ClassVar[str] = N_("Do it all the same: {move}")
    move: Code


class BetterNot(Public, frozen=True, tag="page.better-not"):
    """Does not send a move that loses at once."""

    text: ClassVar[str] = N_("Better not")


class ToMyTurn(Public, frozen=True, tag="page.skip"):
    """Shows everything up to the reader's turn at once."""

    text: ClassVar[str] = N_("Skip to my turn")


class Sending(Public, frozen=True, tag="page.sending"):
    """A press is under way."""

    text: ClassVar[str] = N_("On its way: {what}")
    what: Code


class Amount(Public, frozen=True, tag="page.amount"):
    """Where an amount is chosen."""

    text: ClassVar[str] = N_("Amount")


class MoreOfIt(Public, frozen=True, tag="page.more"):
    """One more."""

    text: ClassVar[str] = N_("One more")


class LessOfIt(Public, frozen=True, tag="page.less"):
    """One less."""

    text: ClassVar[str] = N_("One less")


class BidIt(Public, frozen=True, tag="page.bid"):
    """Sends an amount that was chosen."""

    text: ClassVar[str] = N_("Bid {amount}")
    amount: Code


class DrawNumber(Public, frozen=True, tag="page.draw-number"):
    """A back in the fan of the person whom one draws from."""

    text: ClassVar[str] = N_("Draw card {n}")
    n: Code


class Winner(Public, frozen=True, tag="page.winner"):
    """Beside whoever has won."""

    text: ClassVar[str] = N_("Winner")


class WentOut(Public, frozen=True, tag="page.went-out"):
    """In place of the hand of somebody who went out of the round."""

    text: ClassVar[str] = N_("out")


class RoundWon(Public, frozen=True, tag="page.round-won"):
    """Heads the end of a round."""

    text: ClassVar[str] = N_("Round {round}: {name} wins")
    round: Code
    name: Code


class MatchWon(Public, frozen=True, tag="page.match-won"):
    """Heads the end of a match."""

    text: ClassVar[str] = N_("{name} wins the game")
    name: Code


class RoundShared(Public, frozen=True, tag="page.round-shared"):
    """Heads the end of a round that several have won."""

    text: ClassVar[str] = N_("Round {round}: {name} win")
    round: Code
    name: Code


class MatchShared(Public, frozen=True, tag="page.match-shared"):
    """Heads the end of a match that several have won."""

    text: ClassVar[str] = N_("{name} win the game")
    name: Code


class MatchLost(Public, frozen=True, tag="page.match-lost"):
    """Heads the end of a game in which all but one have won."""

    text: ClassVar[str] = N_("{name} loses")
    name: Code


class TheEnd(Public, frozen=True, tag="page.ends"):
    """The end of a round or a match, for whoever listens."""

    text: ClassVar[str] = N_("How it ended")


class NextRound(Public, frozen=True, tag="page.next-round"):
    """Goes on after the end of a round."""

    text: ClassVar[str] = N_("On to the next round")


class GoOn(Public, frozen=True, tag="page.go-on"):
    """Goes on."""

    text: ClassVar[str] = N_("Go on")


class WatchAgain(Public, frozen=True, tag="page.watch-again"):
    """Shows a finished match once more, move by move."""

    text: ClassVar[str] = N_("Watch it again")


class GuideHere(Public, frozen=True, tag="page.guide"):
    """What a guided round says, for whoever listens."""

    text: ClassVar[str] = N_("How to play")


class LobbyHere(Public, frozen=True, tag="page.lobby"):
    """The table before the deal, for whoever listens."""

    text: ClassVar[str] = N_("Before the game")


class ChooseGame(Public, frozen=True, tag="page.choose-game"):
    """The games to choose from."""

    text: ClassVar[str] = N_("Choose a game")


class WhoSits(Public, frozen=True, tag="page.seated"):
    """Heads the people at a table before the deal."""

    text: ClassVar[str] = N_("At the table")


class Host(Public, frozen=True, tag="page.host"):
    """Beside the host of a table."""

    text: ClassVar[str] = N_("host")


class Terms(Public, frozen=True, tag="page.terms"):
    """Heads what is set at a table before the deal."""

    text: ClassVar[str] = N_("How you play")


TABLE_TEXTS: Mapping[str, Message] = {
    "on-turn": OnTurn(),
    "me": ThisIsYou(),
    "face-down": FaceDownCards(n="{n}"),
    "open-hand": OpenHand(),
    "before-seat": BeforeSeat(name="{name}"),
    "you-know": YouKnow(card="{card}"),
    "choose-seat": ChooseSeat(),
    "no-aim": CannotChoose(),
    "aim-at": AimAt(what="{what}", name="{name}"),
    "say-more": SayMore(what="{what}", more="{more}"),
    "say-aside": SayAside(what="{what}", more="{more}"),
    "middle": TheMiddle(),
    "open-cards": OpenCards(),
    "castle": Castle(),
    "auction": PutUp(card="{card}"),
    "unseen": StillUnseen(),
    "left-of": LeftOf(card="{card}", left="{left}", of="{of}"),
    "your-hand": YourHand(),
    "question": TheQuestion(),
    "back": StepBack(),
    "do-card": DoCard(card="{card}"),
    "still-do": StillDo(move="{move}"),
    "better-not": BetterNot(),
    "skip": ToMyTurn(),
    "sending": Sending(what="{what}"),
    "amount": Amount(),
    "more": MoreOfIt(),
    "less": LessOfIt(),
    "bid": BidIt(amount="{amount}"),
    "draw-number": DrawNumber(n="{n}"),
    "winner": Winner(),
    "out": WentOut(),
    "round-won": RoundWon(round="{round}", name="{name}"),
    "match-won": MatchWon(name="{name}"),
    "round-shared": RoundShared(round="{round}", name="{name}"),
    "match-shared": MatchShared(name="{name}"),
    "match-lost": MatchLost(name="{name}"),
    "ends": TheEnd(),
    "next-round": NextRound(),
    "go-on": GoOn(),
    "watch-again": WatchAgain(),
    "guide": GuideHere(),
    "lobby": LobbyHere(),
    "choose-game": ChooseGame(),
    "seated": WhoSits(),
    "host": Host(),
    "terms": Terms(),
}
"""The words by the key under which the page asks for them."""
