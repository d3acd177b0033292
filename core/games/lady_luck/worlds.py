"""Whole tables that fit what a seat sees: where a player who looks ahead tries its moves."""

from __future__ import annotations

from core.games.lady_luck.model import Player, State, View
from core.games.lady_luck.names import DECK, in_order
from core.games.lady_luck.worth import known_cards, own
from core.kernel.dice import Dice


def world(view: View, dice: Dice) -> State:
    """One such table: the cards whose place the seat does not know are dealt by the dice."""
    known = known_cards(view)
    cards = list(dice.order([card for card in DECK if card not in known]))
    seat = own(view)
    castle = view.castle
    if view.closed:
        castle = (*castle[:-1], view.peek or cards.pop())
    secret = {card for player in view.players for card in player.learnt}
    players = []
    for number, player in enumerate(view.players, 1):
        scores = player.scores or (*player.logged, *player.learnt)
        hidden = tuple(cards.pop() for _ in range(player.count - len(scores)))
        learnt = set(castle[-1:]) if number in view.lookers else set()
        if number == seat:
            learnt |= secret
        players.append(
            Player(
                ap=player.ap,
                helpers=player.helpers,
                scores=in_order((*scores, *hidden)),
                learnt=in_order(card for card in learnt if card is not None),
                changes=player.changes,
                left=player.left,
            )
        )
    deck = tuple(cards.pop() for _ in range(view.deck))
    return State(
        options=view.options,
        players=tuple(players),
        turn=view.turn,
        parent=view.parent,
        castle=castle,
        deck=deck,
        box=in_order(cards),
        round=view.round,
        phase=view.phase,
        auction=view.auction,
        won=view.won,
        passed=view.passed,
        uses=view.uses,
        noble=view.noble,
        logged=in_order(card for player in view.players for card in player.logged),
    )
