"""What a look at the proof of a game brings out, in sentences."""

from __future__ import annotations

from typing import Annotated, ClassVar

from core.kernel.text import N2_, N_, Code, Players, Public, Said, Seat

Bits = Annotated[int, N2_("{n} bit", "{n} bits")]
Moves = Annotated[int, N2_("{n} move", "{n} moves")]


class HostSeesAll(Public, frozen=True, tag="verify.host-sees"):
    """Said first, always."""

    text: ClassVar[str] = N_(
        "Whoever runs the host can see every hand: no proof changes that. What can be proved "
        "comes now."
    )


# Who took part


class NamesFit(Public, frozen=True, tag="verify.names-fit"):
    text: ClassVar[str] = N_("The names are those that were bound at the start: {names}.")
    names: tuple[str, ...]


class NameWrong(Public, frozen=True, tag="verify.name-wrong"):
    text: ClassVar[str] = N_("Seat {seat}: the name “{name}” is not the one that was bound.")
    seat: int
    name: Said


class NameForgotten(Public, frozen=True, tag="verify.name-forgotten"):
    """A person whom the host was told to forget."""

    text: ClassVar[str] = N_(
        "Seat {seat}: this person was forgotten, so their name cannot be checked. Nothing else "
        "changes by that."
    )
    seat: int


# What was fixed at the start


class CommitFits(Public, frozen=True, tag="verify.commit-fits"):
    text: ClassVar[str] = N_(
        "People, cuts, computers and rules are those that were fixed at the start. Compare the "
        "number that the host told then: {commit}"
    )
    commit: Code


class CommitWrong(Public, frozen=True, tag="verify.commit-wrong"):
    text: ClassVar[str] = N_(
        "People, cuts, computers or rules are not those that were fixed at the start: the number "
        "would be {commit}"
    )
    commit: Code


class CutsCounted(Public, frozen=True, tag="verify.cuts-counted"):
    text: ClassVar[str] = N_("{people} cut: {bits}.")
    people: Players
    bits: Bits


class FriendCanSearch(Public, frozen=True, tag="verify.friend-can-search"):
    text: ClassVar[str] = N_(
        "A host who has a friend at the table can still search that friend's cut."
    )


class NobodyCut(Public, frozen=True, tag="verify.nobody-cut"):
    text: ClassVar[str] = N_("Nobody cut: this proves nothing against the host.")


class OnlyTheHouseCut(Public, frozen=True, tag="verify.house-cut"):
    """In records of version 1, where the house cut by the name of the table."""

    text: ClassVar[str] = N_(
        "Nobody cut: the only cut is the house's own. This proves nothing against the host."
    )


# The beacon


class OnlyTheBeacon(Public, frozen=True, tag="verify.only-the-beacon"):
    text: ClassVar[str] = N_("Nobody cut: against the host all hangs on the beacon.")


class BeaconFits(Public, frozen=True, tag="verify.beacon-fits"):
    text: ClassVar[str] = N_(
        "The deal follows from round {round} of the public beacon {chain}; its signature is "
        "genuine. That counts if the group read the number of this round before it came."
    )
    round: int
    chain: Code


class BeaconWrong(Public, frozen=True, tag="verify.beacon-wrong"):
    text: ClassVar[str] = N_("The beacon's signature of round {round} is not genuine.")
    round: int


class RandomnessWrong(Public, frozen=True, tag="verify.randomness-wrong"):
    text: ClassVar[str] = N_("The beacon's number is not that of its signature in round {round}.")
    round: int


class BeaconUnchecked(Public, frozen=True, tag="verify.beacon-unchecked"):
    text: ClassVar[str] = N_(
        "The deal follows from round {round} of the beacon {chain}. Its signature was not checked "
        "here: until that is done it may be made up."
    )
    round: int
    chain: Code


