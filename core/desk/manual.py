"""What can be asked at any time and changes nothing: rules, card help, the seal."""

from __future__ import annotations

from typing import ClassVar, assert_never

from core.desk.acts import Act
from core.desk.presses import Page
from core.desk.sheets import Button, Labelled, Rows, Sheet, act_button, public
from core.kernel.dice import seal
from core.kernel.game import AnyGame
from core.kernel.pictures import CutPicture
from core.kernel.text import N_, Code, Public
from core.table.editions import options_of, preset_of
from core.table.proof_sayings import seal_in_pictures
from core.table.table import Closed, Drawing, Finished, Games, Lobby, Playing, Table


class RulesOf(Public, frozen=True, tag="look.rules"):
    text: ClassVar[str] = N_("Rules: {title} ({edition})")
    title: Public
    edition: Public


class CardsOf(Public, frozen=True, tag="look.cards"):
    text: ClassVar[str] = N_("Cards: {title} ({edition})")
    title: Public
    edition: Public


class SealOf(Public, frozen=True, tag="look.seal"):
    text: ClassVar[str] = N_("The seal of this table")


class SealIs(Public, frozen=True, tag="look.seal-is"):
    text: ClassVar[str] = N_("{seal}")
    seal: Code


class SealMeans(Public, frozen=True, tag="look.seal-means"):
    text: ClassVar[str] = N_(
        "It fixes the shuffle before anybody plays. After the game the record shows the secret "
        "behind it, and everybody can check the deal."
    )


class NumberedPictures(Public, frozen=True, tag="look.pictures"):
    text: ClassVar[str] = N_(
        "1 {first} · 2 {second} · 3 {third} · 4 {fourth} · 5 {fifth} · 6 {sixth} · 7 {seventh} · "
        "8 {eighth}"
    )
    first: CutPicture
    second: CutPicture
    third: CutPicture
    fourth: CutPicture
    fifth: CutPicture
    sixth: CutPicture
    seventh: CutPicture
    eighth: CutPicture


class CutHow(Public, frozen=True, tag="look.cut-how"):
    text: ClassVar[str] = N_(
        "Until the start everybody seated may cut, with one of eight pictures: write “cut” and its "
        "number: {pictures}. Nobody sees it before the start."
    )
    pictures: NumberedPictures = NumberedPictures(*CutPicture)


class SureToLeave(Public, frozen=True, tag="look.sure-leave"):
    text: ClassVar[str] = N_("Leave the running game? Your cards are laid down; you can't return.")


class SureToClose(Public, frozen=True, tag="look.sure-close"):
    text: ClassVar[str] = N_("Close this table for everybody?")


def current(table: Table, games: Games) -> tuple[AnyGame, str, object]:
    """The game, preset and options that the table has or would have."""
    game = games[table.game]
    match table:
        case Drawing():
            preset = table.preset
            return game, preset, options_of(preset, table.switches, game)
        case Lobby():
            preset = preset_of(table, game)
            return game, preset, options_of(preset, table.switches, game)
        case Playing() | Finished():
            return game, table.preset, table.options
        case Closed():
            preset = game.preset_for(len(table.chairs))
            return game, preset, game.presets[preset]
        case _:
            assert_never(table)


def rules_sheet(table: Table, games: Games, part: int = 0) -> Sheet:
    """A section of the rules, with a button for each of the others."""
    game, preset, options = current(table, games)
    sections = game.rules(options)
    section = sections[min(part, len(sections) - 1)]
    others: list[Button[Public]] = [
        Button(other.title, table.id, 0, Page("rules", number))
        for number, other in enumerate(sections)
    ]
    if game.tour(options):
        others.append(Button(Labelled(Act.TOUR), table.id, 0, Page("tour")))
    rows: Rows[Public] = tuple(tuple(others[i : i + 2]) for i in range(0, len(others), 2))
    title = RulesOf(game.title, game.preset_label(preset))
    return Sheet(title, (section.title, *section.lines), buttons=rows)


def tour_sheet(table: Table, games: Games, part: int = 0) -> Sheet:
    """A step of the guided tour; of a game without one, the rules."""
    game, _, options = current(table, games)
    steps = game.tour(options)
    if not steps:
        return rules_sheet(table, games)
    part = min(part, len(steps) - 1)
    step = steps[part]
    following: list[Button[Public]] = []
    if part + 1 < len(steps):
        following.append(Button(Labelled(Act.MORE), table.id, 0, Page("tour", part + 1)))
    following.append(act_button(table.id, 0, Act.RULES))
    return Sheet(step.title, step.lines, buttons=(tuple(following),))


def help_sheet(table: Table, games: Games) -> Sheet:
    """What every card or action of this edition does; of a game without such help, the rules."""
    game, preset, options = current(table, games)
    lines = tuple(public(line) for _, line in game.help(options))
    if not lines:
        return rules_sheet(table, games)
    return Sheet(CardsOf(game.title, game.preset_label(preset)), lines)


def seal_sheet(table: Lobby | Drawing | Playing | Finished) -> Sheet:
    """The seal, and what it is good for."""
    shown = seal(bytes.fromhex(table.secret))
    lines: list[Public] = [seal_in_pictures(shown), SealIs(shown), SealMeans()]
    if isinstance(table, Lobby):
        lines.append(CutHow())
    return Sheet(SealOf(), tuple(lines))


def sure_sheet(table: Table, act: Act) -> Sheet:
    """Asks once more before something that cannot be taken back."""
    leaving = act is Act.LEAVE
    yes = Act.SURE_LEAVE if leaving else Act.SURE_CLOSE
    return Sheet(
        SureToLeave() if leaving else SureToClose(),
        buttons=((act_button(table.id, 0, yes), act_button(table.id, 0, Act.NO)),),
    )
