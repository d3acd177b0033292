"""The workers of one database: who of them leads, and what they tell each other.

One worker leads: it sends what waits, asks platforms for news, ticks the clocks and tidies up.
The others hear, answer whom they heard, and serve pages. A worker alone leads always.
"""

from __future__ import annotations

from collections.abc import Callable

Heard = Callable[[str], None]


class Crew:
    """A worker that is alone."""

    @property
    def leads(self) -> bool:
        """Whether this worker leads now."""
        return True

    @property
    def alone(self) -> bool:
        """Whether no other worker is known to live."""
        return True

    async def until_leading(self) -> None:
        """Wait until this worker leads."""

    def say(self, topic: str, text: str) -> None:
        """Tell the other workers something, soon and perhaps in vain: nothing may be lost with
        it."""

    def on(self, topic: str, heard: Heard) -> None:
        """Call this with what others say; in the loop's thread."""
