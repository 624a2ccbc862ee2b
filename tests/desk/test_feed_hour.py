"""An hour of the feed as programs read it: a page like those of OBS, and a poller."""

import json
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from clock.desk.people import UserRole
from clock.desk_pages.feed.api import TABLES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.timing import charge
from tests.conftest import WAIT_S
from tests.desk.desk_server import PASSWORD, SCREEN
from tests.desk.feed_hall import FeedHall, feed_hall, served_hour

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

KEY = f"?name={SCREEN}&key={PASSWORD}"
LATE_S = 300
LATE_KEY = "?name=tv&key=late"
OVERLAY = """<!doctype html><p id="time"></p><script>
let T = 0, heard = 0, opened = 0;
const tables = {};
const source = new EventSource("%s");
const take = (each) => { tables[each.table] = each; T = Math.max(T, each.at_ms); };
source.onopen = () => { opened += 1; };
source.addEventListener("state", ({ data }) => {
  const state = JSON.parse(data);
  for (const each of state.tables) take(each);
  T = state.time_ms;
});
source.addEventListener("table", ({ data }) => { heard += 1; take(JSON.parse(data)); });
source.addEventListener("beat", ({ data }) => { T = JSON.parse(data).time_ms; });
function shown(table, side, at) {
  const { [side]: seat, at_ms } = tables[table];
  const ran = seat.rate_ms_per_s ? Math.max(0, at - at_ms - seat.delay_left_ms) : 0;
  const ms = seat.remaining_ms + ran * seat.rate_ms_per_s / 1000;
  return seat.below_zero ? ms : Math.max(0, ms);
}
</script>"""


class Poller(Thread):
    """Asks for everything again and again, on one connection."""

    def __init__(self, port: int, key: str) -> None:
        super().__init__(daemon=True)
        self._port, self._key, self.ends = port, key, Event()
        self.times_ms: list[int] = []
        self.moves: list[int] = []
        self.statuses: list[int] = []
        self.last: dict[str, Any] = {}

    def run(self) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=WAIT_S)
        while not self.ends.wait(0.02):
            connection.request("GET", TABLES + self._key)
            answer = connection.getresponse()
            text = answer.read()
            self.statuses.append(answer.status)
            if answer.status == 200:
                self.last = json.loads(text)
                self.times_ms.append(self.last["time_ms"])
                sides = [each[side] for each in self.last["tables"] for side in ("left", "right")]
                self.moves.append(sum(seat["moves"] for seat in sides))
        connection.close()

    def stop(self) -> None:
        self.ends.set()
        self.join(WAIT_S)


def test_an_overlay_and_pollers_read_an_hour_and_every_time_is_the_clocks(
    new_page: "NewPage", tmp_path: Path
) -> None:
    with feed_hall(tmp_path) as hall, served_hour(hall) as hour:
        hall.site.people.put("tv", UserRole.SCREEN, "late", LATE_S)
        port = hour.port.result()
        hall.start(1, 2, 3, 5, 6)
        file = tmp_path / "overlay.html"
        stream = TABLES.replace("tables.json", "stream")
        file.write_text(OVERLAY % f"http://127.0.0.1:{port}{stream}{KEY}")
        page = new_page(bypass_csp=False)
        page.goto(file.as_uri())
        page.wait_for_function("T > 0")
        pollers = [Poller(port, KEY), Poller(port, LATE_KEY)]
        for each in pollers:
            each.start()
        for _ in range(12):
            hour.pass_time(300)
            now_ms = hall.feed.now_ms
            page.wait_for_function(f"T >= {now_ms} - 5000")
            require_clocks(hall, page, now_ms)
        for each in pollers:
            each.stop()
        assert page.evaluate("opened") == 1
        assert page.evaluate("heard") > 100
    live, late = pollers
    assert set(live.statuses) == {200}
    assert sorted(set(late.statuses)) == [200, 503]
    for each in pollers:
        assert each.times_ms == sorted(each.times_ms)
        assert each.moves == sorted(each.moves)
    assert 0 < late.moves[-1] < live.moves[-1]


def require_clocks(hall: FeedHall, page: "Page", now_ms: int) -> None:
    """The page has each time as the clock at the table has it."""
    for number, station in enumerate(hall.hall.stations.values(), 1):
        if station.state is None:
            continue
        now = charge(station.state, max(station.time_ns(hall.time_ns), station.state.since_ns))
        for seat in (LEFT, RIGHT):
            own_ms = now.seat(seat).remaining_ns / 1e6
            asked = [f"{number}", seat.value, now_ms]
            shown_ms = page.evaluate("(asked) => shown(...asked)", asked)
            assert abs(shown_ms - own_ms) < 10, (number, seat)
