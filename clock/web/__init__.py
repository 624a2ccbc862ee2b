"""What both servers of pages share: who is let in, how far, and in which language."""
