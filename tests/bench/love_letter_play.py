"""Matches of Love Letter between computer players, watched: what the bench is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from time import thread_time

from msgspec import Struct

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import Keep, Move, Play, State, View, kit
from core.games.love_letter.names import Card
from core.games.love_letter.rash import rash
from core.games.love_letter.reading import at_match_point
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.minds import Bot

PRESETS = {2: "aeg", 3: "bga", 4: "bga"}


class Share(Struct):
    """How often something happened, of how often it could have."""

    times: int = 0
    of: int = 0

    def note(self, happened: bool) -> None:
        """Count one more."""
        self.times += happened
        self.of += 1

    @property
    def rate(self) -> float:
        return self.times / max(1, self.of)

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of Wilson at 95 %; from 0 to 1 if nothing was counted."""
        if not self.of:
            return 0.0, 1.0
        n, z = self.of, 1.96
        middle = (self.rate + z * z / (2 * n)) / (1 + z * z / n)
        spread = z / (1 + z * z / n) * sqrt(self.rate * (1 - self.rate) / n + z * z / (4 * n * n))
        return middle - spread, middle + spread


class Choices:
    """What one player does in its free choices, and how long it thinks (time of the processor).

    A known card is kept: the hand has two different cards, of which a rival in the round knows
    exactly one (`State.seen`; the owner can tell, LL-6.2, 6.3, 6.6); each could be played
    without being out at once as far as the player can know (`rash`); and the other is played.

    A leader is aimed at: one rival or several would win the match with one more point; the card
    that is played has somebody else as its target and could have been aimed both at such a rival
    and at another one; and such a rival is the target.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.kept, self.aimed = Share(), Share()
        self.moves = 0
        self.seconds = 0.0

    def __call__(self, view: View, moves: Sequence[Move], dice: Dice) -> Move:
        began = thread_time()
        move: Move = self.bot(view, moves, dice)
        self.seconds += thread_time() - began
        self.moves += 1
        if isinstance(move, Play):
            self._known(view, moves, move)
            self._leader(view, moves, move)
        return move

    @property
    def milliseconds(self) -> float:
        """A decision, on the average."""
        return 1000 * self.seconds / max(1, self.moves)

    def _known(self, view: View, moves: Sequence[Move], move: Play) -> None:
        known = {fact.card for fact in view.known if fact.by in view.alive}
        free = {other.card for other in _plays(moves) if rash(view, other) is None}
        if len(set(view.hand)) == 2 and free == set(view.hand) and len(known & free) == 1:
            self.kept.note(move.card not in known)

    def _leader(self, view: View, moves: Sequence[Move], move: Play) -> None:
        leaders = at_match_point(view)
        aims = {other.target for other in _plays(moves) if other.card is move.card}
        aims -= {0, view.me, *view.shielded}
        if move.target in aims and aims & leaders and aims - leaders:
            self.aimed.note(move.target in leaders)


def _plays(moves: Sequence[Move]) -> Iterator[Play]:
    return (move for move in moves if isinstance(move, Play))


Watch = Callable[[State, int, Move], None]


def match(players: Sequence[Bot], preset: str, seed: bytes, watch: Watch | None = None) -> State:
    """A whole match: its last state."""
    dice, thought = Dice(seed), Dice(seed + b"bots")
    state = _end(GAME.setup(len(players), GAME.presets[preset], dice))
    while state.phase != "over":
        seat = state.turn
        move = players[seat - 1](GAME.view(state, seat), GAME.moves(state, seat), thought)
        if watch is not None:
            watch(state, seat, move)
        state = _end(GAME.play(state, seat, move, dice))
    return state


def alone(hero: Bot, rest: Bot, seats: int, matches: int, seed: str) -> Share:
    """How many matches one player wins, or shares, against the rest, sitting at every seat in
    turn."""
    won = Share()
    for number in range(matches):
        mine = number % seats + 1
        players = [hero if seat == mine else rest for seat in range(1, seats + 1)]
        end = match(players, PRESETS[seats], f"{seed}.{seats}.{number}".encode())
        won.note(mine in end.winners)
    return won


def _end(story: Telling[State]) -> State:
    while True:
        try:
            next(story)
        except StopIteration as end:
            state: State = end.value
            return state


# ---------------------------------------------------------------------- the yardsticks


def random_player(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Any legal move."""
    return dice.choose(moves)


def simple_player(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Keeps the higher card, aims at anybody else, names the commonest unseen card."""
    ranks = kit(view.options).ranks
    keeps = [move for move in moves if isinstance(move, Keep)]
    if keeps:
        return max(keeps, key=lambda move: ranks[move.cards[0]])
    plays = list(_plays(moves))
    lowest = min(ranks[move.card] for move in plays)
    plays = [move for move in plays if ranks[move.card] == lowest]
    others = [move for move in plays if move.target != view.me] or plays
    target = dice.choose(sorted({move.target for move in others}))
    others = [move for move in others if move.target == target]
    unseen = Counter(kit(view.options).cards)
    for pile in (view.faceup, view.hand, *view.discards):
        unseen.subtract(pile)
    return max(others, key=lambda move: unseen[move.name or Card.PRINCESS])
