"""Make the pictures and tables of the documents: `python -m tools.drawings`."""
