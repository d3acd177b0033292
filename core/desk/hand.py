"""The hand card of a person: what they alone may see of a table, and what they can do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from core.desk.acts import Act
from core.desk.bluffs import OnlyYouKnow, unasked_bluff
from core.desk.board import phase_of, round_of, title_of
from core.desk.letters import meaning
from core.desk.presses import Level, Order, Play, Verb
from core.desk.sheets import (
    Button,
    Hand,
    Labelled,
    Rows,
    act_button,
    sitters,
    three_in_a_row,
)
from core.desk.slips import Meant, slips
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.notation import menu, only_word, words
from core.kernel.text import N_, Message, Public, Secret
from core.table.course import called
from core.table.table import Chair, Drawing, Finished, Games, Lobby, Playing, Table, put

replace = msgspec.structs.replace


class LetterMeans(Public, frozen=True, tag="board.letter-means"):
    text: ClassVar[str] = N_("{mark}: {what}")
    mark: str
    what: Message


class YouSit(Public, frozen=True, tag="board.you-sit"):
    text: ClassVar[str] = N_("You sit at this table. Your hand will be shown here.")


class YouAreAsked(Public, frozen=True, tag="board.you-are-asked"):
    text: ClassVar[str] = N_("It is your turn.")


class OrderStands(Public, frozen=True, tag="board.order-stands"):
    text: ClassVar[str] = N_("Automatic: {order}")
    order: Message


class YourAnswerIsAwaited(Public, frozen=True, tag="board.your-answer"):
    text: ClassVar[str] = N_("Your answer is awaited.")


class YouWaive(Public, frozen=True, tag="board.you-waive"):
    """To somebody who has let two chances to object pass in silence."""

    text: ClassVar[str] = N_("Until you press something, claims do not wait for you.")


class ComputerPlays(Public, frozen=True, tag="board.computer-plays"):
    text: ClassVar[str] = N_("A computer plays this seat.")


class _Choice(msgspec.Struct, frozen=True):
    """What somebody is asked, and their buttons. `said` is how far they have come, `letters` the
    version of the hand whose letters are explained (-1: none)."""

    asked: tuple[Message, ...] = ()
    rows: Rows[Message] = ()
    said: tuple[str, ...] = ()
    sure: bool = False
    letters: int = -1


def hand_of(
    table: Table, games: Games, user: str, said: Sequence[str] = (), *, by_buttons: bool = False
) -> Hand:
    """What one person sees in private. `said` is how far their choice has come. With `by_buttons`
    they choose by buttons even where they usually do by letters."""
    game = games[table.game]
    shown = Hand(
        table.id,
        phase_of(table),
        game.title,
        title_of(table, games),
        name=next((chair.name for chair in table.chairs if chair.user == user), ""),
        sitters=sitters(table.chairs),
        kind=game.name,
    )
    if isinstance(table, Lobby):
        cut = (act_button(table.id, 0, Act.CUT),) if table.deal.proof > 1 else ()
        return replace(shown, own=(YouSit(),), foot=cut)
    if not isinstance(table, Playing | Finished):
        return replace(shown, own=(YouSit(),)) if isinstance(table, Drawing) else shown
    seat = next((i for i, chair in enumerate(table.chairs, 1) if chair.user == user), None)
    view = game.view(table.state, seat)
    told = game.scene(view)
    shown = replace(
        shown,
        seat=seat or 0,
        common=game.scene(game.view(table.state, None)).common,
        own=told.own,
        whole=bool(told.common),
        question=table.question,
        round=round_of(table),
        left=seat is not None and table.chairs[seat - 1].left,
        stage=game.stage(view),
        faces=tuple(game.hand(view)),
        unseen=tuple(game.unseen(view)),
    )
    if isinstance(table, Finished):
        return _over(table, game, shown)
    if seat is None:
        return shown
    if not shown.left:
        shown = replace(shown, brief=tuple(game.brief(view)))
    if by_buttons:
        freed = replace(table.chairs[seat - 1], letters=False)
        table = replace(table, chairs=put(table.chairs, seat - 1, freed))
    return _running(table, game, seat, view, shown, said)


def secrets_of(table: Table, games: Games) -> dict[int, tuple[Message, ...]]:
    """What each seat of a running game alone may see, for whoever runs the host: it holds secrets
    of all."""
    if not isinstance(table, Playing):
        return {}
    game = games[table.game]
    views = {seat: game.view(table.state, seat) for seat in range(1, len(table.chairs) + 1)}
    return {seat: tuple(game.scene(view).own) for seat, view in views.items()}


def _over(table: Finished, game: AnyGame, shown: Hand) -> Hand:
    """The hand when the game is over: with a bluff of theirs that nobody asked about, which they
    may tell the group."""
    bluff = unasked_bluff(table, game, shown.seat) if shown.sits else None
    if bluff is None:
        return shown
    key = act_button(table.id, table.question, Act.OWN_UP)
    return replace(shown, own=(*shown.own, OnlyYouKnow(bluff)), foot=(key,))


def _running(
    table: Playing, game: AnyGame, seat: int, view: object, shown: Hand, said: Sequence[str]
) -> Hand:
    """The hand of a seat while the game runs."""
    chair = table.chairs[seat - 1]
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    foot = [Act.HELP, Act.RULES, Act.LANGUAGE]
    choice = _Choice()
    if chair.bot is not None or chair.away:
        choice = _Choice((ComputerPlays(),))
        foot.insert(0, Act.TAKE_BACK)
    elif seat in asked.seats:
        choice = _choice(table, game, seat, view, asked, said)
    if not chair.left and chair.bot is None and not chair.away:
        foot += [Act.HAND_OVER, Act.LETTERS_OFF if chair.letters else Act.LETTERS_ON]
        foot += [Act.USUAL_TIME if chair.more_time else Act.MORE_TIME, Act.LEAVE]
    stands, orders = standing(table, game, view, chair)
    waives = (YouWaive(),) if chair.waives else ()
    return replace(
        shown,
        asked=(*choice.asked, *stands, *waives),
        choice=(*choice.rows, *orders),
        foot=tuple(act_button(table.id, table.question, act) for act in foot),
        awaited=tuple(sorted(asked.seats)),
        decides=chair.decides,
        called=seat in called(table, game),
        window=asked.window,
        said=choice.said,
        sure=choice.sure,
        letters=choice.letters,
        crowded=bool(game.extras(table.options)),
    )


def _choice(
    table: Playing, game: AnyGame, seat: int, view: object, asked: Ask, said: Sequence[str]
) -> _Choice:
    """What a seat is asked, and by which buttons or letters it answers."""
    moves = game.moves(table.state, seat)
    codes = [move.code for move in moves]
    rash = slips(game, view, moves)
    verb = only_word(codes)
    so_far = _begun(game, table, seat, codes, rash, tuple(said), verb)
    path = ".".join(so_far)
    told = YourAnswerIsAwaited() if asked.window else YouAreAsked()
    if path in rash:
        return _Choice((told, rash[path]), _sure_rows(table, path), so_far, True)
    question = (told, game.hint(view, so_far))
    if not table.chairs[seat - 1].letters:
        rows = menu_rows(table, game, view, codes, so_far, verb, rash)
        return _Choice(question, rows, so_far)
    if not asked.secret:
        return _Choice(question, (), so_far)
    version, meant = letters_of(table, game, seat, view)
    return _Choice((*question, *meant), (), so_far, letters=version)


def _begun(
    game: AnyGame,
    table: Playing,
    seat: int,
    codes: Sequence[str],
    rash: Mapping[str, Secret],
    said: tuple[str, ...],
    verb: tuple[str, ...],
) -> tuple[str, ...]:
    """How far a choice has come. What begins no move counts for nothing; a verb that goes
    without saying needs no press; a card is always chosen."""
    path = ".".join(said)
    if path not in rash and not _longer(codes, path):
        said = ()
    if not said and not set(verb) & set(game.hidden(table.state, seat).words):
        return verb
    return said


def letters_of(
    table: Playing, game: AnyGame, seat: int, view: object
) -> tuple[int, tuple[LetterMeans, ...]]:
    """The version of a seat's hidden cards, and what the letters on the board mean to it now."""
    hidden = game.hidden(table.state, seat)
    codes = [move.code for move in game.moves(table.state, seat)]
    return hidden.version, tuple(
        LetterMeans(mark, game.label(view, before(codes, word), word))
        for mark, word in meaning(table.secret, seat, hidden).items()
    )


