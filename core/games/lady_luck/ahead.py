"""The hard player: it tries what it may do on tables that it imagines, to the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck import rules
from core.games.lady_luck.judge import judge
from core.games.lady_luck.model import (
    ROUNDS,
    Bid,
    Move,
    Open,
    Pass,
    Phase,
    State,
    Use,
    View,
    replace,
)
from core.games.lady_luck.names import KIND, Kind
from core.games.lady_luck.prospects import chances
from core.games.lady_luck.sight import view as sight
from core.games.lady_luck.style import Style
from core.games.lady_luck.tactics import promises
from core.games.lady_luck.worlds import world
from core.games.lady_luck.worth import AP_GAIN, outlook, own
from core.kernel.dice import Dice
from core.kernel.game import Telling

PLAYOUTS = {3: 24, 4: 16}  # rounds that a decision is tried on, all its moves together, by seats
BREADTH = 8  # uses of helpers that are tried: those that promise most


def ahead(style: Style, view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """The move with the best chances at the end of the round; the usual one among equals.

    Every move is tried on the same imagined tables, so that luck favours none of them.
    """
    usual = judge(style, view, moves, dice)
    others = _others(style, view, moves, usual, dice) if _can_end(view) else []
    if not others:
        return usual
    tried = [usual, *others]
    sums = dict.fromkeys(tried, 0.0)
    calm = replace(style, slack=0.0, sway=0.0, jumps=0)  # whims would only blur what is compared
    for _ in range(max(PLAYOUTS[len(view.players)] // len(tried), 1)):
        seed = dice.below(1 << 62).to_bytes(8, "big")
        start = world(view, Dice(seed))
        for move in tried:
            end = _played(calm, start, move, Dice(seed + b"play"))
            sums[move] += chances(end)[own(view) - 1]
    return max(tried, key=sums.__getitem__)


def _can_end(view: View) -> bool:
    """Whether the round can be played to its end: not if a made-up game lacks the cards."""
    refilled = view.phase is Phase.HELPER or view.round == ROUNDS
    return refilled or view.deck >= len(view.players)


def _others(style: Style, view: View, moves: Sequence[Move], usual: Move, dice: Dice) -> list[Move]:
    """What is worth trying besides the usual move."""
    found: list[Move]
    if isinstance(usual, Open):
        slots = sorted({move.slot for move in moves if isinstance(move, Open)} - {usual.slot})
        most = min(style.opens, view.player(own(view)).ap)
        found = [Open(slot, dice.below(most + 1)) for slot in slots]
    elif view.phase is Phase.AUCTION and not view.placing:
        found = [Pass()] if isinstance(usual, Bid) else [m for m in moves[:1] if isinstance(m, Bid)]
    elif isinstance(usual, Use) and KIND[usual.card] in AP_GAIN and not _fought(view):
        found = []
    elif view.noble is None and view.phase is Phase.HELPER:
        uses = promises(outlook(style, view), moves)
        best = sorted(uses, key=lambda move: -uses[move])[:BREADTH]
        found = [move for move in (*best, Pass()) if move != usual]
    else:
        found = [move for move in moves if move != usual]
    return found


def _fought(view: View) -> bool:
    """Whether the order of uses matters: somebody may be stopped, or win at once."""
    return any(
        KIND[helper.card] in (Kind.KNIGHT, Kind.PRINCESS)
        for player in view.players
        for helper in player.helpers
    )


def _played(style: Style, state: State, move: Move, dice: Dice) -> State:
    """The table after the move and the rest of the round, as everybody is likely to play it."""
    start = state.round
    state = _end(rules.play(state, state.turn, move, dice))
    while state.round == start and state.phase is not Phase.OVER:
        seat = state.turn
        chosen = judge(style, sight(state, seat), rules.moves(state, seat), dice)
        state = _end(rules.play(state, seat, chosen, dice))
    return state


def _end(tale: Telling[State]) -> State:
    while True:
        try:
            next(tale)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
