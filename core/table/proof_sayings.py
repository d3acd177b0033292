"""What the house says of seal, cuts, commit and beacon."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.pictures import CutPicture, SealPicture, pictures
from core.kernel.text import N_, Code, Moment, Person, Public, Secret
from core.table.sayings import Refusal


class SealInPictures(Public, frozen=True, tag="proof.pictures"):
    """Four pictures that stand for the seal, to be compared at a glance."""

    text: ClassVar[str] = N_("{first} · {second} · {third} · {fourth}")
    first: SealPicture
    second: SealPicture
    third: SealPicture
    fourth: SealPicture


class Sealed(Public, frozen=True, tag="proof.sealed"):
    """At the opening, before anybody can cut. It is never edited."""

    text: ClassVar[str] = N_("🔏 The shuffle is sealed: {pictures}\n{seal}")
    pictures: SealInPictures
    seal: Code


class CutBy(Public, frozen=True, tag="proof.cut-by"):
    text: ClassVar[str] = N_("{name} {picture}")
    name: Person
    picture: CutPicture


class CutFromPage(Public, frozen=True, tag="proof.cut-from-page"):
    """The page of this person has added random numbers of its own to their cut."""

    text: ClassVar[str] = N_("{name} {picture} (and their page)")
    name: Person
    picture: CutPicture


class DidNotCut(Public, frozen=True, tag="proof.did-not-cut"):
    text: ClassVar[str] = N_("{name} did not cut")
    name: Person


class Committed(Public, frozen=True, tag="proof.committed"):
    """At the start: everything that the deal follows from but the secret. It is never edited."""

    text: ClassVar[str] = N_(
        "The cuts: {cuts}. The seal: {pictures}\n{seal}\nBoth are fixed by this number:\n{commit}"
    )
    cuts: tuple[Public, ...]
    pictures: SealInPictures
    seal: Code
    commit: Code


class BeaconAwaited(Public, frozen=True, tag="proof.beacon-awaited"):
    text: ClassVar[str] = N_(
        "The deal waits for round {round} of the public beacon, at {moment}. Nobody can know it "
        "yet. Its chain: {chain}"
    )
    round: int
    chain: Code
    moment: Moment


class BeaconCame(Public, frozen=True, tag="proof.beacon-came"):
    text: ClassVar[str] = N_("Round {round} has come: {randomness}")
    round: int
    randomness: Code


class BeaconMissed(Public, frozen=True, tag="proof.beacon-missed"):
    text: ClassVar[str] = N_(
        "Round {round} did not come in time. The cards are dealt without it: this deal is not "
        "proved against whoever runs the host."
    )
    round: int


class YouCut(Secret, frozen=True, tag="proof.you-cut"):
    """To whoever has just cut, and to nobody else before the start."""

    text: ClassVar[str] = N_("You cut with {picture}. The group sees it at the start.")
    picture: CutPicture


class StillDrawing(Refusal, frozen=True, tag="no.still-drawing"):
    text: ClassVar[str] = N_("The cards are being dealt: nothing can be changed for a few seconds.")


def seal_in_pictures(seal: str) -> SealInPictures:
    """The pictures of a seal (hex)."""
    return SealInPictures(*pictures(seal))
