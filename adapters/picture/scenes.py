"""What is drawn in each panel: who sat there, a move and what came of it, hands side by side, and
who won."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.picture.cards import RATIO, art, card
from adapters.picture.paper import (
    GOLD,
    GOLD_LIGHT,
    INK,
    ON_FELT,
    PAPER,
    SEAL,
    breadth,
    fitted,
    pill,
    spread,
    written,
)
from adapters.picture.people import disc, named, standing
from adapters.picture.told import Told
from core.kernel.drawn import Held, Moment
from core.kernel.text import words_in
from core.records.panel_words import Part
from core.records.panels import Mark, Panel

WIDE, HIGH = 502.0, 352.0
TOP = 64.0  # above it stand sign and heading

ACTIONS = {
    **{"income": "income", "aid": "aid", "coup": "strike", "tax": "duke", "steal": "captain"},
    **{"assassinate": "assassin", "exchange": "ambassador", "examine": "inquisitor"},
    **{"cooperate": "diplomat", "embezzle": "almshouse", "convert": "reformist"},
}
"""The drawings of actions that no card stands for, as on the page."""


def scene(told: Told, panel: Panel) -> str:
    """What stands in a panel."""
    if panel.part is Part.BEGAN:
        return _began(told, panel)
    if panel.part is Part.ENDED:
        return _ended(told, panel)
    main = panel.moments[0]
    if main.hands:
        return _hands(told, panel, main.hands)
    if main.kind == "reveal":
        return _shown(told, panel, main)
    return _deed(told, panel, main)


# ------------------------------------------------------------------ the beginning


def _began(told: Told, panel: Panel) -> str:
    """Everybody in turn order, and the deck; whoever began has a ring, and their first card."""
    starter = panel.marks[0].seat
    rows = _rows(panel.people)
    r = 33.0 if len(rows) == 1 else 25.0
    found = []
    for number, row in enumerate(rows):
        y = TOP + r + 8 + number * (r * 2 + 33)
        for seat, x in zip(row, spread(len(row), 12, WIDE - 12, 118), strict=True):
            person, most = told.people[seat - 1], (WIDE - 24) / len(row) - 6
            size = 20 if len(row) < 5 else 17
            ring = seat == starter
            found.append(named(person, x, y, r, size=size, most=min(most, 112), ring=ring))
    first = panel.moments[0].card
    dealt = first is not None and bool(first.code)
    width = 84.0 if len(rows) == 1 else 62.0
    y = HIGH - width * RATIO / 2 - 14
    spots = (WIDE / 2 - width * 0.75, WIDE / 2 + width * 0.75) if dealt else (WIDE / 2,)
    found += [
        card(None, "", spots[0] + i * 4, y - i * 3, width, turn=t)
        for i, t in enumerate((-7, -2, 3))
    ]
    if first is not None and dealt:
        found.append(card(first, told.text(first.name), spots[-1], y, width, turn=5))
    return "".join(found)


def _rows(seats: Sequence[int]) -> list[Sequence[int]]:
    half = len(seats) if len(seats) < 5 else (len(seats) + 1) // 2
    return [row for row in (seats[:half], seats[half:]) if row]


# ------------------------------------------------------------------ a move


def _deed(told: Told, panel: Panel, main: Moment) -> str:
    """Who does something with which card to whom, and what lies open by it."""
    below = _pointed(panel)
    y = TOP + (84 if below else 94)
    at = main.target if main.target != main.actor else 0
    left, right = (92.0, WIDE - 92) if at else (126.0, 0.0)
    middle = WIDE / 2 if at else WIDE * 0.66
    found = []
    if at:
        ends = (right - 52, left + 54) if main.kind == "draw" else (left + 52, right - 54)
        found.append(_arrow(*ends, y))
    found.append(_object(told, main, middle, y + 8))
    out = panel.out
    for seat, x in ((main.actor, left), (at, right)):
        if seat:
            person = told.people[seat - 1]
            found.append(
                named(person, x, y - 8, 45, ring=seat == main.actor, out=seat in out, most=160)
            )
    found.append(_labels(told, main, middle, y))
    found += _lying(told, panel, main, left, right or left, y + 76)
    if below:
        found.append(_standings(told, panel.marks))
    return "".join(found)


def _arrow(x: float, to: float, y: float) -> str:
    """From whoever acts to whom; what is drawn comes the other way."""
    back = 1 if to > x else -1
    near = to - 14 * back
    return (
        f'<path d="M{x:.1f} {y:.1f}H{to - 8 * back:.1f}" stroke="{GOLD}" stroke-width="4" '
        f'stroke-dasharray="2 9" stroke-linecap="round"/>'
        f'<path d="M{near:.1f} {y - 10:.1f}L{to:.1f} {y:.1f}L{near:.1f} {y + 10:.1f}" '
        f'fill="none" stroke="{GOLD}" stroke-width="4" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def _object(told: Told, moment: Moment, x: float, y: float) -> str:
    """The card of a move, what stands for its action, or a question where something is doubted."""
    if moment.card is not None:
        claimed = moment.kind == "claim"
        drawn = card(moment.card, told.text(moment.card.name), x, y, 104, turn=-3)
        return drawn + (_doubt(x + 50, y - 72, 17) if claimed else "")
    action = next((ACTIONS[found] for found in words_in(moment.named) if found in ACTIONS), "")
    if action:
        return _plate(x, y) + art(action, x, y, 92)
    if moment.kind == "answer":
        return _plate(x, y) + written("!?", x, y + 26, 72, SEAL, bold=True)
    if moment.kind == "draw":
        return card(None, "", x - 8, y, 92, turn=-8) + card(None, "", x + 10, y, 92, turn=6)
    return _plate(x, y) + art("coin", x, y, 78) if moment.coins else _plate(x, y)


def _plate(x: float, y: float) -> str:
    """Something round to stand on."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="66" fill="{PAPER}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="59" fill="none" stroke="{GOLD}" stroke-width="2"/>'
    )


