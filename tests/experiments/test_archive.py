"""The archive: two maps with scenarios, killed and resumed, come to what a race of them comes to, and
rows whose published length is another are explained.

usage: test_archive.py FOOTRACE SOURCE"""
import gzip
import json
import math
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import unittest

FOOTRACE, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
ARCHIVE = SOURCE / "experiments/archive.py"
# footrace that kills whoever started it, and itself, in the middle of the second race.
STRIKING = """#!/bin/sh
if [ "$1" = run ] && ! mkdir "$0.first" 2>/dev/null; then
    for rows; do :; done
    "{footrace}" "$@" &
    until [ -s "$rows" ] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
    kill -9 $! $PPID
else
    exec "{footrace}" "$@"
fi
"""
RACERS = "contracted", "navmesh", "hublabel"
SIZE = 48
ROWS = 60


def footrace(*arguments):
    done = subprocess.run([FOOTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    if done.returncode > 1:
        raise AssertionError(done.stderr)
    return done.stdout


class Archive(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = self.folder / "data"
        self.data.mkdir()
        self.planted = {name: self.make(name, seed) for seed, name in enumerate(("one", "two"))}

    def make(self, name, seed):
        """A map of rocks with a scenario whose lengths are A*'s, but for one planted row of each kind;
        {kind: number of the row}."""
        random.seed(seed)
        ground = [["@" if random.random() < 0.2 else "." for _ in range(SIZE)] for _ in range(SIZE)]
        for x in range(5):  # a cell without a way out, and beside it two walls that touch at a corner
            for y in range(5):
                ground[y][x] = "@" if x in (0, 4) or y in (0, 4) else "."
        for y, letters in enumerate(("......", ".@....", "..@...", "......"), SIZE - 4):
            ground[y][:6] = letters
        path = self.data / f"{name}.map"
        path.write_text(f"type octile\nheight {SIZE}\nwidth {SIZE}\nmap\n" +
                        "".join("".join(row) + "\n" for row in ground))
        free = [(x, y) for y in range(6, SIZE - 4) for x in range(SIZE) if ground[y][x] == "."]
        ends = [(random.choice(free), random.choice(free)) for _ in range(ROWS)]
        lengths = self.lengths(path, ends)
        rows = [(*pair, length) for pair, length in zip(ends, lengths) if length is not None]
        wall = next((x, y) for y in range(6, SIZE) for x in range(SIZE) if ground[y][x] == "@")
        planted = {"unreachable, but 0 is published": ((2, 2), free[0], 0),
                   "an end lies in a wall": (free[0], wall, 7),
                   "paths may cut corners on both sides": ((2, SIZE - 3), (1, SIZE - 2), math.sqrt(2)),
                   "NOT EXPLAINED": (*rows[0][:2], rows[0][2] + 1)}
        (self.data / f"{name}.map.scen").write_text("version 1\n" + "".join(
            f"0\tmaps/planted/{name}.map\t{SIZE}\t{SIZE}\t{a[0]}\t{a[1]}\t{b[0]}\t{b[1]}\t{length:.6f}\n"
            for a, b, length in [*rows, *planted.values()]))
        return {kind: len(rows) + i for i, kind in enumerate(planted, 1)}

    def lengths(self, path, ends):
        clicks, rows = self.folder / "ends.json", self.folder / "ends.jsonl"
        clicks.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": [
            {"start": a, "goal": b} for a, b in ends]}))
        footrace("run", "--map", path, "--clicks", clicks, "--algo", "dijkstra", "--rounds", 1,
                 "--passes", 1, "--frame", "0x0", "--optimum", 0, "--allow-debug", "--force", "--quiet",
                 "-o", rows)
        with rows.open() as lines:
            return [row["length"] for row in map(json.loads, lines) if row["kind"] == "click"]

    def archive(self, command=FOOTRACE):
        racers = [word for name in RACERS for word in ("--algo", name)]
        return subprocess.run([sys.executable, ARCHIVE, command, self.data, "-o", self.folder / "out",
                               "--jobs", "1", "--run=--allow-debug", *racers],
                              capture_output=True, text=True, check=False)

    def test_killed_and_resumed_it_is_the_race(self):
        striking = self.folder / "striking"
        striking.write_text(STRIKING.format(footrace=FOOTRACE))
        striking.chmod(0o755)
        self.assertEqual(self.archive(striking).returncode, -signal.SIGKILL)
        judged = self.folder / "out/judged/planted"
        kept = {file: file.read_text() for file in judged.glob("*.json")}
        self.assertFalse((self.folder / "out/archive.md").exists())
        self.assertEqual(len(kept), 1)
        done = self.archive()
        self.assertEqual(done.returncode, 0, done.stderr)
        for file, text in kept.items():
            self.assertEqual(file.read_text(), text)
        self.check_counts(done.stdout)
        self.check_faults(done.stdout)

    def check_counts(self, page):
        """The walks and unreachable rows of the table are those of one race, and nothing is wrong."""
        rows = self.folder / "direct.jsonl"
        maps = [word for name in self.planted for word in
                ("--map", self.data / f"{name}.map", "--clicks", self.data / f"{name}.map.scen")]
        footrace("run", *maps, *(word for name in RACERS for word in ("--algo", name)), "--rounds", 1,
                 "--passes", 1, "--frame", "0x0", "--optimum", 0, "--allow-debug", "--quiet", "-o", rows)
        with rows.open() as lines:
            clicks = [row for row in map(json.loads, lines) if row["kind"] == "click"]
        packed = [json.loads(line) for file in (self.folder / "out/rows/planted").glob("*.gz")
                  for line in gzip.open(file, "rt")]
        answers = lambda found: sorted(  # noqa: E731
            (row["map"], row["algo"], row["click"], row["outcome"], row["verdict"] or "",
             row["length"] or 0, row["points"] or 0) for row in found if row["kind"] == "click")
        self.assertEqual(answers(packed), answers(clicks))
        for name in RACERS:
            mine = [row for row in clicks if row["algo"] == name]
            found = sum(row["outcome"] == "found" for row in mine)
            none = sum(row["outcome"] == "unreachable" for row in mine)
            self.assertRegex(page, rf"\| `{name}` \| {found} \| {none} \| 0 \| 0 \|")

    def check_faults(self, page):
        for kind in next(iter(self.planted.values())):
            told = re.search(rf"^\* {kind}: 2 rows\n((?:    .*\n?)+)", page, re.M)
            self.assertTrue(told, f"{kind}: {page}")
            for name, planted in self.planted.items():
                self.assertIn(f"`{name}.map.scen`: {planted[kind]}\n", told[1] + "\n")
        self.assertIn(", 8 are not:", page)

    def test_complaints(self):
        for row, words in (("0 one.map 48 48 1 1 2 2", "one.map.scen:2: 8 words found"),
                           ("0 one.map 48 48 1 1 2 x 3", "one.map.scen:2: ")):
            (self.data / "one.map.scen").write_text(f"version 1\n{row}\n")
            self.refuses(words)
        for file in self.data.iterdir():
            file.unlink()
        self.refuses("no X.map with an X.map.scen")

    def refuses(self, words):
        done = self.archive()
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
