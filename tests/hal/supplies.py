"""A supply in the kernel's tree, as files that a test writes."""

from pathlib import Path


class Sys:
    """Stands for /sys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, path: str, text: str | bytes) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def supply(self, name: str, **files: str) -> None:
        """A power supply of the kernel's, with its files."""
        for key, text in files.items():
            self.put(f"class/power_supply/{name}/{key}", f"{text}\n")

    def battery(self, charge: int | str, status: str = "Discharging") -> None:
        self.supply("battery", type="Battery", status=status, capacity=str(charge))

    def weak(self, weak: bool) -> None:
        """The Pi's own driver, and its alarm."""
        self.put("class/hwmon/hwmon2/name", "rpi_volt\n")
        self.put("class/hwmon/hwmon2/in0_lcrit_alarm", f"{weak:d}\n")
