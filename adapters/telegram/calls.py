"""When a person wishes to be called in private: their own choice, for all tables."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from telegram import InlineKeyboardButton

from adapters.telegram.render import Page, page
from adapters.telegram.style import STYLE
from core.desk.calls import Calls, calls_for
from core.desk.presses import datum
from core.house.ports import Directory
from core.kernel.text import N_, Public, Secret
from core.table.places import Wishes
from locales.tongue import Context, say

replace = msgspec.structs.replace

CALLS = "calls"  # the command and the key that ask; a dot and the code of a choice follow


class WhenCalled(Public, frozen=True, tag="telegram.when-called"):
    """A key of a private card, and the question behind it."""

    text: ClassVar[str] = N_("When to ring for me")


class WhenToCall(Public, frozen=True, tag="telegram.when-to-call"):
    text: ClassVar[str] = N_(
        "When shall a message of mine ring for you? Your card comes here in any case."
    )


class CallsChoice(Public, frozen=True, tag="telegram.calls-choice"):
    text: ClassVar[str] = N_("{calls}")
    calls: Calls


class CallsChosen(Public, frozen=True, tag="telegram.calls-chosen"):
    """The choice that stands now."""

    text: ClassVar[str] = N_("✓ {calls}")
    calls: Calls


class RingsFrom(Secret, frozen=True, tag="telegram.rings-from"):
    text: ClassVar[str] = N_("From now on it rings: {calls}")
    calls: Calls


def wanted(calls: Calls, *, called: bool, window: bool) -> bool:
    """Whether somebody who is asked wishes to be called for it. `called`: the question calls them
    by name; `window`: silence is an answer too."""
    match calls:
        case Calls.ALL:
            return True
        case Calls.TURNS:
            return called and not window
        case Calls.NONE:
            return False
        case Calls.USUAL:
            return called


def choice_of(word: str) -> Calls | None:
    """The choice that a key of the question stands for; None for any other word."""
    ask, dot, code = word.partition(".")
    return Calls(code) if ask == CALLS and dot and code in tuple(Calls) else None


def choose(directory: Directory, user: str, calls: Calls) -> None:
    """Remember when somebody wishes to be called."""
    directory.wish(user, lambda wishes: replace(wishes, calls=calls.value))


def calls_page(wishes: Wishes, language: str, table: str) -> Page:
    """The question, with a key for each choice."""
    now, context = calls_for(wishes), Context()
    rows = [
        [
            InlineKeyboardButton(
                say((CallsChosen if each is now else CallsChoice)(each), language, context),
                callback_data=datum(table, 0, f"{CALLS}.{each.value}"),
            )
        ]
        for each in Calls
    ]
    return page(say(WhenToCall(), language, context, STYLE), rows)
