"""The bubbles of the chat of two: a hand with its cards, a step of a guided round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.line import flex
from adapters.line.flex import GREY, LINE, Look
from core.desk.sheets import Guided, Hand
from core.kernel.drawn import Face

Data = dict[str, Any]


def card(face: Face, look: Look) -> Data:
    """A card that one can look at: its rank, its name, what it does."""
    corner = flex.line(face.corner or "·", size="xl", weight="bold", align="center")
    right = [flex.line(look.say(face.name), weight="bold")]
    if face.text is not None:
        right.append(flex.line(look.say(face.text), size="xs", color=GREY))
    return flex.box(
        [
            flex.box([corner], width="44px", justifyContent="center"),
            flex.box(right, flex=1),
        ],
        "horizontal",
        borderWidth="2px",
        borderColor=LINE,
        cornerRadius="8px",
        paddingAll="8px",
        spacing="sm",
    )


def hand(shown: Hand, look: Look, notes: Sequence[str], links: Sequence[Data]) -> Data:
    """The hand card of a person: the cards, what was learnt, what the letters mean."""
    title = look.say(shown.title)
    body = [card(face, look) for face in shown.faces]
    told = shown.brief if shown.faces else shown.lines
    body += [flex.line(look.say(each), size="sm", margin="sm") for each in told]
    asked = [look.say(each) for each in shown.asked]
    if body and asked:
        body.append({"type": "separator", "margin": "md"})
    body += [flex.line(each, weight="bold", margin="sm") for each in asked]
    body += [flex.line(each, size="xs", color=GREY) for each in notes]
    return flex.bubble(title, title, body, [*flex.rows_of(shown.buttons, look), *links])


def guided(shown: Guided, look: Look) -> Data:
    """A step of a guided first round: what happened and why, the table, the hand, what to do."""
    title = look.say(shown.title)
    body = [flex.line(f"▸ {look.say(each)}", size="xs", color=GREY) for each in shown.happened]
    body += [flex.line(look.say(each), size="sm", margin="sm") for each in shown.lesson]
    if body:
        body.append({"type": "separator", "margin": "md"})
    body += [flex.line(look.say(each), size="xs") for each in shown.table]
    body += [card(face, look) for face in shown.faces]
    told = [] if shown.faces else [look.say(each) for each in shown.brief]
    body += [flex.line(each, size="sm") for each in told]
    asked = [look.say(each) for each in shown.asked]
    body.append({"type": "separator", "margin": "md"})
    body += [flex.line(each, weight="bold", size="sm", margin="md") for each in asked]
    return flex.bubble(" ".join([*asked, title]), title, body, flex.rows_of(shown.choice, look))
