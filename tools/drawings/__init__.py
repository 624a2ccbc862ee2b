"""The pictures and tables of `hardware.md`, made from the wiring: `python -m tools.drawings`."""
