"""The bubble of a game under way: what happened and who is asked what, who stands how, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.letter import BoardShown, Told
from adapters.line import flex, seats
from adapters.line.colours import GREY, INK, PALE, WHITE, Colours, colours_of
from adapters.line.flex import Look
from adapters.line.limits import LONGEST_LABEL
from adapters.line.steps import Group, fitting, steps_of
from adapters.line.texts import (
    DeckLeft,
    LineLabel,
    LineWords,
    OnTheTable,
    OwnSeat,
    TheirKeys,
    UntilKey,
)
from adapters.line.told import Story, joined, story
from core.desk.acts import Act
from core.desk.board import NotProvedAgainstHost
from core.desk.presses import Key, Own
from core.desk.sheets import Board, Button
from core.house.choosing import Half
from core.kernel.plain import SeatLabel
from core.kernel.text import Public
from locales.names import short, width

Data = dict[str, Any]

MORE = "more-keys"
"""The word of the button that shows the keys for which the board has no room."""
OTHERWISE = "otherwise"
"""The word of the button behind which everything is that can be done without the page."""
COLUMNS = 40  # of a row of keys
AROUND = 2  # columns that the edges of a key take
WRAPS = 17  # columns above which a label stands on two lines
LEAST = 4  # columns of a small key
TWO_LINES = 76  # columns of a sentence above which it is written smaller
TITLE, SMALL, ACROSS = 9.0, 5.7, 270.0  # pixels of a column of the head, and of all of it
NUMBERS = "①②③④⑤⑥⑦⑧⑨"


class Frame(msgspec.Struct, frozen=True):
    """A board to be drawn, and for whom.

    `board` is adapted for LINE, `lines` is what is new on it, `notes` its small print. `page` opens
    the page (empty: there is none); with `letters` all keys are shown all the same. Who has `asked`
    for the board finds on it what else the house can do.
    """

    shown: BoardShown
    board: Board
    look: Look
    lines: tuple[Told[Public], ...] = ()
    notes: tuple[Public, ...] = ()
    page: str = ""
    letters: bool = False
    asked: bool = False

    @property
    def colours(self) -> Colours:
        """The colours of its game."""
        return colours_of(self.board.kind)

    @property
    def small(self) -> bool:
        """It is answered on the page: there are no keys for the move on it."""
        return bool(self.page) and not self.letters and asks_for_page(self.shown.board)


def asks_for_page(board: Board) -> bool:
    """Whether what is asked is answered on the page where there is one: out of the hand, or by
    more than one press. Then the page is all one needs."""
    rows = any(isinstance(button.verb, Key) for row in board.choice for button in row)
    return board.phase == "playing" and bool(board.asks) and (rows or not board.choice)


def board(frame: Frame) -> Data:
    """The board of a game under way."""
    shown, look = frame.board, frame.look
    tale = story(shown, frame.lines, frame.shown.told if frame.asked else (), look)
    keys: list[Data] = []
    if frame.page and (frame.small or frame.letters):
        keys.append(page_key(LineWords.HAND_AND_PLAY, frame.page, look, frame.colours))
    if not frame.small:
        keys += _steps(frame)
    keys += _house(frame)
    return bubble(frame, tale, keys)


def bubble(frame: Frame, tale: Story, keys: Sequence[Data], order: Sequence[int] = ()) -> Data:
    """A board with its head, its words, the seats (in this order) and keys."""
    look, shown = frame.look, frame.board
    stage = shown.stage
    long = width(tale.sentence) > TWO_LINES
    body = [flex.line(tale.sentence, size="xs" if long else "sm", color=INK)]
    if tale.before:
        body.append(_small(tale.before))
    if stage is not None and stage.places:
        marked = shown.awaited if shown.phase == "playing" else shown.winners
        table = seats.rows(stage, marked, look, frame.colours, order)
        body.append(flex.box(table, margin="sm"))
        lying = seats.middle(stage, look.say)
        if lying and not _on_keys(stage.slots, shown):
            body.append(_small(joined([look.say(OnTheTable()), " · ".join(lying)])))
        about = _about(shown, look)
    else:
        lines = shown.lines if shown.phase == "playing" else shown.lines[:-1]
        body += [flex.line(look.say(each), size="xs", color=INK) for each in lines]
        about = []
    about += [look.say(each) for each in (*shown.status[1:], *shown.remarks, *frame.notes)]
    if about:
        body.append(_small(joined(about)))
    made = flex.bubble(joined([tale.sentence, tale.before]), "–", body, keys)
    made["contents"]["header"] = _head(frame)
    _dressed(made, 6)
    return made


def page_key(word: LineWords, uri: str, look: Look, colours: Colours) -> Data:
    """The one filled key of a board that opens the page."""
    label = look.say(LineLabel(word))
    return filled(label, {"type": "uri", "label": short(label, LONGEST_LABEL), "uri": uri}, colours)


def filled(label: str, action: Data, colours: Colours, size: str = "md") -> Data:
    """A main key."""
    return flex.box(
        [flex.line(label, align="center", weight="bold", size=size, color=WHITE)],
        action=action,
        backgroundColor=colours.deep,
        cornerRadius="8px",
        paddingAll="8px" if size == "md" else "6px",
    )


def grey(button: Button[Public], look: Look, label: str = "") -> Data:
    """A small key of the house's."""
    label = label or look.say(button.label)
    return flex.box(
        [flex.line(label, align="center", size="xs", color="#444444")],
        action=flex.action(button, label, look),
        backgroundColor=PALE,
        cornerRadius="6px",
        paddingAll="4px",
        paddingStart="1px",
        paddingEnd="1px",
        flex=max(LEAST, min(WRAPS, width(label))) + 2,
    )


