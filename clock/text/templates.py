"""Pages as templates, in the current language."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from clock.text.language import tr


def templates(package: str, folder: str = "") -> Environment:
    """Return the templates of a folder in a package; a name that is missing is an error."""
    environment = Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(tr=tr)
    return environment
