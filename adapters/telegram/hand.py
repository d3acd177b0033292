"""The private card of a person as a message: whose turn it is and where, what is asked, the hand,
and folded what happened since."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.letter import HandShown, Told, is_noise, on_board
from adapters.telegram.hand_keys import card_keys
from adapters.telegram.hand_texts import InRoom, Until, YourAnswerIn, YourTurnIn
from adapters.telegram.opening import CLOSED, Opens
from adapters.telegram.render import ROOM, Page, page, words
from adapters.telegram.story import FOLDS
from adapters.telegram.style import LOG, STYLE, length, plain_parts
from adapters.telegram.texts import MoreLines
from core.desk.hand import YouAreAsked, YourAnswerIsAwaited
from core.desk.sheets import Hand
from core.kernel.text import Message, Public
from locales.names import clean_name
from locales.tongue import Context, say

SINCE = 12  # lines about what happened since the last turn
LONGEST_TITLE = 20  # columns of a group's name
GOES_WITHOUT_SAYING = (YouAreAsked, YourAnswerIsAwaited)  # the head says so, and the question


class Beside(msgspec.Struct, frozen=True):
    """What stands on a card beside the hand: what everybody was told `since` the owner's last
    turn, in order; what they alone were told (HTML); what is said above all (HTML); where they see
    the page, and whether older lines can be folded."""

    since: Sequence[Told[Message]] = ()
    whispers: Sequence[str] = ()
    above: Sequence[str] = ()
    opens: Opens = CLOSED
    folds: bool = True


def hand(language: str, shown: HandShown, beside: Beside) -> Page:
    """The private card of a person. In their turn it tells what happened, so that nobody must look
    into the group; else only what is their own."""
    context, held = shown.context, shown.hand
    head = [titled(language, shown), *beside.above]
    asked = [line for line in held.asked if not isinstance(line, GOES_WITHOUT_SAYING)]
    head += words(asked, language, context)
    if held.mine and shown.due is not None:
        head.append(say(Until(int(shown.due)), language, context, STYLE))
    body = [*words(held.own, language, context), *beside.whispers]
    quote = _happened(language, beside) if held.mine else ""
    rows = card_keys(held, language, context, beside.opens)
    return page(_fitted(head, body, quote), rows)


def since_then(shown: HandShown, upto: int) -> tuple[Told[Public], ...]:
    """What everybody was told after that and is worth telling; a seal has a message of its own."""
    return tuple(
        line for line in shown.told if line.id > upto and on_board(line) and not is_noise(line)
    )


def titled(language: str, shown: HandShown) -> str:
    """The head names game and group: one chat serves all of them."""
    held = shown.hand
    where: Public = held.game
    room = next((room for room in shown.rooms if room.title), None)
    if room is not None:
        where = InRoom(held.game, clean_name(room.title, LONGEST_TITLE))
    if held.mine and held.called:
        where = YourAnswerIn(where) if held.window else YourTurnIn(where)
    return f"<b>{say(where, language, shown.context, LOG)}</b>"


def _happened(language: str, beside: Beside) -> str:
    """What the table was told since the owner's last turn, the newest first."""
    told = [f"▸ {say(line.message, language, line.context, LOG)}" for line in beside.since]
    lines, more = told[-SINCE:][::-1], max(0, len(told) - SINCE)
    if more:
        lines.append(say(MoreLines(more), language, Context(), LOG))
    text = "\n".join(lines)
    return f"{FOLDS}{text}</blockquote>" if text and beside.folds else text


def _fitted(head: list[str], body: list[str], quote: str) -> str:
    """The parts of a card as one text. If it is too long, it goes without what happened."""
    below = "\n".join(part for part in ("\n".join(body), quote) if part)
    text = "\n\n".join(part for part in ("\n".join(head), below) if part)
    if length(text) <= ROOM:
        return text
    return _fitted(head, body, "") if quote else plain_parts(text, ROOM)[0]


def remains(language: str, shown: HandShown) -> str:
    """All that is left of a card that another one has followed, where it cannot be deleted."""
    held: Hand = msgspec.structs.replace(shown.hand, awaited=())
    return f"▾ {titled(language, msgspec.structs.replace(shown, hand=held))}"
