"""Our speed against python-chess and pokerkit, measured in one run: `python -m bench`."""
