"""What the doctor finds about the owner of the host."""

from __future__ import annotations

from typing import ClassVar

from adapters.finding import Finding
from adapters.settings import Settings
from adapters.status_texts import TITLES
from core.house.ports import Directory
from core.kernel.text import N_, Code, Public


class NoOwner(Public, frozen=True, tag="doctor.no-owner"):
    text: ClassVar[str] = N_(
        "OWNER is not set: nobody is told of trouble. {word}, written to the bot in private, tells "
        "what to write there."
    )
    word: Code = "/whoami"


class OwnerElsewhere(Public, frozen=True, tag="doctor.owner-elsewhere"):
    text: ClassVar[str] = N_(
        "The OWNER is at {platform}, where this host is not: they cannot be told anything."
    )
    platform: Code


class OwnerWritten(Public, frozen=True, tag="doctor.owner"):
    text: ClassVar[str] = N_("The OWNER can be written to on {platform}.")
    platform: Code


class OwnerNotStarted(Public, frozen=True, tag="doctor.owner-not-started"):
    text: ClassVar[str] = N_(
        "The OWNER {user} cannot be written to: they have not pressed Start in the bot’s private "
        "chat, or have blocked it."
    )
    user: Code


class OwnerByWord(Public, frozen=True, tag="doctor.owner-by-word"):
    text: ClassVar[str] = N_(
        "The OWNER reads what they should know with their next word to the account; with "
        "LINE_PUSH_BUDGET it is pushed, each for one message of the month."
    )


class OwnerNoFriend(Public, frozen=True, tag="doctor.owner-no-friend"):
    text: ClassVar[str] = N_(
        "The OWNER {user} has neither added the account nor written to it: they cannot be told "
        "anything."
    )
    user: Code


def checkup(settings: Settings, directory: Directory) -> list[Finding]:
    """Whether the owner can be told anything."""
    if not settings.owner:
        return [Finding(None, NoOwner())]
    name = settings.owner.partition(":")[0]
    here = {"telegram": settings.telegram_token, "line": settings.line_channel_access_token}
    if not here.get(name):
        return [Finding(False, OwnerElsewhere(TITLES[name]))]
    return [_telegram(settings, directory) if name == "telegram" else _line(settings, directory)]


def _telegram(settings: Settings, directory: Directory) -> Finding:
    person = directory.person(settings.owner)
    if person.name and person.reachable:
        return Finding(True, OwnerWritten(TITLES["telegram"]))
    return Finding(False, OwnerNotStarted(settings.owner))


def _line(settings: Settings, directory: Directory) -> Finding:
    follows = directory.kept(f"line.follows:{settings.owner}")
    if follows and settings.line_push_budget:
        return Finding(True, OwnerWritten(TITLES["line"]))
    if follows or directory.kept(f"line.met:{settings.owner}"):
        return Finding(None, OwnerByWord())
    return Finding(False, OwnerNoFriend(settings.owner))
