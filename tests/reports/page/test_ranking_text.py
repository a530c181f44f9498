"""The ranking as Markdown; README.md shows that of the reference race."""
import json
import math
import os
import pathlib
import re
import statistics
import unittest

from fixture import DEMO, Files, run

import synthetic
from recount import Page
from reports.claims import documents
from reports import __main__ as charts
from reports import words
from reports.page import ranking_text, readme, worst_clicks
from reports.rows import ranking, results

TOP = pathlib.Path(__file__).resolve().parents[3]
REFERENCE = TOP / "results" / "reference"
MEASURES = ("slow", "worst", "over_frame", "prepare", "memory", "illegal", "failed")


class Markdown(Files):
    def test_says_what_the_page_says(self):
        rows = synthetic.race(DEMO[:2], ("flood", "flood-published", "astar", "visgraph"), clicks=200)
        answer = self.answered(rows).answer
        told = self.folder / "answer.json"
        told.write_text(json.dumps(answer))
        self.assertEqual(run(self.file(rows), "--answer", told, "-o", self.folder)[0], 0)
        lines = (self.folder / "ranking.md").read_text(encoding="utf-8").splitlines()
        page = Page((self.folder / "report.html").read_text(encoding="utf-8"))
        self.assertEqual(len(lines), 2 + 4)
        self.assertEqual([line.split("|")[1].strip() for line in lines[2:]],
                         [f"{each['rank']} {each['letters']}" for each in answer["ranking"]])
        self.assertEqual(len({line.count("|") for line in lines}), 1)
        for line in lines[2:]:
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            told = {each["data-measure"]: each["text"] for each in page.data
                    if each["data-of"] == cells[1].strip("`")}
            self.assertEqual([cells[0].split()[0]] + cells[4:9] + cells[11:],
                             [told[measure] for measure in ("rank",) + MEASURES])
            interval = " ({low}–{high})" if "low" in told else ""
            self.assertEqual(cells[3], ("{median}" + interval).format(**told))

    def test_racers_that_share_no_click_are_not_compared(self):
        rows = [row for row in synthetic.race(("open", "office"), ("flood", "astar"), clicks=4)
                if row["kind"] not in ("click", "path")
                or (row["map"] == "open") == (row["algo"] == "flood")]
        told = ranking.rank(self.race(rows))
        self.assertEqual([each.algo for each in told.standings], ["flood"])
        self.assertEqual([each.algo for each in told.others], ["astar"])
        self.assertEqual(run(self.file(rows), "-o", self.folder)[0], 0)

    def test_a_median_is_of_the_clicks_beside_it(self):
        """The answer compares racers also on a map that another one left; the page compares all on the same."""
        race = self.answered([row for row in synthetic.race(("open", "office"), ("flood", "astar", "bfs"), clicks=12)
                              if row["kind"] not in ("click", "path") or (row["map"], row["algo"]) != ("office", "bfs")])
        counts = {each["algo"]: each["clicks"] for each in race.answer["ranking"]}
        told = ranking.rank(race)
        self.assertEqual(told.maps, ["open"])
        self.assertGreater(counts["flood"], told.clicks)
        for each in told.standings:
            times = [click.ns for click in race.clicks if (click.algo, click.map) == (each.algo, "open") and
                     click.kind == "detour"]
            self.assertAlmostEqual(each.median / statistics.median(times), 1)
            self.assertEqual(each.low is None, counts[each.algo] != each.clicks)

    def test_nobody_to_rank(self):
        rows = synthetic.race(("open",), ("null",), clicks=2)
        self.assertEqual(run(self.file(rows), "-o", self.folder)[0], 0)
        self.assertEqual((self.folder / "ranking.md").read_text(encoding="utf-8"), "")


