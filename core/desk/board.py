"""The board of a group and the hand card of a seat, built from what each may know."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, assert_never

from core.desk.acts import Act
from core.desk.keypad import keypad, label_of, word_label
from core.desk.letters import letters, meaning
from core.desk.lobby_board import lobby_sheet
from core.desk.presses import datum
from core.desk.sheets import Button, Labelled, LabelledWord, Sheet
from core.desk.slips import Meant, slips
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.notation import menu, only_word, words
from core.kernel.plain import SeatLabel
from core.kernel.text import N_, Message, Public, Seat
from core.table.table import Chair, Closed, Finished, Games, Lobby, Playing, Table


class GameAndEdition(Public, frozen=True, tag="board.title"):
    text: ClassVar[str] = N_("{title} ({edition})")
    title: Public
    edition: Public


class TableClosed(Public, frozen=True, tag="board.closed"):
    text: ClassVar[str] = N_("This table is closed.")


class Asleep(Public, frozen=True, tag="board.asleep"):
    text: ClassVar[str] = N_("Everybody is away. The table sleeps until somebody acts.")


class Absent(Public, frozen=True, tag="board.absent"):
    text: ClassVar[str] = N_("A computer plays for {seats}.")
    seats: tuple[Seat, ...]


class WhoWon(Public, frozen=True, tag="board.winners"):
    text: ClassVar[str] = N_("The game is over. Winner: {seats}.")
    seats: tuple[Seat, ...]


class NobodyWon(Public, frozen=True, tag="board.no-winner"):
    text: ClassVar[str] = N_("The game is over. Nobody wins.")


class LettersExplained(Public, frozen=True, tag="board.letters"):
    text: ClassVar[str] = N_("The letters stand for hidden cards: see “My hand”.")


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


class ComputerPlays(Public, frozen=True, tag="board.computer-plays"):
    text: ClassVar[str] = N_("A computer plays this seat.")


def title_of(table: Lobby | Playing | Finished | Closed, games: Games) -> Message:
    """The game, and its edition once it is dealt."""
    game = games[table.game]
    if isinstance(table, Playing | Finished) and len(game.presets) > 1:
        return GameAndEdition(game.title, game.preset_label(table.preset))
    return game.title


def group_sheet(table: Table, games: Games, by_letters: bool | None = None) -> Sheet:
    """The board as everybody sees it.

    With a secret question it shows rows of letters if an awaited person plays by letters;
    `by_letters` decides that for all.
    """
    game = games[table.game]
    match table:
        case Lobby():
            return lobby_sheet(table, games)
        case Closed():
            return Sheet(title_of(table, games), (TableClosed(),))
        case Finished():
            view = game.view(table.state, None)
            end = WhoWon(table.winners) if table.winners else NobodyWon()
            return Sheet(
                title_of(table, games),
                (*game.scene(view).common, end),
                buttons=(_acts(table.id, table.question, Act.REMATCH, Act.RECORD, Act.RULES),),
                question=table.question,
                stage=game.stage(view),
            )
        case Playing():
            return _running(table, games, game, by_letters)
        case _:
            assert_never(table)


def _running(table: Playing, games: Games, game: AnyGame, by_letters: bool | None) -> Sheet:
    view = game.view(table.state, None)
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    away = tuple(i for i, chair in enumerate(table.chairs, 1) if chair.away or _stands_in(table, i))
    status: list[Message] = [asked.prompt]
    if away:
        status.append(Absent(away))
    if table.asleep:
        status.append(Asleep())
    if by_letters is None:
        by_letters = any(table.chairs[seat - 1].letters for seat in asked.seats)
    rows: tuple[tuple[Button, ...], ...] = ()
    if not asked.secret:
        seat = min(asked.seats)
        codes = [move.code for move in game.moves(table.state, seat)]
        for other in sorted(asked.seats - {seat}):
            codes += [move.code for move in game.moves(table.state, other)]
        rows = _open_rows(table, game, view, codes)
    elif by_letters:
        rows = _letter_rows(table, game, view, min(asked.seats))
        status.append(LettersExplained())
    foot = [Act.HAND, Act.STATUS, Act.RULES, Act.LANGUAGE]
    if away or table.asleep:
        foot.insert(0, Act.TAKE_BACK)
    return Sheet(
        title_of(table, games),
        game.scene(view).common,
        tuple(status),
        (*rows, _acts(table.id, table.question, *foot)),
        table.question,
        tuple(sorted(asked.seats)),
        stage=game.stage(view),
    )


def _open_rows(
    table: Playing, game: AnyGame, view: object, codes: Sequence[str]
) -> tuple[tuple[Button, ...], ...]:
    """The buttons of a choice that is no secret: whole moves, and rows that fill a draft."""
    keys = keypad(codes, game.amounts)
    moves = [Button(label_of(game, view, code), _say(table, f"m:{code}")) for code in keys.moves]
    rows = three_in_a_row(moves)
    for row in keys.rows:
        rows += three_in_a_row(
            [
                Button(
                    word_label(game, view, codes, row, word), _say(table, f"~{row.place}.{word}")
                )
                for word in row.words
            ]
        )
    return rows


def three_in_a_row(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    """Buttons in rows of at most three."""
    return tuple(tuple(buttons[i : i + 3]) for i in range(0, len(buttons), 3))


def _stands_in(table: Playing, seat: int) -> bool:
    chair = table.chairs[seat - 1]
    return chair.user is not None and chair.bot is not None


def _letter_rows(
    table: Playing, game: AnyGame, view: object, seat: int
) -> tuple[tuple[Button, ...], ...]:
    """Rows of letters, seats and digits: made of public facts only."""
    rows: list[tuple[Button, ...]] = []
    for row in game.rows(view):
        labels = row.labels
        if row.kind == "letters":
            labels = letters(game.hidden(table.state, seat))
        buttons = []
        for index, label in enumerate(labels):
            shown: Message = LabelledWord(label)
            if row.kind == "seats":
                shown = SeatLabel(int(row.words[index]))
            verb = f"~{row.place}.{label}"
            buttons.append(Button(shown, datum(table.id, table.question, verb)))
        rows.append(tuple(buttons))
    return tuple(rows)


def hand_sheet(table: Table, games: Games, user: str, said: Sequence[str] = ()) -> Sheet:
    """What one person sees in private. `said` is how far their choice has come."""
    game = games[table.game]
    if not isinstance(table, Playing | Finished):
        return Sheet(title_of(table, games), (YouSit(),) if isinstance(table, Lobby) else ())
    seat = next((i for i, chair in enumerate(table.chairs, 1) if chair.user == user), None)
    view = game.view(table.state, seat)
    lines: list[Message] = list(game.scene(view).lines)
    if isinstance(table, Finished) or seat is None:
        return Sheet(
            title_of(table, games),
            tuple(lines),
            question=table.question,
            stage=game.stage(view),
            hand=tuple(game.hand(view)),
        )
    return _own(table, games, game, seat, view, lines, said)


def _own(
    table: Playing,
    games: Games,
    game: AnyGame,
    seat: int,
    view: object,
    lines: list[Message],
    said: Sequence[str],
) -> Sheet:
    chair = table.chairs[seat - 1]
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    mine = seat in asked.seats
    status: list[Message] = []
    rows: tuple[tuple[Button, ...], ...] = ()
    version = -1
    foot = [Act.HELP, Act.RULES, Act.LANGUAGE]
    if chair.bot is not None or chair.away:
        status.append(ComputerPlays())
        foot.insert(0, Act.TAKE_BACK)
    elif mine:
        moves = game.moves(table.state, seat)
        codes = [move.code for move in moves]
        rash = slips(game, view, moves)
        if ".".join(said) not in rash and not _longer(codes, ".".join(said)):
            said = ()  # no beginning of a move
        # a verb that goes without saying needs no press; a card is always chosen
        verb = only_word(codes)
        if not said and not set(verb) & set(game.hidden(table.state, seat).words):
            said = verb
        question = rash.get(".".join(said))
        status += [
            YourAnswerIsAwaited() if asked.window else YouAreAsked(),
            game.hint(view, said) if question is None else question,
        ]
        if question is not None:
            rows = _sure_rows(table, ".".join(said))
        elif not chair.letters:
            rows = menu_rows(table, game, view, codes, tuple(said), verb, rash)
        elif asked.secret:
            hidden = game.hidden(table.state, seat)
            version = hidden.version
            for mark, word in meaning(table.secret, seat, hidden).items():
                status.append(LetterMeans(mark, game.label(view, before(codes, word), word)))
    rows += _order_rows(table, game, view, chair, status)
    if not chair.left and chair.bot is None and not chair.away:
        foot += [Act.HAND_OVER, Act.LETTERS_OFF if chair.letters else Act.LETTERS_ON, Act.LEAVE]
    return Sheet(
        title_of(table, games),
        tuple(lines),
        tuple(status),
        (*rows, _acts(table.id, table.question, *foot)),
        table.question,
        tuple(sorted(asked.seats)),
        version,
        game.stage(view),
        tuple(game.hand(view)),
    )


def _order_rows(
    table: Playing, game: AnyGame, view: object, chair: Chair, status: list[Message]
) -> tuple[tuple[Button, ...], ...]:
    """The standing orders that may be given, or the one that can be taken back."""
    if game.orders is None or not chair.decides:
        return ()
    if chair.order:
        status.append(OrderStands(game.orders.shown(chair.order)))
        return ((Button(Labelled(Act.NO_ORDER), _say(table, Act.NO_ORDER.value)),),)
    return three_in_a_row(
        [Button(label, _say(table, f"order.{code}")) for code, label in game.orders.offers(view)]
    )


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
    view: object,
    codes: Sequence[str],
    said: tuple[str, ...],
    begun: tuple[str, ...] = (),
    rash: Collection[str] = (),
) -> tuple[tuple[Button, ...], ...]:
    """The buttons of the next word, three to a row; and one that begins anew, unless nothing
    was chosen yet (`begun` goes without saying). A `rash` move has one more level."""
    buttons: list[Button] = []
    here = ".".join(said)
    if here in codes:
        buttons.append(Button(game.label(view, said, ""), _say(table, f"m:{here}")))
    for word in menu(dict.fromkeys(codes), said):
        path = ".".join((*said, word))
        whole = path in codes and path not in rash and not _longer(codes, path)
        verb = f"m:{path}" if whole else f"?:{path}"
        buttons.append(Button(game.label(view, said, word), _say(table, verb)))
    rows = three_in_a_row(buttons)
    if said not in ((), begun):
        rows += ((Button(Labelled(Act.UNDO), _say(table, "?:")),),)
    return rows


def _sure_rows(table: Playing, code: str) -> tuple[tuple[Button, ...], ...]:
    """The last level of a move that loses at once: to make it, or to choose again."""
    return (
        (Button(Meant(), _say(table, f"m:{code}")),),
        (Button(Labelled(Act.UNDO), _say(table, "?:")),),
    )


def _longer(codes: Sequence[str], path: str) -> bool:
    return any(code.startswith(path + ".") for code in codes)


def _say(table: Playing, verb: str) -> str:
    return datum(table.id, table.question, verb)


def _acts(table_id: str, question: int, *acts: Act) -> tuple[Button, ...]:
    return tuple(Button(Labelled(act), datum(table_id, question, act.value)) for act in acts)
