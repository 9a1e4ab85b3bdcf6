"""What a record is turned into for others: pictures so far. Nothing is judged here."""
