"""The clock without a Pi: a simulated body on a web page."""
