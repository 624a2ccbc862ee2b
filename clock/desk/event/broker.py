"""The event's broker: mosquitto with TLS, a password for each clock, and rights for each topic.

Rights are mosquitto's dynamic security: a clock is admitted and revoked while the broker runs. One
that is revoked is disconnected at once.
"""

import base64
import getpass
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import Any

import msgspec

from clock.desk.event.certificates import BROKER, BROKER_KEY, CA
from clock.desk.event.club import StoredPassword
from clock.files import replace_file
from clock.link.messages import FROM_CLOCK, ROOT, TO_CLOCK, topic
from clock.rules.message import Problem

DESK_USER = "desk"
CONF, SECURITY, PASSWORD = "mosquitto.conf", "dynamic-security.json", "desk.password"
CONTROL_TOPIC = "$CONTROL/dynamic-security/v1"
_PLUGINS = ("/usr/lib", "/usr/local/lib", "/opt/homebrew/lib")
_ITERATIONS = 10_000
_DESK_ROLES = [{"rolename": "desk"}]
_CONF = f"""\
# Made by `clapper desk init`; for mosquitto 2.0 and 2.1, started in this folder.
user {{user}}
per_listener_settings false
plugin {{plugin}}
plugin_opt_config_file {SECURITY}
allow_anonymous false
listener {{port}}
use_username_as_clientid true
cafile {CA}
certfile {BROKER}
keyfile {BROKER_KEY}
tls_version tlsv1.2
max_packet_size 1200000
max_queued_messages 10000
set_tcp_nodelay true
"""


def write_broker(folder: Path, event: str, password: str, port: int) -> None:
    """Write the configuration and the access rights, so far for the desk alone."""
    conf = _CONF.format(user=getpass.getuser(), plugin=_plugin(), port=port)
    (folder / CONF).write_text(conf, encoding="utf-8")
    security = {
        "defaultACLAccess": {
            "publishClientSend": False,
            "publishClientReceive": True,
            "subscribe": False,
            "unsubscribe": True,
        },
        "clients": [_desk_login(password)],
        "roles": [_desk_role(event)],
    }
    for file, text in ((SECURITY, msgspec.json.encode(security)), (PASSWORD, password.encode())):
        with open(folder / file, "wb", opener=_private) as stream:
            stream.write(text)


def require_port(folder: Path, port: int) -> None:
    """Raise Problem for a configuration whose broker listens on other ports alone."""
    with suppress(OSError, UnicodeDecodeError):  # the broker reports what is wrong with the file
        conf = (folder / CONF).read_text(encoding="utf-8")
        ports = re.findall(r"^[ \t]*(?:listener|port)[ \t]+(\d+)", conf, re.MULTILINE)
        if ports and str(port) not in ports:
            raise Problem(
                "desk.toml: broker has port {port}, but {file} says `listener {other}`: give both "
                "the same port",
                port=port,
                file=CONF,
                other=ports[0],
            )


def restore_desk_login(folder: Path, password: str) -> None:
    """Give the desk its login back where a clock named like the desk has taken its place.

    Earlier versions let a clock have any name. Only while the broker is down: it has its own copy.
    """
    with _security(folder) as security:
        clients = msgspec.convert(security.get("clients", []), list[dict[str, Any]])
        own = [each for each in clients if each.get("username") == DESK_USER]
        if [each.get("roles") for each in own] != [_DESK_ROLES]:
            others = [each for each in clients if each not in own]
            security["clients"] = [_desk_login(password), *others]


