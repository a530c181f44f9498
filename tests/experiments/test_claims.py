"""./run claims: races run, are gone on with, and those that cannot be are named with the reason.

usage: test_claims.py FOOTRACE SOURCE"""
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True

from test_experiment import SOURCE, Runner, experiment  # noqa: E402

sys.path.insert(0, str(SOURCE))
from races import rows_of  # noqa: E402


class Claims(Runner):
    def setUp(self):
        super().setUp()
        shutil.copy(SOURCE / "experiments/races/claims.toml", self.folder / "experiments/races")
        for name in ("experiments/claims", "reports"):
            (self.folder / name).symlink_to(SOURCE / name)
        self.out = self.folder / "build/claims"

    def line(self, *words):
        return [sys.executable, self.folder / "experiments/claims.py", self.command, *words]

    def claims(self, *words, scale=("--quick",), **environment):
        return subprocess.run(self.line(*words, *scale), capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})

    def verdicts(self, *words):
        done = self.claims("--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {claim["name"]: claim for claim in json.loads(done.stdout)["claims"]}

    def result(self, name):
        return self.out / f"quick/{name}.jsonl"

    def test_printed_searches_are_judged(self):
        claims = self.verdicts("squares", "noise")
        self.assertEqual(set(claims), {"each-cell-once", "astar-shortest"})
        self.assertEqual(claims["each-cell-once"]["verdict"], "holds if")
        self.assertIn("28,909 nodes for 10 x 10 cells", claims["each-cell-once"]["measured"])
        self.assertEqual(claims["astar-shortest"]["verdict"], "does not hold")
        for name in ("claims.html", "charts/nodes-by-size.svg", "charts/nodes-by-size.png"):
            self.assertTrue((self.out / name).is_file(), name)
        page = (self.out / "claims.html").read_text()
        self.assertIn("28,909 nodes", page)
        self.assertNotIn("http://", page.replace("http://www.w3.org", ""))

    def test_one_claim_prints_its_verdict_alone(self):
        done = self.claims("each-cell-once")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("Covert 2016, "), 1, done.stdout)
        self.assertIn("Holds if a cell is marked when it is queued", done.stdout)
        self.assertEqual(sorted(path.name for path in (self.out / "quick").iterdir()),
                         ["squares.answer.json", "squares.jsonl"])

    def test_a_name_of_a_claim_is_no_race(self):
        """ladder is a claim, and a race that judges another, too."""
        sys.path.insert(0, str(SOURCE / "experiments"))
        from claims import chosen
        self.assertEqual([claim["name"] for claim in chosen(["ladder"], False)], ["ladder"])
        self.assertEqual(len(chosen(["wedges"], False)), 4)

    def test_resumed_rows_are_kept_and_those_of_another_race_are_not(self):
        self.verdicts("squares")
        before = self.result("squares").read_bytes()
        self.verdicts("squares", "--resume")
        self.assertEqual(self.result("squares").read_bytes(), before)
        rows = rows_of(self.result("squares"))
        rows[0]["command"] = "footrace run of another kind"
        self.result("squares").write_text("".join(json.dumps(row) + "\n" for row in rows))
        self.assertIn("28,909", self.verdicts("squares", "--resume")["each-cell-once"]["measured"])
        self.assertIn("square-10", rows_of(self.result("squares"))[0]["command"])

    def test_what_cannot_be_raced_is_named(self):
        races = self.folder / "experiments/races/claims.toml"
        races.write_text(races.read_text().replace('"square-4", ', '"movingai/random512-10-0", '))
        done = self.claims("squares", scale=(), FOOTRACE_MOVINGAI="")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("squares was not raced: FOOTRACE_MOVINGAI is not set", done.stderr)
        self.assertIn("Cannot be tested.\n  FOOTRACE_MOVINGAI is not set", done.stdout)

    def test_what_few_clicks_cannot_decide_is_named(self):
        done = self.claims("fill", "squares")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fill was not raced: few clicks cannot decide it; run it without --quick", done.stderr)
        self.assertIn("28,909", done.stdout)

    def test_a_race_that_fails_leaves_the_others_alone(self):
        races = self.folder / "experiments/races/claims.toml"
        races.write_text(races.read_text().replace('"steps=bfs:model=grid8-cut"', '"steps=nonesuch"'))
        done = self.claims("noise", "squares")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("claims: noise was not raced: footrace run: exit status 2", done.stderr)
        self.assertIn("28,909", done.stdout)

    def stop(self):
        """Stops a race at its first click: the exit status, and what it said. A moment may come late."""
        rows = self.result("screen")
        with subprocess.Popen(self.line("bfs-too-slow", "--quick"), stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True) as running:
            while running.poll() is None and not (rows.exists() and b'"click"' in rows.read_bytes()):
                time.sleep(0.02)
            running.send_signal(signal.SIGTERM)
            _, said = running.communicate()
        return running.returncode, said

    def test_a_signal_stops_it_and_it_goes_on(self):
        for _ in range(20):
            status, said = self.stop()
            if status != 0:
                break
            shutil.rmtree(self.out)
        self.assertEqual(status, 3, said)
        self.assertIn("stopped in screen: to continue, repeat the command with --resume", said)
        kept = [row for row in rows_of(self.result("screen")) if row["kind"] == "click"]
        self.assertTrue(kept)
        claims = self.verdicts("bfs-too-slow", "--resume")
        self.assertNotEqual(claims["bfs-too-slow"]["verdict"], "cannot be tested")
        again = [row for row in rows_of(self.result("screen")) if row["kind"] == "click"]
        self.assertEqual(again[:len(kept)], kept)
        self.assertEqual(len(again), 20 * 11)

    def test_complaints(self):
        done = self.claims("sqares")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("no claim, article or race 'sqares'; expected one of agents, almost-constant, ", done.stderr)

    def test_a_dry_run_lists_all(self):
        done = self.claims("--dry-run", scale=())
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("ladder", "fill", "rocks", "verdicts", "together"):
            self.assertRegex(done.stdout, rf"(?m)^{name} +\d+ s  ")
        self.assertFalse(list(self.out.rglob("*.jsonl")))

    def test_scales_that_disagree_fail(self):
        done = self.claims("noise", scale=())
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = rows_of(self.result("noise"))
        self.assertEqual(sum(row["kind"] == "click" for row in rows), 20 * 20 * 2)
        for row in rows:  # as a run that finds the fewest steps everywhere
            if row["kind"] == "click" and row["algo"] == "astar-published" and row["straight"]:
                row["straight"], row["diagonal"] = 1, 0
        self.result("noise").write_text(  # as a race writes them, which goes on from there
            "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows))
        done = self.claims("noise", "--resume", scale=())
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("astar-shortest: full rows say 'does not hold', quick ones 'holds'", done.stderr)
        self.assertTrue((self.out / "claims.html").is_file())

    def test_claims_name_what_is_raced(self):
        """Races, racers and charts of claims exist; those of the quick scale race there, too."""
        from reports.claims import charts, judge
        races = {race["name"]: race for race in experiment.read(SOURCE / "experiments/races/claims.toml")["race"]}
        self.assertGreater(len(judge.CLAIMS), 50)
        for claim in judge.CLAIMS:
            if claim.reasoned:
                continue
            race = races[claim.race]
            for scale in [race, race["quick"]] if claim.quick else [race]:
                labels = {algo.split("=")[0] if "=" in algo.split(":")[0] else algo for algo in scale["algo"]}
                self.assertLessEqual(set(claim.racers), labels, claim.name)
            self.assertTrue(callable(claim.verdict) and claim.quantity, claim.name)
            if claim.chart:
                self.assertEqual(charts.CHARTS[claim.chart].race, claim.race, claim.name)
        self.assertEqual({claim.race for claim in judge.CLAIMS} - {""}, set(races))


class Drawings(unittest.TestCase):
    def test_drawings_have_the_corners_that_are_asked_for(self):
        for corners in (24, 30, 35, 100, 1000):
            floor, *holes = experiment.drawing(corners)["shapes"]
            self.assertEqual(len(floor["add"]), 24)
            self.assertEqual(sum(len(hole["subtract"]) for hole in holes), corners - 12)
            self.assertTrue(all(len(hole["subtract"]) >= 3 for hole in holes))


if __name__ == "__main__":
    unittest.main()
