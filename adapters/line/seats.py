"""Who sits at a table and how they stand: one row of a bubble for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adapters.line import flex
from adapters.line.colours import GREY, INK, Colours
from adapters.line.flex import Look
from adapters.marks import mark
from core.kernel.drawn import Badge, Face, Place, Stage
from core.kernel.text import Public
from locales.names import width

Data = dict[str, Any]

HAS = ("points", "coins")
"""Badges that stand in a column of their own."""
MOST_DRAWN = 7  # points up to which they are drawn rather than counted
MOST_NAME = 16  # columns of the longest name that is shown whole
COLUMNS, LEAST = 38, 8  # of a row, and of what stands last in it
SHORT, ABREAST = 17, 2  # columns of a seat that takes half of a row, and how many do
BACK, TURN, WON = "■", "▶", "🏆"
HOLLOW = {"♥": "♡", "★": "☆"}


class _Seat(msgspec.Struct, frozen=True):
    """A seat in three columns: its name, what it has, and in short how it stands."""

    name: str
    held: str
    told: str
    brief: str  # the same where there is little room
    asked: bool
    out: bool


def rows(
    stage: Stage, asked: Sequence[int], look: Look, colours: Colours, order: Sequence[int] = ()
) -> list[Data]:
    """The seats, in their order; or in that of `order`, where it is over. `asked` are marked: whose
    turn it is, or who has won."""
    backs = _backs_matter(stage)
    places = {place.seat: place for place in stage.places}
    found = [
        _seat(places[seat], seat in asked, backs, look, WON if order else TURN)
        for seat in order or sorted(places)
    ]
    names = min(MOST_NAME, max(width(each.name) for each in found)) + 1
    helds = max(width(each.held) for each in found) + 2
    made = [_row(each, names, helds, colours) for each in found]
    if order or len(made) % ABREAST or max(map(_columns, found)) > SHORT:
        return made
    pairs = [made[start : start + ABREAST] for start in range(0, len(made), ABREAST)]
    return [
        flex.box([each | {"flex": 1} for each in pair], "horizontal", spacing="md")
        for pair in pairs
    ]


def _columns(seat: _Seat) -> int:
    """How much room a seat takes in a row."""
    return sum(width(each) + 2 for each in (seat.name, seat.held, seat.told) if each)


def _seat(place: Place, asked: bool, backs: bool, look: Look, marker: str) -> _Seat:
    called, say = look.context.names[place.seat - 1], look.say
    has = [_drawn(badge, say) for badge in place.badges if badge.kind in HAS][:1]
    hidden = [BACK * place.hand] if backs and place.hand and not place.out else []
    marks = [mark(badge, say) for badge in place.badges if badge.kind not in HAS and _counts(badge)]
    opened = _cards(place.opened, say)
    return _Seat(
        f"{marker} {called}" if asked else called,
        " ".join([*has, *hidden]),
        " · ".join([*marks, *_cards(place.cards, say), *opened]),
        " · ".join([*marks, *_in_brief(place.cards, say), *opened]),
        asked,
        place.out,
    )


def _row(seat: _Seat, names: int, helds: int, colours: Colours) -> Data:
    """A seat as a row whose columns are as wide as those of the others."""
    name = flex.line(seat.name, size="xs", flex=names, gravity="center")
    name |= {"wrap": False, "color": GREY if seat.out else INK}
    parts = [name]
    rest = max(LEAST, COLUMNS - names - helds)
    if seat.held:
        held = flex.line(seat.held, size="xs", gravity="center")
        held |= {"color": GREY if seat.out else colours.deep}
        parts.append(held | {"flex": helds if seat.told else helds + rest})
    if seat.told:
        room = rest if seat.held else helds + rest
        words = seat.told if width(seat.told) <= room else seat.brief
        size = "xs" if width(words) <= room else "xxs"
        told = flex.line(words, size=size, color=GREY, align="end", gravity="center")
        parts.append(told | {"flex": room})
    row = flex.box(parts, "horizontal", spacing="sm", paddingStart="4px", paddingEnd="4px")
    if seat.asked:
        name |= {"weight": "bold", "color": colours.deep}
        row |= {"backgroundColor": colours.tint, "cornerRadius": "4px"}
    return row


def _cards(faces: Sequence[Face], say: Callable[[Public], str]) -> list[str]:
    """Open cards by name; those that lie turned in brackets, and equal ones counted."""
    named = [f"({_named(face, say)})" if face.turned else _named(face, say) for face in faces]
    if all(face.corner.isdigit() for face in faces):
        return named  # in the order in which they were played
    counted = Counter(named)
    return [each if count == 1 else f"{each}×{count}" for each, count in counted.items()]


def _in_brief(faces: Sequence[Face], say: Callable[[Public], str]) -> list[str]:
    """Open cards by their ranks, if they have some."""
    if faces and all(face.corner.isdigit() for face in faces):
        return ["–".join(face.corner for face in faces)]
    return _cards(faces, say)


def _named(face: Face, say: Callable[[Public], str]) -> str:
    """A card by its name, with its rank if it has one."""
    rank = f"{face.corner}\u00a0" if face.corner.isdigit() else ""
    return rank + say(face.name)


def middle(stage: Stage, say: Callable[[Public], str]) -> list[str]:
    """The cards in the middle, with the numbers by which moves name them; the one that is being
    dealt with is marked."""
    numbers = stage.slots or (0,) * len(stage.middle)
    return [
        ("▶" if number and number == stage.raised else "")
        + (f"{number}.\u00a0" if number else "")
        + _lying(face, say)
        for number, face in zip(numbers, stage.middle, strict=True)
    ]


def _lying(face: Face, say: Callable[[Public], str]) -> str:
    """A card in the middle, with what stands in its corner if its name does not say that."""
    if not face.code:
        return BACK
    name = say(face.name)
    return name if name.startswith(face.corner) else f"{face.corner}\u00a0{name}"


def _counts(badge: Badge) -> bool:
    """Whether a badge tells anything: that somebody has none of something is not worth words."""
    return badge.kind != "cards" or badge.count > 0


def _drawn(badge: Badge, say: Callable[[Public], str]) -> str:
    """Few points on the way to a goal, one by one; everything else as a mark with its number."""
    hollow = HOLLOW.get(badge.symbol, "")
    if badge.kind != "points" or not hollow or not badge.count <= badge.of <= MOST_DRAWN:
        return mark(badge, say)
    return badge.symbol * badge.count + hollow * (badge.of - badge.count)


def _backs_matter(stage: Stage) -> bool:
    """Whether hidden cards are what keeps a seat in the game: where they are counted nowhere else,
    and not all have one of them."""
    if any(badge.kind == "cards" for place in stage.places for badge in place.badges):
        return False
    lost = any(face.turned for place in stage.places for face in place.cards)
    return lost or sum(place.hand > 1 for place in stage.places) > 1
