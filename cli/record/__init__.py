"""`shengji record`: a match written down at the table, line by line."""

from shengji.cli.record.command import record

__all__ = ["record"]