def second(frame: Frame, pressed: Half, name: str) -> Data | None:
    """What is asked next of whoever has pressed all that a board shows of a choice that is no
    secret: keys that are theirs alone. None if nothing follows."""
    steps = steps_of(frame.board)
    if steps.secret or not {each.place for each in steps.first if each.place} <= pressed.places:
        return None
    groups = fitting(steps.second, pressed.fits)
    return _few_keys(frame, groups, [frame.look.say(TheirKeys(name))]) if groups else None


def rest_of_secret(frame: Frame) -> Data | None:
    """The keys of a secret choice that have no room on the board, the same whoever wants to see
    them; None if there are none."""
    steps = steps_of(frame.board)
    return _few_keys(frame, steps.second, []) if steps.secret and steps.second else None


def _few_keys(frame: Frame, groups: Sequence[Group], head: Sequence[str]) -> Data:
    look = frame.look
    asked = [look.say(each.caption) for each in groups[:1] if each.caption is not None]
    title = joined([*head, *asked])
    body = [flex.line(title, size="sm", weight="bold", color=frame.colours.deep)]
    made = flex.bubble(
        title, "–", body, [row for each in groups for row in packed(_keys(each, frame))]
    )
    del made["contents"]["header"]
    _dressed(made, 8)
    return made


# Pieces


def _small(text: str) -> Data:
    return flex.line(text, size="xxs", color=GREY)


def _dressed(made: Data, top: int) -> None:
    """A bubble in little room, light also where a phone is dark."""
    made["contents"]["body"] |= _padded(top, 2, 12) | {"backgroundColor": WHITE, "spacing": "none"}
    made["contents"]["footer"] |= _padded(2, 8, 10) | {"backgroundColor": WHITE, "spacing": "xs"}


def _padded(top: int, bottom: int, sides: int) -> Data:
    return {
        "paddingTop": f"{top}px",
        "paddingBottom": f"{bottom}px",
        "paddingStart": f"{sides}px",
        "paddingEnd": f"{sides}px",
    }


def _head(frame: Frame) -> Data:
    """The name of the game, and beside it how far it has come; a long name stands above."""
    game, far = frame.look.say(frame.board.game), _far(frame.board, frame.look)
    style = _padded(4, 4, 12) | {"backgroundColor": frame.colours.deep}
    beside = TITLE * width(game) + SMALL * width(far) <= ACROSS
    title = flex.line(game, weight="bold", size="md" if beside else "sm", color=WHITE)
    if not far:
        return flex.box([title], **style)
    said = flex.line(far, size="xxs", color=WHITE)
    if not beside:
        return flex.box([title, said], **style)
    name = round(TITLE * width(game)) + 8
    title |= {"flex": name, "gravity": "center", "wrap": False}
    said |= {"flex": round(ACROSS) - name, "gravity": "center", "align": "end"}
    return flex.box([title, said], "horizontal", spacing="sm", **style)


