"""The replay site."""