def _doubt(x: float, y: float, r: float) -> str:
    """A card that is only claimed."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{GOLD_LIGHT}"/>' + written(
        "?", x, y + r * 0.42, r * 1.25, INK, bold=True
    )


def _labels(told: Told, moment: Moment, x: float, y: float) -> str:
    """What was named, above the card; what came of it, below."""
    said = told.text(moment.named)
    result = told.text(moment.result)
    about = moment.card is not None or moment.kind == "answer" or bool(said)
    above = pill(said, x, y - 84, 19, fill=PAPER, ink=INK, most=190) if said else ""
    low = y + 100
    found = pill(result, x, low, 18, fill=SEAL, ink="#fff6ec", most=230) if result and about else ""
    return above + found


def _lying(
    told: Told, panel: Panel, main: Moment, left: float, right: float, y: float
) -> list[str]:
    """Cards that came to lie open: below whoever they belonged to."""
    found: list[str] = []
    room = HIGH - y - (50 if _pointed(panel) else 12)
    width = min(62.0, room / RATIO)
    for moment in panel.moments:
        again = main.card is not None and moment.shown[:1] == (main.card,)
        if not moment.shown or again or len(found) > 1:
            continue
        owner = moment.target if moment is main and moment.kind != "play" else moment.actor
        if moment is main and moment.target:
            owner = moment.target
        x = left if owner == main.actor else right
        many = moment.shown[:4]
        for face, at in zip(many, spread(len(many), x - 84, x + 84, width * 1.06), strict=True):
            turn = 12 if face.turned else 0
            found.append(
                card(face, told.text(face.name), at, y + width * RATIO / 2, width, turn=turn)
            )
    return found


def _pointed(panel: Panel) -> bool:
    """Whether people have points that the match is about."""
    return any(mark.of for mark in panel.marks)


def _standings(told: Told, marks: Sequence[Mark]) -> str:
    """Everybody's points in one line."""
    y = HIGH - 21
    found = [
        f'<rect x="0" y="{HIGH - 42}" width="{WIDE}" height="42" fill="#160707" opacity=".5"/>'
    ]
    best = max((mark.count for mark in marks), default=0)
    for mark, x in zip(marks, spread(len(marks), 8, WIDE - 8, 112), strict=True):
        person = told.people[mark.seat - 1]
        shown, size = str(mark.count), 20.0
        wide = 52 + breadth(shown, size)
        found.append(disc(person, x - wide / 2 + 13, y, 13))
        lit = mark.count == best > 0
        at, ink = x - wide / 2 + 32, GOLD_LIGHT if lit else ON_FELT
        found.append(art("token", at + 9, y, 19))
        found.append(written(shown, at + 23, y + 7, size, ink, anchor="start", bold=lit))
    return "".join(found)


# ------------------------------------------------------------------ open hands


