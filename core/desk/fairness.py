"""How people meet the proof of a deal: the pictures to cut with, and what can be checked."""

from __future__ import annotations

from typing import ClassVar

from core.desk.acts import Act
from core.desk.presses import Cut
from core.desk.sheets import Button, Rows, Sheet, act_button
from core.kernel.dice import seal
from core.kernel.pictures import CutPicture, pictures
from core.kernel.proof import Entrant
from core.kernel.text import N_, Code, Person, Players, Public, Secret
from core.table.proof_sayings import SealInPictures, cuts_told, seal_in_pictures
from core.table.table import Chair, Closed, Deal, Finished, Lobby, Table

ABREAST = 4  # pictures in a row


class PictureLabel(Public, frozen=True, tag="label.picture"):
    """A button with a picture on it: the same in every language."""

    text: ClassVar[str] = N_("{picture}")
    picture: str


class HaveCut(Public, frozen=True, tag="lobby.have-cut"):
    text: ClassVar[str] = N_("Cut: {cut} of {people}")
    cut: int
    people: Players


class CutTitle(Public, frozen=True, tag="look.cut"):
    text: ClassVar[str] = N_("Cut the deck")


class CutHow(Public, frozen=True, tag="look.cut-how"):
    text: ClassVar[str] = N_(
        "Choose one of eight pictures: it goes into the shuffle. Nobody sees which one before the "
        "start, and nobody waits for you."
    )


class CutTyped(Public, frozen=True, tag="look.cut-typed"):
    text: ClassVar[str] = N_(
        "In words, to me alone: “cut” and a number from 1 to 8, or the picture."
    )


class YourCut(Secret, frozen=True, tag="look.your-cut"):
    text: ClassVar[str] = N_("Your cut: {picture}. It is shown at the start.")
    picture: CutPicture


class CutTaken(Public, frozen=True, tag="look.cut-taken"):
    """What a group reads where an answer cannot be for one person alone."""

    text: ClassVar[str] = N_("{name} has cut ({cut} of {people}). It is shown at the start.")
    name: Person
    cut: int
    people: Players


class ProofTitle(Public, frozen=True, tag="look.proof"):
    text: ClassVar[str] = N_("Check the deal")


class HostSeesAll(Public, frozen=True, tag="look.proof-host"):
    text: ClassVar[str] = N_(
        "Whoever runs this host can see every hand; nothing here changes that. What can be "
        "checked: that the host did not choose the cards alone, and that the record is what was "
        "played."
    )


class SealIs(Public, frozen=True, tag="look.seal-is"):
    text: ClassVar[str] = N_("Seal: {pictures}\n{seal}")
    pictures: SealInPictures
    seal: Code


class StartMarkIs(Public, frozen=True, tag="look.start-mark"):
    text: ClassVar[str] = N_("Start mark: {pictures}\n{commit}")
    pictures: SealInPictures
    commit: Code


class EndMarkIs(Public, frozen=True, tag="look.end-mark"):
    """The last link of the chain of all moves."""

    text: ClassVar[str] = N_("End mark: {pictures}\n{link}")
    pictures: SealInPictures
    link: Code


class EndMarkShort(Public, frozen=True, tag="board.end-mark"):
    """The same on the board of the result: the pictures, and the first sixteen digits."""

    text: ClassVar[str] = N_("End mark: {pictures} {digits}…")
    pictures: str
    digits: Code


class WhoHasCut(Public, frozen=True, tag="look.who-cut"):
    text: ClassVar[str] = N_("Cut by: {names}")
    names: tuple[Person, ...]


class NobodyYet(Public, frozen=True, tag="look.nobody-yet"):
    text: ClassVar[str] = N_("Nobody has cut yet. If nobody does, nothing is proved.")


class CutsAre(Public, frozen=True, tag="look.cuts"):
    text: ClassVar[str] = N_("Who cut: {cuts}")
    cuts: tuple[Public, ...]


class RoundIs(Public, frozen=True, tag="look.round"):
    text: ClassVar[str] = N_("Round {round} of the public beacon decides too.")
    round: int


class RoundIsMissing(Public, frozen=True, tag="look.round-missed"):
    text: ClassVar[str] = N_(
        "The public beacon did not answer: this deal is not proved against whoever runs the host."
    )


class CheckLater(Public, frozen=True, tag="look.check-later"):
    text: ClassVar[str] = N_("After the game the record opens the secret behind the seal.")


class CheckHow(Public, frozen=True, tag="look.check-how"):
    """`command` is to be typed on a computer."""

    text: ClassVar[str] = N_(
        "How to check: take the record, compare these digits with the messages of the opening "
        "and the start, and run {command}."
    )
    command: Code


