"""One law for both servers of pages: who is let in, for how long, and what answers forbid."""

import http.client
import socket
import ssl
from contextlib import ExitStack, suppress

import h11
import pytest

from clock.desk_pages.serve import LIMITS as OF_DESK
from clock.simulator.server import LIMITS as OF_SIMULATOR
from clock.web import visitors
from tests.desk.desk_server import wait_until
from tests.web.conftest import LIMITS, Site

WAIT_S = 20.0
FILES_MAX = 1024
"""Files that a process may have open, unless somebody has changed that."""
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def ask(
    site: Site, path: str = "", method: str = "GET", **headers: str
) -> http.client.HTTPResponse:
    """Send a request; the answer has been read."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=WAIT_S)
    connection.request(method, path or site.file, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def visit(port: int, address: str = "127.0.0.1") -> socket.socket:
    """A connection of a visitor with this address, who says nothing yet."""
    return socket.create_connection(("127.0.0.1", port), WAIT_S, (address, 0))


def is_served(site: Site, address: str) -> bool:
    """Whether a visitor with this address is given the file."""
    with visit(site.port, address) as line, suppress(ConnectionResetError):
        request = f"GET {site.file} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        line.sendall(request.encode())
        with line.makefile("rb") as answer:  # up to its end: then the server has closed it as well
            return answer.read().startswith(b"HTTP/1.1 200")
    return False


def has_ended(line: socket.socket) -> bool:
    with suppress(ConnectionResetError):
        return line.recv(1) == b""
    return True


# ---- Who is let in


def test_only_this_machines_own_names_are_let_in(site: Site) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]", "192.168.1.20", socket.gethostname()):
        assert ask(site, Host=f"{host}:{site.port}").status == 200, host
    for host in (f"evil.example:{site.port}", "127.0.0.1.evil.example", "[::1", "a b", "@"):
        assert ask(site, Host=host).status == 403, host


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_the_servers_own_pages_are_let_in(site: Site, method: str) -> None:
    own = f"http://127.0.0.1:{site.port}"
    assert ask(site, method=method, Origin=own).status != 403
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"):
        assert ask(site, method=method, Origin=origin).status == 403, origin


def test_every_answer_forbids_what_is_foreign(site: Site) -> None:
    answers = [ask(site), ask(site, "/nowhere"), ask(site, Origin="http://evil.example")]
    assert [answer.status for answer in answers] == [200, 404, 403]
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "no-store"


# ---- How many, and for how long


def test_half_finished_requests_have_a_bound_and_keep_no_other_address_out(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(visitors._STAGES_S, h11.IDLE, 2 * WAIT_S)  # only a bound ends one
    with ExitStack() as lines:

        def begin(address: str, count: int) -> list[socket.socket]:
            begun = [lines.enter_context(visit(site.port, address)) for _ in range(count)]
            for line in begun:
                with suppress(OSError):  # it was cut off at once
                    line.sendall(HEAD)
            return begun

        of_one = begin("127.0.0.2", LIMITS.of_one + 4)
        assert all(map(has_ended, of_one[LIMITS.of_one :])), "those beyond the bound of one"
        assert is_served(site, "127.0.0.1")
        of_all = begin("127.0.0.3", LIMITS.of_all - LIMITS.of_one + 4)
        assert all(map(has_ended, of_all[-4:])), "those beyond the bound of all"
        of_one[0].close()  # which makes room
        wait_until(lambda: is_served(site, "127.0.0.4"))
    assert caplog.text == ""


@pytest.mark.parametrize("limits", [OF_DESK, OF_SIMULATOR])
def test_connections_leave_files_for_everything_else(limits: visitors.Limits) -> None:
    assert limits.of_one < limits.of_all <= FILES_MAX - 256


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        HEAD,
        b"GET {file} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HEAD,
        b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nname=",
    ],
    ids=["nothing", "a head", "another head", "a body"],
)
def test_a_request_that_is_never_finished_has_an_end(
    site: Site, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stage in (h11.IDLE, h11.SEND_BODY):
        monkeypatch.setitem(visitors._STAGES_S, stage, 0.1)
    with visit(site.port) as line:
        line.sendall(begun.replace(b"{file}", site.file.encode()))
        while not has_ended(line):
            pass


def test_who_never_comes_to_tls_is_cut_off(
    tls_port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(visitors, "HEAD_S", 0.5)
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    monkeypatch.setitem(visitors._STAGES_S, h11.IDLE, WAIT_S)
    with visit(tls_port) as page, visit(tls_port) as silent, trusting.wrap_socket(page) as line:
        assert has_ended(silent)
        line.sendall(b"GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200")
    assert caplog.text == ""
