"""People who use a page in one way alone: by the keys of a keyboard, or by what a screen reader
reads to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

import msgspec
from playwright.sync_api import Page

from adapters.page.texts import PAGE_TEXTS
from locales.tongue import Context, say

MOST_STOPS = 120
WAIT_STEPS = 300
STEP = 100  # milliseconds


def text(key: str, language: str) -> str:
    """A text of the page."""
    return say(PAGE_TEXTS[key], language, Context())


class Person(Protocol):
    """Somebody who uses a page in one way."""

    def may_choose(self) -> bool:
        """Whether something is asked of them."""

    def choose(self) -> None:
        """Choose something that is offered."""

    def go_on(self) -> None:
        """Where something only waits to be gone on from: do so."""

    def over(self) -> bool:
        """Whether the match is over."""


def play(person: Person, page: Page, most: int) -> int:
    """Play a match to its end; tells in how many choices."""
    chosen = 0
    while chosen < most:
        for _ in range(WAIT_STEPS):
            if person.over():
                return chosen
            if person.may_choose():
                person.choose()
                chosen += 1
                break
            person.go_on()
            page.wait_for_timeout(STEP)
        else:
            raise AssertionError("nothing is asked, and nothing ends")
    raise AssertionError(f"the match does not end within {most} choices")


# ------------------------------------------------------------------ by keyboard


class Stop(msgspec.Struct, frozen=True):
    """Where the focus stands: the kind and name of the element, whether it is pressed, and the
    names of what it stands in, the nearest first."""

    tag: str
    name: str
    pressed: str
    within: tuple[str, ...]


FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const named = (it) => it.getAttribute("aria-label") ?? "";
  const within = [];
  for (let up = at.parentElement; up; up = up.parentElement) if (named(up)) within.push(named(up));
  return {
    tag: at.tagName.toLowerCase(),
    name: named(at) || at.textContent.trim(),
    pressed: at.getAttribute("aria-pressed") ?? "",
    within,
  };
}"""


class AtKeyboard:
    """Somebody with Tab and Enter: no shortcut of the page's own is used."""

    def __init__(self, page: Page, language: str, chance: Random) -> None:
        self.page = page
        self.chance = chance
        self.question, self.hand, self.seats, *others = (
            text(key, language) for key in ("question", "your-hand", "seats", "back", "better-not")
        )
        self.leave = others
        self.on = waits(language)
        self._offers: list[Stop] = []

    def _at(self) -> Stop | None:
        found: dict[str, Any] | None = self.page.evaluate(FOCUSED)
        return msgspec.convert(found, Stop) if found else None

    def stops(self) -> list[Stop]:
        """Everything that Tab leads to, in order, from the top of the page."""
        self.page.evaluate("document.activeElement?.blur()")
        found: list[Stop] = []
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            at = self._at()
            if at is None or (len(found) > 2 and at == found[0]):
                break
            found.append(at)
        return found

    def press(self, stop: Stop) -> None:
        """Go on with Tab to a stop, and press Enter; nothing if it is gone meanwhile."""
        for _ in range(MOST_STOPS):
            if self._at() == stop:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")

    def offers(self) -> list[Stop]:
        """What can be chosen: keys of the question, else seats, else cards of the hand."""
        stops = [stop for stop in self.stops() if stop.tag == "button"]
        keys = [
            stop
            for stop in stops
            if self.question in stop.within and not _is(stop.name, *self.leave, *self.on)
        ]
        aims = [stop for stop in stops if stop.within[:1] == (self.seats,)]
        cards = [stop for stop in stops if self.hand in stop.within and stop.pressed != "true"]
        return keys or aims or cards

    def may_choose(self) -> bool:
        self._offers = self.offers() if asked(self.page, self.question) else []
        return bool(self._offers)

    def choose(self) -> None:
        self.press(self.chance.choice(self._offers))

    def go_on(self) -> None:
        for stop in self.stops() if waiting(self.page, self.on) else []:
            if _is(stop.name, *self.on):
                self.press(stop)
                return

    def over(self) -> bool:
        return finished(self.page)


# ------------------------------------------------------------------ by the accessibility tree


