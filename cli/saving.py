"""A file written whole or not at all."""

import os
import tempfile
from pathlib import Path


def save(path: Path, data: bytes, *, over: bool) -> None:
    """Write a file so that nobody ever sees half of it.

    :param over: it may take the place of another one, whose mode it then has.
    :raises FileExistsError: there is one, and it may not.
    :raises OSError: the folder cannot be written to; nothing has changed.
    """
    if path.exists() and not path.is_file():
        # A device or a pipe has no contents to keep.
        path.write_bytes(data)
        return
    target = path.resolve()
    if not over and target.exists():
        raise FileExistsError(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(target))
        _place(name, target, over=over)
    except BaseException:
        os.unlink(name)
        raise


def _place(name: str, target: Path, *, over: bool) -> None:
    if not over:
        # Fails where a file has come up meanwhile; a renaming would not.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    os.replace(name, target)


def _mode(target: Path) -> int:
    """That of the file that is there, else what new files get."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
