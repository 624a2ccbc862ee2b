"""What people and programs write: text in, values or messages out."""
