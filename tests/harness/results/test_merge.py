"""footrace merge: shards of a race, put together, are the race."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

from races import CLICKS, rows_of, untimed  # noqa: E402

SANITIZED = "sanitized" in sys.argv  # such a command takes several times as long
sys.argv = [word for word in sys.argv if word not in ("", "sanitized")]
FOOTRACE = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([FOOTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


def raced(rows):
    """Without times, and without anchors: each shard has its own."""
    return untimed([row for row in rows if row["kind"] != "anchor"])


class Merge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "clicks.json").write_text(json.dumps(CLICKS))
        done = run("generate", "cave", "--size", "160x120", "-o", self.folder / "a.png")
        self.assertEqual(done.returncode, 0, done.stderr)

    def race(self, name, *more):
        out = self.folder / name
        done = run("run", "--map", self.folder / "a.png", "--map", "history-160x120", "--map",
                   self.folder / "a.png", "--clicks", self.folder / "clicks.json", "--clicks",
                   "auto:30", "--clicks", "auto:9", "--algo", "flood", "--algo", "astar", "--algo",
                   "visgraph", "--rounds", 2, "--passes", 1, "--frame", "64x64", "--allow-debug", "--force",
                   "-o", out, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return out

    def shards(self, count, *more):
        return [self.race(f"part{i}of{count}.jsonl", "--shard", f"{i}/{count}", *more)
                for i in range(1, count + 1)]

    def merged(self, shards, *more):
        out = self.folder / "merged.jsonl"
        done = run("merge", "--force", *shards, "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        checked = run("check", out)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        return rows_of(out)

    def test_shards_are_the_race(self):
        whole = rows_of(self.race("whole.jsonl"))
        for count in (1, 7) if SANITIZED else (1, 2, 4, 7, 60):
            shards = self.shards(count)
            rows = self.merged(list(reversed(shards)))
            self.assertEqual(sum(row["kind"] == "run" for row in rows), count)
            self.assertEqual(raced(rows)[count:], raced(whole)[1:], count)
            anchors = [(row["map"], row["clicks"], row["run"]) for row in rows
                       if row["kind"] == "anchor"]
            self.assertEqual(len(anchors), len(set(anchors)))
            self.assertGreaterEqual(len(anchors), sum(row["kind"] == "anchor" for row in whole))
            paths = [row for row in rows if row["kind"] == "path"]
            self.assertEqual(len(paths), sum(row["kind"] == "path" for row in whole))
            for row in rows:
                if row["kind"] in ("click", "update"):
                    self.assertIn(row["run"], range(count))
            asked = {row["run"] for row in rows if row["kind"] == "click"}
            self.assertGreater(len(asked), count * 3 // 5)

    def test_shards_in_groups_are_the_race(self):
        done = run("generate", "cave", "--size", "400x300", "-o", self.folder / "a.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        for paths in ((), ("--keep-paths",)):
            grouped = "--total-memory", 1, *paths
            whole = rows_of(self.race("whole.jsonl", *grouped))
            groups = [row["group"] for row in whole if row["kind"] == "prepare"]
            self.assertEqual(groups, [1, 1, 2, 2, 3, 3, 1, 1, 1, 1, 1, 1])
            for count in (2,) if SANITIZED else (2, 7):
                rows = self.merged(self.shards(count, *grouped))
                self.assertEqual(raced(rows)[count:], raced(whole)[1:], count)
                if paths:
                    self.assertEqual([row for row in rows if row["kind"] == "path"],
                                     [row for row in whole if row["kind"] == "path"])

    def test_all_paths_are_kept(self):
        whole = rows_of(self.race("whole.jsonl", "--keep-paths"))
        rows = self.merged(self.shards(3, "--keep-paths"))
        self.assertEqual(raced(rows)[3:], raced(whole)[1:])
        self.assertTrue(any(row.get("hugging") is not None for row in rows))
        self.assertEqual([row for row in rows if row["kind"] == "path"],
                         [row for row in whole if row["kind"] == "path"])

    def test_complaints(self):
        one, two = self.shards(2)
        whole = self.race("whole.jsonl")
        other = self.race("other.jsonl", "--shard", "2/2", "--seed", 3)
        cut = self.folder / "cut.jsonl"
        cut.write_text("".join(two.read_text().splitlines(keepends=True)[:-1]))
        moved = self.folder / "moved.jsonl"
        rows = rows_of(two)
        for row in rows:
            if row["kind"] == "map":
                row["hash"] = "0123456789abcdef"
        moved.write_text("".join(json.dumps(row) + "\n" for row in rows))
        regrouped = self.folder / "regrouped.jsonl"
        rows = rows_of(two)
        next(row for row in rows if row["kind"] == "prepare")["group"] = 2
        regrouped.write_text("".join(json.dumps(row) + "\n" for row in rows))
        merged = self.folder / "merged.jsonl"
        self.merged((one, two))
        for files, words in (((one,), "shard 1 of 2 found, expected that many files, not 1"),
                             ((one, one), "shard 1 of 2 is given twice"),
                             ((one, other), "expected shards of one race"),
                             ((one, whole), "expected that many files, not 2"),
                             ((one, cut), "cut short"),
                             ((one, moved), "differs from that in an earlier shard"),
                             ((one, regrouped), "in group 1 in an earlier shard"),
                             ((merged, one), "already merged"),
                             ((one, self.folder / "none"), "No such file")):
            done = run("merge", *files, "-o", self.folder / "out.jsonl")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), words)
            self.assertIn(words, done.stderr)
            self.assertFalse((self.folder / "out.jsonl").exists())
        for shard in ("0/2", "3/2", "1", "a/b", "1/2x", "1/0"):
            done = run("run", "--map", "open", "--algo", "null", "--allow-debug", "--shard", shard,
                       "-o", self.folder / "out.jsonl")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), shard)


if __name__ == "__main__":
    unittest.main()
