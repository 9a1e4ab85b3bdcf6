"""Bundles: records of one archive for another, in one file.

A bundle is a ZIP file, so that whoever has no `shengji` can open it: parts of compressed SJN,
LICENCE.txt and manifest.json. Its first member `mimetype` is not compressed, by which it is known.
The same records as of the same day make the same bytes, with one version of zlib.
"""

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, Final

from shengji.replay.archive.archive import Archive
from shengji.replay.archive.backup import whole_or_nothing
from shengji.replay.archive.errors import ArchiveError, BundleError
from shengji.replay.archive.manifest import PART_BYTES, Manifest, Part, read_manifest
from shengji.replay.archive.sharing import Shared, Wanted, issues, licence_text, shared
from shengji.replay.archive.splitting import slices

_MIME: Final = b"application/vnd.shengji.bundle+zip"
_HEAD: Final = b"mimetype" + _MIME
_HEAD_AT: Final = 30
"""Bytes of the header of a ZIP member, behind which its name stands."""
_MANIFEST: Final = "manifest.json"
_OTHERS: Final = frozenset(("mimetype", "LICENCE.txt", _MANIFEST))
_MOST_MANIFEST: Final = 64 << 20
_RATIO: Final = 200
"""Records do not become smaller than so many times; zeros become 1,030 times smaller."""
_DAMAGE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError,
)  # fmt: skip
"""What :mod:`zipfile` raises over bytes that are not as they were."""


def write_bundle(archive: Archive, target: Path, wanted: Wanted) -> Manifest:
    """Write all that may be passed on, whole or not at all.

    :raises ArchiveError: there is something at `target`, or the disk does not take it.
    """
    if target.exists():
        raise ArchiveError(f"{target}: is there already; name another file")
    with whole_or_nothing(target) as made, zipfile.ZipFile(made, "w") as zipped:
        _put(zipped, "mimetype", _MIME, zipfile.ZIP_STORED)
        parts = []
        for part, data in _parts(shared(archive, wanted)):
            parts.append(part)
            _put(zipped, part.name, data)
        found = issues(archive, wanted)
        manifest = Manifest(wanted.as_of, wanted.without_names, tuple(parts), found)
        _put(zipped, "LICENCE.txt", licence_text(manifest.licences).encode())
        _put(zipped, _MANIFEST, manifest.to_json().encode())
    return manifest


def _parts(records: Iterable[Shared]) -> Iterator[tuple[Part, bytes]]:
    number = 0
    for licence, group in groupby(records, lambda each: each.licence):
        for chunk in _chunks(group):
            number += 1
            data = "\n".join(each.text for each in chunk).encode()
            yield (
                Part(
                    f"{number:06}.sjn",
                    licence,
                    len(chunk),
                    sum(each.hands for each in chunk),
                    sum(each.plays for each in chunk),
                    len(data),
                    hashlib.sha256(data).hexdigest(),
                ),
                data,
            )


def _chunks(records: Iterable[Shared]) -> Iterator[list[Shared]]:
    chunk: list[Shared] = []
    size = 0
    for each in records:
        chunk.append(each)
        size += len(each.text.encode()) + 1
        if size >= PART_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _put(zipped: zipfile.ZipFile, name: str, data: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
    """A member without a time of its own."""
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, 0o644 << 16
    zipped.writestr(info, data, how, compresslevel=9)


# -- reading --------------------------------------------------------------------------------


def is_bundle(stream: BinaryIO) -> bool:
    """Whether the bytes of a stream begin like a bundle; it stands behind them afterwards."""
    return stream.read(_HEAD_AT + len(_HEAD))[_HEAD_AT:] == _HEAD


class Bundle:
    """A bundle that was opened, and proved to be whole: every byte has been read and compared."""

    def __init__(self, path: Path) -> None:
        """:raises BundleError: it is damaged, cut off, of a newer version, or made to do harm."""
        self.path = path
        with _told(path), zipfile.ZipFile(path) as zipped:
            members = _members(zipped)
            if _MANIFEST not in members:
                raise BundleError("it has no manifest.json")
            self.manifest = read_manifest(_read(zipped, members[_MANIFEST], _MOST_MANIFEST))
            _compare(members, self.manifest)
            for part in self.manifest.parts:
                _check(zipped, part)

    def stream(self, part: Part) -> BinaryIO:
        """The records of a part, compared once more.

        :raises OSError: the file is there no more, or has become another one.
        """
        try:
            with _told(self.path), zipfile.ZipFile(self.path) as zipped:
                return io.BytesIO(_proved(zipped, part))
        except BundleError as error:
            raise OSError(str(error)) from None


def _members(zipped: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The members by name.

    :raises BundleError: one is there twice, is packed in a way of its own, or claims too much.
    """
    members: dict[str, zipfile.ZipInfo] = {}
    for info in zipped.infolist():
        if info.filename in members:
            raise BundleError(f"it holds {info.filename!r} twice")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BundleError(f"{info.filename!r} is compressed by a method that bundles never use")
        if info.flag_bits & 1:
            raise BundleError(f"{info.filename!r} is encrypted")
        members[info.filename] = info
    return members


def _compare(members: dict[str, zipfile.ZipInfo], manifest: Manifest) -> None:
    """:raises BundleError: there is more or less than the manifest tells, or too much."""
    parts = {part.name: part for part in manifest.parts}
    if missing := parts.keys() - members.keys():
        raise BundleError(f"{min(missing)!r} is missing: it was cut off, or put together wrongly")
    if strange := members.keys() - parts.keys() - _OTHERS:
        raise BundleError(f"it holds {min(strange)!r}, of which its manifest does not tell")
    for name, part in parts.items():
        info = members[name]
        if part.bytes > _RATIO * info.compress_size + PART_BYTES:
            raise BundleError(f"{name!r} would unpack to {part.bytes} bytes from"
                              f" {info.compress_size}, as no records do")  # fmt: skip


def _check(zipped: zipfile.ZipFile, part: Part) -> None:
    data = _proved(zipped, part)
    number = sum(1 for _ in slices(io.BytesIO(data)))
    if number != part.records:
        raise BundleError(f"{part.name!r} has {number} records, and not {part.records} as it says")


def _proved(zipped: zipfile.ZipFile, part: Part) -> bytes:
    """The bytes of a part that are those of the manifest."""
    try:
        data = _read(zipped, zipped.getinfo(part.name), part.bytes)
    except KeyError:
        raise BundleError(f"{part.name!r} is missing") from None
    if hashlib.sha256(data).hexdigest() != part.sha256:
        raise BundleError(f"{part.name!r} is not what it was: fetch the bundle again")
    return data


def _read(zipped: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """A member, of which no more is unpacked than it may have."""
    with zipped.open(info) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise BundleError(f"{info.filename!r} unpacks to more than {most} bytes")
    return data


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in our words what is wrong with a ZIP file."""
    try:
        yield
    except BundleError as error:
        raise BundleError(f"{path}: {error}") from None
    except OSError as error:
        raise BundleError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except _DAMAGE:
        raise BundleError(f"{path}: damaged or cut off: fetch it again") from None
