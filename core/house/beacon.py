"""Which round of a public beacon a deal waits for."""

from __future__ import annotations

import msgspec


class Rounds(msgspec.Struct, frozen=True):
    """The rounds of a beacon: `chain` (hex) names it; round 1 came at `genesis` (seconds since
    1970), and one follows each `period` seconds. A deal waits for the round that lies `ahead`
    rounds after the newest one, so that nobody knows it when it is named."""

    chain: str
    genesis: int
    period: int
    ahead: int = 3

    def awaited(self, at: float) -> int:
        """The round for a deal that starts at `at`."""
        return max(0, (int(at) - self.genesis) // self.period + 1) + self.ahead

    def comes_at(self, number: int) -> int:
        """When a round comes, in seconds since 1970."""
        return self.genesis + (number - 1) * self.period
