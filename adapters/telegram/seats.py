"""The seats of a board: one short line each, with numbered marks and the cards that lie open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from adapters.marks import mark
from adapters.telegram.style import LOG, Telegram
from adapters.telegram.texts import Apart, SeatName
from core.kernel.drawn import Face, Place, Stage
from locales.tongue import Context, say

ASKED = "▶"
BACK = "🎴"  # cards that nobody sees, and hands that are laid open in the end
TURNED = "✗"  # a card that is lost, or has been used


def seat_lines(
    stage: Stage,
    language: str,
    context: Context,
    style: Telegram,
    pointed: Collection[int] = (),
) -> list[str]:
    """A line for each seat, in order. `pointed` are those that are pointed at, since no sentence
    names them; `style` says how names are written."""
    counted = _counts_hands(stage)
    lines = []
    for place in stage.places:
        name = say(SeatName(place.seat), language, context, style)
        head = f"{ASKED} {name}" if place.seat in pointed else name
        lines.append(f"{head} {_about(place, language, context, counted=counted)}".rstrip())
    return lines


def _about(place: Place, language: str, context: Context, *, counted: bool) -> str:
    """Signs first, then what needs words."""
    signs: list[str] = []
    words: list[str] = []
    for badge in place.badges:
        said = mark(badge, lambda text: say(text, language, context, LOG))
        (signs if badge.symbol else words).append(said)
    if counted and place.hand:
        signs.append(f"{BACK}{place.hand}")
    words += _cards(place.cards, language, context)
    if place.opened:
        first, *others = _cards(place.opened, language, context)
        words += [f"{BACK} {first}", *others]
    apart = say(Apart(), language, context, LOG)
    return apart.join([*([" ".join(signs)] if signs else []), *words])


def _cards(cards: Sequence[Face], language: str, context: Context) -> list[str]:
    """Cards in order; those that are alike are counted where the first of them lies."""
    counts = Counter(_card(card, language, context) for card in cards)
    return [f"{card}×{count}" if count > 1 else card for card, count in counts.items()]


def _card(card: Face, language: str, context: Context) -> str:
    """A card by its rank and name."""
    name = say(card.name, language, context, LOG)
    shown = f"{card.corner} {name}" if card.corner and card.corner not in name else name
    return f"{TURNED}{shown}" if card.turned else shown


def _counts_hands(stage: Stage) -> bool:
    """Whether it matters how many cards the seats hold: they may differ, and nothing else tells."""
    told = any(badge.kind == "cards" for place in stage.places for badge in place.badges)
    lost = any(card.turned for place in stage.places for card in place.cards)
    several = any(place.hand > 1 for place in stage.places if place.seat != stage.turn)
    return not told and (lost or several)
