"""Mutation testing: small faults are planted in a place, and its tests have to find each."""
