"""The files that clocks get from the desk: its identity, its addresses and their own names."""

from io import BytesIO
from zipfile import ZipFile

from starlette.responses import Response

from clock.desk.event import addresses_now
from clock.desk.people import UserRole
from clock.desk.site import Site
from clock.desk_pages.registry import page
from clock.desk_pages.requests import PageRequest

_DESK_TOML = """\
# The link to the referees' desk. Put this file, and those that came with it, beside clapper.toml:
# with the card image, that is on the card's first partition.
[desk]
address = "{address}"
event = "{event}"
page = "{page}"
ca_file = "desk-ca.pem"{clock}
"""
_ADDRESSES = """\
# Where the referees' desk may be: a host or host:port a line, tried in turn. If it has moved, put
# this file alone beside desk-link.toml.
"""


@page("/clocks/files", UserRole.ORGANIZER)
async def files_for_all(site: Site, asked: PageRequest) -> Response:
    """The files for clocks that are to ask by themselves."""
    return clock_files(site, asked)


@page("/clocks/addresses", UserRole.ORGANIZER)
async def addresses_file(site: Site, _asked: PageRequest) -> Response:
    """The addresses of the desk, for clocks that have the other files."""
    headers = {"Content-Disposition": 'attachment; filename="desk-addresses.txt"'}
    return Response(_addresses(site), media_type="text/plain", headers=headers)


def clock_files(site: Site, asked: PageRequest, clock: str = "", password: str = "") -> Response:
    """Return the files for a clock's card; without a clock, those for all cards."""
    host = next(iter(site.event.addresses), "localhost")
    toml = _DESK_TOML.format(
        address=f"{host}:{site.event.broker_port}",
        event=site.event.of_clocks,
        page=str(asked.request.base_url.replace(hostname=host)).rstrip("/"),
        clock=f'\nclock = "{clock}"\npassword_file = "desk.password"' if clock else "",
    )
    packed = BytesIO()
    with ZipFile(packed, "w") as files:
        files.writestr("desk-link.toml", toml)
        files.writestr("desk-addresses.txt", _addresses(site))
        files.writestr("desk-ca.pem", site.authority)
        if clock:
            files.writestr("desk.password", f"{password}\n")
    name = clock or f"{site.event.of_clocks}-clocks"
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


def _addresses(site: Site) -> str:
    addresses = addresses_now(site.event)
    return _ADDRESSES + "".join(f"{each}:{site.event.broker_port}\n" for each in addresses)
