"""A record driven through the engine: verdicts, steps and views."""
