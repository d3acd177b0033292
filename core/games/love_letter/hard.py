"""A computer player that plays the round out in its mind, many times, before it moves.

It imagines worlds (`worlds`), does in each what every one of its moves would do there, and lets
a quick round go on from it to the end (`playout`). The worth of a move is its chance of winning
the match after that, on the average over the worlds, together with what the normal player
thinks of it. The number of playouts is fixed, so that the same dice always think the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.games.love_letter.light import CHANCELLOR, EMPTY, GUARD, NUMBER, PRINCESS, Light
from core.games.love_letter.model import Keep, Move, Options, View
from core.games.love_letter.normal import WEIGHTS, Weights, pick, values
from core.games.love_letter.playout import consult, play_out
from core.games.love_letter.reading import Race, race, read
from core.games.love_letter.worlds import Worlds
from core.kernel.dice import Dice
from core.kernel.minds import Manner

PLAYOUTS = 1200  # a decision
TRUST = 0.7  # what the normal player thinks, against what the playouts say
BLUR = 0.004  # moves that are worse by no more than this are as good

Branch = tuple[int, ...]
"""What a move comes to in a world: moves with the same branch lead to the same round."""


def hard(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """The move that won most in the mind; nearly equal ones are decided by the dice."""
    return ponder(view, moves, dice, WEIGHTS[manner], PLAYOUTS, TRUST)


def ponder(
    view: View,
    moves: Sequence[Move],
    dice: Dice,
    weights: Weights,
    playouts: int,
    trust: float,
) -> Move:
    """As `hard`, with weights and a number of playouts of one's own."""
    if len(moves) == 1:
        return moves[0]
    liked = values(view, moves, weights)
    won = _won(view, moves, dice.below(1 << 62), playouts)
    worths = [one + trust * other for one, other in zip(won, liked, strict=True)]
    return pick(moves, worths, dice, BLUR)


def _won(view: View, moves: Sequence[Move], seed: int, playouts: int) -> list[float]:
    """What each move wins on the average, the own win of this round being worth 1 more than
    that of somebody else."""
    worlds = Worlds(view, read(view), seed)
    prizes = Prizes(view)
    acts = [_act(view, move) for move in moves]
    sums = [0.0] * len(moves)
    left, number = playouts, 0
    while left > 0:
        world = worlds.one(number)
        found: dict[Branch, float] = {}
        for i, act in enumerate(acts):
            branch = _branch(world, act)
            if branch not in found:
                found[branch] = prizes.of(*_outcome(world.copy(), view.me, act))
            sums[i] += found[branch]
        left -= len(found)
        number += 1
    return [each / number for each in sums]


# ---------------------------------------------------------------------- one move in one world


class Act(NamedTuple):
    """A move in the numbers of a light round; a Chancellor's choice plays no card."""

    card: int
    kept: int
    target: int = 0
    name: int = EMPTY
    under: tuple[int, ...] = ()
    knowing: tuple[tuple[int, int], ...] = ()  # who knows what stays, as `Light.knows`


def _act(view: View, move: Move) -> Act:
    if isinstance(move, Keep):
        kept, *under = (NUMBER[card] for card in move.cards)
        return Act(EMPTY, kept, under=tuple(under))
    first, second = view.hand
    stays = second if first is move.card else first
    name = EMPTY if move.name is None else NUMBER[move.name]
    knowing = tuple((fact.by, view.me) for fact in view.known if fact.card is stays)
    return Act(NUMBER[move.card], NUMBER[stays], move.target, name, (), knowing)


def _branch(world: Light, act: Act) -> Branch:
    """All misses of a Guard are one branch."""
    if act.card == GUARD and act.name != EMPTY:
        hit = world.hands[act.target] == act.name
        return (act.card, act.kept, act.target if hit else 0)
    return (act.card, act.kept, act.target, *act.under)


def _outcome(light: Light, me: int, act: Act) -> tuple[Light, list[int]]:
    """The round after a move, played out, and who is best in it."""
    if act.card == EMPTY:
        light.keep(me, act.kept, act.under)
    else:
        light.hands[me] = act.kept
        light.knows.update(act.knowing)
        light.lay(me, act.card, act.kept, act.target, act.name)
        if act.card == CHANCELLOR:
            consult(light, me)
    return light, play_out(light, me)


class Prizes:
    """What the end of a round is worth to the player, worked out once for each kind of end."""

    def __init__(self, view: View) -> None:
        self.options: Options = view.options
        self.race: Race = race(view)
        self.none = self.race.after({})
        others = [self.race.after({seat: 1}) for seat in view.alive if seat != view.me]
        self.span = self.race.after({view.me: 1}) - sum(others) / len(others)
        self.found: dict[tuple[tuple[int, ...], bool, int], float] = {}

    def of(self, light: Light, best: list[int]) -> float:
        """The chance of winning the match after this round, in units of winning the round."""
        spies = [seat for seat in light.alive if seat in light.spies]
        spy = spies[0] if len(spies) == 1 else 0
        if len(best) > 1 and self.options.unbroken == "nobody":
            best = []
        bonus = len(best) == 1 and light.hands[best[0]] == PRINCESS
        key = (tuple(best), bonus, spy)
        if key not in self.found:
            points: int = self.options.princess_points if bonus else 1
            gains = dict.fromkeys(best, points)
            if spy:
                gains[spy] = gains.get(spy, 0) + 1
            self.found[key] = (self.race.after(gains) - self.none) / self.span
        return self.found[key]
