"""What the house's buttons and words do besides playing: one row of a table for each."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

import msgspec

from core.kernel.text import BOTH_LANGUAGES, NEXT_LANGUAGE, P_, Named, Word
from core.table.commands import (
    Choose,
    Close,
    Command,
    GiveOrder,
    HandOver,
    Rematch,
    Rise,
    SeatBot,
    Sit,
    Start,
    TakeBack,
    UnseatBot,
    UseLetters,
)


class By(msgspec.Struct, frozen=True):
    """Who does something: the person, what they are called, and whether they choose by letters
    in the group."""

    user: str
    name: str = ""
    letters: bool = False


class Look(Enum):
    """What can be looked at: it changes nothing."""

    RULES = auto()
    TOUR = auto()
    CARDS = auto()
    BOARD = auto()
    HAND = auto()
    PROOF = auto()  # the seal, who has cut, how the deal is checked
    CUT = auto()  # the pictures to cut with
    RECORD = auto()
    OPTIONS = auto()


class Talk(Enum):
    """What is neither a look nor one command."""

    OPEN = auto()
    ASK_FIRST = auto()
    SPEAK = auto()
    NEXT = auto()
    INVITE = auto()
    NOTHING = auto()
    KNOCK = auto()
    LEARN = auto()
    PANELS = auto()  # the match in four panels, for the group
    OWN_UP = auto()  # a bluff of theirs that nobody asked about, for the group
    SCORE = auto()  # the score of a room: kept, shown, without somebody
    WHO = auto()  # who somebody is to the host
    FORGET = auto()  # what is kept of a person: shown, erased
    NEXT_GAME = auto()
    TIME = auto()


CommandBy = Callable[[By], Command]
Does = CommandBy | Look | Talk


def _panel(name: str) -> CommandBy:
    return lambda by: Choose(by.user, "panel", name)


class Act(Word):
    """One row each: how the button is spelled in a datum (never to be changed: old messages keep
    their buttons), its label, what it does, and the words for it that people type, separated by
    commas (the first is the one that help texts show; None: it is not typed).

    A new one needs its row here and its translations; and, if it is neither a command nor one of
    the looks and talks that there are, an answer in `adapters.speech`.
    """

    label: Named
    does: Does
    words: Named | None

    def __new__(cls, code: str, label: Named, does: Does, words: Named | None = None) -> Act:
        act = str.__new__(cls, code)
        act._value_ = code
        act.label, act.does, act.words = label, does, words
        return act

    # the lobby
    OPEN = "open", P_("button", "Play"), Talk.OPEN, P_("command.open", "play, open, new table")
    JOIN = (
        "join",
        P_("button", "Join"),
        lambda by: Sit(by.user, by.name, by.letters),
        P_("command.join", "join, in, sit"),
    )
    LEAVE = "leave", P_("button", "Leave"), Talk.ASK_FIRST, P_("command.leave", "leave, out, quit")
    START = (
        "start",
        P_("button", "Start"),
        lambda by: Start(by.user),
        P_("command.start", "start, begin, deal"),
    )
    START_NOW = (
        "start.now",
        P_("button", "Start without waiting"),
        lambda by: Start(by.user, waits=False),
        P_("command.start-now", "start now, start without waiting"),
    )
    ADD_BOT = (
        "bot",
        P_("button", "Add a computer"),
        lambda by: SeatBot(by.user),
        P_("command.bot", "bot, add bot, computer"),
    )
    REMOVE_BOT = (
        "unbot",
        P_("button", "Remove a computer"),
        lambda by: UnseatBot(by.user),
        P_("command.unbot", "unbot, remove bot"),
    )
    REMOVE = (
        "panel.people",
        P_("button", "Remove somebody"),
        _panel("people"),
        P_("command.remove", "remove, kick"),
    )
    CLOSE = (
        "close",
        P_("button", "Close the table"),
        Talk.ASK_FIRST,
        P_("command.cancel", "cancel, close"),
    )
    GAME = "panel.game", P_("button", "Game"), _panel("game")
    EDITION = "panel.preset", P_("button", "Edition"), _panel("preset")
    CLOCK = "panel.pace", P_("button", "Clock"), _panel("pace")
    LEVEL = (
        "panel.level",
        P_("button", "Level"),
        _panel("level"),
        P_("command.level", "level, difficulty"),
    )
    SWITCHES = (
        "panel.switches",
        P_("button", "Options"),
        _panel("switches"),
        P_("command.options", "options, settings"),
    )
    OPTIONS = "options", P_("button", "Options of this table"), Look.OPTIONS
    SETTINGS = "panel.menu", P_("button", "Settings"), _panel("menu")
    BACK = "panel.", P_("button", "Done"), _panel("")
    FOLLOW_NUMBER = (
        "set.preset.",
        P_("button", "By number of players"),
        lambda by: Choose(by.user, "preset", ""),
    )
    CUT = "cut", P_("button", "🔏 Cut"), Look.CUT, P_("command.cut", "cut")
    LET_IN = "knock.yes.", P_("button", "Let them in"), Talk.KNOCK  # the room's number follows
    TURN_AWAY = "knock.no.", P_("button", "Turn them away"), Talk.KNOCK
    INVITE = "invite", P_("button", "Invite another group"), Talk.INVITE
    # the running game
    HAND = "hand", P_("button", "My hand"), Look.HAND, P_("command.hand", "hand, my hand, cards")
    STATUS = (
        "status",
        P_("button", "Status"),
        Look.BOARD,
        P_("command.status", "status, board, table"),
    )
    NEXT = "next", P_("button", "⏩ Time is up"), Talk.NEXT, P_("command.next", "next, time")
    HAND_OVER = (
        "auto",
        P_("button", "Let a computer play"),
        lambda by: HandOver(by.user),
        P_("command.away", "away, afk"),
    )
    TAKE_BACK = (
        "back",
        P_("button", "I play again"),
        lambda by: TakeBack(by.user),
        P_("command.back", "back"),
    )
    NO_ORDER = (
        "order.",
        P_("button", "Stop answering by itself"),
        lambda by: GiveOrder(by.user, ""),
    )
    LETTERS_ON = (
        "letters.1",
        P_("button", "Choose in the group"),
        lambda by: UseLetters(by.user, True),
        P_("command.letters", "letters"),
    )
    LETTERS_OFF = (
        "letters.0",
        P_("button", "Choose here"),
        lambda by: UseLetters(by.user, False),
    )
    MORE_TIME = (
        "time.1",
        P_("button", "More time for me"),
        Talk.TIME,
        P_("command.more-time", "more time, moretime, more time for me"),
    )
    USUAL_TIME = (
        "time.0",
        P_("button", "Usual time for me"),
        Talk.TIME,
        P_("command.usual-time", "usual time, usual time for me"),
    )
    UNDO = (
        "menu",
        P_("button", "Choose again"),
        Look.HAND,
        P_("command.undo", "undo"),
    )
    # at any time
    RULES = "rules", P_("button", "Rules"), Look.RULES, P_("command.rules", "rules")
    TOUR = "tour", P_("button", "Guided tour"), Look.TOUR
    MORE = "more", P_("button", "More"), Look.TOUR
    LEARN = (
        "learn",
        P_("button", "🎓 Guided first round"),
        Talk.LEARN,
        P_("command.learn", "learn, first round, how to play"),
    )
    HELP = "help", P_("button", "Cards"), Look.CARDS, P_("command.help", "help, commands")
    LANGUAGE = "lang", NEXT_LANGUAGE, Talk.SPEAK, P_("command.lang", "lang, language")
    BOTH = "both", BOTH_LANGUAGES, Talk.SPEAK, P_("command.both", "both languages, both")
    PROOF = "proof", P_("button", "Check the deal"), Look.PROOF, P_("command.proof", "proof, check")
    SEAL = "seal", P_("button", "Seal"), Look.PROOF, P_("command.seal", "seal")
    RECORD = "record", P_("button", "Record"), Look.RECORD, P_("command.record", "record, log")
    REMATCH = (
        "again",
        P_("button", "Play again"),
        lambda by: Rematch(by.user, by.name),
        P_("command.rematch", "rematch, again, play again"),
    )
    PANELS = (
        "panels",
        P_("button", "The match in four panels"),
        Talk.PANELS,
        P_("command.panels", "panels, four panels"),
    )
    OWN_UP = "own-up", P_("button", "Tell the group"), Talk.OWN_UP
    # the score of a room, and what is kept of a person
    KEEP_SCORE = (
        "score.1",
        P_("button", "🏆 Keep score here"),
        Talk.SCORE,
        P_("command.keep-score", "keep score, keep score here"),
    )
    STOP_SCORE = (
        "score.0",
        P_("button", "Stop keeping score"),
        Talk.SCORE,
        P_("command.stop-score", "stop score, stop keeping score"),
    )
    TOP = "top", P_("button", "🏆 Score"), Talk.SCORE, P_("command.top", "top, scores, scoreboard")
    STATS = (
        "stats",
        P_("button", "My results"),
        Talk.SCORE,
        P_("command.stats", "stats, my results"),
    )
    NOT_ME = "notme", P_("button", "Not me"), Talk.SCORE, P_("command.notme", "not me, notme")
    FORGET = (
        "forget",
        P_("button", "Forget me"),
        Talk.FORGET,
        P_("command.forget", "forget me, forget"),
    )
    WHO = (
        "who",
        P_("button", "Who am I?"),
        Talk.WHO,
        P_("command.who", "who am i, whoami, my id"),
    )
    NEXT_GAME = (
        "next.game",
        P_("button", "Next game"),
        Talk.NEXT_GAME,
        P_("command.next-game", "next game, nextgame"),
    )
    # answers to "are you sure?"
    SURE_LEAVE = "leave!", P_("button", "Yes, leave"), lambda by: Rise(by.user)
    SURE_CLOSE = "close!", P_("button", "Yes, close it"), lambda by: Close(by.user)
    SURE_FORGET = "forget!", P_("button", "Yes, erase it"), Talk.FORGET
    NO = "no", P_("button", "No"), Talk.NOTHING

    @property
    def typed(self) -> str:
        """What its words are called in the catalogues and elsewhere; empty: it is not typed."""
        return self.words.context.removeprefix("command.") if self.words is not None else ""

    def named(self, edition: str) -> Named:
        """Its label."""
        return self.label


TYPED = {act.typed: act for act in Act if act.typed}
"""The acts that people may type, by the name of their words."""

SURE = {Act.LEAVE: Act.SURE_LEAVE, Act.CLOSE: Act.SURE_CLOSE}
"""What is asked once more, and what it is when it is meant."""
