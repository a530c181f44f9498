"""footrace answer: one decision from rows and situation. The ranking never contradicts it; the lines of C
that it prints compile and walk; `run` ends with it."""
import itertools
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import unittest
from random import Random

import fastjsonschema

FOOTRACE, TREE, LIBRARY, COMPILER, INSTRUMENTS = sys.argv.pop(1), *(sys.argv.pop(1) for _ in range(4))
TREE = pathlib.Path(TREE)
ROOM = ["." * 60] * 8 + [".." + "#" * 40 + "." * 18] * 6 + ["." * 60] * 12
RACERS = ("visgraph", "jps", "polyanya", "twin", "bfs", "walkbox")
MAIN = """
#include <stdio.h>
int main(void)
{
    static const unsigned char room[] = {255, 0, 255, 255, 0, 255, 255, 255, 255};
    struct fr_walk walk;
    struct fr_walker *walker = enter_room(room, 3, 3);
    const struct fr_spot hero = {0.5f, 0.5f}, click = {2.5f, 0.5f};
    printf("%zu\\n", walk_to(walker, hero, click, &walk) ? walk.count : 0);
    fr_walker_release(walker);
    return 0;
}
"""
sys.path.insert(0, str(TREE))
from reports.page import shipped  # noqa: E402
from reports.rows import ranking, results  # noqa: E402

SCHEMA = json.loads((TREE / "results" / "answer.schema.json").read_text())


