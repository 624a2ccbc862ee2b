"""Which section of an event a page shows."""

from clock.desk.site import Site
from clock.desk_pages.requests import PageRequest


def sections_of(site: Site) -> list[str]:
    """Return the names of the sections in the event's order; other tables have the empty name."""
    played = {key.section for key in site.rounds.rounds}
    own = tuple(site.event.sections)
    return [*own, *sorted(played.difference(own))] or [""]


def section_shown(site: Site, asked: PageRequest) -> str:
    """Return the section that a page is asked for, else the first that has a round."""
    sections, played = sections_of(site), {each.section for each in site.rounds.current_rounds}
    first = next((each for each in sections if each in played), sections[0])
    return asked.query("section", first)


def section_context(site: Site, section: str) -> dict[str, object]:
    """Return what a page's template has of sections."""
    return {"section": section, "sections": sections_of(site)}
