"""The strong computer player: it imagines what others may hold, and plays on to the end.

It deals hidden hands that fit what it believes, plays each of its moves in each of these worlds
to the end of the game by quick habits (`sketch`), and counts which move wins most often. It
spends most of its playouts on the moves that look best. The worth that `normal` reckons counts
like some more playouts: where many play, a single move changes little and chance much. So it is
clearly stronger in a duel, and against whoever always does the same; among three or four sensible
players it is not shown to win more often than `normal`. Where the variants are played it leans
more on what is reckoned, and looks at fewer moves; what it is asked beside a turn and its windows
(which card to show or to have exchanged) it answers as `normal` does.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from hashlib import shake_256
from itertools import accumulate, chain
from struct import unpack

import msgspec

from core.games.coup.habits import HABITS, considered, liking
from core.games.coup.model import Answering, Choosing, Move, Verb, Window
from core.games.coup.names import Deed
from core.games.coup.normal import LATE, normal
from core.games.coup.reckoning import Reckoning
from core.games.coup.sight import View
from core.games.coup.sketch import NUMBERS, Sketch
from core.games.coup.sketch_setting import setting
from core.games.coup.sketch_variants import VariantSketch
from core.kernel.dice import Dice
from core.kernel.minds import Manner

PLAYOUTS = (0, 0, 2400, 1100, 700, 550, 400, 300, 250, 200, 150)
"""How many games are played on for one decision, by the seats that are left."""

RECKONED = (0, 0, 40, 100, 100, 100, 100, 100, 100, 100, 100)
"""For how many playouts of each move its reckoned worth counts."""

MOST = 14
"""So many moves are played on at most where variants are played."""

SHARE, TRUST = 0.5, 2
"""By these there are fewer playouts with variants, and the reckoned worth counts for more of
them: the habits of playouts say less about factions than what is reckoned."""

NERVE = 1.8
"""By this a strong player bluffs more readily: it sees better when it pays."""

Hands = list[list[int]]

replace = msgspec.structs.replace


def hard(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """One of the moves, from what the seat knows alone. It takes some 50 ms."""
    quiet = not isinstance(view.step, Choosing | Answering)
    if quiet or view.number > LATE:
        return normal(view, moves, dice, manner)
    mind, habits = Reckoning(view, wary=True), HABITS[manner]
    habits = replace(habits, nerve=habits.nerve * NERVE)
    minded = considered(mind, moves, habits, dice)
    minded = promising(mind, minded)
    likings = [liking(habits, move) for move in minded]
    return Search(mind, dice).best(minded, likings)


def promising(mind: Reckoning, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves that are played on. Among three or more a Coup that can be paid is launched:
    whoever saves for longer is attacked for it, more than a playout knows. Of the many moves that
    the variants offer only those that are reckoned best."""
    coups = tuple([move for move in moves if move.deed is Deed.COUP])
    if coups and not mind.duel:
        moves = coups
    if len(moves) <= MOST or not mind.view.options.varied:
        return moves
    return tuple(sorted(moves, key=lambda move: -mind.value(move))[:MOST])


