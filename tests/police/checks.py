"""What every game must keep, as checks of one state or one step; each fails by an assertion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import msgspec

from core.board import group_sheet, hand_sheet, menu_rows
from core.dice import Dice, bot_dice
from core.game import AnyGame, Ask
from core.letters import complete, letters, meaning
from core.notation import menu, words
from core.sheets import Button, Sheet, read_datum
from core.snapshot import freeze, thaw
from core.table import Playing
from core.text import Announce, Message, Public, Secret, Whisper, words_in
from locales import tongue
from tests.police.walk import NAMES, Match, Step, awaited, run, seated

LANGUAGES = ("ja", "en")
MOST_BYTES = 64  # of a button's datum
LONGEST_CODE = 40  # characters of a move: table, question and verb take the rest
MOST_PRESSES = 3000  # combinations of letters, seats and digits that are tried in one state


# What is asked


def check_asked(game: AnyGame, state: Any, seats: int) -> None:
    """Somebody is awaited and has moves, others have none; or all is over and nobody has any."""
    asked = game.ask(state)
    active = game.active(state)
    if isinstance(asked, Ask):
        assert asked.seats, "nobody is awaited"
        assert asked.seats <= active, "somebody is awaited who cannot be asked any more"
        assert asked.patience > 0
    else:
        assert asked.winners <= frozenset(range(1, seats + 1))
        assert not active, "the game is over, and somebody is still in it"
    waiting = awaited(game, state)
    for seat in range(1, seats + 1):
        assert bool(game.moves(state, seat)) == (seat in waiting), f"moves of seat {seat}"


def check_codes(game: AnyGame, state: Any) -> None:
    """Moves are spelled in short lower-case words, no two alike."""
    for seat in awaited(game, state):
        codes = [move.code for move in game.moves(state, seat)]
        assert len(set(codes)) == len(codes), "two moves are spelled alike"
        for code in codes:
            assert len(code) <= LONGEST_CODE, code
            assert all(_plain(word) for word in words(code)), code


def _plain(word: str) -> bool:
    return word != "" and all(letter in "abcdefghijklmnopqrstuvwxyz0123456789-_" for letter in word)


# Snapshots, records


def check_snapshot(game: AnyGame, table: Playing) -> None:
    """Snapshot, JSON, snapshot: the same table."""
    games = {game.name: game}
    raw = freeze(table)
    again = thaw(raw, games)
    assert again == table
    assert freeze(again) == raw


def check_replay(game: AnyGame, match: Match) -> None:
    """The seed and the spelling of the moves give the same match again."""
    dice = Dice(match.deal.seed)
    state, notes = run(game.setup(match.deal.seats, match.options, dice))
    assert (state, notes) == (match.first, match.opening)
    for step in match.steps:
        legal = {move.code: move for move in game.moves(state, step.seat)}
        state, notes = run(game.play(state, step.seat, legal[step.move.code], dice))
        assert (state, notes) == (step.after, step.notes)


def cards_of(game: AnyGame, state: Any) -> Counter[str]:
    """All cards of a dumped state, wherever they lie."""
    kinds = {type(word) for word in words_in(state)}
    codes = {word.value for kind in kinds for word in kind}
    position = msgspec.to_builtins(game.dump(state))
    return Counter(leaf for _, leaf in leaves(position) if leaf in codes)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Everything in plain data that holds nothing else, with its place."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from leaves(item, (*path, number))
    else:
        yield path, value


# What may be known


def check_views(game: AnyGame, state: Any, seats: int, dice: Dice) -> None:
    """An imagined world looks the same to its reader, who may do the same there; a computer
    player chooses the same when the others' hidden cards are others."""
    for seat in (None, *range(1, seats + 1)):
        world = game.imagine(state, seat, dice)
        assert game.view(world, seat) == game.view(state, seat), f"seat {seat}"
        assert game.ask(world) == game.ask(state)
        assert game.active(world) == game.active(state)
        assert cards_of(game, world) == cards_of(game, state)
        if seat is None:
            continue
        moves = game.moves(state, seat)
        assert game.moves(world, seat) == moves
        for kind, bot in game.bots.items():
            if moves:
                chosen = [
                    bot(game.view(each, seat), game.moves(each, seat), bot_dice(b"x", 1, seat))
                    for each in (state, world)
                ]
                assert chosen[0] == chosen[1], kind
                assert chosen[0] in moves, kind


