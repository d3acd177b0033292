"""The bubble of a lobby: the games to choose from, who sits, and the keys to join and to start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.line import flex
from adapters.line.colours import GREY, HOUSE, INK, PALE, WHITE, Colours, colours_of
from adapters.line.flex import Look
from adapters.line.people import PLATFORM
from adapters.line.texts import (
    ComputerSeat,
    HostSeat,
    LineLabel,
    LineWords,
    LookOnce,
    PanelOf,
    SeatedNow,
)
from core.desk.acts import Act
from core.desk.lobby_board import KnocksHere
from core.desk.lobby_people import NothingHeard, name_at
from core.desk.lobby_settings import MOST_TILES
from core.desk.presses import Knock, Own
from core.desk.sheets import Board, Button, Sheet, Tile, act_button
from core.kernel.text import Public

replace = msgspec.structs.replace
Data = dict[str, Any]

ABREAST = 2  # tiles in a row
MAIN = (Act.JOIN, Act.START)
"""The large keys of a lobby."""


def adapted(board: Board) -> Board:
    """A lobby as a LINE group needs it: whatever panel is open elsewhere, its own is an answer."""
    return replace(board, explained=())


def board(shown: Board, look: Look, met: Sequence[str]) -> Data:
    """The bubble of an adapted lobby; `met` have found their hand. Of a table that draws or is
    closed its words."""
    title = look.say(shown.title)
    asked = [look.say(each) for each in shown.asked]
    alt = " ".join([title, *asked])
    if shown.phase != "lobby":
        return _plain(shown, look, alt, asked)
    colours = colours_of(shown.kind)
    body = [*_tiles(shown, look, colours), _seated(shown, look)]
    if shown.terms:
        terms = " · ".join(look.say(each) for each in shown.terms)
        body.append(flex.line(terms, size="xxs", color=GREY))
    body += [flex.line(look.say(each), size="xs") for each in shown.lines if _is_news(each)]
    lacks = () if shown.may_start else shown.status
    body += [
        flex.line(look.say(each), size="xs", weight="bold", color=INK)
        for each in (*lacks, *shown.remarks)
    ]
    unmet = _unmet(shown, met)
    if unmet:
        body.append(flex.line(look.say(LookOnce()), size="xxs", color=GREY))
    made = flex.bubble(alt, title, body, _keys(shown, look, colours, unmet=unmet))
    about = [look.say(tile.about) for tile in shown.tiles if tile.chosen]
    made["contents"]["header"] = _head(look.say(shown.game), about, colours)
    made["contents"]["body"] |= {"paddingAll": "10px", "paddingBottom": "2px", "spacing": "sm"}
    return made


def panel(shown: Sheet, look: Look, name: str, *, menu: bool) -> Data:
    """A panel for one person, by `name`; the `menu` has the ways to learn more."""
    title = look.say(PanelOf(name, shown.title) if name else shown.title)
    body = [flex.line(look.say(each), size="xs") for each in shown.lines]
    made = flex.bubble(title, title, body, flex.rows_of(shown.buttons, look))
    contents = made["contents"]
    contents["header"] = _head(title, (), HOUSE)
    contents["body"] |= {"paddingAll": "12px", "paddingBottom": "4px"}
    if not body:
        del contents["body"]
    if menu:
        how = Button(LineLabel(LineWords.HOW), "-", 0, Own("how"))
        keys = flex.rows_of(((how,),), look)[0]["contents"]
        if look.friend:
            keys.append(flex.link(LineWords.FRIEND, look.friend, look) | {"flex": 1})
        contents["footer"]["contents"].append(flex.box(keys, "horizontal", spacing="sm"))
    return made


def _plain(shown: Board, look: Look, alt: str, asked: Sequence[str]) -> Data:
    body = [flex.line(look.say(each), size="sm") for each in shown.lines]
    body += [flex.line(each, weight="bold", size="sm") for each in asked]
    return flex.bubble(alt, look.say(shown.title), body, flex.rows_of(shown.buttons, look))


def _head(game: str, about: Sequence[str], colours: Colours) -> Data:
    """The game, and beside it for how many it is and how long it takes."""
    name = flex.line(game, weight="bold", color=WHITE, flex=6)
    beside = [
        flex.line(each, size="xxs", color=WHITE, align="end", gravity="center", flex=5)
        for each in about
    ]
    return flex.box(
        [name, *beside],
        "horizontal",
        backgroundColor=colours.deep,
        paddingAll="8px",
        paddingStart="14px",
        paddingEnd="14px",
    )


def _tiles(shown: Board, look: Look, colours: Colours) -> list[Data]:
    """The games, two in a row; of many one is chosen in a panel."""
    if len(shown.tiles) > MOST_TILES:
        return []
    made = [_tile(each, look, colours) for each in shown.tiles]
    return [
        flex.box(made[i : i + ABREAST], "horizontal", spacing="sm")
        for i in range(0, len(made), ABREAST)
    ]


def _tile(tile: Tile, look: Look, colours: Colours) -> Data:
    label = look.say(tile.button.label)
    name = flex.line(label, size="xs", weight="bold", align="center", color=INK)
    name |= {"wrap": False, "color": colours.deep if tile.chosen else INK}
    about = flex.line(look.say(tile.about), size="xxs", align="center", color=GREY)
    return flex.box(
        [name, about | {"wrap": False}],
        flex=1,
        action=flex.action(tile.button, label, look),
        borderWidth="2px" if tile.chosen else "1px",
        borderColor=colours.deep if tile.chosen else flex.LINE,
        backgroundColor=colours.tint if tile.chosen else WHITE,
        cornerRadius="8px",
        paddingAll="3px",
    )


def _seated(shown: Board, look: Look) -> Data:
    """Who sits, in one sentence."""
    seats = tuple(_seat(shown, seat) for seat in range(1, len(shown.sitters) + 1))
    return flex.line(look.say(SeatedNow(len(seats), seats)), size="sm", color=INK, margin="md")


def _seat(shown: Board, seat: int) -> Public:
    if shown.sitters[seat - 1].user is None:
        return ComputerSeat(seat)
    return HostSeat(seat) if seat == shown.host else name_at(seat)


def _unmet(shown: Board, met: Sequence[str]) -> bool:
    """Somebody from LINE who sits here has not found their hand yet."""
    ours = [each for each in shown.sitters if (each.user or "").startswith(f"{PLATFORM}:")]
    return len(met) < len(ours)


def _keys(shown: Board, look: Look, colours: Colours, *, unmet: bool) -> list[Data]:
    """Join and Start, whatever else there is; the answers to a group that knocks; one small key
    behind which all else stands."""
    buttons = [each for row in shown.choice for each in row]
    found = {each.verb: each for each in buttons if each.verb in MAIN}
    main = []
    for act in MAIN:
        if act in found:
            label, ready = look.say(found[act].label), act is Act.JOIN or shown.may_start
            does = flex.action(found[act], label, look)
            main.append(main_key(label, does, colours, ready=ready))
    more = tuple(tuple(each for each in row if _stands_there(each)) for row in shown.choice)
    small = [act_button(shown.table, 0, Act.SETTINGS)]
    if unmet:
        small.append(act_button(shown.table, 0, Act.HAND))
    return [
        flex.box(main, "horizontal", spacing="sm"),
        *flex.rows_of(tuple(row for row in more if row), look),
        flex.box([small_key(each, look) for each in small], "horizontal", spacing="sm"),
    ]


def main_key(label: str, action: Data, colours: Colours, *, ready: bool) -> Data:
    """A large key: filled, or grey while it can do nothing."""
    words = flex.line(label, align="center", weight="bold", color=WHITE if ready else GREY)
    return flex.box(
        [words],
        flex=1,
        action=action,
        backgroundColor=colours.deep if ready else PALE,
        cornerRadius="8px",
        paddingAll="9px",
    )


def small_key(button: Button[Any], look: Look) -> Data:
    """A small grey key of the house."""
    label = look.say(button.label)
    return flex.box(
        [flex.line(label, size="xs", align="center", color=GREY)],
        flex=1,
        action=flex.action(button, label, look),
        backgroundColor=PALE,
        cornerRadius="6px",
        paddingAll="6px",
    )


def _is_news(line: object) -> bool:
    """What stands in no other place of the bubble."""
    return isinstance(line, KnocksHere | NothingHeard)


def _stands_there(button: Button[Any]) -> bool:
    """Keys that are there only while they are needed, and then on the board."""
    return isinstance(button.verb, Knock) or button.verb is Act.START_NOW
