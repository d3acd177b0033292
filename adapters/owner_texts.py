"""What the owner of a host is told in private, and what groups hear that wait to be let in."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import (
    N_,
    P_,
    Code,
    Moment,
    Named,
    Person,
    Public,
    Said,
    Secret,
    Span,
    Times,
    Word,
)
from core.table.sayings import OpenAnswer


class GroupWaits(Public, frozen=True, tag="guests.waits"):
    """To a group of strangers. `word` is what opens a table there."""

    text: ClassVar[str] = N_(
        "To play here I need the consent of whoever runs me. If somebody here plays with me "
        "already, in another group, “{word}” from them is enough."
    )
    word: str


class GroupStillWaits(Public, frozen=True, tag="guests.still-waits"):
    """To a group that was told so and tries to play; it is said once more, and no more."""

    text: ClassVar[str] = N_("Not yet: whoever runs me has not agreed so far.")


class GroupIsLeft(Public, frozen=True, tag="guests.is-left"):
    """To a group of strangers on a host that lets none in, where nobody tells who has added the
    account. `word` is what opens a table there."""

    text: ClassVar[str] = N_(
        "I may not play in every group. If somebody here plays with me already, in another group, "
        "“{word}” from them is enough; else I leave this one in {number} minutes."
    )
    word: str
    number: int


class GroupIsLeftAgain(Public, frozen=True, tag="guests.is-left-again"):
    """The same, to a group that the owner has turned away."""

    text: ClassVar[str] = N_(
        "I may not play in this group. Unless whoever runs me writes “{word}” here, I leave it in "
        "{number} minutes."
    )
    word: str
    number: int


class GroupTurnedAway(Public, frozen=True, tag="guests.turned-away"):
    """The last words in a group, before the bot leaves it."""

    text: ClassVar[str] = N_("I may not play in this group, so I leave it. All the best!")


# Trouble


class OnPlatform(Public, frozen=True, tag="owner.platform"):
    """Where nothing was heard."""

    text: ClassVar[str] = N_("{title}")
    title: str


class HostItself(Public, frozen=True, tag="owner.host-itself"):
    """The same: the machine stood still, or its database could not be used."""

    text: ClassVar[str] = N_("the host itself")


class WasDeaf(Secret, frozen=True, tag="owner.deaf"):
    text: ClassVar[str] = N_(
        "I heard nothing for {span}, until {moment} ({where}). No deadline ran out meanwhile."
    )
    span: Span
    moment: Moment
    where: tuple[Public, ...]


class WasOftenDeaf(Secret, frozen=True, tag="owner.often-deaf"):
    """`span` is the longest of these times, `moment` the end of the last."""

    text: ClassVar[str] = N_(
        "I heard nothing {times}, for up to {span}, the last time until {moment} ({where}). No "
        "deadline ran out meanwhile."
    )
    times: Times
    span: Span
    moment: Moment
    where: tuple[Public, ...]


class AsideTold(Secret, frozen=True, tag="owner.aside"):
    """`reason` is a line of the log, in English."""

    text: ClassVar[str] = N_(
        "Table {table} cannot be read and was set aside ({reason}). To try again, on the host: "
        "{command}"
    )
    table: Code
    reason: Code
    command: Code


class ManyAside(Secret, frozen=True, tag="owner.many-aside"):
    """`table` is one of them."""

    text: ClassVar[str] = N_(
        "{number} tables cannot be read and were set aside, {table} among them. On the host, "
        "{status} lists them, and {command} tries one again."
    )
    number: int
    table: Code
    status: Code
    command: Code


class DiskFills(Secret, frozen=True, tag="owner.disk"):
    text: ClassVar[str] = N_(
        "The disk of the host is nearly full: {free} are left. With less than {least} nobody can "
        "play. Please make room."
    )
    free: Code
    least: Code


class BackupOld(Secret, frozen=True, tag="owner.backup"):
    text: ClassVar[str] = N_("The last backup is {span} old. A new one, on the host: {command}")
    span: Span
    command: Code


class BackupNever(Secret, frozen=True, tag="owner.no-backup"):
    text: ClassVar[str] = N_(
        "This house is {span} old and has no backup yet. One is made on the host: {command}"
    )
    span: Span
    command: Code


# Guests


class OwnerWords(Word):
    """Words on the owner's keys."""

    LET_IN = "let-in"
    TURN_AWAY = "turn-away"

    def named(self, edition: str) -> Named:
        return _WORDS[self]


