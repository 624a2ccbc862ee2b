"""The clock's body on a web page, with the real hardware stack underneath."""
