"""Take the uncompressed kernel out of a boot image: `unpack_kernel.py VMLINUZ VMLINUX`.

An emulated processor would spend most of the boot's time on unpacking it.
"""

import subprocess
import sys
from pathlib import Path

PACKERS = {
    b"\x28\xb5\x2f\xfd": ("zstd", "-dcq"),
    b"\xfd7zXZ\0": ("xz", "-dcq", "--single-stream"),
    b"\x1f\x8b\x08": ("gzip", "-dcq"),
}


def unpacked(image: bytes) -> bytes | None:
    """Return the ELF file inside a boot image, None if there is none."""
    for magic, packer in PACKERS.items():
        start = image.find(magic)
        while start >= 0:
            # What follows the packed kernel makes the packer fail after it has given the kernel.
            found = subprocess.run(
                packer, input=image[start:], capture_output=True, check=False, timeout=60
            ).stdout
            if found.startswith(b"\x7fELF"):
                return found
            start = image.find(magic, start + 1)
    return None


kernel = unpacked(Path(sys.argv[1]).read_bytes())
if kernel is None:
    sys.exit(f"{sys.argv[1]}: no kernel found in it")
Path(sys.argv[2]).write_bytes(kernel)
