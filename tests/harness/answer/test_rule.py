"""The rule of the answer (docs/deciding.md), written again without a line of the command's, for the races
that ship: it must name what `footrace answer` names, with the same points. And no sentence of an answer is
contradicted by the rows that it is made of."""
import gzip
import itertools
import json
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import unittest

import numpy

FOOTRACE, TREE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
RACES = sorted(file for name in ("race", "every", "games", "traps")
               for file in (TREE / "results" / "reference").glob(f"{name}*.jsonl.gz"))
THRESHOLDS = {"slow": 1e6, "load": 2e7, "memory": 4e6, "length": 0.005, "length-p99": 0.05, "change": 4e6, "looks": 5}
PREFERENCES = ((), ("speed",), ("memory",), ("length",), ("load", "slow"), ("slow", "length-p99", "speed"))
OTHERS = ({}, {"slow": 5e4, "load": 1e6}, {"memory": 1e5}, {"length": 0.05, "length-p99": 0.5}, {"load": 1e9, "memory": 64e6})
UNITS = {"slow": "ns", "load": "ns", "change": "ns", "memory": "B", "length": "%", "length-p99": "%", "looks": ""}
SCALES = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "%": 1}
SOAK = int(os.environ.get("FOOTRACE_SOAK_SCALE", "1")) >= 20  # every race, for ./run gate soak
CODE = {name: int(size) for name, size in re.findall(
    r'^FR_OBJECT_CODE\("([\w-]+)", (\d+)\)$', (TREE / "library" / "object_code.def").read_text(), re.MULTILINE)}


def percentile(values, percent):
    values = sorted(values)
    return values[max(0, math.ceil(percent * len(values) / 100 - 1e-9) - 1)]


def read(file):
    """Racer -> its facts; (map, click set) -> racer -> its rows."""
    racers, courses = {}, {}
    with gzip.open(file, "rt") as lines:
        for row in map(json.loads, lines):
            if row["kind"] == "prepare":
                mine = racers.setdefault(row["algo"], {"name": row["name"], "options": row["options"], "failed": False,
                                                       "ship": row["candidate"] and row["build"] is None, "prepares": {}})
                mine["failed"] |= row["outcome"] != "ok"
                mine["prepares"].setdefault(row["map"], []).append(row)
            elif row["kind"] == "click":
                courses.setdefault((row["map"], row["clicks"]), {}).setdefault(row["algo"], []).append(row)
                mine = racers[row["algo"]]
                mine["failed"] |= (row["outcome"] not in ("found", "unreachable", "lost", "none") or
                                   row["verdict"] not in ("ok", None) or bool(row["remembers"]) or
                                   row["valid_any_angle"] is False)
    return racers, courses


def timed(rows):
    return [row for row in rows if row["class"] == "detour" and row["ns_played"] is not None]


def figures(racer, map_, rows, optima, queries):
    rows = timed(rows)
    ratios = [max(row["length"] / optima[row["click"]] - 1, 0) for row in rows
              if row["length"] and optima.get(row["click"])]
    held = max(row["bytes"] for row in racer["prepares"][map_])
    slow = percentile([ns - waited for row in rows
                       for ns, waited in itertools.zip_longest(row["played"], row.get("waited") or [], fillvalue=0)
                       if ns is not None], 99)
    steady = [row["ns_steady"] for row in rows if row["ns_steady"] is not None]
    if queries > 1 and steady:
        slow += (queries - 1) * statistics.median(steady)
    every = {"slow": slow if steady or queries == 1 else None, "memory": held,
             "load": statistics.median(row["ns"] + (row.get("ns_first") or 0) for row in racer["prepares"][map_]),
             "speed": statistics.median(row["ns_played"] for row in rows)}
    faults = [row["looks_fault"] for row in rows if row.get("looks_fault") is not None]
    every |= {"looks": 100 * statistics.fmean(faults)} if faults else {}
    return every | ({"length": statistics.fmean(ratios), "length-p99": percentile(ratios, 99)} if ratios else {})


def shortest(rows, known):
    """Click -> what lengths are compared with: the optimum, or where the race has none the shortest path."""
    optima = {}
    for row in rows:
        length = row["optimum"] if known else row["length"] if row["verdict"] == "ok" else None
        if length is not None:
            optima[row["click"]] = min(length, optima.get(row["click"], math.inf))
    return optima


