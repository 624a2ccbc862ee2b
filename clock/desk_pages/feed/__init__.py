"""The feed for other programs, described in docs/feed.md."""
