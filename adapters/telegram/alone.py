"""[My hand] in a group, for the presser alone: a message that only they see, with the buttons of
their choice, where the server knows such messages; else a window. Runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from adapters.letter import HandShown
from adapters.scribe import Scribe
from adapters.speech import Speech
from adapters.telegram.alerts import Alerts
from adapters.telegram.doing import AnswerPress, ChangeAlone, Do, ShowAlone
from adapters.telegram.ephemeral import Ephemeral
from adapters.telegram.hand import Beside, hand
from adapters.telegram.pressed import Pressed
from adapters.telegram.render import Page, page
from adapters.telegram.style import length, plain_parts
from adapters.telegram.texts import HandIsEmpty, PressAgainForMore
from adapters.telegram.voice import Voice
from adapters.touch import touched
from core.desk.alert import brief
from core.desk.presses import Level
from core.house import clock as watch
from core.table.sayings import NoTable, NotSeated
from core.table.table import chair_of
from locales.tongue import Context, say

replace = msgspec.structs.replace

LONGEST = 1000  # characters: of edits the server takes 1024


class Alone:
    """Shows hands in groups to their owners alone."""

    def __init__(
        self, speech: Speech, voice: Voice, ephemeral: Ephemeral, alerts: Alerts, scribe: Scribe
    ) -> None:
        self.speech = speech
        self.voice = voice
        self.ephemeral = ephemeral
        self.alerts = alerts
        self.scribe = scribe

    def hand(self, pressed: Pressed, *, in_window: bool = False) -> Sequence[Do]:
        """The hand, for the presser alone, in the room's language. It leaves no trace."""
        alert = self._alert(pressed)
        if isinstance(alert, AnswerPress):
            return [alert]
        heard = pressed.heard
        if in_window or heard.room is None or not self.ephemeral.is_on(heard.room.id):
            return [AnswerPress(pressed.query, alert, alert=True)]
        shown = self._shown(pressed)
        if shown is None or not shown.hand.sits:
            return [AnswerPress(pressed.query, alert, alert=True)]
        own = self._page(pressed, shown)
        return [ShowAlone(pressed.query, pressed.chat, own, alert, heard.room.id)]

    def again(self, pressed: Pressed) -> Sequence[Do]:
        """The same message after a press on it: the next level of a choice, or the hand after a
        move."""
        alert, shown = self._alert(pressed), self._shown(pressed)
        if isinstance(alert, AnswerPress):
            return [alert]
        verb, user = pressed.press.verb, pressed.heard.user
        if shown is None:
            return [AnswerPress(pressed.query)]
        if isinstance(verb, Level) and pressed.press.question == shown.hand.question:
            table, language = pressed.press.table, pressed.language
            shown = self.scribe.hand_now(table, user, language, verb.said, by_buttons=True) or shown
        own = self._page(pressed, shown)
        return [ChangeAlone(pressed.query, pressed.chat, user, pressed.alone, own, alert)]

    def _alert(self, pressed: Pressed) -> str | AnswerPress:
        """What the window says; or the answer where there is no hand. The letters on it are known
        from now on."""
        heard, table_id = pressed.heard, pressed.press.table
        read = self.voice.read(table_id)
        touched(self.speech.house, read, heard.user, heard.at)
        if read is None or chair_of(read.table.chairs, heard.user) is None:
            why = NoTable() if read is None else NotSeated()
            return AnswerPress(pressed.query, self.voice.plain(why, pressed.language, table_id))
        lines, version = brief(read.table, self.speech.house.games, heard.user)
        context = self.voice.context(table_id, pressed.language)
        text = "\n".join(say(line, pressed.language, context) for line in lines)
        if not text:
            text = self.voice.plain(HandIsEmpty(), pressed.language)
        if version >= 0:
            watch.letters_shown(self.speech.house, table_id, heard.user, version)
        ending = ending_in(pressed.language)
        return self.alerts.page(heard.user, f"hand:{table_id}", text, ending)

    def _shown(self, pressed: Pressed) -> HandShown | None:
        """The hand with buttons, and the letters of the board beside them."""
        table, user = pressed.press.table, pressed.heard.user
        return self.scribe.hand_beside_board(table, user, pressed.language)

    def _page(self, pressed: Pressed, shown: HandShown) -> Page:
        """A message as long as the server takes."""
        quiet = replace(shown, hand=replace(shown.hand, foot=()))
        found = hand(pressed.language, quiet, Beside(folds=False))
        if length(found.text) <= LONGEST:
            return found
        rows = found.keyboard.inline_keyboard if found.keyboard is not None else ()
        return page(plain_parts(found.text, LONGEST)[0], rows)


def ending_in(language: str) -> Callable[[int, int], str]:
    """Writes which page of a window this is."""
    return lambda number, of: say(PressAgainForMore(number, of), language, Context())
