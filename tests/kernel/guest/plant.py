"""Ends a thread of a library in the clock's service, once the file ASKED names which.

Every Python of the machine runs this at its start (plant.pth); all but the service's let it be.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

ASKED = Path("/run/plant")
LOOK_S = 0.05


def make_deadly(owner: Any, name: str) -> None:
    """Have a function end the thread that calls it, unless that is the main one."""
    function = getattr(owner, name)

    def deadly(*arguments: Any, **options: Any) -> Any:
        if threading.current_thread() is threading.main_thread():
            return function(*arguments, **options)
        sys.exit()

    setattr(owner, name, deadly)


def plant() -> None:
    """Wait until a thread is to end, and prepare that."""
    while not ASKED.exists():
        time.sleep(LOOK_S)
    which = ASKED.read_text().strip()
    modules: dict[str, Any] = dict(sys.modules)
    if which == "gpiod":
        make_deadly(modules["gpiod"].LineRequest, "read_edge_events")
    elif which == "lgpio":
        modules["lgpio"]._notify_thread.callbacks.append(None)  # which it cannot call
    elif which == "poll":
        make_deadly(modules["gpiozero.pins.lgpio"].LGPIOPin, "_get_state")
    elif which == "screen":
        make_deadly(modules["luma.core.interface.serial"].i2c, "command")


if "STATE_DIRECTORY" in os.environ:
    threading.Thread(target=plant, daemon=True).start()
