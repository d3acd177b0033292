"""How a round of Love Letter ends, who is paid for it, and when the match is won."""

from __future__ import annotations

from core.games.love_letter import events
from core.games.love_letter.desk import Desk
from core.games.love_letter.model import target
from core.games.love_letter.names import Card
from core.kernel.game import Telling
from core.kernel.text import announce


def end_round(desk: Desk) -> Telling[tuple[int, ...]]:
    """Find and pay the winners (LL-8). Returns who may start the next round (LL-3.3)."""
    best: tuple[int, ...]
    winners: tuple[int, ...]
    if len(desk.alive) == 1:
        best = winners = desk.alive
        yield announce(events.LastOneWon(best[0], desk.round))
    else:
        best = yield from _showdown(desk)
        winners = yield from _share(desk, best)
    yield from _pay(desk, winners)
    if desk.options.reveal_all_at_round_end:
        yield from _reveal(desk)
    desk.last = winners
    yield from _end_match(desk)
    return best


def _showdown(desk: Desk) -> Telling[tuple[int, ...]]:
    """All remaining hands are shown; the highest rank wins, then perhaps the discards."""
    ranks = desk.kit.ranks
    hands = {seat: desk.hands[seat][0] for seat in desk.alive if desk.hands[seat]}
    shown = tuple(events.HandShown(seat, ranks[card], card) for seat, card in hands.items())
    yield announce(events.Showdown(shown))
    most = max(ranks[card] for card in hands.values())
    best = tuple(seat for seat, card in hands.items() if ranks[card] == most)
    if len(best) == 1 or desk.options.tie == "none":
        return best
    totals = {seat: sum(ranks[card] for card in desk.discards[seat]) for seat in best}
    told = tuple(events.DiscardTotal(seat, total) for seat, total in totals.items())
    yield announce(events.TotalsCompared(told))
    return tuple(seat for seat in best if totals[seat] == max(totals.values()))


def _share(desk: Desk, best: tuple[int, ...]) -> Telling[tuple[int, ...]]:
    """An unbroken tie is won by all or by nobody (LL-8.5)."""
    if len(best) == 1:
        yield announce(events.RoundWon(best[0], desk.round))
        return best
    if desk.options.unbroken == "all":
        yield announce(events.RoundShared(best, desk.round))
        return best
    yield announce(events.RoundDrawn(best, desk.round))
    return ()


def _pay(desk: Desk, winners: tuple[int, ...]) -> Telling[None]:
    """LL-8.6: a point for the round, more with the Princess; and one for the only Spy."""
    for seat in winners:
        points = desk.options.princess_points
        if points > 1 and Card.PRINCESS in desk.hands[seat]:
            yield announce(events.PrincessCounted(seat, Card.PRINCESS, points))
            desk.tokens[seat] += points
        else:
            desk.tokens[seat] += 1
    spies = [seat for seat in desk.alive if Card.SPY in desk.discards[seat]]
    if len(spies) == 1:
        yield announce(events.SpyCounted(spies[0], Card.SPY, 1))
        desk.tokens[spies[0]] += 1
    standings = tuple(
        events.SeatPoints(seat, points) for seat, points in enumerate(desk.tokens) if seat
    )
    goal = target(desk.options, len(standings))
    yield announce(events.Standings(goal, standings))


def _reveal(desk: Desk) -> Telling[None]:
    """LL-8.7: what nobody has seen, if the table wants to see it.

    The card of the last survivor, the set-aside card, and the deck from the top.
    """
    hidden: tuple[Card, ...] = desk.deck
    if desk.aside is not None:
        hidden = (desk.aside, *hidden)
    if len(desk.alive) == 1:
        hidden = desk.hands[desk.alive[0]] + hidden
    if hidden:
        yield announce(events.AllRevealed(hidden))


def _end_match(desk: Desk) -> Telling[None]:
    """LL-9.1: all who have reached the target win; so does the only one who has not left."""
    seats = [seat for seat in range(1, len(desk.tokens)) if seat not in desk.gone]
    goal = target(desk.options, len(desk.tokens) - 1)
    winners = tuple(seat for seat in seats if desk.tokens[seat] >= goal)
    if len(seats) == 1:
        winners = (seats[0],)
    if not winners:
        return
    desk.winners = winners
    desk.phase = "over"
    if len(winners) == 1:
        yield announce(events.MatchWon(winners[0]))
    else:
        yield announce(events.MatchShared(winners))
