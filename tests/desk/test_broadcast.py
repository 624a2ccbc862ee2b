"""A round as broadcasters poll it: PGN and LiveChess Cloud's JSON, read as they are described."""

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from msgspec.structs import replace

from clock.desk.people import UserRole
from clock.desk.round_tables import assignments
from clock.desk.score_files import put_score
from clock.desk_pages.feed.broadcast_games import as_pgn, asked_games, read_games
from clock.desk_pages.feed.livechess import game_json, round_json
from clock.game.replay import played
from clock.records.scores.timed_moves import timed_moves
from clock.rounds.results import Outcome, ResultEntry, ResultStep, RoundKey
from clock.rounds.setups import RoundSetup
from clock.rules.message import Problem
from clock.rules.units import SECOND_NS
from tests.desk.desk_server import ORGANIZER, PASSWORD, SCREEN, DeskServer, desk_pages_on
from tests.desk.feed_hall import FeedHall, feed_hall
from tests.records.scored import random_score

KEY = RoundKey("", 1)
PLIES = 300
DELAY_S = 300


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[FeedHall]:
    """A round of chess, of which the first three games go on."""
    with feed_hall(tmp_path) as a_hall:
        round_ = a_hall.site.rounds.current("")
        assert round_ is not None
        played_by = RoundSetup(game="chess", control="90m+30s")
        a_hall.site.rounds.put(replace(round_, played_by=played_by))
        for assign in assignments(a_hall.site, a_hall.site.rounds.current_rounds)[:3]:
            a_hall.set_to(int(assign.table), assign.setup)
        a_hall.site.people.put("tv", UserRole.SCREEN, "late", DELAY_S)
        a_hall.pass_time(1)
        a_hall.start(1, 2, 3)
        yield a_hall


def scores(hall: FeedHall) -> bytes:
    """Scores of the first two games."""
    round_ = hall.site.rounds.rounds[KEY]
    texts = []
    for pairing in round_.pairings[:2]:
        score = random_score(random.Random(pairing.table), PLIES)
        score.headers["White"], score.headers["Black"] = pairing.white, pairing.black
        texts.append(str(score))
    return "\n\n".join(texts).encode()


def games_of(hall: FeedHall, delay_s: int = 0) -> Any:
    asked = asked_games(hall.site, hall.feed, KEY, delay_s)
    return read_games(hall.site.desk.store, KEY, asked, delay_s)


def read_all(text: str) -> list[chess.pgn.Game]:
    """The games of a file, each without a mistake."""
    found, stream = list[chess.pgn.Game](), io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        assert game.errors == []
        found.append(game)
    return found


