"""What the house says of seal, cuts, commit and beacon."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from core.kernel.dice import seal
from core.kernel.pictures import CutPicture, SealPicture, pictures
from core.kernel.proof import Beacon, Cut
from core.kernel.text import N_, Code, Moment, Person, Public, Standing
from core.table.sayings import Refusal


class SealInPictures(Public, frozen=True, tag="proof.pictures"):
    """Four pictures that stand for the seal, to be compared at a glance."""

    text: ClassVar[str] = N_("{first} · {second} · {third} · {fourth}")
    first: SealPicture
    second: SealPicture
    third: SealPicture
    fourth: SealPicture


class Sealed(Standing, frozen=True, tag="proof.sealed"):
    """At the opening, before anybody can cut."""

    text: ClassVar[str] = N_(
        "🔏 Seal: {pictures}\n\n{seal}\nIt fixes the secret number of the shuffle before anybody "
        "cuts. The secret is opened after the game."
    )
    pictures: SealInPictures
    seal: Code


class CutBy(Public, frozen=True, tag="proof.cut-by"):
    text: ClassVar[str] = N_("{name} {picture}")
    name: Person
    picture: CutPicture


class CutFromPage(Public, frozen=True, tag="proof.cut-from-page"):
    """The page of this person has added random numbers of its own to their cut."""

    text: ClassVar[str] = N_("{name} {picture} (+128 bits)")
    name: Person
    picture: CutPicture


class DidNotCut(Public, frozen=True, tag="proof.did-not-cut"):
    text: ClassVar[str] = N_("{name} —")
    name: Person


class NobodyCut(Public, frozen=True, tag="proof.nobody-cut"):
    """In place of the cuts."""

    text: ClassVar[str] = N_("nobody, so nothing is proved against whoever runs the host")


class OnlyTheBeacon(Public, frozen=True, tag="proof.only-the-beacon"):
    """In place of the cuts, where the deal waits for the public beacon."""

    text: ClassVar[str] = N_("nobody, so all hangs on the public beacon")


CutTold = CutBy | CutFromPage | DidNotCut | NobodyCut | OnlyTheBeacon
"""All that is said of a cut. A stored message must name the types of those within it."""


class Committed(Standing, frozen=True, tag="proof.committed"):
    """At the start: everything that the deal follows from but the secret."""

    text: ClassVar[str] = N_(
        "🔏 Who cut: {cuts}\nSeal: {pictures}\n\nSeal: {seal}\nStart mark: {commit}\nThe start "
        "mark fixes the game, the seal, the cuts and who plays. The record shows both again."
    )
    cuts: tuple[CutTold, ...]
    pictures: SealInPictures
    seal: Code
    commit: Code


class BeaconAwaited(Standing, frozen=True, tag="proof.beacon-awaited"):
    text: ClassVar[str] = N_(
        "🔏 The deal waits for round {round} of the public beacon, at {moment}. Until then nobody "
        "can know it.\n\nIts chain: {chain}"
    )
    round: int
    chain: Code
    moment: Moment


class BeaconCame(Standing, frozen=True, tag="proof.beacon-came"):
    text: ClassVar[str] = N_("🔏 Round {round} has come.\n\n{randomness}")
    round: int
    randomness: Code


class BeaconMissed(Standing, frozen=True, tag="proof.beacon-missed"):
    text: ClassVar[str] = N_(
        "🔏 Round {round} did not come in time. The cards are dealt without it: this deal is not "
        "proved against whoever runs the host."
    )
    round: int


class StillDrawing(Refusal, frozen=True, tag="no.still-drawing"):
    text: ClassVar[str] = N_("The cards are being dealt: nothing can be changed for a few seconds.")


def seal_in_pictures(seal: str) -> SealInPictures:
    """The pictures of a seal (hex)."""
    return SealInPictures(*pictures(seal))


def sealed(secret: str) -> Sealed:
    """The seal of a secret (hex), as it is told."""
    shown = seal(bytes.fromhex(secret))
    return Sealed(seal_in_pictures(shown), shown)


def cuts_told(
    people: Iterable[tuple[str, Cut | None]], beacon: Beacon | None = None
) -> tuple[CutTold, ...]:
    """The cuts of all people by their names, in the order of joining. `beacon` is that of the
    deal, which counts unless it was missed."""
    told = tuple(_cut_told(name, cut) for name, cut in people)
    if not all(isinstance(each, DidNotCut) for each in told):
        return told
    return (NobodyCut() if beacon is None or beacon.missed else OnlyTheBeacon(),)


def _cut_told(name: str, cut: Cut | None) -> CutTold:
    if cut is None:
        return DidNotCut(name)
    return (CutFromPage if cut.bits else CutBy)(name, tuple(CutPicture)[cut.picture])
