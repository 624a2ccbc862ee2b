"""A clock's credentials for the desk's broker, its trusted authority, and their problems."""

import socket
import ssl
from pathlib import Path

from clock.files import read_file
from clock.link.desk_table import DeskTable
from clock.rules.message import Message, Problem
from hal.factories import one_line

CONNECT_S_MAX = 5.0
PASSWORD_BYTES_MAX, CA_BYTES_MAX = 1_000, 1_000_000
"""A larger file is another one, put there by mistake."""


def password(desk: DeskTable) -> str:
    """Return the clock's password. Raises OSError and Problem."""
    return read_file(Path(desk.password_file), PASSWORD_BYTES_MAX).decode().strip()


def trusting(ca: str | Path) -> ssl.SSLContext:
    """Return a context that trusts the event's own authority alone. Raises OSError and Problem.

    The host's name need not be in the certificate: addresses at an event change, and that authority
    signs nothing else.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    text = read_file(Path(ca), CA_BYTES_MAX).decode("ascii", "ignore")
    try:
        context.load_verify_locations(cadata=text)
    except (ssl.SSLError, ValueError):
        raise Problem("{file}: expected a certificate", file=ca) from None
    return context


def trusting_anybody() -> ssl.SSLContext:
    """Return a context for what anybody may read."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def try_out(desk: DeskTable) -> None:
    """Find out whether the desk's broker is there, without a login. Raises OSError and Problem."""
    if desk.clock:
        password(desk)
    context = trusting(desk.ca_file)
    with (
        socket.create_connection((desk.host, desk.port), CONNECT_S_MAX) as plain,
        context.wrap_socket(plain),
    ):
        pass


def reason(error: BaseException) -> Message | str:
    """Return what was wrong, without the numbers of a library's lines."""
    match error:
        case Problem():
            return error.message
        case ssl.SSLCertVerificationError():
            expected = "its certificate does not belong to this event: {problem}"
            return Message(expected, problem=error.verify_message)
        case TimeoutError() if error.strerror is None:
            return Message("no answer")
        case OSError():
            why = error.strerror or str(error)
            return f"{error.filename}: {why}" if error.filename else why
    return one_line(error)
