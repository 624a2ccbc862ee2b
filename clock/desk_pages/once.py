"""An act that is asked for again, as its answer was lost, is not done again."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.responses import Response

REMEMBERED_MAX = 200
"""So many answers are remembered."""


class Once:
    """The answers to the last acts, by the mark that a page gave each."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], asyncio.Task[Response]] = {}

    async def answer(self, who: str, mark: str, do: Callable[[], Awaitable[Response]]) -> Response:
        """Return what an act came to; it goes on if nobody waits for it any more."""
        key = (who, mark)
        if not mark or key not in self._answers:
            task = asyncio.ensure_future(do())
            if mark:
                self._answers[key] = task
            if len(self._answers) > REMEMBERED_MAX:
                del self._answers[next(iter(self._answers))]
        else:
            task = self._answers[key]
        return await asyncio.shield(task)