class Search:
    """One decision: worlds that fit the beliefs, and games played on in them."""

    def __init__(self, mind: Reckoning, dice: Dice) -> None:
        view = mind.view
        self.mind, self.view = mind, view
        self.me = view.reader - 1
        self.chance = fast(dice)
        self.coins = [player.coins for player in view.players]
        self.hand = [NUMBERS[role] for role in mind.hand]
        self.known = [NUMBERS[p.lacks[0]] if p.lacks else -1 for p in view.players]
        self.out = [0] * 5
        for player in view.players:
            for role in player.lost:
                self.out[NUMBERS[role]] += 1
        self.taxing = Deed.COOPERATE if view.options.diplomat else Deed.TAX
        self.alive = [seat for seat, cards in enumerate(view.cards) if cards]
        self.setting = setting(view) if view.options.varied else None

    def best(self, moves: Sequence[Move], likings: Sequence[float]) -> Move:
        """The move that wins most often. Half of the moves is dropped again and again."""
        seats = len(self.alive)
        left, playouts, tried = list(range(len(moves))), PLAYOUTS[seats], RECKONED[seats]
        if self.setting is not None:
            playouts, tried = int(SHARE * playouts), TRUST * tried
        wins = [tried * self.mind.value(move) for move in moves]
        worlds = self.worlds()
        while len(left) > 1:
            last = len(left) == 2
            rounds = max(1, (playouts if last else playouts // 2) // len(left))
            playouts -= rounds * len(left)
            tried += rounds
            for _ in range(rounds):
                hands, deck = next(worlds)
                for index in left:
                    wins[index] += self.wins(moves[index], hands, deck)
            left.sort(key=lambda index: -wins[index] * likings[index])
            left = left[: 1 if last else (len(left) + 1) // 2]
        return moves[left[0]]

    def worlds(self) -> Iterator[tuple[Hands, list[int]]]:
        """Hands of all seats and a court deck, as likely as the beliefs say."""
        beliefs, others = self.mind.beliefs, [seat for seat in self.alive if seat != self.me]
        tables = []
        for seat in others:
            table = beliefs.hands(seat + 1)
            hands = [[NUMBERS[role] for role in hand] for hand, _ in table]
            tables.append((seat, hands, list(accumulate(weight for _, weight in table))))
        unseen = [0] * 5
        for role, cards in beliefs.unseen.items():
            unseen[NUMBERS[role]] = cards
        sure = [NUMBERS[role] for role in beliefs.sure]
        while True:
            pool, world = unseen.copy(), [list[int]() for _ in self.view.cards]
            world[self.me] = self.hand
            for seat, hands, sums in tables:
                world[seat] = hands[bisect(sums, self.chance() * sums[-1])]
                for card in world[seat]:
                    pool[card] -= 1
            if min(pool) >= 0:
                yield world, sure + [card for card in range(5) for _ in range(pool[card])]

    def sketch(self, hands: Hands, deck: list[int]) -> Sketch:
        """The position as it is in this world."""
        if self.setting is None:
            return Sketch(hands, self.coins, deck, self.out, self.known, self.chance, self.taxing)
        return VariantSketch(
            *(hands, self.coins, deck, self.out, self.known, self.chance, self.taxing), self.setting
        )

    def wins(self, move: Move, hands: Hands, deck: list[int]) -> bool:
        """Whether a game is won that goes on in this world with this move."""
        sketch = self.sketch(hands, deck)
        if self.view.act is None:
            assert move.deed is not None, "on turn an action is chosen"
            others = [seat for seat in self.alive if seat != self.me]
            sketch.declare(self.me, move.deed, move.target - 1, others)
        else:
            self.answer(sketch, move)
        return sketch.finish(self.view.turn % len(hands)) == self.me

    def answer(self, sketch: Sketch, move: Move) -> None:
        """Carry out an answer, and let the others answer that are still awaited."""
        step, act = self.view.step, self.view.act
        assert isinstance(step, Answering)
        assert act is not None
        me, actor, target, deed = self.me, self.view.turn - 1, act.target - 1, act.deed
        rest = [seat - 1 for seat in sorted(step.awaited) if seat - 1 != me]
        if move.verb is Verb.BLOCK:
            sketch.blocked(actor, deed, target, me, NUMBERS[move.cards[0]], [actor])
        elif act.role is not None:
            blocker, role = act.blocker - 1, NUMBERS[act.role]
            if move.verb is Verb.CHALLENGE:
                sketch.unmask(me, actor, deed, target, blocker, role)
            else:
                doubters = [seat for seat in rest if seat == actor]
                sketch.blocked(actor, deed, target, blocker, role, doubters)
        elif move.verb is Verb.CHALLENGE:
            sketch.challenge(me, actor, deed, target)
        elif step.window is Window.CHALLENGE:  # whoever may block is asked afterwards
            askers = [seat for seat in self.alive if seat != actor]
            sketch.asked(actor, deed, target, rest, askers)
        elif step.window is Window.RESPOND:
            sketch.asked(actor, deed, target, rest, rest)
        else:
            sketch.stopped(actor, deed, target, rest)


BLOCK = 4096


def fast(dice: Dice) -> Callable[[], float]:
    """Fair numbers from 0 up to, but not, 1: an endless stream of SHAKE-256, begun by the dice."""
    seed = dice.below(1 << 62).to_bytes(8, "big")

    def blocks() -> Iterator[Iterator[float]]:
        number = 0
        while True:
            raw = shake_256(seed + number.to_bytes(8, "big")).digest(4 * BLOCK)
            yield map((2.0**-32).__mul__, unpack(f">{BLOCK}I", raw))
            number += 1

    return chain.from_iterable(blocks()).__next__
