"""Gates by colour: --gate and the map option gate, on a mask that is painted here; and clicks that open and
close them, at every command that samples some."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

FOOTRACE = sys.argv.pop(1)
WALL, FLOOR, DOOR, OTHER = (0, 0, 0), (255, 255, 255), (0, 160, 0), (200, 0, 0)
WIDTH, HEIGHT = 80, 50


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def colour_at(x, y):
    if 38 <= x < 42:  # a wall with a door, a grating, and a way around
        return DOOR if 10 <= y < 16 else OTHER if 30 <= y < 34 else FLOOR if y < 3 else WALL
    return FLOOR


def png(indexed):
    palette = [FLOOR, WALL, DOOR, OTHER]  # the floor is index 0
    rows = b"".join(b"\0" + b"".join(bytes([palette.index(colour_at(x, y))] if indexed else colour_at(x, y))
                                     for x in range(WIDTH)) for y in range(HEIGHT))
    kind = 3 if indexed else 2
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, kind, 0, 0, 0)) +
            (chunk(b"PLTE", bytes(part for each in palette for part in each)) if indexed else b"") +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def footrace(*words):
    done = subprocess.run([FOOTRACE, *map(str, words)], capture_output=True, text=True, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout, done.stderr


def microseconds(ns):
    """With three digits, as the tables have times below a millisecond."""
    us = ns / 1e3
    return f"{us:.0f} µs" if us >= 99.95 else f"{us:.1f} µs" if us >= 9.995 else f"{us:.2f} µs"


class Gates(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.mask, cls.indexed = cls.folder / "room.png", cls.folder / "indexed.png"
        cls.mask.write_bytes(png(False))
        cls.indexed.write_bytes(png(True))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def areas(self, *words):
        code, out, err = footrace("inspect", "--json", *words)
        self.assertEqual((code, err), (0, ""))
        return json.loads(out)["areas"]

    def test_a_gate_is_an_area_and_the_rest_is_read_as_without_it(self):
        door, other, wall = 4 * 6, 4 * 4, 4 * (50 - 3 - 6 - 4)
        floor = WIDTH * HEIGHT - door - other - wall
        self.assertEqual(self.areas(self.mask), {"1": floor})
        for mask in (self.mask, self.indexed):
            self.assertEqual(self.areas(mask, "--gate", "00a000"), {"1": floor, "2": door})
            self.assertEqual(self.areas(mask, "--gate", "#C80000", "--gate", "00A000"),
                             {"1": floor, "2": other, "3": door})
        self.assertEqual(self.areas(f"{self.mask}:gate=00a000"), {"1": floor, "2": door})
        legend = f"{self.mask}:legend=ffffff=3/000000=0"
        self.assertEqual(self.areas(legend, "--gate", "00a000"), {"3": floor, "4": door})

    def test_refused(self):
        for words, expected in (
                ((self.mask, "--gate", "00a001"), "no pixel has the gate's colour 00a001, expected one of ffffff, "
                                                  "000000, 00a000, c80000"),
                ((self.indexed, "--gate", "123456"), "expected one of ffffff, 000000, 00a000, c80000"),
                ((self.mask, "--gate", "green"), "expected a colour as RRGGBB"),
                ((f"{self.mask}:legend=ffffff=1/000000=0/00a000=2", "--gate", "00a000"),
                 "00a000 is a gate and in the legend, expected one of the two"),
                ((f"{self.mask}:legend=ffffff=255/000000=0", "--gate", "00a000"), "a higher area, up to 255"),
                ((f"{self.indexed}:indices=on", "--gate", "00a000"), "found with indices=on, expected only one of them"),
                ((f"{self.indexed}:ags=on", "--gate", "00a000"), "found with ags=on, expected only one of them"),
                ((self.mask, "--gate", "00a000", "--gate", "00a000"), "each once")):
            code, out, err = footrace("inspect", *words)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(expected, err)

    def updates(self, rows):
        rows = [json.loads(line) for line in rows.read_text().splitlines()]
        return [row["event"] for row in rows if row["kind"] == "update"]

    def test_clicks_open_and_close_gates_at_every_command(self):
        clicks, rows = self.folder / "clicks.json", self.folder / "rows.jsonl"
        for gate, expected in (((), False), (("--gate", "00a000"), True)):
            code, _, err = footrace("clicks", "--map", self.mask, *gate, "-o", clicks)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual('"disable"' in clicks.read_text(), expected)
            code, _, err = footrace("run", self.mask, *gate, "--allow-debug", "--quiet", "--frame", "0x0", "--rounds", "1",
                                    "--algo", "jps,navmesh", "--force", "-o", rows)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(set(self.updates(rows)), {"enable", "disable"} if expected else set())
        rows.unlink()
        code, out, err = footrace("recommend", self.mask, "--gate", "00a000", "--allow-debug", "--frame", "0x0",
                                  "--budget", "4s", "--json", "-o", rows)
        told = json.loads(out)
        self.assertIn(code, (0, 1), err)
        self.assertIn("gates", told["click_set"])
        self.assertEqual(set(self.updates(rows)), {"enable", "disable"})
        self.assertGreater(told["events"], 0)
        self.assertIsNotNone(told["candidates"][0]["quantities"]["change"])
        self.assertIn("rgba[0] == 0 && rgba[1] == 160 && rgba[2] == 0", told["code"])
        self.assertIn("fr_walker_open(walker, 2, false)", told["code"])

    def test_the_time_after_a_change_is_a_column_of_every_table(self):
        rows = self.folder / "columns.jsonl"
        for gate in ((), ("--gate", "00a000")):
            _, table, _ = footrace("run", self.mask, *gate, "--allow-debug", "--frame", "0x0", "--rounds", "1", "--algo",
                                   "jps,navmesh", "--force", "-o", rows)
            told = json.loads(footrace("answer", rows, "--json")[1])
            answered = footrace("answer", rows)[1]
            markdown, latex = (footrace("export", rows, "--format", kind)[1] for kind in ("markdown", "latex"))
            for text, head in ((table, " after change "), (markdown, "| after a change |"), (latex, "& after a change &"),
                               (answered, "   change      code"), (told["sentences"][0], "; after a change it takes ")):
                self.assertEqual(head in text, bool(gate), (head, text))
            for each in told["ranking"]:
                self.assertEqual(each["ns_change"] is None, not gate)
                if gate:
                    said = microseconds(each["ns_change"])
                    for text in (table, markdown, answered):
                        self.assertRegex(text, rf"\b{each['algo']}\b.* {said}", each)
                    self.assertIn(said.replace(" µs", "~$\\mu$s"), latex)

    def test_a_path_keeps_its_gate(self):
        code, out, err = footrace("path", "--map", self.mask, "--gate", "00a000", "--from", "20,13", "--to", "60,13",
                                  "--algo", "navmesh")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("40.00 px", out)


if __name__ == "__main__":
    unittest.main()
