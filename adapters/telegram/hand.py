"""The private card of a person as a message."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.letter import HandShown, Told
from adapters.telegram.opening import CLOSED, Opens, open_row
from adapters.telegram.render import Page, fitted, keyboard, page, words
from adapters.telegram.style import LOG, STYLE
from adapters.telegram.texts import Deadline, PlayedIn, SinceYourTurn, TheTable
from core.kernel.text import Message
from locales.tongue import Context, say

SINCE = 12  # lines about what happened since the last turn


def hand(
    language: str,
    shown: HandShown,
    since: Sequence[Told[Message]],
    whispers: Sequence[str],
    *,
    mine: bool,
    table: bool = True,
    opens: Opens = CLOSED,
) -> Page:
    """The private card of a person. In their turn it tells what happened and shows the table
    in short (unless without `table`), so that nobody must look into the group; else only what
    is their own. A button `opens` the page."""
    context, held = shown.context, shown.hand
    head = [_titled(language, shown)]
    if mine:
        head += _happened(language, context, since)
    if mine and table and held.common:
        common = words(held.common, language, context, LOG)
        head += ["", say(TheTable(), language, context, STYLE), *common]
    body = [*whispers, *words(held.own, language, context)]
    tail = words(held.asked, language, context)
    if mine and shown.due is not None:
        tail.append(say(Deadline(int(shown.due)), language, context, STYLE))
    rows = open_row(opens, language)
    rows += keyboard(held.buttons, language, context)
    text = fitted(head, [], ["\n".join(body), *tail] if body else tail)
    return page(text, rows)


def _happened(language: str, context: Context, since: Sequence[Told[Message]]) -> list[str]:
    """What the table was told since the owner's last turn."""
    events = [say(line.message, language, line.context, LOG) for line in since[-SINCE:]]
    if not events:
        return []
    return [say(SinceYourTurn(), language, context, STYLE), *(f"▸ {each}" for each in events)]


def _titled(language: str, shown: HandShown) -> str:
    """The head of a private card names the group: one chat serves all of them."""
    title = shown.hand.title
    room = next((room for room in shown.rooms if room.title), None)
    if room is not None:
        title = PlayedIn(title, room.title)
    return f"<b>{say(title, language, shown.context, LOG)}</b>"