class CheckPage(Public, frozen=True, tag="look.check-page"):
    """`page` is a page that checks in the browser."""

    text: ClassVar[str] = N_(
        "Or give the record to this page, which keeps it on your device: {page}"
    )
    page: str


class SecretIs(Public, frozen=True, tag="look.secret"):
    text: ClassVar[str] = N_("The secret behind the seal: {secret}")
    secret: Code


class SecretInRecord(Public, frozen=True, tag="look.secret-in-record"):
    text: ClassVar[str] = N_(
        "The secret behind the seal stands in the record, for those who sat here."
    )


class SealMeans(Public, frozen=True, tag="look.seal-means"):
    """At a table that an older release opened."""

    text: ClassVar[str] = N_(
        "It fixes the shuffle before anybody plays. After the game the record shows the secret "
        "behind it, and everybody can check the deal."
    )


class NothingKept(Public, frozen=True, tag="look.nothing-kept"):
    """A table that an older release closed."""

    text: ClassVar[str] = N_("Nothing was kept of this table.")


def cut_rows(table: str) -> Rows[Public]:
    """The eight pictures to cut with."""
    keys = [
        Button(PictureLabel(picture.symbol), table, 0, Cut(number))
        for number, picture in enumerate(CutPicture)
    ]
    return tuple(tuple(keys[i : i + ABREAST]) for i in range(0, len(keys), ABREAST))


def cut_sheet(lobby: Lobby) -> Sheet:
    """How one cuts, with the pictures."""
    return Sheet(CutTitle(), (CutHow(), CutTyped()), buttons=cut_rows(lobby.id))


def have_cut(chairs: tuple[Chair, ...]) -> HaveCut:
    """How many people of a lobby have cut, and of how many."""
    people = [chair for chair in chairs if chair.user is not None]
    return HaveCut(sum(chair.cut is not None for chair in people), len(people))


def cut_taken(lobby: Lobby, user: str) -> CutTaken:
    """What a group is told of a cut that everybody there sees being answered."""
    told = have_cut(lobby.chairs)
    name = next((chair.name for chair in lobby.chairs if chair.user == user), "")
    return CutTaken(name, told.cut, told.people)


def proof_sheet(table: Table, page: str = "", *, opens: bool = False) -> Sheet:
    """All that can be checked of a deal now. `page` is where a page that checks it can be
    reached (empty: nowhere). Where a table was closed the secret `opens` only to those who sat
    there, and where nobody else reads it: with it every hand can be worked out."""
    deal = table.deal
    if deal is None:
        return Sheet(ProofTitle(), (HostSeesAll(), NothingKept()))
    sealed = seal(bytes.fromhex(deal.secret))
    lines: list[Public] = [HostSeesAll(), SealIs(seal_in_pictures(sealed), sealed)]
    if deal.proof == 1:
        return Sheet(ProofTitle(), (*lines, SealMeans()))
    buttons: Rows[Public] = ()
    if isinstance(table, Lobby):
        lines += [_so_far(table), CheckLater()]
        buttons = ((act_button(table.id, 0, Act.CUT),),)
    elif deal.commit:
        lines += _fixed(deal)
    if isinstance(table, Finished | Closed):
        lines += _opened(table, page, opens=opens)
    elif not isinstance(table, Lobby):
        lines.append(CheckLater())
    return Sheet(ProofTitle(), tuple(lines), buttons=buttons)


def _so_far(lobby: Lobby) -> Public:
    """Who has cut, in the order of joining; never with what."""
    names = tuple(chair.name for chair in lobby.chairs if chair.cut is not None)
    return WhoHasCut(names) if names else NobodyYet()


def _fixed(deal: Deal) -> list[Public]:
    """What the start fixed."""
    cuts = [(each.name, each.cut) for each in deal.people if isinstance(each, Entrant)]
    lines: list[Public] = [
        CutsAre(cuts_told(cuts, deal.beacon)),
        StartMarkIs(seal_in_pictures(deal.commit), deal.commit),
    ]
    if deal.beacon is not None:
        lines.append(RoundIsMissing() if deal.beacon.missed else RoundIs(deal.beacon.round))
    return lines


def _opened(table: Finished | Closed, page: str, *, opens: bool) -> list[Public]:
    """What there is once nothing is played any more."""
    lines: list[Public] = (
        [EndMarkIs(seal_in_pictures(table.link), table.link)] if table.link else []
    )
    if isinstance(table, Closed) and table.deal is not None:
        lines.append(SecretIs(table.deal.secret) if opens else SecretInRecord())
    lines.append(CheckHow("fumibako verify"))
    return [*lines, CheckPage(page)] if page else lines


def end_mark(table: Finished) -> tuple[Public, ...]:
    """The end mark in short, where there is one."""
    if not table.link:
        return ()
    four = "".join(each.symbol for each in pictures(table.link))
    return (EndMarkShort(four, table.link[:16]),)
