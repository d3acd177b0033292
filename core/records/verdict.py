"""What came of looking at a proof."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.kernel.text import Message

Findings = Iterator[tuple[bool, Message]]
"""Whether something fits, and what it is. After the first misfit nothing else is proved."""


class Verdict(msgspec.Struct, frozen=True):
    """Whether nothing differs (`fair`), and what was found, in order."""

    fair: bool
    findings: tuple[Message, ...]
