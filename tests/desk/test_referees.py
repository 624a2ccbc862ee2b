"""Who of the referees is asked, who has an item, and when it is escalated."""

from msgspec.structs import replace

from clock.desk.attention import ALARMS_MAX, ALARMS_NS, ESCALATES_NS
from clock.desk.causes import NEAR_NS
from clock.rules.inputs import Start, Stop
from clock.rules.state import State
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.desk.test_attention import REFEREES, Hall, after, arrived, called


def test_an_alarm_goes_to_one_referee_and_is_escalated_if_nobody_takes_it() -> None:
    hall = Hall("Ann", "Bob")
    hall.attention.places = {"1": (0, 0), "2": (9, 9), "3": (9, 8)}
    hall.put("1", called(200 * SECOND_NS))
    (item,) = hall.items()
    first = item.suggested_to
    assert first == "Ann"
    (item,) = hall.items(after_ns=ESCALATES_NS)
    assert (item.escalated, item.suggested_to) == (True, "Bob")
    hall.attention.take(item.key, "Bob", hall.now_ns)
    (item,) = hall.items()
    assert (item.taken_by, item.escalated, item.suggested_to) == ("Bob", False, "")
    hall.put("3", called(250 * SECOND_NS))
    assert hall.items()[0].suggested_to == "Ann"
    hall.attention.stay("game:1", "Bob", hall.now_ns)
    assert hall.items(after_ns=10 * MINUTE_NS)[-1].stays
    hall.attention.drop("game:1", "Bob", hall.now_ns)
    assert ("", "escalate", "game:1") in hall.acts


def test_an_item_is_escalated_once_and_not_before_its_half_minute() -> None:
    hall = Hall("Ann")
    hall.put("1", called(200 * SECOND_NS))
    escalated = [hall.items(after_ns)[0].escalated for after_ns in (0, ESCALATES_NS - 1, 1, 1)]
    assert escalated == [False, False, True, True]
    assert hall.acts == [("", "escalate", "game:1")]


def test_who_goes_off_duty_hands_back_what_he_had_and_another_is_asked() -> None:
    hall = Hall("Ann", "Bob")
    hall.put("1", called(200 * SECOND_NS))
    hall.items()
    hall.attention.stay("game:1", "Ann", 0)
    assert [(item.taken_by, item.stays) for item in hall.items()] == [("Ann", True)]
    hall.attention.on_duty("Ann", on=False)
    (item,) = hall.items()
    assert (item.taken_by, item.stays, item.suggested_to) == ("", False, "Bob")


def test_what_a_referee_does_is_recorded_and_shown() -> None:
    hall, key = Hall("Ann"), "game:1"
    hall.put("1", called(200 * SECOND_NS))
    hall.items()
    hall.attention.pin(key, "Ann", on=True)
    for act, taken_by, stays in (
        ("take", "Ann", False), ("stay", "Ann", True), ("take", "Ann", False), ("drop", "", False),
        ("stay", "Ann", True),
    ):  # fmt: skip
        getattr(hall.attention, act)(key, "Ann", 0)
        (item,) = hall.items()
        assert (item.taken_by, item.stays) == (taken_by, stays), act
        assert (item.pinned, item.due_ns, item.urgent) == (True, 200 * SECOND_NS, False)
    hall.attention.pin(key, "Ann", on=True)  # it is pinned already
    acts = ["pin", "take", "stay", "take", "drop", "take", "stay"]  # who stays takes it first
    assert hall.acts == [("Ann", act, key) for act in acts]


def test_the_nearest_of_the_free_referees_is_sent() -> None:
    hall = Hall("Ann", "Bob")
    hall.attention.places = {"1": (0, 0), "2": (9, 9), "near 1": (1, 0), "near 2": (9, 8)}
    for table, user in (("1", "Ann"), ("2", "Bob")):
        hall.put(table, called(200 * SECOND_NS))
        hall.items()
        hall.attention.take(f"game:{table}", user, 0)
    hall.tables.clear()
    assert hall.items() == ()
    for table, user in (("near 2", "Bob"), ("near 1", "Ann")):
        hall.put(table, called(200 * SECOND_NS))
        (found,) = (item for item in hall.items() if item.tables == (table,))
        assert found.suggested_to == user


def test_what_called_goes_on_calling_while_its_instant_is_near_and_then_is_as_new() -> None:
    hall = Hall()
    hall.now_ns = 100 * MINUTE_NS

    def put(state: State) -> None:
        hall.put("1", replace(state, at_ns=hall.now_ns, since_ns=hall.now_ns))

    put(called(100 * SECOND_NS))
    assert hall.items()[0].calls
    assert hall.items(after_ns=ESCALATES_NS)[0].escalated
    for left_ns, calls in ((2 * NEAR_NS - 1, True), (2 * NEAR_NS, False)):
        put(arrived(left_ns))
        (item,) = hall.items()
        assert (item.calls, item.escalated) == (calls, calls), left_ns


