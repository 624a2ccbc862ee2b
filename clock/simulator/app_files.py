"""The page as an app: manifest, icons, and the worker for use offline."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clock.simulator.app_icons import TABLE, icon
from clock.simulator.page_files import Language, source_of
from clock.text.language import speaking, tr

_MASKABLE_SHARE = 0.66
"""So the clock is whole within the circle that a phone may cut out: four fifths of the width."""
_ICONS: dict[str, tuple[int, float, str]] = {
    "/icon-192.png": (192, 1, ""),
    "/icon-512.png": (512, 1, ""),
    "/icon-maskable.png": (512, _MASKABLE_SHARE, TABLE),
    "/icon-apple.png": (180, 0.8, TABLE),
}
"""By path: size, share of its side, background."""


def app_routes(
    files: Collection[str], language: Language, edition: Callable[[], str]
) -> Iterator[Route]:
    """Yield the app's routes; `files` are the paths kept for use offline."""

    async def manifest(request: Request) -> Response:
        code = language(request)
        with speaking(code):
            content = msgspec.json.encode({"lang": code, **_manifest()})
        return Response(content, media_type="application/manifest+json")

    async def worker(_request: Request) -> Response:
        paths = msgspec.json.encode([*files]).decode()
        source = source_of("worker.js", edition()).replace('"FILES"', paths)
        return Response(source, media_type="text/javascript")

    def icon_file(request: Request) -> Response:
        return Response(icon(*_ICONS[request.url.path]), media_type="image/png")

    yield Route("/manifest.webmanifest", manifest)
    yield Route("/worker.js", worker)
    for path in _ICONS:
        yield Route(path, icon_file)


def _manifest() -> dict[str, Any]:
    return {
        "id": "/",
        "name": "Clapper",
        "short_name": "Clapper",
        "description": tr("A tournament clock for two players: chess, go, renju and other games."),
        "start_url": "/",
        "scope": "/",
        "display": "fullscreen",
        "background_color": TABLE,
        "theme_color": TABLE,
        "icons": [
            {
                "src": path,
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "maskable" if background else "any",
            }
            for path, (size, _, background) in _ICONS.items()
            if "apple" not in path
        ],
    }