def _far(shown: Board, look: Look) -> str:
    """How far a game has come: its round, or the cards in its deck."""
    stage = shown.stage
    if stage is None:
        return ""
    if shown.round and stage.lines:
        return look.say(stage.lines[0])
    deck = [pile.count for pile in stage.piles if pile.kind == "deck"]
    return look.say(DeckLeft(deck[0])) if deck else ""


def _about(shown: Board, look: Look) -> list[str]:
    """What else is to be known of the table, beside the seats."""
    stage = shown.stage
    assert stage is not None, "only a table that can be drawn has seats"
    found = [look.say(each) for each in stage.lines[1 if shown.round else 0 :]]
    return found + [
        look.say(each) for each in shown.lines if isinstance(each, NotProvedAgainstHost)
    ]


def _on_keys(slots: Sequence[int], shown: Board) -> bool:
    """Whether keys say what lies in the middle."""
    numbers = {str(slot) for slot in slots}
    return bool(numbers) and any(
        numbers == {each.verb.label for each in row if isinstance(each.verb, Key)}
        for row in shown.choice
    )


def _steps(frame: Frame) -> list[Data]:
    """The keys of the first step, row by row, each with what it asks if it is not the only one."""
    steps, look = steps_of(frame.board), frame.look
    shown = (*steps.first, *(steps.second[:1] if steps.secret else ()))
    placed = [group for group in shown if group.place]
    numbers = {group.place: NUMBERS[index] for index, group in enumerate(placed)}
    found: list[Data] = []
    for group in shown:
        asked = look.say(group.caption) if group.caption is not None else ""
        if group.place:
            asked = f"{numbers[group.place]} {asked}" if len(placed) > 1 else ""
        if group in steps.first:
            found += _asked_keys(asked, group, frame)
        else:
            found.append(_opens(asked, frame))
    return found


def _asked_keys(asked: str, group: Group, frame: Frame) -> list[Data]:
    """Keys and what they answer: beside them where there is room, else above."""
    parts = _keys(group, frame)
    if not asked:
        return packed(parts)
    caption = _caption(asked, frame.colours) | {"gravity": "center"}
    inline = packed([(width(asked), caption), *parts])
    return inline if len(inline) == 1 else [_caption(asked, frame.colours), *packed(parts)]


def _opens(asked: str, frame: Frame) -> Data:
    """A key that shows the keys which have no room. It is pressed without a word."""
    shown = frame.board
    button: Button[Public] = Button(
        LineLabel(LineWords.MORE), shown.table, shown.question, Own(MORE)
    )
    text = flex.line(f"{asked} …", align="center", size="xs", color=frame.colours.deep)
    return flex.box(
        [text | {"weight": "bold"}],
        action=flex.action(button, asked, msgspec.structs.replace(frame.look, typed=False)),
        borderWidth="1px",
        borderColor=frame.colours.edge,
        cornerRadius="6px",
        paddingAll="4px",
        margin="sm",
    )


def _caption(text: str, colours: Colours) -> Data:
    return flex.line(text, size="xs", weight="bold", color=colours.deep)


def _keys(group: Group, frame: Frame) -> list[tuple[int, Data]]:
    """The keys of a group, each with its columns; the way to the hand stands beside letters."""
    look = frame.look
    parts = []
    for button in group.keys:
        label = _label(button, frame) or "–"
        made = flex.box(
            [flex.line(label, align="center", size="sm", weight="bold", color=INK)],
            action=flex.action(button, label, look),
            backgroundColor=frame.colours.tint,
            borderWidth="1px",
            borderColor=frame.colours.edge,
            cornerRadius="6px",
            paddingAll="4px",
            paddingStart="2px",
            paddingEnd="2px",
        )
        parts.append((max(LEAST, min(WRAPS, width(label))), made))
    if group.letters and not frame.page:
        hand = _hand_key(frame)
        beside = hand is not None and not _hand_shown(frame, group)
        parts += [(width(hand["action"]["label"]), hand)] if hand and beside else []
    return parts


