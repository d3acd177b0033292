"""Questions that one worker asks and another hears the answer to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from adapters.asked import LASTS, Asked
from adapters.crew import Crew
from adapters.heard import Heard, Reply
from core.desk.presses import Play, pressed
from core.house.house import Result
from tests.fresh import fresh_store

AT = 1_700_000_000.5
ME = "telegram:1"


class Fellow(Crew):
    """A worker that is heard at once."""

    def __init__(self, others: list[Fellow]) -> None:
        self.others = others
        self.heard: defaultdict[str, list[Callable[[str], None]]] = defaultdict(list)
        others.append(self)

    @property
    def alone(self) -> bool:
        return False

    def say(self, topic: str, text: str) -> None:
        assert "baron" not in text, "what was asked may be secret"
        for other in self.others:
            if other is not self:
                for heard in other.heard[topic]:
                    heard(text)

    def on(self, topic: str, heard: Callable[[str], None]) -> None:
        self.heard[topic].append(heard)


def test_a_yes_is_understood_by_any_worker_and_once() -> None:
    store, all_of_them = fresh_store("sqlite://"), list[Fellow]()
    first, second, third = (Asked(store, Fellow(all_of_them)) for _ in range(3))
    press = pressed("abcdefgh", Play("baron.2"), 7)
    heard = Heard(ME, "Aki", AT)
    first.ask(heard, press)
    later = Heard(ME, "Aki", AT + 5)
    assert second.take(later) == press
    assert first.take(later) is second.take(later) is third.take(later) is None
    assert not store.kept_like("asked:")


def test_whoever_does_something_else_lets_it_drop_everywhere() -> None:
    store, all_of_them = fresh_store("sqlite://"), list[Fellow]()
    first, second = (Asked(store, Fellow(all_of_them)) for _ in range(2))
    heard = Heard(ME, "Aki", AT)
    first.ask(heard, pressed("abcdefgh", Play("baron.2"), 7))
    second.note(heard, Reply(result=Result()))
    assert first.take(heard) is None
    assert not store.kept_like("asked:")


def test_a_late_yes_means_nothing() -> None:
    store, all_of_them = fresh_store("sqlite://"), list[Fellow]()
    first, second = (Asked(store, Fellow(all_of_them)) for _ in range(2))
    first.ask(Heard(ME, "Aki", AT), pressed("abcdefgh", Play("baron.2"), 7))
    assert second.take(Heard(ME, "Aki", AT + LASTS + 1)) is None
