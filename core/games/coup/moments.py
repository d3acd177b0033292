"""What is told of a game of Coup, as it can be shown: nothing but what the words say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from core.games.coup import board_words, drawn_words, events
from core.games.coup.drawing import role_face
from core.games.coup.drawn_words import DeedName
from core.games.coup.model import Options
from core.games.coup.names import Deed, Role
from core.kernel.drawn import Face, Moment
from core.kernel.plain import FaceDown, LeftMark, OutMark
from core.kernel.text import Message, Public


def moment(options: Options, message: Message) -> Moment | None:
    """What a note tells, as it can be shown; None for what is seen on the board alone."""
    see = partial(_faces, options)
    return (
        _declared(see, message)
        or _answered(see, message)
        or _proved(see, message)
        or _done(see, message)
        or _learnt(see, message)
        or _lost(see, message)
    )


See = Callable[..., tuple[Face, ...]]
"""Cards as faces."""


def _faces(options: Options, *roles: Role) -> tuple[Face, ...]:
    return tuple(role_face(role, options) for role in roles)


def _turned(cards: tuple[Face, ...]) -> tuple[Face, ...]:
    """As they lie when they are lost."""
    return tuple(replace(card, turned=True) for card in cards)


def _declared(see: See, message: Message) -> Moment | None:
    """What opens a turn: an action, with what it claims and costs."""
    match message:
        case events.AidAsked(seat, action):
            found = Moment("claim", seat, named=DeedName(action))
        case events.Claimed(seat, role, action):
            found = Moment("claim", seat, card=see(role)[0], named=DeedName(action))
        case events.EmbezzleClaimed(seat, role, action):
            named, result = DeedName(action), board_words.NoRole(role)
            found = Moment("claim", seat, named=named, result=result)
        case (
            events.ClaimedAt(seat, role, action, target)
            | events.ExamineClaimed(seat, role, action, target)
            | events.ClaimedWith(seat, role, action, target)
        ):
            found = Moment("claim", seat, target, see(role)[0], DeedName(action))
        case events.ClaimedPaying(seat, role, action, target, cost):
            claim = Moment("claim", seat, target, see(role)[0], DeedName(action))
            found = _paying(claim, cost)
        case events.CoupStruck(seat, action, target, cost):
            found = _paying(Moment("play", seat, target, named=DeedName(action)), cost)
        case events.Earned(Deed.INCOME, seat, gain):
            found = _earning(seat, Deed.INCOME, gain)
        case events.ConvertedSelf(seat, cost, side):
            found = _converting(seat, 0, board_words.SIDE_MARKS[side], cost)
        case events.Converted(seat, cost, target, side):
            found = _converting(seat, target, board_words.SIDE_MARKS[side], cost)
        case _:
            return None
    return replace(found, begins=True)


def _paying(declared: Moment, cost: int) -> Moment:
    result = drawn_words.Pays(cost)
    return replace(declared, result=result, coins=-cost, pile="treasury")


def _earning(seat: int, action: Deed, gain: int) -> Moment:
    named, result = DeedName(action), drawn_words.Gains(gain)
    return Moment("play", seat, named=named, result=result, coins=gain, pile="treasury")


def _converting(seat: int, target: int, side: Public, cost: int) -> Moment:
    named = DeedName(Deed.CONVERT)
    return Moment("play", seat, target, None, named, side, coins=-cost, pile="almshouse")


def _answered(see: See, message: Message) -> Moment | None:
    """A challenge, a block, and what they come to."""
    challenge = board_words.ChallengeLabel()
    match message:
        case events.Challenged(seat, target) | events.DenialChallenged(seat, target):
            return Moment("answer", seat, target, named=challenge)
        case events.ChallengedWrongly(seat, target, role):
            result = drawn_words.ItWasTrue()
            return Moment("answer", seat, target, None, challenge, result, see(role))
        case events.ChallengedRightly(seat, target):
            return Moment("answer", seat, target, None, challenge, drawn_words.CannotShow())
        case events.ChallengedToAnother(seat, target, role, card):
            return Moment(
                "answer", seat, target, None, challenge, drawn_words.NotThe(role), see(card)
            )
        case events.Blocked(blocker, role, seat, action):
            named = drawn_words.BlocksDeed(action)
            return Moment("claim", blocker, seat, see(role)[0], named)
        case events.BlockHeld(action, seat):
            stands = drawn_words.BlockStands()
            return Moment("answer", seat, named=DeedName(action), result=stands)
        case events.BlockWithdrawn(seat):
            return Moment("answer", seat, result=drawn_words.Withdrawn())
        case events.Cancelled(seat, action):
            return _called_off(seat, action)
        case events.FeeReturned(seat, action, cost):
            return replace(_called_off(seat, action), coins=cost, pile="treasury")
        case events.Conceded(seat):
            return Moment("answer", seat, named=board_words.ConcedeLabel())
        case events.GaveBack(seat, target):
            return Moment("answer", seat, target, result=drawn_words.StaysThere())
        case events.Forced(seat, target):
            return Moment("answer", seat, target, result=drawn_words.MustExchange())
        case _:
            return None


def _called_off(seat: int, action: Deed) -> Moment:
    return Moment("answer", seat, named=DeedName(action), result=drawn_words.CalledOff())


def _proved(see: See, message: Message) -> Moment | None:
    """Somebody who was challenged shows cards."""
    match message:
        case events.Proved(seat, role):
            return Moment("reveal", seat, result=drawn_words.ItWasTrue(), shown=see(role))
        case events.TurnedUpAnother(seat, card, role):
            return Moment("reveal", seat, result=drawn_words.NotThe(role), shown=see(card))
        case events.ShowedAll(seat, cards, role):
            return Moment("reveal", seat, result=board_words.NoRole(role), shown=see(*cards))
        case events.ShowedDenied(seat, cards, role):
            return Moment("reveal", seat, result=drawn_words.HeldIt(role), shown=see(*cards))
        case events.HeldAfterAll(seat, role):
            return Moment("reveal", seat, result=drawn_words.HeldIt(role))
        case events.Replaced(seat, card):
            result = drawn_words.Shuffled()
            return Moment("draw", seat, card=see(card)[0], result=result, quiet=True)
        case _:
            return None


def _done(see: See, message: Message) -> Moment | None:
    """The deal, and what an action does in the end."""
    examine = DeedName(Deed.EXAMINE)
    match message:
        case events.Dealt() | events.DealtUnevenly():
            return Moment("deal")
        case events.Earned(action, seat, gain):
            return _earning(seat, action, gain)
        case events.Embezzled(action, seat, gain):
            return replace(_earning(seat, action, gain), pile="almshouse")
        case events.Stolen(action, seat, target, gain):
            result = drawn_words.Gains(gain)
            return Moment("play", seat, target, None, DeedName(action), result, coins=gain)
        case events.Cooperated(action, seat, gain, _, target, share):
            both = drawn_words.BothGain(gain, target, share)
            return replace(_earning(seat, action, gain), target=target, result=both)
        case events.Drew(action, seat, count):
            return Moment("draw", seat, named=DeedName(action), result=drawn_words.Draws(count))
        case events.Returned(seat, count):
            return Moment("play", seat, result=drawn_words.GivesBack(count), quiet=True)
        case events.FoundNobody(action, target):
            return Moment("play", 0, target, named=DeedName(action), result=OutMark())
        case events.NobodyToExamine(target):
            return Moment("play", 0, target, named=examine, result=OutMark())
        case events.MustReveal(target, seat):
            return Moment("play", seat, target, named=examine, quiet=True)
        case events.Revealed(target, seat):
            back = Face("", FaceDown())
            return Moment("reveal", target, seat, back, result=drawn_words.ShowsCard())
        case _:
            return None


def _learnt(see: See, message: Message) -> Moment | None:
    """What one seat alone is told."""
    match message:
        case events.TwoCards(first, second):
            return Moment("draw", shown=see(first, second), quiet=True)
        case events.OneCard(card):
            return Moment("draw", shown=see(card), quiet=True)
        case events.DrewThese(cards):
            return Moment("draw", shown=see(*cards))
        case events.SeesCard(target, card):
            return Moment("reveal", target=target, shown=see(card))
        case events.ShowedCard(seat, card):
            return Moment("reveal", target=seat, card=see(card)[0], quiet=True)
        case _:
            return None


def _lost(see: See, message: Message) -> Moment | None:
    """Influence is lost, somebody is out or has left, the game is won."""
    match message:
        case events.InfluenceLost(seat, card):
            lost = _turned(see(card))
            return Moment("reveal", seat, result=drawn_words.LosesOne(), shown=lost)
        case events.Eliminated(seat, card):
            lost = _turned(see(card))
            return Moment("reveal", seat, result=OutMark(), shown=lost, out=(seat,))
        case events.LeftFaceUp(seat, cards):
            lost = _turned(see(*cards))
            return Moment("reveal", seat, result=LeftMark(), shown=lost, out=(seat,))
        case events.CoinsReturned(coins, seat):
            return Moment("play", seat, coins=-coins, pile="treasury", quiet=True)
        case events.Won(seat):
            return _wins(seat, ())
        case events.WonWith(seat, cards):
            return _wins(seat, see(*cards))
        case _:
            return None


def _wins(seat: int, shown: tuple[Face, ...]) -> Moment:
    result = drawn_words.Wins()
    return Moment("end", seat, result=result, shown=shown, ends="match", winners=(seat,))
