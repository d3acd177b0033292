"""A table becomes what goes over the wire: plain texts in the page's language, and data to draw.

Everything here follows from what the desk tells a reader: the group's board, the reader's hand,
their question. Nothing else of a table is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.page import wire
from adapters.page.texts import ComputerSeat, MannerSeat
from core.desk.acts import Act
from core.desk.board import GameAndEdition, board_of
from core.desk.choice import Branch, Question, question_of
from core.desk.hand import hand_of
from core.desk.lobby_board import Sits
from core.desk.presses import Cut, Play, Set, datum, spelled
from core.desk.score_board import with_score
from core.desk.sheets import AnySheet, Board, Button, Hand, Rows, Sitter, act_button
from core.kernel.asks import Ask
from core.kernel.drawn import Badge, Face, Moment, Place, Stage
from core.kernel.pictures import CutPicture
from core.kernel.text import Message
from core.records.lesson import NO_TABLE
from core.table.score import RoomScore
from core.table.table import Closed, Games, Lobby, Playing, Table
from locales.tongue import Context, say, word

ELSEWHERE = (
    *(Act.LANGUAGE, Act.LETTERS_ON, Act.LETTERS_OFF, Act.HAND, Act.STATUS),
    *(Act.NEXT_GAME, Act.MORE_TIME, Act.USUAL_TIME),
)
"""Buttons of the house that the page does not need: it shows all of it, and has a language of
its own."""


class Voice(msgspec.Struct, frozen=True):
    """In which language a page reads, and what the people at its table are called."""

    language: str
    context: Context

    def __call__(self, message: Message | None) -> str:
        """A message as plain text; empty for none."""
        return say(message, self.language, self.context) if message is not None else ""

    def all(self, messages: Sequence[Message]) -> list[str]:
        """Each of some messages as plain text."""
        return [self(message) for message in messages]


def hue(user: str) -> int:
    """A steady colour of a person's mark, in degrees. Neighbours stand far apart."""
    total = 7
    for letter in user:
        total = (total * 31 + ord(letter)) % 9973
    return total * 137 % 360


# ------------------------------------------------------------------ the table


def table_frame(
    table: Table,
    games: Games,
    user: str,
    voice: Voice,
    due: float | None = None,
    *,
    opens: bool = False,
    score: RoomScore | None = None,
) -> wire.Table:
    """The table as a person sees it (an empty `user`, or somebody who does not sit there: as
    everybody does). Of a closed one nothing is drawn. `opens`: another one can be opened here.
    `score` is that of the room from which the person plays."""
    board = with_score(board_of(table, games, by_letters=False), score)
    seat = seat_of(table, user)
    hand = hand_of(table, games, user) if seat else None
    question = None
    if isinstance(table, Playing) and seat and not table.chairs[seat - 1].left:
        question = question_of(table, games, seat)
    return wire.Table(
        id=table.id,
        phase=board.phase,
        scene=None
        if isinstance(table, Lobby | Closed)
        else scene(table.game, board, hand, voice, due or 0.0),
        choice=choice(table.id, question, voice) if question is not None else None,
        lobby=lobby(table, games, board, user, voice) if isinstance(table, Lobby) else None,
        foot=[*_foot(board, hand, voice), *_ways_on(board.phase, voice, opens=opens)],
    )


def no_table(language: str, *, opens: bool = False) -> wire.Table:
    """No table is open."""
    ways = _ways_on("closed", Voice(language, Context()), opens=opens)
    return wire.Table(id="", phase="closed", foot=ways)


def _ways_on(phase: str, voice: Voice, *, opens: bool) -> list[wire.Button]:
    """The way to the guided first rounds, while nothing is played; after a table to another one."""
    found = [Act.LEARN] if phase != "playing" else []
    if phase == "closed" and opens:
        found.insert(0, Act.OPEN)
    return [button(act_button(NO_TABLE, 0, act), voice) for act in found]


