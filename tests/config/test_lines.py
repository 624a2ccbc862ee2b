"""The line of every key."""

from clock.config.lines import line_numbers


def test_every_key_has_the_line_on_which_its_statement_begins() -> None:
    text = (
        "a = 1\r\n\n[b.c]\nd = [\n  1, # ]\n  2,\n]\ne.f = '''\n[no.table]\ng = 1\n'''\n"
        "[[h]]\ni = { j = 2 }\n['k l']\nm = 3"
    )
    assert line_numbers(text) == {
        ("a",): 1, ("b",): 3, ("b", "c"): 3, ("b", "c", "d"): 4, ("b", "c", "e"): 8,
        ("b", "c", "e", "f"): 8, ("h",): 12, ("h", "i"): 13, ("h", "i", "j"): 13,
        ("k l",): 14, ("k l", "m"): 15,
    }  # fmt: skip


def test_what_is_written_in_parts_has_the_line_of_its_first() -> None:
    text = "a.b = 1\na.c = 2\n[d.e]\n[d]\nf = 3\n[[g]]\nh = 4\n[[g]]\nh = 5\n"
    assert line_numbers(text) == {
        ("a",): 1, ("a", "b"): 1, ("a", "c"): 2, ("d",): 3, ("d", "e"): 3, ("d", "f"): 5,
        ("g",): 6, ("g", "h"): 7, ("g", "[1]"): 8, ("g", "[1]", "h"): 9,
    }  # fmt: skip


def test_a_later_table_of_a_list_has_its_number_in_its_path_and_in_that_of_what_it_holds() -> None:
    text = "[[a]]\n[[a.b]]\n[[a]]\nc = 1\n[a.d]\ne = 1\n[[a.b]]\n[[a.b]]\nf = 1\n[[a]]\nc = 1"
    assert line_numbers(text) == {
        ("a",): 1, ("a", "b"): 2, ("a", "[1]"): 3, ("a", "[1]", "c"): 4, ("a", "[1]", "d"): 5,
        ("a", "[1]", "d", "e"): 6, ("a", "[1]", "b"): 7, ("a", "[1]", "b", "[1]"): 8,
        ("a", "[1]", "b", "[1]", "f"): 9, ("a", "[2]"): 10, ("a", "[2]", "c"): 11,
    }  # fmt: skip


def test_lines_that_end_as_windows_ends_them_are_counted_too() -> None:
    assert line_numbers("a = 1\r\n[b]\r\nc = [\r\n1]\r\n") == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
    }
