"""What a door says: who somebody is, or why they may not come in."""

from __future__ import annotations

import msgspec

from core.kernel.text import Public


class Refusal(msgspec.Struct, frozen=True):
    """Somebody may not come in. `again`: another proof may help (this one is too old). `later`: it
    is our trouble, or the platform's; the same proof may do in a moment."""

    message: Public
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
