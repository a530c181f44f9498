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

    def claims(self, *arguments, scale=("--quick",), **environment):
        return subprocess.run(
            [FOOTRACE, "claims", *scale, "--allow-debug", "-o", self.folder, *arguments],
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
        self.assertNotIn("ladder", claims)
        self.assertEqual(claims["corners-suffice"]["verdict"], "cannot tell")
        self.assertEqual(claims["old-hardware"]["verdict"], "reasoned")
        self.assertEqual(claims["astar-shortest"]["maps"][1]["seed"], "2")
        self.assertEqual(claims["astar-shortest"]["racers"],
                         ["astar-published", "steps=bfs:model=grid8-cut"])
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
        done = subprocess.run([FOOTRACE, "claims", "--allow-debug", "--only", "tiles",
                               "-o", self.folder], capture_output=True, text=True, check=False,
                              env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("tiles not measured: FOOTRACE_MOVINGAI is not set", done.stderr)
        self.assertIn("FOOTRACE_MOVINGAI is not set", done.stdout)
        self.assertIn("more claims need experiments that were not asked for: ladder, lists",
                      done.stdout)
        self.assertIn("Of 3 claims 1 cannot be told and 2 are reasoned.", done.stdout)
        done = self.claims("--only", "fill")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fill not measured: few clicks cannot tell; expected without --quick",
                      done.stderr)
        done = self.claims("--only", "tiles", scale=(), FOOTRACE_MOVINGAI=str(self.folder / "none"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("none/random512-10-0.map.scen: cannot be opened", done.stdout)

    def test_a_full_disk_leaves_no_stump(self):
        tiles = self.folder / "tiles"
        tiles.mkdir()
        row = "0\trandom512-10-0.map\t512\t512\t1\t1\t9\t9\t11.3137085\n"
        (tiles / "random512-10-0.map.scen").write_text("version 1\n" + 200 * row)
        subprocess.run(
            [FOOTRACE, "claims", "--allow-debug", "--only", "tiles", "-o", self.folder],
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
        self.assertNotEqual(claims["bfs-too-slow"]["verdict"], "cannot tell")
        again = [row for row in rows_of(self.result("screen")) if row["kind"] == "click"]
        self.assertEqual(again[:len(kept)], kept)
        self.assertEqual(len(again), 20 * 8)

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
        done = self.claims("--dry-run", scale=())
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("ladder", "fill", "rocks", "together"):
            self.assertRegex(done.stdout, rf"(?m)^{name} +\d+ s  ")
        self.assertFalse((self.folder / "results").exists())

    def test_a_dry_run_tells_each_claim(self):
        listed = subprocess.run([FOOTRACE, "list", "algorithms", "--json"], capture_output=True,
                                text=True, check=True)
        known = {racer["name"] for racer in json.loads(listed.stdout)["algorithms"]}
        for scale in ((), ("--quick",)):
            done = self.claims("--dry-run", "--json", scale=scale)
            self.assertEqual(done.returncode, 0, done.stderr)
            claims = json.loads(done.stdout)["claims"]
            self.assertGreaterEqual(len(claims), 45)
            for claim in claims:
                self.assertTrue(claim["section"] and claim["said"], claim)
                if claim["verdict"] == "reasoned":
                    self.assertIsNone(claim["experiment"])
                elif not scale or "quick" in claim["scales"]:
                    self.assertTrue(claim["maps"] and claim["racers"] and claim["quantity"], claim)
                    self.assertTrue(all(row["clicks"] for row in claim["maps"]))
                    for racer in claim["racers"]:  # a label alone would not race in this scale
                        self.assertIn(racer.split("=", 1)[-1 if "=" in racer.split(":")[0] else 0]
                                      .split(":")[0], known, claim["name"])
                    self.assertEqual(claim["verdict"] == "open", claim["needs"] is not None)
        self.assertFalse((self.folder / "results").exists())

    def test_runs_that_disagree_fail(self):
        self.verdicts("--only", "noise")
        rows = rows_of(self.result("noise"))
        for row in rows:  # as a full run that finds the fewest steps everywhere
            if row["kind"] == "click" and row["algo"] == "astar-published" and row["straight"]:
                row["straight"], row["diagonal"] = 1, 0
        other = self.folder / "results" / "full" / "noise.jsonl"
        other.write_text("".join(json.dumps(row) + "\n" for row in rows))
        done = self.claims("--only", "noise")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("astar-shortest: quick rows say 'does not hold', full ones 'holds'",
                      done.stderr)
        self.assertTrue((self.folder / "claims.html").is_file())

    def test_a_full_run_races_the_quick_one_too_and_fails_where_they_differ(self):
        done = self.claims("--only", "noise", scale=())
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = rows_of(self.result("noise"))
        self.assertEqual(sum(row["kind"] == "click" for row in rows), 20 * 20 * 2)
        for row in rows:
            if row["kind"] == "click" and row["algo"] == "astar-published" and row["straight"]:
                row["straight"], row["diagonal"] = 1, 0
        self.result("noise").write_text(  # as a race writes them, which goes on from there
            "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows))
        done = self.claims("--only", "noise", scale=())
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("astar-shortest: full rows say 'does not hold', quick ones 'holds'",
                      done.stderr)


if __name__ == "__main__":
    unittest.main()
