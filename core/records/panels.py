"""A match in four panels (起承転結): how it began, what turned it, the stroke, the end.

They are chosen from what everybody saw and from nothing else: two matches with the same public
course have the same panels, whatever was hidden in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from core.kernel.drawn import Badge, Moment, Place, Stage
from core.kernel.game import AnyGame
from core.kernel.text import Public, Seat
from core.records.course import Course, Scene, Told, course_of
from core.records.panel_words import (
    Deed,
    DeedAt,
    DeedCame,
    HandsOpened,
    InFourPanels,
    LeaderFell,
    LostCard,
    NobodyWins,
    Part,
    SoManySatDown,
    TheySatDown,
    TookTheLead,
    TurnedUp,
    WentOut,
    Win,
    WinTogether,
)
from core.records.story import InTwo
from core.table.again import NotPlayedAgain, played_again
from core.table.table import Finished

FEWEST = 2  # scenes of a match that can be told


class Mark(msgspec.Struct, frozen=True):
    """What stands beside a person in a panel: so many points `of` so many, or words; or the
    `place` in which they finished."""

    seat: Seat
    count: int = 0
    of: int = 0
    words: Public | None = None
    place: int = 0


class Panel(msgspec.Struct, frozen=True):
    """One of the four. `texts` say the same, the fullest first: the first that is short enough
    stands below it. `moments` are what it shows, the main one first; `out` who went out by them;
    `marks` how people stood then. `round` is 0 in a game without rounds."""

    part: Part
    texts: tuple[Public, ...]
    moments: tuple[Moment, ...] = ()
    out: tuple[Seat, ...] = ()
    marks: tuple[Mark, ...] = ()
    round: int = 0
    people: tuple[Seat, ...] = ()


class Strip(msgspec.Struct, frozen=True):
    """The four panels of a match, its title, and who won it."""

    title: Public
    seats: int
    winners: tuple[Seat, ...]
    panels: tuple[Panel, ...]


def strip_of(table: Finished, game: AnyGame) -> Strip | None:
    """The panels of a match that was played to its end; None if too little of it is known."""
    try:
        turns = played_again(table, game)
    except NotPlayedAgain:
        return None
    course = course_of(turns, game, table.options)
    if len(course.scenes) < FEWEST or not course.end:
        return None
    seats = len(table.chairs)
    stroke = _stroke(course, table.winners)
    turned = _turn(course, stroke, table.winners)
    panels = (
        _began(course, seats),
        _middle(Part.TURNED, course, turned, table.winners),
        _middle(Part.STROKE, course, stroke, table.winners),
        _ended(course, seats, table.winners),
    )
    return Strip(InFourPanels(game.title), seats, table.winners, panels)


# ------------------------------------------------------------------ the beginning and the end


def _began(course: Course, seats: int) -> Panel:
    everybody = tuple(range(1, seats + 1))
    texts = (TheySatDown(everybody, course.began), SoManySatDown(seats, course.began))
    first = course.scenes[0].first.moment
    return Panel(Part.BEGAN, texts, (first,), people=everybody, marks=(Mark(course.began),))


def _ended(course: Course, seats: int, winners: tuple[int, ...]) -> Panel:
    end = course.end[0]
    won: tuple[Public, ...] = (Win(winners), WinTogether(len(winners)))
    if not winners:
        won = (NobodyWins(),)
    whole: tuple[Public, ...]
    if end.moment.winners:
        whole = (end.message, *(InTwo(words, won[0]) for words in _shorts(end.moment, False)))
    else:
        whole = (InTwo(end.message, won[0]), end.message)
    return Panel(
        Part.ENDED,
        (*whole, *won),
        (_with_hand(end.moment, course.stages[-1]),),
        out=tuple(sorted(set(range(1, seats + 1)) - set(winners))),
        marks=_last_marks(course, winners),
        people=tuple(range(1, seats + 1)),
    )


def _with_hand(end: Moment, stage: Stage) -> Moment:
    """The end, with the hand of whoever lost by it, where it lies open."""
    opened = (place.opened for place in stage.places if place.seat == end.actor)
    hand = () if end.shown or end.winners else next(opened, ())
    return msgspec.structs.replace(end, shown=end.shown or hand)


def _last_marks(course: Course, winners: tuple[int, ...]) -> tuple[Mark, ...]:
    """How everybody stands at the end: by points, by places, or by what they showed then."""
    marks = _marks(course.stages[-1])
    if marks:
        best = max(marks, key=lambda mark: mark.count).count
        level = all(mark.count == best for mark in marks if mark.seat in winners)
        return marks if level or marks[0].of else ()  # else the match was not won by points
    told = (*course.scenes[-1].told[1:], *course.end)
    counted = {
        each.moment.actor: Mark(each.moment.actor, words=each.moment.result)
        for each in told
        if each.moment.kind == "reveal" and each.moment.actor and not each.moment.out
    }
    return tuple(counted.values())


# ------------------------------------------------------------------ what is between them


def _middle(part: Part, course: Course, scene: Scene, winners: tuple[int, ...]) -> Panel:
    main, own = _decisive(scene, winners)
    moments = (main.moment, *(each.moment for each in scene.told if each is not main))
    return Panel(
        part,
        tuple(_worded(course, scene, main, own, lead=part is Part.TURNED)),
        moments,
        out=scene.out,
        marks=_marks(course.stages[scene.turn]),
        round=course.rounds[scene.first.turn],
    )


def _decisive(scene: Scene, winners: tuple[int, ...]) -> tuple[Told, Public | None]:
    """What of a scene decided: hands that were compared, hidden cards that a winner turned up,
    else the move itself; and how the first two are told in short."""
    for each in scene.told:
        moment = each.moment
        if moment.kind == "reveal" and moment.hands:
            return each, HandsOpened()
        if _turned_up(moment, winners) and scene.first.moment.kind != "answer":
            assert moment.result is not None, "it tells what the cards make"
            return each, TurnedUp(moment.actor, moment.result)
    return scene.first, None


def _turned_up(moment: Moment, winners: tuple[int, ...]) -> bool:
    """A winner shows hidden cards, and loses none of them."""
    kept = bool(moment.shown) and not any(card.turned for card in moment.shown)
    told = moment.kind == "reveal" and moment.result is not None and not moment.out
    return kept and told and moment.actor in winners


def _worded(
    course: Course, scene: Scene, main: Told, own: Public | None, *, lead: bool
) -> Iterable[Public]:
    """A scene in words, the fullest first. With `lead` it matters most who leads since then."""
    shorts = (own,) if own is not None else tuple(_shorts(main.moment, bool(scene.out)))
    taken = _lead_taken(course, scene) if lead else 0
    if taken:
        news: Public | None = TookTheLead(taken, course.rounds[scene.first.turn])
    else:
        news = _news(course, scene, main)
    if news is None:
        laid = _laid(scene, main)
        if laid is not None:
            yield InTwo(main.message, laid)
    else:
        yield from (InTwo(words, news) for words in (main.message, *shorts))
    if taken and news is not None:
        yield news
    yield main.message
    yield from shorts
    if news is not None:
        yield news


def _news(course: Course, scene: Scene, main: Told) -> Public | None:
    """What came of a scene: how its round ended where hands were compared, who went out, who is
    through, what was lost."""
    after = [each for each in scene.told if each is not main]
    if main.moment.hands:
        return next((each.message for each in after if each.moment.ends), None)
    if scene.out:
        fell, before = scene.out[-1], course.stages[max(0, scene.first.turn - 1)]
        return (
            LeaderFell(fell) if not _has_points(before) and fell == _best(before) else WentOut(fell)
        )
    for each in after:
        moment = each.moment
        if moment.kind == "end" and moment.out and moment.result is not None:
            return Deed(moment.actor, moment.result)
        if moment.shown and moment.shown[0].turned:
            return LostCard(moment.actor, moment.shown[0].name)
    return None


def _laid(scene: Scene, main: Told) -> Public | None:
    """What whoever moved has laid down at once."""
    for each in scene.told[1:]:
        moment = each.moment
        if moment.kind == "play" and moment.shown and moment.actor == main.moment.actor:
            return each.message
    return None


def _shorts(moment: Moment, out: bool) -> Iterable[Public]:
    """A move in very few words. That somebody is `out` by it is told beside it."""
    what = moment.named if moment.kind in ("claim", "answer") else None
    if what is None and moment.card is not None:
        what = moment.card.name
    what = what or moment.named or moment.result
    if what is None or not moment.actor:
        return
    if moment.target in (0, moment.actor):
        yield Deed(moment.actor, what)
        return
    if moment.result is not None and (moment.kind == "answer" or not out):
        yield DeedCame(moment.actor, what, moment.target, moment.result)
    yield DeedAt(moment.actor, what, moment.target)


# ------------------------------------------------------------------ what turned it


def _stroke(course: Course, winners: tuple[int, ...]) -> Scene:
    """The scene that ended the match: the last one; or, where nothing came of that, the last one
    of a winner in the last round."""
    last = course.scenes[-1]
    if last.out or last.through or last.costs or _decisive(last, winners)[0] is not last.first:
        return last
    number = course.rounds[last.first.turn]
    theirs = [
        scene
        for scene in course.scenes[1:]
        if scene.first.moment.actor in winners and course.rounds[scene.first.turn] == number
    ]
    return theirs[-1] if theirs else last


def _turn(course: Course, stroke: Scene, winners: Sequence[int]) -> Scene:
    """The scene before the stroke that weighs the most, of equal ones the latest; the first one
    begins the match and turns it only where there is no other."""
    scenes = course.scenes[: course.scenes.index(stroke)]
    return max(
        scenes[1:] or scenes,
        key=lambda scene: (_weight(course, scene, winners), scene.turn),
    )


def _weight(course: Course, scene: Scene, winners: Sequence[int]) -> int:
    taken = _lead_taken(course, scene)
    before = course.stages[max(0, scene.first.turn - 1)]
    first = scene.first.moment
    points = _has_points(before)
    weight = 2 * bool(first.target) + (first.actor in winners) + min(abs(first.coins), 20)
    if taken:
        weight += 100 if taken in winners else 60
    if scene.out:
        weight += 20 if points else 80 if _best(before) in scene.out else 50
    if scene.through:
        weight += 50
    if scene.costs and not scene.out:
        weight += 30
    if first.kind == "answer":
        weight += 15
    if any(each.moment.shown for each in scene.told):
        weight += 5
    return weight


def _lead_taken(course: Course, scene: Scene) -> int:
    """Who leads alone by points since a scene that ended a round; 0 if that is nobody, or if they
    did before."""
    if not scene.ends:
        return 0
    before = _leader(course.stages[max(0, scene.first.turn - 1)])
    after = _leader(course.stages[scene.turn])
    return after if after != before else 0


def _leader(stage: Stage) -> int:
    """Who has more points than everybody else; 0: nobody."""
    return _alone((badge.count, place.seat) for place, badge in _points(stage))


def _best(stage: Stage) -> int:
    """Who stands best in a game that people are thrown out of: the most cards, then the most
    coins; 0: nobody alone."""
    return _alone(
        ((place.hand, _coins(place)), place.seat) for place in stage.places if not place.out
    )


def _alone(standing: Iterable[tuple[object, int]]) -> int:
    found: list[tuple[object, int]] = sorted(standing, key=lambda each: each[0], reverse=True)  # type: ignore[arg-type,return-value]
    if len(found) > 1 and found[0][0] == found[1][0]:
        return 0
    return found[0][1] if found else 0


def _coins(place: Place) -> int:
    return next((badge.count for badge in place.badges if badge.kind == "coins"), 0)


def _points(stage: Stage) -> Iterable[tuple[Place, Badge]]:
    for place in stage.places:
        for badge in place.badges:
            if badge.kind == "points":
                yield place, badge


def _has_points(stage: Stage) -> bool:
    return any(True for _ in _points(stage))


def _marks(stage: Stage) -> tuple[Mark, ...]:
    """How people stand, where points or places tell it."""
    points = tuple(
        Mark(place.seat, badge.count, badge.of, None if badge.of else badge.text)
        for place, badge in _points(stage)
    )
    return points or tuple(
        Mark(place.seat, place=badge.count)
        for place in stage.places
        for badge in place.badges
        if badge.kind == "place"
    )
