"""What was made for pages is kept a while: a link that goes round is opened by many."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

MOST: Final = 256

T = TypeVar("T")


class Pages(Generic[T]):
    """The last ones by what they depend on; the one that was not asked for longest goes first."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What belongs to this key, made if need be."""
        with self._lock:
            page = self._kept.get(key)
            if page is not None:
                self._kept.move_to_end(key)
                return page
        page = make()
        with self._lock:
            self._kept[key] = page
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return page
