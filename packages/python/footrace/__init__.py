"""Footrace for Python: numpy masks in, paths out, over the shared library by ctypes.

    import numpy, footrace
    walker = footrace.Walker(numpy.asarray(image) > 127)
    walk = walker.find((40, 320), (600, 20))
    walk.path               # (n, 2) floats, in pixels; None where the goal is not reachable

The library is the one that lies beside this file, or FOOTRACE_LIBRARY (cmake -DBUILD_SHARED_LIBS=ON).
"""

from __future__ import annotations

import ctypes
import dataclasses
import importlib.machinery
import os
import pathlib

import numpy
import numpy.typing

Pair = tuple[float, float]

OK, UNREACHABLE, LONG_PATH, UNFINISHED = 0, 1, 2, 9
_MESSAGE = 256


class Error(Exception):
    """What the library refused, in its words."""


class _Spot(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]


class _Mask(ctypes.Structure):
    _fields_ = [
        ("pixels", ctypes.c_void_p),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("stride", ctypes.c_ssize_t),
        ("format", ctypes.c_int),
    ]


class _Walk(ctypes.Structure):
    _fields_ = [
        ("start", _Spot),
        ("goal", _Spot),
        ("start_moved", ctypes.c_bool),
        ("goal_moved", ctypes.c_bool),
        ("count", ctypes.c_size_t),
        ("length", ctypes.c_double),
        ("fallback", ctypes.c_bool),
    ]


class _Position(ctypes.Structure):
    _fields_ = [
        ("spot", _Spot),
        ("facing", _Spot),
        ("walked", ctypes.c_double),
        ("arrived", ctypes.c_bool),
    ]


@dataclasses.dataclass(frozen=True)
class Position:
    """Where a figure is on the path found last, and how many pixels from its start; its direction is
    of length 1."""

    spot: Pair
    facing: Pair
    walked: float
    arrived: bool


@dataclasses.dataclass(frozen=True)
class Walk:
    """The answer to a click: where it began and ended, whether an end had to be moved, and whether
    the fallback answered, as the pathfinder cannot take the room."""

    path: numpy.typing.NDArray[numpy.float32] | None
    start: Pair
    goal: Pair
    start_moved: bool
    goal_moved: bool
    length: float
    fallback: bool


