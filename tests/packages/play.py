"""Holds the Python package against the native answers: play.py PLAYS"""

import struct
import sys

import footrace
import numpy

FIND, CLOSEST, BLOCK, OPEN = range(4)
STRIDE = 40


class Plays:
    """The numbers of a file, one after the other."""

    def __init__(self, name):
        with open(name, "rb") as file:
            self.bytes = file.read()
        self.at = 0

    def take(self, count):
        self.at += count
        return self.bytes[self.at - count:self.at]

    def integers(self, count):
        return struct.unpack(f"<{count}i", self.take(4 * count))

    def spots(self, count):
        return numpy.frombuffer(self.take(8 * count), dtype="<f4").reshape(count, 2)


def act(room, plays):
    kind, a, b, c, d, e = plays.integers(6)
    if kind == BLOCK:
        room.block(a, b, c, d, e != 0)
    elif kind == OPEN:
        room.open(a, b != 0)
    elif kind == FIND:
        status, count = plays.integers(2)
        path, expected = room.find((a, b), (c, d)).path, plays.spots(count)
        assert (path is None) == (status != 0)
        assert path is None or numpy.array_equal(path, expected), (path, expected)
        at, position = plays.spots(2), room.advance(STRIDE)
        assert (position is None) == (path is None)
        assert path is None or numpy.array_equal(at, [position.spot, position.facing])
        return 1
    elif kind == CLOSEST:
        status, = plays.integers(1)
        expected = tuple(plays.spots(1)[0])
        assert room.closest((a, b), (c, d)) == (expected if status == 0 else None)
    else:
        floor = numpy.zeros((d, c), dtype=numpy.uint8)
        floor[0, 0] = 1
        room.paint(a, b, floor)
    return 0


def play(plays):
    finds = 0
    rooms, = plays.integers(1)
    for _ in range(rooms):
        name = plays.take(plays.integers(1)[0]).decode()
        width, height = plays.integers(2)
        mask = numpy.frombuffer(plays.take(width * height), dtype=numpy.uint8).reshape(height, width)
        room = footrace.Walker(mask, name).with_radius(plays.integers(1)[0])
        finds += sum(act(room, plays) for _ in range(plays.integers(1)[0]))
        if name != "polyanya":  # it prepares as quickly as it would load
            room.load(room.save())
    assert plays.at == len(plays.bytes)
    return finds


def newer():
    """What the plays do not hold: slices, a field, and a path after a change."""
    hall = footrace.Walker(numpy.ones((480, 640)), "polyanya")
    while not hall.prepare_some(1):
        pass
    alone = hall.find((5, 5), (600, 400))
    hall.field((600, 400))
    assert numpy.array_equal(hall.find((5, 5), (600, 400)).path, alone.path)
    assert hall.still_walkable() and hall.still_walkable(hall.advance(STRIDE))
    hall.block(300, 0, 9, 480)
    assert not hall.still_walkable()


def misuses():
    mask = numpy.ones((3, 4), dtype=numpy.uint8)
    room, other = footrace.Walker(mask, "visgraph"), footrace.Walker(mask.T, "visgraph")
    saved = room.save()
    return [
        lambda: footrace.Walker(None), lambda: footrace.Walker(numpy.ones(5)),
        lambda: footrace.Walker(numpy.ones((0, 5))), lambda: footrace.Walker(mask, "teleport"),
        lambda: room.find((float("nan"), 0), (1, 1)), lambda: room.find((0, 0), (1, float("inf"))),
        lambda: room.find((0,), ("a", 1)), lambda: room.open(0), lambda: room.open(256),
        lambda: room.paint(0, 0, numpy.ones(3)), lambda: room.block("x", 0, 1, 1),
        lambda: room.with_radius(-1), lambda: room.with_radius(float("nan")),
        lambda: room.advance(float("nan")), lambda: room.load(saved[:-1]), lambda: other.load(saved), lambda: room.load("text"),
        lambda: room.field((1, 1)), lambda: room.field((float("nan"), 1)), lambda: room.prepare_some(0),
    ]


def refused(misuse):
    try:
        misuse()
    except (footrace.Error, TypeError, ValueError):
        return True
    except Exception as error:  # ctypes says so of what is no number
        return type(error).__name__ == "ArgumentError"
    return False


def main():
    newer()
    finds, wrong = play(Plays(sys.argv[1])), misuses()
    count = sum(map(refused, wrong))
    assert count == len(wrong), f"{count} of {len(wrong)} misuses refused"
    print(f"python: {finds} native paths, {count} of {len(wrong)} misuses refused")


main()
