"""What `fumibako doctor` finds."""

from __future__ import annotations

import msgspec

from core.kernel.text import Public


class Finding(msgspec.Struct, frozen=True):
    """Something that was looked at. `good` is None where nothing is right or wrong."""

    good: bool | None
    message: Public


MARKS = {True: "✓", False: "✗", None: "·"}
"""How a finding begins, for the eye; the text says it too."""
