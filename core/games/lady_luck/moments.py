"""What is told of a game of Lady Luck, as it can be shown: nothing but what the words say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.games.lady_luck import drawn_words, events
from core.games.lady_luck.board_words import ApLabel, Lady
from core.games.lady_luck.drawing import lady
from core.games.lady_luck.model import Options
from core.games.lady_luck.names import Card
from core.kernel.drawn import Face, Moment
from core.kernel.plain import FaceDown
from core.kernel.text import Message, Public


def moment(options: Options, message: Message) -> Moment | None:
    """What a note tells, as it can be shown; None if only its words can tell it."""
    see = partial(_faces, options)
    return (
        _course(see, message)
        or _auction(see, message)
        or _ability(see, message)
        or _learnt(see, message)
        or _end(see, message)
    )


See = Callable[..., tuple[Face, ...]]
"""Cards as faces."""


def _faces(options: Options, *cards: Card) -> tuple[Face, ...]:
    return tuple(lady(card, options) for card in cards)


BACK = Face("", FaceDown())


def _course(see: See, message: Message) -> Moment | None:
    """A round or a phase begins; somebody passes, or has left."""
    match message:
        case events.Dealt(_, castle, parent):
            return Moment("deal", result=drawn_words.FirstParent(parent), shown=see(*castle))
        case events.HelpersCalled(castle):
            return Moment("deal", result=drawn_words.HelperPhase(), shown=see(*castle))
        case events.LastHelpersCalled():
            return Moment("deal", result=drawn_words.LastHelperPhase())
        case events.NobodyCalled(castle):
            return Moment("deal", result=drawn_words.NobodyActs(), shown=see(*castle))
        case events.NobodyCalledAtLast():
            return Moment("deal", result=drawn_words.NobodyActs())
        case events.RoundBegan(number, parent):
            return Moment("deal", parent, result=drawn_words.RoundMark(number))
        case events.Passed(seat):
            return Moment("answer", seat, result=drawn_words.PassedLabel(), quiet=True)
        case events.PassedUnasked(seats):
            actor = seats[0] if len(seats) == 1 else 0
            return Moment("answer", actor, result=drawn_words.PassedLabel(), quiet=True)
        case events.SeatPlaysOn(seat):
            return Moment("answer", seat, result=drawn_words.PlaysItself())
        case _:
            return None


def _auction(see: See, message: Message) -> Moment | None:
    """A card is put up, bid for, won, and laid down."""
    match message:
        case events.Opened(seat, card, bid):
            return _opens(seat, see(card)[0], bid)
        case events.OpenedFaceDown(seat, bid):
            return _opens(seat, BACK, bid)
        case events.Raised(seat, bid):
            return Moment("bid", seat, named=ApLabel(bid), coins=bid)
        case events.Bought(seat, card, price):
            return _pays(seat, see(card)[0], price)
        case events.BoughtFaceDown(seat, price):
            return _pays(seat, BACK, price)
        case events.GotLast(seat, card):
            return Moment("draw", seat, card=see(card)[0], result=drawn_words.ForNothing())
        case events.GotLastFaceDown(seat):
            return Moment("draw", seat, card=BACK, result=drawn_words.ForNothing())
        case events.BecameHelper(seat, card):
            return Moment("play", seat, result=drawn_words.AsHelper(), shown=see(card))
        case events.LaidAsScore(seat, card):
            return Moment("play", seat, card=see(card)[0], result=drawn_words.AsScore())
        case events.LaidUnseen(seat):
            return Moment("play", seat, card=BACK, result=drawn_words.AsScore())
        case _:
            return None


def _opens(seat: int, card: Face, bid: int) -> Moment:
    named, result = ApLabel(bid), drawn_words.OpensWith()
    return Moment("bid", seat, card=card, named=named, result=result, coins=bid, begins=True)


def _pays(seat: int, card: Face, price: int) -> Moment:
    result = drawn_words.PaidFor(price)
    return Moment("draw", seat, card=card, result=result, coins=-price, pile="treasury")


def _ability(see: See, message: Message) -> Moment | None:
    """A helper is used."""
    match message:
        case events.PrincessUsed(seat, card):
            return _uses(see, seat, card, drawn_words.OnceMore())
        case events.ApGained(seat, card, gain, _):
            return Moment(
                "play",
                seat,
                card=see(card)[0],
                result=drawn_words.GainsAp(gain),
                coins=gain,
                pile="treasury",
                begins=True,
            )
        case events.NothingDone(seat, card):
            return _uses(see, seat, card, drawn_words.NoEffect())
        case events.Readied(seat, card, target, owner):
            return _uses(see, seat, card, drawn_words.ActsAgain(), owner, Lady(target))
        case events.Blocked(seat, card, target, owner):
            return _uses(see, seat, card, drawn_words.IsStopped(), owner, Lady(target))
        case events.Hid(seat, card, target):
            return _uses(see, seat, card, drawn_words.AsScore(), named=Lady(target))
        case events.LookedAtCastle(seat, card):
            return _uses(see, seat, card, drawn_words.LooksAtCastle())
        case events.Called(seat, card, target):
            return _uses(see, seat, card, drawn_words.MustTurnUp(), target)
        case events.CalledInVain(seat, card, target):
            return _uses(see, seat, card, drawn_words.HasNoScore(), target)
        case events.CalledUp(seat, card, target, shown):
            return _uses(see, seat, card, drawn_words.AsHelper(), target, shown=see(shown))
        case events.TurnedUp(seat, card):
            return Moment("reveal", seat, result=drawn_words.AsHelper(), shown=see(card))
        case _:
            return None


def _uses(
    see: See,
    seat: int,
    card: Card,
    result: Public,
    target: int = 0,
    named: Public | None = None,
    shown: tuple[Face, ...] = (),
) -> Moment:
    return Moment("play", seat, target, see(card)[0], named, result, shown, begins=True)


def _learnt(see: See, message: Message) -> Moment | None:
    """What one seat alone is told."""
    match message:
        case events.BoughtCardSeen(card, _):
            return Moment("draw", card=see(card)[0])
        case events.CastleCardSeen(card, _):
            return Moment("reveal", shown=see(card))
        case _:
            return None


def _end(see: See, message: Message) -> Moment | None:
    """All is counted, and somebody has won."""
    match message:
        case events.ScoreShown(seat, cards, _, _, points):
            return Moment("reveal", seat, result=drawn_words.PointsMark(points), shown=see(*cards))
        case events.EmptyScoreShown(seat, _, points):
            return Moment("reveal", seat, result=drawn_words.PointsMark(points))
        case events.BoxShown(cards):
            return Moment("reveal", shown=see(*cards), quiet=True)
        case events.WonByPrincess(seat, card):
            return _wins((seat,), drawn_words.WinsTwice(), see(card)[0])
        case events.WonByPoints(seat, points):
            return _wins((seat,), drawn_words.WinsWith(points))
        case events.WonByBestCard(_, seat, points) | events.WonByCount(_, seat, points):
            return _wins((seat,), drawn_words.WinsWith(points))
        case events.Drawn(winners, points):
            return _wins(winners, drawn_words.WinsWith(points))
        case events.WonAlone(seat):
            return _wins((seat,), drawn_words.WinsAlone())
        case _:
            return None


def _wins(winners: tuple[int, ...], result: Public, card: Face | None = None) -> Moment:
    actor = winners[0] if len(winners) == 1 else 0
    return Moment("end", actor, card=card, result=result, ends="match", winners=winners)
