"""What other programs read: one documented feed, docs/feed.md."""
