"""The rules of the clock: one test file for a rule or a group of rules."""
