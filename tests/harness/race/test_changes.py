"""All events between two clicks are one change: each racer follows them at once, which is one row.

usage: test_changes.py FOOTRACE"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

FOOTRACE = sys.argv.pop(1)
MAP = "blocky-160x120"
FOLLOWS, AGAIN = "jps", "octile"
CLICK = {"start": [2, 2], "goal": [150, 110]}
ENTRIES = [CLICK, {"block": [20, 20, 9, 9]}, {"block": [60, 60, 9, 9]}, {"unblock": [20, 20, 9, 9]}, CLICK,
           {"block": [100, 10, 5, 5]}, {"block": [100, 30, 5, 5]}, CLICK, {"unblock": [100, 10, 5, 5]}, CLICK]
# Of the last event of each change: how many, and what they do.
CHANGES = {3: (3, "several"), 6: (2, "block"), 8: (1, "unblock")}


class Changes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.clicks = self.folder / "clicks.json"
        self.clicks.write_text(json.dumps({"format": "footrace-clicks/1", "map": MAP, "clicks": ENTRIES}))

    def race(self, *flags, status=0, entries=None):
        if entries:
            self.clicks.write_text(json.dumps({"format": "footrace-clicks/1", "map": MAP, "clicks": entries}))
        file = self.folder / "race.jsonl"
        done = subprocess.run(
            [FOOTRACE, "run", "--map", MAP, "--clicks", self.clicks, "--algo", f"{FOLLOWS},{AGAIN}",
             "--rounds", "2", "--passes", "1", "--frame", "0x0", "--allow-debug", "--quiet", "--force",
             "-o", file, *flags], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.notes = done.stderr
        check = subprocess.run([FOOTRACE, "check", file], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        return [json.loads(line) for line in file.read_text().splitlines()]

    def test_a_change_is_one_row(self):
        updates = [row for row in self.race() if row["kind"] == "update"]
        self.assertEqual(len(updates), 2 * 2 * len(CHANGES))
        for row in updates:
            self.assertEqual((row["events"], row["event"]), CHANGES[row["click"]])
            self.assertEqual((row["outcome"], row["ns"] >= 0), ("ok", True))
            self.assertEqual(row["fresh"], row["algo"] == AGAIN)

    def test_a_row_says_whether_the_rest_of_the_path_holds(self):
        """A path is lost to what covers its goal, not to what covers its start or a far pixel."""
        click = {"start": [1185, 345], "goal": [1542, 943]}
        far, start, goal = ({"block": [x, y, 1, 1]} for x, y in ([218, 417], click["start"], click["goal"]))
        rows = self.race(entries=[far, click, start, click, goal, click])
        self.assertEqual({(row["click"], row["survives"]) for row in rows if row["kind"] == "update"},
                         {(0, None), (2, True), (4, False)})

    def test_who_is_too_late_leaves_the_map_with_a_row(self):
        rows = self.race("--change-limit", "1e-9", status=1)
        self.assertEqual(rows[0]["change_limit_s"], 1e-9)
        updates = [row for row in rows if row["kind"] == "update"]
        self.assertEqual({(row["algo"], row["click"], row["round"], row["outcome"], row["ns"])
                          for row in updates},
                         {(algo, 3, 0, "timeout", None) for algo in (FOLLOWS, AGAIN)})
        self.assertEqual({row["click"] for row in rows if row["kind"] == "click"}, {0})
        self.assertIn("an update took longer than 1e-09 s; 3 clicks not tried", self.notes)


if __name__ == "__main__":
    unittest.main()
