"""Forms in Chromium: what is refused, what is typed, and what somebody else changes meanwhile."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.desk.event import Section
from clock.desk.people import UserRole
from clock.link.enrolment import ENROLMENT_PATH, code_of
from tests.desk.desk_server import ORGANIZER, desk_pages_on
from tests.desk.pages import enter
from tests.simulator.clock_page import DESKTOP, PHONE, axe_findings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("look", [DESKTOP, PHONE])
def test_a_dialog_says_why_it_is_refused_and_keeps_what_was_typed(
    new_page: "NewPage", tmp_path: "Path", look: dict[str, object]
) -> None:
    sections = {"U12": Section((71, 80)), "Open": Section((91, 95))}
    with desk_pages_on(tmp_path, sections=sections) as desk:
        page = enter(new_page(**look), desk, UserRole.ORGANIZER, "/round")
        page.get_by_role("button", name="New pair").click()
        dialog = page.get_by_role("dialog", name="A new pair")
        for label, text in (("Table", "71"), ("Black", "Walk"), ("White", "In")):
            dialog.get_by_label(label).fill(text)
        dialog.get_by_role("button", name="Enter").click()
        refusal = "table 71 is in the section U12"
        expect(dialog.locator("#answer")).to_contain_text(refusal)
        expect(page.locator("#answer")).to_be_in_viewport(ratio=1)
        expect(dialog.get_by_label("Black")).to_have_value("Walk")
        assert not axe_findings(page)
        dialog.get_by_label("Table").fill("8")
        page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        expect(page.locator("#answer")).to_contain_text("table 8: Walk – In added")
        page.get_by_role("button", name="Change the pair at table 3").click()
        dialog = page.get_by_role("dialog", name="Change the pair at table 3")
        dialog.get_by_label("Table").fill("x")
        dialog.get_by_role("button", name="Enter").click()
        expect(dialog.locator("#answer")).to_contain_text("expected a table")
        dialog.get_by_role("button", name="Not now").click()
        page.get_by_role("button", name="New pair").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.locator("#answer")).to_be_hidden()


def test_an_act_that_is_refused_leaves_the_page_now_as_it_was(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path) as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/now")
        expect(page.locator(".cell")).to_have_count(6)
        page.route("**/duty*", lambda route: route.fulfill(status=500, body="x"))
        page.get_by_role("button", name="Go on duty").click()
        expect(page.locator("#answer")).to_contain_text("500")
        page.evaluate("document.dispatchEvent(new Event('stale'))")
        page.evaluate("fetch(location.href).then((answer) => answer.text())")  # comes later
        expect(page.locator(".cell")).to_have_count(6)


def test_a_page_is_renewed_by_an_act_of_one_s_own_while_the_field_keeps_the_focus(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path) as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/people")
        for name in ("Ann", "Bo"):
            page.get_by_label("User").fill(name)
            page.keyboard.press("Enter")
            expect(page.locator("tbody")).to_contain_text(name)
            expect(page.get_by_label("User")).to_be_focused()
            expect(page.get_by_label("User")).to_have_value("")
        page.goto(f"{desk.url}/round")
        page.locator("summary", has_text="Import pairings").click()
        page.get_by_label("or paste it").fill("table,black,white\n1,Ann,Bo")
        page.get_by_role("textbox", name="Round").press("Enter")
        expect(page.locator("h1")).to_have_text("Round 2")
        current = page.get_by_label("Current round")
        current.focus()
        current.select_option("1")
        expect(page.locator("h1")).to_have_text("Round 1")
        expect(current).to_have_value("1")


def test_what_is_typed_in_any_form_stays_and_says_what_changed_under_it(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path) as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/clocks")
        field = page.get_by_label("Table of clock clock-03")
        note = page.get_by_text("has changed since you began")
        field.fill("7")
        page.locator("h1").click()
        moved = {"clock": "clock-03", "table": "8"}
        assert desk.act("/clocks/move", ORGANIZER, UserRole.ORGANIZER, **moved).status == 200
        expect(page.locator("tbody")).to_contain_text("8")
        expect(field).to_have_value("7")
        expect(note).to_be_visible()
        assert not axe_findings(page)
        field.press("Enter")
        expect(page.locator("#answer")).to_contain_text("clock-03 is now at table 7")
        expect(note).to_have_count(0)
        expect(field).to_be_focused()


def test_the_question_before_a_start_names_who_was_marked_absent_just_before(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path) as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
        hold = """async () => {
            const ask = window.fetch;
            window.fetch = async (to, more) => {
                if (`${to}`.includes("absent")) await new Promise((go) => setTimeout(go, 300));
                return ask(to, more);
            };
        }"""
        page.evaluate(hold)
        page.get_by_label("Players present at table 1").select_option("black")
        page.get_by_role("button", name="Start all…").click()
        dialog = page.locator("#start")
        black = page.locator("[data-side=Black]").first.inner_text()
        expect(dialog.locator("li").filter(has_text=black)).to_be_visible()
        other = {"absent": "white"}
        assert desk.act("/round/absent/2", ORGANIZER, UserRole.ORGANIZER, **other).status == 200
        dialog.get_by_role("button", name="Start 5").click()
        expect(page.locator("#answer")).to_have_text("other players are absent now: check again")
        dialog.get_by_role("button", name="Not now").click()
        start = page.get_by_role("button", name="Start all…")
        expect(start).to_be_focused()
        start.click()
        expect(dialog.locator("li").filter(has_text="2: ")).to_be_visible()
        dialog.get_by_role("button", name="Start 5").click()
        expect(page.locator("#answer")).to_contain_text("5 of 6 started")


def test_clocks_are_admitted_and_moved_one_after_another_by_keyboard(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path, authority=b"ca") as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/clocks")
        page.locator("#new > summary").click()
        code = page.get_by_label("Code on its displays")
        code.focus()
        secrets = [f"{number}" * 40 for number in range(1, 4)]
        for secret in secrets:
            desk.ask(ENROLMENT_PATH, body=secret.encode())
        for left, secret in enumerate(secrets):
            expect(page.get_by_text(f"show a code: {len(secrets) - left}")).to_be_visible()
            page.keyboard.type(code_of(secret))
            page.keyboard.press("Tab")
            page.keyboard.type(f"{20 + left}")
            page.keyboard.press("Enter")
            expect(page.locator("tbody")).to_contain_text(f"clock-{20 + left}")
            expect(code).to_have_value("")
            expect(code).to_be_focused()
        for table in ("30", "31"):
            field = page.get_by_label("Table of clock clock-03")
            field.fill(table)
            field.press("Enter")
            expect(page.locator("tbody th").filter(has_text=table)).to_be_visible()
            expect(field).to_be_focused()
        move = page.locator("tr").filter(has=field).get_by_role("button", name="Move")
        field.fill("32")
        move.click()
        expect(page.locator("tbody th").filter(has_text="32")).to_be_visible()
        expect(move).to_be_focused()


def test_files_for_one_clock_come_or_the_page_says_why_not_and_what_name_is_free(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path, authority=b"ca") as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/clocks")
        page.locator("#new > summary").click()
        page.get_by_text("Or download files").click()
        form = page.locator("form[action='/clocks/admit']")
        form.get_by_label("Name").fill("clock-03")
        form.get_by_label("Table", exact=True).fill("40")
        form.get_by_label("Table", exact=True).press("Enter")
        answer = (
            "a clock named clock-03 exists already: give this one another name, such as clock-03-2"
        )
        expect(page.locator("#answer")).to_have_text(answer)
        form.get_by_label("Name").fill("clock-03-2")
        with page.expect_download() as download:
            form.get_by_role("button").click()
        assert download.value.suggested_filename == "clock-03-2.zip"
        expect(page.locator("tbody")).to_contain_text("clock-03-2")
        expect(page.locator("#answer")).to_be_hidden()
        expect(form.get_by_label("Table", exact=True)).to_have_value("")
