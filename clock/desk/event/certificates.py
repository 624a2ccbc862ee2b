"""The event's certificate authority, and the certificates it signs, by openssl.

Under a club the club's authority, which clocks trust for life, signs the event's; the servers send
that along. A clock without a battery may believe that it is a year ago: authorities and the broker
are valid from 2020 on. Browsers want a short life, so the page has a certificate of its own.
"""

import errno
import ipaddress
import os
import re
import ssl
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from clock.files import replace_file
from clock.link.credentials import trusting
from clock.rules.message import Message, Problem, placed

CA, CA_KEY = "ca.crt", "ca.key"
"""The authority that clocks trust: the event's own or the club's, whose key stays with the club."""
EVENT_CA, EVENT_KEY = "event-ca.crt", "event-ca.key"
"""An event's authority under a club."""
BROKER, BROKER_KEY = "broker.crt", "broker.key"
PAGE, PAGE_KEY = "desk.crt", "desk.key"
PAGE_DAYS, PAGE_DAYS_LEFT = 397, 30
"""How long the page's certificate holds, and before which time of its end it is made anew."""
NAMES_MAX = 20
"""A certificate keeps the names that it had, up to so many: a laptop comes back to a hall."""
_LONG = ("20200101000000Z", "20491231000000Z")
_CONFIG = """\
[ca]
default_ca = event
[event]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = names
unique_subject = no
copy_extensions = copy
[names]
commonName = supplied
[club]
basicConstraints = critical, CA:TRUE, pathlen:1
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
authorityKeyIdentifier = keyid
[req]
distinguished_name = names
"""


class Signer(NamedTuple):
    """An authority: its certificate and its key."""

    certificate: Path
    key: Path


def make_authority(folder: Path, name: str) -> None:
    """Make the authority of a club, which signs those of its events."""
    with TemporaryDirectory(dir=folder) as work:
        at = _workshop(Path(work))
        _sign(at, CA, CA_KEY, f"{_common(name)} club", _LONG, "club")
        _move(at, folder, CA, CA_KEY)


def make_certificates(
    folder: Path, name: str, addresses: Sequence[str], club: Signer | None = None
) -> None:
    """Make the authority, and certificates of broker and page for these names and addresses."""
    authority = (CA, CA_KEY) if club is None else (EVENT_CA, EVENT_KEY)
    with TemporaryDirectory(dir=folder) as work:
        at = _workshop(Path(work))
        _sign(at, *authority, f"{_common(name)} desk", _LONG, "authority", by=club)
        if club is not None:
            (at / CA).write_bytes(club.certificate.read_bytes())
        signer = Signer(*(at / each for each in authority))
        for certificate, key in ((BROKER, BROKER_KEY), (PAGE, PAGE_KEY)):
            days = _LONG if certificate == BROKER else _short()
            _sign(at, certificate, key, _common(name), days, "server", _names(addresses), by=signer)
            if club is not None:
                _append(at / certificate, signer.certificate)
        _move(at, folder, CA, *authority, BROKER, BROKER_KEY, PAGE, PAGE_KEY)


def renew_certificates(
    folder: Path, name: str, addresses: Sequence[str], also: Sequence[str], *, broker: bool
) -> tuple[str, ...]:
    """Renew certificates without these addresses, or about to end; return them.

    A new one has the names `also` too, and those that it had; its key stays. Raises Problem without
    the authority's key.
    """
    renewed = []
    for certificate, key in ((PAGE, PAGE_KEY), *([(BROKER, BROKER_KEY)] if broker else [])):
        had = _names_in(folder / certificate)
        needed = set(map(_plain, addresses))
        if needed <= set(had) and not _ends_soon(folder / certificate):
            continue
        wanted = list(dict.fromkeys((*map(_plain, (*addresses, *also)), *had)))[:NAMES_MAX]
        with TemporaryDirectory(dir=folder) as work:
            at = _workshop(Path(work))
            days = _LONG if certificate == BROKER else _short()
            signer = _signer_of(folder)
            (at / key).write_bytes((folder / key).read_bytes())
            _sign(at, certificate, key, _common(name), days, "server", _names(wanted), by=signer)
            if signer.certificate.name == EVENT_CA:
                _append(at / certificate, signer.certificate)
            replace_file(folder / certificate, (at / certificate).read_bytes())
        renewed.append(certificate)
    return tuple(renewed)


def _signer_of(folder: Path) -> Signer:
    """The authority that signs an event's certificates. Raises Problem without its key."""
    under_club = (folder / EVENT_CA).exists()
    names = (EVENT_CA, EVENT_KEY) if under_club else (CA, CA_KEY)
    signer = Signer(*(folder / each for each in names))
    if not signer.key.exists():
        raise Problem(placed(signer.key, os.strerror(errno.ENOENT)))
    return signer