def test_who_is_on_the_way_for_too_long_has_it_no_longer() -> None:
    hall = Hall("Ann")
    hall.put("1", called(3000 * SECOND_NS))
    hall.items()
    hall.attention.take("game:1", "Ann", 0)
    assert hall.items(after_ns=3 * MINUTE_NS)[0].taken_by == "Ann"
    assert hall.items(after_ns=1)[0].taken_by == ""


def test_who_was_asked_has_half_a_minute_and_only_the_one_question() -> None:
    hall = Hall("Ann", "Bob", "Cy")
    hall.now_ns = 2 * ESCALATES_NS
    hall.put("1", called(250 * SECOND_NS))
    for after_ns in (0, SECOND_NS):
        assert [item.suggested_to for item in hall.items(after_ns)] == ["Ann"]
    for table, asked in (("2", ["Ann", "Bob"]), ("3", ["Ann", "Bob", "Cy"])):
        hall.put(table, called(250 * SECOND_NS))
        items = {item.key: item for item in hall.items(1)}
        assert [items[key].suggested_to for key in sorted(items)] == asked
    hall.attention.take("game:1", "Ann", hall.now_ns)
    assert not any(item.suggested_to for item in hall.items(ESCALATES_NS) if item.taken_by)


def test_nobody_hands_back_what_another_has_or_what_is_gone() -> None:
    hall = Hall("Ann", "Bob")
    hall.put("1", called(200 * SECOND_NS))
    hall.items()
    hall.attention.take("game:1", "Ann", 0)
    for key in ("game:1", "game:7"):
        hall.attention.drop(key, "Bob", 0)
    assert [item.taken_by for item in hall.items()] == ["Ann"]
    assert hall.acts == [("Ann", "take", "game:1")]


def test_who_is_with_stopped_clocks_keeps_them_and_players_who_end_their_game_call_nobody() -> None:
    hall, stopped = Hall("Ann"), after(REFEREES, Start(0), Stop(1))
    hall.put("1", stopped)
    hall.items()
    hall.attention.take("game:1", "Ann", 0)
    assert hall.items(after_ns=10 * MINUTE_NS)[0].taken_by == "Ann"
    hall.attention.drop("game:1", "Ann", hall.now_ns)
    hall.put("1", stopped, ending=True)
    (item,) = hall.items()
    assert not item.calls


def test_who_was_busy_when_asked_is_asked_again() -> None:
    hall = Hall("Ann")
    hall.put("1", called(200 * SECOND_NS))
    hall.put("2", called(250 * SECOND_NS))
    assert [item.suggested_to for item in hall.items()] == ["Ann", ""]
    hall.attention.take("game:2", "Ann", 0)
    assert [item.suggested_to for item in hall.items()] == ["", ""]
    hall.put("2", arrived(250 * SECOND_NS))
    assert [item.suggested_to for item in hall.items(after_ns=MINUTE_NS)] == ["Ann", ""]


def test_who_was_asked_before_is_asked_again_by_another_call_and_when_he_comes_back() -> None:
    hall = Hall("Ann")
    for _ in range(2):
        hall.put("1", called(250 * SECOND_NS))
        assert [item.suggested_to for item in hall.items()] == ["Ann"]
        hall.put("1", arrived(250 * SECOND_NS))
        assert [item.suggested_to for item in hall.items()] == [""]
    hall.put("1", called(250 * SECOND_NS))
    hall.items()
    for on, suggested in ((False, ""), (True, "Ann")):
        hall.attention.on_duty("Ann", on=on)
        assert [item.suggested_to for item in hall.items()] == [suggested]


def test_who_stays_at_a_table_is_called_away_only_to_where_somebody_is_needed_at_once() -> None:
    hall = Hall("Ann")
    hall.put("1", called(200 * SECOND_NS))
    hall.items()
    hall.attention.stay("game:1", "Ann", 0)
    hall.put("2", called(100 * SECOND_NS))
    hall.put("3", after(REFEREES, Start(0), Stop(1)))
    suggested = {item.key: item.suggested_to for item in hall.items(after_ns=1)}
    assert suggested == {"game:3": "Ann", "game:2": "", "game:1": ""}


def test_nobody_has_more_alarms_than_a_person_can_work_off() -> None:
    hall = Hall("Ann")
    seen: dict[str, int] = {}
    for number in range(130):
        hall.put(str(number), called(290 * SECOND_NS))
        for item in hall.items(after_ns=10 * SECOND_NS):
            if item.suggested_to:
                seen.setdefault(item.key, hall.now_ns)
                hall.attention.take(item.key, "Ann", hall.now_ns)
                del hall.tables[item.tables[0]]
    instants = sorted(seen.values())
    for at_ns in instants:
        assert sum(at_ns <= each < at_ns + ALARMS_NS for each in instants) <= ALARMS_MAX
    assert len(instants) > ALARMS_MAX
