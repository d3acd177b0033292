"""How well the computer players of Coup play.

    python -m tests.bench.coup_bots [GAMES]

Seeded games with the seats rotated: `clever` alone against the rule-based player of coupml at
2, 3 and 4 seats, against the player that only tells the truth, and against the idle one. The
opponents play behind our engine: what they see is translated into their form, what they answer
into our moves. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from coupml.rule_ai import RuleAI

from core.games.coup import COUP
from core.games.coup.events import (
    Blocked,
    ChallengedRightly,
    ChallengedWrongly,
    Claimed,
    ClaimedAt,
    ClaimedPaying,
    Eliminated,
    InfluenceLost,
    Returned,
)
from core.games.coup.model import (
    ALLOW,
    BLOCKS,
    CHALLENGE,
    LOSSES,
    PRESETS,
    Answering,
    Choosing,
    Losing,
    Move,
    State,
    Swapping,
    Verb,
    Window,
    keeping,
)
from core.games.coup.names import Deed, Role
from core.games.coup.sight import View
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.game import Telling
from core.kernel.notation import find
from core.kernel.text import Announce, Note
from tests.bench.coup_honest import honest

BARS = {2: 0.48, 3: 0.32, 4: 0.24}
MOST_TURNS = 300
SLOWEST = 1.0  # mean milliseconds an answer

ACTIONS = {
    Deed.INCOME: "income",
    Deed.AID: "foreign_aid",
    Deed.COUP: "coup",
    Deed.TAX: "tax",
    Deed.STEAL: "steal",
    Deed.EXCHANGE: "exchange",
    Deed.ASSASSINATE: "assassinate",
}
OURS = {name: deed for deed, name in ACTIONS.items()}

Trace = list[tuple[str, str | None]]
Player = Callable[[View, Sequence[Move], Dice, list[Trace]], Move]


class Chance:
    """The chance that the rule-based player asks for, from one stream."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def rand(self) -> float:
        return self.random.random()

    def choice(self, items: Sequence[Any]) -> Any:
        return self.random.choice(items)

    def shuffle(self, items: list[Any]) -> None:
        self.random.shuffle(items)


def remember(traces: list[Trace], note: Note) -> None:
    """Keep what coupml would have in the public history of its players."""
    if not isinstance(note, Announce):
        return
    match note.message:
        case Claimed(seat, role) | ClaimedAt(seat, role) | ClaimedPaying(seat, role):
            traces[seat - 1].append(("claim", str(role)))
        case Blocked(blocker, role):
            traces[blocker - 1].append(("claim", str(role)))
        case InfluenceLost(seat, card) | Eliminated(seat, card):
            traces[seat - 1].append(("reveal", str(card)))
        case ChallengedWrongly(_, seat, role):
            traces[seat - 1].append(("reveal", str(role)))
        case ChallengedRightly(_, seat, role):
            traces[seat - 1].append(("lost_challenge", str(role)))
        case Returned(seat):
            traces[seat - 1].append(("exchange", None))
        case _:
            return


def their_state(view: View, phase: str, traces: list[Trace]) -> dict[str, Any]:
    """The view in the form of coupml: players in turn order from the reader on."""
    count, me = len(view.players), view.reader

    def relative(seat: int) -> int:
        return (seat - me) % count

    players = []
    for offset in range(count):
        seat = (me - 1 + offset) % count + 1
        player, cards = view.players[seat - 1], view.cards[seat - 1]
        hidden = [str(card) for card in player.hidden] if seat == me else ["hidden"] * cards
        players.append(
            {
                "cash": player.coins,
                "hidden": sorted(hidden),
                "revealed": sorted(str(card) for card in player.lost),
                "trace": list(traces[seat - 1]),
            }
        )
    game: dict[str, Any] = {
        "phase": phase,
        "whose_turn": relative(view.turn),
        "player_to_act": 0,
    }
    if view.act is not None:
        game["action"] = ACTIONS[view.act.deed]
        if view.act.target:
            game["target_player"] = relative(view.act.target)
        if view.act.role is not None:
            game["blocked_with"] = str(view.act.role)
            game["blocking_player"] = relative(view.act.blocker)
    if isinstance(view.step, Swapping):
        game["drawn_roles"] = [str(card) for card in view.step.drawn]
    return {"players": players, "game": game}


