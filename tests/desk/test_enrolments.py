"""Clocks that ask to come in: who is given an answer, for how long, and how many may ask."""

import asyncio
import threading

import pytest

from clock.desk import enrolments as enrolments_module
from clock.desk.enrolments import ANSWERS_S, LASTS_S, OF_ONE, Claims
from clock.link.enrolment import code_of
from clock.rules.message import Problem

SECRET, OTHER = "s" * 43, "o" * 43
CODE = code_of(SECRET)


class Time:
    """A time that a test sets."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def ask(claims: Claims, secret: str, address: str) -> bytes | None:
    return asyncio.run(claims.ask(secret, address))


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def claims(time: Time) -> Claims:
    return Claims(time)


def test_only_who_has_the_secret_is_given_the_answer_and_only_for_a_while(
    claims: Claims, time: Time
) -> None:
    for secret in (SECRET, OTHER):
        assert ask(claims, secret, "10.0.0.1") is None
    claims.grant(CODE, b"login")
    assert ask(claims, OTHER, "10.0.0.1") is None
    assert [ask(claims, SECRET, "10.0.0.1") for _ in range(2)] == [b"login"] * 2
    assert CODE not in claims.codes
    time.now_s += ANSWERS_S + 1
    assert ask(claims, SECRET, "10.0.0.1") is None  # it was shut out: its code is new
    assert CODE in claims.codes


def test_a_clock_with_the_code_of_another_is_refused(
    claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolments_module, "code_of", lambda _: CODE)
    ask(claims, SECRET, "10.0.0.1")
    with pytest.raises(Problem, match="another clock has this code"):
        ask(claims, OTHER, "10.0.0.2")
    claims.grant(CODE, b"login")
    assert ask(claims, SECRET, "10.0.0.1") == b"login"


def test_a_code_that_no_clock_shows_any_more_lets_nobody_in(claims: Claims, time: Time) -> None:
    ask(claims, SECRET, "10.0.0.1")
    time.now_s += LASTS_S + 1
    for code in (CODE, "", "AAAAAAAA"):
        with pytest.raises(Problem, match="no clock shows the code"):
            claims.grant(code, b"login")


def test_one_address_does_not_keep_the_others_out(claims: Claims) -> None:
    for number in range(OF_ONE):
        ask(claims, f"{number:043}", "10.0.0.1")
    with pytest.raises(Problem, match="too many clocks"):
        ask(claims, SECRET, "10.0.0.1")
    assert ask(claims, SECRET, "10.0.0.2") is None
    for secret in ("", "short", "x" * 101):
        with pytest.raises(Problem, match="expected a clock's secret"):
            ask(claims, secret, "10.0.0.3")


def test_a_code_is_computed_beside_the_desk_and_only_for_a_clock_that_may_ask(
    claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[str] = []

    def code(secret: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        computed.append(secret)
        return secret

    monkeypatch.setattr(enrolments_module, "code_of", code)

    async def flood() -> list[bytes | BaseException | None]:
        asked = [claims.ask(f"{number:043}", "10.0.0.1") for number in range(2 * OF_ONE)]
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = asyncio.run(flood())
    assert [answer is None for answer in answers] == [True] * OF_ONE + [False] * OF_ONE
    ask(claims, f"{0:043}", "10.0.0.1")  # it asks again every few seconds
    assert len(computed) == OF_ONE
