"""Bundles among the files that `shengji archive add` is given."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from shengji.cli.inputs import Source, Unreadable
from shengji.replay.archive import ArchiveError, Licence
from shengji.replay.archive.bundle import Bundle, is_bundle
from shengji.replay.archive.importing import Feed


@dataclass(frozen=True, slots=True)
class Batch:
    """Files with records that are all under one licence."""

    feeds: Iterable[Feed]
    licence: Licence


def apart(
    files: Iterable[Source | Unreadable],
) -> tuple[list[Bundle], list[Source | Unreadable]]:
    """The bundles among some files, each read to its end, and all others.

    A bundle that is not whole becomes unreadable: nothing of it is taken.
    """
    bundles: list[Bundle] = []
    others: list[Source | Unreadable] = []
    for file in files:
        if isinstance(file, Unreadable) or not _begins_like_one(file):
            others.append(file)
        elif file.path is None:
            others.append(Unreadable(file.name, "a bundle is read from a file: name it"))
        else:
            try:
                bundles.append(Bundle(file.path))
            except ArchiveError as error:
                reason = str(error).removeprefix(f"{file.path}: ")
                others.append(Unreadable(file.name, reason))
    return bundles, others


def _begins_like_one(file: Source) -> bool:
    if file.path is not None and not file.path.is_file():
        return False  # A pipe can be read once only.
    try:
        with file.stream() as stream:
            return is_bundle(stream)
    except OSError:
        return False  # Who reads it as a record tells why not.


def batches(bundles: Iterable[Bundle]) -> Iterator[Batch]:
    """The parts of bundles under the licence of each.

    What a part holds names it in the next run, wherever the bundle lies then.
    """
    for bundle in bundles:
        for licence, parts in groupby(bundle.manifest.parts, lambda part: part.licence):
            feeds = (
                Feed(f"{bundle.path}/{part.name}", partial(bundle.stream, part), part.bytes,
                     f"bundle {part.sha256}")
                for part in parts
            )  # fmt: skip
            yield Batch(tuple(feeds), licence)


def size_of(bundle: Bundle) -> int:
    """Bytes of its records."""
    return sum(part.bytes for part in bundle.manifest.parts)
