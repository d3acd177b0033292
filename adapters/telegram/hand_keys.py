"""The keys of a private card: the moves, and behind one key everything else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.telegram.calls import CALLS, WhenCalled
from adapters.telegram.hand_texts import BACK, KEYS, BackToCard, MoreOnCard
from adapters.telegram.opening import Opens, open_row
from adapters.telegram.style import LONGEST_LABEL
from core.desk.acts import Act
from core.desk.presses import Level, Play, Verb, datum
from core.desk.sheets import Button, Hand, Rows
from core.kernel.text import Message, Public
from locales.names import short, width
from locales.tongue import Context, say

ABREAST = ((3, 6), (6, 4))  # columns of a number at most, and how many of them stand in a row
FITS = 19  # columns of a label on a phone, where two stand in a row
STAYS = (Act.TAKE_BACK, Act.OWN_UP)  # of the house's keys, what stands beside the moves

Row = list[InlineKeyboardButton]


def card_keys(hand: Hand, language: str, context: Context, opens: Opens) -> list[Row]:
    """The keys below a card, at most two words to a row. Leaving is not among them."""
    rows = packed(hand.choice, language, context)
    last = [_button(each, language, context) for each in hand.foot if each.verb in STAYS]
    last = [*(key for row in open_row(opens, language) for key in row), *last]
    if any(each.verb not in STAYS for each in hand.foot):
        last.append(_own(hand.table, KEYS, MoreOnCard(), language))
    return [*rows, *_two_abreast(last)]


def keys_behind(hand: Hand, language: str, context: Context) -> InlineKeyboardMarkup:
    """What stands behind [⋯]: the house's keys, leaving the last and by itself."""
    house = [each for each in hand.foot if each.verb not in (*STAYS, Act.LEAVE)]
    leaving = [each for each in hand.foot if each.verb is Act.LEAVE]
    keys = [_button(each, language, context) for each in house]
    keys.append(_own(hand.table, CALLS, WhenCalled(), language))
    rows = _two_abreast(keys)
    rows += [[_button(each, language, context)] for each in leaving]
    return InlineKeyboardMarkup([*rows, [_own(hand.table, BACK, BackToCard(), language)]])


def packed(choice: Rows[Message], language: str, context: Context) -> list[Row]:
    """Buttons of a choice in rows that a phone can show: two to a row, long ones alone, numbers
    several. Moves share their rows; standing orders, and the key that begins anew, have theirs."""
    found: list[Row] = []
    for _, rows in groupby(choice, key=lambda row: _kind(row[0].verb)):
        keys = [_button(each, language, context) for row in rows for each in row]
        widest = max(width(key.text) for key in keys)
        size = next((many for columns, many in ABREAST if widest <= columns), 2)
        row: Row = []
        for key in keys:
            alone = width(key.text) > FITS
            if row and (alone or len(row) == size or width(row[0].text) > FITS):
                found.append(row)
                row = []
            row = [*row, key]
        found.append(row)
    return found


def _kind(verb: Verb) -> str:
    if isinstance(verb, Play) or (isinstance(verb, Level) and verb.said):
        return "move"
    return type(verb).__name__


def _two_abreast(keys: Sequence[InlineKeyboardButton]) -> list[Row]:
    return [list(keys[i : i + 2]) for i in range(0, len(keys), 2)]


def _button(button: Button[Message], language: str, context: Context) -> InlineKeyboardButton:
    label = short(say(button.label, language, context), LONGEST_LABEL)
    style = "danger" if button.verb is Act.LEAVE else None
    return InlineKeyboardButton(label, callback_data=button.data, style=style)


def _own(table: str, word: str, label: Public, language: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        say(label, language, Context()), callback_data=datum(table, 0, word)
    )
