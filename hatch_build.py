"""What the build does beyond packing: the languages' catalogues are compiled, so none is stale."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Compile the catalogues before a wheel is packed, or the tree is installed as it stands."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Write the .mo files, and have them packed though git ignores them."""
        sys.path.insert(0, self.root)
        from tools.compiled import LOCALE, compile_catalogues

        compile_catalogues(Path(self.root))
        build_data["artifacts"].append(f"{LOCALE}/**/*.mo")
