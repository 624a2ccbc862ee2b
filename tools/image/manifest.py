"""Writes what Raspberry Pi Imager 2 has to know of a card image: `manifest.py CARD PACKED [URL]`.

Only with it Imager asks for name, user and Wi-Fi. It has to name a whole address: without one, that
of the file here.
"""

import hashlib
import json
import sys
from datetime import date
from pathlib import Path


def main(card: Path, packed: Path, url: str = "") -> None:
    """Write the manifest beside the packed image."""

    def digest(file: Path) -> str:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()

    entry = {
        "name": "Clapper, the tournament clock",
        "description": "For Raspberry Pi Zero 2 W, 3 and 4; Debian 13, 64 bit",
        "icon": "https://downloads.raspberrypi.com/raspios_armhf/Raspberry_Pi_OS_(32-bit).png",
        "url": url or packed.resolve().as_uri(),
        "extract_size": card.stat().st_size,
        "extract_sha256": digest(card),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": digest(packed),
        "release_date": date.fromtimestamp(packed.stat().st_mtime).isoformat(),
        "init_format": "systemd",
        "architecture": "armv8",
        "devices": ["pi3-64bit", "pi4-64bit"],
    }
    file = packed.with_name(packed.name.removesuffix(".img.gz") + ".rpi-imager-manifest")
    file.write_text(json.dumps({"os_list": [entry]}, indent=2) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
