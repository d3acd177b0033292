"""The playground has no messenger: what is told at a table stands in its story, on the page."""

from __future__ import annotations

import msgspec

from adapters.letter import Letter, Say, Sent, Settle


class PlaygroundSay(Say):
    """Nothing needs to be sent: the page reads the table itself."""

    async def alive(self) -> bool:
        """The page is this process."""
        return True

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """All of it is known to the page."""
        cards = (
            msgspec.structs.replace(each.showing, message="page", outdated=False)
            for each in letter.shown
        )
        return Sent(tuple(line.id for line in letter.lines), tuple(cards))
