"""Other programs' formats, read into records; one file a program."""
