"""The board of a group as a message.

It begins with what happened last and who is asked what, in plain sentences; then come the title
with the round, a line for each seat, what ended, and the story of the round, folded. Whoever is
asked is named once: by the question, or, where it names nobody, by a sign before their seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace
from telegram import InlineKeyboardButton

from adapters.letter import BoardShown, RoomLetter
from adapters.telegram.crowded import bounded
from adapters.telegram.lobby import lobby_keys, lobby_lines
from adapters.telegram.opening import CLOSED, Opens, open_row
from adapters.telegram.render import ROOM, Page, abreast, fitted, keyboard, page, words
from adapters.telegram.seats import seat_lines
from adapters.telegram.story import FOLDS, Parts, Story, folded, laid_out, written
from adapters.telegram.style import LOG, STYLE, Calling, Naming, Telegram, length
from adapters.telegram.texts import KEYS, Apart, AskedUntil, MoreKeys
from core.desk.acts import Act
from core.desk.presses import datum
from core.desk.sheets import Board, Button
from core.kernel.text import Public
from locales.tongue import Context, say

AT_HAND = frozenset({Act.HAND, Act.TAKE_BACK, Act.NEXT})
"""The keys of the house that stand below a running game; the others are behind one key."""


def board(
    letter: RoomLetter,
    shown: BoardShown,
    told: Story,
    calls: Collection[int],
    opens: Opens = CLOSED,
    *,
    folds: bool = True,
) -> Page:
    """The board of a group. `calls` are seats whose owners it must reach; `opens` is where the
    page is, which has something to show from the deal on."""
    language, context, seen = letter.language, shown.context, shown.board
    choice, means = bounded(seen.choice, lambda rows: len(keyboard(rows, language, context)))
    parts = laid_out(told, seen)
    head = _said(seen, shown.due, parts, language, context)
    table = _table(seen, calls, language, context)
    table += written(parts.ended, language)
    if means:
        told_of = say(Apart(), language, context, LOG).join(words(means, language, context, LOG))
        table.append(f"{FOLDS}{told_of}</blockquote>" if folds else told_of)
    tail = words((*seen.explained, *seen.remarks), language, context)
    room = max(0, ROOM - length(fitted(head, table, tail)) - 2)
    log = folded(written(parts.rest, language), told.more, language, room, folds=folds)
    below = [line for line in (log, *tail) if line]
    return page(
        fitted(head, [*table, *below], []),
        _keys(replace(seen, choice=choice), opens, language, context),
    )


def _said(
    seen: Board, due: float | None, parts: Parts, language: str, context: Context
) -> list[str]:
    """What happened last, and who is asked what until when; or who has won."""
    lines = []
    if parts.head is not None:
        lines.append(say(parts.head.message, language, parts.head.context, LOG))
    asked = list(seen.status)
    if asked and due is not None and seen.phase == "playing":
        asked[0] = AskedUntil(asked[0], int(due))
    end = [seen.end] if seen.end is not None else []
    return [*lines, *words((*end, *asked), language, context)]


def _table(seen: Board, calls: Collection[int], language: str, context: Context) -> list[str]:
    """The table in short; in a game that nobody has drawn, in its own words. Names of those who
    are called notify them."""
    if seen.phase == "lobby":
        return lobby_lines(seen, language, context)
    stage = seen.stage
    users = {seat: user for seat in calls if (user := seen.sitters[seat - 1].user)}
    style: Telegram = Calling(users) if users else STYLE
    if stage is None or not stage.places:
        title = f"<b>{say(seen.title, language, context, STYLE)}</b>"
        ended = 1 if seen.end is not None else 0
        return [title, *words(seen.lines[: len(seen.lines) - ended], language, context, style)]
    apart = say(Apart(), language, context, LOG)
    title = f"<b>{say(stage.short or seen.game, language, context, LOG)}</b>"
    return [
        apart.join([title, *words(stage.head, language, context, LOG)]),
        *seat_lines(stage, language, context, style, _pointed(seen, language, context)),
        *words((*stage.brief, *seen.beside), language, context, LOG),
    ]


def _pointed(seen: Board, language: str, context: Context) -> frozenset[int]:
    """The seats that are asked, unless the question names all of them."""
    naming = Naming()
    for line in seen.status[:1]:
        say(line, language, context, naming)
    asked = frozenset(seen.awaited)
    return frozenset() if asked <= naming.named else asked


def _keys(
    seen: Board, opens: Opens, language: str, context: Context
) -> list[list[InlineKeyboardButton]]:
    """The keys of the question, then those of the house, two abreast."""
    if seen.phase == "lobby":
        return lobby_keys(seen, language, context)
    rows = keyboard(seen.choice, language, context)
    if seen.phase in ("playing", "finished"):
        rows += open_row(opens, language)
    foot: Sequence[Button[Public]] = seen.foot
    if seen.phase == "playing":
        foot = [button for button in seen.foot if button.verb in AT_HAND]
    others = [row[0] for row in keyboard(tuple((key,) for key in foot), language, context)]
    if len(foot) < len(seen.foot):
        more = say(MoreKeys(), language, context)
        others.append(
            InlineKeyboardButton(more, callback_data=datum(seen.table, seen.question, KEYS))
        )
    return rows + abreast(others)
