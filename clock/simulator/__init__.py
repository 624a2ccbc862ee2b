"""The clock without a Pi: its body on a web page."""
