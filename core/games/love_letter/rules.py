"""The rules of Love Letter: what is legal, what it does, and when a round and a match end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

from core.games.love_letter import ending, events
from core.games.love_letter.desk import Desk
from core.games.love_letter.model import Keep, Kit, Move, Options, Play, State, kit
from core.games.love_letter.names import Card
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.plain import ranked
from core.kernel.text import announce, whisper

PATIENCE = 120  # seconds for a decision at the pace "quick"

AIMED = frozenset((Card.GUARD, Card.PRIEST, Card.BARON, Card.PRINCE, Card.KING))


def setup(seats: int, options: Options, dice: Dice) -> Telling[State]:
    """Deal the first round; anybody may be its starter (LL-3.3)."""
    desk = Desk.fresh(seats, options)
    yield from _deal(desk, tuple(range(1, seats + 1)), dice)
    if not (yield from begin_turn(desk, dice)):
        yield from pass_on(desk, dice)
    return desk.state()


def ask(state: State) -> Ask | Over:
    """Whoever is on turn: a card to play, or the Chancellor's choice."""
    if state.phase == "over":
        return Over(frozenset(state.winners))
    prompt = events.TurnAsked if state.phase == "play" else events.KeepAsked
    return Ask(frozenset((state.turn,)), prompt(state.turn), PATIENCE, secret=True)


def active(state: State) -> frozenset[int]:
    """All who have not left, until the match is over; who is out plays in the next round."""
    if state.phase == "over":
        return frozenset()
    return frozenset(seat for seat in range(1, len(state.hands) + 1) if seat not in state.gone)


# ---------------------------------------------------------------------- what is legal


def moves(state: State, seat: int) -> tuple[Move, ...]:
    """The legal moves (LL-5): every card of the hand with every target and name it may have."""
    if seat != state.turn or state.phase == "over":
        return ()
    hand = state.hands[seat - 1]
    if state.phase == "keep":
        return _keeps(hand)
    pack = kit(state.options)
    first, second = hand
    if forced(pack, hand):
        first = second = pack.countess
    others = tuple(other for other in state.alive if other != seat)
    free = tuple(other for other in others if other not in state.shielded)
    wasted = others if state.options.protected_target == "fizzle" else free
    legal = _plays(first, seat, free, wasted, pack.names)
    if second is not first:
        legal += _plays(second, seat, free, wasted, pack.names)
    return legal


def forced(pack: Kit, hand: tuple[Card, ...]) -> bool:
    """Whether the Countess must be played from this hand (LL-6.7). The Minister never must."""
    return Card.COUNTESS in hand and not pack.clash.isdisjoint(hand)


@cache
def _plays(
    card: Card, seat: int, free: tuple[int, ...], choice: tuple[int, ...], names: tuple[Card, ...]
) -> tuple[Move, ...]:
    """A card with all its targets: `choice` may be chosen, `free` are not protected."""
    if card is Card.PRINCE:
        choice = (*choice, seat)
    if card not in AIMED or not choice:
        return (Play(card.value, card),)
    found: list[Move] = []
    for target in choice:
        code = f"{card.value}.{target}"
        if card is Card.GUARD and target in free:
            found += [Play(f"{code}.{name.value}", card, target, name) for name in names]
        else:
            found.append(Play(code, card, target))
    return tuple(found)


@cache
def _keeps(hand: tuple[Card, ...]) -> tuple[Move, ...]:
    """The Chancellor's choice: which card to keep, and the order of the others (LL-6.10)."""
    orders = dict.fromkeys(permutations(hand))
    return tuple(Keep(".".join(("keep", *order)), order) for order in orders)


def spoken(options: Options, seats: int) -> tuple[str, ...]:
    """Every card of the deck, on anybody, naming any card; what is kept and what goes under."""
    cards = tuple(kit(options).ranks)
    found = [spelling for card in cards for spelling in (f"{card}", f"{card}.@")]
    found += [f"{card}.@.{name}" for card in cards if card in AIMED for name in cards]
    if Card.CHANCELLOR in cards:
        found += [".".join(("keep", *kept)) for n in (2, 3) for kept in product(cards, repeat=n)]
    return tuple(found)


# ---------------------------------------------------------------------- a move


