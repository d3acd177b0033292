"""The rule-based player of coupml behind our engine.

What it sees is translated into its form, what it answers into our moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from coupml.rule_ai import RuleAI

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
    Answering,
    Choosing,
    Losing,
    Move,
    Swapping,
    Verb,
    Window,
    keeping,
)
from core.games.coup.names import Deed, Role
from core.games.coup.sight import View
from core.kernel.notation import find
from core.kernel.text import Announce, Note

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
"""What coupml would have in the public history of a seat."""


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

    def __call__(self, view: View, moves: Sequence[Move], traces: list[Trace]) -> Move:
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
