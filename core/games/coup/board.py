"""The board and the hand card of Coup, its buttons and letters, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.coup import board_words
from core.games.coup.choices import awaited
from core.games.coup.manual import ROLE_HELP
from core.games.coup.model import (
    Action,
    Answering,
    Cause,
    Denying,
    Ended,
    Losing,
    Options,
    Player,
    Proving,
    Revealing,
    State,
    Swapping,
    Window,
)
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    COSTS,
    Deed,
    Guise,
    Role,
    blockers,
    claimed,
    treasurer,
)
from core.games.coup.prompts import prompt
from core.games.coup.sight import View
from core.kernel.asks import Face, Hidden, Place, Row, Scene, Stage
from core.kernel.plain import OutMark
from core.kernel.text import Message, Public, Secret


def scene(view: View) -> Scene:
    """The table in words: the board for the group, the hand card for a seat."""
    return Scene(own=tuple(_hand(view))) if view.reader else Scene(tuple(_board(view)))


def _board(view: View) -> Iterator[Public]:
    step = view.step
    if isinstance(step, Ended):
        hand = view.players[step.winner - 1].hidden
        if hand:
            yield board_words.WinnerHandLine(step.winner, hand)
    else:
        yield from under_way(view)
        yield board_words.AwaitedLine(tuple(sorted(awaited(view))))
        yield from _following(view)
    for seat in range(1, len(view.players) + 1):
        yield _seat_line(view, seat)
    yield board_words.DeckLine(view.deck)
    if view.options.factions:
        yield board_words.ReserveLine(view.reserve)


def under_way(view: View) -> Iterator[Public]:
    """Whose turn it is, what is declared, who blocks it; nothing when the game is over."""
    if isinstance(view.step, Ended):
        return
    act = view.act
    yield board_words.TurnLine(view.turn)
    if act is not None:
        yield _deed_line(act.deed, act.target, view.options)
        if act.role is not None:
            yield board_words.BlockLine(act.blocker, act.role)


def _deed_line(deed: Deed, target: int, options: Options) -> Public:
    role = claimed(deed, options)
    if deed is Deed.EMBEZZLE:
        return board_words.DenialLine(deed, treasurer(options))
    if role is None:
        return board_words.DeedAtLine(deed, target) if target else board_words.DeedLine(deed)
    return (
        board_words.ClaimAtLine(deed, role, target) if target else board_words.ClaimLine(deed, role)
    )


def _following(view: View) -> Iterator[Public]:
    """What can still follow the open decision, from public facts alone."""
    step, act = view.step, view.act
    if act is None or act.dropped:
        return
    able = bool(act.target) and view.cards[act.target - 1] > 0
    able = able and bool(blockers(act.deed, view.options))
    again = able and view.options.block_after_failed_challenge
    match step:
        case Answering(Window.RESPOND):
            if again:
                yield board_words.MayBlockLater(act.target)
            if able or act.deed is Deed.AID:
                yield board_words.MayBeCountered()
        case Answering(Window.CHALLENGE) if able:
            yield board_words.MayBlockNext(act.target)
        case Answering(Window.BLOCK | Window.SECOND):
            yield board_words.MayBeCountered()
        case Answering(Window.COUNTER):
            yield board_words.BlockMayFall(act.deed)
        case Proving() if act.blocker:
            yield board_words.BlockMayFall(act.deed)
        case Proving() if again:
            yield board_words.MayBlockLater(act.target)
        case Losing():
            yield from _after_the_loss(act, step.cause, again=again)
        case _:
            return


def _after_the_loss(act: Action, cause: Cause, *, again: bool) -> Iterator[Public]:
    """What follows when a challenge has cost somebody an influence."""
    if cause is Cause.BLUFF and act.blocker:
        yield board_words.HappensNext(act.deed)
    elif cause is Cause.MISTAKE and not act.blocker:
        yield board_words.MayBlockNext(act.target) if again else board_words.HappensNext(act.deed)


def _seat_line(view: View, seat: int) -> Public:
    player, cards = view.players[seat - 1], view.cards[seat - 1]
    if not cards:
        return board_words.SeatOut(seat, player.lost)
    coins, lost, claims = player.coins, player.lost, player.claims
    if lost and claims:
        return board_words.SeatLineBoth(seat, coins, cards, lost, claims)
    if lost:
        return board_words.SeatLineLost(seat, coins, cards, lost)
    if claims:
        return board_words.SeatLineClaims(seat, coins, cards, claims)
    return board_words.SeatLine(seat, coins, cards)


def _hand(view: View) -> Iterator[Message]:
    player = view.players[view.reader - 1]
    if not player.hidden:
        yield board_words.OutLine()
        return
    for card in player.hidden:
        yield board_words.HandLine(card, ROLE_HELP[card]())
    if isinstance(view.step, Swapping):
        for card in view.step.drawn:
            yield board_words.DrawnLine(card, ROLE_HELP[card]())
    yield from _seen_lines(view, player)
    yield board_words.CoinsLine(player.coins)
    if player.lost:
        yield board_words.LostLine(player.lost)
    sunk = view.sunk
    if sunk is not None and sunk.seat == view.reader and sunk.took not in sunk.cards:
        yield board_words.SunkLine(sunk.cards)


def _seen_lines(view: View, player: Player) -> Iterator[Secret]:
    """Who has seen which of the own cards, and what the reader has seen of others (13.2.10)."""
    for each in player.seen:
        yield board_words.SeenLine(each.by, each.role)
    for seat, other in enumerate(view.players, 1):
        if seat != view.reader and other.hidden == ():
            for each in other.seen:
                yield board_words.SawLine(seat, each.role)


def brief(view: View) -> Sequence[Secret]:
    """The hand in very few words, and what has been seen of hands; empty for the group and for
    whoever is out."""
    if not view.reader:
        return ()
    player = view.players[view.reader - 1]
    if not player.hidden:
        return ()
    drawn = view.step.drawn if isinstance(view.step, Swapping) else ()
    held = board_words.BriefHand(player.hidden + drawn, player.coins)
    return (held, *_seen_lines(view, player))


def hidden(state: State, seat: int) -> Hidden:
    """The hidden cards that the seat chooses from; in an Exchange the drawn ones too."""
    player = state.players[seat - 1]
    cards = [str(card) for card in player.hidden]
    if isinstance(state.step, Swapping) and seat == state.turn:
        cards += state.step.drawn
    elif isinstance(state.step, Denying) and seat == state.turn:
        # A third letter, whether or not all can be shown: nobody learns from it which it is.
        lies = treasurer(state.options) in player.hidden
        cards.append(cards[0] if lies else "all")
    return Hidden(tuple(cards), player.version, 4)


def rows(view: View) -> Sequence[Row]:
    """Letters for a loss, a proof, an Examine and an Exchange: one row for each card to name."""
    match view.step:
        case Losing() | Proving() | Revealing() | Denying():
            return (Row("letters", 1),)
        case Swapping():
            count = view.cards[view.turn - 1]
            return tuple(Row("letters", place) for place in range(1, count + 1))
        case _:
            return ()


def label(view: View, said: Sequence[str], word: str) -> Public:
    """The label of the button that says `word` after `said`."""
    if said:
        if not word:
            return _converts(said[1:])
        if word.isdigit():
            seat = int(word)
            return board_words.SeatLabel(seat, view.players[seat - 1].coins)
        return board_words.AllLabel() if word == "all" else board_words.RoleLabel(Role(word))
    match word:
        case "allow":
            return board_words.AllowLabel()
        case "challenge":
            return board_words.ChallengeLabel()
        case "lose":
            return board_words.LoseLabel()
        case "show":
            return board_words.ShowLabel()
        case "keep":
            return board_words.KeepLabel()
        case "block":
            return _block_label(view)
        case "choose":
            return board_words.ChooseLabel()
        case "return":
            return board_words.ReturnLabel()
        case "force":
            return board_words.ForceLabel()
        case "convert":
            return _convert_label(view.players[view.turn - 1].coins)
        case _:
            return _deed_label(Deed(word), view.options)


def _block_label(view: View) -> Public:
    """With a single character to name, the button names it."""
    roles = blockers(view.act.deed, view.options) if view.act is not None else ()
    return board_words.BlockAsLabel(roles[0]) if len(roles) == 1 else board_words.BlockLabel()


def _convert_label(coins: int) -> Public:
    """Whoever can pay for another one's conversion chooses whose; with less it is their own."""
    if coins < CONVERT_OTHER:
        return board_words.ConvertOwn(CONVERT_SELF)
    return board_words.ConvertOther(CONVERT_OTHER)