def take_club_clocks(folder: Path, club: str, passwords: Mapping[str, StoredPassword]) -> None:
    """Let a club's clocks in, and keep its others out.

    Only while the broker is down: it has its own copy.
    """
    known = {clock: each for clock, each in passwords.items() if clock != DESK_USER}
    logins = [
        {"username": clock, "roles": [{"rolename": f"clock-{clock}"}], **password}
        for clock, password in known.items()
        if password
    ]
    roles = [_clock_role(club, each["username"]) for each in logins]
    before = {f"clock-{clock}" for clock in known}
    with _security(folder) as security:
        clients, others = (
            msgspec.convert(security.get(key, []), list[dict[str, Any]])
            for key in ("clients", "roles")
        )
        clients = [each for each in clients if each.get("username") not in known]
        others = [each for each in others if each.get("rolename") not in before]
        security.update(clients=[*clients, *logins], roles=[*others, *roles])


@contextmanager
def _security(folder: Path) -> Iterator[dict[str, Any]]:
    """Change the access rights; what cannot be read stays, and the broker reports it."""
    file = folder / SECURITY
    try:
        content = file.read_bytes()
        security = msgspec.json.decode(content, type=dict[str, Any])
    except (OSError, msgspec.DecodeError):
        yield {}
        return
    before = msgspec.json.encode(security)
    with suppress(msgspec.ValidationError):
        yield security
    if (after := msgspec.json.encode(security)) != before:
        replace_file(file, after)


def admission(event: str, clock: str, password: str) -> bytes:
    """Return the message on `CONTROL_TOPIC` that lets a clock in, with a new password.

    Raises Problem for a clock with the desk's own name: the desk's login would be replaced by it.
    """
    if clock == DESK_USER:
        raise Problem(
            "a clock cannot be called {name}: the desk has that name at the broker", name=clock
        )
    return _commands(
        *_removal(clock),
        {"command": "createRole", **_clock_role(event, clock)},
        {
            "command": "createClient",
            "username": clock,
            "password": password,
            "roles": [{"rolename": f"clock-{clock}"}],
        },
    )


def revocation(clock: str) -> bytes:
    """Return the message on `CONTROL_TOPIC` that shuts a clock out."""
    return _commands(*_removal(clock))


def _removal(clock: str) -> tuple[dict[str, Any], ...]:
    role = {"command": "deleteRole", "rolename": f"clock-{clock}"}
    if clock == DESK_USER:  # an event of an earlier version may have a clock of this name
        return (role,)
    return {"command": "deleteClient", "username": clock}, role


def _desk_login(password: str) -> dict[str, Any]:
    return {"username": DESK_USER, "roles": _DESK_ROLES, **stored_password(password)}


def _commands(*commands: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"commands": commands})


def _clock_role(event: str, clock: str) -> dict[str, Any]:
    acls = [_acl("publishClientSend", topic(event, clock, leaf)) for leaf in FROM_CLOCK]
    acls += [_acl("subscribeLiteral", topic(event, clock, leaf)) for leaf in TO_CLOCK]
    return {"rolename": f"clock-{clock}", "acls": acls}


def _desk_role(event: str) -> dict[str, Any]:
    acls = [
        _acl(kind, each)
        for each in (f"{ROOT}/{event}/#", "$CONTROL/dynamic-security/#")
        for kind in ("publishClientSend", "subscribePattern")
    ]
    return {"rolename": "desk", "acls": acls}


def _acl(kind: str, topic: str) -> dict[str, Any]:
    return {"acltype": kind, "topic": topic, "allow": True}


def stored_password(password: str) -> StoredPassword:
    """Return a password as mosquitto keeps it."""
    salt = secrets.token_bytes(12)
    key = pbkdf2_hmac("sha512", password.encode(), salt, _ITERATIONS, 64)
    return {
        "password": base64.b64encode(key).decode(),
        "salt": base64.b64encode(salt).decode(),
        "iterations": _ITERATIONS,
    }


def _plugin() -> Path:
    name = "mosquitto_dynamic_security.so"
    for folder in map(Path, _PLUGINS):
        for found in (*folder.glob(name), *folder.glob(f"*/{name}")):
            return found
    raise Problem("`mosquitto` is not installed: `apt install mosquitto`")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
