"""A small game of hats, for what the real games cannot show: windows, orders, being out for good.

Everybody holds two hidden hats. On turn one hits somebody, thinks again, or rests. All others
may object to a hit; if nobody does, the victim loses a hat of their choice. Who has none is out.
The last one wins, or after `turns` turns whoever still has a hat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from core.kernel.asks import Ask, Choice, Hidden, Over, Row, Scene, Section, Switch
from core.kernel.dice import Dice
from core.kernel.drawn import Badge, Face, Moment, Pile, Place, Stage, Unseen
from core.kernel.game import Orders, PositionError, Telling
from core.kernel.minds import Bot, Manner, levels
from core.kernel.plain import Plain
from core.kernel.text import Message, Named, Public, Seat, Secret, Word, announce, whisper

replace = msgspec.structs.replace


class Hat(Word):
    """A hat; there are as many of each as there are seats."""

    RED = "red"
    BLUE = "blue"
    GOLD = "gold"

    def named(self, edition: str) -> Named:
        return Named("toy", self.value)


class Title(Public, frozen=True, tag="toy.title"):
    text: ClassVar[str] = "Hats"


class Edition(Public, frozen=True, tag="toy.edition"):
    text: ClassVar[str] = "{name}"
    name: str


class Turn(Public, frozen=True, tag="toy.turn"):
    text: ClassVar[str] = "{seat}, it is your turn."
    seat: Seat


class Objections(Public, frozen=True, tag="toy.objections"):
    text: ClassVar[str] = "{seat} hits {target}. Objections?"
    seat: Seat
    target: Seat


class WhichHat(Public, frozen=True, tag="toy.which-hat"):
    text: ClassVar[str] = "{seat} loses a hat."
    seat: Seat


class Done(Public, frozen=True, tag="toy.done"):
    text: ClassVar[str] = "{seat}: {what}"
    seat: Seat
    what: str


class HatLost(Public, frozen=True, tag="toy.hat-lost"):
    text: ClassVar[str] = "{seat} loses {hat}."
    seat: Seat
    hat: Hat


class Standing(Public, frozen=True, tag="toy.standing"):
    text: ClassVar[str] = "{seat}: {left}, lost: {lost}"
    seat: Seat
    left: int
    lost: tuple[Hat, ...]


class HeldUp(Public, frozen=True, tag="toy.held-up"):
    text: ClassVar[str] = "{seat}: {hats}"
    seat: Seat
    hats: tuple[Hat, ...]


class Holding(Secret, frozen=True, tag="toy.holding"):
    text: ClassVar[str] = "Your hats: {hats}"
    hats: tuple[Hat, ...]


class HatName(Public, frozen=True, tag="toy.hat-name"):
    text: ClassVar[str] = "{hat}"
    hat: Hat


class Label(Public, frozen=True, tag="toy.label"):
    text: ClassVar[str] = "{word}"
    word: str


class CannotDo(Secret, frozen=True, tag="toy.cannot"):
    text: ClassVar[str] = "Not now: {said}"
    said: str


class Remains(Secret, frozen=True, tag="toy.remains"):
    text: ClassVar[str] = "You keep {left}."
    left: int


class Options(msgspec.Struct, frozen=True):
    """The switches: `most` players, the `turns` after which all is over."""

    most: int = 3
    turns: Annotated[int, msgspec.Meta(ge=1)] = 12
    hats: Literal[1, 2] = 2


class State(msgspec.Struct, frozen=True):
    """The table. `hit` is the seat that was hit, `asked` who has not yet answered."""

    options: Options
    turn: int
    number: int
    deck: tuple[Hat, ...]
    hands: tuple[tuple[Hat, ...], ...]
    lost: tuple[tuple[Hat, ...], ...]
    gone: tuple[int, ...] = ()
    hit: int = 0
    asked: tuple[int, ...] = ()
    versions: tuple[int, ...] = ()
    over: bool = False

    @property
    def living(self) -> tuple[int, ...]:
        """The seats that have a hat."""
        return tuple(seat for seat, hand in enumerate(self.hands, 1) if hand)


class View(msgspec.Struct, frozen=True):
    """What a reader (0: the group) sees; other hands are empty."""

    reader: int
    turn: int
    hit: int
    asked: tuple[int, ...]
    over: bool
    sizes: tuple[int, ...]
    hands: tuple[tuple[Hat, ...], ...]
    lost: tuple[tuple[Hat, ...], ...]
    versions: tuple[int, ...]
    deck: int


class Do(msgspec.Struct, frozen=True):
    """A move is its spelling."""

    code: str


class ToyOrders:
    """`allow`: let every hit pass until the own turn."""

    def read(self, state: State, seat: int, said: str) -> str | None:
        return said if said == "allow" and seat in state.living else None

    def answer(self, state: State, seat: int, order: str) -> Do | None:
        return Do("allow") if seat in state.asked else None

    def lapses(self, state: State, seat: int, order: str) -> bool:
        return state.turn == seat

    def offers(self, view: View) -> Sequence[tuple[str, Message]]:
        waits = view.turn != view.reader and view.sizes[view.reader - 1]
        return (("allow", Label("allow")),) if waits else ()

    def keypad(self, view: View) -> Sequence[tuple[str, Public]]:
        return ()

    def shown(self, order: str) -> Message:
        return Label(order)


def idle(view: View, moves: Sequence[Do], dice: Dice) -> Do:
    """Rests, allows, loses the first hat."""
    return next((move for move in moves if move.code in ("rest", "allow")), moves[0])


def bold(view: View, moves: Sequence[Do], dice: Dice) -> Do:
    """Does anything, but never objects."""
    return dice.choose([move for move in moves if move.code != "object"])


def faces(hats: Iterable[Hat]) -> tuple[Face, ...]:
    """Hats as they can be drawn."""
    return tuple(Face(hat.value, HatName(hat)) for hat in hats)


class Toy(Plain):
    """The rules."""

    name: ClassVar[str] = "toy"
    title: ClassVar[Public] = Title()
    state: type[State] = State
    options: type[Options] = Options
    presets: Mapping[str, Options] = MappingProxyType(
        {"small": Options(), "big": Options(most=12), "pair": Options(most=2)}
    )
    bots: Mapping[str, Bot] = MappingProxyType({"idle": idle, "bold": bold})
    orders: Orders | None = ToyOrders()

    def seats(self, options: Options) -> range:
        return range(2, options.most + 1)

    def preset_for(self, seated: int) -> str:
        return "small" if seated <= 3 else "big"

    def preset_label(self, preset: str) -> Public:
        return Edition(preset)

    def switches(self, options: Options) -> Sequence[Switch]:
        some = Switch(
            "turns", Label("turns"), tuple(Choice(n, Edition(str(n))) for n in (1, 2, 6, 40))
        )
        most = Switch("most", Label("most"), tuple(Choice(n, Edition(str(n))) for n in (3, 14)))
        return (some, most) if options.most == 12 else (some,)

    def setup(self, seats: int, options: Options, dice: Dice) -> Telling[State]:
        deck = dice.shuffle(tuple(hat for hat in Hat for _ in range(seats)))
        hands: list[tuple[Hat, ...]] = []
        for seat in range(1, seats + 1):
            hand: tuple[Hat, ...] = ()
            for _ in range(options.hats):
                hat, deck = dice.draw(deck)
                hand += (hat,)
            hands.append(hand)
            yield whisper(seat, Holding(hand))
        first = dice.first(range(1, seats + 1))
        none: tuple[tuple[Hat, ...], ...] = ((),) * seats
        return State(options, first, 1, deck, tuple(hands), none, versions=(1,) * seats)

    def ask(self, state: State) -> Ask | Over:
        if state.over:
            return Over(frozenset(state.living))
        if state.asked:
            return Ask(frozenset(state.asked), Objections(state.turn, state.hit), 20, window=True)
        if state.hit:
            return Ask(frozenset((state.hit,)), WhichHat(state.hit), 30, secret=True)
        return Ask(frozenset((state.turn,)), Turn(state.turn), 60)

    def active(self, state: State) -> frozenset[int]:
        return frozenset() if state.over else frozenset(state.living)

    def moves(self, state: State, seat: int) -> Sequence[Do]:
        asked = self.ask(state)
        if isinstance(asked, Over) or seat not in asked.seats:
            return ()
        if state.asked:
            return (Do("allow"), Do("object"))
        if state.hit:
            hats = dict.fromkeys(state.hands[seat - 1])
            return tuple(Do(f"lose.{hat.value}") for hat in hats)
        others = [other for other in state.living if other != seat]
        return (*(Do(f"hit.{other}") for other in others), Do("think"), Do("rest"), Do("rest.long"))

    def spelled(self, said: str) -> str:
        return "rest.long" if said == "long.rest" else said

    def play(self, state: State, seat: int, move: Do, dice: Dice) -> Telling[State]:
        yield announce(Done(seat, move.code))
        verb, _, rest = move.code.partition(".")
        match verb:
            case "hit":
                others = tuple(other for other in state.living if other != seat)
                return replace(state, hit=int(rest), asked=others)
            case "allow":
                return replace(state, asked=tuple(other for other in state.asked if other != seat))
            case "object":
                return self._next(state)
            case "lose":
                return (yield from self._lose(state, seat, Hat(rest)))
            case "think" if state.number < state.options.turns:
                return replace(state, number=state.number + 1)
        return self._next(state)

    def _lose(self, state: State, seat: int, hat: Hat) -> Telling[State]:
        hand = list(state.hands[seat - 1])
        hand.remove(hat)
        yield announce(HatLost(seat, hat))
        yield whisper(seat, Holding(tuple(hand)))
        lost = (*state.lost[seat - 1], hat)
        return self._next(self._put(state, seat, tuple(hand), lost))

    def _put(self, state: State, seat: int, hand: tuple[Hat, ...], lost: tuple[Hat, ...]) -> State:
        def put(column: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
            return (*column[: seat - 1], value, *column[seat:])

        return replace(
            state,
            hands=put(state.hands, hand),
            lost=put(state.lost, lost),
            versions=put(state.versions, state.versions[seat - 1] + 1),
        )

    def _next(self, state: State) -> State:
        living = state.living
        over = len(living) <= 1 or state.number >= state.options.turns
        after = [seat for seat in living if seat > state.turn] or list(living)
        turn = after[0] if after else state.turn
        return replace(state, turn=turn, hit=0, asked=(), number=state.number + 1, over=over)

    def leave(self, state: State, seat: int, dice: Dice) -> Telling[State]:
        hand, lost = state.hands[seat - 1], state.lost[seat - 1]
        for hat in hand:
            yield announce(HatLost(seat, hat))
        state = self._put(state, seat, (), (*lost, *hand))
        state = replace(state, gone=(*state.gone, seat))
        if len(state.living) <= 1 or seat in (state.turn, state.hit):
            return self._next(state)
        return replace(state, asked=tuple(other for other in state.asked if other != seat))

    def view(self, state: State, seat: int | None) -> View:
        hands = tuple(h if i == seat else () for i, h in enumerate(state.hands, 1))
        return View(
            seat or 0,
            state.turn,
            state.hit,
            state.asked,
            state.over,
            tuple(map(len, state.hands)),
            hands,
            state.lost,
            state.versions,
            len(state.deck),
        )

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        others = [i for i in range(1, len(state.hands) + 1) if i != seat]
        pool = [hat for i in others for hat in state.hands[i - 1]] + list(state.deck)
        cards = iter(dice.order(pool))
        hands = list(state.hands)
        for i in others:
            hands[i - 1] = tuple(next(cards) for _ in hands[i - 1])
        return replace(state, hands=tuple(hands), deck=tuple(cards))

    def scene(self, view: View) -> Scene:
        lines = tuple(
            Standing(seat, left, lost)
            for seat, (left, lost) in enumerate(zip(view.sizes, view.lost, strict=True), 1)
        )
        own = (Holding(view.hands[view.reader - 1]),) if view.reader else ()
        return Scene(lines, own)

    def why_not(self, state: State, seat: int, said: str) -> Public | Secret:
        return CannotDo(said)

    def hidden(self, state: State, seat: int) -> Hidden:
        words = tuple(hat.value for hat in state.hands[seat - 1])
        return Hidden(words, state.versions[seat - 1], span=2)

    def rows(self, view: View) -> Sequence[Row]:
        return (Row("letters", 1),) if view.hit and not view.asked and not view.over else ()

    def label(self, view: View, said: Sequence[str], word: str) -> Message:
        return Label(".".join((*said, word)))

    def hint(self, view: View, said: Sequence[str]) -> Message:
        return Label("what now")

    def brief(self, view: View) -> Sequence[Message]:
        return [Holding(view.hands[view.reader - 1])] if view.reader else []

    def hand(self, view: View) -> Sequence[Face]:
        hats = view.hands[view.reader - 1] if view.reader else ()
        return faces(hats)

    def stage(self, view: View) -> Stage:
        places = [
            Place(
                seat,
                (Badge("cards", Label(str(left)), left),),
                faces(lost),
                left,
                out=not left,
            )
            for seat, (left, lost) in enumerate(zip(view.sizes, view.lost, strict=True), 1)
        ]
        hitting = Moment("claim", view.turn, view.hit) if view.hit else None
        deck = Pile("deck", Label("deck"), view.deck)
        return Stage(
            lines=(Label("hats"),),
            head=(deck.name,),
            turn=0 if view.over else view.turn,
            piles=(deck,),
            under_way=hitting,
            places=tuple(places),
        )

    def face(self, options: Options, word: str) -> Face | None:
        return faces((Hat(word),))[0] if word in set(Hat) else None

    def moment(self, options: Options, message: Message) -> Moment | None:
        match message:
            case Done(seat, what):
                return Moment("play", seat, result=Label(what))
            case HatLost(seat, hat):
                return Moment("reveal", seat, shown=faces((hat,)))
            case Holding(hats):
                return Moment("deal", shown=faces(hats), quiet=True)
            case _:
                return None

    def unseen(self, view: View) -> Sequence[Unseen]:
        seats = len(view.sizes)
        seen = [hat for hats in (*view.hands, *view.lost) for hat in hats]
        return [
            Unseen(face, seats - seen.count(hat), seats)
            for hat, face in zip(Hat, faces(Hat), strict=True)
        ]

    def risk(self, view: View, code: str) -> Message | None:
        return Remains(view.sizes[view.reader - 1] - 1) if code.startswith("lose") else None

    def help(self, options: Options) -> Sequence[tuple[str, Message]]:
        return [(hat.value, Label(hat.value)) for hat in Hat]

    def rules(self, options: Options) -> Sequence[Section]:
        return [Section(Label(word), (Label(word),)) for word in ("hit", "rest", "think")]

    def load(
        self, position: Mapping[str, Any], seats: int, options: Options, dice: Dice
    ) -> Telling[State]:
        yield from ()
        raise PositionError("start.position", "hats are always dealt")

    def dump(self, state: State) -> dict[str, Any]:
        seats = [
            {"hand": list(hand), "lost": list(lost)}
            for hand, lost in zip(state.hands, state.lost, strict=True)
        ]
        return {"turn": state.turn, "deck": list(state.deck), "seats": seats}


def hesitant(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Rests and allows, whatever its manner."""
    return idle(view, moves, dice)


def daring(view: View, moves: Sequence[Do], dice: Dice, manner: Manner) -> Do:
    """Hits somebody; objects if it is bold, allows if it is patient, else throws its dice."""
    answers = {Manner.BOLD: "object", Manner.PATIENT: "allow"}
    for move in moves:
        if move.code == answers.get(manner):
            return move
    hits = [move for move in moves if move.code.startswith("hit")]
    return dice.choose(hits or moves)


class Deep(Toy):
    """The same game, with computers of three levels."""

    name: ClassVar[str] = "deep"
    bots: Mapping[str, Bot] = MappingProxyType({"idle": idle, **levels(hesitant, hesitant, daring)})


TOY = Toy()
DEEP = Deep()
