"""Which events count on somebody's budget, and on whose."""

from __future__ import annotations

from adapters.line.events import Event
from adapters.line.people import user_of
from adapters.listen import opens
from locales.words import understand


def counts(event: Event) -> bool:
    """Whether an event can act: a press, or words. All else is news of a chat, or a picture among
    friends."""
    if event.kind == "message":
        return event.chat.private or event.addressed or bool(event.text)
    return event.kind == "postback"


def is_for_us(event: Event) -> bool:
    """Whether an event is surely meant for us, as far as it tells that by itself."""
    if event.kind == "postback" or event.chat.private or event.addressed:
        return True
    return understand(event.text) is not None or opens(event.text)


def budgets(event: Event) -> tuple[str, str]:
    """Whose budgets an event counts on: that of a person, that of a chat of several."""
    user = event.user or (event.chat.id if event.chat.private else "")
    return user_of(user) if user else "", "" if event.chat.private else f"line/{event.chat.id}"
