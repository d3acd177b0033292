"""Who looks at the page, as the doors have found it out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from adapters.page.wire import Come, Door
from core.kernel.text import Message


class Who(msgspec.Struct, frozen=True):
    """Somebody who came in. `user` is a person by their name for us (empty: nobody who is known,
    who only watches), `table` the one they came to (empty: the door knows which). `follows`: when
    its match is over they may go on to the next one. `bearer` proves it again for a while.
    `language` and `name` are what their platform tells (empty: nothing)."""

    door: Door
    user: str = ""
    table: str = ""
    follows: bool = False
    watches: bool = False
    bearer: str = ""
    language: str = ""
    name: str = ""


class NotIn(msgspec.Struct, frozen=True):
    """Why somebody may not come in. `again`: another proof of who they are may help. `later`: it is
    our trouble, or a platform's; the same proof may do in a moment."""

    why: Message
    again: bool = False
    later: bool = False


class Person(msgspec.Struct, frozen=True):
    """Who somebody is, by what a platform confirms: as the house calls them, by their own name,
    with the language of their app as the platform tells it (empty: it tells none), and the table
    for which the page was opened (empty: not told)."""

    user: str
    name: str = ""
    language: str = ""
    table: str = ""


Identify = Callable[[Come, str], Awaitable[Who | NotIn]]
"""Finds out who looks, from the first frame of a page and the cookie that came with it."""

Renew = Callable[[Who], Awaitable[Who | NotIn]]
"""A fresh bearer for somebody who is there, or why they must go."""
