"""The event's own certificate authority, and the certificates it signs, by openssl.

A clock without a battery may believe that it is a year ago: the authority and the broker are valid
from 2020 on. Browsers want a short life, so the page has a certificate of its own.
"""

import ipaddress
import ssl
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from clock.link.credentials import trusting
from clock.rules.message import Message, Problem, placed

CA, CA_KEY = "ca.crt", "ca.key"
BROKER, BROKER_KEY = "broker.crt", "broker.key"
PAGE, PAGE_KEY = "desk.crt", "desk.key"
PAGE_DAYS = 397
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


def make_certificates(folder: Path, name: str, addresses: Sequence[str]) -> None:
    """Make the authority, and certificates of broker and page for these names and addresses."""
    common = "".join(char for char in name if char.isalnum() or char in " -.")[:50] or "Clapper"
    names = ",".join(f"{_kind(each)}:{each}" for each in addresses)
    now = datetime.now(UTC)
    short = tuple(
        f"{when:%Y%m%d%H%M%SZ}" for when in (now - timedelta(1), now + timedelta(PAGE_DAYS - 1))
    )
    with TemporaryDirectory(dir=folder) as work:
        at = Path(work)
        (at / "openssl.cnf").write_text(_CONFIG, encoding="utf-8")
        (at / "index.txt").touch()
        _sign(at, CA, CA_KEY, f"{common} desk", _LONG, "authority")
        for certificate, key, days in ((BROKER, BROKER_KEY, _LONG), (PAGE, PAGE_KEY, short)):
            _sign(at, certificate, key, common, days, "server", f"subjectAltName={names}")
        for file in (CA, CA_KEY, BROKER, BROKER_KEY, PAGE, PAGE_KEY):
            (at / file).chmod(0o600 if file.endswith(".key") else 0o644)
            (at / file).rename(folder / file)


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


def _sign(
    at: Path, certificate: str, key: str, name: str, days: tuple[str, ...], kind: str, *ext: str
) -> None:
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    adds = [part for each in ext for part in ("-addext", each)]
    config = ("-config", "openssl.cnf")
    asked = f"{certificate}.csr"
    _openssl(
        at, "req", "-new", *config, *curve, "-keyout", key, "-out", asked, *adds,
        "-subj", f"/CN={name}",
    )  # fmt: skip
    by = (
        ("-selfsign", "-keyfile", key) if kind == "authority" else ("-cert", CA, "-keyfile", CA_KEY)
    )
    dates = ("-startdate", days[0], "-enddate", days[1])
    _openssl(
        at, "ca", "-batch", "-notext", *config, "-extensions", kind, *dates, *by,
        "-in", asked, "-out", certificate,
    )  # fmt: skip


def _kind(address: str) -> str:
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return "DNS"
    return "IP"


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