def test_without_a_score_a_live_round_has_the_times_as_tags(hall: FeedHall) -> None:
    hall.pass_time(900, SECOND_NS)
    games = read_all(as_pgn(hall.site, KEY, games_of(hall)))
    assert [game.headers["Board"] for game in games] == [*"123456"]
    tables = {each["table"]: each for each in hall.tables()["tables"]}
    for game in games:
        table = tables[game.headers["Board"]]
        assert (game.headers["Result"], game.next()) == ("*", None)
        for tag, colour in (("White", "white"), ("Black", "black")):
            (seat,) = (table[side] for side in ("left", "right") if table[side]["colour"] == colour)
            assert game.headers[tag] == seat["name"]
            time = game.headers.get(f"{tag}Clock")
            assert (time is None) is (seat["remaining_ms"] is None)
            if time is not None:
                hours, minutes, seconds = map(int, time.split(":"))
                assert hours * 3600 + minutes * 60 + seconds == -(-seat["remaining_ms"] // 1000)
        if game.headers["Board"] in "123":
            assert game.headers["TimeControl"] == "5400+30"


def test_with_a_score_each_move_has_its_time_and_the_result_is_the_desks(hall: FeedHall) -> None:
    put_score(hall.site.desk.store.engine, KEY, scores(hall))
    hall.pass_time(900, SECOND_NS)
    won = (1, "1", 0, Outcome.BLACK, ResultStep.ENTERED, "Eva", "2026-11-28", "clock-01/1")
    hall.site.rounds.enter(ResultEntry(*won))
    hall.pass_time(1)
    first, second, third, *_ = read_all(as_pgn(hall.site, KEY, games_of(hall)))
    assert (first.headers["Result"], second.headers["Result"]) == ("0-1", "*")
    assert (third.next(), "WhiteClock" in third.headers) == (None, True)
    for number, game in ((1, first), (2, second)):
        timed = timed_of(hall, number)
        assert len(timed) > 5
        for move, node in enumerate(game.mainline(), 1):
            left = node.clock()
            assert (node.emt() is None) is (move not in timed)
            if move in timed:
                assert left is not None
                assert 0 <= left - timed[move].remaining_ns / 1e9 < 1


def timed_of(hall: FeedHall, number: int) -> Any:
    """The moves that the table's own journal has."""
    game = hall.site.desk.store.read_game(f"clock-{number:02}", 1)
    return timed_moves(played(game.setup, game.folded().all_inputs()))


def test_livechess_has_the_same_as_its_readers_split_it(hall: FeedHall) -> None:
    put_score(hall.site.desk.store.engine, KEY, scores(hall))
    hall.pass_time(900, SECOND_NS)
    games = games_of(hall)
    index = json.loads(json.dumps(round_json(games)))
    pairings = hall.site.rounds.rounds[KEY].pairings
    assert len(index["pairings"]) == len(pairings)
    for pairing, row in zip(pairings, index["pairings"], strict=True):
        for side in ("white", "black"):
            parts = row[side]
            whole = " ".join(filter(None, (parts["lname"], parts["fname"], parts["mname"])))
            assert whole == getattr(pairing, side).replace(",", "")
        assert row["result"] == "*"
    for number in (1, 2):
        moves, timed = game_json(games[number - 1])["moves"], timed_of(hall, number)
        assert isinstance(moves, list)
        for at, text in enumerate(moves, 1):
            _, _, times = text.partition(" ")
            left, _, spent = times.partition("+")
            if at in timed:
                assert int(left) == -(-timed[at].remaining_ns // SECOND_NS)
                assert abs(int(spent) - timed[at].spent_ns / 1e9) <= 0.5
            else:
                assert times == ""


def test_a_delayed_broadcast_has_nothing_that_is_younger(hall: FeedHall) -> None:
    put_score(hall.site.desk.store.engine, KEY, scores(hall))
    with pytest.raises(Problem, match="no such round"):
        games_of(hall, DELAY_S)
    then = dict[int, Any]()
    for _ in range(20):
        hall.pass_time(100, SECOND_NS)
        now_ms = hall.feed.now_ms
        moves = [len(timed_of(hall, number)) for number in (1, 2, 3)]
        then[now_ms] = moves
        before = then.get(now_ms - 1_000 * DELAY_S)
        if before is None:
            continue
        late = games_of(hall, DELAY_S)
        assert [len(game.timed) for game in late[:2]] == before[:2]
        assert [len(game.score.moves) for game in late[:2]] == before[:2]
        for game in read_all(as_pgn(hall.site, KEY, late))[:2]:
            assert all(node.clock() is not None for node in game.mainline())
    won = (1, "1", 0, Outcome.BLACK, ResultStep.ENTERED, "Eva", "2026-11-28", "clock-01/1")
    hall.site.rounds.enter(ResultEntry(*won))
    entered_ms = hall.feed.now_ms
    assert games_of(hall)[0].result == "0-1"
    for _ in range(2 * DELAY_S):
        hall.pass_time(1, SECOND_NS)
        if games_of(hall, DELAY_S)[0].result != "*":
            break
    assert hall.feed.now_ms - entered_ms >= 1_000 * DELAY_S


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskServer]:
    with desk_pages_on(tmp_path) as a_desk:
        yield a_desk


def test_a_round_is_asked_for_with_a_key_and_its_score_is_brought_by_an_organizer(
    desk: DeskServer,
) -> None:
    key = f"?name={SCREEN}&key={PASSWORD}"
    pairing = desk.site.rounds.rounds[KEY].pairings[0]
    score = f'[White "{pairing.white}"]\n[Black "{pairing.black}"]\n\n1. e4 e5 *\n'
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    path = "/results/score?round=1&section="
    taken = desk.ask(path, cookie, score.encode(), X_Token=token)
    assert taken.act["text"] == "scores found: 1 of 6"
    for wrong in (b"1. e4 (", b"1. e4 *", b"\xff\xfe\xff"):
        assert desk.ask(path, cookie, wrong, X_Token=token).status == 409
    assert desk.ask(path.replace("1", "7"), cookie, b"*", X_Token=token).status == 409
    games = read_all(desk.ask(f"/api/v1/rounds/1.pgn{key}").text)
    assert [node.san() for node in games[0].mainline()] == ["e4", "e5"]
    index = json.loads(desk.ask(f"/api/v1/livechess/round-1/index.json{key}").text)
    assert len(index["pairings"]) == 6
    game = json.loads(desk.ask(f"/api/v1/livechess/round-1/game-1.json{key}&poll").text)
    assert game["moves"] == ["e4", "e5"]
    for other in ("rounds/2.pgn", "rounds/x.pgn", "livechess/round-1/game-7.json"):
        assert desk.ask(f"/api/v1/{other}{key}").status == 404
        assert desk.ask(f"/api/v1/{other}").status == 403
    desk.ask(path, cookie, b"", X_Token=token)
    assert all(
        game.next() is None for game in read_all(desk.ask(f"/api/v1/rounds/1.pgn{key}").text)
    )