def play(state: State, seat: int, move: Move, dice: Dice) -> Telling[State]:
    """Carry out a legal move, and all that follows by itself (LL-4)."""
    desk = Desk(state)
    if isinstance(move, Keep):
        yield from _keep(desk, seat, move)
        yield from pass_on(desk, dice)
        return desk.state()
    desk.lay(seat, move.card)
    yield from _effect(desk, seat, move, dice)
    if desk.phase == "play":
        yield from pass_on(desk, dice)
    return desk.state()


def leave(state: State, seat: int, dice: Dice) -> Telling[State]:
    """A seat leaves the match for good; in the round it counts as eliminated (LL-15.1)."""
    desk = Desk(state)
    desk.gone = tuple(sorted((*desk.gone, seat)))
    if seat in desk.alive:
        yield announce(events.WentOutWith(seat, desk.hands[seat]))
        desk.put_out(seat)
        if desk.turn == seat or len(desk.alive) == 1:
            desk.phase = "play"
            yield from pass_on(desk, dice)
    return desk.state()


def _effect(desk: Desk, seat: int, move: Play, dice: Dice) -> Telling[None]:
    """What the card does that was just laid down (LL-6)."""
    card, target = move.card, move.target
    if target in desk.shielded and target != seat:
        yield announce(events.PlayedOnProtected(seat, card, target))
    elif card in AIMED and not target:
        yield announce(events.PlayedForNothing(seat, card))
    elif card is Card.GUARD:
        yield from _guess(desk, seat, move)
    elif card is Card.PRIEST:
        yield announce(events.HandLookedAt(seat, card, target))
        seen = desk.hands[target][0]
        yield whisper(seat, events.HandLearnt(target, seen))
        desk.learn(seat, target)
    elif card is Card.BARON:
        yield from _compare(desk, seat, target)
    elif card is Card.HANDMAID:
        yield announce(events.BecameProtected(seat, card))
        desk.shielded = tuple(sorted((*desk.shielded, seat)))
    elif card is Card.PRINCE:
        yield from _throw_away(desk, seat, target, dice)
    elif card is Card.KING:
        yield announce(events.HandsSwapped(seat, card, target))
        mine, theirs = desk.hands[seat][0], desk.hands[target][0]
        desk.swap(seat, target)
        yield whisper(seat, events.GotBySwap(target, theirs, mine))
        yield whisper(target, events.GotBySwap(seat, mine, theirs))
    elif card is Card.CHANCELLOR:
        yield from _consult(desk, seat, dice)
    else:
        yield announce(events.Played(seat, card))
        if card is Card.PRINCESS:
            yield from _out(desk, seat)


def _guess(desk: Desk, seat: int, move: Play) -> Telling[None]:
    """LL-6.1: a right name puts the target out; a wrong one shows nothing."""
    target, name = move.target, move.name
    assert name is not None, "a Guard on somebody unprotected names a card"
    if desk.hands[target][0] is name:
        yield announce(events.GuardHit(seat, Card.GUARD, target, name))
        yield from _out(desk, target)
    else:
        yield announce(events.GuardMissed(seat, Card.GUARD, target, name))
        desk.rule_out(target, (name,))


def _compare(desk: Desk, seat: int, target: int) -> Telling[None]:
    """LL-6.3: both see both cards; the lower one is out, and only that card becomes public."""
    mine, theirs = desk.hands[seat][0], desk.hands[target][0]
    ranks = desk.kit.ranks
    if ranks[mine] == ranks[theirs]:
        yield announce(events.HandsTied(seat, Card.BARON, target))
        loser = 0
    else:
        loser = seat if ranks[mine] < ranks[theirs] else target
        yield announce(events.HandsCompared(seat, Card.BARON, target, loser))
    yield whisper(seat, events.HandLearnt(target, theirs))
    yield whisper(target, events.HandLearnt(seat, mine))
    if loser:
        winner = target if loser == seat else seat
        desk.rule_out(winner, desk.kit.up_to[desk.hands[loser][0]])
        yield from _out(desk, loser)
        return
    for one, other in ((seat, target), (target, seat)):
        desk.learn(one, other)
        desk.rule_out(one, desk.kit.single)


def _throw_away(desk: Desk, seat: int, target: int, dice: Dice) -> Telling[None]:
    """LL-6.5: the target discards the hand and draws; with an empty deck the set-aside card."""
    card = desk.hands[target][0]
    if target == seat:
        yield announce(events.OwnHandThrownAway(seat, Card.PRINCE, card))
    else:
        yield announce(events.HandThrownAway(seat, Card.PRINCE, target, card))
    desk.drop_hand(target)
    if card is Card.PRINCESS:
        desk.put_out(target)
        yield announce(events.WentOut(target))
        return
    if desk.deck:
        new = desk.draw(target, dice)
        yield announce(events.DrewAnew(target, len(desk.deck)))
    elif desk.aside is not None:
        new = desk.take_aside(target)
        yield announce(events.TookTheAside(target))
    else:  # only a made-up position has no card set aside
        yield announce(events.NothingLeftToDraw(target))
        return
    yield whisper(target, events.Drew(new))


