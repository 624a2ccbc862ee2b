"""What the rules say, one test file a rule or a group of them."""