def _converts(target: Sequence[str]) -> Public:
    """A whole move: to convert oneself, or another player."""
    if not target:
        return board_words.ConvertOwn(CONVERT_SELF)
    return board_words.ConvertSeat(int(target[0]), CONVERT_OTHER)


def _deed_label(deed: Deed, options: Options) -> Public:
    role, cost = claimed(deed, options), COSTS.get(deed)
    if role is None:
        return (
            board_words.DeedLabel(deed) if cost is None else board_words.DeedLabelCost(deed, cost)
        )
    if cost is None:
        return board_words.DeedLabelRole(deed, Guise[role.name])
    return board_words.DeedLabelBoth(deed, Guise[role.name], cost)


def hint(view: View, said: Sequence[str]) -> Message:
    """The question that the next word answers; for the first one the open question itself."""
    if not said:
        return prompt(view)
    match said[0]:
        case "block":
            return board_words.AskBlock()
        case "lose":
            return board_words.AskLoss()
        case "show":
            return board_words.AskProof()
        case "keep":
            return board_words.AskKeep() if len(said) == 1 else board_words.AskKeepSecond()
        case "choose":
            return board_words.AskShown()
        case "convert":
            return board_words.AskFaction()
        case "cooperate":
            return board_words.AskPartner(Deed.COOPERATE)
        case deed:
            return board_words.AskTarget(Deed(deed))


