"""Waiting for what a clock is asked to do."""

import asyncio
from collections.abc import Callable

LOOK_S = 0.05
"""How far apart the looks are."""


async def comes_to_hold(holds: Callable[[], bool], within_s: float) -> bool:
    """Return whether something holds within a time, as soon as it does."""
    loop = asyncio.get_running_loop()
    until_s = loop.time() + within_s
    while not holds():
        if loop.time() >= until_s:
            return False
        await asyncio.sleep(LOOK_S)
    return True
