"""What the sheet's routes refuse: only a message of the page itself sets the clock."""

import json
import urllib.error
import urllib.request
from argparse import Namespace
from collections.abc import Iterator
from typing import cast
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from clock.game.names import NAMELESS
from clock.presets import find_presets
from clock.rules.machine import begin
from clock.rules.units import SECOND_NS
from clock.simulator.options import setup_from
from clock.simulator.time_choices import TimeChoices
from clock.simulator.time_messages import TimeChoice
from clock.station.loop import Station
from tests.conftest import WAIT_S
from tests.simulator.sims import simulating

SETS = {"game": "chess", "control": "5+3"}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with simulating("--game", "go") as sim:
        yield sim.url


def send(url: str, body: bytes | None = None, **headers: str) -> tuple[int, str]:
    """Send a message, or without one ask; return the status and the answer."""
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "Not a message of this page"),
        (b"{", "Not a message of this page"),
        (b'{"game": "go", "more": 1}', "Not a message of this page"),
        (b'{"control": "%s"}' % (b"5" * 201), "The text is too long: at most 200 characters"),
        (b'{"control": "%s"}' % (b"5" * 100_000), "The text is too long: "),
        (b'{"game": "ludo", "control": "5+3"}', "Expected one of "),
        (b'{"game": "go", "control": "0"}', ""),
        (b'{"game": "go", "control": "5+3", "rules": "ludo"}', "Not a message of this page"),
        (b'{"game": "renju", "control": "5+3", "opening": "ludo"}', "Not a message of this page"),
        (b'{"game": "go", "control": "5+3", "opening": "swap2"}', "Expected none: the game is go"),
        (b'{"control": "5+3", "last": 0}', "The game has moved on since"),
    ],
)
def test_another_message_sets_nothing_and_the_answer_says_why(
    body: bytes, problem: str, url: str
) -> None:
    before = send(f"{url}time")
    status, answer = send(f"{url}time/set", body)
    assert status == 409
    assert json.loads(answer)["problem"].startswith(problem)
    assert send(f"{url}time") == before


@pytest.fixture(scope="module")
def chosen_url() -> Iterator[str]:
    """A clock that may be set to anything."""
    with simulating("--game", "go") as sim:
        yield sim.url


@pytest.mark.parametrize("game", ["chess", "renju", "gomoku"])
def test_every_choice_of_rules_and_opening_is_what_the_clock_is_set_to(
    game: str, chosen_url: str
) -> None:
    def sets(**message: str) -> tuple[str, str, str]:
        body = json.dumps({"game": game, **message}).encode()
        assert send(f"{chosen_url}time/set", body)[0] == 204
        now = json.loads(send(f"{chosen_url}time")[1])
        return now["game"], now["rules"], now["opening"]

    offers = json.loads(send(f"{chosen_url}time")[1])
    own = next(each for each in offers["games"] if each["name"] == game)
    openings = [each["name"] for each in offers["openings"]] if own["opening"] else ["none"]
    for opening in openings:
        for rules in (each["name"] for each in offers["all_rules"]):
            set_to = sets(control="5+3", rules=rules, opening=opening)
            assert set_to == (game, rules, opening)
    usual = own["presets"][0]["sends"]["control"]
    assert sets(control=usual) == (game, own["rules"], own["opening"] or "none")


def test_a_written_time_is_full_for_both_and_takes_the_game_out_of_its_match() -> None:
    found = find_presets()
    match = setup_from("handicap-match", None, None, found)
    used = replace(setup_from("5+3", None, None, found), left_remaining_ns=SECOND_NS)
    for before in (match, used):
        station = Namespace(
            state=begin(before), snapshot=Namespace(recent_setups=(), names=NAMELESS)
        )
        choices = TimeChoices(cast("Station", station), found)
        after = choices.setup(TimeChoice(control="7m", game=before.game))
        assert (after.match, after.left_remaining_ns, after.right_remaining_ns) == (None,) * 3


@pytest.mark.parametrize(
    ("control", "rows"),
    [
        ("W300-B240", ["White: 5 min · Black: 4 min"]),
        ("white 60, black 4m", ["White: 60 min · Black: 4 min", "White: 1 min · Black: 4 min"]),
    ],
)
def test_times_by_colour_are_read_by_colour(control: str, rows: list[str], url: str) -> None:
    asked = f"{url}time/read?{urlencode({'game': 'chess', 'control': control})}"
    answer = json.loads(send(asked)[1])
    assert [row["words"] for row in answer["rows"]] == rows
    for row in answer["rows"]:
        again = json.loads(send(f"{url}time/read?{urlencode(row['sends'])}")[1])
        assert [each["words"] for each in again["rows"]] == [row["words"]]


def test_a_page_of_another_origin_or_host_and_a_link_set_nothing(url: str) -> None:
    body = json.dumps(SETS).encode()
    assert send(f"{url}time/set", body, Origin="https://evil.example")[0] == 403
    assert send(f"{url}time/set", body, Host="evil.example")[0] == 403
    assert send(f"{url}time/set")[0] == 405
    assert json.loads(send(f"{url}time")[1])["game"] == "go"
    assert send(f"{url}time/set", body, Origin=url.rstrip("/"))[0] == 204
    assert json.loads(send(f"{url}time")[1])["game"] == "chess"


@pytest.mark.parametrize("language", ["en", "cs", "ko"])
def test_the_answers_are_in_the_pages_language(language: str, url: str) -> None:
    asked = f"{url}time/read?game=chess&control=5%2B3"
    answer = json.loads(send(asked, None, **{"Accept-Language": language})[1])
    words = {"en": "5 min, 3 s added a move", "cs": "navíc za tah", "ko": "착수마다 3초 추가"}
    assert words[language] in answer["rows"][0]["words"]
    assert send(f"{url}time/read?control={'5' * 201}")[0] == 200