def _face(role: Role) -> Face:
    return Face(str(role), board_words.RoleLabel(role), text=ROLE_HELP[role]())


def hand(view: View) -> Sequence[Face]:
    """The reader's own cards, in an Exchange those drawn behind them; none for the group."""
    if not view.reader:
        return ()
    own = view.players[view.reader - 1].hidden
    drawn = view.step.drawn if isinstance(view.step, Swapping) else ()
    return tuple([_face(role) for role in own + drawn])


def stage(view: View) -> Stage:
    """What is going on, the court deck, and every seat with its coins, claims and cards."""
    deck = Face("", board_words.DeckLine(view.deck), str(view.deck))
    places = tuple([_place(view, seat) for seat in range(1, len(view.players) + 1)])
    middle: tuple[Face, ...] = (deck,)
    if view.options.factions:
        reserve = Face("almshouse", board_words.ReserveLine(view.reserve), str(view.reserve))
        middle = (deck, reserve)
    return Stage(tuple(under_way(view)), middle, places)


def _place(view: View, seat: int) -> Place:
    """A seat as the reader sees it: its lost cards, those that the reader has seen, and backs."""
    player, count = view.players[seat - 1], view.cards[seat - 1]
    marks: list[Public] = [board_words.MarkCoins(player.coins)] if count else [OutMark()]
    if count and player.faction is not None:
        marks.append(board_words.MarkFaction(player.faction))
    if count and player.claims:
        marks.append(board_words.MarkClaims(player.claims))
    seen = () if player.hidden else tuple([each.role for each in player.seen])
    cards = [_face(role) for role in player.lost + seen]
    cards += [Face("", board_words.HiddenCard())] * (count - len(seen))
    return Place(seat, tuple(marks), tuple(cards), not count)