class Heard(msgspec.Struct, frozen=True):
    """A line of the accessibility tree: how deep it stands, role, name, and what follows."""

    depth: int
    role: str
    name: str
    states: str


LINE = re.compile(r"""^( *)- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)""")


def heard(page: Page) -> Iterator[Heard]:
    """The accessibility tree of the page as it stands."""
    for line in page.locator("body").aria_snapshot().splitlines():
        found = LINE.match(line)
        if found:
            spaces, role, name, states = found.groups()
            said = (name or "").replace('\\"', '"')
            yield Heard(len(spaces), role, said, states)


def below(tree: Iterator[Heard], role: str, name: str) -> Iterator[Heard]:
    """What stands within an element of the tree."""
    depth = -1
    for each in tree:
        if depth >= 0 and each.depth > depth:
            yield each
        else:
            depth = each.depth if (each.role, each.name) == (role, name) else -1


class Listening:
    """Somebody who hears roles and names, and presses what has a name."""

    def __init__(self, page: Page, language: str, chance: Random) -> None:
        self.page = page
        self.chance = chance
        self.question, self.hand, self.seats, *others = (
            text(key, language) for key in ("question", "your-hand", "seats", "back", "better-not")
        )
        self.leave = others
        self.on = waits(language)
        self.known = text("you-know", language).rpartition("}")[2]
        self._offers: list[tuple[str, str, str]] = []

    def offers(self) -> list[tuple[str, str, str]]:
        """What can be chosen: role and name of what it stands in, and its own name."""
        tree = list(heard(self.page))
        places = (("region", self.question), ("list", self.seats), ("group", self.hand))
        for role, name in places:
            found = [
                (role, name, each.name)
                for each in below(iter(tree), role, name)
                if each.role == "button" and "[disabled]" not in each.states
                if "[pressed]" not in each.states and not _is(each.name, *self.leave, *self.on)
            ]
            if role == "list":
                found = [each for each in found if each[2] not in self._laid(tree)]
            if found:
                return found
        return []

    def _laid(self, tree: list[Heard]) -> set[str]:
        """Names of cards before the seats: they can be looked at, and are no choice."""
        groups = {each.name for each in tree if each.role == "group"} - {self.hand}
        cards = {card.name for name in groups for card in below(iter(tree), "group", name)}
        return cards | {each.name for each in tree if each.name.endswith(self.known)}

    def may_choose(self) -> bool:
        self._offers = self.offers() if asked(self.page, self.question) else []
        return bool(self._offers)

    def choose(self) -> None:
        role, where, name = self.chance.choice(self._offers)
        place = self.page.get_by_role(role, name=where, exact=True)  # type: ignore[arg-type]
        button = place.get_by_role("button", name=name, exact=True)
        for element in button.element_handles()[:1]:  # none, if it was gone while they thought
            element.evaluate("it => it.click()")  # as a screen reader does

    def go_on(self) -> None:
        for name in self.on:
            button = self.page.get_by_role("button", name=name)
            if button.count():
                button.first.evaluate("it => it.click()")
                return

    def over(self) -> bool:
        return finished(self.page)

    def told(self) -> list[str]:
        """What the live region has said last."""
        return self.page.locator("[aria-live=polite]").first.locator("p").all_inner_texts()


# ------------------------------------------------------------------ what both can tell


def _is(name: str, *known: str) -> bool:
    """Whether a name is one of those; signs may stand around it (an arrow)."""
    return any(each in name for each in known)


def waits(language: str) -> tuple[str, ...]:
    """The names of buttons that only go on."""
    return tuple(text(key, language) for key in ("next-round", "skip", "go-on"))


def waiting(page: Page, on: tuple[str, ...]) -> bool:
    """Whether something only waits to be gone on from."""
    return any(page.get_by_role("button", name=name).count() for name in on)


def asked(page: Page, question: str) -> bool:
    """Whether the question stands, rather than the end of something."""
    return bool(page.get_by_role("region", name=question, exact=True).count())


def finished(page: Page) -> bool:
    """Whether the page shows the end of a match."""
    return bool(page.locator('main[data-phase="finished"] .ends.match').count())
