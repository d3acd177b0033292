"""The helper phase: using a helper, passing, and the eight abilities (section 6)."""

from __future__ import annotations

from core.games.lady_luck.auction import learn
from core.games.lady_luck.events import (
    ApGained,
    Blocked,
    Called,
    CalledInVain,
    CalledUp,
    CastleCardSeen,
    Hid,
    LookedAtCastle,
    NothingDone,
    PrincessUsed,
    Readied,
    TurnedUp,
    WonByPrincess,
)
from core.games.lady_luck.model import (
    End,
    Helper,
    Pending,
    Phase,
    Player,
    Pose,
    State,
    Use,
    replace,
)
from core.games.lady_luck.names import KIND, ORDER, STARS, Card, Kind, in_order
from core.kernel.game import Telling
from core.kernel.text import announce, whisper

GAIN = {Kind.PRIEST: 2, Kind.MAID: 1}


def next_turn(state: State, seat: int) -> State:
    """The turn goes clockwise to the next seat that has not passed (LL-6.0.4)."""
    for other in state.after(seat):
        if other not in state.passed:
            return replace(state, turn=other)
    return state


def owner_of(state: State, card: Card) -> int | None:
    """Whose face-up helper the card is."""
    for seat, player in enumerate(state.players, 1):
        if any(helper.card == card for helper in player.helpers):
            return seat
    return None


def helpers(state: State, acted: bool) -> tuple[tuple[int, Card], ...]:
    """Owner and card of all helpers that have acted, or have not, in seat order."""
    return tuple(
        (seat, helper.card)
        for seat, player in enumerate(state.players, 1)
        for helper in player.helpers
        if helper.acted is acted
    )


def turn_card(state: State, card: Card, acted: bool) -> State:
    """A helper is turned sideways or upright, whoever owns it."""
    seat = owner_of(state, card)
    assert seat is not None, "only helpers are turned"
    player = state.player(seat)
    turned = tuple(
        Helper(card, acted) if helper.card == card else helper for helper in player.helpers
    )
    return state.put(seat, replace(player, helpers=turned))


def pass_turn(state: State) -> State:
    """The seat on turn gets no more turns in this phase; its helpers have acted (LL-6.0.5)."""
    seat = state.turn
    player = state.player(seat)
    if player.upright:
        turned = tuple(Helper(helper.card, True) for helper in player.helpers)
        state = state.put(seat, replace(player, helpers=turned))
    return next_turn(replace(state, passed=(*state.passed, seat)), seat)


def pass_who_cannot_act(state: State) -> tuple[State, tuple[int, ...]]:
    """Automatic passes (LL-6.0.3), and those of seats that have left (LL-12.2)."""
    skipped: list[int] = []
    while len(state.passed) < len(state.players):
        player = state.player(state.turn)
        idle = state.options.auto_pass and not player.upright
        if not (player.left or idle):
            break
        skipped.append(state.turn)
        state = pass_turn(state)
    return state, tuple(skipped)


def pose(state: State) -> Pose:
    """The table as the loop guard sees it.

    Between two turns in which something else than a General with a target was used, nothing
    but this can change: action points, uses and score cards only ever go on, and every other
    use takes a readiness away for good, so that an older table cannot come back.
    """
    upright = tuple(card for _, card in helpers(state, acted=False))
    return Pose(state.turn, state.passed, in_order(upright))


def repeats(state: State, general: Card, target: Card) -> bool:
    """Whether the next decision would be on a table that was there before (LL-6.3.1)."""
    if not state.poses:
        return False
    after, _ = pass_who_cannot_act(_readied(state, general, target))
    return len(after.passed) < len(after.players) and pose(after) in state.poses


def _readied(state: State, general: Card, target: Card) -> State:
    turned = turn_card(turn_card(state, target, acted=False), general, acted=True)
    return next_turn(turned, state.turn)


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """The legal uses of the helpers of a seat."""
    return tuple(use for card in state.player(seat).upright for use in uses_of(state, seat, card))


def uses_of(state: State, seat: int, card: Card) -> tuple[Use, ...]:
    """The legal uses of one upright helper."""
    match KIND[card]:
        case Kind.NOBLE:
            return tuple(Use(card, seat=other) for other in range(1, len(state.players) + 1))
        case Kind.GENERAL | Kind.KNIGHT | Kind.MAGICIAN:
            return (Use(card), *(Use(card, other) for other in targets(state, seat, card)))
        case _:
            return (Use(card),)


