"""The pages of the desk, and the data for their templates."""

import asyncio
from base64 import b32encode, b64encode
from contextlib import suppress
from datetime import datetime
from urllib.parse import quote

import msgspec
import segno
from starlette.responses import Response

from clock.desk.event import addresses_now
from clock.desk.hall_rows import hall_rounds
from clock.desk.live import ClockLive
from clock.desk.people import UserRole
from clock.desk.site import Site
from clock.desk.witness import describe
from clock.desk_pages.feed.api import DELAYS_S
from clock.desk_pages.registry import page
from clock.desk_pages.remote_menu import open_menu
from clock.desk_pages.requests import BODY_BYTES_MAX, PageRequest
from clock.desk_pages.result_rows import result_rows
from clock.desk_pages.section_choice import section_context, section_shown
from clock.desk_pages.spares import replacement_context
from clock.desk_pages.stored_games import stored_game
from clock.desk_pages.stream import is_turned
from clock.display.allowances import allowances
from clock.display.draw import NARROW, draw
from clock.display.view import view
from clock.link.messages import PROTOCOL
from clock.records.game_log import lines_of
from clock.records.naming import outcome
from clock.records.report.html_page import html_page
from clock.records.report.reported import reported_game
from clock.records.source import Source
from clock.rounds import results
from clock.rounds.pairings import by_number, round_of, whole_number
from clock.rounds.results import ResultStep, RoundKey
from clock.rules.message import Problem
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import HALTED, State
from clock.rules.timing import remaining_ns
from clock.text.control import setup_sentences
from clock.text.counting import last_text
from clock.text.ending import seat_label, time_cost
from clock.text.idle_presses import idle_press_texts
from clock.text.language import N_
from clock.text.words import shown_time
from clock.web.guard import REPORT_POLICY

SIGNAL_WEAK = -75
"""In dBm; below it a wireless network is not to be relied on."""
_KINDS = {"csv": "text/csv", "json": "application/json", "trf": "text/plain"}


@page("/now", UserRole.REFEREE, "now.html", N_("Now"))
async def now(site: Site, asked: PageRequest) -> dict[str, object]:
    """Who needs a referee next."""
    return {
        "zones": site.event.zones,
        "on_duty": asked.session.name in site.desk.attention.referees,
    }


@page("/tables/{table}", UserRole.REFEREE, "table.html")
async def table(site: Site, asked: PageRequest) -> dict[str, object]:
    """A single table: displays, log, links."""
    clock = _clock(site, asked)
    state, log = clock.state, list[str]()
    with suppress(Problem):  # none was played, or its first line is not in the database yet
        source = _source(site, clock)
        log = await asyncio.to_thread(lambda: list(lines_of(source)))
    return {
        **replacement_context(site, clock),
        "clock": clock,
        "table": asked.table,
        "setup": () if state is None else setup_sentences(state.setup),
        "log": log,
        "drift": _drift(clock),
        "has_game": bool(log),
        "players": _players(clock),
        "stands": state is not None and state.phase in HALTED,
        "ignored": idle_press_texts(state) if state and state.phase in HALTED else (),
    }


@page("/tables/{table}/faces", UserRole.SCREEN)
async def faces(site: Site, asked: PageRequest) -> Response:
    """Both displays, drawn as the clock draws them."""
    clock = _clock(site, asked)
    now_ns = site.desk.now_ns()
    state = clock.state_at(now_ns)
    if state is None:
        raise Problem("this clock has not reported yet")
    instant = clock.instant(now_ns)
    both = {seat.value: _face(clock, state, seat, instant) for seat in (LEFT, RIGHT)}
    return Response(msgspec.json.encode(both), media_type="application/json")


@page("/tables/{table}/report", UserRole.REFEREE)
async def report(site: Site, asked: PageRequest) -> Response:
    """The report of the last game, or of a named one, by `clapper report`."""
    game = asked.query("game")
    source = _named_source(site, game) if game else _source(site, _clock(site, asked))
    text = await asyncio.to_thread(lambda: html_page(reported_game(source)))
    headers = {"Content-Security-Policy": REPORT_POLICY}
    return Response(text, media_type="text/html", headers=headers)


