"""One table under a scheduler: real code of the clock, random faults in company, from a seed."""