def _consult(desk: Desk, seat: int, dice: Dice) -> Telling[None]:
    """LL-6.10, first step: draw up to two cards; then the choice is asked for."""
    count = min(2, len(desk.deck))
    if not count:
        yield announce(events.ChancellorInVain(seat, Card.CHANCELLOR))
        return
    drawn = tuple(desk.draw(seat, dice) for _ in range(count))
    yield announce(events.ChancellorDrew(seat, Card.CHANCELLOR, count))
    yield whisper(seat, events.DrewSeveral(drawn))
    desk.phase = "keep"


def _keep(desk: Desk, seat: int, move: Keep) -> Telling[None]:
    """LL-6.10, second step: one card stays, the others go under the deck."""
    kept, *under = move.cards
    desk.return_under(seat, move.cards)
    yield announce(events.ChancellorReturned(seat, len(under)))
    if len(under) == 1:
        yield whisper(seat, events.KeptOne(kept, under[0]))
    else:
        yield whisper(seat, events.KeptOneOfThree(kept, under[0], under[1]))
    desk.phase = "play"


def _out(desk: Desk, seat: int) -> Telling[None]:
    """LL-7.1: out of the round, the cards in hand go face up to the discards."""
    yield announce(events.WentOutWith(seat, desk.hands[seat]))
    desk.put_out(seat)


# ---------------------------------------------------------------------- turns and rounds


def begin_turn(desk: Desk, dice: Dice) -> Telling[bool]:
    """LL-4: protection ends, a card is drawn. False if the Minister puts the seat out."""
    seat = desk.turn
    if seat in desk.shielded:
        desk.shielded = tuple(other for other in desk.shielded if other != seat)
        yield announce(events.ProtectionEnded(seat))
    card = desk.draw(seat, dice)
    yield announce(events.TurnBegan(seat, len(desk.deck)))
    hand = desk.hands[seat]
    if Card.MINISTER in hand and not desk.kit.clash.isdisjoint(hand):
        yield announce(events.MinisterBusted(seat, Card.MINISTER, hand))
        desk.put_out(seat)
        return False
    yield whisper(seat, events.Drew(card))
    return True


def pass_on(desk: Desk, dice: Dice) -> Telling[None]:
    """The end of a turn (LL-8.1) and all that follows, up to the next question or the end."""
    while True:
        if len(desk.alive) > 1 and desk.deck:
            desk.turn = desk.after(desk.turn)
        else:
            starters = yield from ending.end_round(desk)
            if desk.phase == "over":
                return
            yield from _deal(desk, starters, dice)
        if (yield from begin_turn(desk, dice)):
            return


def _deal(desk: Desk, starters: tuple[int, ...], dice: Dice) -> Telling[None]:
    """LL-3.1: shuffle, one card aside, with two players three face up, one card to each."""
    seats = desk.clear()
    desk.turn = dice.first(starters)
    desk.deck = dice.shuffle(desk.kit.cards)
    desk.aside, desk.deck = dice.draw(desk.deck)
    for _ in range(3 if len(seats) == 2 else 0):
        card, desk.deck = dice.draw(desk.deck)
        desk.faceup += (card,)
    first = seats.index(desk.turn)
    order = seats[first:] + seats[:first]
    dealt = [(seat, desk.draw(seat, dice)) for seat in order]
    yield announce(events.RoundBegan(desk.round, seats, desk.turn, len(desk.deck)))
    if desk.faceup:
        yield announce(events.LaidFaceUp(desk.faceup))
    for seat, card in dealt:
        yield whisper(seat, events.WasDealt(card))


def round_winners(state: State) -> tuple[int, ...]:
    """Who won the last finished round; nobody before, and after a draw."""
    return state.last


def places(state: State, seats: int) -> Sequence[int]:
    """By the points of the match; who won it stands first, who left it last."""
    return ranked(
        [
            (seat in state.winners, seat not in state.gone, state.tokens[seat - 1])
            for seat in range(1, seats + 1)
        ]
    )
