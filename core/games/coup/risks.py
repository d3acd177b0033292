"""What a move of Coup may cost its player or bring them, from what the player knows."""

from __future__ import annotations

from typing import assert_never

from core.games.coup import risk_words
from core.games.coup.deeds import GAINS
from core.games.coup.model import (
    Action,
    Answering,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Proving,
    Revealing,
    Swapping,
    Window,
)
from core.games.coup.names import Deed, Role, blockers, claimed, either, treasurer
from core.games.coup.sight import View
from core.kernel.notation import words
from core.kernel.text import Message, Public


def risk(view: View, code: str) -> Message | None:
    """What the move may cost its seat or bring it. It may also be only the beginning of moves:
    what holds for all of them."""
    if not view.reader or not code:
        return None
    verb, *rest = words(code)
    step, act = view.step, view.act
    match step:
        case Choosing():
            return _deed(view, Deed(verb))
        case Answering(window):
            assert act is not None, "a window is about an action"
            return _answer(view, act, window, verb, rest)
        case Proving(_, role, challenger) if rest:
            if rest[0] == role:
                return risk_words.ProofWins(_loses(view, challenger))
            return risk_words.ShowingLoses()
        case Denying(challenger) if verb == "show":
            return risk_words.AllShownWins(_loses(view, challenger))
        case Denying():
            return risk_words.ConcedingLoses(Deed.EMBEZZLE)
        case Revealing():
            return risk_words.SeesItAlone(view.turn)
        case Examining():
            assert act is not None, "somebody is examined"
            stays = verb == "return"
            return (risk_words.ItStays if stays else risk_words.ItGoes)(act.target)
        case Losing() | Swapping() | Proving() | Ended():
            return None
    assert_never(step)


def _loses(view: View, seat: int) -> Public:
    """What it costs another seat to lose an influence."""
    last = view.cards[seat - 1] <= 1
    return (risk_words.TheyAreOut if last else risk_words.TheyLose)(seat)


def _mine(view: View) -> Public:
    """What it costs the reader."""
    last = view.cards[view.reader - 1] == 1
    return risk_words.YouAreOut() if last else risk_words.YouLose()


def _held(view: View) -> tuple[Role, ...]:
    return view.players[view.reader - 1].hidden


def _deed(view: View, deed: Deed) -> Message | None:
    """Under an action: what it claims, and what a challenge costs; or who may stop it."""
    role = claimed(deed, view.options)
    if role is not None:
        if role in _held(view):
            return risk_words.YouHoldIt()
        return risk_words.BluffCosts(_mine(view))
    match deed:
        case Deed.EMBEZZLE:
            denied = treasurer(view.options)
            if denied in _held(view):
                return risk_words.LackBluff(denied, _mine(view))
            return risk_words.LackTrue(denied)
        case Deed.AID:
            return risk_words.CanBeBlocked(either(blockers(deed, view.options)))
        case _:
            return risk_words.NobodyStops()


def _answer(view: View, act: Action, window: Window, verb: str, rest: list[str]) -> Message | None:
    """Under an answer to what is declared."""
    if verb == "allow":
        what = _allowing(view, act, window)
        alone = view.step == Answering(window, frozenset((view.reader,)))
        return (risk_words.Happens if alone else risk_words.IfAllAllow)(what)
    if verb == "challenge":
        return _challenge(view, act)
    roles = tuple([Role(word) for word in rest]) or blockers(act.deed, view.options)
    if len(roles) != 1:
        return None  # as whom is not said yet
    return _block(view, act, roles[0])


def _challenge(view: View, act: Action) -> Message:
    mine = _mine(view)
    if act.blocker:
        return risk_words.DoubtBlock(act.deed, _loses(view, act.blocker), mine)
    if act.deed is Deed.ASSASSINATE and act.target == view.reader and len(_held(view)) == 2:
        mine = risk_words.YouMayLoseBoth()
    return risk_words.DoubtDeed(act.deed, _loses(view, view.turn), mine)


def _block(view: View, act: Action, role: Role) -> Message:
    """Under a block as this character. Whoever bluffs an assassin away loses a card by it and the
    other one to the assassin."""
    if role in _held(view):
        return risk_words.YouHoldIt()
    out = act.deed is Deed.ASSASSINATE
    return risk_words.BluffCosts(risk_words.YouAreOut() if out else _mine(view))


def _allowing(view: View, act: Action, window: Window) -> Public:
    """What follows if the reader allows what is asked, and nobody else objects."""
    if act.blocker:
        return risk_words.BlockHolds(act.deed)
    able = act.target and view.cards[act.target - 1] and blockers(act.deed, view.options)
    if window is Window.CHALLENGE and able:
        if act.target == view.reader:
            return risk_words.YouMayBlock()
        return risk_words.TargetMayBlock(act.target)
    return _happens(view, act)


def _happens(view: View, act: Action) -> Public:
    """What the action does."""
    actor, target, me = view.turn, act.target, view.reader
    gone = bool(target) and not view.cards[target - 1]
    match act.deed:
        case Deed.AID | Deed.TAX | Deed.INCOME:
            return risk_words.TheyGain(actor, GAINS[act.deed])
        case Deed.EMBEZZLE:
            return risk_words.TheyGain(actor, view.reserve)
        case Deed.STEAL:
            gain = min(2, view.players[target - 1].coins)
            if target == me:
                return risk_words.TheyTakeFromYou(actor, gain)
            return risk_words.TheyTakeFrom(actor, gain, target)
        case Deed.EXCHANGE:
            return risk_words.TheyExchange(actor)
        case Deed.COOPERATE:
            if gone:
                return risk_words.TheyGain(actor, 2)
            return risk_words.TheyShare(actor, 2, target, 1)
        case Deed.EXAMINE:
            if gone:
                return risk_words.TheyAreOut(target)
            if target == me:
                return risk_words.TheySeeYours(actor)
            return risk_words.TheySee(actor, target)
        case Deed.ASSASSINATE | Deed.COUP | Deed.CONVERT:
            return _mine(view) if target == me else _loses(view, target)
    assert_never(act.deed)
