"""What both servers of pages share, the simulator's and the desk's: who is let in, how far, and in which language."""
