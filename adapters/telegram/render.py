"""Sheets become messages: a text within Telegram's limits, and a keyboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.letter import Letter, Line, Shown
from adapters.telegram.story import Story, folded, written
from adapters.telegram.style import (
    LOG,
    LONGEST,
    LONGEST_LABEL,
    STYLE,
    Bare,
    Calling,
    Telegram,
    length,
    pages,
    plain_parts,
)
from adapters.telegram.texts import PING, Deadline, PingMe, PlayedIn, SinceYourTurn, TheTable
from core.desk.acts import Act
from core.desk.presses import datum, read_datum
from core.desk.sheets import Button, Labelled, Sheet
from core.kernel.plain import SeatLabel
from core.kernel.text import Message
from core.table.table import Lobby, Playing
from locales.names import short
from locales.tongue import Context, say

SINCE = 12  # lines of a private card about what happened since the last turn
BARE = Bare()
WIDEST = 8  # buttons in a row
ROOM = LONGEST - 96  # some air below the limit

_COLOURS = {Act.START.value: "success", Act.JOIN.value: "success", Act.SURE_LEAVE.value: "danger"}
_COLOURS |= {Act.SURE_CLOSE.value: "danger", Act.REMATCH.value: "success"}

_MOMENT = re.compile(r'<tg-time unix="(\d+)"[^>]*>[^<]*</tg-time>')


class Page(msgspec.Struct, frozen=True):
    """A message as it is sent; `hash` is that of its content."""

    text: str
    keyboard: InlineKeyboardMarkup | None
    hash: str


def page(text: str, rows: Sequence[Sequence[InlineKeyboardButton]]) -> Page:
    """A message of a text and buttons."""
    keyboard = InlineKeyboardMarkup(rows) if rows else None
    # A deadline that moved by the time of a call is no reason for another one.
    timeless = _MOMENT.sub(lambda found: str(int(found[1]) // 20), text)
    content = timeless + (keyboard.to_json() if keyboard else "")
    return Page(text, keyboard, sha256(content.encode()).hexdigest()[:20])


def words(
    messages: Sequence[Message], language: str, context: Context, style: Telegram = STYLE
) -> list[str]:
    """Messages as lines."""
    return [say(message, language, context, style) for message in messages]


def keyboard(
    rows: Sequence[Sequence[Button]], language: str, context: Context, without: Sequence[str] = ()
) -> list[list[InlineKeyboardButton]]:
    """Buttons with their labels; rows that are too wide for Telegram are halved."""
    found: list[list[InlineKeyboardButton]] = []
    for row in rows:
        buttons = [
            InlineKeyboardButton(
                short(say(button.label, language, context), LONGEST_LABEL),
                callback_data=button.data,
                style=_COLOURS.get(verb(button.data)),
            )
            for button in row
            if verb(button.data) not in without
        ]
        parts = -(-len(buttons) // WIDEST)
        size = -(-len(buttons) // parts) if parts else 1
        found += [buttons[i : i + size] for i in range(0, len(buttons), size)]
    return found


def verb(data: str) -> str:
    """What a button does, whatever question it belongs to."""
    press = read_datum(data)
    return press.code if press is not None else ""


def board(letter: Letter, shown: Shown, told: Story, calls: Sequence[Message]) -> Page:
    """The board of a group. `calls` name people whom it must reach."""
    language, context, sheet = letter.language, shown.context, shown.sheet
    head = [f"<b>{say(sheet.title, language, context, STYLE)}</b>"]
    head += words(sheet.lines, language, context)
    tail = words(sheet.asked, language, context)
    if shown.due is not None and isinstance(shown.table, Playing):
        tail.append(say(Deadline(int(shown.due)), language, context, STYLE))
    if calls:
        users = {
            _named(shown, seat, language): str(chair.user)
            for seat, chair in enumerate(shown.table.chairs, 1)
            if chair.user is not None
        }
        tail += [f"➡ {line}" for line in words(calls, language, context, Calling(users))]
    rows = keyboard(sheet.buttons, language, context, (Act.STATUS.value,))
    if isinstance(shown.table, Lobby) and not shown.table.panel:
        label = say(Labelled(Act.INVITE), language, context)
        data = datum(shown.table.id, 0, Act.INVITE.value)
        ping = say(PingMe(), language, context)
        rows.append(
            [
                InlineKeyboardButton(label, callback_data=data),
                InlineKeyboardButton(ping, callback_data=datum(shown.table.id, 0, PING)),
            ]
        )
    room = max(0, ROOM - length(_fitted(head, [], tail)) - 2)
    log = folded(written(told, language), told.more, language, room)
    return page(_fitted(head, [log] if log else [], tail), rows)


def _named(shown: Shown, seat: int, language: str) -> str:
    """What a seat is called in texts, unmarked."""
    return say(SeatLabel(seat), language, shown.context, BARE)


def _fitted(head: list[str], log: list[str], tail: list[str]) -> str:
    """The parts of a card as one text. If it is too long, lines of the table go."""
    while True:
        text = "\n\n".join("\n".join(part) for part in (head, log, tail) if part)
        if length(text) <= ROOM:
            return text
        if len(head) > 1:
            head = head[:-1]
        elif head or log or len(tail) > 1:
            head, log, tail = [], [], tail[-1:]
        else:
            return plain_parts(text, ROOM)[0]


def hand(
    letter: Letter,
    shown: Shown,
    common: Sequence[Message],
    since: Sequence[Line],
    whispers: Sequence[str],
    mine: bool,
    board: bool = True,
) -> Page:
    """The private card of a person. In their turn it tells what happened and shows the table
    in short (unless without `board`), so that nobody must look into the group; else only what
    is their own."""
    language, context, sheet = letter.language, shown.context, shown.sheet
    own = [line for line in sheet.lines if line not in common]
    head = [_titled(letter, shown)]
    log: list[str] = []
    if mine:
        events = [say(line.message, language, line.context, LOG) for line in since[-SINCE:]]
        if events:
            log = [say(SinceYourTurn(), language, context, STYLE), *(f"▸ {e}" for e in events)]
        shared = [line for line in sheet.lines if line in common] or common
        if board and shared:
            table = words(shared, language, context, LOG)
            log += ["", say(TheTable(), language, context, STYLE), *table]
    body = [*whispers, *words(own, language, context)]
    tail = words(sheet.asked, language, context)
    if mine and shown.due is not None:
        tail.append(say(Deadline(int(shown.due)), language, context, STYLE))
    rows = keyboard(sheet.buttons, language, context)
    text = _fitted(head + log, [], ["\n".join(body), *tail] if body else tail)
    return page(text, rows)


def _titled(letter: Letter, shown: Shown) -> str:
    """The head of a private card names the group: one chat serves all of them."""
    room = next((room for room in shown.rooms if room.title), None)
    title: Message = shown.sheet.title
    if room is not None:
        title = PlayedIn(shown.sheet.title, room.title)  # type: ignore[arg-type]
    return f"<b>{say(title, letter.language, shown.context, LOG)}</b>"


def answer(sheet: Sheet, language: str, context: Context) -> list[Page]:
    """A sheet that was asked for: rules, help, the seal. The buttons stand below the end."""
    lines = [f"<b>{say(sheet.title, language, context, STYLE)}</b>"]
    lines += words((*sheet.lines, *sheet.asked), language, context)
    rows = keyboard(sheet.buttons, language, context)
    texts = pages(lines, ROOM)
    return [page(text, rows if text is texts[-1] else []) for text in texts]
