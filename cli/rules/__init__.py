"""`shengji rules`: rule systems, how they differ, and which of them fits a record."""

from shengji.cli.rules.group import rules

__all__ = ["rules"]
