"""The board of a group as a message."""

from __future__ import annotations

from collections.abc import Sequence

from telegram import InlineKeyboardButton

from adapters.letter import BoardShown, RoomLetter
from adapters.telegram.opening import CLOSED, Opens, open_row
from adapters.telegram.render import ROOM, Page, fitted, keyboard, page, words
from adapters.telegram.story import Story, folded, written
from adapters.telegram.style import STYLE, Calling, length
from adapters.telegram.texts import PING, Deadline, PingMe
from core.desk.acts import Act
from core.desk.presses import datum
from core.desk.sheets import Labelled
from core.kernel.text import Public
from locales.tongue import Context, say


def board(
    letter: RoomLetter,
    shown: BoardShown,
    told: Story,
    calls: Sequence[Public],
    opens: Opens = CLOSED,
) -> Page:
    """The board of a group. `calls` name people whom it must reach; `opens` is where the page is,
    which has something to show from the deal on."""
    language, context, seen = letter.language, shown.context, shown.board
    head = [f"<b>{say(seen.title, language, context, STYLE)}</b>"]
    head += words(seen.lines, language, context)
    tail = words(seen.asked, language, context)
    if shown.due is not None and seen.phase == "playing":
        tail.append(say(Deadline(int(shown.due)), language, context, STYLE))
    if calls:
        users = {seat: each.user for seat, each in enumerate(seen.sitters, 1) if each.user}
        tail += [f"➡ {line}" for line in words(calls, language, context, Calling(users))]
    rows = open_row(opens, language) if seen.phase in ("playing", "finished") else []
    rows += keyboard(seen.buttons, language, context, (Act.STATUS,), crowded=seen.crowded)
    if seen.invites:
        rows.append(_invitations(seen.table, language, context))
    room = max(0, ROOM - length(fitted(head, [], tail)) - 2)
    log = folded(written(told, language), told.more, language, room)
    return page(fitted(head, [log] if log else [], tail), rows)


def _invitations(table: str, language: str, context: Context) -> list[InlineKeyboardButton]:
    """How others hear of a lobby."""
    label = say(Labelled(Act.INVITE), language, context)
    ping = say(PingMe(), language, context)
    return [
        InlineKeyboardButton(label, callback_data=datum(table, 0, Act.INVITE)),
        InlineKeyboardButton(ping, callback_data=datum(table, 0, PING)),
    ]
