"""The board and the hand card of Coup, its buttons and letters, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.coup import board_words, events, factions
from core.games.coup.choices import awaited
from core.games.coup.manual import role_help
from core.games.coup.model import (
    Action,
    Answering,
    Cause,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Options,
    Player,
    Proving,
    Revealing,
    State,
    Swapping,
    Window,
)
from core.games.coup.names import (
    Deed,
    blockers,
    claimed,
    treasurer,
)
from core.games.coup.sight import View, surely_in_deck
from core.kernel.asks import Hidden, Row, Scene
from core.kernel.text import Message, Public, Secret


def scene(view: View) -> Scene:
    """The table in words: the board for the group, the hand card for a seat."""
    return Scene(own=tuple(_hand(view))) if view.reader else Scene(tuple(_board(view)))


def _board(view: View) -> Iterator[Public]:
    step = view.step
    if isinstance(step, Ended):
        hand = view.players[step.winner - 1].hidden
        if hand:
            yield board_words.WinnerHandLine(step.winner, hand)
    else:
        yield from _under_way(view)
        yield board_words.AwaitedLine(tuple(sorted(awaited(view))))
        yield from following(view)
    for seat in range(1, len(view.players) + 1):
        yield _seat_line(view, seat)
    yield board_words.DeckLine(view.deck)
    if view.options.factions:
        yield board_words.ReserveLine(view.reserve)


def _under_way(view: View) -> Iterator[Public]:
    """Whose turn it is, what is declared, who blocks it."""
    act = view.act
    yield board_words.TurnLine(view.turn)
    if act is not None:
        yield _deed_line(act.deed, act.target, view.options)
        if act.role is not None:
            yield board_words.BlockLine(act.blocker, act.role)
    if view.options.factions:
        yield from sides(view)


def sides(view: View) -> Iterator[Public]:
    """Whom the seat on turn may aim at while there are two factions, or that there is one."""
    if not factions.two(view.players, view.cards):
        side = next(
            player.faction for player, left in zip(view.players, view.cards, strict=True) if left
        )
        assert side is not None, "there are factions"
        yield board_words.OneFaction(board_words.SIDE_MARKS[side])
    elif isinstance(view.step, Choosing):
        targets = factions.foes(view.players, view.turn, view.cards)
        yield board_words.MayAttack(view.turn, tuple(sorted(targets)))


def _deed_line(deed: Deed, target: int, options: Options) -> Public:
    role = claimed(deed, options)
    if deed is Deed.EMBEZZLE:
        return board_words.DenialLine(deed, treasurer(options))
    if role is None:
        return board_words.DeedAtLine(deed, target) if target else board_words.DeedLine(deed)
    return (
        board_words.ClaimAtLine(deed, role, target) if target else board_words.ClaimLine(deed, role)
    )


def following(view: View) -> Iterator[Public]:
    """What can still follow the open decision, from public facts alone."""
    step, act = view.step, view.act
    if act is None or act.dropped:
        return
    able = bool(act.target) and view.cards[act.target - 1] > 0
    able = able and bool(blockers(act.deed, view.options))
    again = able and view.options.block_after_failed_challenge
    match step:
        case Answering(Window.RESPOND):
            if again:
                yield board_words.MayBlockLater(act.target)
            if able or act.deed is Deed.AID:
                yield board_words.MayBeCountered()
        case Answering(Window.CHALLENGE) if able:
            yield board_words.MayBlockNext(act.target)
        case Answering(Window.BLOCK | Window.SECOND):
            yield board_words.MayBeCountered()
        case Answering(Window.COUNTER):
            yield board_words.BlockMayFall(act.deed)
        case Proving() if act.blocker:
            yield board_words.BlockMayFall(act.deed)
        case Proving() if again:
            yield board_words.MayBlockLater(act.target)
        case Losing():
            yield from _after_the_loss(act, step.cause, again=again)
        case Revealing():
            yield board_words.SeenAlone(view.turn)
        case Denying(challenger) if view.cards[challenger - 1]:
            yield board_words.DenialMayHold(challenger, act.deed)
        case _:
            return


def _after_the_loss(act: Action, cause: Cause, *, again: bool) -> Iterator[Public]:
    """What follows when a challenge has cost somebody an influence."""
    if cause is Cause.BLUFF and act.blocker:
        yield board_words.HappensNext(act.deed)
    elif cause is Cause.MISTAKE and not act.blocker:
        yield board_words.MayBlockNext(act.target) if again else board_words.HappensNext(act.deed)


def _seat_line(view: View, seat: int) -> Public:
    player, cards = view.players[seat - 1], view.cards[seat - 1]
    if not cards:
        return board_words.SeatOut(seat, player.lost)
    if player.faction is not None:
        side = board_words.SIDE_MARKS[player.faction]
        return board_words.SeatLineSided(seat, side, _purse(player, cards, view.options))
    coins, lost, claims = player.coins, player.lost, player.claims
    if lost and claims:
        return board_words.SeatLineBoth(seat, coins, cards, lost, claims)
    if lost:
        return board_words.SeatLineLost(seat, coins, cards, lost)
    if claims:
        return board_words.SeatLineClaims(seat, coins, cards, claims)
    return board_words.SeatLine(seat, coins, cards)


def _purse(player: Player, cards: int, options: Options) -> Public:
    """What lies before a seat that is of a faction."""
    coins, lost, claims = player.coins, player.lost, claims_of(player, options)
    if lost and claims:
        return board_words.PurseBoth(coins, cards, lost, claims)
    if lost:
        return board_words.PurseLost(coins, cards, lost)
    if claims:
        return board_words.PurseClaims(coins, cards, claims)
    return board_words.Purse(coins, cards)


def claims_of(player: Player, options: Options) -> board_words.Claims:
    """What a seat has claimed; and at the end that it does not hold the Duke."""
    if not player.denies:
        return player.claims
    return (*player.claims, board_words.NoRole(treasurer(options)))


def _hand(view: View) -> Iterator[Message]:
    player = view.players[view.reader - 1]
    if not player.hidden:
        yield board_words.OutLine()
        return
    examined = _examined(view)
    if examined is not None:
        yield examined
    for card in player.hidden:
        yield board_words.HandLine(card, role_help(card, view.options))
    if isinstance(view.step, Swapping):
        for card in view.step.drawn:
            yield board_words.DrawnLine(card, role_help(card, view.options))
    yield from _seen_lines(view, examined)
    yield board_words.CoinsLine(player.coins)
    if view.options.factions:
        yield from _own_sides(view)
    if player.lost:
        yield board_words.LostLine(player.lost)
    if view.sunk is not None and view.sunk.seat == view.reader:
        back = surely_in_deck(view, view.reader)
        if back:
            yield board_words.SunkLine(back)


def _seen_lines(view: View, examined: board_words.ExaminedLine | None) -> Iterator[Secret]:
    """Who has seen which of the own cards, and what the reader has seen of others (13.2.10), less
    the card on which it decides now: that one stands above them."""
    for each in view.players[view.reader - 1].seen:
        yield board_words.SeenLine(each.by, each.role)
    for seat, other in enumerate(view.players, 1):
        for each in other.seen if seat != view.reader else ():
            if examined != board_words.ExaminedLine(seat, each.role):
                yield board_words.SawLine(seat, each.role)


def _examined(view: View) -> board_words.ExaminedLine | None:
    """The card on which the reader decides now; None for everybody else, its owner too."""
    step, act = view.step, view.act
    if not isinstance(step, Examining) or step.card is None or view.reader != view.turn:
        return None
    assert act is not None, "somebody is examined"
    return board_words.ExaminedLine(act.target, step.card)


def _own_sides(view: View) -> Iterator[Public]:
    """Who is on which side, and whom the reader may attack."""
    if factions.two(view.players, view.cards):
        yield events.Sides(*factions.told(view.players, view.cards))
        targets = factions.foes(view.players, view.reader, view.cards)
        yield board_words.YouMayAttack(tuple(sorted(targets)))
    else:
        yield from sides(view)


def brief(view: View) -> Sequence[Secret]:
    """The hand in very few words, what others have seen of it and what has been seen of theirs;
    empty for the group and for whoever is out."""
    if not view.reader:
        return ()
    player = view.players[view.reader - 1]
    if not player.hidden:
        return ()
    drawn = view.step.drawn if isinstance(view.step, Swapping) else ()
    own = board_words.BriefHand(player.hidden + drawn, player.coins)
    examined = _examined(view)
    now = () if examined is None else (examined,)
    return (*now, own, *_seen_lines(view, examined))


def hidden(state: State, seat: int) -> Hidden:
    """The hidden cards that the seat chooses from; in an Exchange the drawn ones too."""
    player = state.players[seat - 1]
    cards = [str(card) for card in player.hidden]
    if isinstance(state.step, Swapping) and seat == state.turn:
        cards += state.step.drawn
    elif isinstance(state.step, Denying) and seat == state.turn:
        # A third letter, whether or not all can be shown: nobody learns from it which it is.
        lies = treasurer(state.options) in player.hidden
        cards.append(cards[0] if lies else "all")
    return Hidden(tuple(cards), player.version, 4)


def rows(view: View) -> Sequence[Row]:
    """Letters for a loss, a proof, an Examine and an Exchange: one row for each card to name."""
    match view.step:
        case Losing() | Proving() | Revealing() | Denying():
            return (Row("letters", 1),)
        case Swapping():
            count = view.cards[view.turn - 1]
            return tuple(Row("letters", place) for place in range(1, count + 1))
        case _:
            return ()