def _hand_shown(frame: Frame, group: Group) -> bool:
    """The way to the hand stands beside the first letters already."""
    letters = [each.place for each in steps_of(frame.board).first if each.letters]
    return bool(letters) and letters[0] != group.place


def packed(parts: Sequence[tuple[int, Data]]) -> list[Data]:
    """Keys in as few rows as have room for them, each as full as the others."""
    fewest = _rows(parts, COLUMNS)
    each = sum(columns + AROUND for columns, _ in parts) // max(1, len(fewest))
    rows = next(
        (rows for most in range(each, COLUMNS) if len(rows := _rows(parts, most)) <= len(fewest)),
        fewest,
    )
    return [
        flex.box([part | {"flex": columns} for columns, part in row], "horizontal", spacing="xs")
        for row in rows
    ]


def _rows(parts: Sequence[tuple[int, Data]], most: int) -> list[list[tuple[int, Data]]]:
    """Keys in rows of so many columns."""
    rows: list[list[tuple[int, Data]]] = []
    left = 0
    for columns, part in parts:
        if not rows or columns + AROUND > left:
            rows.append([])
            left = most
        rows[-1].append((columns, part))
        left -= columns + AROUND
    return rows


def _label(button: Button[Public], frame: Frame) -> str:
    """What stands on a key; whoever is asked alone need not look for their own name."""
    label = button.label
    if isinstance(label, SeatLabel) and frame.board.awaited == (label.seat,):
        label = OwnSeat()
    return frame.look.say(label)


def _hand_key(frame: Frame) -> Data | None:
    """The way to the hand, as the main key of a board without the page."""
    for button in frame.board.foot:
        if button.verb is Act.HAND:
            label = frame.look.say(button.label)
            return filled(label, flex.action(button, label, frame.look), frame.colours, "sm")
    return None


def _beside(main: Data, label: str) -> Data:
    """A main key among the small ones of the house."""
    return main | {"flex": width(label) + 2, "paddingAll": "4px"}


def _house(frame: Frame) -> list[Data]:
    """The house's own keys in one row, small and grey: what else there is stands on a board that
    somebody has asked for."""
    look, shown = frame.look, frame.board
    foot = {button.verb: button for button in shown.foot}
    keys: list[Data] = []
    lettered = any(group.letters for group in steps_of(shown).first)
    if not frame.page and not lettered and (hand := _hand_key(frame)) is not None:
        hand["contents"][0]["size"] = "xs"
        keys.append(_beside(hand, hand["action"]["label"]))
    if frame.page and not (frame.small or frame.letters):
        label = look.say(LineLabel(LineWords.HAND_AND_TABLE))
        go = {"type": "uri", "label": short(label, LONGEST_LABEL), "uri": frame.page}
        keys.append(_beside(filled(label, go, frame.colours, "xs"), label))
    if frame.small:
        # It is pressed without a word, for it matters to nobody who has pressed it.
        other = Button(LineLabel(LineWords.OTHERWISE), shown.table, shown.question, Own(OTHERWISE))
        keys.append(grey(other, msgspec.structs.replace(look, typed=False)))
    first = Act.TAKE_BACK if Act.TAKE_BACK in foot else Act.RULES
    wanted = [first] if frame.page and not frame.letters else [first, Act.STATUS]
    keys += [grey(foot[act], look) for act in wanted if act in foot]
    due = frame.shown.due
    if Act.NEXT in foot:
        label = look.say(UntilKey(int(due))) if due is not None and not shown.window else ""
        keys.append(grey(foot[Act.NEXT], look, label))
    found = [flex.box(keys, "horizontal", spacing="xs", margin="sm")]
    shown_acts = {first, Act.STATUS, Act.NEXT}
    rest = [button for verb, button in foot.items() if verb not in shown_acts]
    if frame.asked or frame.letters:
        hidden = [each for each in rest if each.verb is not Act.HAND or frame.page]
        parts = [(min(WRAPS, width(look.say(each.label))), grey(each, look)) for each in hidden]
        found += packed(parts)
    return found
