"""`clapper desk run`: an event's database, its pages and, if it has its own, its broker."""

import asyncio
import gc
import logging
import os
from asyncio.subprocess import PIPE
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import which

from sqlalchemy.exc import SQLAlchemyError

from clock.desk.confirmed_games import end_confirmed_games
from clock.desk.desk import Desk
from clock.desk.enrolments import Enrolments
from clock.desk.event import FILE, Event, database_url
from clock.desk.event.broker import (
    CONF,
    CONTROL_TOPIC,
    DESK_USER,
    PASSWORD,
    require_port,
    restore_desk_login,
    take_club_clocks,
)
from clock.desk.event.certificates import CA, require_certificates
from clock.desk.event.club import club_clocks
from clock.desk.people import People
from clock.desk.round_tables import expect_round
from clock.desk.rounds_store import Rounds
from clock.desk.site import Site
from clock.desk.store import Store
from clock.desk.strangers import Strangers
from clock.desk.subscriber import Subscriber
from clock.desk_pages.app import DeskApp
from clock.desk_pages.serve import serve
from clock.notation.toml import read_text
from clock.presets import find_presets, own_folders
from clock.rules.message import Problem, placed
from hal.factories import one_line

BROKER_STOP_S = 2.0
"""How long to wait for the broker to stop."""

log = logging.getLogger(__name__)


async def run(folder: Path, event: Event, ready: Callable[[int], None]) -> None:
    """Run the desk of the event in `folder` until it is stopped; `ready` is as in `serve`."""
    password = read_text(folder / PASSWORD).strip()
    require_certificates(folder, broker=event.has_own_broker)
    if event.has_own_broker:
        require_port(folder, event.broker_port)
    subscriber = Subscriber(event.broker, event.of_clocks, DESK_USER, password, folder / CA)
    gc.disable()  # all that is loaded stays: to look for garbage only delays it
    try:
        store = Store(database_url(folder, event))
        rounds = Rounds(store.engine, event.section_at)
        desk, people = Desk(store, subscriber), People(store.engine)
    except (SQLAlchemyError, ImportError) as error:
        why = one_line(getattr(error, "orig", None) or error)
        raise Problem(placed(folder / FILE, placed("database", why))) from None
    finally:
        gc.enable()

    def send_broker_control(payload: bytes) -> None:
        if not subscriber.connected:
            raise Problem("the broker cannot be reached: try again")
        subscriber.publish(CONTROL_TOPIC, payload)

    club = club_clocks(Path(event.club_folder)) if event.club else None
    site = Site(
        desk,
        rounds,
        people,
        event,
        find_presets(*own_folders(os.environ)),
        (folder / CA).read_bytes(),
        send_broker_control,
        Enrolments(),
        lambda: subscriber.trouble,
        Strangers(),
        club,
    )
    expect_round(site)
    if event.has_own_broker:
        restore_desk_login(folder, password)
        if club is not None:
            take_club_clocks(folder, event.club, club.passwords())
    jobs = [desk.run(), subscriber.run(desk), end_confirmed_games(site)]
    if event.has_own_broker:
        jobs.append(run_broker(folder))
    gc.freeze()  # nor is it looked for there again and again
    await serve(DeskApp(site), event.host, event.port, jobs, folder, ready)


async def run_broker(folder: Path) -> None:
    """Run the event's broker, and restart it whenever it exits.

    Where `setpriv` is installed, it also stops if the desk is killed.
    """
    program = which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise Problem("`mosquitto` is not installed: `apt install mosquitto`")
    die_with_desk = ("setpriv", "--pdeathsig", "TERM") if which("setpriv") else ()
    command, last_logged = (*die_with_desk, program, "-c", CONF), ""
    while True:
        # In its own session: Ctrl-C in a terminal reaches only the desk, which then stops it.
        broker = await asyncio.create_subprocess_exec(
            *command, cwd=folder, stderr=PIPE, start_new_session=True
        )
        assert broker.stderr is not None
        errors: deque[bytes] = deque(maxlen=2)
        try:
            async for line in broker.stderr:
                if b"Error" in line:
                    errors.append(line.partition(b": ")[2].strip())  # after the timestamp
            status = await broker.wait()
        finally:
            with suppress(ProcessLookupError, TimeoutError):
                broker.terminate()
                async with asyncio.timeout(BROKER_STOP_S):
                    await broker.wait()
        why = f"mosquitto exited with status {status} {b' '.join(errors).decode()}".strip()
        if why != last_logged:
            log.error(last_logged := why)
        await asyncio.sleep(1)
