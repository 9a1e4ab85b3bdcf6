"""What a record is turned into for others: tables, text, pictures. Nothing is judged here.

:mod:`.registry` has every export by its name; :mod:`.extract` says of what, and as seen by whom.
"""
