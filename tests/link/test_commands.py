"""What the desk asks of a clock: done once, and only on the clock that the desk has seen."""

import errno
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.game.names import Names
from clock.link.desk_orders import REMEMBERED_MAX, Commands
from clock.link.messages import Ack, Assign, Command, DeskCorrection, Op, Position, position_of
from clock.menu.levels import Question
from clock.notation.setup_table import SetupTable, setup_from_table
from clock.rules.inputs import Adjust, Finish, Result, Resume, SetMoves, Start, Stop
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.loop import Station
from clock.station.orders import DeskOrder, Identify
from hal.ports import ScreenName
from tests.journal.disks import LabDisk, refuses, works
from tests.journal.journal_tables import JournalTable
from tests.station.tables import Table

GAME = SetupTable(control="3+2", regulations="fide")


class Ordered:
    """A clock with a journal, and the desk's messages to it."""

    def __init__(self, evening: JournalTable, table: Table | None = None) -> None:
        self.table, self.journal = table or evening.switch_on(), evening.journal
        self.commands = Commands(
            "c-1", self.table.station, lambda: self.journal.on_disk, lambda: None
        )

    @property
    def seen(self) -> Position | None:
        """What the desk knows by the beats: all is on the disk by then."""
        assert self.journal.flush(10)
        return position_of(self.journal.on_disk)

    def acks(self) -> list[Ack]:
        """The answers, once the clock has turned."""
        self.table.look()
        self.commands.take_answers()
        acks = list(self.commands.replies)
        self.commands.replies.clear()
        return acks

    def command(self, op: Op, **changes: Any) -> list[Ack]:
        until_ns = self.table.station.now_ns() + SECOND_NS
        seen = changes.pop("seen") if "seen" in changes else self.seen
        made = Command("a", op, "organizer", until_ns, seen)
        self.commands.command(msgspec.json.encode(msgspec.structs.replace(made, **changes)))
        return self.acks()

    def assign(self, *, retained: bool = False, **changes: Any) -> list[Ack]:
        made = msgspec.structs.replace(Assign("g", GAME), **changes)
        self.commands.assign(msgspec.json.encode(made), retained=retained)
        return self.acks()


@pytest.fixture
def ordered(evening: JournalTable) -> Ordered:
    return Ordered(evening)


DONE = [Ack("a", True)]


@pytest.mark.parametrize(
    ("op", "absent"),
    [
        (Op.START, ()),
        (Op.START_JOINT, (LEFT, RIGHT)),
        (Op.START_WITHOUT_LEFT, (LEFT,)),
        (Op.START_WITHOUT_RIGHT, (RIGHT,)),
    ],
)
def test_a_start_is_the_one_of_the_menu_and_is_done_once_however_often_it_comes(
    ordered: Ordered, op: Op, absent: tuple[Seat, ...]
) -> None:
    assert ordered.command(op) == ordered.command(op) == DONE
    (start,) = ordered.table.inputs(Start)
    assert start.absent == absent
    assert ordered.command(op, id="b") == [Ack("b", False, "a game is in progress")]


def test_the_offer_of_the_next_game_does_not_hold_up_the_desk(ordered: Ordered) -> None:
    ordered.table.do("ok R stop + take:Draw L R")
    assert ordered.table.state.phase is Phase.FINISHED
    assert isinstance(ordered.table.station._buttons.menu.levels[0], Question)
    assert ordered.command(Op.START) == [Ack("a", False, "the game is over")]


NO_HASH = "0" * 64


@pytest.mark.parametrize(
    ("before", "changes", "reason"),
    [
        ("", {"until_ns": 1}, "the command arrived too late"),
        ("", {"seen": Position(1, 1, NO_HASH)}, "the game has moved on since"),
        ("-", {}, "somebody is using the clock's buttons"),
        ("+ +", {}, "somebody is using the clock's buttons"),
        ("ok", {}, "a game is in progress"),
        ("ok stop", {}, "a game is in progress"),
        ("ok stop hold", {}, "a game is in progress"),
    ],
)
def test_a_command_for_another_state_of_the_clock_changes_nothing_and_is_refused(
    ordered: Ordered, before: str, changes: dict[str, Any], reason: str
) -> None:
    ordered.table.do(before)
    ordered.table.settle()
    inputs, menu = ordered.table.kinds(), ordered.table.station._buttons.menu
    assert ordered.command(Op.START, **changes) == [Ack("a", False, reason)]
    assert (ordered.table.kinds(), ordered.table.station._buttons.menu) == (inputs, menu)


@given(
    payload=st.binary(max_size=60) | st.from_regex(rb'\{"id":"a","op":"start".*\}', fullmatch=True)
)
def test_a_malformed_message_changes_nothing_and_is_not_answered(payload: bytes) -> None:
    commands = Commands("c-1", cast(Station, None), lambda: None, lambda: None)
    commands.command(payload)
    commands.assign(payload or b"{}", retained=False)
    assert not commands.replies


