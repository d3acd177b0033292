"""The bubbles of the chat of two: a hand with its cards, a step of a guided round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.line import flex
from adapters.line.colours import GREY, HOUSE, INK, WHITE, Colours, colours_of
from adapters.line.flex import Look
from adapters.line.pieces import WRAPS, dressed, grey, packed
from adapters.line.told import joined
from core.desk.sheets import Guided, Hand
from core.kernel.drawn import Face
from locales.names import width

Data = dict[str, Any]


def cards(faces: Sequence[Face], look: Look, colours: Colours = HOUSE) -> list[Data]:
    """Cards that one can look at: each with what it does; without that many in a row."""
    if any(face.text is not None for face in faces):
        return [_card(face, look, colours) for face in faces]
    small = [(max(4, width(look.say(face.name))), _tile(face, look, colours)) for face in faces]
    return packed(small)


def _card(face: Face, look: Look, colours: Colours) -> Data:
    """A card: its rank, its name, what it does."""
    right = [flex.line(look.say(face.name), weight="bold", color=INK)]
    if face.text is not None:
        right.append(flex.line(look.say(face.text), size="xs", color=GREY))
    parts = [flex.box(right, flex=1)]
    if face.corner:
        corner = flex.line(
            face.corner, size="xl", weight="bold", align="center", color=colours.deep
        )
        parts.insert(0, flex.box([corner], width="44px", justifyContent="center"))
    return _framed(parts, colours) | {"spacing": "sm", "paddingAll": "8px", "margin": "sm"}


def _tile(face: Face, look: Look, colours: Colours) -> Data:
    name = flex.line(look.say(face.name), weight="bold", align="center", color=INK)
    return _framed([name], colours) | {"paddingAll": "6px"}


def _framed(parts: Sequence[Data], colours: Colours) -> Data:
    edge = {"borderWidth": "2px", "borderColor": colours.edge, "cornerRadius": "8px"}
    return flex.box(parts, "horizontal", backgroundColor=colours.tint, **edge)


def hand(shown: Hand, look: Look, notes: Sequence[str], links: Sequence[Data]) -> Data:
    """The hand card of a person: the cards, what was learnt, what the letters mean."""
    title, colours = look.say(shown.title), colours_of(shown.kind)
    asked = [look.say(each) for each in shown.asked]
    body = [flex.line(each, weight="bold", size="sm", color=colours.deep) for each in asked]
    body += cards(shown.faces, look, colours)
    told = shown.brief if shown.faces else shown.lines
    body += [flex.line(look.say(each), size="sm", margin="sm", color=INK) for each in told]
    body += [flex.line(each, size="xs", color=GREY) for each in notes]
    keys = [*flex.rows_of(shown.choice, look), *links]
    labels = [look.say(each.label) for each in shown.foot]
    keys += packed(
        [
            (min(WRAPS, width(label)), grey(each, look))
            for label, each in zip(labels, shown.foot, strict=True)
        ]
    )
    made = flex.bubble(joined([*asked, title]), title, body, keys)
    made["contents"]["header"] |= {"backgroundColor": colours.deep, "paddingAll": "8px"}
    made["contents"]["header"]["contents"][0]["color"] = WHITE
    dressed(made, 10)
    return made


def guided(shown: Guided, look: Look) -> Data:
    """A step of a guided first round: what happened and why, the table, the hand, what to do."""
    title = look.say(shown.title)
    body = [flex.line(f"▸ {look.say(each)}", size="xs", color=GREY) for each in shown.happened]
    body += [flex.line(look.say(each), size="sm", margin="sm") for each in shown.lesson]
    if body:
        body.append({"type": "separator", "margin": "md"})
    body += [flex.line(look.say(each), size="xs") for each in shown.table]
    body += cards(shown.faces, look)
    told = [] if shown.faces else [look.say(each) for each in shown.brief]
    body += [flex.line(each, size="sm") for each in told]
    asked = [look.say(each) for each in shown.asked]
    body.append({"type": "separator", "margin": "md"})
    body += [flex.line(each, weight="bold", size="sm", margin="md") for each in asked]
    return flex.bubble(" ".join([*asked, title]), title, body, flex.rows_of(shown.choice, look))