def require_certificates(folder: Path, *, broker: bool) -> None:
    """Raise Problem for a certificate or a key that is missing or is none, OSError without a CA.

    Those of the broker are needed only if the desk starts it.
    """
    trusting(folder / CA)
    for pair in ((PAGE, PAGE_KEY), *([(BROKER, BROKER_KEY)] if broker else [])):
        certificate, key = (folder / file for file in pair)
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
        except OSError as error:
            is_none = isinstance(error, ssl.SSLError)
            why = Message("expected a certificate and its key") if is_none else error.strerror
            raise Problem(placed(f"{certificate}, {key}", why)) from None


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of a certificate, which a browser shows too."""
    at = certificate.parent
    printed = _openssl(at, "x509", "-in", certificate.name, "-noout", "-fingerprint", "-sha256")
    return printed.partition("=")[2].strip()


def _workshop(at: Path) -> Path:
    """Prepare a folder in which openssl signs."""
    (at / "openssl.cnf").write_text(_CONFIG, encoding="utf-8")
    (at / "index.txt").touch()
    return at


def _move(at: Path, folder: Path, *files: str) -> None:
    for file in dict.fromkeys(files):
        (at / file).chmod(0o600 if file.endswith(".key") else 0o644)
        (at / file).rename(folder / file)


def _append(file: Path, other: Path) -> None:
    file.write_bytes(file.read_bytes() + other.read_bytes())


def _sign(
    at: Path,
    certificate: str,
    key: str,
    name: str,
    days: tuple[str, ...],
    kind: str,
    *ext: str,
    by: Signer | None = None,
) -> None:
    """Make a certificate, signed by its own key or by an authority; its key, unless it is there."""
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    pair = ("-key", key) if (at / key).exists() else (*curve, "-keyout", key)
    adds = [part for each in ext for part in ("-addext", each)]
    config = ("-config", "openssl.cnf")
    asked = f"{certificate}.csr"
    _openssl(
        at, "req", "-new", *config, *pair, "-out", asked, *adds, "-subj", f"/CN={name}"
    )  # fmt: skip
    signs = (
        ("-selfsign", "-keyfile", key)
        if by is None
        else ("-cert", str(by.certificate.resolve()), "-keyfile", str(by.key.resolve()))
    )
    dates = ("-startdate", days[0], "-enddate", days[1])
    _openssl(
        at, "ca", "-batch", "-notext", *config, "-extensions", kind, *dates, *signs,
        "-in", asked, "-out", certificate,
    )  # fmt: skip


def _common(name: str) -> str:
    return "".join(char for char in name if char.isalnum() or char in " -.")[:50] or "Clapper"


def _short() -> tuple[str, ...]:
    now = datetime.now(UTC)
    ends = now - timedelta(1), now + timedelta(PAGE_DAYS - 1)
    return tuple(f"{when:%Y%m%d%H%M%SZ}" for when in ends)


def _names(addresses: Sequence[str]) -> str:
    return "subjectAltName=" + ",".join(f"{_kind(each)}:{each}" for each in addresses)


def _names_in(certificate: Path) -> tuple[str, ...]:
    """The names and addresses that a certificate is valid for."""
    at, name = certificate.parent, certificate.name
    printed = _openssl(at, "x509", "-in", name, "-noout", "-ext", "subjectAltName")
    found = re.findall(r"(?:DNS|IP Address):([^,\s]+)", printed)
    return tuple(map(_plain, found))


def _ends_soon(certificate: Path) -> bool:
    at, name = certificate.parent, certificate.name
    printed = _openssl(at, "x509", "-in", name, "-noout", "-enddate")
    ends = ssl.cert_time_to_seconds(printed.partition("=")[2].strip())
    return ends < (datetime.now(UTC) + timedelta(PAGE_DAYS_LEFT)).timestamp()


def _kind(address: str) -> str:
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return "DNS"
    return "IP"


def _plain(address: str) -> str:
    """An address as it is compared: openssl prints one of IPv6 in capitals and in full."""
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return address.lower()


def _openssl(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ("openssl", *arguments), cwd=folder, capture_output=True, text=True, check=True
        )
    except FileNotFoundError:
        raise Problem("`openssl` is not installed: `apt install openssl`") from None
    except subprocess.CalledProcessError as error:
        raise Problem("`openssl`: {problem}", problem=error.stderr.strip()) from None
    return done.stdout
