"""The words of the page that checks a record, by the keys under which its script asks for them.

They are texts with blanks, and not messages: the page fills them in by itself.
"""

from __future__ import annotations

from core.kernel.text import N_

TEXTS = {
    # the page
    "brand": N_("Fumibako"),
    "title": N_("Check a game"),
    "first": N_("Whoever runs the host can see every hand. No mathematics changes that."),
    "intro": N_(
        "Choose the record of a finished game, as whoever played gets it from the host. This page "
        "works everything out again by itself. It sends nothing anywhere, and can be kept as a "
        "file."
    ),
    "choose": N_("The file of the record"),
    "paste": N_("Or its text"),
    "check": N_("Check"),
    "languages": N_("Language of this page"),
    "own": N_(
        "This page shares no code with the host. How everything is worked out stands in "
        "docs/fairness.md of Fumibako."
    ),
    # what came out
    "good": N_("Nothing differs."),
    "bad": N_("Something differs: {place}"),
    "proves-nothing": N_(
        "This is not the record of a game as it was sealed and played. It proves nothing."
    ),
    "none": N_("This can't be checked: {place}"),
    "mark-good": N_("fits"),
    "mark-bad": N_("differs"),
    "mark-note": N_("note"),
    "no-json": N_("This is not JSON."),
    "no-record": N_("This is not the record of a real game, or not in a form that is known here."),
    "no-version": N_("Only records of version 1 and 2 are known here."),
    "found": N_("What was looked at"),
    "seal-fits": N_("The seal is that of the secret."),
    "seal-wrong": N_("The seal is not that of the secret. That would be {value}."),
    "marks-fit": N_("Names that fit their marks: {count}."),
    "marks-gone": N_(
        "Names that can't be checked, since somebody was forgotten: {count}. Nothing else changes "
        "by that."
    ),
    "mark-wrong": N_("This name and salt do not give this mark."),
    "commit-fits": N_("The commit is that of the game, the seal, the people and their cuts."),
    "commit-wrong": N_("The commit is another one. That of this record would be {value}."),
    "beacon-fits": N_(
        "Round {round} of the beacon: the randomness is the hash of the signature. Whether the "
        "signature is the beacon’s own is looked at by “fumibako verify”."
    ),
    "beacon-time": N_(
        "Round {round} came at {time} (UTC). The message of the start must be older than that."
    ),
    "beacon-wrong": N_("The randomness is not the hash of the beacon’s signature."),
    "beacon-missed": N_("The beacon did not answer in time, so the deal went without it."),
    "seed-fits": N_("The seed follows from the secret, the cuts and the beacon."),
    "seed-wrong": N_("The seed is another one. It would be {value}."),
    "seats-fit": N_("The seats were drawn by the seed."),
    "seats-wrong": N_("The seats were drawn otherwise: {value}"),
    "chain-fits": N_("All moves are bound into the chain: {count}."),
    "chain-wrong": N_("The moves, or who made them, are not those of the chain."),
    "by-others": N_(
        "Moves of computers: {computers}. Answers for somebody who was silent or away: {defaults}. "
        "“fumibako verify” works them out again."
    ),
    "cards-fit": N_("Every card that was played was in that hand."),
    "cards-wrong": N_("This move can’t be: the card was not in that hand."),
    "end-fits": N_("The game ends where its record ends."),
    "end-wrong": N_("The game does not end where its record ends."),
    "computer-wrong": N_("This seat is a computer’s, and the move is not marked as its own."),
    "rules-elsewhere": N_(
        "Whether every move was legal by the rules of the game, up to its end, is looked at by "
        "“fumibako verify”."
    ),
    "was-closed": N_("The game was given up before its end."),
    "never-dealt": N_("The table was closed before anything was dealt: there is only the seal."),
    # what it means
    "compare": N_("Compare with the chat"),
    "compare-why": N_(
        "Only what stood in the chat in time proves anything: a whole record can be made up. These "
        "must be the same there."
    ),
    "compare-why-old": N_("Only the seal that somebody saw before the start proves anything."),
    "the-seal": N_("The seal, told at the opening"),
    "the-commit": N_("The commit, told at the start"),
    "the-link": N_("The last link, told with the result"),
    "proved": N_("What this proves, if the numbers below stood in the chat"),
    "not-proved": N_("What this does not prove"),
    "p-fixed": N_("The deal was fixed before the first move, and was dealt as it was fixed."),
    "p-bits": N_(
        "The host did not choose the deal alone: people cut, and added {bits} bits that it could "
        "not know at the opening."
    ),
    "p-beacon": N_(
        "Nobody chose the deal: it depends on a public number that did not exist yet when secret "
        "and cuts were fixed. (If the signature is the beacon’s own.)"
    ),
    "p-played": N_("The moves, and who made them, are those that were played."),
    "n-hands": N_(
        "That nobody looked: whoever runs the host can see every hand, and can tell it to others."
    ),
    "n-uncut": N_("Nobody cut: the host could have chosen any deal it liked."),
    "n-few": N_(
        "{bits} bits are few: a host could search for a secret that suits it whichever way people "
        "cut, at least more often than chance."
    ),
    "n-friend": N_(
        "A host with a friend at the table could still search that friend’s cut, or start the game "
        "at a moment that suits it."
    ),
    "n-page": N_(
        "That bits of a page are random: its script comes from the host. Whoever cut there can "
        "compare them with what their browser sent."
    ),
    "n-beacon": N_("The beacon was late: this deal is not proved against whoever runs the host."),
    "n-people": N_("Who is behind a name, and what they told each other."),
    "n-played-old": N_(
        "That moves and names are those of the game: records of version 1 don’t bind them, and "
        "don’t name computers."
    ),
    "n-words": N_(
        "Records of version 1 were cut by free words: whoever cut last, together with the host, "
        "could search for words that suit them."
    ),
    # the deal
    "deal": N_("The deal"),
    "round": N_("Round {number}"),
    "begins": N_("{name} begins."),
    "seat": N_("{name} (seat {seat})"),
    "computer": N_("{name} (seat {seat}, computer)"),
    "nameless": N_("Player {n}"),
    "comma": N_(", "),
    "pile-aside": N_("Set aside"),
    "pile-faceup": N_("Face up"),
    "pile-castle": N_("Castle"),
    "pile-box": N_("Out of the game"),
    "person-cut": N_("{name}: {cut}"),
    "cuts": N_("The cuts"),
    "cut-none": N_("did not cut"),
    "cut-page": N_("{picture}, and {bits} bits of a page"),
    "by-words": N_("“{words}”"),
}