def _load():
    here = pathlib.Path(__file__).parent
    beside = [here / f"_library{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES]
    built = next((path for path in beside if path.exists()), "libfootrace.so")
    library = ctypes.CDLL(os.environ.get("FOOTRACE_LIBRARY") or str(built))
    pointer, integer, size = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t
    status = ctypes.c_int
    walker = pointer
    for function, result, parameters in [
        ("status_text", ctypes.c_char_p, [status]),
        ("pathfinder", ctypes.c_char_p, [ctypes.c_int]),
        ("from_mask", status, [pointer, ctypes.c_char_p, pointer, ctypes.c_char_p, pointer]),
        ("with_radius", status, [walker, ctypes.c_float, pointer]),
        ("prepare", status, [walker]),
        ("prepare_some", status, [walker, ctypes.c_int64]),
        ("field", status, [walker, _Spot]),
        ("still_walkable", ctypes.c_bool, [walker, pointer]),
        ("find", status, [walker, _Spot, _Spot, pointer, size, pointer]),
        ("path", size, [walker, size, pointer, size]),
        ("advance", status, [walker, ctypes.c_double, pointer]),
        ("closest", status, [walker, _Spot, _Spot, pointer]),
        ("walkable", ctypes.c_bool, [walker, _Spot]),
        ("open", status, [walker, ctypes.c_int, ctypes.c_bool]),
        ("block", status, [walker, integer, integer, integer, integer, ctypes.c_bool]),
        ("paint", status, [walker, integer, integer, pointer]),
        ("save", status, [walker, pointer, pointer]),
        ("load", status, [walker, ctypes.c_char_p, size]),
        ("release", None, [walker]),
    ]:
        entry = getattr(library, "fr_walker_" + function)
        entry.restype, entry.argtypes = result, parameters
    return library


_library = _load()


def pathfinders() -> list[str]:
    """The names of all that are in the library."""
    names = []
    while name := _library.fr_walker_pathfinder(len(names)):
        names.append(name.decode())
    return names


def _check(status, message=b""):
    if status != OK:
        text = message or _library.fr_walker_status_text(status)
        raise Error(text.decode())


def _mask(array):
    """The mask of an array of rows, and the array that it points into."""
    array = numpy.ascontiguousarray(array, dtype=numpy.uint8)
    if array.ndim != 2:
        raise Error(f"mask: array of shape {array.shape} found, expected two dimensions, rows of pixels")
    height, width = array.shape
    return _Mask(array.ctypes.data, width, height, 0, 0), array


class Walker:
    """A room, 0 for walls and 1 to 255 for areas, and a pathfinder that knows it."""

    def __init__(self, mask: numpy.typing.ArrayLike, pathfinder: str | None = None):
        self._walker = ctypes.c_void_p()
        handed, _array = _mask(mask)
        message = ctypes.create_string_buffer(_MESSAGE)
        name = pathfinder.encode() if pathfinder is not None else None
        made = ctypes.byref(self._walker)
        _check(
            _library.fr_walker_from_mask(ctypes.byref(handed), name, None, message, made),
            message.value,
        )

    def __del__(self):
        _library.fr_walker_release(self._walker)

    def with_radius(self, radius: float) -> Walker:
        """A walker for a figure with a radius in pixels, in the same room."""
        other = Walker.__new__(Walker)
        other._walker = ctypes.c_void_p()
        made = ctypes.byref(other._walker)
        _check(_library.fr_walker_with_radius(self._walker, radius, made))
        return other

    def prepare(self) -> None:
        """Does now what the first find, or the next one after a change, would do."""
        _check(_library.fr_walker_prepare(self._walker))

    def prepare_some(self, work: int) -> bool:
        """Prepares a part: work is in units of about ten nanoseconds. Whether all is prepared."""
        status = _library.fr_walker_prepare_some(self._walker, work)
        if status != UNFINISHED:
            _check(status)
        return status == OK

    def field(self, goal: Pair) -> None:
        """Makes finds to one goal fast, from everywhere, until the room changes: with polyanya only."""
        _check(_library.fr_walker_field(self._walker, _Spot(*goal)))

    def find(self, start: Pair, goal: Pair) -> Walk:
        """The path from start to goal, (x, y) in pixels."""
        walk = _Walk()
        path = numpy.empty((64, 2), dtype=numpy.float32)
        status = _library.fr_walker_find(
            self._walker, _Spot(*start), _Spot(*goal), path.ctypes.data, 64, ctypes.byref(walk)
        )
        if status == LONG_PATH:
            path = numpy.empty((walk.count, 2), dtype=numpy.float32)
            _library.fr_walker_path(self._walker, 0, path.ctypes.data, walk.count)
        elif status not in (OK, UNREACHABLE):
            _check(status)
        return Walk(
            None if status == UNREACHABLE else path[: walk.count],
            (walk.start.x, walk.start.y),
            (walk.goal.x, walk.goal.y),
            walk.start_moved,
            walk.goal_moved,
            walk.length,
            walk.fallback,
        )

    def advance(self, distance: float, position: Position | None = None) -> Position | None:
        """Where a figure is that was at a position, or at the start, and went on along the path found
        last; None without one."""
        at = _Position()
        if position is not None:
            at.facing, at.walked = _Spot(*position.facing), position.walked
        status = _library.fr_walker_advance(self._walker, distance, ctypes.byref(at))
        if status == UNREACHABLE:
            return None
        _check(status)
        spot, facing = (at.spot.x, at.spot.y), (at.facing.x, at.facing.y)
        return Position(spot, facing, at.walked, at.arrived)

    def still_walkable(self, position: Position | None = None) -> bool:
        """Whether the rest of the path found last is free, for a figure at a position on it."""
        at = _Position(walked=position.walked if position else 0)
        return _library.fr_walker_still_walkable(self._walker, ctypes.byref(at))

    def closest(self, start: Pair, goal: Pair) -> Pair | None:
        """The spot nearest to goal that can be walked to from start; None if there is none."""
        spot = _Spot()
        status = _library.fr_walker_closest(
            self._walker, _Spot(*start), _Spot(*goal), ctypes.byref(spot)
        )
        if status == UNREACHABLE:
            return None
        _check(status)
        return spot.x, spot.y

    def walkable(self, spot: Pair) -> bool:
        """Whether a spot can be walked on now."""
        return _library.fr_walker_walkable(self._walker, _Spot(*spot))

    def open(self, area: int, is_open: bool = True) -> None:
        """Opens or closes all of an area."""
        _check(_library.fr_walker_open(self._walker, area, is_open))

    def block(
        self, x: int, y: int, width: int, height: int, blocked: bool = True
    ) -> None:
        """Blocks or frees a rectangle of pixels."""
        _check(_library.fr_walker_block(self._walker, x, y, width, height, blocked))

    def paint(self, x: int, y: int, mask: numpy.typing.ArrayLike) -> None:
        """Paints a mask over the room, its top left pixel at (x, y)."""
        handed, _array = _mask(mask)
        _check(_library.fr_walker_paint(self._walker, x, y, ctypes.byref(handed)))

    def save(self) -> bytes:
        """What was prepared, as bytes."""
        pixels, size = ctypes.c_void_p(), ctypes.c_size_t()
        _check(
            _library.fr_walker_save(self._walker, ctypes.byref(pixels), ctypes.byref(size))
        )
        return ctypes.string_at(pixels, size.value)

    def load(self, saved: bytes) -> None:
        """Takes what was saved in place of preparing."""
        _check(_library.fr_walker_load(self._walker, saved, len(saved)))