class BeaconSilent(Public, frozen=True, tag="verify.beacon-silent"):
    text: ClassVar[str] = N_(
        "The beacon did not answer in time (round {round}): this deal is not proved against the "
        "host."
    )
    round: int


# The deal


class SeedFollows(Public, frozen=True, tag="verify.seed-follows"):
    text: ClassVar[str] = N_("The seed follows from the secret and the cuts.")


class SeedDoesNotFollow(Public, frozen=True, tag="verify.seed-does-not-follow"):
    text: ClassVar[str] = N_("The seed does not follow from secret and cuts: it would be {seed}")
    seed: Code


# What was played


class ChainFits(Public, frozen=True, tag="verify.chain-fits"):
    text: ClassVar[str] = N_(
        "The moves are bound to each other. Compare the number that stood under the result: {link}"
    )
    link: Code


class ChainWrong(Public, frozen=True, tag="verify.chain-wrong"):
    text: ClassVar[str] = N_(
        "A move was changed, added or left out, or somebody else made it: the number under the "
        "result would be {link}"
    )
    link: Code


class GivenUp(Public, frozen=True, tag="verify.given-up"):
    text: ClassVar[str] = N_("The game was given up after {moves}.")
    moves: Moves


class GivenUpBefore(Public, frozen=True, tag="verify.given-up-before"):
    text: ClassVar[str] = N_("The table was closed before the start: nothing was dealt.")


class NotGivenUp(Public, frozen=True, tag="verify.not-given-up"):
    text: ClassVar[str] = N_("The record says that the game was given up, but it was over.")


class ComputersFit(Public, frozen=True, tag="verify.computers-fit"):
    text: ClassVar[str] = N_(
        "Asked again, computers and the silent answer the same: {moves}, each from what that seat "
        "could see."
    )
    moves: Moves


class ComputerWrong(Public, frozen=True, tag="verify.computer-wrong"):
    text: ClassVar[str] = N_(
        "Move {number} is not what a computer ({kind}) plays there: that would be {move}"
    )
    number: int
    kind: Code
    move: Code


class NoComputer(Public, frozen=True, tag="verify.no-computer"):
    text: ClassVar[str] = N_("Move {number}: no computer ({kind}) can have made it.")
    number: int
    kind: Code


class NotByPerson(Public, frozen=True, tag="verify.not-by-person"):
    text: ClassVar[str] = N_("Move {number} is said to be a person's, but {seat} is a computer.")
    number: int
    seat: Seat


class NotAskedAgain(Public, frozen=True, tag="verify.not-asked-again"):
    text: ClassVar[str] = N_(
        "{moves} by computers or for the silent cannot be calculated here: version {version} made "
        "them, and this program has version {known}."
    )
    moves: Moves
    version: int
    known: int


# In one sentence


class ProvedByBeacon(Public, frozen=True, tag="verify.proved-by-beacon"):
    text: ClassVar[str] = N_(
        "Proved, if these numbers are those the group saw, and it read the round's before the "
        "round came: nobody could choose the deal, not even the host, and this is what was played. "
        "Not proved: that the host kept the hands to itself."
    )


class ProvedByCuts(Public, frozen=True, tag="verify.proved-by-cuts"):
    text: ClassVar[str] = N_(
        "Proved, if these numbers are those the group saw: the host fixed its part before the "
        "cuts, so it could not choose the deal alone, and this is what was played. Not proved: "
        "that the host kept the hands to itself, or that no friend of it cut."
    )


class ProvedPlayOnly(Public, frozen=True, tag="verify.proved-play-only"):
    text: ClassVar[str] = N_(
        "Proved, if these numbers are those the group saw: the deal was fixed before play, and "
        "this is what was played. Not proved: that the host did not choose the deal, or kept the "
        "hands to itself."
    )


class NotProved(Public, frozen=True, tag="verify.not-proved"):
    text: ClassVar[str] = N_("Something differs: this record is NOT what was sealed and played.")
