"""Embezzle: who claims not to hold the Duke takes the almshouse, or is doubted (13.3.7, 13.3.8)."""

from __future__ import annotations

import msgspec

from core.games.coup import events, losses, rules, seats
from core.games.coup.model import Action, Cause, Denying, Player, State, Sunk
from core.games.coup.names import Deed, Role, treasurer
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.text import announce

replace = msgspec.structs.replace


def take(state: State, players: list[Player], act: Action, dice: Dice) -> Telling[State]:
    """The whole reserve goes to the seat on turn."""
    seat, gain = state.turn, state.reserve
    player = players[seat - 1]
    total = player.coins + gain
    players[seat - 1] = replace(player, coins=total)
    said = events.Embezzled(Deed.EMBEZZLE, seat, gain, total)
    return losses.end_turn(replace(state, reserve=0), players, said)


def challenged(state: State, challenger: int, dice: Dice) -> Telling[State]:
    """The house turns up the hand, or its owner is asked, by the switches of the table (13.3.8)."""
    options, actor, players = state.options, state.turn, list(state.players)
    player = players[actor - 1]
    role = treasurer(options)
    yield announce(events.DenialChallenged(challenger, actor, role))
    lies = role in player.hidden
    if options.embezzle_bluff == "concede":
        if options.prove == "choice" and len(player.hidden) == 2:
            # The hand gets letters of its own for this question.
            players[actor - 1] = replace(player, version=player.version + 1)
            return replace(state, players=tuple(players), step=Denying(challenger))
        if lies:  # and everybody knows it now
            yield announce(events.HeldAfterAll(actor, role))
            players[actor - 1] = replace(player, has=(role,), denies=False)
            return (yield from rules.owe(state, players, actor, Cause.BLUFF, challenger, dice))
    elif lies:
        return (yield from _unmasked(state, players, role, dice))
    return (yield from show_all(state, challenger, dice))


def show_all(state: State, challenger: int, dice: Dice) -> Telling[State]:
    """The denial is true: all cards are shown, go into the deck and are replaced, slot 1 first;
    then the challenger loses an influence."""
    actor, players = state.turn, list(state.players)
    player = players[actor - 1]
    shown = player.hidden
    yield announce(events.ShowedAll(actor, shown, treasurer(state.options)))
    deck = dice.shuffle((*state.deck, *shown))
    drawn: list[Role] = []
    for _ in shown:
        card, deck = dice.draw(deck)
        drawn.append(card)
    hand = tuple(drawn)
    yield losses.tell_hand(actor, hand)
    players[actor - 1] = seats.redrawn(player, hand, shown)
    second = hand[1] if len(hand) == 2 else None
    sunk = Sunk(actor, tuple(sorted(shown)), hand[0], len(player.lost), second)
    state = replace(state, deck=deck, sunk=sunk)
    return (yield from rules.mistaken(state, players, challenger, actor, dice))


def concede(state: State, card: Role, dice: Dice) -> Telling[State]:
    """The actor shows nothing else than the card that it loses; the group does not learn whether
    it could have shown all (13.3.10)."""
    actor, players = state.turn, list(state.players)
    yield announce(events.Conceded(actor))
    players[actor - 1] = replace(players[actor - 1], denies=False)
    return (yield from rules.lose_for(state, players, actor, card, Cause.BLUFF, dice))


def _unmasked(state: State, players: list[Player], role: Role, dice: Dice) -> Telling[State]:
    """The house has turned up everything, a Duke among it: one is lost, the other card is shuffled
    in first and replaced."""
    actor = state.turn
    player = players[actor - 1]
    hand = player.hidden
    yield announce(events.ShowedDenied(actor, hand, role))
    if len(hand) == 2:
        other = hand[1 - hand.index(role)]
        new, deck = dice.draw(dice.shuffle((*state.deck, other)))
        hidden = seats.swapped(hand, other, new)
        yield announce(events.Replaced(actor, other))
        players[actor - 1] = seats.redrawn(player, hidden, (other,))
        # The card that is lost next was never part of what is not known.
        sunk = Sunk(actor, (other,), new, len(player.lost) + 1)
        state = replace(state, deck=deck, sunk=sunk)
    return (yield from rules.lose_for(state, players, actor, role, Cause.BLUFF, dice))
