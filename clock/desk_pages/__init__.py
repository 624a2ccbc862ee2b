"""The desk as people see it: pages for the organizer, the time referees and the hall's screens."""