class Reference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.groups = readme.read_groups(os.environ["FOOTRACE_COMMAND"])
        cls.answer, cls.ranking = cls.groups["race"].answer, cls.groups["race"].ranking
        cls.readme = (TOP / "README.md").read_text(encoding="utf-8")
        cls.text = (TOP / "docs" / "results.md").read_text(encoding="utf-8")

    def test_every_page_says_what_its_rows_say(self):
        for page, text in readme.pages(self.groups):
            self.assertTrue(page.read_text(encoding="utf-8") == text,
                            f"{page} does not say what the rows in results/reference say: ./run experiment reference")
        self.assertIn(ranking_text.markdown(self.ranking), self.text)
        self.assertIn(ranking_text.markdown(self.groups["every"].ranking), self.text)
        self.assertIn(ranking_text.brief(self.ranking, self.answer), self.readme)
        self.assertGreater(len(readme.MARK.findall(self.text)), 5)
        for text in (self.text, self.readme):
            # The sentence of guests is written by guests/tables.py.
            ended = len(documents.MARK.findall(text)) + len(readme.BLOCK.findall(text)) + text.count("<!-- guests -->")
            self.assertEqual(text.count("<!--"), len(readme.MARK.findall(text)) + 2 * ended)

    def test_the_ranking_of_readme_is_short(self):
        """Each row is of a back end that may be shipped, in the order of the whole."""
        rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]]
                for line in self.readme.split("<!-- brief -->\n")[1].split("<!-- end -->")[0].splitlines()[2:]]
        self.assertLessEqual(len(rows), 8)
        self.assertEqual({len(row) for row in rows}, {7})
        barred = {each["algo"] for each in self.answer["candidates"] if each["place"] == "no candidate"}
        whole = [each.algo for each in self.ranking.standings if each.algo not in barred]
        self.assertEqual([row[1] for row in rows], whole[:len(rows)])

    def test_walkbox_is_no_candidate(self):
        """What docs/results.md says about it."""
        places = {each["algo"]: each["place"] for each in self.groups["every"].answer["candidates"]}
        self.assertEqual(places["walkbox"], "no candidate")
        self.assertIn("`walkbox` is fast, but its paths are <!-- walkbox ratio_mean -->", self.text)

    def test_the_answer_elsewhere(self):
        """Recomputed from the rows: a racer has a median where it could be shipped, and the answer stands above."""
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in
                 self.text.split("<!-- elsewhere -->\n")[1].split("<!-- end -->")[0].splitlines()]
        shown = [name for name in readme.ELSEWHERE if name in self.groups]
        self.assertEqual(len(lines[0]), 1 + len(shown))
        self.assertGreater(len(lines), 2 + 5)
        for column, name in enumerate(shown, 1):
            answer = self.groups[name].answer
            placed = {each["algo"]: each for each in answer["candidates"]}
            self.assertTrue(lines[2][column].startswith(f"`{answer['ship']}`" if answer["ship"] else "–"), name)
            medians = {}
            for file in self.groups[name].files:
                for click in results.read_race([file]).clicks:
                    if click.kind == "detour":
                        medians.setdefault((click.algo, click.map), []).append(click.ns)
            for algo, *cells in lines[3:]:
                algo = algo.strip("`")
                mine = [math.log(statistics.median(times)) for (one, _), times in medians.items() if one == algo]
                self.assertEqual(cells[column - 1], words.duration(math.exp(statistics.fmean(mine)))
                                 if placed[algo]["penalty"] is not None else placed[algo]["place"], (name, algo))

    def test_readme_says_how_it_was_measured(self):
        text = " ".join(self.text.split())
        self.assertIn("in three rounds of fresh processes", text)
        self.assertIn("rooms in full HD, on a virtual machine with", text)
        for file in self.groups["race"].files:
            race = results.read_race([file])
            for run in race.runs:
                self.assertEqual((run["rounds"], run["frame_width"], run["frame_height"]), (3, 1920, 1080))
                self.assertIn(f"{run['cores']} cores of an {run['cpu']}", text)
                self.assertIn("virtual", run["disturbances"])
                self.assertNotIn("dirty", run["revision"])
            for told in race.maps.values():
                self.assertEqual((told["width"], told["height"]), (1920, 1080))

    def test_readme_says_what_the_columns_are(self):
        text = " ".join(self.text.split())
        shown = re.search(r"^\|  \|(.*)\|$", self.text, re.MULTILINE)[1]
        shown = {head.strip().removesuffix(" (at most)") for head in shown.split("|")}
        table = self.text.partition("| column | |\n|---|---|\n")[2].partition("\n\n")[0]
        explained = {name.strip() for line in table.splitlines() for name in line.split("|")[1].split(",")}
        self.assertEqual(explained, shown - {"back end"} | {"rank"})
        movement = re.search(r"^\| movement \|.*$", table, re.MULTILINE)[0]
        every = self.groups["every"].ranking.standings
        self.assertEqual({each.movement for each in every}, set(re.findall("`(.*?)`", movement)))
        self.assertIn("clicks that take more than 1/60 s", text)
        self.assertEqual(words.FRAME_NS, 1e9 / 60)
        for each in every:
            self.assertEqual(each.illegal > 0, each.movement == "beeline", "Bresenham lines do")
            self.assertEqual(each.worst == math.inf, each.failed > 0, "never: some clicks got no valid answer")

    def test_readme_says_what_the_page_of_the_demo_has(self):
        text, run_text = " ".join((self.text + self.readme).split()), (TOP / "run").read_text(encoding="utf-8")
        self.assertIn("each back end's four slowest clicks on the map", text)
        self.assertEqual(worst_clicks.MOST, 4)
        self.assertIn("up to eight charts", text)
        self.assertEqual(len(charts.ON_PAGE), 8)
        demo = re.search(r"^demo\(\) \{\n(.*?)^\}", run_text, re.MULTILINE | re.DOTALL)[1]
        self.assertIn("`build/demo/report/report.html`", text)
        self.assertIn("out=$top/build/demo", demo)
        self.assertRegex(demo, r'"\$footrace" report .*-o "\$out/report"')
        # It installs what is missing, builds, races, writes the report.
        steps = [demo.index(step) for step in ("build_racing", "experiments demo", '"$footrace" report')]
        self.assertEqual(steps, sorted(steps))
        building = re.search(r"^build_racing\(\) \{\n(.*?)^\}", run_text, re.MULTILINE | re.DOTALL)[1]
        self.assertRegex(building, r'(?s)^ *need "\$\{to_build\[@\]\}".*build_command')

    def test_what_readme_learned(self):
        every = self.groups["every"]
        held = {each.algo: each for each in every.ranking.standings}
        text = " ".join(self.text.split())
        self.assertIn("The exact shortest path fits into a frame.** As played, `visgraph`", text)
        self.assertLess(held["visgraph"].ratio_worst, 1 + 1e-9)
        self.assertLess(held["visgraph"].worst, words.FRAME_NS)
        self.assertIn("when a gate opens, the graph is updated in place", text)
        self.assertEqual([each["updates"] for each in every.answer["candidates"] if each["algo"] == "visgraph"], [True])
        # A* and its kin walk alike: the shortest in eight directions.
        kin = {round(each.ratio_mean, 9) for each in held.values() if each.movement == "grid8" and each.algo != "bfs"}
        self.assertEqual(kin, {round(held["astar"].ratio_mean, 9)})
        self.assertIn("A click takes longer than a benchmark's loop says", text)
        for algo, each in held.items():  # those for which what a frame leaves in the caches matters
            if each.median < 300_000 and every.candidate(algo)["measures"]:
                self.assertGreater(each.median, 1.5 * every.steady(algo), algo)

    def test_figures_are_renewed(self):
        aged = re.sub(r"(<!-- race clicks -->)\S+", r"\g<1>7", self.text)
        self.assertNotEqual(aged, self.text)
        aged = aged.replace("| `bfs` | grid8 | ", "| `bfs` | grid8 | 1.0 ns ")
        self.assertEqual(readme.renewed(aged, self.groups), self.text)

    def test_sizes(self):
        for file in REFERENCE.iterdir():
            self.assertLess(file.stat().st_size, 1_000_000, file.name)


if __name__ == "__main__":
    unittest.main()
