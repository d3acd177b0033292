"""What is told of a game of Coup, as it can be shown: nothing but what the words say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.games.coup import board_words, drawn_words, events
from core.games.coup.drawing import faces, role_face
from core.games.coup.model import Options
from core.games.coup.names import Deed
from core.kernel.drawn import Face, Moment
from core.kernel.plain import FaceDown, LeftMark, OutMark
from core.kernel.text import Message


def moment(options: Options, message: Message) -> Moment | None:
    """What a note tells, as it can be shown; None for what is seen on the board alone."""
    shown: Callable[[Options, Any], Moment] | None = SHOWN.get(type(message))
    return None if shown is None else shown(options, message)


# The deal, and what a seat alone is told


def _dealt(options: Options, told: events.Dealt | events.DealtUnevenly) -> Moment:
    return Moment("deal")


def _hand(options: Options, told: events.TwoCards) -> Moment:
    return Moment("draw", shown=faces((told.first, told.second), options), quiet=True)


def _last_card(options: Options, told: events.OneCard) -> Moment:
    return Moment("draw", shown=faces((told.card,), options), quiet=True)


def _drew_these(options: Options, told: events.DrewThese) -> Moment:
    return Moment("draw", shown=faces(told.cards, options))


def _sees(options: Options, told: events.SeesCard) -> Moment:
    return Moment("reveal", target=told.target, shown=faces((told.card,), options))


def _showed(options: Options, told: events.ShowedCard) -> Moment:
    return Moment("reveal", target=told.seat, card=role_face(told.card, options), quiet=True)


# Declarations


def _claims(options: Options, told: events.Claimed) -> Moment:
    card = role_face(told.role, options)
    return Moment("claim", told.seat, card=card, named=drawn_words.DeedName(told.action))


def _claims_at(
    options: Options, told: events.ClaimedAt | events.ExamineClaimed | events.ClaimedWith
) -> Moment:
    card = role_face(told.role, options)
    return Moment("claim", told.seat, told.target, card, drawn_words.DeedName(told.action))


def _pays_and_claims(options: Options, told: events.ClaimedPaying) -> Moment:
    return Moment(
        "claim",
        told.seat,
        told.target,
        role_face(told.role, options),
        drawn_words.DeedName(told.action),
        drawn_words.Pays(told.cost),
        coins=-told.cost,
        pile="treasury",
    )


def _asks_aid(options: Options, told: events.AidAsked) -> Moment:
    return Moment("claim", told.seat, named=drawn_words.DeedName(told.action))


def _claims_lack(options: Options, told: events.EmbezzleClaimed) -> Moment:
    named, result = drawn_words.DeedName(told.action), board_words.NoRole(told.role)
    return Moment("claim", told.seat, named=named, result=result)


def _strikes(options: Options, told: events.CoupStruck) -> Moment:
    return Moment(
        "play",
        told.seat,
        told.target,
        named=drawn_words.DeedName(told.action),
        result=drawn_words.Pays(told.cost),
        coins=-told.cost,
        pile="treasury",
    )


# Challenges and blocks


def _challenges(options: Options, told: events.Challenged | events.DenialChallenged) -> Moment:
    return Moment("answer", told.challenger, told.seat, named=board_words.ChallengeLabel())


def _wrongly(options: Options, told: events.ChallengedWrongly) -> Moment:
    return Moment(
        "answer",
        told.challenger,
        told.seat,
        named=board_words.ChallengeLabel(),
        result=drawn_words.ItWasTrue(),
        shown=faces((told.role,), options),
    )


def _rightly(options: Options, told: events.ChallengedRightly) -> Moment:
    named = board_words.ChallengeLabel()
    result = drawn_words.CannotShow()
    return Moment("answer", told.challenger, told.seat, named=named, result=result)


def _to_another(options: Options, told: events.ChallengedToAnother) -> Moment:
    return Moment(
        "answer",
        told.challenger,
        told.seat,
        named=board_words.ChallengeLabel(),
        result=drawn_words.NotThe(told.role),
        shown=faces((told.card,), options),
    )


def _proves(options: Options, told: events.Proved) -> Moment:
    shown = faces((told.role,), options)
    return Moment("reveal", told.seat, result=drawn_words.ItWasTrue(), shown=shown)


def _turns_up(options: Options, told: events.TurnedUpAnother) -> Moment:
    result, shown = drawn_words.NotThe(told.role), faces((told.card,), options)
    return Moment("reveal", told.seat, result=result, shown=shown)


def _shows_all(options: Options, told: events.ShowedAll) -> Moment:
    result, shown = board_words.NoRole(told.role), faces(told.cards, options)
    return Moment("reveal", told.seat, result=result, shown=shown)


def _shows_denied(options: Options, told: events.ShowedDenied) -> Moment:
    result, shown = drawn_words.HeldIt(told.role), faces(told.cards, options)
    return Moment("reveal", told.seat, result=result, shown=shown)


def _held(options: Options, told: events.HeldAfterAll) -> Moment:
    return Moment("reveal", told.seat, result=drawn_words.HeldIt(told.role))


def _replaced(options: Options, told: events.Replaced) -> Moment:
    card = role_face(told.card, options)
    return Moment("draw", told.seat, card=card, result=drawn_words.Shuffled(), quiet=True)


def _concedes(options: Options, told: events.Conceded) -> Moment:
    return Moment("answer", told.seat, named=board_words.ConcedeLabel())


def _blocks(options: Options, told: events.Blocked) -> Moment:
    card = role_face(told.role, options)
    named = drawn_words.BlocksDeed(told.action)
    return Moment("claim", told.blocker, told.seat, card, named)


def _block_stands(options: Options, told: events.BlockHeld) -> Moment:
    named, result = drawn_words.DeedName(told.action), drawn_words.BlockStands()
    return Moment("answer", told.seat, named=named, result=result)


def _withdraws(options: Options, told: events.BlockWithdrawn) -> Moment:
    return Moment("answer", told.seat, result=drawn_words.Withdrawn())


def _cancelled(options: Options, told: events.Cancelled) -> Moment:
    named, result = drawn_words.DeedName(told.action), drawn_words.CalledOff()
    return Moment("answer", told.seat, named=named, result=result)


def _refunded(options: Options, told: events.FeeReturned) -> Moment:
    return Moment(
        "answer",
        told.seat,
        named=drawn_words.DeedName(told.action),
        result=drawn_words.CalledOff(),
        coins=told.cost,
        pile="treasury",
    )


# What actions do


def _earns(options: Options, told: events.Earned) -> Moment:
    return Moment(
        "play",
        told.seat,
        named=drawn_words.DeedName(told.action),
        result=drawn_words.Gains(told.gain),
        coins=told.gain,
        pile="treasury",
    )


def _embezzles(options: Options, told: events.Embezzled) -> Moment:
    return Moment(
        "play",
        told.seat,
        named=drawn_words.DeedName(told.action),
        result=drawn_words.Gains(told.gain),
        coins=told.gain,
        pile="almshouse",
    )


def _steals(options: Options, told: events.Stolen) -> Moment:
    return Moment(
        "play",
        told.seat,
        told.target,
        named=drawn_words.DeedName(told.action),
        result=drawn_words.Gains(told.gain),
        coins=told.gain,
    )


def _cooperate(options: Options, told: events.Cooperated) -> Moment:
    return Moment(
        "play",
        told.seat,
        told.target,
        named=drawn_words.DeedName(told.action),
        result=drawn_words.BothGain(told.gain, told.target, told.share),
        coins=told.gain,
        pile="treasury",
    )


def _draws(options: Options, told: events.Drew) -> Moment:
    named, result = drawn_words.DeedName(told.action), drawn_words.Draws(told.count)
    return Moment("draw", told.seat, named=named, result=result)


def _puts_back(options: Options, told: events.Returned) -> Moment:
    return Moment("play", told.seat, result=drawn_words.GivesBack(told.count), quiet=True)


def _finds_nobody(options: Options, told: events.FoundNobody) -> Moment:
    return Moment("play", 0, told.target, None, drawn_words.DeedName(told.action), OutMark())


def _examines_nobody(options: Options, told: events.NobodyToExamine) -> Moment:
    return Moment("play", 0, told.target, None, drawn_words.DeedName(Deed.EXAMINE), OutMark())


def _must_reveal(options: Options, told: events.MustReveal) -> Moment:
    named = drawn_words.DeedName(Deed.EXAMINE)
    return Moment("play", told.seat, told.target, named=named, quiet=True)


def _reveals(options: Options, told: events.Revealed) -> Moment:
    card, result = Face("", FaceDown()), drawn_words.ShowsCard()
    return Moment("reveal", told.target, told.seat, card, result=result)


def _gives_back(options: Options, told: events.GaveBack) -> Moment:
    return Moment("answer", told.seat, told.target, result=drawn_words.StaysThere())


def _forces(options: Options, told: events.Forced) -> Moment:
    return Moment("answer", told.seat, told.target, result=drawn_words.MustExchange())


def _converts(options: Options, told: events.ConvertedSelf) -> Moment:
    return Moment(
        "play",
        told.seat,
        named=drawn_words.DeedName(Deed.CONVERT),
        result=board_words.SIDE_MARKS[told.faction],
        coins=-told.cost,
        pile="almshouse",
    )


def _converts_other(options: Options, told: events.Converted) -> Moment:
    return Moment(
        "play",
        told.seat,
        told.target,
        named=drawn_words.DeedName(Deed.CONVERT),
        result=board_words.SIDE_MARKS[told.faction],
        coins=-told.cost,
        pile="almshouse",
    )


# Losses and the end


def _loses(options: Options, told: events.InfluenceLost) -> Moment:
    shown = faces((told.card,), options, turned=True)
    return Moment("reveal", told.seat, result=drawn_words.LosesOne(), shown=shown)


def _goes_out(options: Options, told: events.Eliminated) -> Moment:
    shown = faces((told.card,), options, turned=True)
    return Moment("reveal", told.seat, result=OutMark(), shown=shown, out=(told.seat,))


def _leaves(options: Options, told: events.LeftFaceUp) -> Moment:
    shown = faces(told.cards, options, turned=True)
    return Moment("reveal", told.seat, result=LeftMark(), shown=shown, out=(told.seat,))


def _gives_coins_back(options: Options, told: events.CoinsReturned) -> Moment:
    return Moment("play", told.seat, coins=-told.coins, pile="treasury", quiet=True)


def _wins(options: Options, told: events.Won) -> Moment:
    return Moment("end", told.seat, result=drawn_words.Wins(), ends="match", winners=(told.seat,))


def _wins_with(options: Options, told: events.WonWith) -> Moment:
    return Moment(
        "end",
        told.seat,
        result=drawn_words.Wins(),
        shown=faces(told.cards, options),
        ends="match",
        winners=(told.seat,),
    )


SHOWN: dict[type[Message], Callable[[Options, Any], Moment]] = {
    events.Dealt: _dealt,
    events.DealtUnevenly: _dealt,
    events.TwoCards: _hand,
    events.OneCard: _last_card,
    events.DrewThese: _drew_these,
    events.SeesCard: _sees,
    events.ShowedCard: _showed,
    events.Claimed: _claims,
    events.ClaimedAt: _claims_at,
    events.ExamineClaimed: _claims_at,
    events.ClaimedWith: _claims_at,
    events.ClaimedPaying: _pays_and_claims,
    events.AidAsked: _asks_aid,
    events.EmbezzleClaimed: _claims_lack,
    events.CoupStruck: _strikes,
    events.Challenged: _challenges,
    events.DenialChallenged: _challenges,
    events.ChallengedWrongly: _wrongly,
    events.ChallengedRightly: _rightly,
    events.ChallengedToAnother: _to_another,
    events.Proved: _proves,
    events.TurnedUpAnother: _turns_up,
    events.ShowedAll: _shows_all,
    events.ShowedDenied: _shows_denied,
    events.HeldAfterAll: _held,
    events.Replaced: _replaced,
    events.Conceded: _concedes,
    events.Blocked: _blocks,
    events.BlockHeld: _block_stands,
    events.BlockWithdrawn: _withdraws,
    events.Cancelled: _cancelled,
    events.FeeReturned: _refunded,
    events.Earned: _earns,
    events.Embezzled: _embezzles,
    events.Stolen: _steals,
    events.Cooperated: _cooperate,
    events.Drew: _draws,
    events.Returned: _puts_back,
    events.FoundNobody: _finds_nobody,
    events.NobodyToExamine: _examines_nobody,
    events.MustReveal: _must_reveal,
    events.Revealed: _reveals,
    events.GaveBack: _gives_back,
    events.Forced: _forces,
    events.ConvertedSelf: _converts,
    events.Converted: _converts_other,
    events.InfluenceLost: _loses,
    events.Eliminated: _goes_out,
    events.LeftFaceUp: _leaves,
    events.CoinsReturned: _gives_coins_back,
    events.Won: _wins,
    events.WonWith: _wins_with,
}