def standing(
    table: Playing, game: AnyGame, view: object, chair: Chair
) -> tuple[tuple[Message, ...], Rows[Message]]:
    """The standing order that can be taken back, or the buttons of those that may be given."""
    if game.orders is None or not chair.decides:
        return (), ()
    if chair.order:
        row = (act_button(table.id, table.question, Act.NO_ORDER),)
        return (OrderStands(game.orders.shown(chair.order)),), (row,)
    offers = game.orders.offers(view)
    buttons = [Button(label, table.id, table.question, Order(code)) for code, label in offers]
    return (), three_in_a_row(buttons)


def before(codes: Sequence[str], word: str) -> tuple[str, ...]:
    """What is said before a card's word in some legal move, to find its label."""
    for code in codes:
        parts = words(code)
        if word in parts:
            return parts[: parts.index(word)]
    return words(codes[0])[:-1] if codes else ()


def menu_rows(
    table: Playing,
    game: AnyGame,
    view: Any,
    codes: Sequence[str],
    said: tuple[str, ...],
    begun: tuple[str, ...] = (),
    rash: Collection[str] = (),
) -> Rows[Message]:
    """The buttons of the next word, three to a row; and one that begins anew, unless nothing
    was chosen yet (`begun` goes without saying). A `rash` move has one more level. A first word
    that is a whole move and begins others too has a button for each."""
    name, question = table.id, table.question
    buttons: list[Button[Message]] = []
    if len(said) > 1 and (here := ".".join(said)) in codes:
        buttons.append(Button(game.label(view, said, ""), name, question, Play(here)))
    for word in menu(dict.fromkeys(codes), said):
        label = game.label(view, said, word)
        path = said_once(game, view, codes, (*said, word), label)
        whole = path in codes and path not in rash
        if whole and _longer(codes, path):
            if not said:
                buttons.append(Button(game.label(view, (word,), ""), name, question, Play(path)))
            whole = False
        verb: Verb = Play(path) if whole else Level((*said, word))
        buttons.append(Button(label, name, question, verb))
    rows = three_in_a_row(buttons)
    return rows if said in ((), begun) else (*rows, (_anew(table),))


def said_once(
    game: AnyGame, view: Any, codes: Sequence[str], said: tuple[str, ...], label: Message
) -> str:
    """What a button says: these words, and the next one if it is the only one and its button would
    bear the same label."""
    path = ".".join(said)
    following = menu(codes, said)
    if path in codes or len(following) != 1 or game.label(view, said, following[0]) != label:
        return path
    return f"{path}.{following[0]}"


def _sure_rows(table: Playing, code: str) -> Rows[Message]:
    """The last level of a move that loses at once: to make it, or to choose again."""
    return ((Button(Meant(), table.id, table.question, Play(code)),), (_anew(table),))


def _anew(table: Playing) -> Button[Public]:
    return Button(Labelled(Act.UNDO), table.id, table.question, Level())


def _longer(codes: Sequence[str], path: str) -> bool:
    return any(code.startswith(path + ".") for code in codes)