def footrace(*arguments):
    done = subprocess.run([FOOTRACE, *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def answer(files, *situation):
    code, out, err = footrace("answer", *files, "--json", *situation)
    assert code in (0, 1), err
    return fastjsonschema.compile(SCHEMA)(json.loads(out))


class Answer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        mask = cls.folder / "room.txt"
        mask.write_text("\n".join(ROOM) + "\n")
        cls.race = cls.folder / "race.jsonl"
        cls.ran = footrace("run", "--allow-debug", "--map", mask, "--clicks", "auto:60:blocked,walk",
                           "--frame", "0x0", "--algo", "visgraph", "--algo", "jps", "--algo", "polyanya",
                           "--algo", "twin=polyanya", "--algo", "bfs", "--algo", "walkbox", "-o", cls.race)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_a_readme_says_what_would_change_the_answer(self):
        told = answer([self.race])
        racers = {each["address"]: each for each in told["candidates"]}
        first, *others = shipped.lines(told)
        self.assertIn(f"`{racers[told['ship']]['algo']}`", first.partition(":**")[0])
        for prefer, when in shipped.WHEN.items():
            other = told["alone"][prefer]
            named = [line for line in others if when.lower() in line.lower()]
            self.assertEqual(len(named), other not in (None, told["ship"]), others)
            for line in named:
                self.assertIn(f"`{racers[other]['algo']}`", line)
        with self.assertRaisesRegex(ValueError, "names nothing to ship"):
            list(shipped.lines(told | {"ship": None}))

    def test_another_is_named_only_where_it_is_better(self):
        told = answer([self.race])
        for prefer, other in told["alone"].items():
            if other in (None, told["ship"]):
                continue
            preferred = answer([self.race], "--prefer", prefer)
            self.assertEqual(preferred["leads"], other)

    def test_run_ends_with_the_answer(self):
        code, out, err = self.ran
        self.assertEqual((code, err), (0, ""))
        sentences = " ".join(answer([self.race])["sentences"])
        self.assertTrue(" ".join(out.split()).endswith(sentences), out)

    def test_memory_is_one_thing_everywhere(self):
        told = answer([self.race])
        printed = " ".join(footrace("answer", self.race)[1].split())
        for each in told["candidates"]:
            row = re.search(rf"^ +\d+ +{each['algo']} .*$", self.ran[1], re.MULTILINE).group()
            held, _, code = re.findall(r"[\d.]+ [kMG]?B", row)
            if each["quantities"]:
                self.assertIn(held, printed)
                self.assertIn(code, printed)
            rows = [row for row in map(json.loads, self.race.read_text().splitlines())
                    if row["kind"] == "prepare" and row["algo"] == each["algo"]]
            self.assertEqual(each["peak_bytes"], max(row["peak_bytes"] for row in rows))
            if each["algo"] == told["ship"]:
                self.assertIn(f"it holds {held}", told["sentences"][2])

    def test_one_detour(self):
        rows, clicks = self.folder / "lone.jsonl", self.folder / "lone.json"
        clicks.write_text('{"format": "footrace-clicks/1", "clicks": [{"start": [5, 3], "goal": [5, 20]}]}')
        footrace("run", "--force", "--allow-debug", "--quiet", "--map", self.folder / "room.txt",
                 "--clicks", clicks, "--frame", "0x0", "--rounds", "1", "--algo", "jps", "-o", rows)
        told = answer([rows])["sentences"]  # with nothing to compare, no border and no other thresholds
        self.assertEqual(len(told), 2)
        self.assertRegex(told[1], r"^On 1 detour its median query takes [\d.]+ ")
        self.assertIn("All on the same 1 detour, as played", footrace("answer", rows)[1])

    def aside(self, name, clicks, *algos):
        """The rows of another race in the same room, with its own clicks."""
        file, rows = self.folder / f"{name}.json", self.folder / f"{name}.jsonl"
        file.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": clicks}))
        footrace("run", "--force", "--allow-debug", "--quiet", "--map", self.folder / "room.txt", "--clicks", file,
                 "--frame", "0x0", *(word for algo in algos for word in ("--algo", algo)), "-o", rows)
        return rows

    def test_too_few_common_detours(self):
        """Settings raced on one click of their own are dropped, however quick they were."""
        alone = answer([self.race])
        heap = "heap=astar:open=heap,canonical=off"
        rows = self.aside("heaps", [{"start": [5, 3], "goal": [5, 20]}], heap, "again=visgraph", alone["ship"])
        told = answer([self.race, rows])
        places = {each["algo"]: each for each in told["candidates"]}
        self.assertEqual(told["ship"], alone["ship"])
        self.assertEqual(told["detours"], alone["detours"] + 1)
        self.assertEqual(places["heap"]["place"], "too few clicks")
        self.assertEqual(places["heap"]["reason"],
                         f"raced on only 1 of the {told['detours']} detours, too few to compare")
        self.assertNotRegex(" ".join(told["sentences"]), r"\bheap\b")
        self.assertNotEqual(places["visgraph"]["place"], "too few clicks")
        self.assertNotIn("heap", told["alone"].values())

    def test_who_walked_other_detours_is_not_beaten(self):
        clicks = [{"start": [x, y], "goal": [x, 18 + y]} for x in range(4, 40) for y in (1, 3)]
        told = answer([self.race, self.aside("elsewhere", clicks, "heap=astar:open=heap,canonical=off")])
        heap = next(each for each in told["candidates"] if each["algo"] == "heap")
        self.assertEqual((heap["detours"], heap["place"]), (len(clicks), "too few clicks"))
        self.assertIn("raced on only 0 of the", heap["reason"])
        self.assertRegex(told["sentences"][0], "^Not settled, as heap was raced on other clicks: ")
        self.assertFalse(told["settled"])

    def test_candidates_and_figures(self):
        told = answer([self.race])
        places = {each["algo"]: each for each in told["candidates"]}
        self.assertNotIn("twin", places)
        self.assertEqual(places["walkbox"]["place"], "no candidate")
        least = min(each["penalty"] for each in told["candidates"] if each["penalty"] is not None)
        self.assertLessEqual(places[told["leads"]]["penalty"], least + 0.1)
        self.assertEqual({each["detours"] for each in told["candidates"]}, {told["detours"]})
        ends = [each for each in map(json.loads, self.race.read_text().splitlines())
                if each["kind"] == "click" and each["algo"] == told["ship"]]
        self.assertEqual(told["detours"], sum(each["class"] == "detour" for each in ends))

    def test_budgets(self):
        free = {each["algo"]: each for each in answer([self.race])["candidates"]}
        sound = [each for name, each in free.items() if name != "walkbox"]
        least = min(each["held_bytes"] for each in sound)
        told = answer([self.race], "--max-memory", f"{least}B")
        self.assertEqual(free[told["ship"]]["held_bytes"], least)
        over = [each for each in told["candidates"] if each["place"] == "over a limit"]
        self.assertTrue(over and all("over --max-memory" in each["reason"] for each in over))
        quickest = min(each["quantities"]["slow"] for each in sound)
        for flag in ("--max-click", "--max-slow"):
            told = answer([self.race], flag, f"{quickest * 1.001:.0f}ns")
            self.assertEqual(free[told["ship"]]["quantities"]["slow"], quickest)
        told = answer([self.race], "--max-load", "1ns")
        self.assertIsNone(told["ship"])
        self.assertEqual(footrace("answer", self.race, "--max-load", "1ns")[0], 1)

    def test_a_saved_state_is_loaded(self):
        rows = [row for row in map(json.loads, self.race.read_text().splitlines()) if row["kind"] == "prepare"]
        saving = [row for row in rows if row["name"] == "visgraph"]
        self.assertEqual({row["saved_bytes"] for row in rows if row not in saving}, {0})
        self.assertTrue(all(row["saved_bytes"] > 0 and row["ns_load"] >= 0 for row in saving), saving)
        self.assertEqual({row["ns_load"] for row in rows if row not in saving}, {None})
        told, plain = answer([self.race], "--saved"), answer([self.race])
        self.assertIs(told["saved"], True)
        for with_saved, without in zip(*(sorted(each["candidates"], key=lambda one: one["algo"])
                                         for each in (told, plain)), strict=True):
            mine = [row for row in rows if row["algo"] == with_saved["algo"]]
            if not with_saved["quantities"]:
                continue
            loads = [(row["ns"] if row["ns_load"] is None else row["ns_load"]) + row["ns_first"] for row in mine]
            self.assertAlmostEqual(with_saved["quantities"]["load"], statistics.median(loads), delta=1e-3)
            self.assertAlmostEqual(with_saved["quantities"]["saved"], max(1, mine[0]["saved_bytes"]))
            self.assertIsNone(without["quantities"]["saved"])
        over = {each["algo"]: each for each in answer([self.race], "--saved", "--max-saved", "1B")["candidates"]}
        self.assertEqual(over["visgraph"]["place"], "over a limit")
        self.assertIn("saved state", over["visgraph"]["reason"])
        self.assertEqual(over["jps"]["place"], {each["algo"]: each for each in told["candidates"]}["jps"]["place"])
        old = self.folder / "old.jsonl"
        old.write_text("".join(re.sub(r',"(ns_load|saved_bytes)":[^,]*', "", line) + "\n"
                               for line in self.race.read_text().splitlines()))
        told = answer([old], "--saved")
        self.assertEqual({each["quantities"][name] for each in told["candidates"] if each["quantities"]
                          for name in ("load", "saved")}, {None})

    def test_paths_that_look_bad_cost_points(self):
        def planted(name, fault_of):
            rows = list(map(json.loads, self.race.read_text().splitlines()))
            for row in rows:
                if row["kind"] == "click" and row["looks_fault"] is not None:
                    fault_of(row)
            file = self.folder / name
            file.write_text("".join(json.dumps(row) + "\n" for row in rows))
            return file

        def in_five(row):  # a fifth of the paths of jps
            faulty = row["algo"] == "jps" and row["click"] % 5 == 0
            row.update(hugging=0, sharp_turns=0, zigzags=int(faulty), looks_fault=faulty)

        file = planted("looks.jsonl", in_five)
        detours = [row for row in map(json.loads, file.read_text().splitlines())
                   if row["kind"] == "click" and row["algo"] == "jps" and row["class"] == "detour"]
        share = 100 * statistics.fmean(row["looks_fault"] for row in detours)
        told = {each["algo"]: each for each in answer([file])["candidates"]}
        self.assertAlmostEqual(told["jps"]["quantities"]["looks"], share)
        self.assertAlmostEqual(told["jps"]["points"]["looks"], math.log2(share / 5))
        self.assertEqual((told["visgraph"]["quantities"]["looks"], told["visgraph"]["points"]["looks"]), (0, 0))
        self.assertIn(f"number of bad-looking paths {share:.2g} in 100", told["jps"]["reason"])
        told = {each["algo"]: each for each in answer([file], "--max-looks", "10")["candidates"]}
        self.assertEqual(told["jps"]["place"], "over a limit")
        self.assertIn("over --max-looks 10", told["jps"]["reason"])
        told = answer([file], "--prefer", "looks", "--threshold-looks", "100")
        self.assertNotEqual(told["leads"], "jps")
        self.assertEqual(told["thresholds"]["looks"], 100)
        old = planted("plain.jsonl", lambda row: [row.pop(key) for key in (
            "hugging", "sharp_turns", "zigzags", "looks_fault")])
        self.assertIn("Not measured in these rows: time after a change, number of bad-looking paths",
                      " ".join(footrace("answer", old)[1].split()))

    def test_what_cannot_be_judged_is_said_first(self):
        told = answer([self.race], "--prefer", "length,dynamic")
        self.assertFalse(told["settled"])
        self.assertIn("hold no time after a change", told["sentences"][0])
        self.assertIsNone(told["alone"]["change"])
        for prefer, leads in told["alone"].items():
            if leads:
                self.assertEqual(answer([self.race], "--prefer", prefer)["leads"], leads)

    def planted(self, random, factors, spread=0.5):
        """The rows of the race with times of our own: a click's, times a racer's factor, times luck."""
        rows = [json.loads(line) for line in self.race.read_text().splitlines()]
        clicks = {}
        for row in rows:
            if row["kind"] != "click" or not row["played"]:
                continue
            base = clicks.setdefault(row["click"], 1e5 * math.exp(random.gauss(0, 1)))
            mine = base * factors[row["algo"]] * math.exp(random.gauss(0, spread))
            row["played"] = [mine * math.exp(random.gauss(0, 0.01)) for _ in row["played"]]
            row["ns_played"] = statistics.median(row["played"])
        return rows

    def written(self, rows):
        file = self.folder / "planted.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return file

    def ranked(self, file, told):
        """The ranking that page, charts and README.md have."""
        race = results.read_race([file])
        race.answer = told
        return ranking.rank(race)

    def ranks(self, file, told):
        """Racer -> its rank and its letters."""
        return {each.algo: (each.rank, each.letters) for each in self.ranked(file, told).standings}

    def test_the_table_of_a_race_shows_the_ranks_of_the_answer(self):
        rows = [line.split() for line in self.ran[1].splitlines()]
        head = next(place for place, cells in enumerate(rows) if cells[:2] == ["rank", "racer"])
        told = answer([self.race])["ranking"]
        self.assertEqual({cells[1]: int(cells[0]) for cells in rows[head + 1:head + 7]},
                         {each["algo"]: each["rank"] for each in told})

    def test_an_interval_is_told_once(self):
        """The answer, the page and the charts have one interval of a median, and their medians are one."""
        told = answer([self.race])
        ranked = self.ranked(self.race, told)
        ours = {each.algo: each for each in ranked.standings}
        for each in told["candidates"]:
            if each["algo"] in ours and not ours[each["algo"]].faults and not ours[each["algo"]].illegal:
                mine = ours[each["algo"]]
                self.assertAlmostEqual(mine.median / each["ns_median"], 1)
                self.assertEqual((mine.low, mine.high), (each["ns_median_low"], each["ns_median_high"]))

    def test_ranks_never_contradict_the_answer(self):
        shared = 0
        for seed in range(1 if INSTRUMENTS else 6):
            random = Random(seed)
            factors = {algo: random.choice((0.5, 1, 1.02, 1.05, 1.2, 2)) for algo in RACERS}
            factors["twin"] = factors["polyanya"]
            file = self.written(self.planted(random, factors, random.choice((0.02, 0.1, 0.3))))
            every = answer([file], "--prefer", "speed")
            ranks = self.ranks(file, every)
            self.assertEqual(set(ranks), set(RACERS))
            shared += len(RACERS) - len({rank for rank, _ in ranks.values()})
            for one, other in itertools.combinations(RACERS, 2):  # a letter in common: no difference
                alike = set(ranks[one][1]) & set(ranks[other][1])
                differ = other in every["faster"][one] or one in every["faster"][other]
                self.assertEqual(not alike, differ, (seed, one, other, ranks))
            for algo, others in every["faster"].items():
                for other in others:  # nobody who is faster shares a rank, or comes later
                    self.assertLess(ranks[other][0], ranks[algo][0], (seed, every["faster"]))
            limits = {f"{random.choice(every['candidates'])['ns_slowest'] * 0.9:.0f}ns" for _ in range(2)}
            for limit in limits:
                told = answer([file], "--prefer", "speed", "--max-click", limit)
                self.assertEqual(told["faster"], every["faster"], "a limit makes nobody faster")
        self.assertTrue(shared or INSTRUMENTS)

    def test_ranks_go_by_clicks_and_not_by_the_median(self):
        """bfs has the lower median, and takes longer for nearly half of the clicks: by far."""
        rows = self.planted(Random(1), dict.fromkeys(RACERS, 1), spread=0)
        for row in rows:
            if row["kind"] == "click" and row["algo"] in ("jps", "bfs") and row["played"]:
                slow = row["algo"] == "bfs" and row["click"] % 5 < 2
                ns = {"jps": 1.1e5, "bfs": 5e5 if slow else 1e5}[row["algo"]]
                row.update(ns_played=ns, played=[ns] * len(row["played"]))
        file = self.written(rows)
        told = answer([file], "--prefer", "speed")
        medians = {each["algo"]: each["ns_median"] for each in told["candidates"]}
        self.assertLess(medians["bfs"], medians["jps"])
        self.assertIn("jps", told["faster"]["bfs"])
        ranks = self.ranks(file, told)
        self.assertLess(ranks["jps"], ranks["bfs"])

    def test_who_fails_a_click_or_remembers_comes_after_all_who_do_not(self):
        rows = self.planted(Random(2), dict.fromkeys(RACERS, 1) | {"bfs": 0.1})
        last = [row for row in rows if row["kind"] == "click" and row["algo"] == "bfs"][-1]
        last.update(outcome="timeout", verdict=None)
        for algo, change in (("bfs", {}), ("jps", {"remembers": True})):
            for row in rows:
                row.update(change if row["kind"] == "click" and row["algo"] == algo else {})
            told = answer([self.written(rows)])
            self.assertEqual(set(told["faster"][algo]) - {"bfs", "jps"}, set(RACERS) - {"bfs", "jps"})
            self.assertLessEqual({name for name, faster in told["faster"].items() if algo in faster}, {"bfs", "jps"})

    def test_standard_input(self):
        for words, file, text in ((("answer", "-", "--json"), self.race, '"ship"'),
                                  (("inspect", "-"), self.folder / "room.txt", "60 x 26"),
                                  (("run", "--allow-debug", "--map", "-", "--clicks", "auto:3", "--algo", "jps",
                                    "--rounds", "1", "--frame", "0x0", "-o", "-"),
                                   self.folder / "room.txt", '"kind":"end"')):
            with file.open() as stream:
                done = subprocess.run([FOOTRACE, *words], stdin=stream, capture_output=True, text=True,
                                      check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
            self.assertIn(text, done.stdout)

    def test_refused(self):
        for files, situation, words in (
                ([self.race, self.race], (), "has two rows for it"),
                ([self.race], ("--radius", "6"), "expected a race on MAP:radius=6"),
                ([self.race], ("--prefer", "beauty"), "expected slow, load"),
                ([self.folder / "none.jsonl"], (), "none.jsonl")):
            code, out, err = footrace("answer", *files, *situation)
            self.assertEqual((code, out), (2, ""))
            self.assertRegex(err, r"\Afootrace: answer: [^\n]*\n\Z")
            self.assertIn(words, err)

    def test_the_code_compiles_and_walks(self):
        for algo in ("visgraph", "octile:budget=8", "mine=jps"):
            rows = self.folder / "one.jsonl"
            footrace("run", "--force", "--allow-debug", "--quiet", "--map", self.folder / "room.txt", "--clicks", "auto:4",
                     "--frame", "0x0", "--rounds", "1", "--optimum", "0", "--algo", algo, "-o", rows)
            told = answer([rows])
            source, program = self.folder / "game.c", self.folder / "game"
            source.write_text(told["code"] + MAIN)
            self.assertEqual(told["ship"], algo.split("=")[-1] if "mine" in algo else algo)
            self.assertIn(f'"{told["ship"]}"', told["code"])
            built = subprocess.run(
                [COMPILER, "-std=c11", "-Wall", "-Wextra", "-Werror", *INSTRUMENTS.split(), "-I",
                 TREE / "library", source, LIBRARY, "-lm", "-o", program],
                cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            walked = subprocess.run([program], capture_output=True, text=True, check=False)
            self.assertEqual(walked.returncode, 0)
            self.assertGreaterEqual(int(walked.stdout), 3)


if __name__ == "__main__":
    unittest.main()
