"""What is kept of people, why, for how long, and how it is erased: as a page without a script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from adapters.page.plain import Part, document
from core.kernel.text import N_, Code, Public
from locales.catalogue import languages
from locales.tongue import HTML, Context, say


class PrivacyTitle(Public, frozen=True, tag="privacy.title"):
    text: ClassVar[str] = N_("What this game host keeps about you")


class RunByNobodyKnown(Public, frozen=True, tag="privacy.by-someone"):
    text: ClassVar[str] = N_(
        "This is Fumibako, a free program that hosts card games in group chats. It is run by "
        "whoever added this bot, or this official account, to your group: a private person, as far "
        "as the program knows. “We” below means them. There is no company behind it."
    )


class RunBy(Public, frozen=True, tag="privacy.by"):
    text: ClassVar[str] = N_(
        "This is Fumibako, a free program that hosts card games in group chats. It is run here by "
        "{operator}. “We” below means them."
    )
    operator: Code


class KeptTitle(Public, frozen=True, tag="privacy.kept-title"):
    text: ClassVar[str] = N_("What is kept, and why")


class KeptPerson(Public, frozen=True, tag="privacy.person"):
    text: ClassVar[str] = N_(
        "The number or id by which Telegram or LINE names you to us, the name you show there, your "
        "language and your settings: so that your seat, your cards and your turn are yours."
    )


class KeptGroup(Public, frozen=True, tag="privacy.group"):
    text: ClassVar[str] = N_(
        "The id, title, language and settings of groups, and which people played or pressed "
        "something there: so that their tables can be shown, and who belongs to a group may watch."
    )


class KeptGuests(Public, frozen=True, tag="privacy.guests"):
    text: ClassVar[str] = N_(
        "While a new group waits for the consent of whoever runs this host: who has added the bot "
        "to it. Whoever runs the host is shown that name and the group’s title; it is deleted once "
        "they have decided."
    )


class KeptGames(Public, frozen=True, tag="privacy.games"):
    text: ClassVar[str] = N_(
        "The games: who sat where, the cards, the moves and their times, the words and pictures "
        "with which the deck was cut. So a game goes on after a restart, can be watched again by "
        "those who sat at it, and its deal can be checked."
    )


class KeptScores(Public, frozen=True, tag="privacy.scores"):
    text: ClassVar[str] = N_(
        "The score of groups that keep one: in which finished game you came in where. “Not me” "
        "erases yours in a group and keeps you out of it."
    )


class KeptMessages(Public, frozen=True, tag="privacy.messages"):
    text: ClassVar[str] = N_(
        "Of other messages in your group nothing is kept, even where the platform shows them to "
        "us. The log of the program has numbers and times, no names, no cards and no messages."
    )


class KeptBrowser(Public, frozen=True, tag="privacy.browser"):
    text: ClassVar[str] = N_(
        "In your browser: one cookie, set when you open a link to your own seat. By it that "
        "browser is known as you for 90 days, in all groups in which you play, until you end your "
        "link: so the group's key finds your seat again. Do not open your link on a machine that "
        "others use. The page also remembers there how you like to see it. There is no "
        "advertising, no counting of visitors, and nothing is loaded from others, except LINE's "
        "own script where you open the page inside LINE."
    )


class SharedTitle(Public, frozen=True, tag="privacy.shared-title"):
    text: ClassVar[str] = N_("Who sees it")


class SharedWith(Public, frozen=True, tag="privacy.shared"):
    text: ClassVar[str] = N_(
        "Your group sees what is played openly; your cards only you see, until the rules open "
        "them, and after the game those who sat at it. Whoever runs this host could read "
        "everything in its database, hands too. Nothing is sold or passed on; what is sent to you "
        "goes through Telegram or LINE, by their own rules."
    )


class LongTitle(Public, frozen=True, tag="privacy.long-title"):
    text: ClassVar[str] = N_("How long, and how it is erased")


class HowLong(Public, frozen=True, tag="privacy.long"):
    text: ClassVar[str] = N_(
        "Receipts of what reached us are deleted after three days, so is what was told at tables "
        "that are closed. People, groups and the games that were played stay until they are "
        "erased."
    )


class HowErased(Public, frozen=True, tag="privacy.erased"):
    text: ClassVar[str] = N_(
        "Write “forget me” to the bot or account in private, when you sit at no table: it shows "
        "what is kept about you, and erases it when you confirm. Your name, id, language, "
        "settings, groups, scores, messages on the way and all that bears your id are deleted, "
        "and a database in a file is written anew, so that nothing of them is left in it. In "
        "games that were played your name and id are replaced by a mark of which nobody can tell "
        "whose it was; moves, cards and what you cut with stay, because the others’ games and "
        "their proof hang on them."
    )


class NotErasedSo(Public, frozen=True, tag="privacy.not-erased"):
    text: ClassVar[str] = N_(
        "What this cannot erase: messages that stand in the chats, records that players have "
        "saved, copies of the database such as the one made before an update, and backups. For "
        "those write to whoever runs this host, in the group or by the contact named above. "
        "Leaving a table, leaving the group or blocking the bot ends at once that anything new is "
        "kept."
    )


def _paragraphs(operator: str) -> Sequence[tuple[Part, Public]]:
    return [
        (Part.TITLE, PrivacyTitle()),
        (Part.LINE, RunBy(operator) if operator else RunByNobodyKnown()),
        (Part.HEAD, KeptTitle()),
        (Part.ITEM, KeptPerson()),
        (Part.ITEM, KeptGroup()),
        (Part.ITEM, KeptGuests()),
        (Part.ITEM, KeptGames()),
        (Part.ITEM, KeptScores()),
        (Part.ITEM, KeptMessages()),
        (Part.ITEM, KeptBrowser()),
        (Part.HEAD, SharedTitle()),
        (Part.LINE, SharedWith()),
        (Part.HEAD, LongTitle()),
        (Part.LINE, HowLong()),
        (Part.LINE, HowErased()),
        (Part.LINE, NotErasedSo()),
    ]


def page(operator: str, first: str) -> str:
    """All of it, in every language: the reader's comes first. `operator` is who runs this host
    (empty: not told)."""
    order = sorted(languages(), key=lambda language: language != first)
    told = [
        (
            language,
            [(part, say(text, language, Context(), HTML)) for part, text in _paragraphs(operator)],
        )
        for language in order
    ]
    return document(told)
