"""Who looks at the page, as the doors have found it out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from adapters.page.wire import Come, Door
from core.kernel.text import Message


class Who(msgspec.Struct, frozen=True):
    """Somebody who came in. `user` is a person by their name for us (empty: nobody who is known,
    who only watches), `table` the one they came to (empty: the door knows which). `follows`: when
    its match is over they may go on to the next one. `bearer` proves it again for a while."""

    door: Door
    user: str = ""
    table: str = ""
    follows: bool = False
    watches: bool = False
    bearer: str = ""
    language: str = ""


class NotIn(msgspec.Struct, frozen=True):
    """Why somebody may not come in. `again`: another proof of who they are may help."""

    why: Message
    again: bool = False


Identify = Callable[[Come, str], Awaitable[Who | NotIn]]
"""Finds out who looks, from the first frame of a page and the cookie that came with it."""

Renew = Callable[[Who], Awaitable[Who | NotIn]]
"""A fresh bearer for somebody who is there, or why they must go."""
