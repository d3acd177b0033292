"""A guided first round: an honest claim, a bluff, two blocks, a challenge lost and one won."""

from __future__ import annotations

from core.kernel.lessons import Beat, Lesson, tip
from core.kernel.text import N_

LESSON = Lesson(
    seats=3,
    preset="bga_seed",
    position={
        "turn": 1,
        "seats": [
            {"coins": 2, "hidden": ["duke", "contessa"]},
            {"coins": 2, "hidden": ["assassin", "captain"]},
            {"coins": 2, "hidden": ["captain", "ambassador"]},
        ],
    },
    draws=("captain",),
    welcome=tip(
        N_(
            "Your two face-down cards are your influence: whoever has lost both is out, and the "
            "last one left wins. You may claim any character, whether you hold it or not."
        )
    ),
    beats=(
        Beat(
            1,
            "tax",
            then=("2:allow", "3:allow"),
            before=tip(
                N_(
                    "Coins are power, and Tax brings the most: three. It claims the Duke, and you "
                    "really hold one, so nothing can happen to you."
                )
            ),
            after=tip(
                N_(
                    "Nobody said “Challenge”, so you got three coins without showing a card. "
                    "Whether you hold the Duke, nobody knows."
                )
            ),
            elsewhere=tip(
                N_("That works too, but you hold a Duke: Tax is safe for you and brings three.")
            ),
        ),
        Beat(
            2,
            "income",
            before=tip(
                N_(
                    "{seat2} is next. Watch the coins: three pay for an assassination, seven for "
                    "a Coup."
                )
            ),
            after=tip(
                N_(
                    "Income is one coin, and nobody can object to it. With three coins {seat2} "
                    "could send an assassin next time."
                )
            ),
        ),
        Beat(
            3,
            "aid",
            before=tip(
                N_("And now {seat3}. Whoever claims no character cannot be caught in a lie.")
            ),
            after=tip(
                N_(
                    "Foreign Aid would be two coins, and it claims nothing. But anybody may stop "
                    "it by claiming the Duke, so you are asked now."
                )
            ),
        ),
        Beat(
            1,
            "block.duke",
            before=tip(
                N_(
                    "Block as the Duke: it costs you nothing and keeps {seat3} poor. You hold the "
                    "Duke, so let them doubt it."
                )
            ),
            after=tip(
                N_("A block is a claim as well. Now the others decide whether they believe you.")
            ),
            elsewhere=tip(
                N_("If you allow it, {seat3} gets the two coins. You hold the Duke: block it.")
            ),
        ),
        Beat(
            3,
            "challenge",
            then=("3:lose.ambassador",),
            before=tip(N_("{seat3} looks at you for a long time. Will {seat3} believe you?")),
            after=tip(
                N_(
                    "You could show the Duke, so {seat3} was wrong and lost a card. Your Duke went "
                    "back into the deck, and you drew another card for it: a Captain."
                )
            ),
        ),
        Beat(
            1,
            "tax",
            then=("2:allow", "3:allow"),
            before=tip(
                N_(
                    "Now bluff: take Tax again. You no longer hold a Duke, but nobody knows that, "
                    "and a wrong challenge has just cost {seat3} a card."
                )
            ),
            after=tip(
                N_(
                    "It worked: eight coins. Had somebody challenged you, you would have lost a "
                    "card and got nothing."
                )
            ),
            elsewhere=tip(
                N_(
                    "Stealing as the Captain would even be honest. But you came here to bluff: "
                    "take Tax."
                )
            ),
        ),
        Beat(
            2,
            "assassinate.1",
            before=tip(
                N_(
                    "Whoever has many coins becomes a target. {seat2} has three coins, and you "
                    "have eight."
                )
            ),
            after=tip(
                N_(
                    "{seat2} pays three coins and claims the Assassin: you are to lose a card. "
                    "Only you may block this, as the Contessa."
                )
            ),
        ),
        Beat(
            1,
            "block.contessa",
            then=("2:allow", "3:allow"),
            before=tip(
                N_(
                    "Block as the Contessa: you hold it. To challenge would be a gamble, for if "
                    "{seat2} has the Assassin you lose a card."
                )
            ),
            after=tip(
                N_(
                    "Nobody doubted you, and you keep both cards. {seat2}’s three coins are gone "
                    "all the same."
                )
            ),
            elsewhere=tip(
                N_(
                    "That can cost you a card, and the Contessa in your hand stops it for free. "
                    "Block as the Contessa."
                )
            ),
        ),
        Beat(
            3,
            "tax",
            before=tip(
                N_(
                    "{seat3} has one card left. Remember how {seat3} played before: Foreign Aid, "
                    "for two coins."
                )
            ),
            after=tip(
                N_(
                    "Now {seat3} claims the Duke for Tax. Whoever really had one would have taken "
                    "three coins the last time, wouldn’t they?"
                )
            ),
        ),
        Beat(
            1,
            "challenge",
            before=tip(
                N_(
                    "That smells like a bluff: challenge it. If you are right, {seat3} loses a "
                    "card; if you are wrong, you lose one."
                )
            ),
            after=tip(
                N_("There was no Duke! {seat3} got no coins, lost the last card, and is out.")
            ),
            elsewhere=tip(
                N_(
                    "Then {seat3} would get three coins. You have two cards and can risk it: "
                    "challenge."
                )
            ),
        ),
        Beat(
            1,
            "coup.2",
            then=("2:lose.captain",),
            before=tip(
                N_(
                    "You have eight coins, and seven pay for a Coup. It claims nothing, so nobody "
                    "can challenge or block it: {seat2} surely loses a card."
                )
            ),
            after=tip(
                N_(
                    "{seat2} chose which card to lose, the Captain, and has one left. You still "
                    "have two."
                )
            ),
            elsewhere=tip(
                N_("That is possible, but a Coup cannot fail, and you can pay for it: take it.")
            ),
        ),
    ),
    farewell=tip(
        N_(
            "So it goes on until one is left: collect, claim, doubt, and watch what others do. "
            "One more rule: whoever begins a turn with ten coins or more must stage a Coup."
        )
    ),
)
"""Eleven moves; two cards against one when it ends."""
