"""footrace claims: experiments run, are gone on with, and those that cannot be are told of."""
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

from races import rows_of  # noqa: E402

FOOTRACE = sys.argv.pop(1)


class Claims(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def claims(self, *arguments, **environment):
        return subprocess.run(
            [FOOTRACE, "claims", "--quick", "--allow-debug", "-o", self.folder, *arguments],
            capture_output=True, text=True, check=False, env={**os.environ, **environment})

    def result(self, name):
        return self.folder / "results" / "quick" / f"{name}.jsonl"

    def verdicts(self, *arguments, **environment):
        done = self.claims("--json", *arguments, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {claim["name"]: claim for claim in json.loads(done.stdout)["claims"]}

    def test_printed_searches_are_judged(self):
        claims = self.verdicts("--only", "squares", "--only", "noise")
        self.assertEqual(claims["each-cell-once"]["verdict"], "holds if")
        self.assertIn("28,909 nodes for 10 x 10 cells", claims["each-cell-once"]["measured"])
        self.assertEqual(claims["astar-shortest"]["verdict"], "does not hold")
        self.assertEqual(claims["ladder"]["verdict"], "not measured")
        for name in ("claims.html", "charts/nodes-by-size.svg", "charts/detours.png"):
            self.assertTrue((self.folder / name).is_file(), name)
        page = (self.folder / "claims.html").read_text()
        self.assertIn("28,909 nodes", page)
        self.assertNotIn("http://", page.replace("http://www.w3.org", ""))

    def test_a_second_call_measures_nothing_again(self):
        self.verdicts("--only", "squares")
        before = self.result("squares").read_bytes()
        self.verdicts("--only", "squares")
        self.assertEqual(self.result("squares").read_bytes(), before)

    def test_rows_of_another_race_are_measured_anew(self):
        self.verdicts("--only", "squares")
        rows = rows_of(self.result("squares"))
        rows[0]["command"] = "footrace run of another kind"
        self.result("squares").write_text("".join(json.dumps(row) + "\n" for row in rows))
        claims = self.verdicts("--only", "squares")
        self.assertIn("28,909", claims["each-cell-once"]["measured"])
        self.assertIn("square-10", rows_of(self.result("squares"))[0]["command"])

    def test_what_cannot_be_had_is_told(self):
        environment = {**os.environ}
        environment.pop("FOOTRACE_MOVINGAI", None)
        done = subprocess.run([FOOTRACE, "claims", "--quick", "--allow-debug", "--only", "tiles",
                               "-o", self.folder], capture_output=True, text=True, check=False,
                              env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("tiles not measured: FOOTRACE_MOVINGAI is not set", done.stderr)
        self.assertIn("FOOTRACE_MOVINGAI is not set", done.stdout)
        self.assertIn("more claims need experiments that were not asked for: ladder, fill",
                      done.stdout)
        self.assertIn("Of 1 claim 1 was not measured.", done.stdout)
        done = self.claims("--only", "tiles", FOOTRACE_MOVINGAI=str(self.folder / "none"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("none/random512-10-0.map.scen: No such file", done.stdout)

    def test_a_full_disk_leaves_no_stump(self):
        tiles = self.folder / "tiles"
        tiles.mkdir()
        row = "0\trandom512-10-0.map\t512\t512\t1\t1\t9\t9\t11.3137085\n"
        (tiles / "random512-10-0.map.scen").write_text("version 1\n" + 200 * row)
        subprocess.run(
            [FOOTRACE, "claims", "--quick", "--allow-debug", "--only", "tiles", "-o", self.folder],
            capture_output=True, check=False, env={**os.environ, "FOOTRACE_MOVINGAI": str(tiles)},
            restore_signals=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(list((self.folder / "clicks").iterdir()), [])

    def test_a_signal_stops_it_and_it_goes_on(self):
        running = subprocess.Popen(
            [FOOTRACE, "claims", "--quick", "--allow-debug", "--only", "screen", "-o", self.folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        rows = self.result("screen")
        while time.monotonic() < deadline and not (rows.exists() and
                                                   b'"click"' in rows.read_bytes()):
            time.sleep(0.02)
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 3, told)
        self.assertIn("the same command goes on from there", told)
        kept = [row for row in rows_of(self.result("screen")) if row["kind"] == "click"]
        self.assertTrue(kept)
        claims = self.verdicts("--only", "screen")
        self.assertNotEqual(claims["bfs-too-slow"]["verdict"], "not measured")
        again = [row for row in rows_of(self.result("screen")) if row["kind"] == "click"]
        self.assertEqual(again[:len(kept)], kept)
        self.assertEqual(len(again), 20 * 6)

    def test_complaints(self):
        for arguments, words in (
                (("--only", "sqares"), "no experiment 'sqares'; did you mean squares?"),
                (("--only", "everything"), "'footrace claims --help' lists them"),
                (("word",), "one word too many")):
            done = self.claims(*arguments)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(words, done.stderr)
        blocked = self.folder / "file"
        blocked.write_text("")
        done = subprocess.run([FOOTRACE, "claims", "--quick", "--allow-debug", "-o", blocked],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("expected a folder", done.stderr)

    def test_a_dry_run_lists_all(self):
        done = self.claims("--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("ladder", "fill", "rocks", "together"):
            self.assertRegex(done.stdout, rf"(?m)^{name} +\d+ s  ")
        self.assertFalse((self.folder / "results").exists())


if __name__ == "__main__":
    unittest.main()
