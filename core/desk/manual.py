"""What can be asked at any time and changes nothing: rules and card help; questions asked first."""

from __future__ import annotations

from typing import ClassVar, assert_never

from core.desk.acts import Act
from core.desk.presses import Learn, Page
from core.desk.sheets import Button, Labelled, Rows, Sheet, act_button, public
from core.kernel.game import AnyGame
from core.kernel.text import N_, Public
from core.table.editions import edition_name, options_of, preset_of
from core.table.table import Closed, Drawing, Finished, Games, Lobby, Playing, Table


class RulesOf(Public, frozen=True, tag="look.rules"):
    text: ClassVar[str] = N_("Rules: {title} ({edition})")
    title: Public
    edition: Public


class RulesFollow(Public, frozen=True, tag="look.rules-follow"):
    """Whose rules these are: a publisher, a site."""

    text: ClassVar[str] = N_("These are the rules of {source}.")
    source: Public


class CardsOf(Public, frozen=True, tag="look.cards"):
    text: ClassVar[str] = N_("Cards: {title} ({edition})")
    title: Public
    edition: Public


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
    if game.switches(options):
        others.append(act_button(table.id, 0, Act.OPTIONS))
    if game.tour(options):
        others.append(Button(Labelled(Act.TOUR), table.id, 0, Page("tour")))
    if game.lesson is not None:
        others.append(Button(Labelled(Act.LEARN), table.id, 0, Learn(game.name)))
    rows: Rows[Public] = tuple(tuple(others[i : i + 2]) for i in range(0, len(others), 2))
    title = RulesOf(game.title, edition_name(preset, options, game))
    source = game.preset_source(preset) if part == 0 else None
    follows = (RulesFollow(source),) if source is not None else ()
    return Sheet(title, (section.title, *section.lines, *follows), buttons=rows)


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
    title = CardsOf(game.title, edition_name(preset, options, game))
    return Sheet(title, lines, buttons=((act_button(table.id, 0, Act.RULES),),))


def sure_sheet(table: Table, act: Act) -> Sheet:
    """Asks once more before something that cannot be taken back."""
    leaving = act is Act.LEAVE
    yes = Act.SURE_LEAVE if leaving else Act.SURE_CLOSE
    return Sheet(
        SureToLeave() if leaving else SureToClose(),
        buttons=((act_button(table.id, 0, yes), act_button(table.id, 0, Act.NO)),),
    )
