"""The bubble of a game that is over: who has won, who stands where, and how to play again."""

from __future__ import annotations

from typing import Any

from adapters.line import board_face, flex, pieces
from adapters.line.pieces import Frame
from adapters.line.told import story
from core.desk.acts import Act
from core.desk.sheets import Board
from core.kernel.drawn import Place
from locales.names import width

Data = dict[str, Any]


def board(frame: Frame) -> Data:
    """The board of a game that is over: those who have won stand first."""
    shown, look = frame.board, frame.look
    buttons = [button for row in shown.buttons for button in row]
    main = [each for each in buttons if each.verb is Act.REMATCH]
    rest = [each for each in buttons if each.verb is not Act.REMATCH]
    keys: list[Data] = []
    for button in main:
        label = look.say(button.label)
        keys.append(pieces.filled(label, flex.action(button, label, look), frame.colours))
    labels = [look.say(button.label) for button in rest]
    keys += pieces.packed(
        [
            (min(pieces.WRAPS, width(label)), pieces.grey(button, look))
            for button, label in zip(rest, labels, strict=True)
        ]
    )
    tale = story(shown, frame.lines, (), look)
    return board_face.bubble(frame, tale, keys, podium(shown))


def podium(shown: Board) -> list[int]:
    """The seats in the order in which they did: the winners, then by points, then as they sit."""
    places = shown.stage.places if shown.stage is not None else ()
    ordered = sorted(places, key=lambda each: (each.seat not in shown.winners, -_points(each)))
    return [place.seat for place in ordered]


def _points(place: Place) -> int:
    """The points of a seat; who finished in a place before others has more."""
    for badge in place.badges:
        if badge.kind == "points":
            return badge.count
        if badge.kind == "place":
            return -badge.count
    return 0
