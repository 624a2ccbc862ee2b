"""`clapper run` as a service: told to systemd, logged, watched, and never without a reason."""
