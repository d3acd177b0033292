"""A second engine of Coup, written from the rulings alone: an oracle for the first one.

It shares no line with `core.games.coup`, nor its way of thinking: here a turn is one long story
(a generator) that asks a question and waits; there it is frozen data and small steps. Where the
two disagree about a position, one of them has misread a ruling. The numbers in the comments are
those of the rulings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations

from tests.games.coup.second_table import Base, Question, Story, TurnEnds, Withdrawn

CLAIM = {"tax": "duke", "steal": "captain", "exchange": "ambassador", "assassinate": "assassin"}
PRICE = {"coup": 7, "assassinate": 3}


class Table(Base):
    """A game."""

    def choose(self, kind: str, seat: int, codes: Iterable[str], silent: str) -> Story:
        """One seat chooses. Returns the code, or None if it has left; others come and go."""
        question = Question(kind, {seat: list(dict.fromkeys(codes))}, {seat: silent})
        while True:
            who, code = yield question
            if code != "leave":
                return code
            if who == seat:
                return None

    def window(self, kind: str, offers: dict[int, list[str]], blocker: int | None = None) -> Story:
        """The first objection as (seat, code), or None if all have allowed."""
        awaited = {seat: ["allow", *codes] for seat, codes in offers.items()}
        while awaited:
            seat, code = yield Question(kind, dict(awaited), dict.fromkeys(awaited, "allow"))
            if code == "leave":
                if seat == self.turn:
                    raise TurnEnds
                if seat == blocker:
                    raise Withdrawn
            elif code != "allow":
                return seat, code
            awaited.pop(seat, None)
        return None

    def lose(self, seat: int) -> Story:
        """The seat loses one influence (7). An actor who has left ends the turn afterwards."""
        hand = self.seats[seat - 1].hidden
        if len(hand) == 1:
            self.drop(seat, hand[0])
        elif hand:
            codes = [f"lose.{card}" for card in hand]
            code = yield from self.choose("lose", seat, codes, codes[0])
            if code:
                self.drop(seat, code.split(".")[1])
        self.still_there()

    def still_there(self) -> None:
        if self.seats[self.turn - 1].left:
            raise TurnEnds

    def prove(self, claimant: int, challenger: int, claim: str) -> Story:
        """A challenge (6.2). Returns whether the claim was true."""
        hand = self.seats[claimant - 1].hidden
        if self.rules["prove"] == "choice" and len(hand) == 2:
            codes = [f"show.{card}" for card in hand]
            silent = f"show.{claim}" if claim in hand else codes[0]
            code = yield from self.choose("prove", claimant, codes, silent)
            if code is None:
                self.still_there()
                raise Withdrawn
            shown = code.split(".")[1]
        else:
            shown = claim if claim in hand else hand[0]
            if shown != claim and len(hand) == 2:
                yield from self.lose(claimant)
                return False
        if shown != claim:
            self.drop(claimant, shown)
            self.still_there()
            return False
        self.opened.append(shown)
        self.replace(claimant, shown)
        yield from self.lose(challenger)
        return True

    def turns(self) -> Story:
        while True:
            with suppress(TurnEnds):
                yield from self.one_turn()
            self.examined = None
            self.clean_up()
            self.turn = self.others(self.turn)[0]

    def actions(self, seat: int) -> Iterable[str]:
        """Every legal action of the seat (4, 13.1 to 13.3)."""
        purse, foes = self.seats[seat - 1].coins, self.enemies(seat)
        if purse >= 7:
            yield from (f"coup.{foe}" for foe in foes)
        if purse >= 10:
            return
        yield from ("income", "aid", "exchange")
        least = self.rules["steal_min_target"]
        yield from (f"steal.{foe}" for foe in foes if self.seats[foe - 1].coins >= least)
        if self.rules["diplomat"]:
            yield from (f"cooperate.{foe}" for foe in foes)
        else:
            yield "tax"
        if purse >= 3:
            yield from (f"assassinate.{foe}" for foe in foes)
        if self.rules["inquisitor"]:
            yield from (f"examine.{foe}" for foe in foes)
        if self.rules["factions"]:
            if purse >= 1:
                yield "convert"
            if purse >= 2:
                yield from (f"convert.{other}" for other in self.others(seat))
            if self.reserve:
                yield "embezzle"

    def one_turn(self) -> Story:
        actor = self.turn
        while True:  # a bystander who leaves changes who may be attacked
            codes = list(self.actions(actor))
            silent = "income" if "income" in codes else codes[0]
            who, code = yield Question("action", {actor: codes}, {actor: silent})
            if code != "leave":
                break
            if who == actor:
                raise TurnEnds
        deed, _, name = code.partition(".")
        target = int(name) if name else 0
        me = self.seats[actor - 1]
        if deed == "convert":
            price, turned = (2, self.seats[target - 1]) if target else (1, me)
            me.coins -= price
            self.reserve += price
            turned.faction = {"monarchist": "populist"}.get(turned.faction, "monarchist")
            return
        if deed == "embezzle":
            self.said = {self.duke}
            yield from self.embezzle(actor)
            return
        fee = PRICE.get(deed, 0)
        me.coins -= fee
        claims = {**CLAIM, "exchange": self.exchanger, "examine": "inquisitor"}
        claims["cooperate"] = "diplomat"
        claim = claims.get(deed)
        self.said = {claim} if claim else set()
        happens = True
        if deed not in ("income", "coup"):
            answer = yield from self.respond(actor, deed, target, claim)
            if answer == "caught":
                me.coins += fee
                happens = False
            elif answer:
                happens = yield from self.blocked(*answer)
        if happens:
            yield from self.effect(actor, deed, target)

    def blocks(self, actor: int, deed: str, target: int) -> dict[int, list[str]]:
        """Who may block, as what, at this moment."""
        characters = {"steal": ["captain", self.exchanger], "assassinate": ["contessa"]}
        if self.rules["contessa_blocks_examine"]:
            characters["examine"] = ["contessa"]
        if deed == "aid":
            return {seat: [f"block.{self.duke}"] for seat in self.enemies(actor)}
        if deed in characters and self.seats[target - 1].alive:
            return {target: [f"block.{each}" for each in characters[deed]]}
        return {}

    def respond(self, actor: int, deed: str, target: int, claim: str | None) -> Story:
        """The windows of an action (5, 6.4): None, "caught", or the block as (seat, role)."""
        together = self.rules["response_timing"] == "combined"
        blocks = self.blocks(actor, deed, target)
        objection = None
        if claim:
            offers = {seat: ["challenge"] for seat in self.others(actor)}
            if together:
                for seat, codes in blocks.items():
                    offers[seat] += codes
            objection = yield from self.window("respond", offers)
            if objection and objection[1] == "challenge":
                true = yield from self.prove(actor, objection[0], claim)
                if not true:
                    return "caught"
                if not self.rules["block_after_failed_challenge"]:
                    return None
                blocks = self.blocks(actor, deed, target)
                objection = yield from self.window("second", blocks)
            elif not together:
                blocks = self.blocks(actor, deed, target)
                objection = yield from self.window("block", blocks)
        else:
            objection = yield from self.window("respond", blocks)
        return (objection[0], objection[1].split(".")[1]) if objection else None

    def blocked(self, blocker: int, role: str) -> Story:
        """A block is announced (8). Returns whether the action happens all the same."""
        self.said.add(role)
        offers = {seat: ["challenge"] for seat in self.others(blocker)}
        try:
            objection = yield from self.window("doubt", offers, blocker)
            if not objection:
                return False
            true = yield from self.prove(blocker, objection[0], role)
            return not true
        except Withdrawn:
            return True

    def effect(self, actor: int, deed: str, target: int) -> Story:
        me, other = self.seats[actor - 1], self.seats[target - 1]
        if deed in ("income", "aid", "tax"):
            me.coins += {"income": 1, "aid": 2, "tax": 3}[deed]
        elif deed == "cooperate":
            me.coins += 2
            other.coins += 1 if other.alive else 0
        elif deed == "steal":
            booty = min(2, other.coins)  # 9.2: from the dead, too
            other.coins -= booty
            me.coins += booty
        elif deed in ("coup", "assassinate"):
            yield from self.lose(target)
        elif deed == "exchange":
            yield from self.exchange(actor)
        elif deed == "examine" and other.alive:
            yield from self.examine(actor, target)

    def exchange(self, actor: int) -> Story:
        me = self.seats[actor - 1]
        self.drawn = [self.draw() for _ in range(1 if self.rules["inquisitor"] else 2)]
        pool = [*me.hidden, *self.drawn]
        self.tell(actor, pool)
        spelled = {".".join(["keep", *sorted(kept)]) for kept in combinations(pool, len(me.hidden))}
        silent = ".".join(["keep", *sorted(me.hidden)])
        code = yield from self.choose("exchange", actor, sorted(spelled), silent)
        if code is None:
            back, self.drawn = self.drawn, []
            self.put_back(*back)
            raise TurnEnds
        wanted = Counter(code.split(".")[1:])
        me.hidden = []
        for card in list(pool):
            if wanted[card]:
                wanted[card] -= 1
                me.hidden.append(card)
                pool.remove(card)
        self.drawn = []
        self.put_back(*pool)
        self.tell(actor, [*me.hidden, *pool])

    def examine(self, actor: int, target: int) -> Story:
        """13.2.6: the target shows a card, the actor returns it or forces an exchange."""
        hand = self.seats[target - 1].hidden
        card: str = hand[0]
        if len(hand) == 2:
            codes = [f"choose.{each}" for each in hand]
            code = yield from self.showing("examined", target, codes, codes[0])
            card = code.split(".")[1]
        self.examined = {"seat": target, "card": card}
        self.shown = {actor: card, target: card}
        self.tell(actor, [card])
        codes = ["return", "force"]
        code = yield from self.showing("examine", actor, codes, "return", other=target)
        self.examined = None
        if code == "return":
            return
        if self.rules["examine_redraw"] == "shuffle_first":
            self.replace(target, card)
        else:
            hand[hand.index(card)] = self.draw()
            self.put_back(card)
            self.tell_hand(target)

    def showing(self, kind: str, seat: int, codes: list[str], silent: str, other: int = 0) -> Story:
        """A choice that ends with the turn if actor or target leaves (13.2.12)."""
        while True:
            who, code = yield Question(kind, {seat: list(dict.fromkeys(codes))}, {seat: silent})
            if code != "leave":
                return code
            if who in (seat, other, self.turn):
                raise TurnEnds

    def embezzle(self, actor: int) -> Story:
        """13.3.7 and 13.3.8."""
        me = self.seats[actor - 1]
        offers = {seat: ["challenge"] for seat in self.others(actor)}
        objection = yield from self.window("respond", offers)
        if objection:
            honest = self.duke not in me.hidden
            if self.rules["embezzle_bluff"] == "open_hand":
                if not honest:
                    self.opened_hand(actor)
            elif self.rules["prove"] == "choice" and len(me.hidden) == 2:
                codes = [f"lose.{card}" for card in me.hidden]
                codes = ["show.all", *codes] if honest else codes
                code = yield from self.choose("prove", actor, codes, codes[0])
                self.still_there()
                if code != "show.all":
                    self.drop(actor, code.split(".")[1])
                    return
            elif not honest:
                yield from self.lose(actor)
            if not honest:
                return
            self.opened += me.hidden
            self.put_back(*me.hidden)
            me.hidden[:] = [self.draw() for _ in me.hidden]
            self.tell_hand(actor)
            yield from self.lose(objection[0])
        me.coins += self.reserve
        self.reserve = 0

    def opened_hand(self, actor: int) -> None:
        """A caught liar whose whole hand the house turns up: one Duke goes, the rest changes."""
        me = self.seats[actor - 1]
        self.opened += me.hidden
        other = list(me.hidden)
        other.remove(self.duke)
        if other:
            self.put_back(*other)
            other = [self.draw()]
        me.hidden = [self.duke, *other]
        self.drop(actor, self.duke)