_WORDS = {
    OwnerWords.LET_IN: P_("owner.button", "Let in"),
    OwnerWords.TURN_AWAY: P_("owner.button", "Turn away"),
}


class GuestKey(Secret, frozen=True, tag="owner.key"):
    text: ClassVar[str] = N_("{label}")
    label: OwnerWords


class NumberedKey(Secret, frozen=True, tag="owner.numbered-key"):
    """The same, for one of several groups that are numbered."""

    text: ClassVar[str] = N_("{number}: {label}")
    number: int
    label: OwnerWords


class AllAwayKey(Secret, frozen=True, tag="owner.all-away-key"):
    text: ClassVar[str] = N_("Turn all {number} away")
    number: int


class MayTheyPlay(Secret, frozen=True, tag="owner.guest"):
    text: ClassVar[str] = N_("The group “{group}” would like to play with me. May it?")
    group: Said


class MayTheyPlayBy(Secret, frozen=True, tag="owner.guest-by"):
    """`name` has added the bot to it."""

    text: ClassVar[str] = N_(
        "The group “{group}” would like to play with me; {name} added me. May it?"
    )
    group: Said
    name: Person


class MayTheseAllPlay(Secret, frozen=True, tag="owner.guests"):
    """The newest groups follow, numbered."""

    text: ClassVar[str] = N_("{number} groups would like to play with me. The newest:")
    number: int


class GuestLine(Secret, frozen=True, tag="owner.guest-line"):
    text: ClassVar[str] = N_("{number}. “{group}”")
    number: int
    group: Said


class GuestLineBy(Secret, frozen=True, tag="owner.guest-line-by"):
    text: ClassVar[str] = N_("{number}. “{group}” ({name})")
    number: int
    group: Said
    name: Person


class LetIn(Secret, frozen=True, tag="owner.let-in"):
    text: ClassVar[str] = N_("“{group}” is let in.")
    group: Said


class TurnedAway(Secret, frozen=True, tag="owner.turned-away"):
    text: ClassVar[str] = N_("“{group}” is turned away.")
    group: Said


class WasLetIn(Secret, frozen=True, tag="owner.was-let-in"):
    """An old key was pressed."""

    text: ClassVar[str] = N_("“{group}” was let in already.")
    group: Said


class WasTurnedAway(Secret, frozen=True, tag="owner.was-turned-away"):
    """An old key was pressed."""

    text: ClassVar[str] = N_(
        "“{group}” was turned away already. {command} on your host lets it in all the same."
    )
    group: Said
    command: Code


class MayReturn(Secret, frozen=True, tag="owner.may-return"):
    """The same, where it is known who adds the bot."""

    text: ClassVar[str] = N_(
        "“{group}” was turned away already. If you add me there yourself, it may play."
    )
    group: Said


class MayReturnByWord(Secret, frozen=True, tag="owner.may-return-by-word"):
    """The same, where it is not."""

    text: ClassVar[str] = N_(
        "“{group}” was turned away already. If you add me there again and write “play” there "
        "yourself, it may play."
    )
    group: Said


class AllTurnedAway(Secret, frozen=True, tag="owner.all-turned-away"):
    text: ClassVar[str] = N_("Groups that are turned away: {number}.")
    number: int


# Who is who


class WhoYouAre(Secret, frozen=True, tag="owner.who"):
    """To anybody who asks for their own id."""

    text: ClassVar[str] = N_(
        "This host knows you as {user}. Whoever runs it makes you its owner by this line in .env: "
        "{line}"
    )
    user: Code
    line: Code


class WhoInPrivate(OpenAnswer, frozen=True, tag="owner.who-private"):
    """Somebody asked for their id where others read on."""

    text: ClassVar[str] = N_("That is between the two of us: please write me “{word}” in private.")
    word: str


class WhoNowhere(Secret, frozen=True, tag="owner.who-nowhere"):
    """To somebody in the playground."""

    text: ClassVar[str] = N_(
        "Nobody has an id here: ask the bot on Telegram, or the account on LINE."
    )


class YouOwn(Secret, frozen=True, tag="owner.you"):
    """To the owner, who asked who they are."""

    text: ClassVar[str] = N_(
        "You are the owner of this host ({user}): when something is wrong with it, or a new group "
        "would like to play, I write to you."
    )
    user: Code
