"""footrace compare: its statistics against scipy's, what it calls different, and its complaints."""
import copy
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import unittest

from scipy import stats

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "reports"))
sys.dont_write_bytecode = True

import synthetic  # noqa: E402

FOOTRACE = sys.argv.pop(1)
ROUNDS, PASSES = 3, 2
ROUND_SD, ROUND_WORTH = 0.02, 6  # what compare states of rounds, and of files
FILE_SD, DISTURBED_SD, FILE_WORTH = 0.03, 0.1, 6


def compare(*arguments):
    """Exit code, standard output and standard error."""
    done = subprocess.run([FOOTRACE, "compare", *map(str, arguments)], capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def clicks_of(rows, algo=None):
    return [row for row in rows if row["kind"] == "click" and algo in (None, row["algo"])]


def sampled(rows, seed, factor=1.0, noise=0.1, round_sd=0.01, rounds=ROUNDS, passes=PASSES,
            every_fourth=0.0):
    """The race with samples of its own: factor is that of all times, or of each racer's."""
    chance = random.Random(seed)
    rows = copy.deepcopy(rows)
    rows[0].update(rounds=rounds, passes=passes)
    shifts = {}
    for row in clicks_of(rows):
        if row["ns_played"] is None:
            continue
        mine = factor.get(row["algo"], 1) if isinstance(factor, dict) else factor
        own = shifts.setdefault((row["map"], row["algo"]),
                                [chance.gauss(0, round_sd) for _ in range(rounds)])
        row["played"] = [row["ns_played"] * mine
                         * math.exp(own[i // passes] + chance.gauss(0, noise))
                         * (1 + every_fourth * (chance.random() < 0.25))
                         for i in range(rounds * passes)]
        row["steady"] = list(row["played"])
        row["ns_played"] = row["ns_steady"] = statistics.median(row["played"])
    return rows


def anchored(rows, seed, factor=1.0, round_sd=0.01):
    """The race with anchors that took so many times as long."""
    chance = random.Random(seed)
    run = rows[0]
    courses = dict.fromkeys((row["map"], row["clicks"]) for row in clicks_of(rows))
    anchors = [{"kind": "anchor", "map": name, "clicks": clicks, "run": 0,
                "played": [5e4 * factor * math.exp(chance.gauss(0, round_sd))
                           for _ in range(run["rounds"] * run["passes"])]}
               for name, clicks in courses]
    return rows[:-1] + anchors + rows[-1:]


def recounted(rows):
    rows[-1]["rows"] = len(rows) - 1
    return rows


class Profile:
    """A racer's clicks on a map, worked out anew."""
    def __init__(self, rows, algo, name):
        self.run = rows[0]
        self.clicks = {row["click"]: row["played"] for row in clicks_of(rows, algo)
                       if row["map"] == name}

    def logs(self, statistic, click, passes=slice(None)):
        whole = statistics.median(self.clicks[click])
        taken = self.clicks[click][passes]
        if statistic == "typical":
            return math.log(statistics.median(taken))
        return math.log(statistics.mean(min(max(ns, whole / 2), whole * 2) for ns in taken))

    def shifts(self, statistic):
        passes = self.run["passes"]
        return [stats.trim_mean([self.logs(statistic, click,
                                           slice(i * passes, (i + 1) * passes))
                                 - self.logs(statistic, click) for click in self.clicks], 0.1)
                for i in range(self.run["rounds"])]


def moderated(shifts, sd):
    """Variance of the mean, and its degrees of freedom."""
    freedom = len(shifts) - 1 + ROUND_WORTH
    variance = (sum((shift - statistics.mean(shifts)) ** 2 for shift in shifts)
                + ROUND_WORTH * sd ** 2) / freedom
    return variance / len(shifts), freedom


def added(*parts):
    variance = sum(part[0] for part in parts)
    return variance, variance ** 2 / sum(part[0] ** 2 / part[1] for part in parts)


def expected(base, fresh, statistic, in_turns):
    """log ratio, standard error and degrees of freedom, before anything common is taken out."""
    apart = [fresh.logs(statistic, click) - base.logs(statistic, click) for click in base.clicks]
    ours, theirs = fresh.shifts(statistic), base.shifts(statistic)
    if in_turns:
        rounds = moderated([a - b for a, b in zip(ours, theirs)], ROUND_SD)
    else:
        rounds = added(moderated(ours, ROUND_SD / math.sqrt(2)),
                       moderated(theirs, ROUND_SD / math.sqrt(2)))
    variance, freedom = added(rounds, (statistics.variance(apart) / len(apart), len(apart) - 1))
    return statistics.mean(apart), math.sqrt(variance), freedom


def holm(values):
    order, most, corrected = sorted(range(len(values)), key=values.__getitem__), 0, [0] * len(values)
    for place, index in enumerate(order):
        most = max(most, min(1, values[index] * (len(values) - place)))
        corrected[index] = most
    return corrected


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, rows):
        return synthetic.write(self.folder / name, recounted(rows))


    def test_preparation_is_shown(self):
        rows = synthetic.race(("open",), ("flood", "jps"), clicks=12)
        later = copy.deepcopy(rows)
        for row in later:
            if row["kind"] == "prepare" and row["algo"] == "jps":
                row["ns"] = 2 * next(each["ns"] for each in rows if each["kind"] == "prepare"
                                     and each["algo"] == "jps" and each["round"] == row["round"])
        files = self.file("base.jsonl", sampled(rows, 1)), self.file("new.jsonl", sampled(later, 2))
        code, out, err = compare(*files)
        self.assertEqual((code, err), (0, ""))
        told = out[out.index("Preparation: median of the rounds"):]
        self.assertRegex(told, r"open  jps  \S+ \S+ \(.* to .*\) -> .*  2\.00x\n")
        self.assertRegex(told, r"open  flood  .*  1\.00x\n")
        found = {each["algo"]: each["ns_prepare"] / each["ns_prepare_base"]
                 for each in json.loads(compare(*files, "--json")[1])["comparisons"]}
        self.assertEqual(found, {"flood": 1, "jps": 2})

    def document(self, *files, more=()):
        names = [self.file(f"file-{i}.jsonl", rows) for i, rows in enumerate(files)]
        code, out, err = compare(*names, "--json", *more)
        self.assertEqual((code, err), (0, ""))
        return json.loads(out)

    def found(self, *files, more=()):
        return self.document(*files, more=more)["comparisons"]

    def assert_close(self, found, wanted, tolerance=1e-9):
        self.assertLessEqual(abs(found - wanted), tolerance * max(abs(wanted), 1e-12),
                             f"{found} is not {wanted}")

    def assert_estimate(self, found, log_ratio, error, freedom):
        self.assert_close(math.log(found["ratio"]), log_ratio, 1e-8)
        self.assert_close(found["error"], error)
        self.assert_close(found["freedom"], freedom)
        reach = error * stats.t.isf(0.025, freedom)
        self.assert_close(math.log(found["high"]), log_ratio + reach, 1e-8)
        self.assert_close(math.log(found["low"]), log_ratio - reach, 1e-8)

    def test_racers_of_a_race_agree_with_scipy(self):
        for clicks, rounds, passes, seed in ((7, 3, 2, 1), (24, 3, 2, 2), (51, 1, 3, 3),
                                             (200, 5, 3, 4)):
            base = synthetic.race(("open", "maze"), ("flood", "astar", "bfs"), clicks=clicks,
                                  seed=seed, paths=0)
            rows = sampled(base, seed, rounds=rounds, passes=passes, factor={"astar": 1.04})
            entries = self.found(rows, more=("--base", "bfs"))
            self.assertEqual(len(entries), 4)
            raw, corrected = [], []
            for entry in entries:
                one, other = (Profile(rows, algo, entry["map"]) for algo in ("bfs", entry["algo"]))
                for statistic in ("typical", "mean"):
                    log_ratio, error, freedom = expected(one, other, statistic, True)
                    self.assert_estimate(entry[statistic], log_ratio, error, freedom)
                    raw.append(2 * stats.t.sf(abs(log_ratio) / error, freedom))
                    corrected.append(entry[statistic]["p"])
                if entry["p95"]["ratio"]:
                    raw.append(2 * stats.t.sf(abs(math.log(entry["p95"]["ratio"]))
                                              / entry["p95"]["error"], entry["p95"]["freedom"]))
                    corrected.append(entry["p95"]["p"])
            for mine, wanted in zip(corrected, holm(raw)):
                self.assert_close(mine, wanted, 1e-6)

    def test_a_tail_agrees_with_the_bootstrap(self):
        base = synthetic.race(("open",), ("flood", "astar"), clicks=1000, seed=5, paths=0)
        rows = sampled(base, 5, round_sd=0)
        entry, = self.found(rows, more=("--base", "flood"))
        one, other = (Profile(rows, algo, "open") for algo in ("flood", "astar"))
        logs = [[profile.logs("typical", click) for click in profile.clicks]
                for profile in (one, other)]
        chance = random.Random(1)
        for key, place in (("p95", 949), ("p99", 989)):
            self.assert_close(math.log(entry[key]["ratio"]),
                              sorted(logs[1])[place] - sorted(logs[0])[place], 1e-8)
            drawn = []
            for _ in range(1000):
                picks = chance.choices(range(1000), k=1000)
                drawn.append(sorted(logs[1][i] for i in picks)[place]
                             - sorted(logs[0][i] for i in picks)[place])
            rounds = moderated([a - b for a, b in zip(other.shifts("typical"),
                                                      one.shifts("typical"))], ROUND_SD)[0]
            wanted = math.sqrt(statistics.variance(drawn) + rounds)
            self.assertLess(abs(entry[key]["error"] / wanted - 1), 0.15)

    def test_two_files_agree_with_scipy(self):
        racers = ("flood", "astar", "bfs", "jps")
        base = synthetic.race(("open",), racers, clicks=40, seed=6, paths=0)
        for anchor, disturbed in ((1.1, False), (None, False), (1.3, True)):
            old, new = sampled(base, 61), sampled(base, 62, factor=1.1)
            new[-1]["disturbed"] = disturbed
            if anchor:
                old, new = anchored(old, 63), anchored(new, 64, anchor)
            document = self.document(old, new)
            raw = {algo: expected(Profile(old, algo, "open"), Profile(new, algo, "open"),
                                  "typical", False) for algo in racers}
            logs, squares = ([raw[algo][i] for algo in racers] for i in range(2))
            if anchor:
                sides = [next(row["played"] for row in rows if row["kind"] == "anchor")
                         for rows in (old, new)]
                medians = [math.log(statistics.median(side)) for side in sides]
                parts = [moderated([math.log(statistics.median(side[i * PASSES:(i + 1) * PASSES]))
                                    - median for i in range(ROUNDS)], ROUND_SD / math.sqrt(2))
                         for side, median in zip(sides, medians)]
                logs.append(medians[1] - medians[0])
                squares.append(math.sqrt(added(*parts)[0]))
            shift, = document["shifts"]
            common = statistics.median(logs)
            self.assert_close(math.log(shift["ratio"]), common, 1e-8)
            self.assertEqual(shift["anchor"] is None, anchor is None)
            error = 1.2533 * math.sqrt(sum(value ** 2 for value in squares)) / len(logs)
            distance = 1.4826 * statistics.median(abs(value - common) for value in logs)
            worth, stated = 0.37 * (len(logs) - 1), DISTURBED_SD if disturbed else FILE_SD
            scatter = (FILE_WORTH * stated ** 2 + worth * distance ** 2) / (FILE_WORTH + worth)
            self.assertEqual(document["new_disturbed"], disturbed)
            for entry in document["comparisons"]:
                log_ratio, own, freedom = raw[entry["algo"]]
                variance, freedom = added((own ** 2, freedom),
                                          (scatter + error ** 2, FILE_WORTH + worth))
                self.assert_estimate(entry["typical"], log_ratio - common, math.sqrt(variance),
                                     freedom)

    def test_the_same_is_not_called_different(self):
        wrong = 0
        for seed in range(12):
            base = synthetic.race(("open",), ("flood", "astar", "bfs", "jps"), clicks=60,
                                  seed=seed, paths=0)
            old = anchored(sampled(base, seed, round_sd=0.014), seed)
            new = anchored(sampled(base, seed + 1000, 1.3, round_sd=0.014), seed + 1, 1.3)
            wrong += sum(entry["finding"] in ("slower", "faster")
                         for entry in self.found(old, new))
        self.assertLessEqual(wrong, 3)  # of 48

    def test_slowdowns_in_a_race_are_seen(self):
        seen = 0
        for seed in range(20):
            base = synthetic.race(("open",), ("astar",), clicks=100, seed=seed, paths=0)
            self.add_racer(base, "again", options="again")
            entry, = self.found(sampled(base, seed, {"again": 1.1}), more=("--base", "astar"))
            seen += entry["finding"] == "slower"
        self.assertGreaterEqual(seen, 19)

    def test_what_some_calls_cost_shows_in_the_mean(self):
        base = synthetic.race(("open",), ("astar",), clicks=200, seed=1, paths=0)
        self.add_racer(base, "again", options="again")
        rows, slow = sampled(base, 1, noise=0.02), sampled(base, 2, noise=0.02, every_fourth=0.4)
        for row, other in zip(rows, slow):
            if row.get("algo") == "again" and row["kind"] == "click":
                row.update(other)
        entry, = self.found(rows, more=("--base", "astar"))
        self.assertEqual((entry["finding"], entry["by"]), ("slower", "mean"))
        self.assertIn("slower in its mean", compare(self.folder / "file-0.jsonl", "--base",
                                                    "astar")[1])

    def test_three_findings(self):
        base = synthetic.race(("open",), ("astar",), clicks=300, seed=2, paths=0)
        for algo in ("alike", "twice", "vague"):
            self.add_racer(base, algo, options=algo)
        rows = sampled(base, 3, {"twice": 2}, noise=0.02, round_sd=0.001)
        for row in clicks_of(rows, "vague"):
            row["played"] = [ns * (0.7 if row["click"] % 2 else 1 / 0.7) for ns in row["played"]]
        entries = self.found(rows, more=("--base", "astar"))
        self.assertEqual({entry["algo"]: entry["finding"] for entry in entries},
                         {"twice": "slower", "alike": "equal", "vague": "undecided"})
        out = compare(self.folder / "file-0.jsonl", "--base", "astar", "--within", "4%")[1]
        for words in ("equal within 4 %", "undecided", "slower"):
            self.assertIn(words, out)

    def test_the_worst_comes_first_and_fails(self):
        base = synthetic.race(("open",), ("flood", "astar", "bfs"), clicks=60)
        self.add_racer(base, "half", options="half")
        rows = sampled(base, 1, {"flood": 3, "half": 0.5})
        entries = self.found(rows, more=("--base", "astar"))
        ratios = [entry["typical"]["ratio"] for entry in entries]
        self.assertEqual(ratios, sorted(ratios, reverse=True))
        self.assertEqual((entries[-1]["algo"], entries[-1]["finding"]), ("half", "faster"))
        file = self.folder / "file-0.jsonl"
        most = max(100 * (entry[entry["by"]]["ratio"] - 1) for entry in entries
                   if entry["finding"] == "slower")
        self.assertEqual(compare(file, "--base", "astar")[0], 0)
        self.assertEqual(compare(file, "--base", "astar", "--fail-over", "5%")[0], 1)
        self.assertEqual(compare(file, "--base", "astar", "--fail-over", f"{2 * most:.0f}%")[0], 0)

    def test_a_lost_answer_fails_whatever_the_times(self):
        base = sampled(synthetic.race(("open",), ("astar",), clicks=60), 1)
        fresh = copy.deepcopy(base)
        clicks_of(fresh)[0].update(verdict="invalid", reason="through a wall")
        entry, = self.found(base, fresh)
        self.assertEqual((entry["lost"], entry["pairs"]), (1, 59))
        self.assertEqual(compare(self.folder / "file-0.jsonl", self.folder / "file-1.jsonl",
                                 "--fail-over", "5%")[0], 1)

    def test_lost_times_are_no_lost_answer(self):
        base = sampled(synthetic.race(("open",), ("astar",), clicks=60), 1)
        fresh = copy.deepcopy(base)
        row = clicks_of(fresh)[0]
        row.update(ns_played=None, played=[None] * len(row["played"]))
        entry, = self.found(base, fresh)
        self.assertEqual((entry["lost"], entry["gained"], entry["pairs"]), (0, 0, 59))

    @staticmethod
    def add_racer(rows, algo, **prepared):
        """One more racer, astar once more."""
        for row in [copy.deepcopy(row) for row in rows if row.get("algo") == "astar"]:
            row["algo"] = algo
            if row["kind"] == "prepare":
                row.update(prepared)
            rows.insert(-1, row)

    def test_only_one_class_is_compared(self):
        rows = sampled(synthetic.race(("open",), ("astar", "bfs"), clicks=40, paths=0), 1)
        for row in clicks_of(rows):
            row["class"] = "direct" if row["click"] % 4 == 0 else "detour"
        self.assertEqual(self.found(rows, more=("--base", "astar"))[0]["pairs"], 30)
        self.assertEqual(self.found(rows, more=("--base", "astar", "--class", "direct"))[0]["pairs"],
                         10)
        entry, = self.found(rows, more=("--base", "astar", "--class", "same"))
        self.assertEqual((entry["pairs"], entry["typical"]["ratio"], entry["finding"]),
                         (0, None, "undecided"))

    def test_one_that_remembers_is_compared_by_first_passes(self):
        rows = sampled(synthetic.race(("open",), ("astar", "bfs"), clicks=40, paths=0), 1, noise=0)
        whole = self.found(rows, more=("--base", "bfs"))[0]["typical"]["ratio"]
        for row in clicks_of(rows, "astar"):
            row["remembers"] = True
            row["played"][1::PASSES] = [1.0] * ROUNDS
        self.assertLess(abs(self.found(rows, more=("--base", "bfs"))[0]["typical"]["ratio"]
                            / whole - 1), 0.02)

    def test_builds_of_one_race(self):
        rows = synthetic.race(("open",), ("astar", "bfs"), clicks=60, paths=0)
        self.add_racer(rows, "astar@old", build="old")
        entry, = self.found(sampled(rows, 1, {"astar@old": 1.5}, noise=0.02),
                            more=("--base", "@old"))
        self.assertEqual((entry["base"], entry["algo"], entry["finding"]),
                         ("astar@old", "astar", "faster"))

    def test_instructions(self):
        old = sampled(synthetic.race(("open",), ("astar", "bfs"), clicks=20, paths=0), 1)
        for row in clicks_of(old):
            row["instructions"] = 1000 + row["click"]
        new = sampled(old, 2, 5)
        for row in clicks_of(new, "astar"):
            row["instructions"] = 2 * row["instructions"] if row["click"] == 7 else row["instructions"]
        files = self.file("old.jsonl", old), self.file("new.jsonl", new)
        code, out, _ = compare(*files, "--counts", "--json")
        entries = {entry["algo"]: entry for entry in json.loads(out)["comparisons"]}
        self.assert_close(entries["astar"]["instructions"], 2 ** (1 / 20))
        self.assertEqual(entries["astar"]["most_instructions"], 2)
        self.assertEqual((entries["bfs"]["instructions"], entries["bfs"]["counted"]), (1, 20))
        self.assertEqual(compare(*files, "--counts", "--fail-over", "1%")[0], 1)
        self.assertEqual(compare(*files, "--counts", "--fail-over", "4%")[0], 0)
        self.assertIn("2.0000", compare(*files, "--counts")[1])

    def test_what_differs_comes_first(self):
        old = sampled(synthetic.race(("open",), ("astar",), clicks=20, paths=0), 1)
        new = sampled(old, 2)
        new[0].update(kernel="Linux 9.9", revision="abc", disturbances=["turbo", "virtual"])
        new[-1].update(disturbed=True, others=0.84)
        document = self.document(old, new)
        self.assertEqual({entry["what"]: entry["new"] for entry in document["differences"]},
                         {"kernel": "Linux 9.9", "revision": "abc",
                          "disturbances": "turbo, virtual"})
        out = compare(self.folder / "file-0.jsonl", self.folder / "file-1.jsonl")[1]
        for words in ("kernel: Linux 6.1 -> Linux 9.9", "disturbances: none -> turbo, virtual",
                      "other programs used 0.84 cores", "no anchor was raced in both"):
            self.assertLess(out.index(words), out.index("verdict"), words)

    def test_racers_of_other_groups_are_marked(self):
        rows = synthetic.race(("open", "maze"), ("astar",), clicks=30, paths=0)
        self.add_racer(rows, "beside", options="half")
        self.add_racer(rows, "later", options="later")
        rows = sampled(rows, 1)
        for row in rows:
            if row["kind"] == "prepare" and row["algo"] == "later" and row["map"] == "maze":
                row["group"] = 2
        self.assertEqual({(entry["map"], entry["algo"])
                          for entry in self.found(rows, more=("--base", "astar"))
                          if not entry["in_turns"]}, {("maze", "later")})
        one = self.folder / "file-0.jsonl"
        marked = [line for line in compare(one, "--base", "astar")[1].splitlines()
                  if "raced in different groups, so at different times" in line]
        self.assertEqual(len(marked), 1)
        self.assertIn("later", marked[0])
        self.assertFalse(any(entry["in_turns"] for entry in self.found(rows, rows)))

    def test_complaints(self):
        rows = sampled(synthetic.race(("open",), ("astar",), clicks=5), 1)
        good = self.file("good.jsonl", rows)
        other_map = copy.deepcopy(rows)
        other_map[1]["hash"] = "0123456789abcdef"
        moved = copy.deepcopy(rows)
        clicks_of(moved)[0]["goal"] = [1, 2]
        elsewhere = sampled(synthetic.race(("maze",), ("astar",), clicks=5), 1)
        cases = (
            ((good,), "1 file found, expected two, or one and --base"),
            ((good, good, "--base", "astar"), "2 files found, expected one with --base"),
            ((good, self.folder / "none.jsonl"), "none.jsonl: No such file"),
            ((good, self.file("other.jsonl", other_map)), "map open differs from"),
            ((good, self.file("moved.jsonl", moved)), "differs from that"),
            ((good, self.file("maze.jsonl", elsewhere)), "no click in common"),
            ((good, self.file("bad.jsonl", rows[:2] + [{"kind": "click"}])), "bad.jsonl:3: "),
            ((good, good, "--fail-over", "five"), "--fail-over: 'five' found"),
            ((good, good, "--within", "-1"), "--within: '-1' found"),
            ((good, good, "--class", "all"), "--class: 'all' found"),
            ((good, good, "--counts"), "no counted clicks in common"),
            ((good, "--base", "nobody"), "no racer to compare with nobody"),
            ((good, "--base", "@old"), "no racer to compare with @old"),
        )
        for arguments, words in cases:
            code, out, err = compare(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertEqual(err.count("\n"), 1)
            self.assertIn(words, err)


if __name__ == "__main__":
    unittest.main()
