"""What of a letter is done so far: each page that went out is settled before the next one."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

import msgspec

from adapters.letter import Sent, Settle, Told
from adapters.telegram import posted
from adapters.telegram.posted import Posted
from core.kernel.text import Message
from core.table.places import Showing

replace = msgspec.structs.replace


class Delivery:
    """One letter on its way. `settle` stores what was sent so far."""

    def __init__(self, settle: Settle) -> None:
        self._settle = settle
        self._notes: dict[int, None] = {}
        self._cards: dict[str, Showing] = {}
        self.shown: set[str] = set()  # the tables whose cards are as they should be
        self._parked = False
        self._wait = 0.0
        self._unsure = False
        self.stopped = False

    def show(
        self, card: Showing, after: Posted, hash: str, lines: Iterable[Told[Message]] = ()
    ) -> None:
        """A card shows the table as it is now, with these lines."""
        self.put(replace(card, message=posted.write(after), hash=hash, outdated=False), lines)

    def put(self, card: Showing, lines: Iterable[Told[Message]] = ()) -> None:
        """A card is as it should be, and these lines are told."""
        self._cards[card.table] = card
        self.shown.add(card.table)
        self.tell(lines)

    def tell(self, lines: Iterable[Told[Message]]) -> None:
        """These lines are told."""
        self._notes |= {line.id: None for line in lines}

    def stop(self, wait: float, *, unsure: bool = False) -> None:
        """No more can be sent now. `unsure`: what was tried last may have arrived."""
        self._wait, self._unsure, self.stopped = wait, unsure, True

    def park(self) -> None:
        """Something is left for later that nobody must wait for."""
        self._parked = True

    async def settled(self) -> None:
        """Settle what is not yet. To be called before each further call."""
        sent = self.sent()
        if sent.notes or sent.cards:
            self._notes, self._cards = {}, {}
            await self._settle(Sent(sent.notes, sent.cards))

    def sent(self) -> Sent:
        """For the outbox: what is not settled yet, and when to go on."""
        notes, cards = tuple(self._notes), tuple(self._cards.values())
        wait = self._wait if self.stopped else inf if self._parked else 0.0
        return Sent(notes, cards, wait, self._unsure)
