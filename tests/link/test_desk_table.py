"""What a clock is told of its desk: addresses and names."""

import pytest

from clock.link.desk_table import PORT, URL_MAX, DeskTable, is_url, name_problem

FULL = "1:2:3:4:5:6:7:8"


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("desk.local", "desk.local", PORT),
        ("192.168.1.20:1", "192.168.1.20", 1),
        ("h:65535", "h", 65535),
        ("h:65536", "h", 0),
        ("h:0", "h", 0),
        (f"[{FULL}]:8443", FULL, 8443),
        ("[fe80::1%25]", "fe80::1%25", PORT),
        (f"[{FULL}:9]", "", PORT),
        ("a host", "", PORT),
        (None, "", PORT),
    ],
)
def test_an_address_is_a_host_or_one_of_ipv6_in_brackets_with_a_port(
    address: str | None, host: str, port: int
) -> None:
    desk = DeskTable(address)
    assert (desk.host, desk.port) == (host, port)


@pytest.mark.parametrize("text", ["https://h", "HTTPS://h/", "https://h:1", f"https://[{FULL}]:1/"])
def test_a_page_is_a_url_of_its_scheme_with_a_host_and_perhaps_a_port(text: str) -> None:
    assert is_url(text, "https")
    assert not is_url(text, "mqtts")
    for other in (text.removeprefix("https://"), f"/{text}", f"{text}/x", f"{text}//", "https://"):
        assert other == text or not is_url(other, "https"), other


def test_a_url_is_no_longer_than_what_a_phone_reads_off_a_display() -> None:
    longest = f"https://{'h' * (URL_MAX - len('https://'))}"
    assert is_url(longest, "https")
    assert not is_url(f"{longest}h", "https")


def test_a_name_that_cannot_be_part_of_a_topic_is_shown_with_what_is_expected() -> None:
    for name in ("c-1", "0", "a" * 40):
        assert name_problem(name) is None
    expected = "expected 1 to 40 characters from a-z, 0-9 and -, got "
    for name in ("", "-c", "C", "a/b", "a" * 41):
        assert str(name_problem(name)) == f"{expected}{name!r}"
