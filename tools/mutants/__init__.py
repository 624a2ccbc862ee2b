"""Mutation testing: small faults are planted in a room, and its tests have to find each."""
