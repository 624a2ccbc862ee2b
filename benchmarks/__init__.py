"""Benchmarks of the clock: `make bench` prints a table."""
