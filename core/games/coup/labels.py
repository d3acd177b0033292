"""What the buttons of Coup say, and the questions above them."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.coup import board_words
from core.games.coup.factions import other_side
from core.games.coup.model import Denying, Options
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    COSTS,
    Deed,
    Guise,
    Role,
    blockers,
    claimed,
)
from core.games.coup.own_prompts import own_prompt
from core.games.coup.sight import View
from core.kernel.text import Message, Public


def label(view: View, said: Sequence[str], word: str) -> Public:
    """The label of the button that says `word` after `said`."""
    if said:
        if not word:
            return _converts(said[1:])
        if word.isdigit():
            seat = int(word)
            player = view.players[seat - 1]
            # Whatever somebody types is tried, also where there are no factions.
            if said[0] == Deed.CONVERT and player.faction is not None:
                return board_words.ConvertSeat(seat, board_words.SIDE_MARKS[other_side(player)])
            return board_words.SeatLabel(seat, player.coins)
        if word == "all":
            return board_words.AllLabel()
        if isinstance(view.step, Denying) and said[0] == "lose":
            return board_words.ConcedeAs(Role(word))
        return board_words.RoleLabel(Role(word))
    if isinstance(view.step, Denying) and word in ("show", "lose"):
        return board_words.AllLabel() if word == "show" else board_words.ConcedeLabel()
    match word:
        case "allow":
            return board_words.AllowLabel()
        case "challenge":
            return board_words.ChallengeLabel()
        case "lose":
            return board_words.LoseLabel()
        case "show":
            return board_words.ShowLabel()
        case "keep":
            return board_words.KeepLabel()
        case "block":
            return _block_label(view)
        case "choose":
            return board_words.ChooseLabel()
        case "return":
            return board_words.ReturnLabel()
        case "force":
            return board_words.ForceLabel()
        case "convert":
            return _convert_label(view.players[view.turn - 1].coins)
        case _:
            return _deed_label(Deed(word), view.options)


def _block_label(view: View) -> Public:
    """With a single character to name, the button names it."""
    roles = blockers(view.act.deed, view.options) if view.act is not None else ()
    return board_words.BlockAsLabel(roles[0]) if len(roles) == 1 else board_words.BlockLabel()


def _convert_label(coins: int) -> Public:
    """Whoever can pay for another one's conversion chooses whose; with less it is their own."""
    if coins < CONVERT_OTHER:
        return board_words.ConvertOwn(CONVERT_SELF)
    return board_words.ConvertOther(CONVERT_OTHER)


def _converts(target: Sequence[str]) -> Public:
    """A whole move: to convert oneself, or another player."""
    if not target:
        return board_words.ConvertOwn(CONVERT_SELF)
    return board_words.ConvertThem(int(target[0]), CONVERT_OTHER)


def _deed_label(deed: Deed, options: Options) -> Public:
    role, cost = claimed(deed, options), COSTS.get(deed)
    if role is None:
        return (
            board_words.DeedLabel(deed) if cost is None else board_words.DeedLabelCost(deed, cost)
        )
    if cost is None:
        return board_words.DeedLabelRole(deed, Guise[role.name])
    return board_words.DeedLabelBoth(deed, Guise[role.name], cost)


def hint(view: View, said: Sequence[str]) -> Message:
    """The question that the next word answers; for the first one the open question itself, said to
    whoever is asked."""
    if not said:
        return own_prompt(view)
    match said[0]:
        case "block":
            return board_words.AskBlock()
        case "lose":
            doubted = isinstance(view.step, Denying)
            return board_words.AskConceded() if doubted else board_words.AskLoss()
        case "show":
            return board_words.AskProof()
        case "keep":
            return board_words.AskKeep() if len(said) == 1 else board_words.AskKeepSecond()
        case "choose":
            return board_words.AskShown()
        case "convert":
            return board_words.AskFaction()
        case "cooperate":
            return board_words.AskPartner(Deed.COOPERATE)
        case deed:
            return board_words.AskTarget(Deed(deed))
