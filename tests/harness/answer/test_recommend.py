"""footrace recommend from end to end: what it recommends on small maps, and whether that holds in a
longer race with other clicks (check_recommendation.py); masks that cannot be raced on; being
interrupted."""
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import check_recommendation  # noqa: E402

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background

FOOTRACE = sys.argv.pop(1)
ROOM = ["." * 80] * 10 + [".." + "#" * 60 + "." * 18] * 6 + ["." * 80] * 24
GATED = ["." * 39 + ("2" if 10 < y < 16 else "#") + "." * 40 for y in range(30)]

# On a machine with other work the optimum of the last clicks may be left out, and nothing else is said.
HURRIED = r"^(footrace: recommend: room: no optimum from click \d+ on: .*\n)?$"


def recommend(*arguments):
    """Exit code, standard output and standard error."""
    done = subprocess.run([FOOTRACE, "recommend", "--allow-debug", "--frame", "320x200", *map(str, arguments)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Recommend(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def mask(self, rows, name="room.txt"):
        path = self.folder / name
        path.write_text("\n".join(rows) + "\n")
        return path

    def test_words(self):
        rows, clicks = self.folder / "race.jsonl", self.folder / "clicks.json"
        code, out, err = recommend(self.mask(ROOM), "--budget", "3s", "-o", rows,
                                   "--clicks", clicks)
        self.assertEqual(code, 0)
        self.assertRegex(err, HURRIED)
        ship = re.search(r"(?:[Ss]hip (\w+)\b|: (\w+) leads)", " ".join(out.split()))
        ship = ship.group(1) or ship.group(2)
        # A small room: nothing of these is over a threshold.
        self.assertIn(ship, ("hublabel", "navmesh", "polyanya", "runwave", "visgraph"))
        for words in ("points more", "it holds", "paths", "fr_walker_from_mask(",
                      "footrace run --map", f"--algo twin={ship}", "footrace answer race.jsonl"):
            self.assertIn(words, " ".join(out.split()))
        self.assertLessEqual(max(map(len, out.splitlines())), 100 + len(str(self.folder)))
        self.assertNotIn("\033", out)
        check = subprocess.run([FOOTRACE, "check", rows], capture_output=True, text=True,
                               check=False)
        self.assertEqual((check.returncode, check.stderr), (0, ""))
        told = subprocess.run([FOOTRACE, "answer", rows], capture_output=True, text=True,
                              check=False)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn(ship, told.stdout.split(".")[0])

    def test_rows_are_kept_where_no_race_began(self):
        rows = self.folder / "race.jsonl"
        code, out, _ = recommend(self.mask(ROOM), "--budget", "2s", "--max-load", "1ns", "-o", rows, "--json")
        told = json.loads(out)
        self.assertEqual((code, told["ship"]), (1, None))
        again = subprocess.run([FOOTRACE, "answer", rows, "--max-load", "1ns", "--json"], capture_output=True,
                               text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertEqual(json.loads(again.stdout)["candidates"], told["candidates"])

    def test_figures_are_those_of_played_rounds_on_the_same_detours(self):
        rows = self.folder / "race.jsonl"
        code, out, _ = recommend(self.mask(ROOM), "--budget", "3s", "-o", rows, "--json")
        self.assertEqual(code, 0)
        answer = json.loads(out)
        raced = [json.loads(line) for line in rows.read_text().splitlines()]
        self.assertEqual((raced[0]["rounds"], raced[0]["passes"]), (3, 2))
        for each in answer["candidates"]:
            times = [row["ns_played"] for row in raced if row["kind"] == "click"
                     and row["algo"] == each["algo"] and row["class"] == "detour"]
            self.assertEqual(each["detours"], answer["detours"])
            self.assertEqual(len(times), answer["detours"])
            self.assertAlmostEqual(each["ns_median"] / statistics.median(times), 1)
            self.assertGreaterEqual(each["ns_slowest"], max(times))
            self.assertTrue(each["ns_median_low"] <= each["ns_median"] <= each["ns_median_high"])

    def test_a_walker_is_told_what_it_loses(self):
        narrow = self.mask(["." * 40] * 10 + ["#" * 19 + ".." + "#" * 19] * 3 + ["." * 40] * 10)
        code, out, _ = recommend(narrow, "--budget", "2s", "--radius", "3")
        self.assertIn(code, (0, 1))
        self.assertRegex(" ".join(out.split()), r"With this radius, the character cannot reach \d+ of \d+ clicks")

    def test_it_holds(self):
        for rows, prefer in ((ROOM, "length"), (GATED, "nothing")):
            with self.subTest(prefer=prefer):
                held = check_recommendation.check(FOOTRACE, self.mask(rows), prefer, budget=1.5,
                                                  clicks=150, folder=self.folder)
                # Whether points hold is for a calm machine to say: ./run gate soak.
                self.assertEqual([o for o in held.objections if "points" not in o], [], held)
                self.assertTrue(held.rivals)

    @unittest.skipIf(int(os.environ.get("FOOTRACE_SOAK_SCALE", "1")) < 20, "for ./run gate soak")
    def test_it_holds_on_every_bundled_map(self):
        for mask in check_recommendation.bundled(FOOTRACE):
            for prefer in ("nothing", "speed"):
                with self.subTest(mask=mask, prefer=prefer):
                    held = check_recommendation.check(FOOTRACE, mask, prefer, budget=20, clicks=600,
                                                      folder=self.folder)
                    self.assertEqual(held.objections, [], held)

    def test_every_candidate_has_a_place(self):
        code, out, err = recommend(self.mask(ROOM), "--budget", "2", "--json", "--prefer", "memory")
        self.assertEqual(code, 0)
        self.assertRegex(err, HURRIED)
        answer = json.loads(out)
        places = {each["algo"]: each["place"] for each in answer["candidates"] + answer["dropped"]}
        self.assertEqual(places[answer["ship"]], "recommended")
        self.assertEqual(list(places.values()).count("recommended"), 1)
        self.assertNotIn("null", places)
        self.assertTrue({"astar", "bfs", "jps", "flood"} <= places.keys())
        smallest = min(each["held_bytes"] for each in answer["candidates"])
        self.assertTrue(answer["dropped"])  # which might lead by another preference
        self.assertEqual({name for name, leads in answer["alone"].items() if leads}, {"memory"})
        chosen = next(each for each in answer["candidates"] if each["place"] == "recommended")
        self.assertLessEqual(chosen["held_bytes"], 1.11 * smallest)

    def test_time_for_little(self):
        code, out, _ = recommend("adventure-300", "--budget", "0.001", "--json")
        answer = json.loads(out)
        self.assertEqual(code, 0 if answer["ship"] else 1)
        self.assertFalse(answer["settled"])
        self.assertTrue(answer["untried"] > 0 or not answer["ship"])
        if answer["ship"]:
            self.assertRegex(answer["sentences"][0], "^Not settled")

    def test_refused(self):
        blocked = self.mask(["####", "####"], "blocked.txt")
        for arguments, words in (
                ((blocked,), "No pixel is walkable"),
                ((self.folder / "none.png",), "none.png"),
                ((self.mask([""], "empty.txt"),), "empty.txt"),
                ((self.mask(ROOM), "--prefer", "beauty"), "expected slow, load"),
                ((self.mask(ROOM), "--budget", "soon"), "--budget: 'soon' found"),
                ((self.mask(ROOM), "--budget", "0"), "--budget: '0' found"),
                ((self.mask(ROOM), "-o", "-"), "-o: '-' found"),
                ((self.mask(ROOM), "-o", "r" * 1024), "1024 bytes found, expected fewer"),
                ((), "expected MASK")):
            code, out, err = recommend(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertRegex(err, r"\Afootrace: recommend: [^\n]*\n\Z")
            self.assertIn(words, err)

    def test_interrupted(self):
        wide = self.mask(["." * 600] * 400, "wide.txt")
        rows = self.folder / "race.jsonl"
        child = subprocess.Popen([FOOTRACE, "recommend", "--allow-debug", "--budget", "60", wide,
                                  "-o", rows], text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        while child.poll() is None and not (rows.exists() and '"prepare"' in rows.read_text()):
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
        self.assertEqual(child.returncode, 3)
        self.assertIn("results so far", " ".join(out.split()))


if __name__ == "__main__":
    unittest.main()
