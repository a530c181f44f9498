"""Planted memories are told by races, by check-backend and by recommend; honest back ends are none:
test_cached_answers.py FOOTRACE PLUGIN."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOOTRACE, PLUGIN = sys.argv.pop(1), sys.argv.pop(1)
HONEST = "jpsplus", "visgraph", "hublabel", "contracted", "flood", "polyanya", "astar"
PLANTED = [f"{keeps}-{inner}=remembering:inner={inner},keeps={keeps}"
           for keeps in ("last-answer", "table")
           for inner in ("jpsplus", "visgraph", "flood", "astar", "contracted")]
PLANTED.append("last-field=remembering:keeps=last-field")


def footrace(*words):
    return subprocess.run([FOOTRACE, *map(str, words)], capture_output=True, text=True, check=False)


class Memories(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.image = pathlib.Path(cls.folder.name, "room.png")
        cls.out = pathlib.Path(cls.folder.name, "race.jsonl")
        footrace("generate", "adventure", "--size", "640x360", "--seed", 4, "-o", cls.image)
        racers = [word for algo in (*HONEST, *PLANTED) for word in ("--algo", algo)]
        cls.race = footrace("run", "--map", cls.image, "--clicks", "auto:12:blocked", *racers,
                            "--plugin", PLUGIN, "--rounds", 2, "--frame", "64x64", "--optimum", 0,
                            "--allow-debug", "-o", cls.out)
        if not cls.out.is_file():
            raise AssertionError(f"exit {cls.race.returncode}: {cls.race.stderr}")
        cls.rows = [json.loads(line) for line in cls.out.read_text().splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def told(self, algo):
        return {row["remembers"] for row in self.rows
                if row["kind"] == "click" and row["algo"] == algo.split("=")[0]}

    def test_planted_memories_are_told(self):
        found = [algo for algo in PLANTED if self.told(algo) == {True}]
        self.assertGreaterEqual(len(found), 10, [algo for algo in PLANTED if algo not in found])
        self.assertEqual(self.race.stdout.count("  caches answers"), len(found))

    def test_one_whose_steps_cannot_be_counted_is_excluded(self):
        """A repeat takes a hundredth of the time of a fill, on a busy machine, too."""
        out = pathlib.Path(self.folder.name, "untraced.jsonl")
        done = footrace("run", "--map", self.image, "--clicks", "auto:12:blocked", "--plugin", PLUGIN,
                        "--algo", "hidden=remembering:inner=flood,untraced=on", "--frame", "64x64",
                        "--optimum", 0, "--allow-debug", "-o", out)
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        found = {row["remembers"] for row in rows if row["kind"] == "click"}
        self.assertLessEqual(found, {None}, done.stderr)
        self.assertEqual({row["excluded"] for row in rows if row["kind"] == "click"}, {"suspected"})
        self.assertIn("may cache answers", done.stdout)

    def test_honest_back_ends_are_told_nothing_of(self):
        for algo in HONEST:
            self.assertEqual(self.told(algo), {False}, algo)

    def test_rows_keep_their_promises(self):
        done = footrace("check", self.out)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_they_rank_behind_what_they_wrap(self):
        table = footrace("export", self.out, "--format", "markdown").stdout
        order = [line.split("|")[2].strip().split(" ")[0] for line in table.splitlines()[4:]]
        for algo in PLANTED[:-1]:
            name, inner = algo.split("=")[0], algo.split("inner=")[1].split(",")[0]
            if self.told(algo) == {True}:
                self.assertGreater(order.index(name), order.index(inner))

    def test_check_backend_refuses_them(self):
        for keeps in "last-answer", "last-field", "table":
            done = footrace("check-backend", f"remembering:keeps={keeps}", "--plugin", PLUGIN,
                            "--quick")
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("caches answers", done.stdout)

    def test_recommend_never_names_them(self):
        done = footrace("recommend", self.image, "--plugin", PLUGIN, "--budget", "15s", "--json",
                        "--allow-debug", "--frame", "64x64")
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: a busy machine had no time to decide
        self.assertNotIn("remembering", json.loads(done.stdout)["ship"] or "")


if __name__ == "__main__":
    unittest.main()
