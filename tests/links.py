"""Where the links of a page lead."""

import re
from pathlib import Path


def lost(page: Path) -> list[str]:
    """The links of a page that lead to no file beside it; a page without any link is a mistake."""
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert links, page
    return [link for link in links if not (page.parent / link).is_file()]
