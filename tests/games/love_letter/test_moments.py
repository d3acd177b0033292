"""Every note as it can be shown."""

from __future__ import annotations

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import events, moments
from core.games.love_letter.drawing import CardName, MarkProtected
from core.games.love_letter.names import Card
from core.kernel.drawn import Face, Held, Moment
from core.kernel.plain import OutMark, closed
from core.kernel.text import Message
from tests.games.love_letter.running import options


def face(code: str) -> Face:
    found = GAME.face(options("z19"), code)
    assert found is not None
    return found


GUARD, BARON, SPY = Card.GUARD, Card.BARON, Card.SPY

SHOWN: list[tuple[Message, Moment]] = [
    (
        events.RoundBegan(2, (1, 2), 2, 12),
        Moment("deal", 2, result=moments.RoundMark(2)),
    ),
    (events.LaidFaceUp((SPY, GUARD)), Moment("deal", shown=(face("spy"), face("guard")))),
    (events.WasDealt(GUARD), Moment("deal", card=face("guard"), quiet=True)),
    (events.TurnBegan(1, 9), Moment("turn", 1, quiet=True)),
    (
        events.ProtectionEnded(1),
        Moment("turn", 1, result=moments.Unprotected(), quiet=True),
    ),
    (events.Drew(GUARD), Moment("draw", card=face("guard"), quiet=True)),
    (events.DrewSeveral((SPY, GUARD)), Moment("draw", shown=(face("spy"), face("guard")))),
    (
        events.MinisterBusted(1, Card.KING, (Card.KING, SPY)),
        Moment(
            "reveal", 1, result=moments.TwelveOrMore(), shown=(face("king"), face("spy")), out=(1,)
        ),
    ),
    (events.WentOut(1), Moment("reveal", 1, result=OutMark(), out=(1,))),
    (
        events.WentOutWith(2, (SPY,)),
        Moment("reveal", 2, result=OutMark(), shown=(face("spy"),), out=(2,)),
    ),
    (events.Played(1, SPY), Moment("play", 1, card=face("spy"))),
    (
        events.PlayedForNothing(1, GUARD),
        Moment("play", 1, card=face("guard"), result=moments.NoEffect()),
    ),
    (
        events.PlayedOnProtected(1, GUARD, 2),
        Moment("play", 1, 2, card=face("guard"), result=moments.IsProtected()),
    ),
    (
        events.GuardMissed(1, GUARD, 2, BARON),
        Moment("play", 1, 2, face("guard"), CardName(BARON), moments.Missed()),
    ),
    (
        events.GuardHit(1, GUARD, 2, BARON),
        Moment("play", 1, 2, face("guard"), CardName(BARON), moments.Hit(2)),
    ),
    (
        events.HandLookedAt(1, Card.PRIEST, 2),
        Moment("play", 1, 2, face("priest"), result=moments.LooksAtHand()),
    ),
    (events.HandLearnt(2, SPY), Moment("reveal", target=2, shown=(face("spy"),))),
    (
        events.HandsTied(1, BARON, 2),
        Moment("play", 1, 2, face("baron"), result=moments.Tied()),
    ),
    (
        events.HandsCompared(1, BARON, 2, 1),
        Moment("play", 1, 2, face("baron"), result=moments.IsLower(1)),
    ),
    (
        events.BecameProtected(1, Card.HANDMAID),
        Moment("play", 1, card=face("handmaid"), result=MarkProtected()),
    ),
    (
        events.HandThrownAway(1, Card.PRINCE, 2, SPY),
        Moment(*("play", 1, 2, face("prince")), result=moments.Discards(SPY), shown=(face("spy"),)),
    ),
    (
        events.OwnHandThrownAway(1, Card.PRINCE, SPY),
        Moment(*("play", 1, 1, face("prince")), result=moments.Discards(SPY), shown=(face("spy"),)),
    ),
    (events.DrewAnew(2, 3), Moment("draw", 2, quiet=True)),
    (events.TookTheAside(2), Moment("draw", 2, result=moments.DrawsTheAside())),
    (events.NothingLeftToDraw(2), Moment("draw", 2, result=moments.NothingToDraw())),
    (
        events.HandsSwapped(1, Card.KING, 2),
        Moment("play", 1, 2, face("king"), result=moments.Swapped()),
    ),
    (
        events.GotBySwap(2, SPY, GUARD),
        Moment("draw", target=2, card=face("spy"), result=moments.InExchange(GUARD), quiet=True),
    ),
    (
        events.ChancellorDrew(1, Card.CHANCELLOR, 2),
        Moment("play", 1, card=face("chancellor"), result=moments.DrawsCards(2)),
    ),
    (
        events.ChancellorInVain(1, Card.CHANCELLOR),
        Moment("play", 1, card=face("chancellor"), result=moments.NoEffect()),
    ),
    (events.ChancellorReturned(1, 2), Moment("play", 1, result=moments.PutsUnder(2))),
    (
        events.Showdown((events.HandShown(1, 3, BARON), events.HandShown(3, 0, SPY))),
        Moment("reveal", hands=(Held(1, (face("baron"),)), Held(3, (face("spy"),)))),
    ),
    (
        events.TotalsCompared((events.DiscardTotal(1, 5), events.DiscardTotal(2, 4))),
        Moment("end", result=moments.SumDecides()),
    ),
    (
        events.LastOneWon(2, 4),
        Moment(
            *("end", 2),
            result=moments.WinsTheRound(4),
            hands=(Held(2, closed(1)),),
            ends="round",
            winners=(2,),
        ),
    ),
    (
        events.RoundWon(2, 4),
        Moment("end", 2, result=moments.WinsTheRound(4), ends="round", winners=(2,)),
    ),
    (
        events.RoundShared((1, 2), 4),
        Moment("end", result=moments.WinsTheRound(4), ends="round", winners=(1, 2)),
    ),
    (
        events.RoundDrawn((1, 2), 4),
        Moment("end", result=moments.NobodyWins(4), ends="round"),
    ),
    (
        events.PrincessCounted(1, Card.PRINCESS, 2),
        Moment("reveal", 1, result=moments.MorePoints(2), shown=(face("princess"),)),
    ),
    (events.SpyCounted(1, SPY, 1), Moment("end", 1, result=moments.MorePoints(1))),
    (events.AllRevealed((SPY,)), Moment("reveal", shown=(face("spy"),))),
    (
        events.MatchWon(1),
        Moment("end", 1, result=moments.WinsTheMatch(), ends="match", winners=(1,)),
    ),
    (
        events.MatchShared((1, 2)),
        Moment("end", result=moments.WinsTheMatch(), ends="match", winners=(1, 2)),
    ),
]


