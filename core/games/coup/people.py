"""How people answer at a table of Coup, as often as experience has it.

Everything here is a frequency from 0 to 1. Where only two are left people lie and doubt more:
nobody else can know better, and nobody else gains by it.
"""

from __future__ import annotations

from core.games.coup.names import Deed

LIES = {
    Deed.TAX: 0.2,
    Deed.COOPERATE: 0.2,
    Deed.STEAL: 0.15,
    Deed.EXCHANGE: 0.12,
    Deed.ASSASSINATE: 0.13,
    Deed.EXAMINE: 0.15,
    Deed.EMBEZZLE: 0.2,
}
"""How often an action is claimed by who lacks the card, for each time by who holds it; Embezzle by
who holds the Duke, for each time by who does not."""

DUEL_LIES = {
    Deed.TAX: 0.05,
    Deed.COOPERATE: 0.05,
    Deed.STEAL: 0.2,
    Deed.EXCHANGE: 0.8,
    Deed.ASSASSINATE: 0.12,
    Deed.EXAMINE: 0.3,
    Deed.EMBEZZLE: 0.3,
}

WARY_LIES = {
    Deed.TAX: 0.9,
    Deed.COOPERATE: 0.9,
    Deed.STEAL: 0.2,
    Deed.EXCHANGE: 0.3,
    Deed.ASSASSINATE: 0.3,
    Deed.EXAMINE: 0.3,
    Deed.EMBEZZLE: 0.3,
}
"""… as a wary player takes it: who has nothing better to do in a duel says Duke."""

BLOCK_LIES = {Deed.AID: 2.0, Deed.STEAL: 0.7, Deed.ASSASSINATE: 0.8, Deed.EXAMINE: 0.3}
"""… a block of such an action: it costs nothing to try. Foreign Aid anybody may say to block."""

OLD_LIES = 0.25
"""… a claim that stood the test of a turn."""

OLD_DENIALS = 0.5
"""How often who holds the Duke by now has said not to hold it, against who does not."""

LET = 0.35
"""How often who holds a card lets pass what it would block, for each time who lacks it."""

CAUGHT = 0.3
"""How often somebody holds by now what they were caught without, against anybody else."""

DOUBTED = {
    Deed.TAX: 0.12,
    Deed.COOPERATE: 0.12,
    Deed.STEAL: 0.05,
    Deed.EXCHANGE: 0.03,
    Deed.ASSASSINATE: 0.12,
    Deed.EXAMINE: 0.05,
    Deed.EMBEZZLE: 0.16,
}
"""How often the target of a false claim challenges it; others half as often.

Tax is worth a challenge to everybody: nothing else brings so much, and nobody can block it.
"""

DUEL_DOUBTED = {
    Deed.TAX: 0.2,
    Deed.COOPERATE: 0.2,
    Deed.STEAL: 0.12,
    Deed.EXCHANGE: 0.06,
    Deed.ASSASSINATE: 0.1,
    Deed.EXAMINE: 0.08,
    Deed.EMBEZZLE: 0.16,
}

BLOCK_DOUBTED = {Deed.AID: 0.15, Deed.STEAL: 0.11, Deed.ASSASSINATE: 0.3, Deed.EXAMINE: 0.1}
"""How often a false block of such an action is challenged."""

DUEL_BLOCK_DOUBTED = {
    Deed.AID: 0.2,
    Deed.STEAL: 0.2,
    Deed.ASSASSINATE: 0.18,
    Deed.EXAMINE: 0.15,
}

TRUE = 0.5
"""How often a true claim is challenged, for each time a false one is."""

KNOWN = 0.95
"""How often a claim is challenged that everybody knows to be false."""

USES = 0.95
"""How often who can block does."""

BLUFFS = {Deed.AID: 0.1, Deed.STEAL: 0.45, Deed.ASSASSINATE: 0.7, Deed.EXAMINE: 0.15}
"""How often who cannot block such an action does."""

DUEL_BLUFFS = {Deed.AID: 0.5, Deed.STEAL: 0.8, Deed.ASSASSINATE: 0.85, Deed.EXAMINE: 0.2}
