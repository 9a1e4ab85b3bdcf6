"""The program `shengji`: how to ask, and how to print."""

from shengji.cli.app import main, program

__all__ = ["main", "program"]
