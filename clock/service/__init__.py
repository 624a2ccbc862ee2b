"""`clapper run` as a service: notify systemd, log faults, show on the displays what is wrong."""
