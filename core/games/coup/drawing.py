"""The table of Coup as it can be drawn, from a view: seats, cards, and what is declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from core.games.coup import board, board_words, drawn_words, factions
from core.games.coup.manual import role_help
from core.games.coup.model import (
    Action,
    Answering,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Options,
    Proving,
    Revealing,
    Swapping,
    Window,
    copies,
)
from core.games.coup.names import Deed, Role, blockers, cast, claimed, doubtful, treasurer
from core.games.coup.sight import View, surely_held, surely_in_deck
from core.kernel.drawn import Badge, Face, Moment, Pile, Place, Stage, Unseen
from core.kernel.plain import OutMark
from core.kernel.text import Public

ROLES = {str(role): role for role in Role}


def role_face(role: Role, options: Options, *, turned: bool = False) -> Face:
    """A character as a card."""
    name = board_words.RoleLabel(role)
    return Face(str(role), name, text=role_help(role, options), turned=turned)


def faces(roles: Sequence[Role], options: Options, *, turned: bool = False) -> tuple[Face, ...]:
    """Several of them; lost influences lie `turned`."""
    return tuple([role_face(role, options, turned=turned) for role in roles])


def face(options: Options, word: str) -> Face | None:
    """The character that a word names: a card, or as whom somebody blocks."""
    role = ROLES.get(word)
    return None if role is None else role_face(role, options)


def hand(view: View) -> Sequence[Face]:
    """The reader's own cards, in an Exchange those drawn behind them; none for the group."""
    if not view.reader:
        return ()
    own = view.players[view.reader - 1].hidden
    drawn = view.step.drawn if isinstance(view.step, Swapping) else ()
    return faces(own + drawn, view.options)


def stage(view: View) -> Stage:
    """What is declared, what can still follow, court deck and coins, and every seat."""
    over = isinstance(view.step, Ended)
    piles = [
        Pile("deck", board_words.DeckLine(view.deck), view.deck),
        Pile("treasury", drawn_words.Treasury()),
    ]
    lines = list(board.following(view))
    if view.options.factions:
        piles.append(Pile("almshouse", board_words.ReserveLine(view.reserve), view.reserve))
        lines += [] if over else board.sides(view)
    allowing = _allowing(view)
    return Stage(
        lines=tuple(lines),
        head=tuple([pile.name for pile in piles if pile.kind != "treasury"]),
        brief=tuple([line for line in lines if line != board_words.MayBeCountered()]),
        turn=0 if over else view.turn,
        piles=tuple(piles),
        under_way=_under_way(view),
        places=tuple([_place(view, seat, allowing) for seat in range(1, len(view.players) + 1)]),
    )


def _under_way(view: View) -> Moment | None:
    """The action of the turn while it is not settled: who claims what, and what is asked now."""
    act = view.act
    if act is None:
        return None
    role = claimed(act.deed, view.options)
    return Moment(
        "claim" if isinstance(view.step, Answering | Proving | Denying) else "play",
        view.turn,
        act.target,
        None if role is None else role_face(role, view.options),
        drawn_words.DeedName(act.deed),
        _asked(view, act),
    )


def _asked(view: View, act: Action) -> Public:
    """Under what is declared: who blocks it, or what must be decided now."""
    step = view.step
    assert not isinstance(step, Choosing | Ended), "something is declared"
    match step:
        case Answering(window):
            return _window(view, act, window)
        case Proving(claimant, role):
            return drawn_words.MustShow(claimant, role)
        case Losing(seat):
            return drawn_words.MustLose(seat)
        case Swapping():
            return drawn_words.ChoosesCards(view.turn)
        case Revealing():
            return drawn_words.ChoosesShown(act.target)
        case Examining():
            return drawn_words.LooksAt(view.turn, act.target)
        case Denying():
            return drawn_words.MustShowAll(view.turn)
    assert_never(step)


def _window(view: View, act: Action, window: Window) -> Public:
    match window:
        case Window.COUNTER:
            assert act.role is not None, "a block names a character"
            return drawn_words.BlockedBy(act.blocker, act.role)
        case Window.SECOND:
            return drawn_words.ProvedMayBlock()
        case _ if act.deed is Deed.EMBEZZLE:
            return drawn_words.LacksDoubted(treasurer(view.options))
        case Window.BLOCK:
            return drawn_words.MayBlock()
        case Window.CHALLENGE:
            return drawn_words.MayDoubt()
        case Window.RESPOND:
            if not doubtful(act.deed):
                return drawn_words.MayBlock()
            stops = bool(blockers(act.deed, view.options))
            return drawn_words.MayStop() if stops else drawn_words.MayDoubt()
    assert_never(window)


def _allowing(view: View) -> frozenset[int]:
    """The seats that have allowed what is asked in the open window."""
    step, act = view.step, view.act
    if not isinstance(step, Answering):
        return frozenset()
    assert act is not None, "a window is about an action"
    alive = frozenset([seat for seat, left in enumerate(view.cards, 1) if left])
    if act.blocker:
        asked = alive - {act.blocker}
    elif act.deed is Deed.AID:
        # Whoever is of the same side was not asked, also where its last foe has left since.
        asked = frozenset()
        if not view.options.factions or factions.two(view.players, view.cards):
            asked = factions.foes(view.players, view.turn, view.cards)
    elif step.window is Window.RESPOND or step.window is Window.CHALLENGE:
        asked = alive - {view.turn}
    else:
        asked = step.awaited  # the target alone
    return asked - step.awaited


def _place(view: View, seat: int, allowing: frozenset[int]) -> Place:
    """A seat as the reader sees it: its lost cards, what is known of its hand, and backs."""
    player, count = view.players[seat - 1], view.cards[seat - 1]
    lost = faces(player.lost, view.options, turned=True)
    badges = tuple(_badges(view, seat, allowing))
    if not count:
        return Place(seat, badges, lost, out=True)
    step = view.step
    if isinstance(step, Ended) and view.options.reveal_winner_hand:
        return Place(seat, badges, lost, opened=faces(player.hidden, view.options))
    if isinstance(step, Swapping) and seat == view.turn:
        count += 1 if view.options.inquisitor else 2
    known = surely_held(player, view.reader) if seat != view.reader else ()
    return Place(seat, badges, lost, count, faces(known, view.options))


def _badges(view: View, seat: int, allowing: frozenset[int]) -> Iterator[Badge]:
    player = view.players[seat - 1]
    if not view.cards[seat - 1]:
        yield Badge("out", OutMark())
        return
    if player.faction is not None:
        yield Badge("side", board_words.SIDE_MARKS[player.faction], code=player.faction.value)
    yield Badge("coins", drawn_words.MarkCoins(player.coins), player.coins, symbol="🪙")
    claims = board.claims_of(player, view.options)
    if claims:
        yield Badge("claims", drawn_words.MarkClaims(claims))
    if seat in allowing:
        yield Badge("passed", drawn_words.MarkAllows())


def unseen(view: View) -> Sequence[Unseen]:
    """Of each character how many cards the reader knows nothing of."""
    of = copies(len(view.players))
    seen: Counter[Role] = Counter(surely_in_deck(view, view.reader))
    if isinstance(view.step, Swapping):
        seen.update(view.step.drawn)
    for player in view.players:
        seen.update(player.lost)
        seen.update(player.hidden or surely_held(player, view.reader))
    return tuple(
        [Unseen(role_face(role, view.options), of - seen[role], of) for role in cast(view.options)]
    )
