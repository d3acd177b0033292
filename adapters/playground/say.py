"""Letters for the page: kept like the history of a messenger, and sent to whoever looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Protocol

import msgspec

from adapters.letter import Letter, RoomLetter, Sent, Settle
from adapters.playground import render
from core.table.places import Showing

Data = dict[str, Any]


class History(Protocol):
    """Where the letters are kept."""

    def say(self, address: str, table: str, kind: str, payload: str, at: float) -> int:
        """Keep a letter; tells its number."""

    def edit(self, letter: int, payload: str) -> None:
        """Change a letter."""

    def letters(self, address: str, after_id: int = 0, most: int = 500) -> list[Any]:
        """The letters of an address: rows with id, table, kind, payload, at."""


class PlaygroundSay:
    """Delivers at once: the page has no limits."""

    def __init__(
        self, history: History, now: Callable[[], float], broadcast: Callable[[Data], None]
    ) -> None:
        self.history = history
        self.now = now
        self._broadcast = broadcast

    async def alive(self) -> bool:
        """The page is this process."""
        return True

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Keep the notes and cards of a letter and show them."""
        for line in letter.lines:
            data = render.note(line.message, letter.language, line.context)
            self.keep(letter.lane, line.table, "note", data)
        cards = []
        if isinstance(letter, RoomLetter):
            for shown in letter.shown:
                data = render.board(shown.board, letter.language, shown.context, shown.due)
                cards.append(self._show(letter.lane, shown.showing, data))
        else:
            for each in letter.shown:
                data = render.hand(each.hand, letter.language, each.context, each.due)
                cards.append(self._show(letter.lane, each.showing, data))
        return Sent(tuple(line.id for line in letter.lines), tuple(cards))

    def _show(self, lane: str, showing: Showing, data: Data) -> Showing:
        """Put up a card, or change the one that is there."""
        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        print_ = sha256(text.encode()).hexdigest()[:20]
        after = msgspec.structs.replace(showing, hash=print_, outdated=False)
        if showing.message and showing.hash == print_:
            return after
        if showing.message:
            number = int(showing.message)
            self.history.edit(number, text)
            self._broadcast(self.wire(number, lane, "card", data))
            return after
        number = self.keep(lane, showing.table, "card", data)
        return msgspec.structs.replace(after, message=str(number))

    def keep(self, lane: str, table: str, kind: str, data: Data) -> int:
        """Keep a new letter and show it."""
        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        number = self.history.say(lane, table, kind, text, self.now())
        self._broadcast(self.wire(number, lane, kind, data))
        return number

    def wire(self, number: int, lane: str, kind: str, data: Data) -> Data:
        """A letter as the page gets it."""
        return {"id": number, "lane": lane, "kind": kind, "at": self.now(), **data}