def check_board(game: AnyGame, match: Match, state: Any, dice: Dice) -> None:
    """What a group is shown, down to every datum, is the same in every world it may imagine."""
    world = game.imagine(state, None, dice)
    edition = game.edition(match.options)
    public = {str(word) for word in words_in(game.view(state, None))}
    hidden = {str(word) for word in words_in(state)} - public
    games = {game.name: game}
    for by_letters in (True, False, None):
        own = by_letters is None
        sheet = group_sheet(seated(game, match, state, own), games, by_letters)
        other = group_sheet(seated(game, match, world, own), games, by_letters)
        assert sheet == other
        for language in LANGUAGES:
            assert shown(sheet, language, edition, match) == shown(other, language, edition, match)
        asked = game.ask(state)
        if isinstance(asked, Ask) and asked.secret:
            named = {str(word) for word in words_in(sheet)}
            assert not named & hidden, "the group sees a hidden card"
            said = {part for button in buttons(sheet) for part in _parts(button.data)}
            assert not said & hidden, "a button of the group names a hidden card"
        for button in buttons(sheet):
            assert len(button.data.encode()) <= MOST_BYTES, button.data
            assert read_datum(button.data) is not None


def _parts(data: str) -> list[str]:
    press = read_datum(data)
    return press.verb.lstrip("~m:?").split(".") if press is not None else []


def check_public(game: AnyGame, step: Step, seats: int) -> None:
    """Only what is public is announced; who gets a whisper sits at the table."""
    for note in step.notes:
        check_note(note, seats)


def check_note(note: Any, seats: int) -> None:
    """One note: public to all, or anything to one seat."""
    if isinstance(note, Whisper):
        assert 1 <= note.seat <= seats
        assert isinstance(note.message, Message)
        return
    assert isinstance(note, Announce)
    assert isinstance(note.message, Public)
    assert not list(_secrets(note.message)), "a secret is announced"


