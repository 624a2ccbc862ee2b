"""The page's files, each in its reader's language, and the edition that they are known by."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from clock.simulator.page_texts import translate_page

Language = Callable[[HTTPConnection], str]
"""The language for a reader."""
EDITION = "EDITION"
"""Stands in files for their edition; a page of another edition loads itself again."""
_FOLDER = resources.files("clock.simulator").joinpath("page")


@cache
def build() -> str:
    """Return a name that changes with any of the files."""
    files = sorted(_FOLDER.iterdir(), key=lambda file: file.name)
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def source_of(name: str, edition: str = "") -> str:
    """Return a file of the page with its texts in English."""
    return _FOLDER.joinpath(name).read_text(encoding="utf-8").replace(EDITION, edition)


def file_routes(
    files: Mapping[str, tuple[str, str]], language: Language, edition: Callable[[], str]
) -> Iterator[Route]:
    """Yield the routes to files: by path, a file's name and media type."""

    def answering(name: str, media_type: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            source = source_of(name, edition())
            content = translate_page(source, media_type, language(request))
            return Response(content, media_type=media_type)

        return answer

    for path, file in files.items():
        yield Route(path, answering(*file))