def lobby(table: Lobby, games: Games, board: Board, user: str, voice: Voice) -> wire.Lobby:
    """A table before the deal. Who sits is drawn, so their lines are not told again."""
    return wire.Lobby(
        game=table.game,
        lines=voice.all([line for line in board.lines if not isinstance(line, Sits)]),
        status=voice.all(board.status),
        may_start=board.may_start,
        seated=[
            wire.Seated(
                name=name,
                hue=hue(sitter.user or f"computer {number}"),
                computer=computer(sitter, voice.language),
                me=bool(user) and sitter.user == user,
                host=sitter.user == table.host,
            )
            for number, (name, sitter) in enumerate(
                zip(voice.context.names, board.sitters, strict=True), 1
            )
        ],
        games=[
            wire.Tile(
                game=name,
                title=voice(game.title),
                data=datum(table.id, 0, Set("game", name)),
                chosen=name == table.game,
            )
            for name, game in games.items()
        ],
        rows=rows(board.choice, voice),
    )


def seat_of(table: Table, user: str) -> int:
    """The seat of a person, those included who have left; 0 if they have none."""
    seats = (seat for seat, chair in enumerate(table.chairs, 1) if user and chair.user == user)
    return next(seats, 0)


def asked_of(table: Playing, games: Games) -> set[str]:
    """The people whose answer is awaited."""
    asked = games[table.game].ask(table.state)
    seats = asked.seats if isinstance(asked, Ask) else frozenset()
    chairs = (table.chairs[seat - 1] for seat in seats)
    return {chair.user for chair in chairs if chair.user is not None and chair.decides}


def asks(table: Table, games: Games, user: str) -> int:
    """The number of the question that a person is asked; 0 if they are not."""
    if not isinstance(table, Playing) or user not in asked_of(table, games):
        return 0
    return table.question


def scene(game: str, board: Board, hand: Hand | None, voice: Voice, due: float) -> wire.Scene:
    """What lies on the table, as the reader of the hand sees it; without one, as everybody."""
    seen: Board | Hand = board if hand is None else hand
    stage = seen.stage or Stage()
    me = hand.seat if hand is not None else 0
    edition = board.title.edition if isinstance(board.title, GameAndEdition) else None
    return wire.Scene(
        game=game,
        title=voice(board.game),
        edition=voice(edition),
        round=board.round,
        me=me,
        turn=stage.turn,
        lines=voice.all(stage.lines),
        status=voice.all(board.status),
        own=voice.all(hand.own) if hand is not None else [],
        due=due,
        seats=[
            _seat(place, sitter, me, stage.turn, board, voice)
            for place, sitter in zip(_places(stage, board), board.sitters, strict=True)
        ],
        piles=[
            wire.Pile(kind=pile.kind, name=voice(pile.name), count=pile.count)
            for pile in stage.piles
        ],
        middle=cards(stage.middle, voice),
        slots=list(stage.slots),
        raised=stage.raised,
        under_way=moment(stage.under_way, voice),
        hand=cards(hand.faces, voice) if hand is not None else [],
        unseen=[
            wire.Unseen(card=card(each.face, voice), left=each.left, of=each.of)
            for each in seen.unseen
        ],
    )


def _places(stage: Stage, board: Board) -> tuple[Place, ...]:
    """The drawn seats; of a game that draws none, bare ones."""
    return stage.places or tuple(Place(seat) for seat, _ in enumerate(board.sitters, 1))


def _seat(
    place: Place, sitter: Sitter, me: int, turn: int, board: Board, voice: Voice
) -> wire.Seat:
    seat = place.seat
    return wire.Seat(
        seat=seat,
        name=voice.context.names[seat - 1],
        hue=hue(sitter.user or f"computer {seat}"),
        computer=computer(sitter, voice.language),
        manner=manner(sitter, voice.language),
        me=seat == me,
        turn=seat == turn,
        asked=seat in board.awaited,
        out=place.out,
        winner=seat in board.winners,
        badges=[badge(each, voice) for each in place.badges],
        cards=cards(place.cards, voice),
        hand=place.hand,
        known=cards(place.known, voice),
        opened=cards(place.opened, voice),
    )


def computer(sitter: Sitter, language: str) -> str:
    """What stands beside the name where a computer plays; empty where none does."""
    if not sitter.computer:
        return ""
    mark = MannerSeat(sitter.manner) if sitter.manner is not None else ComputerSeat()
    return say(mark, language, Context())


