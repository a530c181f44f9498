"""What is told of corpus v2 and of the rooms of games is what their rows say."""
import collections
import gzip
import json
import math
import pathlib
import re
import statistics
import unittest

import fixture  # noqa: F401 (finds reports)
from reports import words
from reports.page import ground

TOP = pathlib.Path(__file__).resolve().parents[3]
REFERENCE = TOP / "results" / "reference"


def rows_of(name):
    with gzip.open(REFERENCE / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def table_of(page, name):
    """Its rows by their first cells."""
    lines = page.split(f"<!-- ground {name} -->\n")[1].split("<!-- end -->")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def times_of(rows):
    """Map and racer -> nanoseconds of detours; infinite without an answer that stands."""
    times = collections.defaultdict(list)
    off = {(row["map"], row["algo"]) for row in rows
           if row["kind"] == "prepare" and row["outcome"] != "ok"}
    for row in rows:
        if (row["kind"] == "click" and row["class"] == "detour"
                and (row["map"], row["algo"]) not in off):
            stands = row["outcome"] == "found" and row["verdict"] == "ok"
            if not stands or row["ns_played"] is not None:
                times[row["map"], row["algo"]].append(row["ns_played"] if stands else math.inf)
    return times


class Ground(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.told = ground.Told()
        cls.page = ground.PAGE.read_text(encoding="utf-8")
        cls.results = ground.RESULTS.read_text(encoding="utf-8")

    def test_pages_say_what_the_rows_say(self):
        self.assertEqual(ground.renewed_page(self.page, self.told), self.page)
        self.assertEqual(ground.renewed_results(self.results, self.told), self.results)
        self.assertIn("answers", [name for _, name, _ in ground.TABLE.findall(self.page)])
        self.assertGreater(len(ground.MARK.findall(self.results)), 2)

    def test_results_say_how_hublabel_does_in_rooms_of_games(self):
        """Nobody whose walks are all as short is faster on their masks."""
        rooms = self.told.maps("masks")
        number, games = re.search(r"yes: on masks of (\d+) rooms of (two) of them `hublabel` takes", self.results).groups()
        self.assertEqual((len({row["map"] for row in rows_of("ground-rooms")
                               if row["kind"] == "map" and row["map"].endswith("-hd")}),
                          {"two": 2}[games]), (int(number), len({name.split("-")[0] for name in rooms})))
        lengths = collections.defaultdict(dict)
        for row in rows_of("ground-rooms"):
            if row["kind"] == "click" and row["class"] == "detour" and row["map"] in rooms:
                lengths[row["algo"]][row["map"], row["clicks"], row["click"]] = row["length"] or 0
        exact = {algo for algo, mine in lengths.items() if mine.keys() == lengths["hublabel"].keys()
                 and all(math.isclose(mine[key], lengths["hublabel"][key], rel_tol=1e-9) for key in mine)}
        self.assertIn("polyanya", exact)
        self.assertEqual(min(exact, key=lambda algo: self.told.median("masks", algo)), "hublabel")

    def test_results_say_what_limits_hublabel(self):
        """It was refused on the painted masks with the most corners, and on no other."""
        self.assertIn("what limits `hublabel` is the number of label entries", self.results)
        raced, refused = set(), set()
        for name in ("ground-v2", "ground-corners"):
            prepared = [row for row in rows_of(name) if row["kind"] == "prepare" and row["algo"] == "hublabel"]
            raced |= {row["map"] for row in prepared}
            refused |= {row["map"] for row in prepared if row["outcome"] != "ok"}
        painted = {name: 1000 * int(found[1]) for name in raced if (found := re.fullmatch(r"painted-(\d+)k", name))}
        self.assertTrue(refused and refused <= set(painted))
        self.assertGreater(min(painted[name] for name in refused), max(painted[name] for name in painted if name not in refused))
        self.assertEqual({painted[name] for name in self.told.maps("corners")}, {18_000, 20_000})
        self.assertIn("with 18,000 and 20,000 corners <!-- ground corners ", self.results)

    def test_who_is_over_its_limit_has_a_row(self):
        """Each racer on each mask: times recomputed from the rows, or what kept it off."""
        if not self.told.raced("corners"):
            self.skipTest("no rows yet: ./run experiment ground")
        rows = rows_of("ground-corners")
        times = times_of(rows)
        prepared = {(row["map"], row["algo"]): row for row in rows if row["kind"] == "prepare"}
        heads, _, *lines = table_of(self.page, "corners")
        self.assertEqual(heads[:6], ["map", "back end", "preparation", "holds", "at most", "median"])
        self.assertEqual(len(lines), len([row for row in prepared.values() if row["name"] != "null"]))
        for line in lines:
            row = prepared[line[0], line[1].strip("`")]
            if row["outcome"] != "ok":
                self.assertEqual(line[2:], [row["outcome"]] + ["–"] * (len(heads) - 3))
                continue
            mine = times[row["map"], row["algo"]]
            self.assertEqual(line[2:6] + line[-1:],
                             [words.duration(row["ns"]), words.size(row["bytes"]),
                              words.size(row["peak_bytes"]), words.duration(statistics.median(mine)),
                              words.duration(max(mine))])

    def test_columns_are_means_of_the_maps_medians(self):
        if not self.told.raced("answers"):
            self.skipTest("no rows yet: ./run experiment ground")
        times = times_of(rows_of("ground-v2"))
        heads, _, *lines = table_of(self.page, "answers")
        v1 = {line[0].strip("`"): line[1] for line in lines}
        self.assertIn(f"| `navmesh` | any-angle | {v1['navmesh']} (", self.results)
        column = next(place for place, head in enumerate(heads) if head.startswith("v2: masks"))
        maps = {name for name, _ in times if not name.startswith("drawn-")}
        counted = 0
        for line in lines:
            medians = [statistics.median(times[name, line[0].strip("`")]) for name in maps
                       if (name, line[0].strip("`")) in times]
            if len(medians) == len(maps):
                counted += 1
                mean = math.exp(statistics.fmean(map(math.log, medians)))
                self.assertEqual(line[column], words.duration(mean))
        self.assertGreater(counted, 8)


if __name__ == "__main__":
    unittest.main()
