"""The story of a table, told again from its journal: whole, in order, and never twice."""

from __future__ import annotations

from core.house.story import Story, go_on
from core.kernel.text import Announce, Note, Whisper
from core.table.commands import Rematch, Start
from core.table.table import Finished
from storage.rows import JOURNAL
from tests.kernel.hall import Hall


class Heard(Hall):
    """A hall that keeps what was told, by table."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, list[Note]] = {}

    def tell(self, command, **more):  # type: ignore[no-untyped-def]
        """One input, whatever becomes of it."""
        result = super().tell(command, **more)
        if result.table:
            self.told.setdefault(result.table, []).extend(result.notes)
        return result

    def story(self, so_far: Story | None = None) -> Story:
        """The story of the table, from what is known of it."""
        before = so_far or Story()
        return self.store.read(lambda reads: go_on(reads, self.games, self.id, before))


def test_everything_that_was_told_is_told_again_in_order() -> None:
    hall = Heard()
    hall.start("b", "c", game="love-letter")
    hall.finish()
    story = hall.story()
    assert [event.note for event in story.events] == hall.told[hall.id]
    assert [event.number for event in story.events] == list(range(1, len(story.events) + 1))
    versions = [event.version for event in story.events]
    assert versions == sorted(versions) and story.version == hall.row.version
    assert any(isinstance(event.note, Whisper) for event in story.events)
    rounds = [event.round for event in story.events]
    assert (
        isinstance(hall.table, Finished)
        and rounds == sorted(rounds)
        and (rounds[0], rounds[-1]) == (0, hall.table.state.round)
    )


def test_a_story_goes_on_where_it_stood() -> None:
    hall = Heard()
    hall.open("b", game="love-letter")
    story = hall.story()
    assert hall.story(story) is story, "nothing is new"
    hall.do(Start("a"))
    while not isinstance(hall.table, Finished):
        longer = hall.story(story)
        assert longer.events[: len(story.events)] == story.events
        story = longer
        seat = hall.asked[0]
        hall.answer(seat, hall.games["love-letter"].moves(hall.playing.state, seat)[0].code)
    assert hall.story(story) == hall.story()


def test_the_next_game_has_a_story_of_its_own() -> None:
    hall = Heard()
    hall.start("b")
    hall.finish()
    first = hall.id
    hall.do(Rematch("a", "Ann"))
    assert hall.id != first
    assert [event.note for event in hall.story().events] == hall.told[hall.id]


def test_of_a_journal_that_cannot_be_read_only_what_all_were_told_is_known() -> None:
    hall = Heard()
    hall.start("b", game="love-letter")
    with hall.store.begin() as connection:
        connection.execute(JOURNAL.update().values(entry='{"type": "open"}'))
    story = hall.story()
    assert story.table is None
    public = [note for note in hall.told[hall.id] if isinstance(note, Announce)]
    assert [event.note for event in story.events] == public
    seat = hall.asked[0]
    hall.answer(seat, hall.games["love-letter"].moves(hall.playing.state, seat)[0].code)
    assert len(hall.story(story).events) > len(public)
