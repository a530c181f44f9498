"""Guests in processes of their own: one in Python, written from the protocol's page alone, races beside
astar; each lie of another is caught, and nobody else's row is touched. What guests/ holds says what it needs: test_guests.py FOOTRACE TREE LYING ENTRY."""
import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import unittest

FOOTRACE, TREE, LYING, ENTRY = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1)), sys.argv.pop(1), sys.argv.pop(1)
LIES = "hasty", "last", "silent", "slow", "dying", "garbled"
RACE = "run", "--rounds", 1, "--passes", 2, "--allow-debug", "--keep-paths", "--timeout", 5, "--give-up", 1, "--skip", "trials"


class Guests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.room = pathlib.Path(cls.folder.name, "room.png")
        cls.footrace("generate", "adventure", "--size", "400x225", "--seed", 4, "-o", cls.room)
        racers = [word for lie in ("honest", *LIES) for word in ("--algo", f"{lie}=lying:does={lie}")]
        cls.done, cls.rows = cls.race("lies.jsonl", "--clicks", "auto:8", "--plugin", LYING, *racers, "--algo", "astar")
        cls.clicks = {}
        for row in cls.rows:
            if row["kind"] == "click":
                cls.clicks.setdefault(row["algo"], []).append(row)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def footrace(cls, *words):
        return subprocess.run([FOOTRACE, *map(str, words)], capture_output=True, text=True, check=False,
                              cwd=cls.folder.name)

    @classmethod
    def race(cls, name, *words):
        done = cls.footrace(*RACE, "--map", cls.room, "-o", name, *words)
        lines = pathlib.Path(cls.folder.name, name).read_text(encoding="utf-8").splitlines()
        return done, [json.loads(line) for line in lines]

    def told(self, algo, key):
        return {row[key] for row in self.clicks[algo] if row["class"] == "detour"}

    def test_its_own_time_is_too_small(self):
        self.assertEqual(self.told("hasty", "verdict"), {"clock"})
        self.assertRegex(self.clicks["hasty"][0]["reason"], r"^reported .* µs; it took .* µs by our clock")
        self.assertEqual(self.told("hasty", "ns_played"), {None})

    def test_it_gives_the_answer_to_the_query_before(self):
        """Which is the same only by chance: it does not lead there, or is another in the next pass."""
        self.assertLessEqual(self.told("last", "verdict"), {"short", "nondeterministic"})

    def test_it_is_silent(self):
        self.assertEqual(self.told("silent", "outcome"), {"timeout"})

    def test_it_is_slow(self):
        self.assertEqual(self.told("slow", "verdict"), {"ok"})
        self.assertGreater(min(self.told("slow", "ns_played")), 2e7)

    def test_it_dies(self):
        self.assertEqual(self.told("dying", "outcome"), {"crash"})
        self.assertEqual(self.told("dying", "reason"), {"killed by signal 6 (Aborted)"})

    def test_it_says_what_the_protocol_does_not_have(self):
        self.assertEqual(self.told("garbled", "outcome"), {"crash"})
        self.assertEqual(self.told("garbled", "reason"), {"sent a message that is not in the protocol (guests/protocol.md)"})

    def test_nobody_else_is_touched(self):
        for algo in "honest", "astar":
            self.assertEqual(self.told(algo, "verdict"), {"ok"}, algo)
            self.assertEqual(self.told(algo, "excluded"), {None}, algo)
        _, alone = self.race("alone.jsonl", "--clicks", "auto:8", "--algo", "astar")
        paths = [[row["points"] for row in rows if row["kind"] == "path" and row["algo"] == "astar"]
                 for rows in (self.rows, alone)]
        self.assertEqual(*paths)
        self.assertEqual(self.footrace("check", "lies.jsonl").returncode, 0)

    def test_what_a_guest_says_beside_its_paths(self):
        guest, = (row for row in self.rows if row["kind"] == "prepare" and row["algo"] == "honest")
        ours, = (row for row in self.rows if row["kind"] == "prepare" and row["algo"] == "astar")
        self.assertGreater(guest["proportional"], 0)
        self.assertGreater(guest["ns_first"], 0)
        self.assertEqual((guest["bytes"], guest["candidate"], guest["threads"]), (None, False, 0))
        self.assertNotIn("proportional", ours)
        for row in self.clicks["honest"]:
            self.assertGreater(row["ns_outside"], 0)
            self.assertGreater(row["ns_empty"], 0)
            self.assertEqual(row["moved"], 0)

    def test_a_guest_from_the_page_alone(self):
        """With changes: its room is handed over again."""
        guest = TREE / "guests/example/breadth.py"
        clicks = [{"start": [40, 40], "goal": [300, 180]}, {"block": [150, 0, 20, 225]}, {"start": [40, 40], "goal": [300, 180]},
                  {"unblock": [150, 0, 20, 225]}, {"start": [41, 40], "goal": [300, 180]}]
        pathlib.Path(self.folder.name, "clicks.json").write_text(
            json.dumps({"format": "footrace-clicks/1", "clicks": clicks}), encoding="utf-8")
        done, rows = self.race("breadth.jsonl", "--clicks", "clicks.json", "--plugin", guest,
                               "--algo", "breadth", "--algo", "dijkstra:model=grid4")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        told = {algo: [(row["outcome"], row["verdict"], row["length"]) for row in rows
                       if row["kind"] == "click" and row["algo"] == algo] for algo in ("breadth", "dijkstra:model=grid4")}
        self.assertEqual(*told.values())
        self.assertLessEqual(len(guest.read_text(encoding="utf-8").splitlines()), 45)
        held = self.footrace("check-backend", guest, "--quick")
        self.assertEqual(held.returncode, 0, held.stdout)

    def test_an_entry_to_the_competition(self):
        """The library as one (guests/gppc): it gives the paths of its back end, after changes, too."""
        changes = [{"block": [150, 0, 20, 225]}, {"unblock": [150, 0, 20, 200]}, {"block": [60, 60, 31, 33]}]
        clicks = [{"start": [40, 40], "goal": [300, 180]}, {"start": [300, 180], "goal": [40, 41]}]
        pathlib.Path(self.folder.name, "changes.json").write_text(
            json.dumps({"format": "footrace-clicks/1", "clicks": [*clicks, *(one for change in changes for one in (change, *clicks))]}),
            encoding="utf-8")
        _, rows = self.race("entry.jsonl", "--clicks", "changes.json", "--plugin", ENTRY,
                            "--algo", "gppc-jps", "--algo", "jps")
        told = [[row["points"] for row in rows if row["kind"] == "path" and row["algo"] == algo] for algo in ("gppc-jps", "jps")]
        self.assertEqual(len(told[0]), 6)  # two clicks find the wall closed
        self.assertEqual(*told)
        held = self.footrace("check-backend", ENTRY, "--quick")
        self.assertEqual(held.returncode, 0, held.stdout)

    def test_each_guest_says_what_it_is(self):
        """Its licence, what it needs, how it is made or started, and a line on the page."""
        page = (TREE / "docs/guests.md").read_text(encoding="utf-8")
        folders = [folder for folder in sorted((TREE / "guests").iterdir())
                   if folder.is_dir() and folder.name not in ("gppc", "shims", "__pycache__")]
        self.assertGreater(len(folders), 8)
        for folder in folders:
            guest = tomllib.loads((folder / "guest.toml").read_text(encoding="utf-8"))
            self.assertTrue(guest["licence"] and guest["debian"] and (guest.get("racers") or guest["slow"]), folder.name)
            self.assertTrue("build" in guest or (folder / guest["program"]).stat().st_mode & 0o100, folder.name)
            self.assertIn(f"`guests/{folder.name}`", page)
            if "npm" in guest["debian"]:
                self.assertTrue((folder / "package-lock.json").is_file(), folder.name)

    def test_what_is_no_guest(self):
        silly = pathlib.Path(self.folder.name, "silly")
        silly.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        silly.chmod(0o755)
        done = self.footrace("run", "--map", self.room, "--plugin", silly, "--algo", "silly")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"silly: exited with status 3 while it was opened")

    def test_what_enters_a_wall_a_little_may_be_tolerated(self):
        """A beeline may touch blocked pixels that an exact line does not: how deep is told, and forgiven."""
        words = "--clicks", "auto:40:blocked", "--algo", "flood-published"
        for tolerance, verdict in ((None, "invalid"), (50, "tolerated")):
            _, rows = self.race(f"crossing-{tolerance}.jsonl", *words, *(("--tolerance", tolerance) if tolerance else ()))
            into = [row for row in rows if row.get("wall_depth") is not None]
            self.assertTrue(into)
            self.assertEqual({row["verdict"] for row in into}, {verdict})
            self.assertEqual(rows[0].get("tolerance"), tolerance)
            self.assertEqual(self.footrace("check", f"crossing-{tolerance}.jsonl").returncode, 0)


if __name__ == "__main__":
    unittest.main()
