"""What a reader sees and may press."""