def test_one_command_is_worked_on_at_a_time_and_answers_are_remembered_but_not_for_good(
    ordered: Ordered,
) -> None:
    made = Command("a", Op.IDENTIFY, "organizer", 2**62)
    for number in range(2 * REMEMBERED_MAX):
        each = msgspec.structs.replace(made, id=f"n{number}")
        ordered.commands.command(msgspec.json.encode(each))
    acks = ordered.acks()
    assert [ack.id for ack in acks if ack.done] == ["n0"]
    assert {ack.reason for ack in acks if not ack.done} == {"another command is being carried out"}
    assert len(acks) <= REMEMBERED_MAX
    ordered.commands.command(msgspec.json.encode(msgspec.structs.replace(made, id="n1")))
    assert ordered.acks() == [Ack("n1", True)]


def test_the_answers_to_the_last_hundred_commands_are_remembered(ordered: Ordered) -> None:
    late = [Ack(f"n{number}", False, "the command arrived too late") for number in range(101)]
    for each in late[:REMEMBERED_MAX]:
        assert ordered.command(Op.IDENTIFY, seen=None, id=each.id, until_ns=0) == [each]
    assert ordered.command(Op.IDENTIFY, seen=None, id="n0") == late[:1]
    assert ordered.command(Op.IDENTIFY, seen=None, id="n100", until_ns=0) == late[100:]
    assert ordered.command(Op.IDENTIFY, seen=None, id="n0") == [Ack("n0", True)]


def test_a_clock_that_is_asked_shows_its_name_on_both_faces_for_ten_seconds(
    ordered: Ordered,
) -> None:
    ordered.table.do("ok")
    ordered.table.wait(MINUTE_NS)
    assert ordered.command(Op.IDENTIFY, seen=None) == DONE
    ordered.table.wait(8 * SECOND_NS)
    assert all("Clock c-1" in ordered.table.sentence(name) for name in ScreenName)
    ordered.table.wait(3 * SECOND_NS)
    assert not any("Clock c-1" in ordered.table.sentence(name) for name in ScreenName)
    assert ordered.table.kinds() == ["Start"]


def test_an_assigned_game_is_set_up_with_its_names_and_its_table_once(ordered: Ordered) -> None:
    names = Names(event="Cup", left="Ann", right="Bo")
    assert ordered.assign(names=names, table="12") == [Ack("g", True)]
    assert ordered.table.state.setup == setup_from_table(GAME)
    assert ordered.table.station.snapshot.names == Names("Cup", "", "12", "Ann", "Bo")
    seen = ordered.seen
    assert ordered.assign(retained=True, names=names, table="12") == [Ack("g", True)]
    assert ordered.assign(id="h", retained=True, names=names, table="12") == [Ack("h", True)]
    assert ordered.seen == seen
    assert ordered.command(Op.START) == DONE
    assert ordered.assign(retained=True, names=names) == [Ack("g", True)], "it was, before"
    assert ordered.assign(id="i") == [Ack("i", False, "a game is in progress")]


def test_the_game_that_is_set_is_not_kept_by_an_assignment_while_another_takes_its_place(
    ordered: Ordered,
) -> None:
    set_, next_ = Names(event="Cup", round="1"), Names(event="Cup", round="2")
    assert ordered.assign(names=set_) == [Ack("g", True)]
    for id_, names in (("h", next_), ("i", set_)):
        ordered.commands.assign(msgspec.json.encode(Assign(id_, GAME, names)), retained=False)
    done = {ack.id: ack.done for ack in ordered.acks()}
    assert done == {"h": True, "i": False}
    assert ordered.table.station.snapshot.names == next_


def test_a_result_gives_way_to_a_new_assignment_but_not_to_one_that_was_there(
    ordered: Ordered,
) -> None:
    ordered.table.do("ok 1 R")
    ordered.table.finish(Result.LEFT)
    assert ordered.assign(retained=True) == [Ack("g", False, "the game is over")]
    assert ordered.table.state.phase is Phase.FINISHED
    assert ordered.command(Op.START) == [Ack("a", False, "the game is over")]
    assert ordered.command(Op.SETUP, id="b") == [Ack("b", True)]
    assert ordered.table.kinds() == []
    assert ordered.table.state.setup == setup_from_table(GAME)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (SetupTable("3+2", {"base": "rif", "hand_rule": "enforce"}), "expected honour"),
        (SetupTable("90 min of coffee"), "control"),
        (SetupTable("3+2", opening="nimzo"), "opening"),
    ],
)
def test_a_game_that_this_clock_cannot_play_is_refused_with_the_reason(
    ordered: Ordered, game: SetupTable, reason: str
) -> None:
    before = ordered.table.state.setup
    (ack,) = ordered.assign(setup=game)
    assert not ack.done
    assert reason in ack.reason
    assert ordered.table.state.setup == before


