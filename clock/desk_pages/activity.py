"""The page *Activity*: who did what at the desk and when, and the same as files."""

import csv
from collections.abc import Callable
from datetime import datetime
from io import StringIO

import msgspec
from starlette.responses import Response

from clock.desk.act_log import LoggedAct
from clock.desk.people import UserRole
from clock.desk.site import Site
from clock.desk_pages.registry import page
from clock.desk_pages.requests import PageRequest
from clock.rounds.results import plain_cell
from clock.rules.message import Message, Problem
from clock.text.language import N_, render

SHOWN_MAX = 300
"""Acts on the page; a file has all."""
FOLDED = 5
"""More changes than this of an act are shown when they are asked for."""
_COLUMNS = ("time", "who", "act", "changes")


@page("/activity", UserRole.ORGANIZER, "activity.html", N_("Activity"))
async def activity(site: Site, _asked: PageRequest) -> dict[str, object]:
    """What was done at the desk, the newest first."""
    acts = [_row(each, render) for each in site.log.acts(SHOWN_MAX)]
    return {"acts": acts, "most": SHOWN_MAX, "folded": FOLDED}


@page("/activity.{kind}", UserRole.ORGANIZER)
async def activity_file(site: Site, asked: PageRequest) -> Response:
    """All acts as a file in English, the oldest first."""
    kind = str(asked.request.path_params["kind"])
    rows = [_row(each, str) for each in reversed(site.log.acts())]
    if kind == "json":
        content, media = msgspec.json.format(msgspec.json.encode(rows)), "application/json"
    elif kind == "csv":
        content, media = _as_csv(rows).encode(), "text/csv"
    else:
        raise Problem("no such page")
    headers = {"Content-Disposition": f'attachment; filename="{site.event.event}-activity.{kind}"'}
    return Response(content, media_type=media, headers=headers)


def _row(act: LoggedAct, write: Callable[[Message], str]) -> dict[str, str | list[str]]:
    wall = datetime.fromtimestamp(act.at_ms / 1000).astimezone().isoformat(timespec="seconds")
    values = wall, act.who, write(act.text), [*map(write, act.changes)]
    return dict(zip(_COLUMNS, values, strict=True))


def _as_csv(rows: list[dict[str, str | list[str]]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        *cells, changed = row.values()
        writer.writerow([plain_cell(each) for each in (*cells, "; ".join(changed))])
    return out.getvalue()
