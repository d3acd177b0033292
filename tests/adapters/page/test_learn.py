"""A guided first round over the page's socket: step by step, refused moves, and the way back."""
