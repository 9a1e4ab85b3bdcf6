"""`python -m shengji.cli` is `shengji`."""

from shengji.cli.app import main

if __name__ == "__main__":
    main()
