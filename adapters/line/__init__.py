"""LINE: replies only, hands that are pulled, letters in the group."""