def decide(racers, measured, thresholds, preferences):
    """What leads, and the penalties. A quantity counts on a map where every racer has it."""
    points, means = {}, {}
    for every in zip(*measured.values(), strict=True):
        for name in (*thresholds, "speed"):
            if any(each.get(name) is None for each in every):
                for each in every:
                    each.pop(name, None)
    for algo in measured:
        every = measured[algo]
        points[algo] = statistics.fmean(sum(math.log2(max(1, each[name] / thresholds[name]))
                                            for name in thresholds if name in each) for each in every)
        means[algo] = {}
        for name in {name for each in every for name in each}:
            mine = [each[name] for each in every if name in each]
            means[algo][name] = (statistics.fmean(mine) if UNITS.get(name) == "%" or name == "looks" else
                                 math.exp(statistics.fmean(math.log(max(value, 1)) for value in mine)))
    left = set(measured)
    for name in (name for name in preferences if name in next(iter(means.values()))):
        best = max(min(means[algo][name] for algo in left), thresholds[name] / 1000 if UNITS.get(name) == "%" else 1)
        left = {algo for algo in left if means[algo][name] <= 1.1 * best}
    least = min(points[algo] for algo in left)
    good = [algo for algo in left if points[algo] <= least + 0.1]
    return min(good, key=lambda algo: (CODE.get(racers[algo]["name"], math.inf), algo)), points


def measure(racers, courses, sound, queries):
    """Racer -> its figures on each map that counts: where every racer answered detours."""
    known = any(row["optimum"] is not None for rows in courses.values() for mine in rows.values() for row in mine)
    measured = {algo: [] for algo in sound}
    for (map_, _), rows in courses.items():
        if not all(timed(rows[algo]) for algo in sound):
            continue
        optima = shortest(itertools.chain.from_iterable(rows.values()), known)
        for algo in sound:
            measured[algo].append(figures(racers[algo], map_, rows[algo], optima, queries))
    return measured


def played_of(file, algo):
    """Of each map: the samples of a racer's detours, [click, round, pass], NaN where one was not taken."""
    maps, shape = {}, ()
    with gzip.open(file, "rt") as lines:
        for row in map(json.loads, lines):
            if row["kind"] == "run":
                shape = row["rounds"], row["passes"]
            elif (row["kind"] == "click" and row["algo"] == algo and row["class"] == "detour" and
                    row["ns_played"] is not None):
                mine = [math.nan if ns is None else ns for ns in row["played"]]
                mine += [math.nan] * (shape[0] * shape[1] - len(mine))
                maps.setdefault((row["map"], row["clicks"]), []).append(mine)
    return [numpy.array(clicks).reshape(-1, *shape) for clicks in maps.values()]


def resampled(maps, draws):
    """The 95 % interval of the geometric mean of maps' medians: maps are drawn, then rounds, passes and clicks."""
    chance, means = numpy.random.default_rng(7), []
    for _ in range(draws):
        logs = []
        for place in chance.integers(len(maps), size=len(maps)):
            clicks, rounds, passes = maps[place].shape
            chosen = chance.integers(rounds, size=(rounds, 1))
            taken = maps[place][chance.integers(clicks, size=clicks)]
            taken = taken[:, chosen, chance.integers(passes, size=(rounds, passes))].reshape(clicks, -1)
            logs.append(math.log(numpy.nanmedian(numpy.nanmedian(taken, axis=1))))
        means.append(statistics.fmean(logs))
    return numpy.exp(numpy.percentile(means, (2.5, 97.5)))


