"""What displays' controllers keep in their memory, byte by byte, from what is sent to them."""

from collections.abc import Iterable
from typing import Any

from hal.wiring import DRIVERS, ScreenWiring

ARGUMENTS = {
    0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
    0xDB: 1,
}  # fmt: skip
"""How many arguments a command of the mono controllers has, if any."""


class Controller:
    """A luma serial interface with a memory behind it: bytes by row and column address."""

    def __init__(self) -> None:
        self.memory: dict[tuple[int, int], int] = {}
        self.sent: list[int] = []
        """Bytes so far, each command's and data's."""
        self.commands: list[tuple[int, ...]] = []
        self.fails = False
        self.on = self.closed = False
        self._bus, self._addr = self, 0x3C

    def read_byte_data(self, _: int, control: int) -> int:
        """Return the status, as over the bus."""
        assert control == 0
        self._answer()
        return 0x06 | (not self.on) << 6

    def lose_power(self) -> None:
        self.on = False
        self.memory.clear()

    def forget(self) -> None:
        """Note from now on what is sent."""
        self.sent.clear()
        self.commands.clear()

    def _answer(self) -> None:
        if self.fails:
            raise OSError(121, "Remote\nI/O error")

    def command(self, *cmd: int) -> None:
        self._answer()
        self.on |= 0xAF in cmd
        self.commands.append(cmd)
        self.sent += cmd
        self.take(list(cmd))

    def data(self, data: Iterable[int]) -> None:
        values = list(data)
        self.sent += values
        self.write(values)

    def take(self, command: list[int]) -> None:
        raise NotImplementedError

    def write(self, values: list[int]) -> None:
        raise NotImplementedError

    def cleanup(self) -> None:
        self.closed = True


class _Windowed(Controller):
    """Writes run through a window of rows and columns, and start again at its beginning."""

    per_column = 1

    def __init__(self) -> None:
        super().__init__()
        self.columns, self.rows = (0, 127), (0, 7)
        self.at = (0, 0, 0)

    def window(self, what: int, first: int, last: int) -> None:
        if what == self.column_command:
            self.columns = (first, last)
        else:
            self.rows = (first, last)
        self.at = (self.rows[0], self.columns[0], 0)

    column_command = 0x21

    def write(self, values: list[int]) -> None:
        row, column, part = self.at
        for value in values:
            self.memory[row, column * self.per_column + part] = value
            part += 1
            if part == self.per_column:
                part, column = 0, column + 1
            if column > self.columns[1]:
                column, row = self.columns[0], row + 1
            if row > self.rows[1]:
                row = self.rows[0]
        self.at = (row, column, part)


class Ssd1306(_Windowed):
    """Pages of eight rows; 0x21 sets columns, 0x22 pages."""

    def take(self, command: list[int]) -> None:
        while command:
            what, count = command[0], ARGUMENTS.get(command[0], 0)
            arguments, command = command[1 : 1 + count], command[1 + count :]
            if what in (0x21, 0x22):
                self.window(what, *arguments)


class Sh1106(Controller):
    """Pages of eight rows; a page and a column are set, the column runs on."""

    def __init__(self) -> None:
        super().__init__()
        self.page, self.column = 0, 0

    def take(self, command: list[int]) -> None:
        while command:
            what, count = command[0], ARGUMENTS.get(command[0], 0)
            command = command[1 + count :]
            if what < 0x10:
                self.column = self.column & 0xF0 | what
            elif what < 0x20:
                self.column = self.column & 0x0F | (what & 0x0F) << 4
            elif what >> 4 == 0xB:
                self.page = what & 0x0F

    def write(self, values: list[int]) -> None:
        for value in values:
            self.memory[self.page, self.column] = value
            self.column += 1


class Ssd1325(_Windowed):
    """Two grey pixels a byte; 0x15 sets columns, 0x75 rows, each with its arguments at once."""

    column_command = 0x15

    def take(self, command: list[int]) -> None:
        if command[0] == 0x15:
            self.window(*command[:3])
            command = command[3:]
        if command and command[0] == 0x75:
            self.window(*command[:3])


class Ssd1322(_Windowed):
    """Four grey pixels a column; a command's arguments are sent as data, 0x5C begins the pixels."""

    column_command, per_column = 0x15, 2

    def __init__(self) -> None:
        super().__init__()
        self.expects = 0

    def take(self, command: list[int]) -> None:
        (self.expects,) = command

    def write(self, values: list[int]) -> None:
        if self.expects == 0x5C:
            super().write(values)
        elif self.expects in (0x15, 0x75):
            self.window(self.expects, *values)


CONTROLLERS: dict[str, type[Controller]] = {
    **dict.fromkeys(("ssd1305", "ssd1306", "ssd1309", "ssd1315", "ssd1316"), Ssd1306),
    **dict.fromkeys(("sh1106", "sh1107", "ch1115"), Sh1106),
    **dict.fromkeys(("ssd1325", "ssd1327", "ssd1362"), Ssd1325),
    **dict.fromkeys(("ssd1322", "ssd1363"), Ssd1322),
}
"""By the driver's name."""


def lumas_own(wiring: ScreenWiring) -> tuple[Any, Controller]:
    """luma's device on a controller of its own, which sends as luma does."""
    import luma.oled.device

    controller = CONTROLLERS[wiring.driver]()
    grey = {"mode": "1"} if DRIVERS[wiring.driver].grey else {}
    device = getattr(luma.oled.device, wiring.driver)(
        controller, width=wiring.width, height=wiring.height, rotate=wiring.rotate, **grey
    )
    device.persist = True
    return device, controller
