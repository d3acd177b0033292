"""Groups that have not been let in, and the owner who lets them in. Runs in the writer's thread.

LINE does not tell who has invited the account: a group whose people are known is let in by the
first word that one of them says to us.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from adapters.errands import Errand
from adapters.guests import Gate
from adapters.line import calls, flex
from adapters.line.answers import greeting
from adapters.line.doing import NOTHING, Do, Once, Say, Taken, meant
from adapters.line.events import Event
from adapters.line.flex import Look
from adapters.line.people import PLATFORM, user_of
from adapters.listen import opens
from adapters.owner import Owner
from adapters.owner_card import Card, at_gate, is_owners
from adapters.owner_texts import GroupTurnedAway
from core.desk.presses import Own, read_datum
from core.table.places import Room
from locales.tongue import Context, say
from locales.words import spellings

Data = dict[str, Any]
ENTERS = ("join", "memberJoined", "memberLeft")


def card_messages(card: Card, language: str, zone: str) -> list[Data]:
    """What the owner reads: a text, or a bubble with keys."""
    context = Context(zone=zone, dated=True)
    lines = [say(line, language, context) for line in card.lines]
    if not card.keys:
        return [flex.plain("\n".join(lines))]
    rows = []
    for row in card.keys:
        keys = []
        for each in row:
            label = say(each.label, language, context)
            keys.append(flex.key(label, flex.posts(label, each.data)) | {"flex": 1})
        rows.append(flex.box(keys, "horizontal", spacing="sm"))
    title, *rest = lines
    body = [flex.line(each, size="sm") for each in (rest or lines)]
    made = flex.bubble(title, title, body, rows)
    if not rest:
        del made["contents"]["header"]
    return [made]


class Strangers:
    """Stands at the door of groups. `look` makes how a room is spoken to."""

    def __init__(self, owner: Owner, zone: str, look: Callable[[Room], Look]) -> None:
        self.guests = owner.guests
        self.owner = owner
        self.zone = zone
        self.look = look
        self.guests.guard(PLATFORM)

    def heard(self, event: Event, room: Room) -> Taken | None:
        """Something happened in a group. None: it may play there."""
        if not self.guests.asks:
            return None
        if event.kind == "leave":
            self.guests.left(room)
        if not event.token:  # what is told at the gate is told once: not when nobody can read it
            return NOTHING if self.guests.is_strange(room) else None
        called = event.kind == "postback" or (
            event.kind == "message"
            and (
                event.addressed
                or opens(event.text)
                or calls.is_call(event.text, addressed=False, old=False, plays=False)
            )
        )
        user = user_of(event.user) if event.user else ""
        gate = self.guests.gate(room, user, calls=called, added=event.kind == "join")
        if gate is Gate.OPEN:
            return None
        if gate is Gate.SHUT:
            return NOTHING
        play = spellings("open", room.language)[0]
        return meant(Say(flex.plain(self.look(room).say(at_gate(gate, play)))))

    def greeted(self, event: Event, room: Room, taken: Taken | None) -> Taken | None:
        """What is heard first after a group was let in is answered with the greeting, if it has no
        answer of its own. What cannot be answered leaves that to the next."""
        if not event.token or not self.guests.is_new_here(room):
            return taken
        claim = partial(self.guests.greeted, room)
        if taken is not None and taken.loud:
            return Taken(True, (Once(claim), *taken.dos))
        dos = taken.dos if taken is not None else ()
        return Taken(True, (*dos, Once(claim, greeting(self.look(room)))))

    def parting(self, room: Room) -> Data:
        """The last words in a group that was turned away."""
        return flex.plain(self.look(room).say(GroupTurnedAway()))

    # The owner

    def pressed(self, event: Event) -> Taken | None:
        """A key below a question to the owner. None: it is none."""
        press = read_datum(event.data[:64])
        if press is None or not isinstance(press.verb, Own) or not is_owners(press.verb.word):
            return None
        card = self.owner.pressed(user_of(event.user or event.chat.id), press.verb.word)
        return meant(*self._says([card])) if card is not None else NOTHING

    def errands(self, user: str, *, asked: bool) -> Sequence[Do]:
        """What the owner is to be told, with whatever else is answered; `asked`: also about all
        groups that wait."""
        if not self.owner.is_owner(user_of(user)):
            return ()
        due = self.owner.due()
        again = self.owner.errands.asked_again() if asked else None
        if again is None:
            return [say for each in due for say in self._says([each.card], each)]
        dos = [say for each in due if not each.card.keys for say in self._says([each.card], each)]
        answered = next((each for each in due if each.card.keys), None)
        return [*dos, *self._says([again], answered, asked=True)]

    def _says(
        self, cards: Sequence[Card], errand: Errand | None = None, *, asked: bool = False
    ) -> list[Do]:
        language = self.owner.language
        made = [card_messages(card, language, self.zone) for card in cards]
        return [Say(each, errand=errand, asked=asked) for messages in made for each in messages]
