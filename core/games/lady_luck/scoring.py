"""The end of a game: points, ties, and who has won (section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.lady_luck.events import (
    BoxShown,
    Drawn,
    EmptyScoreShown,
    ScoreShown,
    WonAlone,
    WonByBestCard,
    WonByCount,
    WonByPoints,
)
from core.games.lady_luck.model import (
    AP_PER_POINT,
    BOXED,
    End,
    Phase,
    Player,
    State,
    replace,
)
from core.games.lady_luck.names import STARS
from core.kernel.game import Telling
from core.kernel.plain import ranked
from core.kernel.text import Note, Public, announce


def stars(player: Player) -> int:
    """The stars of the score cards; helpers count nothing (LL-7.2)."""
    return sum(STARS[card] for card in player.scores)


def points(player: Player) -> int:
    """Stars of the score cards, and one point for every three AP left (LL-7.2)."""
    return stars(player) + player.ap // AP_PER_POINT


def best(player: Player) -> int:
    """The stars of the best single score card; 0 without any (LL-7.3)."""
    return max((STARS[card] for card in player.scores), default=0)


def places(state: State, seats: int) -> Sequence[int]:
    """By points, if all was counted; a game that ended otherwise opened nobody's cards, so those
    who did not win are level. Who left is last."""
    counted = state.end is End.POINTS
    return ranked(
        [
            (seat in state.winners, not player.left, points(player) if counted else 0)
            for seat, player in enumerate(state.players, 1)
        ]
    )


def score(state: State) -> Telling[State]:
    """After the last round all is counted; who has left cannot win (LL-7.3, LL-12.2)."""
    players = {seat: player for seat, player in enumerate(state.players, 1) if not player.left}
    most = max(points(player) for player in players.values())
    level = {seat: player for seat, player in players.items() if points(player) == most}
    highest = max(best(player) for player in level.values())
    still = {seat: player for seat, player in level.items() if best(player) == highest}
    count = max(len(player.scores) for player in still.values())
    last = tuple(seat for seat, player in still.items() if len(player.scores) == count)
    yield from show(state)
    yield announce(_verdict(tuple(level), tuple(still), last, most, highest, count))
    return replace(state, phase=Phase.OVER, end=End.POINTS, winners=last)


def _verdict(
    level: tuple[int, ...],
    still: tuple[int, ...],
    last: tuple[int, ...],
    most: int,
    highest: int,
    count: int,
) -> Public:
    if len(last) > 1:
        return Drawn(last, most)
    if len(level) == 1:
        return WonByPoints(last[0], most)
    if len(still) == 1:
        return WonByBestCard(level, last[0], most, highest)
    return WonByCount(level, last[0], most, count)


def show(state: State) -> Iterator[Note]:
    """All score cards are turned up, with the sums (LL-7.4); the box if the table wants it."""
    for seat, player in enumerate(state.players, 1):
        if player.scores:
            shown = ScoreShown(seat, player.scores, stars(player), player.ap, points(player))
            yield announce(shown)
        else:
            yield announce(EmptyScoreShown(seat, player.ap, points(player)))
    if box_shown(state):
        yield announce(BoxShown(state.box))


def box_shown(state: State) -> bool:
    """Whether the boxed cards of a game of three are shown at the end.

    The cards that a made-up position leaves out are no box, unless they are just as many.
    """
    wanted = state.options.reveal_boxed_at_end and len(state.players) == 3
    return wanted and len(state.box) == BOXED


def alone(state: State) -> Telling[State]:
    """Only one is left: they win at once (LL-12.2)."""
    (seat,) = (seat for seat, player in enumerate(state.players, 1) if not player.left)
    yield announce(WonAlone(seat))
    return replace(state, phase=Phase.OVER, end=End.ALONE, winners=(seat,))
