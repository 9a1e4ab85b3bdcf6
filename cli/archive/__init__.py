"""`shengji archive`: records kept in one file."""

from shengji.cli.archive.group import archive

__all__ = ["archive"]
