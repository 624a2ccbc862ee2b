"""Days and times of day, as people say them."""

from datetime import datetime

from clock.rules.message import Message
from clock.text.language import N_

MONTHS = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)


def day_and_time(when: datetime) -> Message:
    """Return a day without its year, and the time of day: "12 May 18:40"."""
    month = Message(MONTHS[when.month - 1])
    return Message("{day} {month} {time}", day=when.day, month=month, time=f"{when:%H:%M}")


def put_aside_on(when: datetime) -> Message:
    """Return when a game was put aside, as the faces say it."""
    return Message("Put aside {when}", when=day_and_time(when))
