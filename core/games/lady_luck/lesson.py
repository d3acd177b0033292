"""A guided first round: a castle sold by auction, helpers at work, a card laid down to score."""

from __future__ import annotations

from core.kernel.lessons import Beat, Lesson, tip
from core.kernel.text import N_

_NEXT_CASTLE = ("pr1", "kn1", "ft1")
_BELOW = (
    *(f"md{number}" for number in range(2, 10)),
    *("ps2", "ps3", "mg2", "mg3", "kn2", "kn3", "ft2", "no1", "ge1", "pr2"),
)

LESSON = Lesson(
    seats=3,
    preset="standard",
    position={
        "round": 1,
        "phase": "auction",
        "turn": 1,
        "castle": ["ps1", "md1", "?mg1"],
        "deck": [*_NEXT_CASTLE, *_BELOW],
        "parent": 1,
        "seats": [{"ap": 10}, {"ap": 10}, {"ap": 10}],
    },
    welcome=tip(
        N_(
            "You win ladies at auctions. Each either works for you as a helper in every round, or "
            "lies face down and scores its stars at the end."
        )
    ),
    beats=(
        Beat(
            1,
            "open.1.2",
            before=tip(
                N_(
                    "You open the first auction. Offer the Priest (★3) at 2: you only pay if you "
                    "win, so begin low."
                )
            ),
            after=tip(N_("Now the others say, one after another, whether they give more or pass.")),
            elsewhere=tip(
                N_(
                    "You could, but a Priest bought early brings 2 action points in every round. "
                    "Open with the Priest, at 2."
                )
            ),
        ),
        Beat(
            2,
            "bid.3",
            then=("3:pass",),
            before=tip(
                N_("Each has 10 action points: they are the money, and they also score a little.")
            ),
            after=tip(
                N_("{seat2} gives 3, {seat3} passes and is out of this auction. Your turn again.")
            ),
        ),
        Beat(
            1,
            "bid.4",
            then=("2:pass",),
            before=tip(
                N_(
                    "Is the Priest worth 4? It brings 2 in every round, so after two rounds the "
                    "price is back: bid 4."
                )
            ),
            after=tip(
                N_(
                    "{seat2} passes: the Priest is yours for 4, and nobody else pays anything. You "
                    "have your card of this round and bid no more until the next."
                )
            ),
            elsewhere=tip(
                N_("4 is enough to be ahead, and after two rounds the Priest has paid for itself.")
            ),
        ),
        Beat(
            1,
            "helper",
            before=tip(
                N_(
                    "As a helper the Priest works in all eight rounds; face down it would score "
                    "3 points. This early a helper is worth more."
                )
            ),
            after=tip(
                N_(
                    "The Priest stands face up before you. Next opens whoever comes after you and "
                    "has won no card yet: {seat2}."
                )
            ),
            elsewhere=tip(
                N_(
                    "Face down it is worth 3 points, but then it never works. In round 1 take it "
                    "as a helper."
                )
            ),
        ),
        Beat(
            2,
            "open.2.1",
            before=tip(
                N_(
                    "Two cards are left: an open Maid, and one face down that nobody knows. "
                    "{seat2} must open with one of them."
                )
            ),
            after=tip(N_("{seat2} offers the Maid at 1. Only {seat3} can still bid against it.")),
        ),
        Beat(
            3,
            "bid.2",
            then=("2:pass", "3:helper"),
            before=tip(N_("Whoever loses here gets the last card all the same, and for nothing.")),
            after=tip(
                N_(
                    "{seat3} pays 2 for the Maid and takes it as a helper. The last card goes to "
                    "{seat2} without any bid."
                )
            ),
        ),
        Beat(
            2,
            "score",
            before=tip(
                N_(
                    "The face-down card is {seat2}’s now. Only {seat2} may look at it, and then "
                    "decides like all others: helper or score."
                )
            ),
            after=tip(
                N_(
                    "{seat2} laid it down to score, so nobody else learns what it is. The castle "
                    "is filled again, and the helpers’ turn has come."
                )
            ),
        ),
        Beat(
            3,
            "use.md1",
            before=tip(
                N_(
                    "Whoever won the last card begins; {seat2} has no helper and had to pass. So "
                    "{seat3} is next."
                )
            ),
            after=tip(
                N_(
                    "The Maid brings 1 action point and turns sideways: in this round it has "
                    "done its work."
                )
            ),
        ),
        Beat(
            1,
            "use.ps1",
            before=tip(N_("Your turn: let the Priest work for you, it brings 2 action points.")),
            after=tip(
                N_(
                    "From 6 to 8! When all had passed, all helpers stood up again, and {seat2}, "
                    "who passed first, opens round 2."
                )
            ),
            elsewhere=tip(
                N_(
                    "If you pass, the Priest does nothing in this round. Use it: 2 action points "
                    "for free."
                )
            ),
        ),
        Beat(
            2,
            "open.1.3",
            then=("3:pass",),
            before=tip(
                N_(
                    "In the new castle lies a Princess, ★5. And if one Princess is used as a "
                    "helper twice in a round, its owner wins the game at once."
                )
            ),
            after=tip(
                N_("{seat2} opens the Princess at 3, {seat3} passes. What is it worth to you?")
            ),
        ),
        Beat(
            1,
            "bid.4",
            then=("2:pass",),
            before=tip(
                N_(
                    "At the end 3 action points are 1 point. So 4 are hardly more than 1 point, "
                    "and the Princess scores 5: bid 4."
                )
            ),
            after=tip(N_("{seat2} does not go along. The Princess is yours for 4.")),
            elsewhere=tip(N_("5 points for 4 action points are a bargain: bid 4, that is enough.")),
        ),
        Beat(
            1,
            "score",
            before=tip(
                N_(
                    "To use the Princess twice in a round you would need somebody to wake it up, "
                    "such as a General. You have none, so lay it down: 5 points for sure."
                )
            ),
            after=tip(
                N_(
                    "Counted now you would have 6 points: 5 for the Princess, and 1 for your 4 "
                    "action points. Helpers that stand face up score nothing."
                )
            ),
            elsewhere=tip(
                N_(
                    "As a helper the Princess does nothing when used once, and scores nothing. Lay "
                    "it down to score."
                )
            ),
        ),
    ),
    farewell=tip(
        N_(
            "So it goes on for eight rounds: early on helpers that bring something, later stars. "
            "Most points win, unless somebody’s Princess is used twice in a round."
        )
    ),
)
"""Twelve moves: two auctions of one's own, helpers' turns, both ways to keep a card."""
