"""What people see: a state and an instant become a face, a face becomes an image."""