def asked(files, *words):
    files = files if isinstance(files, list) else [files]
    done = subprocess.run([FOOTRACE, "answer", *files, "--json", *map(str, words)], capture_output=True, text=True,
                          check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def spelt(name, value):
    return f"{100 * value:.12g}%" if UNITS[name] == "%" else f"{value:.12g}{UNITS[name]}"


def words_of(thresholds, preferences, queries=1):
    words = [word for name, value in thresholds.items() for word in (f"--threshold-{name}", spelt(name, value))]
    words += [word for name in preferences for word in ("--prefer", name)]
    return words + ["--queries-per-frame", queries]


class Rule(unittest.TestCase):
    def test_a_race_in_its_second_round_is_answered_by_the_first(self):
        """Only bfs, the smallest, has been in the second round: no resample names it for that."""
        with tempfile.TemporaryDirectory() as folder, \
                gzip.open(next(file for file in RACES if file.name.startswith("every-office")), "rt") as lines:
            rows = [json.loads(line) for line in lines]
            for row in rows:
                if row["kind"] == "click" and row["algo"] != "bfs":
                    row["played"] = [ns if i < 2 else None for i, ns in enumerate(row["played"])]
                elif row["kind"] == "click":
                    row["played"] = [ns if i < 4 else None for i, ns in enumerate(row["played"])]
            cut = pathlib.Path(folder) / "cut.jsonl"
            cut.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            told = asked(cut)
        self.assertNotIn("bfs", (told["leads"], told["ship"], told["undecided"]))

    def test_the_rule_written_again_names_the_same(self):
        chance = random.Random(2)
        for file in RACES if SOAK else RACES[::6]:
            racers, courses = read(file)
            seen, sound = set(), []
            for algo, racer in racers.items():
                first = (racer["name"], racer["options"]) not in seen
                seen.add((racer["name"], racer["options"]))
                if racer["ship"] and first and not racer["failed"]:
                    sound.append(algo)
            for queries, others in itertools.product((1, 30), OTHERS):
                measured = measure(racers, courses, sound, queries)
                for preferences in PREFERENCES if SOAK else chance.sample(PREFERENCES, 2):
                    leads, points = decide(racers, measured, THRESHOLDS | others, preferences)
                    told = asked(file, *words_of(others, preferences, queries))
                    self.assertEqual(told["leads"], leads, (file.name, others, preferences, queries))
                    for each in told["candidates"]:
                        if each["penalty"] is not None:
                            self.assertAlmostEqual(each["penalty"], points[each["algo"]], 5)

    def test_the_intervals_drawn_again_are_the_same(self):
        """Within 2 %, of one map and of several: of the races' parts where they are whole."""
        groups = [[file] for file in RACES if not file.name.startswith(("traps", "games"))]
        groups.append([file for file in RACES if file.name.startswith("race")])
        for files in groups if SOAK else groups[:1]:
            for each in asked(files)["ranking"] if SOAK else asked(files)["ranking"][:4]:
                maps = [clicks for file in files for clicks in played_of(file, each["algo"])]
                low, high = resampled(maps, 2000 if len(maps) < 8 else 1000)
                self.assertAlmostEqual(each["ns_median_low"] / low, 1, delta=0.02, msg=(files, each["algo"]))
                self.assertAlmostEqual(each["ns_median_high"] / high, 1, delta=0.02, msg=(files, each["algo"]))

    def test_a_median_is_one_figure_where_a_map_does_not_count(self):
        """One racer has no rows of the second map: the table's median and the rule's are of the first alone."""
        with gzip.open(RACES[1], "rt") as lines, tempfile.NamedTemporaryFile("w", suffix=".jsonl") as cut:
            cut.writelines(line for line in lines if json.loads(line).get("algo") != "navmesh")
            cut.flush()
            told = json.loads(subprocess.run([FOOTRACE, "answer", RACES[0], cut.name, "--json"], capture_output=True,
                                             text=True, check=False).stdout)
        weighed = [each for each in told["candidates"] if each["quantities"]]
        self.assertGreater(len(weighed), 3)
        for each in weighed:
            self.assertAlmostEqual(each["ns_median"] / each["quantities"]["speed"], 1, 9, each["algo"])
            self.assertLessEqual(each["ns_median_low"], each["ns_median"])
            self.assertGreaterEqual(each["ns_median_high"], each["ns_median"])

    def test_the_map_of_decisions_is_what_answers_say(self):
        """In a row borders are exact; between rows tests/harness/answer/test_regions.c asks the rule."""
        chance = random.Random(3)
        told = asked(RACES[0], "--regions")
        self.assertEqual((told["load"], told["slow"]), (THRESHOLDS["load"], THRESHOLDS["slow"]))
        self.assertGreater(len({each for row in told["maps"][0]["rows"] for each in row["leads"]}), 1)
        for _ in range(1000 if SOAK else 8):
            map_ = chance.choice(told["maps"])
            row = chance.choice(map_["rows"])
            load = map_["load"][0] * (map_["load"][1] / map_["load"][0]) ** chance.random()
            if any(abs(math.log2(load / until)) < 1e-3 for until in row["until"]):
                continue
            other, queries = {}, 1
            if map_["quantity"] == "queries-per-frame":
                queries = map_["value"]
            elif map_["quantity"]:
                other = {map_["quantity"]: map_["value"]}
            one = asked(RACES[0], *words_of({"slow": row["slow"], "load": load} | other, (), queries))
            leads = next(name for name, until in zip(row["leads"], row["until"], strict=True) if load < until)
            self.assertEqual(leads, one["leads"], (map_["quantity"], map_["value"], row["slow"], load))

    def check_figure(self, sentence, called, value):
        """A figure with its unit, to three digits; shares have two."""
        found = re.search(rf"{called} ([\d.e+-]+) ?([a-zA-Zµ%]+)", sentence)
        self.assertTrue(found, (called, sentence))
        digits = 0.051 if found[2] == "%" else 0.0051
        self.assertAlmostEqual(float(found[1]) * SCALES[found[2]], value, delta=digits * value + 1e-9, msg=found[0])

    def check_ship(self, ship, told, candidates):
        chosen = candidates[told["ship"]]
        self.assertRegex(ship, rf"(Ship|:|ship) {re.escape(chosen['algo'])}\b")
        self.assertEqual("on this map" in ship, told["maps"] == 1)
        self.assertEqual(ship.startswith("Undecided"), told["undecided"] is not None)
        if told["undecided"]:
            self.assertLess(told["share"], 0.95)
            self.assertIn(f"(named by {100 * told['share']:.0f} % and ", ship)
            self.assertIn(candidates[told["leads"]]["algo"] + ", which leads", ship)
            both = [candidates[each]["object_bytes"] or 0 for each in (told["ship"], told["undecided"])]
            self.assertTrue(both[0] <= both[1] or 0 in both, both)
        after = re.search(r"; next is (\S+) with ([\d.]+)", ship)
        if after:
            rest = [each for each in told["candidates"] if each["place"] == "higher penalty"]
            self.assertEqual(min(rest, key=lambda each: each["penalty"])["algo"], after[1])
        alike = re.search(r"smallest object code of (\d+) equally good", ship)
        self.assertEqual(int(alike[1]) - 1 if alike else 0, sum(each["place"] == "as good" for each in told["candidates"]))
        if alike:
            for each in told["candidates"]:
                if each["place"] == "as good":
                    self.assertLessEqual(abs(each["penalty"] - chosen["penalty"]), 0.1 + 1e-9)
                    self.assertGreaterEqual(each["object_bytes"], chosen["object_bytes"])
        if "change" in chosen["quantities"] and chosen["quantities"]["change"] is not None:
            self.check_figure(ship, "after a change it takes", chosen["quantities"]["change"])

    def check_cost(self, cost, told, chosen):
        """Every figure of the third sentence."""
        mine, slower, queries = chosen["quantities"], told["slower_machine"], told["queries_per_frame"]
        self.assertEqual(int(re.match(r"On (\d+) detour", cost)[1]), chosen["detours"])
        for called, name in (("median query takes", "speed"), (f"{queries:g} queries in a frame take" if queries > 1 else "slow one", "slow"), ("room loads in", "load"),
                             ("it holds", "memory")):
            self.check_figure(cost, called, mine[name])
        self.check_figure(cost, "its slowest", chosen["ns_slowest"] * slower)
        waited = re.search(r"its slowest [^,;]+, including (?=[^,;]+ in which other programs ran)", cost)
        self.assertEqual(bool(waited), chosen["ns_slowest_waited"] > 0, cost)
        if waited:
            self.check_figure(cost, waited[0].rstrip(), chosen["ns_slowest_waited"] * slower)
        if chosen["object_bytes"]:
            self.check_figure(cost, "object code is", chosen["object_bytes"])
        if "are the shortest" in cost:
            self.assertLess(max(mine["length"], mine["length-p99"]), 0.0005)
        elif mine["length"] is not None:
            self.check_figure(cost, "its paths are", 100 * mine["length"])
            self.check_figure(cost, "at the 99th percentile", 100 * mine["length-p99"])
        interrupted = re.search(r"interruptions by the system, in (\d+) of (\d+) queries", cost)
        self.assertEqual(list(map(int, interrupted.groups())) if interrupted else [0, chosen["samples"]],
                         [chosen["interrupted"], chosen["samples"]])

    def check_sentences(self, file, words, told):
        """Asks the rows of every sentence."""
        candidates = {each["address"]: each for each in told["candidates"]}
        ship, border, cost, thresholds = told["sentences"]
        chosen = candidates[told["ship"]]
        self.check_ship(ship, told, candidates)
        self.check_cost(cost, told, chosen)
        for called, points in re.findall(r"([a-z][a-z 0-9]*?) [\d.e-]+ [a-zA-Z%]+ \(([\d.]+)\)", ship):
            self.assertTrue(any(abs(value - float(points)) <= 0.0501 for value in chosen["points"].values()), called)
        if "all its figures" in ship:
            self.assertLess(chosen["penalty"], 0.05)
        if told["border"]:
            name, value, leads = (told["border"][key] for key in ("quantity", "value", "leads"))
            self.assertTrue(border.startswith(candidates[leads]["algo"] + " leads "), border)
            flag = re.search(r"\((--[\w-]+) ([^)]+)\)", border)
            self.assertEqual(flag[1], f"--{name}" if name == "queries-per-frame" else f"--threshold-{name}")
            kept = [word for pair in zip(words[::2], words[1::2], strict=True) if pair[0] != flag[1] for word in pair]
            self.assertEqual(asked(file, *kept, flag[1], flag[2])["leads"], leads, (border, value))
            self.assertNotIn(leads, (told["leads"], told["ship"], told["undecided"]))
        else:
            third = "a third" if told["undecided"] else "another"
            self.assertEqual(border, f"No change of one threshold by a factor of up to 64 makes {third} back end lead.")
            name = random.Random(len(words)).choice([name for name in THRESHOLDS if name in told["thresholds"]])
            kept = [word for pair in zip(words[::2], words[1::2], strict=True) if pair[0] != f"--threshold-{name}"
                    for word in pair]
            for factor in (1 / 60, 60):
                moved = words_of({name: told["thresholds"][name] * factor}, ())[:-2]
                self.assertIn(asked(file, *kept, *moved)["leads"], (told["leads"], told["ship"], told["undecided"]))
        rest = [word for pair in zip(words[::2], words[1::2], strict=True) if "threshold" not in pair[0] for word in pair]
        for factor, key in ((0.5, "halved"), (2, "doubled")):
            moved = {name: value * factor for name, value in told["thresholds"].items() if name in THRESHOLDS}
            self.assertEqual(asked(file, *rest, *words_of(moved, ())[:-2])["leads"], told[key])
        if "still leads" in thresholds:
            self.assertEqual({told["halved"], told["doubled"]}, {told["leads"]})
        for each in told["candidates"]:
            if each["place"] == "higher penalty":
                points, more = re.match(r"([\d.]+) points (more|less, but fewer resamples name it):", each["reason"]).groups()
                self.assertAlmostEqual(each["penalty"] - chosen["penalty"], float(points) * (1 if more == "more" else -1),
                                       delta=0.051)

    def test_no_sentence_is_contradicted_by_its_rows(self):
        chance = random.Random(5)
        for _ in range(200 if SOAK else 4):
            file = chance.choice(RACES)
            thresholds = {name: value * 2 ** chance.uniform(-5, 5) for name, value in THRESHOLDS.items()
                          if chance.random() < 0.4}
            words = [*words_of(thresholds, chance.choice(PREFERENCES))[:-2], "--queries-per-frame",
                     chance.choice((1, 1, 5, 40)), "--slower", chance.choice((1, 1, 5))]
            words = list(map(str, words))
            self.check_sentences(file, words, asked(file, *words))


if __name__ == "__main__":
    unittest.main()
