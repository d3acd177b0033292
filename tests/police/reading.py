"""Checks of what can be read and pressed: menus, sheets, manuals, in every language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, get_args

from core.desk.board import board_of
from core.desk.hand import hand_of, menu_rows
from core.desk.keypad import keypad
from core.desk.letters import complete
from core.desk.presses import Level, read_datum
from core.desk.sheets import AnySheet, Button
from core.kernel.asks import Ask, Row
from core.kernel.game import AnyGame
from core.kernel.notation import menu, words
from core.kernel.text import Mark, Message, Public, Secret, blanks
from core.table.table import Playing
from locales import tongue
from tests.police.walk import NAMES, Match, awaited, seated

LANGUAGES = tongue.languages()
MOST_BYTES = 64  # of a button's datum


# Buttons


def check_menus(game: AnyGame, match: Match, state: Any) -> None:
    """The buttons lead to every legal move and to nothing else; those side by side differ."""
    asked = game.ask(state)
    if not isinstance(asked, Ask):
        return
    edition = game.edition(match.options)
    for seat in sorted(asked.seats):
        table = seated(game, match, state)
        codes = [move.code for move in game.moves(state, seat)]
        view = game.view(state, seat)
        assert _reached(table, game, view, codes, match, edition) == set(codes)
    if not asked.secret:
        check_keypad(game, match, state)


def check_keypad(game: AnyGame, match: Match, state: Any) -> None:
    """The buttons of a group for an open choice play legal moves only, and all of them but
    numbers that lie between those shown."""
    edition = game.edition(match.options)
    sheet = board_of(seated(game, match, state), {game.name: game})
    legal = {seat: [m.code for m in game.moves(state, seat)] for seat in awaited(game, state)}
    codes = [code for own in legal.values() for code in own]
    flat, rows = set(), defaultdict(list)
    for button in buttons(sheet):
        press = read_datum(button.data)
        assert press is not None
        if press.code.startswith("m:"):
            flat.add(press.code[2:])
            rows["m"].append(button)
        elif press.code.startswith("~"):
            rows[press.code[1:].partition(".")[0]].append(button)
    for level in rows.values():
        for language in LANGUAGES:
            texts = [say(button.label, language, edition, match) for button in level]
            assert len(set(texts)) == len(texts), texts
    assert flat <= set(codes)
    reached = set(flat)
    keys = keypad(codes, game.amounts)
    for said in _presses(keys.rows):
        for own in legal.values():
            code = complete(keys.rows, {}, said, [code for code in own if code not in keys.moves])
            assert code is None or code in own
            reached.update(() if code is None else (code,))
    missing = set(codes) - reached
    assert all(_between(code, reached) for code in missing), sorted(missing)


def _presses(rows: Sequence[Row]) -> Iterator[dict[str, str]]:
    """Every way to press rows of words, each row once or not at all."""
    for labels in product(*((None, *row.labels) for row in rows)):
        pairs = zip(rows, labels, strict=True)
        yield {str(row.place): label for row, label in pairs if label is not None}


def _between(code: str, reached: set[str]) -> bool:
    """A number between others that can be reached: it is typed."""
    start, _, last = code.rpartition(".")
    if not last.isdecimal():
        return False
    near = (other.rpartition(".") for other in reached)
    numbers = [int(end) for begin, _, end in near if begin == start and end.isdecimal()]
    return bool(numbers) and min(numbers) < int(last) < max(numbers)


def _reached(
    table: Playing, game: AnyGame, view: Any, codes: list[str], match: Match, edition: str
) -> set[str]:
    found: set[str] = set()
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        said = waiting.pop()
        assert said == () or menu(codes, said) or ".".join(said) in codes
        level = [button for row in menu_rows(table, game, view, codes, said) for button in row]
        for language in LANGUAGES:
            texts = [say(button.label, language, edition, match) for button in level]
            assert len(set(texts)) == len(texts), f"{said}: {texts}"
            assert all(text.strip() for text in texts), f"{said}: {texts}"
            say(game.hint(view, said), language, edition, match)
        for button in level:
            assert len(button.data.encode()) <= MOST_BYTES, button.data
            press = read_datum(button.data)
            assert press is not None
            assert (press.table, press.question) == (table.id, table.question)
            kind, _, path = press.code.partition(":")
            if kind == "m":
                found.add(path)
            elif path:
                assert kind == "?"
                waiting.append(tuple(path.split(".")))
    return found


# Words


def check_spoken(game: AnyGame, match: Match, state: Any) -> None:
    """What a game says that it has words for has every legal move, and each of them has a label and
    a reason wherever it is not legal."""
    known = set(game.spoken(match.options, match.deal.seats))
    for seat in range(1, match.deal.seats + 1) if known else ():
        view = game.view(state, seat)
        legal = {move.code for move in game.moves(state, seat)}
        assert all(known & _spellings(game, code) for code in legal)
        tried = sorted(known)[:: max(1, len(known) // 40)]
        for code in (each.replace("@", "2").replace("#", "3") for each in tried):
            parts = words(code)
            for at, word in enumerate(parts):
                game.label(view, parts[:at], word)
            if game.spelled(code) not in legal:
                assert isinstance(game.why_not(state, seat, code), Public | Secret)


def _spellings(game: AnyGame, code: str) -> set[str]:
    """A move with its numbers left open, one or more of them."""
    parts = [(word, "@", "#") if word.isdecimal() else (word,) for word in words(code)]
    return {".".join(each) for each in product(*parts)}


def check_words(game: AnyGame, match: Match, state: Any) -> None:
    """Everything that can be read of a state can be written in every language."""
    edition = game.edition(match.options)
    games = {game.name: game}
    table = seated(game, match, state)
    over = not awaited(game, state)
    for language in LANGUAGES:
        for seat in (None, *range(1, match.deal.seats + 1)):
            view = game.view(state, seat)
            texts = [say(line, language, edition, match) for line in game.scene(view).lines]
            texts += [say(line, language, edition, match) for line in game.brief(view)]
            assert all(texts)
            if seat is None:
                assert not list(game.brief(view))
                assert not list(game.hand(view))
            said = _drawn(game, view, language, edition, match)
            assert all(said)
            if seat is not None and not over:
                sheet = hand_of(table, games, f"user:{seat}")
                assert all(text for text in shown(sheet, language, edition, match))
                refusal = game.why_not(state, seat, "no.such.move")
                assert say(refusal, language, edition, match)


def _drawn(game: AnyGame, view: Any, language: str, edition: str, match: Match) -> list[str]:
    stage = game.stage(view)
    assert [place.seat for place in stage.places] in ([], list(range(1, match.deal.seats + 1)))
    faces = [*game.hand(view), *stage.middle, *(each.face for each in game.unseen(view))]
    lines = [*stage.lines, *(pile.name for pile in stage.piles)]
    for place in stage.places:
        faces += [*place.cards, *place.known, *place.opened]
        lines += [badge.text for badge in place.badges]
    if stage.under_way is not None:
        moment = stage.under_way
        faces += [*moment.shown, *((moment.card,) if moment.card is not None else ())]
        faces += [face for held in moment.hands for face in held.cards]
        lines += [text for text in (moment.named, moment.result) if text is not None]
    for face in faces:
        lines.append(face.name)
        if face.text is not None:
            lines.append(face.text)
    return [say(line, language, edition, match) for line in lines]


def check_manual(game: AnyGame, match: Match) -> None:
    """Help and rules can be written in both languages; the codes of the help are distinct."""
    edition = game.edition(match.options)
    helps = game.help(match.options)
    codes = [code for code, _ in helps]
    assert len(set(codes)) == len(codes)
    lines: list[Message] = [game.title, game.preset_label(match.deal.preset)]
    lines += [line for _, line in helps]
    assert game.rules(match.options)
    for section in (*game.rules(match.options), *game.tour(match.options)):
        assert section.lines
        lines += [section.title, *section.lines]
    for switch in game.switches(match.options):
        lines += [switch.label, *(choice.label for choice in switch.choices)]
    for language in LANGUAGES:
        for line in lines:
            assert say(line, language, edition, match).strip()


def say(message: Message, language: str, edition: str, match: Match) -> str:
    """A message as text, with the names of the table."""
    return tongue.say(message, language, _context(match.deal.seats, edition))


@cache
def _context(seats: int, edition: str) -> tongue.Context:
    return tongue.Context.from_names(NAMES[:seats], edition)


def buttons(sheet: AnySheet) -> list[Button[Message]]:
    """All buttons of a sheet, row by row."""
    return [button for row in sheet.buttons for button in row]


def shown(sheet: AnySheet, language: str, edition: str, match: Match) -> list[str]:
    """A sheet as a platform would write it: title, lines, questions, buttons with their data."""
    lines = [sheet.title, *sheet.lines, *sheet.asked]
    texts = [say(line, language, edition, match) for line in lines]
    for button in buttons(sheet):
        texts += [say(button.label, language, edition, match), button.data]
    return texts


def check_spoken_to(game: AnyGame, match: Match, state: Any) -> None:
    """Whoever is asked in private is spoken to: nothing that is asked names their own seat, on no
    level of the choice."""
    games = {game.name: game}
    for seat, letters in product(awaited(game, state), (False, True)):
        table = seated(game, match, state, letters)
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            hand = hand_of(table, games, f"user:{seat}", waiting.pop())
            named = [line for line in hand.asked if seat in seats_in(line)]
            assert not named, f"seat {seat} is asked {named}"
            verbs = (button.verb for button in buttons(hand))
            deeper = [verb.said for verb in verbs if isinstance(verb, Level)]
            waiting += [said for said in deeper if len(said) > len(hand.said)]


def seats_in(message: Message) -> set[int]:
    """The seats that a message names, at any depth."""
    found: set[int] = set()
    for name, declared in blanks(type(message)).items():
        value = getattr(message, name)
        if isinstance(value, Message):
            found |= seats_in(value)
        elif isinstance(value, tuple):
            if Mark.SEAT in marks(declared):
                found |= set(value)
            else:
                found |= {s for item in value if isinstance(item, Message) for s in seats_in(item)}
        elif Mark.SEAT in marks(declared):
            found.add(value)
    return found


def marks(declared: Any) -> set[Any]:
    """The marks of a declared type, and of what a tuple of it holds."""
    inner = [mark for each in get_args(declared) for mark in getattr(each, "__metadata__", ())]
    return {
        mark for mark in (*getattr(declared, "__metadata__", ()), *inner) if isinstance(mark, Mark)
    }
