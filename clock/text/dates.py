"""Days and times of day, as people say them."""

from datetime import datetime

from clock.rules.message import Message
from clock.text.language import N_

MONTHS = (
    *(
        N_("{day} Jan"),
        N_("{day} Feb"),
        N_("{day} Mar"),
        N_("{day} Apr"),
        N_("{day} May"),
        N_("{day} Jun"),
    ),
    *(
        N_("{day} Jul"),
        N_("{day} Aug"),
        N_("{day} Sep"),
        N_("{day} Oct"),
        N_("{day} Nov"),
        N_("{day} Dec"),
    ),
)


def day_and_time(when: datetime) -> Message:
    """Return a day without its year, and the time of day: "12 May 18:40"."""
    day = Message(MONTHS[when.month - 1], day=when.day)
    return Message("{day} {time}", day=day, time=f"{when:%H:%M}")


def put_aside_on(when: datetime) -> Message:
    """Return when a game was put aside, as the faces say it."""
    return Message("Put aside {when}", when=day_and_time(when))
