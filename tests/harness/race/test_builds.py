"""Racers that other programs run: another build beside this one (run --also), and this one under a
tool that counts instructions (run --count)."""
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

from races import rows_of  # noqa: E402

FOOTRACE = sys.argv.pop(1)
SANITIZED = "sanitized" in sys.argv
sys.argv = [word for word in sys.argv if word not in ("", "sanitized")]
EVENTS = {"format": "footrace-clicks/1", "clicks": [
    {"start": [10, 100], "goal": [150, 110]},
    {"block": [60, 60, 30, 30]}, {"start": [10, 100], "goal": [150, 110]},
    {"unblock": [60, 60, 30, 30]}, {"start": [150, 110], "goal": [10, 100]}]}
UNTIMED = ("outcome", "verdict", "length", "points", "enabled", "class", "start", "goal")


def footrace(*arguments, **options):
    return subprocess.run([FOOTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False, **options)


def clicks_of(rows, algo):
    return {row["click"]: row for row in rows if row["kind"] == "click" and row["algo"] == algo}


class Builds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def race(self, *more, clicks="auto:6", map="history-160x120", name="race"):
        out = self.folder / f"{name}.jsonl"
        done = footrace("run", "--map", map, "--clicks", clicks, *more, "--rounds", 2, "--passes",
                        1, "--frame", "64x64", "--allow-debug", "--quiet", "-o", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(footrace("check", out).returncode, 0)
        return rows_of(out)

    def program(self, text, name="other"):
        """An executable script."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def assert_same_answers(self, rows, one, other):
        left, right = clicks_of(rows, one), clicks_of(rows, other)
        self.assertGreater(len(left), 0)
        self.assertEqual(left.keys(), right.keys())
        for click, row in left.items():
            for key in UNTIMED:
                self.assertEqual(row[key], right[click][key], (click, key))
            self.assertIsNotNone(right[click]["ns_played"])

    def test_another_build_takes_turns(self):
        shutil.copy(FOOTRACE, self.folder / "old footrace")
        rows = self.race("--algo", "astar", "--algo", "near=flood", "--also",
                         f"old={self.folder}/old footrace")
        self.assert_same_answers(rows, "astar", "astar@old")
        self.assert_same_answers(rows, "near", "near@old")
        prepared = {row["algo"]: row for row in rows if row["kind"] == "prepare"}
        self.assertEqual({algo: row["build"] for algo, row in prepared.items()},
                         {"astar": None, "near": None, "astar@old": "old", "near@old": "old"})
        self.assertEqual(prepared["astar"]["options"], prepared["astar@old"]["options"])
        also, = rows[0]["also"]
        self.assertIn("old footrace", also)
        self.assertIn(rows[0]["compiler"], also)
        done = footrace("compare", self.folder / "race.jsonl", "--base", "@old", "--class", "detour",
                        "--json")
        self.assertEqual({(entry["algo"], entry["base"], entry["in_turns"])
                          for entry in json.loads(done.stdout)["comparisons"]},
                         {("astar", "astar@old", True), ("near", "near@old", True)})

    def test_events_reach_another_build(self):
        clicks = self.folder / "events.json"
        clicks.write_text(json.dumps(EVENTS))
        rows = self.race("--algo", "astar", "--algo", "jps", "--also", f"old={FOOTRACE}",
                         clicks=clicks)
        for algo in ("astar", "jps"):
            self.assert_same_answers(rows, algo, f"{algo}@old")
            lengths = [row["length"] for row in clicks_of(rows, algo).values()]
            self.assertEqual(len(lengths), 3)

    def test_drawn_maps_and_walls_reach_another_build(self):
        """A map with a drawing and one with edge walls are sent as they are."""
        for kind, algo in (("gates", "astar"), ("history-walls", "astar")):
            bundled = footrace("list", "maps").stdout
            if kind in bundled:
                rows = self.race("--algo", algo, "--also", f"old={FOOTRACE}", map=kind, name=kind)
                self.assert_same_answers(rows, algo, f"{algo}@old")

    def test_who_does_not_serve(self):
        out = self.folder / "race.jsonl"
        for text, words in (("echo \"footrace: no command 'serve'\" >&2; exit 2",
                             "does not serve: footrace: no command 'serve'; expected"),
                            ("exit 0", "does not serve; expected"),
                            ("head -c 64 /dev/zero >&3", "sent invalid data"),
                            ("printf 'VSRF\\007\\000\\000\\000' >&3; head -c 4096 /dev/zero >&3",
                             "uses version 7 of the protocol"),
                            ("printf 'VSRF\\005\\000\\000\\000' >&3; head -c 4096 /dev/zero >&3",
                             "structs of other sizes"),
                            ("kill -9 $$", "does not serve")):
            other = self.program(text)
            done = footrace("run", "--map", "history-160x120", "--clicks", "auto:3", "--algo",
                            "astar", "--also", f"old={other}", "--allow-debug", "-o", out)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("--also old: ", done.stderr)
            self.assertIn(words, done.stderr)
            self.assertFalse(out.exists())

    def test_complaints(self):
        missing = self.folder / "missing"
        plain = self.folder / "plain"
        plain.write_text("")
        twice = f"old={FOOTRACE}"
        cases = ((("--also", FOOTRACE), "expected LABEL=PATH-TO-FOOTRACE"),
                 (("--also", f"={FOOTRACE}"), "expected LABEL=PATH-TO-FOOTRACE"),
                 (("--also", f"a:b={FOOTRACE}"), "expected LABEL=PATH-TO-FOOTRACE"),
                 (("--also", f"old={missing}"), "No such file"),
                 (("--also", f"old={plain}"), "Permission denied"),
                 (("--also", twice, "--also", twice), "two builds have the label old"))
        for arguments, words in cases:
            if "Permission" in words and os.geteuid() == 0 and os.access(plain, os.X_OK):
                continue
            done = footrace("run", "--map", "history-160x120", "--clicks", "auto:3", "--algo",
                            "astar", *arguments, "--allow-debug", "-o", self.folder / "out.jsonl")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(words, done.stderr)
        done = footrace("serve", "--algo", "astar")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("expected to be started by", done.stderr)

    @unittest.skipIf(SANITIZED, "no sanitized program runs under valgrind")
    @unittest.skipIf(shutil.which("valgrind") is None, "no valgrind")
    def test_counts_are_the_same_twice(self):
        clicks = self.folder / "events.json"
        clicks.write_text(json.dumps(EVENTS))
        counted = []
        for name in "one", "two":
            rows = self.race("--algo", "null", "--algo", "jps", "--algo", "astar", "--count",
                             "--optimum", 0, clicks=clicks, name=name)
            self.assertRegex(rows[0]["counter"], "^valgrind-")
            counted.append({(row["algo"], row["click"]): row["instructions"] for row in rows
                            if row["kind"] == "click"})
        self.assertEqual(*counted)
        self.assertEqual(len(counted[0]), 9)
        for (algo, click), instructions in counted[0].items():
            self.assertTrue(instructions < 100 if algo == "null" else instructions > 1000,
                            (algo, click, instructions))
        done = footrace("compare", "--counts", self.folder / "one.jsonl", self.folder / "two.jsonl",
                        "--fail-over", "0%")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_nothing_that_counts(self):
        done = footrace("run", "--map", "history-160x120", "--clicks", "auto:3", "--algo", "astar",
                        "--count", "--allow-debug", "-o", self.folder / "out.jsonl",
                        env={"PATH": str(self.folder)})
        if done.returncode == 0:  # a processor that counts
            rows = rows_of(self.folder / "out.jsonl")
            self.assertEqual(rows[0]["counter"], "processor")
            self.assertTrue(all(row["instructions"] > 0 for row in rows if row["kind"] == "click"))
        else:
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("instructions cannot be counted; expected valgrind", done.stderr)

    def test_an_uncounted_race_says_so(self):
        rows = self.race("--algo", "astar")
        self.assertIsNone(rows[0]["counter"])
        self.assertEqual(rows[0]["also"], [])
        self.assertTrue(all(row["instructions"] is None for row in rows if row["kind"] == "click"))
        anchor, = [row for row in rows if row["kind"] == "anchor"]
        self.assertEqual(len(anchor["played"]), 2)
        self.assertTrue(all(ns > 0 for ns in anchor["played"]))


if __name__ == "__main__":
    unittest.main()