def test_an_assignment_that_was_taken_back_is_not_set_up_later(ordered: Ordered) -> None:
    ordered.table.do("ok")
    ordered.assign()
    ordered.commands.assign(b"", retained=False)
    ordered.table.finish(Result.LEFT)
    assert ordered.command(Op.SETUP) == [Ack("a", False, "no game is assigned")]


ADDED = (Adjust(0, LEFT, delta_ns=MINUTE_NS, reason="compensation"),)


def test_a_game_that_stands_is_corrected_once_as_by_its_menu(ordered: Ordered) -> None:
    ordered.table.do("ok stop")
    left_ns = ordered.table.state.left.remaining_ns
    seen = ordered.seen
    assert ordered.command(Op.CORRECT, acts=ADDED, seen=seen) == DONE
    assert ordered.command(Op.CORRECT, acts=ADDED, seen=seen) == DONE
    assert ordered.table.state.left.remaining_ns == left_ns + MINUTE_NS
    moved_on = [Ack("b", False, "the game has moved on since")]
    assert ordered.command(Op.CORRECT, acts=ADDED, seen=seen, id="b") == moved_on


def test_a_game_is_not_corrected_while_an_earlier_correction_is_not_on_disk(
    evening: JournalTable, disk: LabDisk
) -> None:
    ordered = Ordered(evening, evening.table)
    ordered.table.do("ok stop")
    left_ns, seen = ordered.table.state.left.remaining_ns, ordered.seen
    disk.fails = refuses(errno.EROFS)
    assert ordered.command(Op.CORRECT, acts=ADDED, seen=seen) == DONE
    for id_ in "bc":
        (ack,) = ordered.command(Op.CORRECT, acts=ADDED, seen=seen, id=id_)
        assert (ack.done, ack.reason) == (False, "the game has moved on since")
    assert ordered.table.state.left.remaining_ns == left_ns + MINUTE_NS
    disk.fails = works
    assert ordered.command(Op.CORRECT, acts=ADDED, seen=ordered.seen, id="d")[0].done


@pytest.mark.parametrize(
    ("before", "acts", "reason"),
    [
        ("", ADDED, "a clock is running, or the game has not begun"),
        ("ok", ADDED, "a clock is running, or the game has not begun"),
        ("ok stop hold", ADDED, "somebody is using the clock's buttons"),
        ("ok stop", (Resume(0),), "clocks can be resumed only at the table"),
        ("ok stop", (SetMoves(0, -1),), "moves"),
    ],
)
def test_a_correction_that_the_menu_would_not_make_is_refused(
    ordered: Ordered, before: str, acts: tuple[DeskCorrection, ...], reason: str
) -> None:
    ordered.table.do(before)
    state = ordered.table.state
    (ack,) = ordered.command(Op.CORRECT, acts=acts)
    assert (ack.done, reason in ack.reason) == (False, True), ack
    assert ordered.table.state.left == state.left
    assert ordered.table.state.phase is state.phase


def test_a_result_is_taken_back_from_the_desk_and_the_clocks_stand(ordered: Ordered) -> None:
    ordered.table.do("ok stop")
    ordered.table.finish(Result.DRAW)
    assert ordered.command(Op.CORRECT, acts=(Resume(0), Stop(0))) == DONE
    assert (ordered.table.state.phase, ordered.table.state.result) == (Phase.STOPPED, None)


def test_a_result_of_the_desk_ends_a_game_whose_clock_runs_and_no_other_act_stops_it(
    ordered: Ordered,
) -> None:
    ends = (Stop(0), Finish(0, Result.RIGHT))
    not_begun = [Ack("a", False, "a clock is running, or the game has not begun")]
    assert ordered.command(Op.CORRECT, acts=ends) == not_begun
    ordered.table.do("ok")
    for number, acts in enumerate((ends[:1], ends[1:], (*ends[:1], *ADDED))):
        assert not ordered.command(Op.CORRECT, acts=acts, id=f"b{number}")[0].done
    assert ordered.command(Op.CORRECT, acts=ends, id="c")[0].done
    state = ordered.table.state
    assert (state.phase, state.result) == (Phase.FINISHED, Result.RIGHT)


def test_a_clock_shows_its_code_for_the_desk_until_a_game_begins(ordered: Ordered) -> None:
    table = ordered.table
    for what in (Identify("KXQM7P3D", "https://desk.local:8443/clocks"), Identify("c-1")):
        table.station.ask(DeskOrder(what, None, lambda _: None))
    table.look()
    assert "K X Q M 7 P 3 D" in table.sentence()
    table.do("ok")
    assert "K X Q M" not in table.sentence()
