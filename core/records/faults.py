"""What can be wrong with a record, and what a look at its seal and deal brings out."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, P_, Code, Message, Named, Players, Public, Said, Seat, Times, Word


class Form(Word):
    """What an entry of a record must be."""

    OBJECT = "object"
    LIST = "list"
    TEXT = "text"
    NUMBER = "number"
    HEX = "hex"
    SEATS = "seats"
    FLAG = "flag"
    WORD = "word"

    def named(self, edition: str) -> Named:
        return _FORMS[self]


_FORMS = {
    Form.OBJECT: P_("record.form", "an object"),
    Form.LIST: P_("record.form", "a list"),
    Form.TEXT: P_("record.form", "a text"),
    Form.NUMBER: P_("record.form", "a whole number"),
    Form.HEX: P_("record.form", "bytes in hexadecimal digits"),
    Form.SEATS: P_("record.form", "an object with seats (or “group”) as its keys"),
    Form.FLAG: P_("record.form", "true or false"),
    Form.WORD: P_("record.form", "a code of small letters and digits"),
}


class RecordError(Exception):
    """A record that cannot be. `place` says where (`moves[3]`), `reason` why."""

    def __init__(self, place: str, reason: Message) -> None:
        super().__init__(f"{place}: {type(reason).__name__}")
        self.place = place
        self.reason = reason


class WrongForm(Public, frozen=True, tag="record.wrong-form"):
    text: ClassVar[str] = N_("this must be {form}.")
    form: Form


class MissingEntry(Public, frozen=True, tag="record.missing"):
    text: ClassVar[str] = N_("this is missing.")


class UnknownEntry(Public, frozen=True, tag="record.unknown-entry"):
    text: ClassVar[str] = N_("there is no such entry here.")


class UnknownFormat(Public, frozen=True, tag="record.unknown-format"):
    text: ClassVar[str] = N_("this program reads version {known} of the format.")
    known: int


class UnknownGame(Public, frozen=True, tag="record.unknown-game"):
    text: ClassVar[str] = N_("the house does not know the game {name}.")
    name: Said


class UnknownPreset(Public, frozen=True, tag="record.unknown-preset"):
    text: ClassVar[str] = N_("this game has no preset {name}.")
    name: Said


class UnknownOption(Public, frozen=True, tag="record.unknown-option"):
    text: ClassVar[str] = N_("this game has no such option.")


class WrongValue(Public, frozen=True, tag="record.wrong-value"):
    text: ClassVar[str] = N_("this option cannot have the value {value}.")
    value: Said


class WrongSeats(Public, frozen=True, tag="record.wrong-seats"):
    text: ClassVar[str] = N_("this edition is for {least} to {most}; {seated} are named.")
    least: int
    most: Players
    seated: Players


class NoSuchSeat(Public, frozen=True, tag="record.no-such-seat"):
    text: ClassVar[str] = N_("there is no seat {number}.")
    number: str


class SeatHasLeft(Public, frozen=True, tag="record.seat-has-left"):
    text: ClassVar[str] = N_("seat {number} has left and cannot begin.")
    number: int


class OneStart(Public, frozen=True, tag="record.one-start"):
    text: ClassVar[str] = N_("a game starts by one of seed, decks and position.")


class NoDraws(Public, frozen=True, tag="record.no-draws"):
    text: ClassVar[str] = N_("draws are prescribed with decks or a position only.")


class UnknownCard(Public, frozen=True, tag="record.unknown-card"):
    text: ClassVar[str] = N_("this game has no card {code}.")
    code: Said


class WrongDeck(Public, frozen=True, tag="record.wrong-deck"):
    text: ClassVar[str] = N_("these are not the cards that are shuffled here.")


class NotInDeck(Public, frozen=True, tag="record.not-in-deck"):
    text: ClassVar[str] = N_("the card {code} is not in the deck.")
    code: Said


class Impossible(Public, frozen=True, tag="record.impossible"):
    """The reason is a game's own, in English."""

    text: ClassVar[str] = N_("this cannot be: {reason}")
    reason: str


class NotAMove(Public, frozen=True, tag="record.not-a-move"):
    text: ClassVar[str] = N_("{said} is no move; a move is written like 1:guard.2.")
    said: Said


class NotLegal(Public, frozen=True, tag="record.not-legal"):
    text: ClassVar[str] = N_("{move} is refused: {why}")
    move: str
    why: Message


