"""`clapper run` as a service: systemd is notified, faults are logged, displays give the reason."""
