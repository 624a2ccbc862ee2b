"""Clapper: an open tournament clock. The rules, the faces, and the station on the table."""
