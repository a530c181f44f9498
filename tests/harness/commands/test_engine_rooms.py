"""A room from an engine goes in, is raced, simplified, and comes out as that engine's file; every walk
on the result is legal in the original, by a judge of this test's own.

usage: test_engine_rooms.py FOOTRACE"""
import fractions
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
FOOTRACE = sys.argv.pop(1)


def ring(x, y, radius, wobble, count, turn):
    """A closed wavy line in whole pixels; turn is 1, or -1 for a hole."""
    places = []
    for i in range(count):
        angle = turn * 2 * math.pi * i / count
        reach = radius + wobble * math.sin(5 * angle) + (i % 3)
        place = round(x + 1.6 * reach * math.cos(angle)), round(y + reach * math.sin(angle))
        if place not in places:
            places.append(place)
    return places


# A hall with a ragged outline, a pillar and a block that stands askew.
ROOM = [ring(220, 150, 120, 9, 90, 1), ring(150, 140, 24, 3, 30, -1),
        [(270, 120), (330, 140), (318, 192), (262, 168)]]
SCENE = """[gd_scene load_steps=2 format=3]

[sub_resource type="NavigationPolygon" id="1"]
outlines = Array[PackedVector2Array]([{}])

[node name="Room" type="Node2D"]

[node name="Floor" type="NavigationRegion2D" parent="."]
navigation_polygon = SubResource("1")
"""


def run(*arguments):
    done = subprocess.run([FOOTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def edges():
    for places in ROOM:
        for (ax, ay), (bx, by) in zip(places, places[1:] + places[:1]):
            yield (2 * ax, 2 * ay), (2 * bx, 2 * by)  # half pixels


EDGES = list(edges())


def cross(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def on_edge(a, b, p):
    return (cross(a, b, p) == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
            and min(a[1], b[1]) <= p[1] <= max(a[1], b[1]))


def inside(p):
    """Whether a point lies in the room, or on its border: exactly, in fractions."""
    if any(on_edge(a, b, p) for a, b in EDGES):
        return True
    odd = False
    for a, b in EDGES:
        if (a[1] > p[1]) != (b[1] > p[1]):
            odd ^= (cross(a, b, p) > 0) == (b[1] > a[1])
    return odd


def legal(a, b):
    """Whether a step stays in the room: between places where it meets the border, it lies inside."""
    cuts = {fractions.Fraction(0), fractions.Fraction(1)}
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    for c, d in EDGES:
        beside = cross(c, d, a), cross(c, d, b)
        if beside[0] != beside[1]:
            at = fractions.Fraction(beside[0], beside[0] - beside[1])
            if 0 < at < 1:
                cuts.add(at)
        if cross(a, b, c) == 0:
            along = (c[0] - a[0]) * (b[0] - a[0]) + (c[1] - a[1]) * (b[1] - a[1])
            if 0 < along < length:
                cuts.add(fractions.Fraction(along, length))
    cuts = sorted(cuts)
    middles = [(low + high) / 2 for low, high in zip(cuts, cuts[1:])]
    return all(inside((a[0] + at * (b[0] - a[0]), a[1] + at * (b[1] - a[1])))
               for at in [*cuts, *middles])


class EngineRooms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        outlines = ", ".join("PackedVector2Array(" + ", ".join(f"{x}, {y}" for x, y in places) + ")"
                             for places in ROOM)
        self.scene = self.folder / "room.tscn"
        self.scene.write_text(SCENE.format(outlines))

    def walks(self, *maps):
        """Races on the maps; the walks on the last, in half pixels."""
        out = self.folder / "race.jsonl"
        run("run", *(word for room in maps for word in ("--map", room)), "--clicks", "auto:24",
            "--algo", "visgraph-polygon",
            "--rounds", 1, "--passes", 1, "--frame", "0x0", "--optimum", 0, "--keep-paths",
            "--allow-debug", "--force", "--quiet", "-o", out)
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        self.assertEqual(next(row for row in rows if row["kind"] == "end")["faults"], 0)
        for row in rows:
            if row["kind"] == "path" and row["map"] == maps[-1].stem:
                yield list(zip(row["points"][::2], row["points"][1::2]))

    def test_the_judge(self):
        self.assertTrue(inside((440, 90)) and legal((440, 90), (440, 200)))
        self.assertFalse(inside((300, 280)))  # the pillar
        self.assertFalse(legal((200, 280), (420, 280)))  # through it
        a, b = EDGES[-1]
        self.assertTrue(legal(a, b) and legal(b, a))  # along an edge
        self.assertFalse(legal((540, 240), (636, 384)))  # from corner to corner of the block

    def goes_round(self, ending):
        room, simple = self.folder / f"room{ending}", self.folder / f"simple{ending}"
        if room != self.scene:
            run("convert", self.scene, "-o", room)
        told = run("convert", room, "-o", simple, "--tolerance", 3)
        corners = int(re.search(r"rings, (\d+) corners", told)[1])
        before = int(re.search(r"(\d+) corners before", told)[1])
        self.assertLess(3 * corners, 2 * before, told)
        walked = steps = 0
        for points in self.walks(room, simple):
            walked += 1
            for a, b in zip(points, points[1:]):
                steps += 1
                self.assertTrue(legal(a, b), f"{ending}: {a} to {b}")
        self.assertGreater(walked, 16)
        self.assertGreater(steps, walked)

    def test_godot(self):
        self.goes_round(".tscn")

    def test_polyanya(self):
        self.goes_round(".mesh")


if __name__ == "__main__":
    unittest.main()
