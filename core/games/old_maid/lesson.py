"""A guided first round: three draws, and the joker stays with somebody else."""

from __future__ import annotations

from core.kernel.lessons import Beat, Lesson, tip
from core.kernel.text import N_

LESSON = Lesson(
    seats=3,
    preset="full",
    position={
        "turn": 1,
        "seats": [{"hand": ["7c", "9h"]}, {"hand": ["7d", "joker"]}, {"hand": ["9s"]}],
    },
    draws=("7d", "9s", "9s"),
    welcome=tip(
        N_("All pairs that were dealt lie on the table. One card has no partner: the joker.")
    ),
    beats=(
        Beat(
            1,
            "draw.1",
            before=tip(
                N_("You draw from {seat2}, who comes after you, and see backs only. Take card 1.")
            ),
            after=tip(N_("A seven makes a pair with yours, and both go down. One card to go!")),
            elsewhere=tip(N_("They are mixed, so any would do. Take card 1 here.")),
        ),
        Beat(
            2,
            "draw.1",
            before=tip(N_("{seat2} draws from {seat3}, whose last card it is.")),
            after=tip(
                N_(
                    "{seat3} has no cards left and is out, on place 1. It made no pair with what "
                    "{seat2} holds, so now you can guess who has the joker."
                )
            ),
        ),
        Beat(
            1,
            "draw.1",
            before=tip(
                N_("Of {seat2}’s two cards one is your nine, the other the joker. Take card 1.")
            ),
            after=tip(
                N_("A nine, the last pair: you are out. {seat2} is left with the joker and loses.")
            ),
            elsewhere=tip(N_("One is as good as the other before it is turned. Take card 1 here.")),
        ),
    ),
    farewell=tip(
        N_("That is all: draw, lay down pairs, and hope that somebody takes the joker from you.")
    ),
)