@pytest.mark.parametrize(("told", "shown"), SHOWN, ids=lambda each: type(each).__name__)
def test_a_note_is_shown_as_it_is_told(told: Message, shown: Moment) -> None:
    assert GAME.moment(options("z19"), told) == shown


@pytest.mark.parametrize(
    "told",
    [
        events.KeptOne(SPY, GUARD),
        events.KeptOneOfThree(SPY, GUARD, BARON),
        events.Standings(4, (events.SeatPoints(1, 2),)),
        events.TurnAsked(1),
    ],
    ids=lambda told: type(told).__name__,
)
def test_some_notes_are_told_in_words_alone(told: Message) -> None:
    assert GAME.moment(options("z19"), told) is None


def test_nothing_that_happens_is_forgotten() -> None:
    """Parts of other messages, questions and what only words can tell are no moments."""
    others = {
        *(events.Ranked, events.HandShown, events.DiscardTotal, events.SeatPoints),
        *(events.TurnAsked, events.KeepAsked),
        *(events.KeptOne, events.KeptOneOfThree, events.Standings),
    }
    told = {
        each
        for each in vars(events).values()
        if isinstance(each, type)
        and issubclass(each, Message)
        and each.__module__ == events.__name__
    }
    assert told - {type(told) for told, _ in SHOWN} == others