def manner(sitter: Sitter, language: str) -> str:
    """The word for how a computer plays there, where it plays in one of some ways."""
    if not sitter.computer or sitter.manner is None:
        return ""
    return word(sitter.manner, language)


def card(face: Face, voice: Voice) -> wire.Card:
    """A card as it is drawn."""
    return wire.Card(
        code=face.code,
        name=voice(face.name),
        corner=face.corner,
        text=voice(face.text),
        turned=face.turned,
        word=face.word,
    )


def cards(faces: Sequence[Face], voice: Voice) -> list[wire.Card]:
    """Cards as they are drawn."""
    return [card(face, voice) for face in faces]


def badge(told: Badge, voice: Voice) -> wire.Badge:
    """Something short about a seat."""
    return wire.Badge(
        kind=told.kind, text=voice(told.text), count=told.count, of=told.of, code=told.code
    )


def moment(shown: Moment | None, voice: Voice) -> wire.Moment | None:
    """What happened to whom."""
    if shown is None:
        return None
    return wire.Moment(
        kind=shown.kind,
        actor=shown.actor,
        target=shown.target,
        card=card(shown.card, voice) if shown.card is not None else None,
        named=voice(shown.named),
        result=voice(shown.result),
        shown=cards(shown.shown, voice),
        hands=[wire.Held(seat=held.seat, cards=cards(held.cards, voice)) for held in shown.hands],
        coins=shown.coins,
        pile=shown.pile,
        out=list(shown.out),
        quiet=shown.quiet,
        ends=shown.ends,
        winners=list(shown.winners),
    )


# ------------------------------------------------------------------ what can be chosen


def choice(table: str, question: Question, voice: Voice) -> wire.Choice:
    """What the reader is asked, with every legal move."""
    return wire.Choice(
        question=question.question,
        prompt=" ".join(voice.all((question.prompt, *question.standing))),
        hint=voice(question.hint),
        window=question.window,
        then=[_node(table, question.question, branch, voice) for branch in question.then],
        orders=[button(each, voice) for row in question.orders for each in row],
    )


def _node(table: str, question: int, branch: Branch, voice: Voice) -> wire.Node:
    return wire.Node(
        word=branch.word,
        label=voice(branch.label),
        kind=branch.kind,
        seat=branch.seat,
        card=card(branch.face, voice) if branch.face is not None else None,
        hint=voice(branch.hint),
        data=datum(table, question, Play(branch.code)) if branch.code else "",
        whole=voice(branch.whole),
        risk=voice(branch.risk),
        sure=voice(branch.sure),
        then=[_node(table, question, each, voice) for each in branch.then],
    )


def button(pressed: Button[Message], voice: Voice) -> wire.Button:
    """A button with its label. A picture to cut with has its name beside it: here is room, and not
    every machine has the picture. What is chosen already bears a mark in its label."""
    verb = pressed.verb
    if isinstance(verb, Cut):
        label = word(tuple(CutPicture)[verb.picture], voice.language)
    else:
        label = voice(pressed.label)
    return wire.Button(
        label=label,
        data=pressed.data,
        verb=spelled(verb).partition(".")[0],
        chosen=isinstance(verb, Set) and label.startswith("✓"),
    )


def rows(buttons: Rows[Message], voice: Voice) -> list[list[wire.Button]]:
    """Buttons row by row."""
    return [[button(each, voice) for each in row] for row in buttons]


def _foot(board: Board, hand: Hand | None, voice: Voice) -> list[wire.Button]:
    """The buttons of the house that lead elsewhere: those of the board and those of the hand."""
    both = (*board.foot, *(hand.foot if hand is not None else ()))
    found = {each.data: each for each in both}
    return [button(each, voice) for each in found.values() if each.verb not in ELSEWHERE]


def sheet(shown: AnySheet, voice: Voice) -> wire.Sheet:
    """Something that was asked for."""
    return wire.Sheet(
        title=voice(shown.title),
        blocks=[wire.Block(lines=voice.all((*shown.lines, *shown.asked)))],
        rows=rows(shown.buttons, voice),
    )