def _hands(told: Told, panel: Panel, hands: Sequence[Held]) -> str:
    """Hands side by side; whoever won the round is framed."""
    won = {seat for moment in panel.moments for seat in moment.winners}
    width = min(96.0, (WIDE - 24) / len(hands) - 14)
    y = TOP + 12 + width * RATIO / 2
    found = []
    for held, x in zip(hands, spread(len(hands), 10, WIDE - 10, 132), strict=True):
        person, best = told.people[held.seat - 1], held.seat in won
        if best:
            high = width * RATIO + 60
            found.append(
                f'<rect x="{x - width / 2 - 9:.1f}" y="{y - width * RATIO / 2 - 10:.1f}" '
                f'width="{width + 18:.1f}" height="{high:.1f}" rx="12" fill="{GOLD}" '
                f'fill-opacity=".16" stroke="{GOLD}" stroke-width="2.5"/>'
            )
        faces = held.cards[:2]
        found += [
            card(face, told.text(face.name), x + i * 12, y + i * 8, width, dim=not best)
            for i, face in enumerate(faces)
        ]
        low = y + width * RATIO / 2 + 26
        shown = fitted(person.name, 18, width - 12)
        text = breadth(shown, 18) + 28
        found.append(disc(person, x - text / 2 + 11, low, 11))
        ink = GOLD_LIGHT if best else ON_FELT
        found.append(written(shown, x - text / 2 + 27, low + 6, 18, ink, anchor="start", bold=best))
    if _pointed(panel):
        found.append(_standings(told, panel.marks))
    return "".join(found)


def _shown(told: Told, panel: Panel, main: Moment) -> str:
    """Somebody turns up all that was hidden; or went, and their cards lie open."""
    y = TOP + 70
    out = main.actor in panel.out
    person = told.people[main.actor - 1]
    found = [named(person, 84, y, 45, ring=not out, out=out, most=150)]
    faces = main.shown[:8]
    step = 62.0 if len(faces) > 4 else 80.0
    rows = [faces] if len(faces) < 6 else [faces[: len(faces) // 2], faces[len(faces) // 2 :]]
    width = 76.0 if len(rows) == 1 else 62.0
    for number, row in enumerate(rows):
        at = TOP + 4 + width * RATIO / 2 + number * (width * RATIO + 8)
        for face, x in zip(row, spread(len(row), 170, WIDE - 16, step + 14), strict=True):
            found.append(
                card(face, told.text(face.name), x, at, width, turn=9 if face.turned else 0)
            )
    if main.result is not None:
        low = TOP + 30 + len(rows) * (width * RATIO + 8)
        text = told.text(main.result)
        found.append(pill(text, 332, min(low, HIGH - 24), 20, fill=SEAL, ink="#fff6ec", most=280))
    if _pointed(panel) and len(rows) == 1:
        found.append(_standings(told, panel.marks))
    return "".join(found)


# ------------------------------------------------------------------ the end


def _ended(told: Told, panel: Panel) -> str:
    """The winners large between laurels, the others small below; or, where the match is about
    who loses, that one with what they were left with."""
    marks = {mark.seat: mark for mark in panel.marks}
    end = panel.moments[0]
    lost = () if end.winners or not end.actor else (end.actor,)
    large = lost or told.winners
    many = len(large)
    r = 54.0 if many < 3 else 36.0 if many < 5 else 25.0
    y = 52 + r * 1.05
    last = [face for face in (*end.shown, end.card) if face]
    right = WIDE - 30 - (120 if many == 1 and last else 0)
    found = [
        _large(told, seat, marks.get(seat), x, y, r, (right - 30) / many, laurels=not lost)
        for seat, x in zip(large, spread(many, 30, right, 190), strict=True)
    ]
    if many == 1 and last:
        for i, face in enumerate(last[:2]):
            at = WIDE - 92 + (i * 66 - 40 if len(last) > 1 else 0)
            name = told.text(face.name)
            found.append(card(face, name, at, y + 34, 84, turn=-6 + 10 * i))
    others = [seat for seat in panel.people if seat not in large]
    for seat, x in zip(others, spread(len(others), 10, WIDE - 10, 124), strict=True):
        person, low = told.people[seat - 1], HIGH - 78
        most = (WIDE - 20) / len(others) - 6
        found.append(named(person, x, low, 20, size=17 if most > 70 else 14, most=min(most, 118)))
        mark = marks.get(seat)
        if mark is not None:
            text = told.text(mark.words)
            found.append(standing(mark, text, x, low + 58, 15, min(most, 116)))
    return "".join(found)


def _large(
    told: Told,
    seat: int,
    mark: Mark | None,
    x: float,
    y: float,
    r: float,
    most: float,
    *,
    laurels: bool,
) -> str:
    person = told.people[seat - 1]
    size = 28.0 if r > 50 else 20.0 if r > 30 else 16.0
    low = y + r * 1.32 + size
    ink = GOLD_LIGHT if laurels else ON_FELT
    found = [
        art("laurels", x, y + r * 0.12, r * 3.1) if laurels else "",
        disc(person, x, y, r, ring=laurels),
        written(fitted(person.name, size, most), x, low, size, ink, bold=True),
    ]
    if mark is not None and (mark.of or mark.words is not None):
        text = told.text(mark.words)
        found.append(standing(mark, text, x, low + size * 0.85, size * 0.8, most))
    return "".join(found)
