"""Games, hands and plays as tables for research, and what each seat knew as features.

Nothing is imported here: a worker of a cluster needs the way from a record to its rows alone.
"""
