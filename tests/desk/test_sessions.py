"""Logins and sessions: cookies, keys of screens, wrong passwords, how long they last."""

import asyncio
import json
import re
from http.client import HTTPConnection
from pathlib import Path

import pytest

from clock.desk.database import open_database
from clock.desk.people import (
    ADDRESS_FAILURES_MAX,
    FAILURES_S,
    SESSION_S,
    LoginRefused,
    People,
    UserRole,
    is_token,
)
from clock.rules.message import Problem
from tests.conftest import WAIT_S
from tests.desk.desk_server import (
    ORGANIZER,
    PASSWORD,
    REFEREE,
    SCREEN,
    DeskServer,
    hash_quickly,
)
from tests.desk.pages import shared_desk

__all__ = ["shared_desk"]


def test_a_login_sets_a_cookie_that_no_script_and_no_other_site_can_use(desk: DeskServer) -> None:
    fields = {"name": REFEREE, "password": PASSWORD}
    answer = desk.ask("/login?to=/results", body=fields)
    assert (answer.status, answer.headers["location"]) == (303, "/results")
    to_login = desk.ask("/clocks?code=ABCD").headers["location"]
    assert desk.ask(to_login, body=fields).headers["location"] == "/clocks?code=ABCD"
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))
    for to in ("//evil.example", "https://evil.example", "/\\evil.example", ""):
        elsewhere = desk.ask(f"/login?to={to}", body=fields).headers["location"]
        assert elsewhere in ("/", "/now")


def test_a_screens_key_lets_a_screen_in_and_nobody_else(desk: DeskServer) -> None:
    answer = desk.ask(f"/screen?name={SCREEN}&key={PASSWORD}")
    assert answer.status == 200
    cookie = re.search("clapper_desk=([^;]+)", answer.headers["set-cookie"])
    assert cookie is not None
    assert desk.ask("/now", cookie[1]).status == 403
    for name in (ORGANIZER, REFEREE, "nobody"):
        assert desk.ask(f"/screen?name={name}&key={PASSWORD}").status == 303


def test_a_stream_ends_with_its_session(desk: DeskServer) -> None:
    assert desk.ask("/stream").status == 204
    cookie, token = desk.admit(SCREEN, UserRole.SCREEN)
    connection = HTTPConnection("127.0.0.1", desk.port, timeout=WAIT_S)
    connection.request("GET", "/stream", headers={"Cookie": f"clapper_desk={cookie}"})
    stream = connection.getresponse()
    first = json.loads(stream.readline().removeprefix(b"data: "))
    assert {row["table"] for row in first["tables"]} == {"1", "2", "3", "4", "5", "6"}
    assert not {"items", "forecast"} & first.keys()  # who is short of time is not for the hall
    assert desk.ask("/logout", cookie, {"token": "wrong"}).status == 303
    assert desk.site.people.session(cookie) is not None
    desk.ask("/logout", cookie, {"token": token})
    stream.read()  # up to its end
    connection.close()


# ---- People


class Wall:
    """A calendar that a test sets."""

    now_s = 1e9

    def __call__(self) -> float:
        return self.now_s


def test_wrong_passwords_are_answered_slower_than_anybody_can_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hash_quickly(monkeypatch)
    engine = open_database("sqlite://")
    wall = Wall()
    people = People(engine, wall)
    people.put("Eva", UserRole.REFEREE, "right")

    def login(name: str, password: str, address: str = "10.0.0.9") -> None:
        asyncio.run(people.login(name, password, address))

    people.put("Jan", UserRole.ORGANIZER, "right")
    for name in ("Eva", "nobody", "Eva", "nobody", "Eva", "Eva", "Eva"):
        with pytest.raises(LoginRefused, match="the user name or the password is wrong"):
            login(name, "wrong")
    for password in ("wrong", "right"):
        with pytest.raises(LoginRefused, match="too many attempts"):
            login("Eva", password)
    login("Eva", "right", "10.0.0.8")  # others are not kept out
    login("Jan", "right")  # nor others behind the same router
    with pytest.raises(LoginRefused, match="too many attempts"):
        login("Eva", "right")
    wall.now_s += FAILURES_S
    login("Eva", "right")
    for number in range(ADDRESS_FAILURES_MAX):
        with pytest.raises(LoginRefused, match="is wrong"):
            login(f"guess {number}", "wrong")
    with pytest.raises(LoginRefused, match="too many attempts"):
        login("Jan", "right")
    engine.dispose()


def test_who_is_removed_while_his_password_is_checked_is_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_quickly(monkeypatch)
    engine = open_database(f"sqlite:///{tmp_path / 'desk.sqlite'}")
    people = People(engine, Wall())
    people.put("Jan", UserRole.ORGANIZER, "right")

    def removed(*_: str) -> bool:
        people.remove("Eva")
        return True

    def demoted(*_: str) -> bool:
        people.put("Eva", UserRole.SCREEN, "right")
        return True

    for meanwhile in (removed, demoted):
        people.put("Eva", UserRole.REFEREE, "right")
        monkeypatch.setattr(people, "_is_right", meanwhile)
        with pytest.raises(LoginRefused, match="the user name or the password is wrong"):
            asyncio.run(people.login("Eva", "right", "10.0.0.9"))
    engine.dispose()


def test_a_session_outlives_the_desk_and_ends_with_its_time_its_person_or_a_new_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_quickly(monkeypatch)
    engine = open_database(f"sqlite:///{tmp_path / 'desk.sqlite'}")
    wall = Wall()
    people = People(engine, wall)
    people.put("Jan", UserRole.ORGANIZER, "right")
    cookies = []
    for name in ("Eva", "Petr", "Yuki"):
        people.put(name, UserRole.REFEREE, "right")
        cookie, session = people.admit(name, UserRole.REFEREE)
        assert is_token(session, session.token)
        cookies.append(cookie)
    assert cookies[0].encode() not in (tmp_path / "desk.sqlite").read_bytes()
    again = People(engine, wall)
    assert [again.session(cookie) is not None for cookie in cookies] == [True] * 3
    again.put("Eva", UserRole.REFEREE, "new")
    again.remove("Petr")
    assert [again.session(cookie) is not None for cookie in cookies] == [False, False, True]
    with pytest.raises(Problem, match="Jan is the only organizer"):
        again.remove("Jan")
    wall.now_s += SESSION_S
    assert again.session(cookies[2]) is None
    engine.dispose()
