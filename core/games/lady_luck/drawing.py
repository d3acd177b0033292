"""The table of Lady Luck as it can be drawn: castle, auction, helpers, score cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from core.games.lady_luck import board, drawn_words
from core.games.lady_luck.board_words import ApLabel, Lady
from core.games.lady_luck.manual import help_on
from core.games.lady_luck.model import AP_PER_POINT, ROUNDS, End, Options, Phase, View
from core.games.lady_luck.names import CARDS, DECK, KIND, STARS, STARS_OF, Card, Kind
from core.kernel.drawn import Badge, Face, Moment, Pile, Place, Stage, Unseen
from core.kernel.plain import FaceDown, LeftMark
from core.kernel.text import Public


def lady(card: Card, options: Options, *, turned: bool = False, name: Public | None = None) -> Face:
    """A card face up; `turned` if it has acted."""
    kind = KIND[card]
    text, corner = help_on(kind, options), f"★{STARS[card]}"
    return Face(kind.value, name or Lady(card), corner, text, turned, word=card.value)


def ladies(cards: Sequence[Card], options: Options) -> tuple[Face, ...]:
    """Several of them."""
    return tuple([lady(card, options) for card in cards])


def face(options: Options, word: str) -> Face | None:
    """The card that a word of a move names."""
    card = CARDS.get(word)
    return None if card is None else lady(card, options)


def hand(view: View) -> Sequence[Face]:
    """The reader's own score cards; none for the group."""
    return () if view.seat is None else ladies(view.player(view.seat).scores, view.options)


def stage(view: View) -> Stage:
    """The castle in the middle with the card that is put up, helpers before their owners."""
    over = view.phase is Phase.OVER
    slots = tuple(
        [
            slot
            for slot, card in enumerate(view.castle, 1)
            if card is not None or slot == view.closed
        ]
    )
    return Stage(
        lines=(board.head(view), *board.used(view)),
        short=drawn_words.ShortTitle(),
        head=(_in_short(view),),
        brief=(*(() if over else (_castle(view, slots),)), *board.used(view)),
        turn=0 if over else view.turn,
        piles=(
            Pile("deck", drawn_words.DeckPile(view.deck), view.deck),
            Pile("treasury", drawn_words.Stock()),
        ),
        middle=tuple([_slot(view, slot) for slot in slots]),
        under_way=None if over else _under_way(view),
        places=tuple([_place(view, seat) for seat in range(1, len(view.players) + 1)]),
        slots=slots,
        raised=0 if over or view.auction is None else view.auction.slot,
    )


def _in_short(view: View) -> Public:
    """The round and its phase beside the title."""
    if view.phase is Phase.AUCTION:
        return drawn_words.AuctionInShort(view.round, ROUNDS)
    if view.phase is Phase.HELPER:
        return drawn_words.HelpersInShort(view.round, ROUNDS)
    return drawn_words.RoundInShort(view.round, ROUNDS)


def _castle(view: View, slots: Sequence[int]) -> Public:
    """What lies in the castle, in short."""
    if not slots:
        return board.castle(view)
    lying = tuple(
        [
            drawn_words.DownInShort(slot)
            if (card := view.castle[slot - 1]) is None
            else drawn_words.SlotInShort(slot, STARS[card], card)
            for slot in slots
        ]
    )
    if view.phase is Phase.HELPER:
        return drawn_words.NextCastleInShort(view.deck, lying)
    return drawn_words.CastleInShort(view.deck, lying)


def _slot(view: View, slot: int) -> Face:
    """A card of the castle; the face-down one is named to whoever knows it."""
    card = view.castle[slot - 1]
    if card is not None:
        return lady(card, view.options)
    if view.peek is None:
        return Face("", FaceDown())
    return lady(view.peek, view.options, name=drawn_words.KnownFaceDown(view.peek))


def _under_way(view: View) -> Moment | None:
    """The running auction, a card that is to be laid down, or a Noble that waits for a card."""
    noble, auction = view.noble, view.auction
    if noble is not None:
        card, result = lady(noble.card, view.options), drawn_words.ChoosesScore(noble.on)
        return Moment("play", noble.by, noble.on, card, result=result)
    if auction is None:
        return None
    card, bid = _slot(view, auction.slot), ApLabel(auction.bid)
    if view.placing:
        return Moment("play", auction.by, card=card, result=drawn_words.ChoosesSide())
    others = tuple([seat for seat in auction.still if seat != auction.by])
    return Moment(
        "bid",
        auction.by,
        card=card,
        named=bid,
        result=drawn_words.StillIn(others),
        coins=auction.bid,
    )


def _place(view: View, seat: int) -> Place:
    player = view.player(seat)
    over = view.end in (End.POINTS, End.PRINCESS)  # then all score cards lie open
    helpers = tuple([lady(each.card, view.options, turned=each.acted) for each in player.helpers])
    opened = player.scores if over else ()
    known = () if over or seat == view.seat else (*player.logged, *player.learnt)
    return Place(
        seat,
        tuple(_badges(view, seat)),
        helpers,
        player.count - len(opened),
        ladies(known, view.options),
        ladies(opened, view.options),
        out=player.left,
    )


def _badges(view: View, seat: int) -> Iterator[Badge]:
    player, auction = view.player(seat), view.auction
    if view.end is End.POINTS:
        total = sum(STARS[card] for card in player.scores) + player.ap // AP_PER_POINT
        yield Badge("points", drawn_words.PointsMark(total), total, symbol="★")
    yield Badge("coins", ApLabel(player.ap), player.ap, symbol="⚡")
    yield Badge("cards", drawn_words.ScoresLabel(player.count), player.count, symbol="🎴")
    if player.left:
        yield Badge("left", LeftMark())
    if view.phase is Phase.AUCTION:
        if seat == view.parent:
            yield Badge("starts", drawn_words.ParentMark())
        if seat in view.won:
            yield Badge("passed", drawn_words.HasCard(), code="won", symbol="✓")
        elif auction is not None and seat not in auction.still:
            yield Badge("passed", drawn_words.PassedLabel(), symbol="✋")
        elif auction is not None and seat == auction.by:
            yield Badge("bid", drawn_words.BidMark(auction.bid), auction.bid)
    elif seat in view.passed:
        yield Badge("passed", drawn_words.PassedLabel(), symbol="✋")


def unseen(view: View) -> Sequence[Unseen]:
    """Of each lady how many cards the reader does not know; nothing when the game is over."""
    if view.phase is Phase.OVER:
        return ()
    seen: Counter[Kind] = Counter()
    for player in view.players:
        seen.update(KIND[helper.card] for helper in player.helpers)
        seen.update(KIND[card] for card in {*player.scores, *player.logged, *player.learnt})
    lying = (*view.castle, view.peek)
    seen.update(KIND[card] for card in lying if card is not None)
    of = Counter(KIND[card] for card in DECK)
    return tuple([_counted(kind, of[kind] - seen[kind], of[kind], view.options) for kind in Kind])


def _counted(kind: Kind, left: int, of: int, options: Options) -> Unseen:
    name, corner = drawn_words.KindName(kind), f"★{STARS_OF[kind]}"
    return Unseen(Face(kind.value, name, corner, help_on(kind, options)), left, of)