@page("/tables/{table}/sheet", UserRole.REFEREE, "sheet.html")
async def game_sheet(site: Site, asked: PageRequest) -> dict[str, object]:
    """A game's sheet for the players to sign: the result, and the head of its journal."""
    clock = _clock(site, asked)
    state = clock.state_at(site.desk.now_ns())
    if clock.at is None or state is None or state.started_at_ns is None:
        raise Problem("no game has been played on this clock")
    at = clock.at
    instant = clock.instant(site.desk.now_ns())
    head = f"clapper:{site.event.event}/{clock.id}/{at.game}/{at.lines}/{at.hash}"
    return {
        "clock": clock,
        "names": clock.names,
        "ignored": idle_press_texts(state),
        "ended": ""
        if state.result is None
        else outcome(clock.names, state.setup, state.result, state.ground, state.black),
        "seats": [
            {
                "name": clock.names.at(seat),
                "seat": seat_label(state, seat),
                "moves": state.play.made(seat),
                "left": " · ".join(
                    (
                        shown_time(remaining_ns(state, seat, instant), tenths=False),
                        *time_cost(state, seat),
                        *(each.spoken for each in allowances(state, seat, instant)),
                    )
                ),
            }
            for seat in (LEFT, RIGHT)
        ],
        "last_move": last_text(
            state.setup, state.play.moves if state.last_move is None else state.last_move
        ),
        "letters": head_letters(at.hash),
        "code": _code(head),
        "at": at,
    }


@page("/tables/{table}/correct", UserRole.ORGANIZER, "correct.html")
async def correct_page(site: Site, asked: PageRequest) -> dict[str, object]:
    """A level of the organizer's menu."""
    found = open_menu(site, asked)
    return {
        "table": asked.table,
        "shown": found.as_page(),
        "seen": found.last_line,
        "go": found.go,
    }


@page("/tables/{table}/overlay", UserRole.SCREEN, "overlay.html")
async def overlay(_site: Site, asked: PageRequest) -> dict[str, object]:
    """Names and times of one table, to lay over a stream's picture."""
    return {"table": asked.table}


@page("/results", UserRole.REFEREE, "results.html", N_("Results"))
async def results_page(site: Site, asked: PageRequest) -> dict[str, object]:
    """How the games of a round ended."""
    section = section_shown(site, asked)
    current = site.rounds.current(section)
    if number := asked.query("round"):
        current = site.rounds.require(RoundKey(section, round_of(number)))
    rows = [] if current is None else list(result_rows(site, current))
    left_out = [] if current is None else results.not_in_report(current)
    return {
        **section_context(site, section),
        "round": current,
        "rounds": sorted(key.number for key in site.rounds.rounds if key.section == section),
        "rows": rows,
        "missing": [row.table.pairing.table for row in rows if row.is_missing],
        "unconfirmed": [row.table.pairing.table for row in rows if row.is_unconfirmed],
        "agreed": [row.mark for row in rows if row.is_agreed and not row.table.counting],
        "running": [row for row in rows if row.is_agreed and row.table.counting],
        "steps": ResultStep,
        "bytes_max": BODY_BYTES_MAX,
        "not_in_report": left_out,
        "blank_in_report": [
            row
            for row in rows
            if row.result and row.is_unconfirmed and row.table.pairing not in left_out
        ],
    }


@page("/results/{round}.{kind}", UserRole.REFEREE)
async def results_file(site: Site, asked: PageRequest) -> Response:
    """A round with its results, as a file."""
    parameters = asked.request.path_params
    number, kind = round_of(parameters["round"]), str(parameters["kind"])
    section = section_shown(site, asked)
    round_ = site.rounds.rounds.get(RoundKey(section, number))
    if round_ is None or kind not in _KINDS:
        raise Problem("no such round")
    found = {result.table: result for result in site.rounds.results(round_.key)}
    writers = {"csv": results.as_csv, "json": results.as_json, "trf": results.as_trf}
    content = writers[kind](round_, found)
    name = "-".join(filter(None, (site.event.event, section, f"{number}.{kind}")))
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    return Response(content, media_type=_KINDS[kind], headers=headers)


