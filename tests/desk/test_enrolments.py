"""Clocks that ask to come in: who is given an answer, for how long, and how many may ask."""

import asyncio
import threading

import pytest

from clock.desk import enrolments as enrolments_module
from clock.desk.enrolments import ANSWERS_S, LASTS_S, OF_ONE, Enrolments
from clock.link.enrolment import code_of
from clock.rules.message import Problem

SECRET, OTHER = "s" * 43, "o" * 43
CODE = code_of(SECRET)


class Time:
    """A time that a test sets."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def ask(enrolments: Enrolments, secret: str, address: str) -> bytes | None:
    return asyncio.run(enrolments.ask(secret, address))


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def enrolments(time: Time) -> Enrolments:
    return Enrolments(time)


def test_only_who_has_the_secret_is_given_the_answer_and_only_for_a_while(
    enrolments: Enrolments, time: Time
) -> None:
    for secret in (SECRET, OTHER):
        assert ask(enrolments, secret, "10.0.0.1") is None
    enrolments.grant(CODE, b"login")
    assert ask(enrolments, OTHER, "10.0.0.1") is None
    assert [ask(enrolments, SECRET, "10.0.0.1") for _ in range(2)] == [b"login"] * 2
    assert CODE not in enrolments.codes
    time.now_s += ANSWERS_S + 1
    assert ask(enrolments, SECRET, "10.0.0.1") is None  # it was shut out: its code is new
    assert CODE in enrolments.codes


def test_a_clock_with_the_code_of_another_is_refused(
    enrolments: Enrolments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolments_module, "code_of", lambda _: CODE)
    ask(enrolments, SECRET, "10.0.0.1")
    with pytest.raises(Problem, match="another clock has this code"):
        ask(enrolments, OTHER, "10.0.0.2")
    enrolments.grant(CODE, b"login")
    assert ask(enrolments, SECRET, "10.0.0.1") == b"login"


def test_a_code_that_no_clock_shows_any_more_lets_nobody_in(
    enrolments: Enrolments, time: Time
) -> None:
    ask(enrolments, SECRET, "10.0.0.1")
    time.now_s += LASTS_S + 1
    for code in (CODE, "", "AAAAAAAA"):
        with pytest.raises(Problem, match="no clock shows the code"):
            enrolments.grant(code, b"login")


def test_one_address_does_not_keep_the_others_out(enrolments: Enrolments) -> None:
    for number in range(OF_ONE):
        ask(enrolments, f"{number:043}", "10.0.0.1")
    with pytest.raises(Problem, match="too many clocks"):
        ask(enrolments, SECRET, "10.0.0.1")
    assert ask(enrolments, SECRET, "10.0.0.2") is None
    for secret in ("", "short", "x" * 101):
        with pytest.raises(Problem, match="expected a clock's secret"):
            ask(enrolments, secret, "10.0.0.3")


def test_a_code_is_computed_beside_the_desk_and_only_for_a_clock_that_may_ask(
    enrolments: Enrolments, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[str] = []

    def code(secret: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        computed.append(secret)
        return secret

    monkeypatch.setattr(enrolments_module, "code_of", code)

    async def flood() -> list[bytes | BaseException | None]:
        asked = [enrolments.ask(f"{number:043}", "10.0.0.1") for number in range(2 * OF_ONE)]
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = asyncio.run(flood())
    assert [answer is None for answer in answers] == [True] * OF_ONE + [False] * OF_ONE
    ask(enrolments, f"{0:043}", "10.0.0.1")  # it asks again every few seconds
    assert len(computed) == OF_ONE
