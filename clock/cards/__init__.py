"""Cards for the table: what a clock is set to, what its buttons do, and how its displays look."""