class OutOfGame(Public, frozen=True, tag="record.out-of-game"):
    text: ClassVar[str] = N_("This seat is not in the game any more.")


class MovesOnly(Public, frozen=True, tag="record.moves-only"):
    text: ClassVar[str] = N_("the record of a real game holds only moves that were played.")


class NotReal(Public, frozen=True, tag="record.not-real"):
    text: ClassVar[str] = N_("this is missing: only the record of a real game can be verified.")


class SeatTwice(Public, frozen=True, tag="record.seat-twice"):
    text: ClassVar[str] = N_("every seat must be named once.")


class NoSuchPicture(Public, frozen=True, tag="record.no-such-picture"):
    text: ClassVar[str] = N_("pictures are numbered from 0 to {most}.")
    most: int


class WrongLength(Public, frozen=True, tag="record.wrong-length"):
    text: ClassVar[str] = N_("this must have {length} bytes.")
    length: int


class NoSuchMove(Public, frozen=True, tag="record.no-such-move"):
    text: ClassVar[str] = N_("there is no move {number}.")
    number: int


class TwoPlayers(Public, frozen=True, tag="record.two-players"):
    text: ClassVar[str] = N_("move {number} is said to be by two.")
    number: int


class NothingDealt(Public, frozen=True, tag="record.nothing-dealt"):
    text: ClassVar[str] = N_("the table was closed before anything was dealt.")


# What an `expect` was compared with


class Differs(Public, frozen=True, tag="record.differs"):
    text: ClassVar[str] = N_("{key}: expected {expected}, got {got}")
    key: Code
    expected: Code
    got: Code


class NoneExpected(Public, frozen=True, tag="record.none-expected"):
    text: ClassVar[str] = N_("{key}: expected none of {expected}, got {got}")
    key: Code
    expected: Code
    got: Code


class NotRefused(Public, frozen=True, tag="record.not-refused"):
    text: ClassVar[str] = N_("{key}: expected a refusal of {move}, got a legal move")
    key: Code
    move: str


class RefusalChanged(Public, frozen=True, tag="record.refusal-changed"):
    text: ClassVar[str] = N_("{key}: expected no change by {move}, got another table")
    key: Code
    move: str


# Whether a game was dealt as sealed


class SealFits(Public, frozen=True, tag="verify.seal-fits"):
    text: ClassVar[str] = N_(
        "The seal is that of the secret. Compare it with the seal the host showed before the "
        "deal: {seal}"
    )
    seal: Code


class SealBroken(Public, frozen=True, tag="verify.seal-broken"):
    text: ClassVar[str] = N_("The seal is not that of the secret: it would be {seal}")
    seal: Code


class SeedFits(Public, frozen=True, tag="verify.seed-fits"):
    text: ClassVar[str] = N_("The seed follows from the secret; the deck was cut {times}.")
    times: Times


class SeedWrong(Public, frozen=True, tag="verify.seed-wrong"):
    text: ClassVar[str] = N_("The seed is not that of the secret and the cuts: it would be {seed}")
    seed: Code


class SeatsFit(Public, frozen=True, tag="verify.seats-fit"):
    text: ClassVar[str] = N_("The seats were drawn in this order: {seats}.")
    seats: tuple[Seat, ...]


class SeatsWrong(Public, frozen=True, tag="verify.seats-wrong"):
    text: ClassVar[str] = N_("The seats were not drawn so: the order would be {names}.")
    names: tuple[str, ...]


class MovesFit(Public, frozen=True, tag="verify.moves-fit"):
    text: ClassVar[str] = N_("Played again from the seed, every deal and draw fits the moves.")


class MovesWrong(Public, frozen=True, tag="verify.moves-wrong"):
    text: ClassVar[str] = N_("Played again from the seed, {place} does not fit: {reason}")
    place: str
    reason: Message


class NotEnded(Public, frozen=True, tag="verify.not-ended"):
    text: ClassVar[str] = N_("Played again from the seed, the last move does not end the game.")


class DealtAsSealed(Public, frozen=True, tag="verify.fair"):
    text: ClassVar[str] = N_("The game was dealt as sealed.")


class NotAsSealed(Public, frozen=True, tag="verify.unfair"):
    text: ClassVar[str] = N_("The game was NOT dealt as sealed.")
