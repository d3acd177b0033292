"""Checks of what is drawn: moments say nothing beyond their notes, counts and risks fit a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from core.kernel.drawn import Face, Moment, MomentKind
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.kernel.text import Mark, Message, Note, Public, Whisper, blanks, words_in
from tests.police.checks import cards_of
from tests.police.reading import LANGUAGES, say
from tests.police.walk import Match, awaited

# Moments


def check_moment(game: AnyGame, match: Match, note: Note) -> None:
    """A note as it is shown names nobody and nothing that its words do not name; what it shows to
    all could be announced, and everybody can read it."""
    moment = game.moment(match.options, note.message)
    if moment is None:
        return
    assert moment.kind in get_args(MomentKind)
    seats = set(seats_in(note.message)) | ({note.seat} if isinstance(note, Whisper) else set())
    assert seats_of(moment) <= seats, f"a seat of which nothing is told: {moment}"
    told = {str(word) for word in words_in(note.message)}
    codes = {face.word or face.code for face in faces_of(moment) if face.code}
    assert codes <= told, f"a card of which nothing is told: {moment}"
    for line in lines_of(moment):
        assert isinstance(line, Public)
        named = {str(word) for word in words_in(line)} & set(cards_of(game, match.first))
        assert named <= told, f"words of which nothing is told: {moment}"
        assert set(seats_in(line)) <= seats
        for language in LANGUAGES:
            assert say(line, language, game.edition(match.options), match)
    if moment.ends:
        assert moment.kind == "end"
    if len(moment.winners) == 1:
        assert moment.actor in moment.winners


def seats_of(moment: Moment) -> set[int]:
    """The seats that a moment shows."""
    held = (hand.seat for hand in moment.hands)
    return {moment.actor, moment.target, *moment.out, *moment.winners, *held} - {0}


def faces_of(moment: Moment) -> list[Face]:
    """The cards that a moment shows."""
    card = (moment.card,) if moment.card is not None else ()
    return [*card, *moment.shown, *(face for hand in moment.hands for face in hand.cards)]


def lines_of(moment: Moment) -> list[Public]:
    """The words of a moment."""
    said = (moment.named, moment.result, *(face.name for face in faces_of(moment)))
    return [line for line in said if line is not None]


def seats_in(message: Message) -> Iterator[int]:
    """The seats that a message names, at any depth."""
    for name, kind in blanks(type(message)).items():
        value = getattr(message, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from seats_in(part)
            elif Mark.SEAT in _marks(kind):
                yield part


def _marks(kind: Any) -> list[Any]:
    """What a declared type is annotated with, itself or in its parts."""
    own = list(getattr(kind, "__metadata__", ()))
    return own + [mark for part in get_args(kind) for mark in _marks(part)]


# Views


def check_drawn(game: AnyGame, match: Match, state: Any) -> None:
    """Counts lie within the game, and risks and cards of moves can be read."""
    edition = game.edition(match.options)
    for seat in (None, *range(1, match.deal.seats + 1)):
        for unseen in game.unseen(game.view(state, seat)):
            assert 0 <= unseen.left <= unseen.of, unseen.face.code
    lines: list[Message] = []
    for seat in awaited(game, state):
        view = game.view(state, seat)
        for move in game.moves(state, seat):
            risk = game.risk(view, move.code)
            lines += () if risk is None else (risk,)
            for word in words(move.code):
                face = game.face(match.options, word)
                lines += () if face is None else (face.name,)
    for language in LANGUAGES:
        assert all(say(line, language, edition, match) for line in dict.fromkeys(lines))


def check_known(game: AnyGame, match: Match, state: Any) -> None:
    """A reader is shown no card of a hand that their view does not name, and no more of them than
    there are; all the rest of a seat is drawn alike for all, so a hand lies open to all or none."""
    group = game.stage(game.view(state, None)).places
    for seat in (None, *range(1, match.deal.seats + 1)):
        view = game.view(state, seat)
        named = {str(word) for word in words_in(view)}
        for place, other in zip(game.stage(view).places, group, strict=True):
            assert {face.word or face.code for face in place.known} <= named
            assert len(place.known) <= place.hand
            assert msgspec.structs.replace(place, known=other.known) == other
