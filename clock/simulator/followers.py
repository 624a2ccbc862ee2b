"""Who follows the clock on a connection that stays open: its pages, and listeners to its data."""

from collections.abc import Sequence

from clock.web.visitors import has_room

FOLLOWERS_MAX = 16
"""The most pages open at once, and the most listeners; a further one is refused, and may retry."""
FOLLOWERS_OF_ONE = 8
"""The most of one address, so that no visitor can keep the others out."""
HEARTBEAT_S = 1.0
"""The longest pause between messages: after more a follower takes the connection for dead."""


def admits(host: str | None, followers: Sequence[str | None]) -> bool:
    """Return whether one more may follow from an address, beside the addresses that do."""
    return has_room(followers, host, FOLLOWERS_MAX, FOLLOWERS_OF_ONE)
