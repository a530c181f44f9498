"""What a game takes home: footrace recommend --take, compiled by the line that it prints. It walks 500
clicks as the race did, and the printed code reads the pixels of the mask as it did:
test_take.py TREE COMPILER"""

import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

FOOTRACE, TREE, COMPILER = os.environ["FOOTRACE_COMMAND"], pathlib.Path(sys.argv[1]), sys.argv[2]
WIDTH, HEIGHT, CLICKS = 220, 140, 500
READER = """
#include <stdio.h>
int main(void)
{
    const struct fr_spot corner = {0, 0};
    unsigned char rgba[4];
    struct fr_walk walk;
    struct fr_walker *walker = enter_room((const unsigned char *)"\1", 1, 1);
    while (fread(rgba, 1, 4, stdin) == 4)
        putchar(area_of(rgba));
    walk_to(walker, corner, corner, &walk); /* no floor, where there is a radius */
    return !walker;
}
"""


def soft_room():
    """Pixels of red, green, blue and alpha: floor, walls with soft edges, a gate, a chamber without a door."""
    chance = random.Random(49)
    grey = [[255] * WIDTH for _ in range(HEIGHT)]
    walls = [(chance.randrange(WIDTH), chance.randrange(HEIGHT)) for _ in range(14)] + [(20, 20)]
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for left, top in walls:
                away = max(abs(x - left) - 11, abs(y - top) - 5, 0)
                grey[y][x] = min(grey[y][x], 40 * away)
            if 150 <= x < 154 or 20 < x < 60 and y in (110, 136) or x in (20, 60) and 110 <= y <= 136:
                grey[y][x] = 0
    rows = [[(level, level, level, 255) for level in row] for row in grey]
    for y in range(60, 80):
        rows[y][150:154] = [(20, 200, 20, 255)] * 4
    for y in range(0, HEIGHT, 9):
        rows[y][y] = (255, 255, 255, 100)
    return rows


def png(rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    body = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")


def run(*words, **more):
    done = subprocess.run([*map(str, words)], capture_output=True, check=False, **more)
    assert done.returncode == 0, (words, done.stdout[-500:], done.stderr.decode())
    return done


def compile_c(folder, *sources):
    done = run(COMPILER, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", *sources, "-lm", "-o", "game", cwd=folder)
    assert not done.stderr, done.stderr


class Taken(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        self.rows = soft_room()
        (self.folder / "room.png").write_bytes(png(self.rows))

    def take(self, options, radius):
        spec, home = f"{self.folder}/room.png{options}", self.folder / "home"
        done = run(FOOTRACE, "recommend", spec, "--radius", radius, "--budget", 4, "--frame", "0x0", "--allow-debug",
                   "--json", "--take", home)
        compile_c(home, "main.c", "footrace.c")
        return spec, home, json.loads(done.stdout)

    def race(self, spec, radius, ship):
        chance, clicks, rows = random.Random(7), self.folder / "clicks.json", self.folder / "rows.jsonl"
        ends = [[chance.randrange(WIDTH), chance.randrange(HEIGHT)] for _ in range(2 * CLICKS)]
        entries = [{"start": start, "goal": goal} for start, goal in zip(ends[::2], ends[1::2])]
        clicks.write_text(json.dumps({"format": "footrace-clicks/1", "map": "room", "clicks": entries}))
        run(FOOTRACE, "run", "--map", spec, "--radius", radius, "--clicks", clicks, "--algo", ship, "--rounds", 1,
            "--passes", 1, "--frame", "0x0", "--allow-debug", "--quiet", "--optimum", 0, "-o", rows)
        told = [json.loads(line) for line in rows.read_text().splitlines()]
        return ends, [row for row in told if row["kind"] == "click"]

    def check(self, options, radius, fewest=CLICKS // 3):
        spec, home, answer = self.take(options, radius)
        ends, raced = self.race(spec, radius, answer["ship"])
        numbers = "".join(f"{start[0]} {start[1]} {goal[0]} {goal[1]}\n" for start, goal in zip(ends[::2], ends[1::2]))
        walked = run(home / "game", cwd=home, input=numbers.encode()).stdout.decode().splitlines()
        self.assertEqual((len(walked), len(raced)), (CLICKS, CLICKS))
        found = 0
        for line, row in zip(walked, raced):
            length, _, _, x, y = line.split()
            if row["outcome"] == "found":
                found += 1
                self.assertAlmostEqual(float(length), row["length"] or 0, 4, row)
                self.assertEqual([float(x), float(y)], [row["goal"][0] + 0.5, row["goal"][1] + 0.5], row)
            else:  # as near as there is a way
                self.assertEqual(row["outcome"], "unreachable")
        self.assertTrue(fewest < found < CLICKS, found)
        (home / "read.c").write_text(answer["code"] + READER)
        compile_c(home, "read.c", "footrace.c")
        pixels = bytes(value for row in self.rows for pixel in row for value in pixel)
        areas = run(home / "game", input=pixels).stdout
        self.assertEqual(areas, (home / "room.pgm").read_bytes()[-WIDTH * HEIGHT:])

    def test_a_threshold(self):
        self.check("", 2.5)

    def test_a_legend_with_a_gate(self):
        self.check(":legend=ffffff=1/14c814=2/000000=0,alpha=off", 0)

    def test_below_a_threshold(self):
        self.check(":threshold=90,invert=on", 0.5, 30)

    def test_files_are_not_written_over(self):
        (self.folder / "main.c").write_text("")
        done = subprocess.run([FOOTRACE, "recommend", f"{self.folder}/room.png", "--allow-debug", "--take", self.folder],
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"main.c exists", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
