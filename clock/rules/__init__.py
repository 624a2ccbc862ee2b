"""What a tournament clock does: pure, exact to the nanosecond, and without a clock of its own."""
