"""Presses on a private card that make no move: another level of a choice, what is behind [⋯], when
to ring. Runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.heard import Reply
from adapters.letter import HandShown
from adapters.scribe import Scribe
from adapters.speech import Speech
from adapters.telegram import calls
from adapters.telegram.calls import CALLS, RingsFrom
from adapters.telegram.doing import AnswerPress, Change, Do, Rekey, Tell
from adapters.telegram.hand import Beside, hand, since_then
from adapters.telegram.hand_keys import keys_behind
from adapters.telegram.hand_texts import BACK, KEYS
from adapters.telegram.opening import Opener
from adapters.telegram.pressed import Pressed
from adapters.telegram.render import Page
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import Voice
from core.desk.calls import Calls
from core.house.ports import person_lane
from core.table.sayings import AlreadyOver

replace = msgspec.structs.replace


class CardPresser:
    """Hears what is pressed on private cards."""

    def __init__(
        self, speech: Speech, voice: Voice, traffic: Traffic, opener: Opener, scribe: Scribe
    ) -> None:
        self.speech = speech
        self.voice = voice
        self.traffic = traffic
        self.opener = opener
        self.scribe = scribe

    def own(self, pressed: Pressed, word: str) -> Sequence[Do] | None:
        """A key that only Telegram knows; None if it is none of a card."""
        chosen = calls.choice_of(word)
        if chosen is not None:
            return self._choose_calls(pressed, chosen)
        match word:
            case _ if word == CALLS:
                return [AnswerPress(pressed.query), self._ask_calls(pressed)]
            case _ if word in (KEYS, BACK) and pressed.heard.room is None:
                return self._turned(pressed, word)
            case _:
                return None

    def changed(self, pressed: Pressed, reply: Reply) -> Sequence[Do]:
        """The next level of a choice in place of the private card: all else on it stays."""
        if reply.level is None or reply.table is None:
            return ()
        shown = self._shown(pressed, reply.table)
        if shown is None:
            return ()
        return [self._card(pressed, replace(shown, hand=reply.level))]

    def _turned(self, pressed: Pressed, word: str) -> Sequence[Do]:
        """What is behind [⋯], or the card again."""
        shown = self._shown(pressed, pressed.press.table)
        if shown is None or shown.hand.phase != "playing" or not shown.hand.sits:
            told = self.voice.plain(AlreadyOver(), pressed.language)
            return [AnswerPress(pressed.query, told)]
        if word == BACK:
            return [AnswerPress(pressed.query), self._card(pressed, shown)]
        keys = keys_behind(shown.hand, pressed.language, shown.context)
        return [AnswerPress(pressed.query), Rekey(pressed.chat, pressed.message, keys)]

    def _shown(self, pressed: Pressed, table: str) -> HandShown | None:
        return self.scribe.hand_now(table, pressed.heard.user, pressed.language)

    def _card(self, pressed: Pressed, shown: HandShown) -> Change:
        """The card as it is now, with all that stood on it."""
        user = pressed.heard.user
        card = self.traffic.current(person_lane(user), shown.table)
        beside = Beside(
            since_then(shown, card.since),
            card.whispers,
            (),
            self.opener.hand_at_once(shown.table, user),
            self.traffic.folds(),
        )
        return Change(pressed.chat, pressed.message, hand(pressed.language, shown, beside))

    def _ask_calls(self, pressed: Pressed) -> Tell:
        page = self._calls_page(pressed)
        return Tell(pressed.chat, (page,), pressed.thread, user=pressed.heard.user, again=True)

    def _calls_page(self, pressed: Pressed) -> Page:
        person = self.speech.directory.person(pressed.heard.user)
        return calls.calls_page(person.wishes, pressed.language, pressed.press.table)

    def _choose_calls(self, pressed: Pressed, chosen: Calls) -> Sequence[Do]:
        calls.choose(self.speech.directory, pressed.heard.user, chosen)
        told = self.voice.plain(RingsFrom(chosen), pressed.language)
        answer = AnswerPress(pressed.query, told)
        if pressed.heard.room is not None:
            return [answer]  # others may have pressed there too
        return [answer, Change(pressed.chat, pressed.message, self._calls_page(pressed))]
