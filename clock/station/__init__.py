"""One clock on one table: inputs come in by their stamps, lamps and screens follow."""
