"""What the clock costs: `make bench` prints one table."""
