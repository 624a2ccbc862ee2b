"""The link between a clock and the referees' desk, over MQTT 5. The clock never waits for it."""
