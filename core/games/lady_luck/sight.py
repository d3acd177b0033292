"""Who knows what (section 8): the view of a seat or the group, and the worlds that fit it."""

from __future__ import annotations

from core.games.lady_luck.model import (
    End,
    Player,
    SeatView,
    State,
    View,
    replace,
)
from core.games.lady_luck.names import Card, in_order
from core.games.lady_luck.scoring import box_shown
from core.kernel.dice import Dice


def view(state: State, seat: int | None) -> View:
    """What this reader may know."""
    learnt = state.player(seat).learnt if seat is not None else ()
    shown = _scores_shown(state)
    face_down = state.face_down
    return View(
        seat=seat,
        options=state.options,
        players=tuple(
            _seat_view(state, player, learnt, shown or number == seat)
            for number, player in enumerate(state.players, 1)
        ),
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        parent=state.parent,
        castle=(*state.castle[:-1], None) if state.castle else (),
        closed=len(state.castle) if face_down is not None else 0,
        peek=face_down if face_down in learnt else None,
        lookers=_lookers(state),
        deck=len(state.deck),
        auction=state.auction,
        won=state.won,
        passed=state.passed,
        uses=state.uses,
        noble=state.noble,
        winners=state.winners,
        end=state.end,
        box=state.box if shown and box_shown(state) else (),
    )


def _seat_view(
    state: State, player: Player, learnt: tuple[Card, ...], open_scores: bool
) -> SeatView:
    logged = tuple(card for card in player.scores if card in state.logged)
    secret = () if open_scores else in_order(set(learnt) & set(player.scores) - set(logged))
    return SeatView(
        ap=player.ap,
        helpers=player.helpers,
        count=len(player.scores),
        scores=player.scores if open_scores else (),
        logged=logged,
        learnt=secret,
        changes=player.changes,
        left=player.left,
    )


def _scores_shown(state: State) -> bool:
    """Whether all score cards lie open: after the scoring or a Princess (LL-7.4)."""
    return state.end in (End.POINTS, End.PRINCESS)


def _lookers(state: State) -> tuple[int, ...]:
    """The seats that know the face-down card of the castle; that they do is public."""
    card = state.face_down
    return tuple(seat for seat, player in enumerate(state.players, 1) if card in player.learnt)


def unseen(state: State, seat: int | None) -> tuple[Card, ...]:
    """The cards whose place this reader does not know, by number."""
    known = set(state.player(seat).learnt) if seat is not None else set()
    known |= set(state.logged)
    found = set(state.deck)
    if not (_scores_shown(state) and box_shown(state)):
        found |= set(state.box)
    if state.face_down is not None:
        found.add(state.face_down)
    if not _scores_shown(state):
        for number, player in enumerate(state.players, 1):
            if number != seat:
                found |= set(player.scores)
    return in_order(found - known)


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """The same table with the unseen cards dealt anew among their places.

    What others have learnt moves along with the cards, so that they know as much as before.
    """
    cards = unseen(state, seat)
    other = dict(zip(cards, dice.order(cards), strict=True))
    castle = state.castle
    if state.face_down is not None:
        castle = (*castle[:-1], other.get(state.face_down, state.face_down))

    def swapped(held: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(other.get(card, card) for card in held)

    return replace(
        state,
        castle=castle,
        deck=swapped(state.deck),
        box=in_order(swapped(state.box)),
        players=tuple(
            replace(
                player,
                scores=in_order(swapped(player.scores)),
                learnt=swapped(player.learnt),
            )
            for player in state.players
        ),
    )
