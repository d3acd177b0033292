"""The page: one table as one person sees it, drawn from typed data."""
