"""The public beacon: rounds of randomness that nobody knows before their time. An extra."""
