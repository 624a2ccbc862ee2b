"""The rules of a tournament clock, in pure functions: exact to the nanosecond, without a clock."""
