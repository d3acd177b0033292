"""What the variants of Coup add to the position from which a sketch begins (13.2, 13.3)."""

from __future__ import annotations

from typing import NamedTuple

from core.games.coup.model import Player
from core.games.coup.names import Faction, treasurer
from core.games.coup.sight import View
from core.games.coup.sketch import NUMBERS

EVERYBODY = -1
"""As an eye: what everybody knows a seat to hold."""

Eye = tuple[int, int] | None
"""Who has seen which card of a hand."""

SAYS, DENIES = 1, -1
"""A seat has said that it holds the Duke, or that it does not."""


class Setting(NamedTuple):
    """Factions, the switches that matter, the almshouse, and what people know of one another."""

    sides: tuple[int, ...]
    factions: bool
    inquisitor: bool
    guarded: bool  # a Contessa blocks Examine
    draws_first: bool
    open_hand: bool
    reserve: int
    eyes: tuple[Eye, ...]
    stories: tuple[int, ...]


def setting(view: View) -> Setting:
    """What the reader of a view knows of it."""
    options, players = view.options, view.players
    duke = treasurer(options)
    if options.factions:
        sides = [int(player.faction is Faction.POPULIST) for player in players]
    else:
        sides = list(range(len(players)))  # nobody is anybody's mate
    return Setting(
        tuple(sides),
        options.factions,
        options.inquisitor,
        options.contessa_blocks_examine,
        options.examine_redraw == "draw_first",
        options.embezzle_bluff == "open_hand",
        view.reserve,
        tuple([_eye(player) for player in players]),
        tuple([SAYS if duke in p.claims else DENIES if p.denies else 0 for p in players]),
    )


def _eye(player: Player) -> Eye:
    if player.has:
        return EVERYBODY, NUMBERS[player.has[0]]
    if player.seen:
        return player.seen[-1].by - 1, NUMBERS[player.seen[-1].role]
    return None
