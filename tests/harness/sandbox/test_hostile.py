"""Plugins that do harm: each is named for what it is, the race finishes, the other racer has all its
answers, and neither a process nor a file of theirs is left. An ordinary run tries a seeded part of
them, the soak all."""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

FOOTRACE, PLUGIN = sys.argv.pop(1), sys.argv.pop(1)
ALL = int(os.environ.get("FOOTRACE_SOAK_SCALE", "1")) > 1
SEED = int(os.environ.get("FOOTRACE_SEED", "11"))
TRIED = 8

# What it does when it is opened, and what is said of it: refused before the race, or told by a row.
REFUSED = {"crash": "killed by signal 11", "hang": "took longer than", "exit": "exited with status 0",
           "abort": "killed by signal 6", "shut": "", "fork": "", "daemon": "", "thread": "",
           "write": "", "alarm": ""}
LATE = {"late-exit": "exited with status", "late-crash": "killed by signal 11",
        "late-hang": "took longer than"}
# What it does in a call, and what is said of it.
CALLS = ("prepare", "find", "update", "release")
HARMS = {"crash": "killed by signal 11", "hang": "took longer than", "exit": "exited with status 0",
         "hog": "used more than", "map": "changed the map", "fork": "", "daemon": "", "brood": "used more than",
         "write": "", "alarm": "killed by signal 14", "shut": ""}
CLICKS = [{"start": [2, 2], "goal": [30, 20]}, {"start": [1, 20], "goal": [30, 1]},
          {"block": [10, 10, 2, 2]}, {"start": [2, 2], "goal": [30, 20]}]


def attacks():
    opened = [(f"open-{name}", "hostile:at=release", told)
              for name, told in (*REFUSED.items(), *LATE.items())]
    called = [("", f"hostile:at={call},does={harm}", told if call != "release" else "")
              for call in CALLS for harm, told in HARMS.items()
              if not (harm == "map" and call == "release")]
    return opened, called


class Hostile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "clicks.json").write_text(
            json.dumps({"format": "footrace-clicks/1", "clicks": CLICKS}))
        (self.folder / "room.txt").write_text("\n".join(["." * 32] * 24) + "\n")

    def left_over(self):
        """Processes that were started in the folder."""
        left = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(process / "cwd") == str(self.folder):
                    left.append(process.name)
            except OSError:
                pass
        return left

    def race(self, order, address):
        environment = dict(os.environ, FOOTRACE_HOSTILE=order)
        return subprocess.run(
            [FOOTRACE, "run", "--force", "--map", "room.txt", "--clicks", "clicks.json", "--plugin",
             PLUGIN, "--algo", address, "--algo", "flood", "--timeout", "1.5", "--memory", "64",
             "--optimum", "0", "--rounds", "1", "--frame", "64x64", "--quiet", "--allow-debug",
             "-o", "race.jsonl"], cwd=self.folder, env=environment, capture_output=True,
            text=True, check=False, timeout=300, stdin=subprocess.DEVNULL)

    def check(self, order, address, told):
        done = self.race(order, address)
        about = f"{order} {address}: exit {done.returncode}: {done.stderr}"
        said = done.stdout + done.stderr
        if done.returncode == 2:
            self.assertEqual(done.stderr.count("\n"), 1, about)
        else:
            self.assertIn(done.returncode, (0, 1), about)
            rows = [json.loads(line) for line in
                    (self.folder / "race.jsonl").read_text().splitlines()]
            said += (self.folder / "race.jsonl").read_text()
            self.assertIsNone(rows[-1]["stopped"], about)
            found = [row for row in rows if row["kind"] == "click" and row["algo"] == "flood"]
            self.assertEqual([row["verdict"] for row in found], ["ok"] * 3, about)
            checked = subprocess.run([FOOTRACE, "check", "race.jsonl"], cwd=self.folder,
                                     capture_output=True, text=True, check=False)
            self.assertEqual(checked.returncode, 0, about + checked.stdout)
        self.assertIn(told, said, about)
        patience = time.monotonic() + 10
        while self.left_over() and time.monotonic() < patience:
            time.sleep(0.05)
        self.assertEqual(self.left_over(), [], about)
        self.assertLessEqual({path.name for path in self.folder.iterdir()},
                             {"clicks.json", "room.txt", "race.jsonl", "opened"}, about)
        for name in ("opened", "race.jsonl"):
            (self.folder / name).unlink(missing_ok=True)

    def test_all(self):
        opened, called = attacks()
        self.assertGreaterEqual(len(opened), 12)
        self.assertGreaterEqual(len(opened) + len(called), 55)
        if not ALL:
            chance = random.Random(SEED)
            opened = chance.sample(opened, TRIED // 2)
            called = chance.sample(called, TRIED // 2)
        for attack in (*opened, *called):
            with self.subTest(attack=attack, seed=SEED):
                self.check(*attack)


if __name__ == "__main__":
    unittest.main()
