"""The command line program `shengji`."""