@page("/clocks", UserRole.ORGANIZER, "clocks.html", N_("Clocks"))
async def clocks(site: Site, asked: PageRequest) -> dict[str, object]:
    """Every clock: its table, its state, its faults."""
    now_ns = site.desk.now_ns()
    rows = sorted(site.desk.clocks.values(), key=lambda clock: by_number(clock.table))
    return {
        "clocks": [(clock, clock.online(now_ns), _drift(clock)) for clock in rows],
        "charges": {clock.id: _charge(clock) for clock in rows if _charge(clock)},
        "findings": [
            (each, describe(each.finding), _time(each.found), each.id in site.desk.seen)
            for each in reversed(site.desk.findings)
        ],
        "weak": SIGNAL_WEAK,
        "admits": bool(site.authority),
        "protocol": PROTOCOL,
        "strangers": site.strangers.present() if site.strangers else (),
        "addresses": ", ".join(addresses_now(site.event)),
        "away": site.event.club_folder if site.event.club and site.club is None else "",
        "asking": len(site.enrolments.codes),
        "code": code if (code := asked.query("code")) in site.enrolments.codes else "",
    }


@page("/clocks/list", UserRole.REFEREE, "glance.html")
async def clock_list(site: Site, _asked: PageRequest) -> dict[str, object]:
    """What a hall needs to know of its clocks before a round, on paper."""
    now_ns = site.desk.now_ns()
    rows = sorted(site.desk.clocks.values(), key=lambda clock: by_number(clock.table))
    return {
        "clocks": [(clock, clock.online(now_ns), _charge(clock), _drift(clock)) for clock in rows],
        "weak": SIGNAL_WEAK,
        "now": _time(site.desk.wall_ms()),
    }


@page("/people", UserRole.ORGANIZER, "people.html", N_("People"))
async def people(site: Site, asked: PageRequest) -> dict[str, object]:
    """Who may log in."""
    address = str(asked.request.base_url)
    own = asked.request.base_url.hostname in ("localhost", "127.0.0.1", "::1")
    code = "" if own else _code(address)  # no phone gets there
    return {
        "people": site.people.everybody(),
        "delays": site.people.delays,
        "delays_s": DELAYS_S,
        "address": address,
        "code": code,
    }


@page("/screen", UserRole.SCREEN, "screen.html", N_("Screen"))
async def screen(site: Site, _asked: PageRequest) -> dict[str, object]:
    """All tables, for the hall."""
    return {"rounds": msgspec.json.encode(hall_rounds(site)).decode()}


def head_letters(line_hash: str) -> str:
    """Return a head in eight letters, to read out or to write down."""
    letters = b32encode(bytes.fromhex(line_hash[:10])).decode()
    return f"{letters[:4]} {letters[4:]}"


def _clock(site: Site, asked: PageRequest) -> ClockLive:
    clock = site.desk.by_table(asked.table)
    if clock is None:
        raise Problem("no clock at table {table}", table=asked.table)
    return clock


def _source(site: Site, clock: ClockLive) -> Source:
    """The last game of a clock as the desk has it."""
    if clock.at is None:
        raise Problem("no game has been played on this clock")
    return stored_game(site, clock.id, clock.at.game)


def _named_source(site: Site, name: str) -> Source:
    """A game by its clock and number, as results name it."""
    clock, _, number = name.rpartition("/")
    return stored_game(site, clock, whole_number(number))


def _players(clock: ClockLive) -> tuple[str, str]:
    """The players of a clock's game, the side first that begins."""
    left, right, state = clock.names.left, clock.names.right, clock.state
    return (right, left) if state is not None and is_turned(state) else (left, right)


def _face(clock: ClockLive, state: State, seat: Seat, instant: int) -> dict[str, str]:
    """A display as it is now: its pixels, eight to a byte, and the same in words."""
    face = view(state, seat, instant, faults=clock.beat.faults, battery_low=clock.beat.battery)
    bits = b64encode(draw(face, NARROW).tobytes()).decode()
    return {"bits": bits, "sentence": face.sentence}


def _time(wall_ms: int) -> str:
    return datetime.fromtimestamp(wall_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def _drift(clock: ClockLive) -> str:
    drift_ppm = clock.time.drift_ppm
    return "" if drift_ppm is None else f"{round(drift_ppm):+d} ppm"


def _charge(clock: ClockLive) -> str:
    beat = clock.beat
    charge = beat.charge if beat.battery is None else beat.battery
    return "" if charge is None else f"{charge} %"


def _code(text: str) -> str:
    """A text as a QR code, drawn in the page."""
    return segno.make(text, micro=False).svg_inline(border=2, light="#fff", omitsize=True)
