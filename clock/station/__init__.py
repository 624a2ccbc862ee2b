"""A clock on a table: takes inputs by their stamps, and updates lamps and screens."""
