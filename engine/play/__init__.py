"""What a play is, what may be played, and who wins a trick."""
