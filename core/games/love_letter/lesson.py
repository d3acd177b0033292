"""A guided first round: one round for three, from the first look to the last card."""

from __future__ import annotations

from core.kernel.lessons import Beat, Lesson, tip
from core.kernel.text import N_

LESSON = Lesson(
    seats=3,
    preset="bga",
    switches={"target": 1},
    position={
        "turn": 1,
        "aside": "baron",
        "seats": [{"hand": ["priest"]}, {"hand": ["handmaid"]}, {"hand": ["princess"]}],
    },
    draws=(
        *("guard", "handmaid", "guard"),
        *("baron", "prince", "countess"),
        *("prince", "guard", "king", "guard"),
        *("priest", "guard"),
    ),
    welcome=tip(
        N_(
            "Three people want their letter to reach the Princess. Who is the last one left, or "
            "holds the highest card at the end, wins the round."
        )
    ),
    beats=(
        Beat(
            1,
            "priest.3",
            before=tip(
                N_(
                    "You drew a second card, and one of the two must be played. Nobody knows "
                    "anything yet, so look first: play the Priest on {seat3}."
                )
            ),
            after=tip(
                N_(
                    "{seat3} holds the Princess, and only you know it. Whoever lays down the "
                    "Princess is out, so {seat3} will surely keep it."
                )
            ),
            elsewhere=tip(
                N_("A Guard without a clue is a blind guess. Look first: the Priest, on {seat3}.")
            ),
        ),
        Beat(
            2,
            "handmaid",
            before=tip(
                N_(
                    "Turns go round, and {seat2} has drawn a card too. What {seat2} plays lies "
                    "open; what {seat2} keeps, nobody sees."
                )
            ),
            after=tip(
                N_(
                    "The Handmaid protects {seat2} until {seat2}’s next turn. Until then nobody "
                    "can choose {seat2} for a card."
                )
            ),
        ),
        Beat(
            3,
            "guard.1.prince",
            before=tip(
                N_(
                    "{seat3} cannot play the Princess, so it will be the other card. And since "
                    "{seat2} is protected, it can only hit you."
                )
            ),
            after=tip(
                N_(
                    "A Guard names a card: had you held a Prince, you would be out. You hold a "
                    "Guard, the one card that a Guard can never name."
                )
            ),
        ),
        Beat(
            1,
            "guard.3.princess",
            before=tip(
                N_(
                    "Now use what you know: play the Guard on {seat3} and name the Princess. "
                    "A right name puts {seat3} out."
                )
            ),
            after=tip(
                N_(
                    "Right: {seat3} is out, and the Princess lies open for all to see. One card, "
                    "the Baron, is left in your hand."
                )
            ),
            elsewhere=tip(
                N_(
                    "With the Baron you would compare hands, and nothing beats the Princess. "
                    "You know the card: the Guard, on {seat3}, naming the Princess."
                )
            ),
        ),
        Beat(
            2,
            "prince.1",
            before=tip(
                N_(
                    "Only two of you are left, and {seat2} is no longer protected. Whatever "
                    "{seat2} plays at somebody else can only hit you."
                )
            ),
            after=tip(
                N_(
                    "The Prince made you discard the Baron, without its effect, and draw a new "
                    "card. Had it been the Princess, you would be out."
                )
            ),
        ),
        Beat(
            1,
            "countess",
            before=tip(
                N_(
                    "Countess 7 and Prince 5 are 12 together: from 12 on the Countess must be "
                    "played. It does nothing, but it tells a little about the card you keep."
                )
            ),
            after=tip(
                N_(
                    "{seat2} can guess now that you kept a high card. Sometimes people play the "
                    "Countess freely, just to make others believe that."
                )
            ),
        ),
        Beat(
            2,
            "guard.1.king",
            before=tip(
                N_("Whoever plays the Countess often holds a Prince or the King. So watch out.")
            ),
            after=tip(
                N_(
                    "{seat2} named the King, and you hold the Prince: missed. Nobody has to show a "
                    "card for that, so {seat2} still does not know which one it is."
                )
            ),
        ),
        Beat(
            1,
            "prince.2",
            before=tip(
                N_(
                    "The deck is nearly empty, and then the highest card wins: keep the King. Play "
                    "the Prince on {seat2}, who has to give up the card kept so far."
                )
            ),
            after=tip(
                N_(
                    "{seat2} had saved up a second Handmaid. It has no effect when it is "
                    "discarded, and {seat2} now holds a card drawn by chance."
                )
            ),
            elsewhere=tip(
                N_(
                    "The King would swap your hands, and a Prince on yourself would throw the King "
                    "away. Better: the Prince, on {seat2}."
                )
            ),
        ),
        Beat(
            2,
            "priest.1",
            before=tip(N_("After this turn one card is left in the deck, and you will draw it.")),
            after=tip(
                N_(
                    "{seat2} has seen your King now. But {seat2} has no more turn to use it: "
                    "looking is best early in a round."
                )
            ),
        ),
        Beat(
            1,
            "guard.2.baron",
            before=tip(
                N_(
                    "Count what lies open: only a Guard and a Baron have not been seen. A Guard "
                    "cannot be named, so play yours on {seat2} and name the Baron."
                )
            ),
            after=tip(
                N_(
                    "Missed, so {seat2} had the Guard, and the Baron was the card set aside at the "
                    "start. The deck is empty, hands are shown: your King 6 beats the Guard 1!"
                )
            ),
            elsewhere=tip(
                N_(
                    "Keep the King, it wins when hands are shown. And of what a Guard may name "
                    "only the Baron has not been seen yet: name it, on {seat2}."
                )
            ),
        ),
    ),
    farewell=tip(
        N_(
            "You won this round, and a round won is a point. In a real match the next round is "
            "dealt at once, until somebody has enough points."
        )
    ),
)
"""Ten moves: looking and guessing, protection, a forced Countess, counting, the showdown."""