class Rules:
    """The rule-based player of coupml behind our engine."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)

    def __call__(self, view: View, moves: Sequence[Move], dice: Dice, traces: list[Trace]) -> Move:
        def ask(phase: str) -> str:
            return str(RuleAI(their_state(view, phase, traces), self.chance).get_action())

        match view.step:
            case Choosing():
                for _ in range(20):  # may name a target that our rules do not allow
                    move = find(moves, self.action(view, ask("start_of_turn")))
                    if move is not None:
                        return move
                return moves[0]
            case Answering(window):
                return self.answer(window, moves, ask)
            case Losing():
                return LOSSES[Role(ask("direct_attack").removeprefix("reveal:"))]
            case _:
                named = ask("choose_new_roles").removeprefix("keep:").split(",")
                return keeping(tuple(Role(name) for name in named))

    def action(self, view: View, said: str) -> str:
        name, _, number = said.partition(":")
        if not number:
            return str(OURS[name])
        seat = (view.reader - 1 + int(number)) % len(view.players) + 1
        return f"{OURS[name]}.{seat}"

    def answer(self, window: Window, moves: Sequence[Move], ask: Callable[[str], str]) -> Move:
        if window is Window.COUNTER:
            return CHALLENGE if ask("awaiting_block_challenge") == "challenge" else ALLOW
        if CHALLENGE in moves and ask("awaiting_challenge") == "challenge":
            return CHALLENGE
        if any(move.verb is Verb.BLOCK for move in moves):
            said = ask("awaiting_block")
            if said.startswith("block:"):
                return BLOCKS[Role(said.removeprefix("block:"))]
        return ALLOW


def ours(bot: Callable[[View, Sequence[Move], Dice], Move]) -> Player:
    """One of our own computer players, which need no traces."""
    return lambda view, moves, dice, traces: bot(view, moves, dice)


class Result:
    """What a row of games gave."""

    def __init__(self) -> None:
        self.games = self.wins = self.longest = self.answers = 0
        self.spent = self.worst = 0.0

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def mean(self) -> float:
        """Milliseconds an answer."""
        return 1000 * self.spent / max(1, self.answers)


def run(story: Telling[State], traces: list[Trace]) -> State:
    while True:
        try:
            remember(traces, next(story))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def game(
    seats: int, number: int, hero: Player, other: Callable[[int], Player]
) -> tuple[int, int, list[float]]:
    """One game: 1 if the hero won, its turns, the seconds of each of the hero's answers."""
    seed = sha256(f"coup {seats} {number}".encode()).digest()
    dice, order = Dice(seed), random.Random(number)
    mine = number % seats + 1
    players = [hero if s == mine else other(number * 10 + s) for s in range(1, seats + 1)]
    traces: list[Trace] = [[] for _ in range(seats)]
    state = run(COUP.setup(seats, PRESETS["bga_seed"], dice), traces)
    times: list[float] = []
    question = 0
    while not isinstance(asked := COUP.ask(state), Over):
        question += 1
        seat = order.choice(sorted(asked.seats))
        view, moves = COUP.view(state, seat), COUP.moves(state, seat)
        chance = bot_dice(seed, question, seat)
        begun = time.perf_counter()
        move = players[seat - 1](view, moves, chance, traces)
        if seat == mine:
            times.append(time.perf_counter() - begun)
        assert move in moves
        state = run(COUP.play(state, seat, move, dice), traces)
    (winner,) = asked.winners
    return int(winner == mine), state.number, times


def contest(seats: int, games: int, hero: Player, other: Callable[[int], Player]) -> Result:
    """Many games, the hero's seat rotated."""
    result = Result()
    for number in range(games):
        won, turns, times = game(seats, number, hero, other)
        result.games += 1
        result.wins += won
        result.longest = max(result.longest, turns)
        result.answers += len(times)
        result.spent += sum(times)
        result.worst = max(result.worst, max(times, default=0.0) * 1000)
    return result


def main(games: int) -> int:
    """Print the table; 1 if a bar is missed."""
    clever, idle = ours(COUP.bots["clever"]), ours(COUP.bots["idle"])
    truthful = ours(honest)
    rows: list[tuple[str, int, Callable[[int], Player], float]] = [
        ("RuleAI", seats, Rules, bar) for seats, bar in BARS.items()
    ]
    rows += [("honest", seats, lambda seed: truthful, 1.25 / seats) for seats in BARS]
    rows += [("idle", seats, lambda seed: idle, 1.8 / seats) for seats in BARS]
    rows += [("clever", seats, lambda seed: clever, 0.0) for seats in (2, 4, 6)]
    missed = 0
    print("clever against  seats  games  wins    bar     turns  mean ms  worst ms")
    for name, seats, other, bar in rows:
        count = games if name == "RuleAI" else max(50, games // 4)
        got = contest(seats, count, clever, other)
        fine = got.rate >= bar and got.longest <= MOST_TURNS and got.mean <= SLOWEST
        missed += not fine
        print(
            f"{name:15} {seats:5} {got.games:6} {got.rate:6.1%} {bar:6.1%} {got.longest:6} "
            f"{got.mean:8.3f} {got.worst:9.2f}{'' if fine else '  missed'}"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
