"""Is a touch screen, by uinput: reads lines "put SLOT X Y" and "lift SLOT", and reports each."""

import fcntl
import itertools
import os
import struct
import sys

SET_KIND, SET_ABS, SET_PROPERTY = 0x40045564, 0x40045567, 0x4004556E
SETUP, SETUP_AXIS, CREATE = 0x405C5503, 0x401C5504, 0x5501
SYN, ABS, DIRECT, USB = 0, 3, 1, 3
SLOT, X, Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
MOST = {SLOT: 9, X: 4095, Y: 4095, TRACKING_ID: 65535}

device = os.open("/dev/uinput", os.O_WRONLY)
fcntl.ioctl(device, SET_KIND, ABS)
fcntl.ioctl(device, SET_PROPERTY, DIRECT)
for axis, most in MOST.items():
    fcntl.ioctl(device, SET_ABS, axis)
    fcntl.ioctl(device, SETUP_AXIS, struct.pack("@Hxx6i", axis, 0, 0, most, 0, 0, 0))
fcntl.ioctl(device, SETUP, struct.pack("@4H80sI", USB, 1, 1, 1, b"touch", 0))
fcntl.ioctl(device, CREATE)
print("there", flush=True)
numbers = itertools.count(1)
for line in sys.stdin:
    what, slot, *point = line.split()
    values = {SLOT: int(slot), TRACKING_ID: next(numbers) if what == "put" else -1}
    if point:
        values |= {X: int(point[0]), Y: int(point[1])}
    events = [(ABS, *each) for each in values.items()] + [(SYN, 0, 0)]
    os.write(device, b"".join(struct.pack("@llHHi", 0, 0, *event) for event in events))
