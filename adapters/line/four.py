"""A match in four panels: a picture with its words where it can be fetched, else a bubble. And a
bluff that nobody asked about, for its owner."""

from __future__ import annotations

from typing import Any

from adapters.line import flex
from adapters.line.flex import Look
from adapters.picture.gallery import Drawing
from core.desk.acts import Act
from core.desk.bluffs import OnlyYouKnow
from core.desk.sheets import act_button
from core.kernel.text import Public

Data = dict[str, Any]

SEAL = "#B3361F"


def messages(drawn: Drawing, url: str) -> list[Data]:
    """What is said: with an address of the picture that, and the words below it."""
    if not url:
        return [bubble(drawn)]
    picture = {"type": "image", "originalContentUrl": url, "previewImageUrl": url}
    return [picture, flex.plain(drawn.words)]


def bubble(drawn: Drawing) -> Data:
    """The four captions, one below the other."""
    told = drawn.told
    rows = [
        flex.box(
            [
                flex.box(
                    [flex.line(panel.sign, color="#FFFFFF", weight="bold", align="center")],
                    backgroundColor=SEAL,
                    cornerRadius="6px",
                    width="30px",
                    height="30px",
                    justifyContent="center",
                ),
                flex.box(
                    [
                        flex.line(panel.heading, size="xs", color=flex.GREY),
                        flex.line(panel.caption, size="sm"),
                    ],
                    flex=1,
                ),
            ],
            "horizontal",
            spacing="md",
            margin="md",
        )
        for panel in told.panels
    ]
    return flex.bubble(drawn.words, told.title, rows)


def confession(table: str, title: Public, bluff: Public, look: Look) -> Data:
    """What only its owner knows, with a key to tell the group."""
    text = look.say(OnlyYouKnow(bluff))
    rows = flex.rows_of(((act_button(table, 0, Act.OWN_UP),),), look)
    return flex.bubble(text, look.say(title), [flex.line(text, size="sm")], rows)
