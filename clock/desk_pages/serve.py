"""The pages on an address, beside the desk's other jobs, until one of them ends."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from clock.desk.event import FILE
from clock.desk.event.certificates import PAGE, PAGE_KEY
from clock.desk_pages.app import DeskApp
from clock.rules.message import Problem, placed
from clock.web.visitors import Limits, Server, configure, listen

GRACE_S = 2
CANCEL_AGAIN_S = 1
LIMITS = Limits(of_all=600, of_one=64, backlog=128)
"""Clocks that enrol come for a moment each; those behind a router share its address."""


class _Server(Server):
    """Ends the pages' streams first of all, without waiting for a browser; leaves signals alone."""

    def __init__(self, config: uvicorn.Config, app: DeskApp) -> None:
        super().__init__(config)
        self._app = app

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to the desk, which ends the pages with its other jobs."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.end()
        await super().shutdown(sockets)


async def serve(
    app: DeskApp,
    host: str,
    port: int,
    jobs: list[Coroutine[Any, Any, None]],
    tls: Path | None = None,
    ready: Callable[[int], None] = lambda _port: None,
) -> None:
    """Serve the pages while the jobs run; where a job fails, the desk ends with its error.

    `tls` is the folder of an event, whose certificate the pages have. `ready` is called with the
    port once a browser may come; port 0 takes a free one. Raises Problem.
    """
    certificate = {} if tls is None else {"ssl_certfile": tls / PAGE, "ssl_keyfile": tls / PAGE_KEY}
    try:
        door = listen(host, port, LIMITS)
    except Problem as error:
        for job in jobs:
            job.close()
        raise Problem(placed(tls and tls / FILE, error.message)) from None
    options = {"lifespan": "off", "timeout_graceful_shutdown": GRACE_S, **certificate}
    server = _Server(configure(app, door, **options), app)
    tasks = [asyncio.create_task(job) for job in (*jobs, app.run())]
    serving = asyncio.create_task(server.serve(sockets=[door]))
    ready(door.getsockname()[1])
    try:
        done, _ = await asyncio.wait([serving, *tasks], return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.should_exit = True
        await end_tasks(tasks)
        await asyncio.wait([serving], timeout=2 * GRACE_S)
    for task in done:
        task.result()


async def end_tasks(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until they have ended.

    Once is not enough: the MQTT library's wait for a disconnection has no end where the broker goes
    at that very moment, and one cancellation only gets a task that far.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=CANCEL_AGAIN_S)
