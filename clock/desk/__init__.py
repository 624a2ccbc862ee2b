"""The referees' desk of an event: what its clocks do, and who is needed where."""
