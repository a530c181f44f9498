"""footrace compare: its statistics against scipy's, what it calls different, and its complaints."""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from scipy import stats

sys.dont_write_bytecode = True

import synthetic  # noqa: E402

FOOTRACE = sys.argv.pop(1)


def compare(*arguments):
    """Exit code, standard output and standard error."""
    done = subprocess.run([FOOTRACE, "compare", *map(str, arguments)], capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def times(rows, algo):
    return {(row["map"], row["click"]): row["ns_played"] for row in rows
            if row["kind"] == "click" and row["algo"] == algo and row["ns_played"] is not None}


def retime(row, change):
    """The click as if it took so many times as long."""
    for key in ("ns_played", "ns_steady"):
        row[key] *= change
    for key in ("played", "steady"):
        row[key] = [change * sample for sample in row[key]]


def retimed(rows, factor, noise, seed):
    """The race once more: each click takes factor as long, give or take noise (of a logarithm)."""
    chance = random.Random(seed)
    copy = json.loads(json.dumps(rows))
    for row in copy:
        if row["kind"] == "click" and row["ns_played"] is not None:
            change = factor * chance.lognormvariate(0, noise)
            retime(row, change)
    return copy


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, rows):
        return synthetic.write(self.folder / name, rows)

    def found(self, base, fresh, *more):
        code, out, err = compare(self.file("base.jsonl", base), self.file("new.jsonl", fresh),
                                 "--json", *more)
        self.assertEqual((code, err), (0, ""))
        return json.loads(out)["comparisons"]

    def test_agrees_with_scipy(self):
        for clicks, seed in ((6, 1), (24, 2), (50, 3), (51, 4), (200, 5)):
            base = synthetic.race(("open", "maze"), ("flood", "astar"), clicks=clicks, seed=seed)
            fresh = retimed(base, 1.02, 0.1, seed)
            raw = []
            for entry in self.found(base, fresh):
                left, right = times(base, entry["algo"]), times(fresh, entry["algo"])
                keys = [key for key in left if key[0] == entry["map"]]
                logs = [math.log(right[key] / left[key]) for key in keys]
                self.assertEqual(entry["pairs"], clicks)
                self.assertAlmostEqual(entry["ratio"], stats.gmean(
                    [right[key] / left[key] for key in keys]), delta=1e-12)
                expected = stats.bootstrap((logs,), lambda x, axis: x.mean(axis=axis),
                                           method="percentile", n_resamples=20000,
                                           random_state=seed)
                spread = math.log(entry["high"] / entry["low"])
                for key, bound in (("low", expected.confidence_interval.low),
                                   ("high", expected.confidence_interval.high)):
                    self.assertAlmostEqual(math.log(entry[key]), bound, delta=0.12 * spread)
                test = stats.wilcoxon(logs)
                raw.append((test.pvalue, entry["p"]))
                above = sum(rank for rank, log in zip(stats.rankdata(list(map(abs, logs))), logs)
                            if log > 0)
                total = clicks * (clicks + 1) / 2
                self.assertAlmostEqual(entry["effect"], (2 * above - total) / total, delta=1e-12)
            raw.sort()
            most = 0
            for place, (mine, corrected) in enumerate(raw):
                most = max(most, min(1, mine * (len(raw) - place)))
                self.assertAlmostEqual(corrected, most, delta=1e-9 * most)

    def test_ties_and_zeros_as_scipy_has_them(self):
        base = synthetic.race(("open",), ("astar",), clicks=80)
        fresh = json.loads(json.dumps(base))
        changes = [1, 1, 2, 0.5, 2, 4, 1, 2]
        for row in fresh:
            if row["kind"] == "click":
                retime(row, changes[row["click"] % len(changes)])
        entry, = self.found(base, fresh)
        left, right = times(base, "astar"), times(fresh, "astar")
        logs = [round(math.log2(right[key] / left[key])) for key in left]
        self.assertAlmostEqual(entry["p"], stats.wilcoxon(logs).pvalue, delta=1e-9)

    def test_the_same_is_not_called_different(self):
        wrong = 0
        for seed in range(50):
            base = synthetic.race(("open",), ("flood", "astar", "bfs", "jps"), clicks=100,
                                  seed=seed, walks=0)
            fresh = retimed(base, 1, 0.08, seed)
            wrong += sum(entry["finding"] != "not distinguishable"
                         for entry in self.found(base, fresh))
        self.assertLessEqual(wrong, 20)  # of 200

    def test_ten_percent_are_seen(self):
        seen = 0
        for seed in range(40):
            base = synthetic.race(("open",), ("astar",), clicks=100, seed=seed, walks=0)
            entry, = self.found(base, retimed(base, 1.1, 0.15, seed))
            seen += entry["finding"] == "slower"
        self.assertGreaterEqual(seen, 38)

    def test_the_worst_comes_first_and_fails(self):
        base = synthetic.race(("open",), ("flood", "astar", "bfs"), clicks=60)
        fresh = json.loads(json.dumps(base))
        for row in fresh:
            if row["kind"] == "click":
                retime(row, {"flood": 1.5, "astar": 3, "bfs": 0.5}[row["algo"]])
        self.assertEqual([(entry["algo"], entry["finding"]) for entry in self.found(base, fresh)],
                         [("astar", "slower"), ("flood", "slower"), ("bfs", "faster")])
        files = self.folder / "base.jsonl", self.folder / "new.jsonl"
        self.assertEqual(compare(*files)[0], 0)
        self.assertEqual(compare(*files, "--fail-over", "5%")[0], 1)
        self.assertEqual(compare(*files, "--fail-over", "250%")[0], 0)
        self.assertIn("| open | astar | 60 |", compare(*files, "--markdown")[1])

    def test_a_lost_answer_fails_whatever_the_times(self):
        base = synthetic.race(("open",), ("astar",), clicks=60)
        fresh = json.loads(json.dumps(base))
        row = next(row for row in fresh if row["kind"] == "click")
        row.update(verdict="invalid", reason="through a wall")
        entry, = self.found(base, fresh)
        self.assertEqual((entry["lost"], entry["pairs"]), (1, 59))
        self.assertEqual(compare(self.folder / "base.jsonl", self.folder / "new.jsonl",
                                 "--fail-over", "5%")[0], 1)

    @staticmethod
    def add_racer(rows, algo, factor, **prepared):
        """One more racer: astar, whose every click takes factor as long."""
        for row in [dict(row) for row in rows if row.get("algo") == "astar"]:
            row["algo"] = algo
            if row["kind"] == "prepare":
                row.update(prepared)
            elif row["kind"] == "click":
                retime(row, factor)
            rows.insert(-1, row)

    def test_racers_of_one_file(self):
        rows = synthetic.race(("open", "maze"), ("astar",), clicks=30, walks=0)
        self.add_racer(rows, "half", 0.5, options="half")
        code, out, _ = compare(self.file("one.jsonl", rows), "--base", "astar", "--json")
        self.assertEqual(code, 0)
        self.assertEqual({(entry["map"], entry["algo"], entry["finding"])
                          for entry in json.loads(out)["comparisons"]},
                         {("open", "half", "faster"), ("maze", "half", "faster")})

    def test_racers_of_other_groups_are_marked(self):
        rows = synthetic.race(("open", "maze"), ("astar",), clicks=30, walks=0)
        self.add_racer(rows, "beside", 0.5, options="half")
        self.add_racer(rows, "later", 0.5, options="later")
        for row in rows:
            if row["kind"] == "prepare" and row["algo"] == "later" and row["map"] == "maze":
                row["group"] = 2
        one = self.file("one.jsonl", rows)
        code, out, _ = compare(one, "--base", "astar", "--json")
        self.assertEqual(code, 0)
        self.assertEqual({(entry["map"], entry["algo"]) for entry in json.loads(out)["comparisons"]
                          if not entry["in_turns"]}, {("maze", "later")})
        for more in ((), ("--markdown",)):
            marked = [line for line in compare(one, "--base", "astar", *more)[1].splitlines()
                      if "unpaired in time: another group" in line]
            self.assertEqual(len(marked), 1)
            self.assertIn("later", marked[0])
        two = json.loads(compare(one, one, "--json")[1])["comparisons"]
        self.assertFalse(any(entry["in_turns"] for entry in two))

    def test_twins_show_the_noise(self):
        rows = synthetic.race(("open",), ("astar",), clicks=30, walks=0)
        self.add_racer(rows, "again", 1.2)
        self.add_racer(rows, "half", 0.5, options="half")
        _, out, _ = compare(self.file("twins.jsonl", rows), "--base", "astar", "--json")
        found = json.loads(out)
        self.assertAlmostEqual(found["noise"], 0.2, delta=1e-9)
        self.assertEqual({entry["algo"]: entry["finding"] for entry in found["comparisons"]},
                         {"again": "not distinguishable", "half": "faster"})

    def test_complaints(self):
        rows = synthetic.race(("open",), ("astar",), clicks=5)
        good = self.file("good.jsonl", rows)
        other_map = json.loads(json.dumps(rows))
        other_map[1]["hash"] = "0123456789abcdef"
        moved = json.loads(json.dumps(rows))
        next(row for row in moved if row["kind"] == "click")["goal"] = [1, 2]
        elsewhere = synthetic.race(("maze",), ("astar",), clicks=5)
        cases = (
            ((good,), "BASE and NEW"),
            ((good, self.folder / "none.jsonl"), "none.jsonl: No such file"),
            ((good, self.file("other.jsonl", other_map)), "map open is another"),
            ((good, self.file("moved.jsonl", moved)), "leads elsewhere"),
            ((good, self.file("maze.jsonl", elsewhere)), "no click on the same map"),
            ((good, self.file("bad.jsonl", rows[:2] + [{"kind": "click"}])), "bad.jsonl:3: "),
            ((good, self.file("run.jsonl", rows[:-1] + rows[:1])), "expected run rows first"),
            ((good, good, "--fail-over", "five"), "--fail-over: 'five' found"),
            ((good, "--base", "nobody"), "no click rows of nobody"),
        )
        for arguments, words in cases:
            code, out, err = compare(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertEqual(err.count("\n"), 1)
            self.assertIn(words, err)


if __name__ == "__main__":
    unittest.main()
