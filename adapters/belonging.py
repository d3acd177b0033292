"""Whether somebody belongs to a room, as its platform tells it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import Enum

from core.table.places import Room


class Belongs(Enum):
    """Whether somebody is a member of a room."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"  # nobody can tell now


Asker = Callable[[Room, str], Awaitable[Belongs]]
"""Asks the platform of a room whether a person, as the house calls them, belongs to it."""