def targets(state: State, seat: int, card: Card) -> tuple[Card, ...]:
    """The cards that a General, Knight or Magician may be used on."""
    match KIND[card]:
        case Kind.GENERAL:
            return tuple(
                other
                for owner, other in helpers(state, acted=True)
                if owner == seat or state.options.general_scope == "any_player"
                if not repeats(state, card, other)
            )
        case Kind.KNIGHT:
            return tuple(other for _, other in helpers(state, acted=False) if other != card)
        case _:
            return tuple(
                helper.card for helper in state.player(seat).helpers if helper.card != card
            )


def use(state: State, move: Use) -> Telling[State]:
    """The effect first, then the card turns sideways, then the next turn (LL-6.0.4)."""
    seat, card = state.turn, move.card
    if KIND[card] is Kind.GENERAL and move.target is not None:
        owner = owner_of(state, move.target)
        assert owner is not None, "a General readies a helper"
        yield announce(Readied(seat, card, move.target, owner))
        return _readied(state, card, move.target)
    state = replace(state, poses=())
    if move.seat is not None:
        return (yield from _call(state, card, move.seat))
    state = yield from _effect(state, move)
    state = turn_card(state, card, acted=True)
    return state if state.phase is Phase.OVER else next_turn(state, seat)


def _effect(state: State, move: Use) -> Telling[State]:
    seat, card = state.turn, move.card
    kind = KIND[card]
    player = state.player(seat)
    if kind is Kind.PRINCESS:
        return (yield from _count_use(state, seat, card))
    if kind in GAIN:
        player = replace(player, ap=player.ap + GAIN[kind])
        yield announce(ApGained(seat, card, GAIN[kind], player.ap))
        return state.put(seat, player)
    if kind is Kind.FORTUNE_TELLER and state.face_down is not None:
        yield announce(LookedAtCastle(seat, card))
        yield whisper(seat, CastleCardSeen(state.face_down, STARS[state.face_down]))
        return state.put(seat, learn(player, state))
    if move.target is None:
        yield announce(NothingDone(seat, card))
        return state
    if kind is Kind.KNIGHT:
        owner = owner_of(state, move.target)
        assert owner is not None, "a Knight stops a helper"
        yield announce(Blocked(seat, card, move.target, owner))
        return turn_card(state, move.target, acted=True)
    yield announce(Hid(seat, card, move.target))
    kept = tuple(helper for helper in player.helpers if helper.card != move.target)
    state = state.put(seat, _scored(replace(player, helpers=kept), move.target))
    return replace(state, logged=in_order((*state.logged, move.target)))


def _scored(player: Player, card: Card) -> Player:
    return replace(player, scores=in_order((*player.scores, card)), changes=player.changes + 1)


def _count_use(state: State, seat: int, card: Card) -> Telling[State]:
    """The first use does nothing, the second in one round wins (LL-6.1)."""
    counted = dict(state.uses)
    counted[card] = counted.get(card, 0) + 1
    state = replace(state, uses=tuple(sorted(counted.items(), key=lambda item: ORDER[item[0]])))
    player = state.player(seat)
    own = {helper.card for helper in player.helpers} | set(player.scores)
    same_player = state.options.princess_scope == "same_player"
    count = sum(times for used, times in counted.items() if used in own and same_player)
    if max(count, counted[card]) < 2:
        yield announce(PrincessUsed(seat, card))
        return state
    yield announce(WonByPrincess(seat, card))
    return replace(state, phase=Phase.OVER, end=End.PRINCESS, winners=(seat,))


def _call(state: State, card: Card, target: int) -> Telling[State]:
    """A Noble names a player, who turns up a score card of their choice (LL-6.2)."""
    by, scores = state.turn, state.player(target).scores
    if len(scores) > 1:
        yield announce(Called(by, card, target))
        return replace(state, noble=Pending(card, by, target), turn=target)
    if scores:
        yield announce(CalledUp(by, card, target, scores[0]))
        state = _turned_up(state, target, scores[0])
    else:
        yield announce(CalledInVain(by, card, target))
    return next_turn(turn_card(state, card, acted=True), by)


def reveal(state: State, card: Card) -> Telling[State]:
    """The named player turns up the card; then the Noble has acted."""
    noble = state.noble
    assert noble is not None, "a Noble asked for the card"
    yield announce(TurnedUp(noble.on, card))
    state = replace(_turned_up(state, noble.on, card), noble=None)
    return next_turn(turn_card(state, noble.card, acted=True), noble.by)


def _turned_up(state: State, seat: int, card: Card) -> State:
    player = state.player(seat)
    player = replace(
        player,
        helpers=(*player.helpers, Helper(card)),
        scores=tuple(other for other in player.scores if other != card),
        changes=player.changes + 1,
    )
    logged = tuple(other for other in state.logged if other != card)
    return replace(state.put(seat, player), logged=logged)
