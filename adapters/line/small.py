"""The small board of a group that has the page: who stands how, and one key that opens the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adapters.line import flex
from adapters.line.flex import GREY, Look
from adapters.line.limits import LONGEST_LABEL
from adapters.line.texts import LineLabel, LineWords
from core.desk.acts import Act
from core.desk.presses import Own
from core.desk.sheets import Board, Button
from core.kernel.drawn import Badge, Place
from core.kernel.text import Public
from locales.names import short

Data = dict[str, Any]

FILLED, ON_FILLED, ASKED = "#0B6B4F", "#FFFFFF", "#E4F1EB"
OTHERWISE = "otherwise"
"""The word of the button behind which everything is that can be done without the page."""
BESIDE = (Act.RULES, Act.NEXT)
MOST_TOLD = 2  # lines of a seat
MOST_DOTS = 7  # points up to which they are drawn rather than counted
HAS = ("points", "coins")
"""Badges that stand in a column of their own."""
UNSAID = ("claims", "cards")
"""Badges for which there is no room here."""


def asks_in_secret(board: Board) -> bool:
    """Whether what is asked is answered out of the hand alone: then the page is all one needs."""
    secret = bool(board.explained) or not board.choice
    return board.phase == "playing" and bool(board.asks) and secret and not board.keypad


def page_key(word: LineWords, uri: str, look: Look) -> Data:
    """The one filled key of a board: it opens the page."""
    label = look.say(LineLabel(word))
    return flex.box(
        [flex.line(label, align="center", weight="bold", color=ON_FILLED)],
        action={"type": "uri", "label": short(label, LONGEST_LABEL), "uri": uri},
        backgroundColor=FILLED,
        cornerRadius="8px",
        paddingAll="10px",
    )


def board(shown: Board, look: Look, notes: Sequence[str], page: str) -> Data:
    """The board of a question that is answered on the page. Its key comes first; whatever else
    can be done is one press away."""
    title = look.say(shown.game)
    asked = [look.say(each) for each in (*shown.status, *shown.remarks)]
    stage = shown.stage
    about = [look.say(each) for each in stage.lines] if stage is not None else []
    if stage is not None and stage.places:
        body = [flex.line(each, size="xs", color=GREY) for each in about[1:]]
        body += [_seat(place, shown, look) for place in stage.places]
    else:
        body = [flex.line(look.say(each), size="sm") for each in shown.lines]
    body += [flex.line(each, weight="bold", size="sm", margin="sm") for each in asked]
    body += [flex.line(each, size="xxs", color=GREY) for each in notes]
    keys = [page_key(LineWords.HAND_AND_PLAY, page, look), _ways(shown, look)]
    made = flex.bubble(" ".join([title, *asked]), title, body, keys)
    # Half a screen at most: what was said before it should stay in sight.
    made["contents"]["header"] = _header(title, about[:1])
    made["contents"]["body"] |= {"paddingBottom": "4px", "paddingTop": "8px"}
    return made


def _header(title: str, about: Sequence[str]) -> Data:
    """The name of the game, and beside it how far it has come."""
    name = flex.line(title, weight="bold", color=ON_FILLED, flex=5)
    far = [
        flex.line(each, size="xxs", color=ON_FILLED, align="end", gravity="center", flex=8)
        for each in about
    ]
    return flex.box(
        [name, *far],
        "horizontal",
        backgroundColor=FILLED,
        paddingAll="8px",
        paddingStart="20px",
        paddingEnd="20px",
    )


def _ways(shown: Board, look: Look) -> Data:
    """All that stands beside the filled key. That which shows the rest is pressed without a word,
    for it matters to nobody who has pressed it."""
    other = Button(LineLabel(LineWords.OTHERWISE), shown.table, shown.question, Own(OTHERWISE))
    ways: list[Button[Public]] = [each for each in shown.foot if each.verb in BESIDE]
    silent = replace(look, typed=False)
    keys = [_way(other, silent), *(_way(each, look) for each in ways)]
    return flex.box(keys, "horizontal", spacing="sm")


def _way(button: Button[Public], look: Look) -> Data:
    label = look.say(button.label)
    made = flex.key(label, flex.action(button, label, look)) | {"flex": 1, "paddingAll": "6px"}
    made["contents"][0]["size"] = "xs"
    return made


def _seat(place: Place, shown: Board, look: Look) -> Data:
    """A seat in one row: its name, what it has, and in short how it stands."""
    asked = place.seat in shown.asks
    name = flex.line(look.context.names[place.seat - 1], size="sm", flex=4, gravity="center")
    name["wrap"] = False
    name["text"] = f"▶ {name['text']}" if asked else name["text"]
    has = [badge for badge in place.badges if badge.kind in HAS][:1]
    held = flex.line(" ".join(_short(each, look) for each in has), size="xs", flex=3)
    held |= {"color": FILLED, "gravity": "center"}
    rest = [_short(each, look) for each in place.badges if each.kind not in (*HAS, *UNSAID)]
    rest += [f"{card.corner}\u00a0{look.say(card.name)}".strip() for card in place.cards]
    told = flex.line(" · ".join(rest), size="xs", color=GREY, flex=8, maxLines=MOST_TOLD)
    told |= {"align": "end", "gravity": "center"}
    parts = [name, held | {"flex": 3 if rest else 11}, *([told] if rest else [])]
    row = flex.box(parts, "horizontal", spacing="sm", paddingAll="1px")
    if asked:
        name["weight"] = "bold"
        row |= {"backgroundColor": ASKED, "cornerRadius": "4px"}
    elif place.out:
        name["color"] = GREY
    return row


def _short(badge: Badge, look: Look) -> str:
    return _dots(badge) or look.say(badge.text)


def _dots(badge: Badge) -> str:
    """Few points on the way to a goal, one by one; empty for everything else."""
    if badge.kind != "points" or not badge.count <= badge.of <= MOST_DOTS or not badge.of:
        return ""
    return "●" * badge.count + "○" * (badge.of - badge.count)
