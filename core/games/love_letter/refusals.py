"""Why a move is not legal, told to the sender alone (LL-5.5)."""

from __future__ import annotations

from typing import ClassVar

from core.games.love_letter.model import State, kit
from core.games.love_letter.names import Card
from core.games.love_letter.rules import AIMED, forced
from core.kernel.notation import words
from core.kernel.text import N_, Public, Seat, Secret


class YouAreOut(Public, frozen=True, tag="love-letter.you-are-out"):
    text: ClassVar[str] = N_("You are out until the next round.")


class YouHaveLeft(Public, frozen=True, tag="love-letter.you-have-left"):
    text: ClassVar[str] = N_("You have left this match.")


class RoundIsOver(Public, frozen=True, tag="love-letter.round-is-over"):
    text: ClassVar[str] = N_("The match is over.")


class NotYourTurn(Public, frozen=True, tag="love-letter.not-your-turn"):
    text: ClassVar[str] = N_("It is {seat}’s turn.")
    seat: Seat


class NoSuchCard(Public, frozen=True, tag="love-letter.no-such-card"):
    text: ClassVar[str] = N_("Begin with one of the cards in your hand.")


class CardNotInHand(Secret, frozen=True, tag="love-letter.card-not-in-hand"):
    text: ClassVar[str] = N_("You do not hold {card}.")
    card: Card


class KeepFirst(Secret, frozen=True, tag="love-letter.keep-first"):
    text: ClassVar[str] = N_("First choose the card that you keep, and the order of the others.")


class KeepAllNamed(Secret, frozen=True, tag="love-letter.keep-all-named"):
    text: ClassVar[str] = N_("Name every card in your hand once: first the one that you keep.")


class CountessForced(Secret, frozen=True, tag="love-letter.countess-forced"):
    text: ClassVar[str] = N_("With these two cards you must play {card}.")
    card: Card


class TargetRequired(Secret, frozen=True, tag="love-letter.target-required"):
    text: ClassVar[str] = N_("Choose whom you play {card} on.")
    card: Card


class TargetNotAllowed(Secret, frozen=True, tag="love-letter.target-not-allowed"):
    text: ClassVar[str] = N_("{card} needs no target.")
    card: Card


class TargetUnknown(Secret, frozen=True, tag="love-letter.target-unknown"):
    text: ClassVar[str] = N_("There is no such player at this table.")


class NoLegalTarget(Secret, frozen=True, tag="love-letter.no-legal-target"):
    text: ClassVar[str] = N_("All others are protected: {card} is played without a target.")
    card: Card


class TargetSelf(Secret, frozen=True, tag="love-letter.target-self"):
    text: ClassVar[str] = N_("{card} cannot be played on yourself.")
    card: Card


class TargetOut(Secret, frozen=True, tag="love-letter.target-out"):
    text: ClassVar[str] = N_("{seat} is out of this round.")
    seat: Seat


class TargetMustBeSelf(Secret, frozen=True, tag="love-letter.target-must-be-self"):
    text: ClassVar[str] = N_("All others are protected: {card} must be played on yourself.")
    card: Card


class TargetProtected(Secret, frozen=True, tag="love-letter.target-protected"):
    text: ClassVar[str] = N_("{seat} is protected.")
    seat: Seat


class NameRequired(Secret, frozen=True, tag="love-letter.name-required"):
    text: ClassVar[str] = N_("Name the card that {seat} may hold.")
    seat: Seat


class NameNotAsked(Secret, frozen=True, tag="love-letter.name-not-asked"):
    text: ClassVar[str] = N_("No card is named here.")


class NameGuard(Secret, frozen=True, tag="love-letter.name-guard"):
    text: ClassVar[str] = N_("{card} cannot be named.")
    card: Card


class NameUnknown(Secret, frozen=True, tag="love-letter.name-unknown"):
    text: ClassVar[str] = N_("There is no such card in this deck.")


def why_not(state: State, seat: int, said: str) -> Public | Secret:
    """The first reason in the order of LL-5.5. Only for what is not among the legal moves."""
    if seat in state.gone:
        return YouHaveLeft()
    if state.phase == "over":
        return RoundIsOver()
    if seat not in state.alive:
        return YouAreOut()
    if seat != state.turn:
        return NotYourTurn(state.turn)
    parts = words(said)
    if state.phase == "keep":
        return KeepAllNamed() if parts[:1] == ("keep",) else KeepFirst()
    pack = kit(state.options)
    card = next((c for c in pack.ranks if parts[:1] == (c.value,)), None)
    hand = state.hands[seat - 1]
    if card is None:
        return NoSuchCard()
    if card not in hand:
        return CardNotInHand(card)
    if forced(pack, hand) and card is not Card.COUNTESS:
        return CountessForced(Card.COUNTESS)
    if card not in AIMED:
        return TargetNotAllowed(card)
    if len(parts) == 1:
        return TargetRequired(card)
    return _target(state, seat, card, parts) or _name(state, card, parts)


def _target(state: State, seat: int, card: Card, parts: tuple[str, ...]) -> Secret | None:
    """What is wrong with the target, if anything."""
    seats = {str(other): other for other in range(1, len(state.hands) + 1)}
    if parts[1] not in seats:
        return TargetUnknown()
    target = seats[parts[1]]
    fizzle = state.options.protected_target == "fizzle"
    free = [other for other in state.alive if other != seat and other not in state.shielded]
    if not free and not fizzle and card is not Card.PRINCE:
        return NoLegalTarget(card)
    if target == seat:
        return None if card is Card.PRINCE else TargetSelf(card)
    if target not in state.alive:
        return TargetOut(target)
    if target in free or fizzle:
        return None
    return TargetProtected(target) if free else TargetMustBeSelf(card)


def _name(state: State, card: Card, parts: tuple[str, ...]) -> Secret:
    """What is wrong with the name; the target is legal."""
    target = int(parts[1])
    if card is not Card.GUARD or target in state.shielded:
        return NameNotAsked()
    if len(parts) == 2:
        return NameRequired(target)
    if parts[2] == Card.GUARD:
        return NameGuard(Card.GUARD)
    if len(parts) > 3:
        return NameNotAsked()
    return NameUnknown()
