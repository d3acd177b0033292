"""Telegram: a group's board, private hands, presses answered at once."""
