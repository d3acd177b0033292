"""The bubble of a game under way: what happened and who is asked what, who stands how, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.line import flex, seats
from adapters.line.colours import INK, WHITE
from adapters.line.flex import Look
from adapters.line.limits import LONGEST_LABEL
from adapters.line.pieces import (
    WRAPS,
    Frame,
    caption,
    dressed,
    filled,
    grey,
    hand_key,
    keys,
    packed,
    padded,
    page_key,
    small_print,
)
from adapters.line.steps import Group, steps_of
from adapters.line.texts import (
    DeckLeft,
    LineLabel,
    LineWords,
    OnTheTable,
    UntilKey,
)
from adapters.line.told import Story, joined, listed, story
from core.desk.acts import Act
from core.desk.presses import Key, Own
from core.desk.sheets import Board, Button
from core.kernel.text import Public
from locales.names import short, width

Data = dict[str, Any]

MORE = "more-keys"
"""The word of the button that shows the keys for which the board has no room."""
OTHERWISE = "otherwise"
"""The word of the button behind which everything is that can be done without the page."""
TWO_LINES = 76  # columns of a sentence above which it is written smaller
TITLE, SMALL, ACROSS = 9.0, 5.7, 270.0  # pixels of a column of the head, and of all of it
NUMBERS = "①②③④⑤⑥⑦⑧⑨"


def board(frame: Frame) -> Data:
    """The board of a game under way."""
    shown, look = frame.board, frame.look
    tale = story(shown, frame.lines, frame.shown.told if frame.asked else (), look)
    keys: list[Data] = []
    if frame.small:
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
        body.append(small_print(tale.before))
    if stage is not None and stage.places:
        marked = shown.awaited if shown.phase == "playing" else shown.winners
        table = seats.rows(stage, marked, look, frame.colours, order)
        body.append(flex.box(table, margin="sm"))
        lying = [] if _on_keys(stage.slots, shown) else seats.middle(stage, look.say)
        cards = [joined([look.say(OnTheTable()), " · ".join(lying)])] if lying else []
        about = cards + _about(shown, look)
    else:
        lines = shown.lines if shown.phase == "playing" else shown.lines[:-1]
        body += [flex.line(look.say(each), size="xs", color=INK) for each in lines]
        about = []
    about += [look.say(each) for each in (*shown.status[1:], *shown.remarks, *frame.notes)]
    if about:
        over = shown.phase == "finished"  # a result has room for a line each
        body.append(small_print("\n".join(about) if over else listed(about)))
    made = flex.bubble(f"{tale.sentence} {tale.before}".strip(), "–", body, keys)
    made["contents"]["header"] = _head(frame)
    dressed(made, 4)
    return made


# Pieces


def _head(frame: Frame) -> Data:
    """The name of the game, and beside it how far it has come; a long name stands above."""
    game, told = frame.look.say(frame.board.game), _far(frame.board, frame.look)
    style = padded(3, 3, 12) | {"backgroundColor": frame.colours.deep}
    fitting = [each for each in told if TITLE * width(game) + SMALL * width(each) <= ACROSS]
    far, beside = (*fitting, *told, "")[0], bool(fitting)
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


def _far(shown: Board, look: Look) -> list[str]:
    """How far a game has come, the shortest last: its round, or the cards in its deck."""
    stage = shown.stage
    if stage is None:
        return []
    if shown.round and stage.lines:
        # With a title that is cut short, more would be left out than the seats tell.
        brief = [] if stage.short is not None else [", ".join(map(look.say, stage.head))]
        return [look.say(stage.lines[0]), *filter(None, brief)]
    deck = [pile.count for pile in stage.piles if pile.kind == "deck"]
    return [look.say(DeckLeft(deck[0]))] if deck else []


def _about(shown: Board, look: Look) -> list[str]:
    """What else is to be known of the table, beside the seats."""
    stage = shown.stage
    assert stage is not None, "only a table that can be drawn has seats"
    found = [look.say(each) for each in stage.lines[1 if shown.round else 0 :]]
    found += [look.say(pile.name) for pile in stage.piles if pile.kind == "almshouse"]
    return found + [look.say(each) for each in shown.beside]


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
    parts = keys(group, frame)
    if not asked:
        return packed(parts)
    above = caption(asked, frame.colours) | {"gravity": "center"}
    inline, below = packed([(width(asked), above), *parts]), packed(parts)
    return inline if len(inline) <= len(below) else [caption(asked, frame.colours), *below]


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


def _beside(main: Data, label: str) -> Data:
    """A main key among the small ones of the house."""
    return main | {"flex": width(label) + 2, "paddingAll": "3px"}


def _house(frame: Frame) -> list[Data]:
    """The house's own keys in one row, small and grey: what else there is stands on a board that
    somebody has asked for."""
    look, shown = frame.look, frame.board
    foot = {button.verb: button for button in shown.foot}
    keys: list[Data] = []
    lettered = any(group.letters for group in steps_of(shown).first)
    if not frame.page and not lettered and (hand := hand_key(frame)) is not None:
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
    first = Act.TAKE_BACK if Act.TAKE_BACK in foot else Act.HELP
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
        gone = set() if frame.page else {Act.HAND}
        if not frame.asked:
            gone.add(Act.NEXT_GAME)
        hidden = [each for each in rest if each.verb not in gone]
        parts = [(min(WRAPS, width(look.say(each.label))), grey(each, look)) for each in hidden]
        found += packed([*_back_to_page(frame), *parts])
    return found


def _back_to_page(frame: Frame) -> list[tuple[int, Data]]:
    """The way to the page on a board for those who do without it."""
    if not (frame.page and frame.letters):
        return []
    label = frame.look.say(LineLabel(LineWords.HAND_AND_PLAY))
    go = {"type": "uri", "label": short(label, LONGEST_LABEL), "uri": frame.page}
    return [(width(label), filled(label, go, frame.colours, "xs") | {"paddingAll": "3px"})]
