"""What is known of each chat while the process lives: reply tokens, and what was said when.

None of it is stored. After a restart the next event of a chat brings a new token. All times
are those of the monotonic clock.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

import msgspec

from adapters.errands import Errand
from adapters.recent import Recent

Data = dict[str, Any]
replace = msgspec.structs.replace
NEVER = float("-inf")

TOKEN_LASTS = 45.0  # seconds; LINE says a minute and promises nothing
TOKEN_DIES = 1200.0  # seconds after an event beyond which its redelivery brings no token
MOST_TOKENS = 20  # of one chat
MOST_USED = 5000
MOST_CHATS = 50_000  # chats whose state is remembered; that of the oldest begins anew
HUSH = 10.0  # seconds after a message of ours in which ordinary chat is not answered
BOARD_AGAIN = 120.0  # seconds after which chat may have pushed the board out of sight
FOREIGN = 12  # messages of others that do so
ASLEEP = 900.0  # seconds without a press after which a table is left alone
FEW_SECONDS = 5.0  # between two boards after presses that did nothing
MOST_EXTRAS = 20  # messages that wait for the next reply; the oldest are forgotten
COPIES = 2  # times that a message goes out of which nobody knows whether it arrived


class Token(msgspec.Struct, frozen=True):
    """A reply token. `loud` ones came with a press or a command, others with ordinary chat."""

    word: str
    at: float
    loud: bool


class Four(msgspec.Struct, frozen=True):
    """A match in four panels, and the room for which it is."""

    table: str
    room: int


class Extra(msgspec.Struct, frozen=True):
    """A message that waits for the next reply. `copies` may have arrived already; if it is
    `asked` for it is said whoever else tells its errand."""

    message: Data
    copies: int = 0
    panels: Four | None = None
    errand: Errand | None = None
    asked: bool = False

    @property
    def claimed(self) -> Errand | None:
        """What is said by one who tells it only."""
        return None if self.asked else self.errand


class ChatState:
    """One chat. `extras` wait for the next reply."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.extras: list[Extra] = []
        self.wanted: set[str] = set()  # tables whose board or hand card was asked for
        self.offered: set[str] = set()  # tables whose hand is shown if it is another than before
        self.unread = True  # something may wait that could not be said
        self.expected = False  # something was told that the next reply must carry
        self.lettered = ("", 0)  # the table and question whose board shows every button
        self.sent_at = NEVER
        self.board_at = NEVER
        self.pressed_at = NEVER
        self.foreign = 0
        self.held: tuple[object, float] = ((), NEVER)  # a question not called yet, since when

    def said(self, at: float, board: bool) -> None:
        """A reply has gone out."""
        self.sent_at = at
        self.unread = self.expected = False
        if board:
            self.board_at, self.foreign = at, 0

    def add(
        self,
        message: Data,
        panels: Four | None = None,
        errand: Errand | None = None,
        *,
        asked: bool = False,
    ) -> None:
        """The next reply carries this message too; of the same errand only the newest."""
        before = [
            each
            for each in self.extras
            if errand is None or each.errand is None or each.errand.key != errand.key
        ]
        self.extras = [*before, Extra(message, 0, panels, errand, asked)][-MOST_EXTRAS:]

    def put_back(self, extras: list[Extra], *, unsure: bool) -> None:
        """These were not said after all. `unsure`: that is not known; then each goes out once
        more at the most."""
        if unsure:
            extras = [replace(each, copies=each.copies + 1) for each in extras]
            extras = [each for each in extras if each.copies < COPIES]
        self.extras = [*filter(self._counts, extras), *self.extras][-MOST_EXTRAS:]

    def wait(self, extra: Extra) -> None:
        """This is not said now: it waits behind the others."""
        if self._counts(extra):
            self.extras = [*self.extras, extra][-MOST_EXTRAS:]

    def _counts(self, extra: Extra) -> bool:
        """Whether nothing newer waits that is of the same errand."""
        if extra.errand is None:
            return True
        keys = [each.errand.key for each in self.extras if each.errand is not None]
        return extra.errand.key not in keys

    def board_is_buried(self, at: float) -> bool:
        """Others have written so much that the board should be put up again."""
        return (
            self.foreign >= FOREIGN
            and at - self.board_at >= BOARD_AGAIN
            and at - self.pressed_at < ASLEEP
        )


class Chats:
    """All chats, and the tokens that were ever used."""

    def __init__(self) -> None:
        self._states: Recent[str, ChatState] = Recent(MOST_CHATS)
        self._used: dict[str, None] = {}
        self._new = Lock()
        self._elsewhere: Recent[str, float] = Recent(MOST_CHATS)

    def of(self, chat: str) -> ChatState:
        """The state of a chat."""
        found = self._states.get(chat)
        if found is None:
            with self._new:  # both threads ask
                found = self._states.get(chat)
                if found is None:
                    found = self._states[chat] = ChatState()
        return found

    def put(self, chat: str, token: Token) -> None:
        """Keep a token; one that was used is dead, however often it is delivered."""
        state = self.of(chat)
        if not token.word or token.word in self._used:
            return
        state.tokens = [each for each in state.tokens if each.word != token.word]
        state.tokens = [*state.tokens, token][-MOST_TOKENS:]

    def alive(self, chat: str, at: float) -> bool:
        """Whether something could be said there now."""
        return any(at - token.at <= TOKEN_LASTS for token in self.of(chat).tokens)

    def heard_elsewhere(self, chat: str, at: float) -> None:
        """Another worker has a token of a chat."""
        self._elsewhere[chat] = at

    def alive_anywhere(self, chat: str, at: float) -> bool:
        """Whether some worker could say something there now, as far as we know."""
        return self.alive(chat, at) or at - self._elsewhere.get(chat, NEVER) <= TOKEN_LASTS

    def take(self, chat: str, at: float) -> Token | None:
        """The newest token that is still good; it is used up by that. One that came with
        ordinary chat does not serve so soon after our last message."""
        return self._taken(chat, max(self._usable(chat, at), key=_came, default=None))

    def take_spare(self, chat: str, at: float, needs: float) -> Token | None:
        """A token that can be spared: one that surely serves stays good for so many seconds
        more. None if there is no other."""
        usable = self._usable(chat, at)
        kept = max((token for token in usable if token.loud), key=_came, default=None)
        if kept is None or at - kept.at > TOKEN_LASTS - needs:
            return None
        rest = [token for token in usable if token is not kept]
        return self._taken(chat, min(rest, key=lambda each: (each.loud, each.at), default=None))

    def _usable(self, chat: str, at: float) -> list[Token]:
        state = self.of(chat)
        state.tokens = [token for token in state.tokens if at - token.at <= TOKEN_LASTS]
        hushed = at - state.sent_at < HUSH
        return [token for token in state.tokens if token.loud or not hushed]

    def _taken(self, chat: str, token: Token | None) -> Token | None:
        if token is None:
            return None
        self.of(chat).tokens.remove(token)
        self._used[token.word] = None
        while len(self._used) > MOST_USED:
            del self._used[next(iter(self._used))]
        return token

    def give_back(self, chat: str, token: Token) -> None:
        """A token that was taken has surely not been used."""
        self._used.pop(token.word, None)
        self.of(chat).tokens.append(token)

    def loud(self, chat: str, word: str) -> None:
        """What came with this token was meant for us."""
        state = self.of(chat)
        state.tokens = [
            msgspec.structs.replace(token, loud=True) if token.word == word else token
            for token in state.tokens
        ]


def _came(token: Token) -> float:
    return token.at
