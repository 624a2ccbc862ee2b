"""The language of a page: as its reader chose it, or as the browser asks."""

from starlette.requests import HTTPConnection

from clock.text.language import ENGLISH, LANGUAGES


def reader_language(request: HTTPConnection, chosen: str = "") -> str:
    """Return the language of `?language=`, or else `chosen`, or else the browser's first of ours.

    English if it asks for none of them. The order of Accept-Language counts, not its weights.
    """
    wanted = request.headers.get("accept-language", "").split(",")
    codes = (each.strip()[:2].lower() for each in wanted)
    preferred = (request.query_params.get("language"), chosen, *codes)
    return next((code for code in preferred if code in LANGUAGES), ENGLISH)