def _secrets(value: object) -> Iterator[Secret]:
    if isinstance(value, Secret):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _secrets(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _secrets(getattr(value, name))


def check_announced(game: AnyGame, match: Match, step: Step, dice: Dice) -> None:
    """The same move in another world that looks the same before and after is told alike.

    What a step shows and then puts away (a round that ends) is not seen in the view after it,
    so steps that end a round are left out.
    """
    if _round(game, step.before) != _round(game, step.after) or not awaited(game, step.after):
        return
    world = game.imagine(step.before, None, dice)
    legal = {move.code: move for move in game.moves(world, step.seat)}
    if step.move.code not in legal:
        return
    chance = Dice(match.deal.seed, step.drawn)
    after, notes = run(game.play(world, step.seat, legal[step.move.code], chance))
    if game.view(after, None) == game.view(step.after, None):
        told = [note for note in step.notes if isinstance(note, Announce)]
        assert [note for note in notes if isinstance(note, Announce)] == told


def _round(game: AnyGame, state: Any) -> object:
    return game.dump(state).get("round")


def check_imagination(game: AnyGame, first: Any, others: Sequence[Any], dice: Dice) -> None:
    """Every unseen card turns up in every hidden place.

    `others` are first states of other deals: what differs among them was dealt. Every dealt
    place that the group cannot see must differ among imagined worlds too.
    """
    for seat in (None, 1):
        worlds = [game.imagine(first, seat, dice) for _ in range(len(others))]
        found = _places(game, worlds)
        dealt = _places(game, others)
        seen = [str(leaf) for _, leaf in leaves(msgspec.to_builtins(game.view(first, seat)))]
        real = dict(leaves(msgspec.to_builtins(game.dump(first))))
        hidden = {place for place, values in found.items() if len(values) > 1}
        for place, values in dealt.items():
            if len(values) > 1 and place not in hidden and place in real:
                assert str(real[place]) in seen, f"{place} is hidden and never imagined otherwise"
        assert hidden, "nothing is hidden"
        unseen = {real[place] for place in hidden}
        for place in hidden:
            assert found[place] == unseen, f"{place}: {unseen ^ found[place]}"


def _places(game: AnyGame, states: Sequence[Any]) -> dict[tuple[Any, ...], set[Any]]:
    found: dict[tuple[Any, ...], set[Any]] = {}
    for state in states:
        for place, leaf in leaves(msgspec.to_builtins(game.dump(state))):
            found.setdefault(place, set()).add(leaf)
    return found


# Leaving


def check_leaving(game: AnyGame, match: Match, state: Any) -> None:
    """Whoever can leave can leave now: the game goes on without them, or ends."""
    cards = cards_of(game, state)
    for seat in sorted(game.active(state)):
        after, notes = run(game.leave(state, seat, Dice(match.deal.seed, 999)))
        for note in notes:
            check_note(note, match.deal.seats)
        check_asked(game, after, match.deal.seats)
        assert seat not in game.active(after)
        assert seat not in awaited(game, after)
        assert cards_of(game, after) == cards
        check_snapshot(game, seated(game, match, after))
        asked = game.ask(after)
        if not isinstance(asked, Ask):
            assert seat not in asked.winners


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
        table, view = seated(game, match, state), game.view(state, None)
        codes = [move.code for seat in sorted(asked.seats) for move in game.moves(state, seat)]
        assert _reached(table, game, view, codes, match, edition) == set(codes)


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
            kind, _, path = press.verb.partition(":")
            if kind == "m":
                found.add(path)
            elif path:
                assert kind == "?"
                waiting.append(tuple(path.split(".")))
    return found


def check_letters(game: AnyGame, state: Any) -> None:
    """The rows of a secret choice reach every legal move, and only legal moves."""
    asked = game.ask(state)
    if not isinstance(asked, Ask) or not asked.secret:
        return
    rows = game.rows(game.view(state, None))
    assert rows, "a secret question has rows"
    assert len({row.place for row in rows}) == len(rows)
    for seat in sorted(asked.seats):
        hidden = game.hidden(state, seat)
        codes = [move.code for move in game.moves(state, seat)]
        meant = meaning("ab" * 32, seat, hidden)
        assert sorted(meant.values()) == sorted(hidden.words)
        labels = [letters(hidden) if row.kind == "letters" else row.labels for row in rows]
        for row, some in zip(rows, labels, strict=True):
            assert len(set(some)) == len(some)
            assert row.kind == "letters" or len(row.words) == len(row.labels)
        tried = 0
        reached: set[str] = set()
        for pressed in product(*((None, *some) for some in labels)):
            tried += 1
            if tried > MOST_PRESSES:
                return
            said = {
                str(row.place): label
                for row, label in zip(rows, pressed, strict=True)
                if label is not None
            }
            code = complete(rows, meant, said, codes)
            assert code is None or code in codes
            if code is not None:
                reached.add(code)
        assert reached == set(codes), sorted(set(codes) - reached)


def check_new_letters(game: AnyGame, step: Step, seats: int) -> None:
    """A changed hand has letters of its own, and a hand's version never falls."""
    for seat in range(1, seats + 1):
        old, new = game.hidden(step.before, seat), game.hidden(step.after, seat)
        assert len(new.words) <= new.span
        assert new.version >= old.version, f"seat {seat}"
        if old.version == new.version:
            assert len(old.words) == len(new.words), f"seat {seat} has another number of cards"
            assert Counter(old.words) == Counter(new.words), f"seat {seat} has other cards"
        else:
            assert not set(letters(old)) & set(letters(new)), f"seat {seat}"


# Words


def check_words(game: AnyGame, match: Match, state: Any) -> None:
    """Everything that can be read of a state can be written in both languages."""
    edition = game.edition(match.options)
    games = {game.name: game}
    table = seated(game, match, state)
    over = not awaited(game, state)
    for language in LANGUAGES:
        for seat in (None, *range(1, match.deal.seats + 1)):
            view = game.view(state, seat)
            texts = [say(line, language, edition, match) for line in game.scene(view)]
            texts += [say(line, language, edition, match) for line in game.brief(view)]
            assert all(texts)
            if seat is None:
                assert not list(game.brief(view))
                assert not list(game.hand(view))
            said = _drawn(game, view, language, edition, match)
            assert all(said)
            if seat is not None and not over:
                sheet = hand_sheet(table, games, f"user:{seat}")
                assert all(text for text in shown(sheet, language, edition, match))
                refusal = game.why_not(state, seat, "no.such.move")
                assert say(refusal, language, edition, match)


def _drawn(game: AnyGame, view: Any, language: str, edition: str, match: Match) -> list[str]:
    stage = game.stage(view)
    assert [place.seat for place in stage.places] == list(range(1, match.deal.seats + 1))
    faces = [*game.hand(view), *stage.middle]
    lines = list(stage.marks)
    for place in stage.places:
        faces += place.cards
        lines += place.marks
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
    assert len(set(codes)) == len(codes) > 0
    lines: list[Message] = [game.title, game.preset_label(match.deal.preset)]
    lines += [line for _, line in helps]
    for section in game.rules(match.options):
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


def buttons(sheet: Sheet) -> list[Button]:
    """All buttons of a sheet, row by row."""
    return [button for row in sheet.buttons for button in row]


def shown(sheet: Sheet, language: str, edition: str, match: Match) -> list[str]:
    """A sheet as a platform would write it: title, lines, questions, buttons with their data."""
    lines = [sheet.title, *sheet.lines, *sheet.asked]
    texts = [say(line, language, edition, match) for line in lines]
    for button in buttons(sheet):
        texts += [say(button.label, language, edition, match), button.data]
    return texts
