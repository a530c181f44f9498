"""The ranking as Markdown; README.md shows that of the reference race."""
import pathlib
import re
import unittest

from fixture import DEMO, Files, run

import synthetic
from recount import Page
from reports.claims import findings
from reports.page import ranking_text, readme
from reports.rows import ranking, results

TOP = pathlib.Path(__file__).resolve().parents[3]
REFERENCE = TOP / "results" / "reference"
MEASURES = ("tail", "worst", "over_frame", "prepare", "memory", "illegal", "failed")


class Markdown(Files):
    def test_says_what_the_page_says(self):
        rows = synthetic.race(DEMO[:2], ("flood", "flood-published", "astar", "visgraph"), clicks=200)
        self.assertEqual(run(self.file(rows), "-o", self.folder)[0], 0)
        lines = (self.folder / "ranking.md").read_text(encoding="utf-8").splitlines()
        page = Page((self.folder / "report.html").read_text(encoding="utf-8"))
        self.assertEqual(len(lines), 2 + 4)
        self.assertEqual(len({line.count("|") for line in lines}), 1)
        for line in lines[2:]:
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            told = {each["data-measure"]: each["text"] for each in page.data
                    if each["data-of"] == cells[1].strip("`")}
            self.assertEqual([cells[0].removesuffix(" =")] + cells[4:9] + cells[11:],
                             [told[measure] for measure in ("rank",) + MEASURES])
            self.assertEqual(cells[3], "{median} ({low}–{high})".format(**told))

    def test_racers_that_share_no_click_are_not_compared(self):
        rows = [row for row in synthetic.race(("open", "office"), ("flood", "astar"), clicks=4)
                if row["kind"] not in ("click", "path")
                or (row["map"] == "open") == (row["algo"] == "flood")]
        told = ranking.rank(self.race(rows))
        self.assertEqual([each.algo for each in told.standings], ["flood"])
        self.assertEqual([each.algo for each in told.others], ["astar"])
        self.assertEqual(run(self.file(rows), "-o", self.folder)[0], 0)

    def test_nobody_to_rank(self):
        rows = synthetic.race(("open",), ("null",), clicks=2)
        self.assertEqual(run(self.file(rows), "-o", self.folder)[0], 0)
        self.assertEqual((self.folder / "ranking.md").read_text(encoding="utf-8"), "")


class Reference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.race = results.read_race(sorted(REFERENCE.glob("race*.jsonl.gz")))
        cls.ranking = ranking.rank(cls.race)
        cls.text = (TOP / "README.md").read_text(encoding="utf-8")

    def test_readme_says_what_its_rows_say(self):
        self.assertEqual(readme.renewed(self.text, self.ranking), self.text)
        self.assertIn(ranking_text.markdown(self.ranking), self.text)
        self.assertGreater(len(readme.MARK.findall(self.text)), 10)
        marks = len(readme.MARK.findall(self.text)) + 2 * len(findings.MARK.findall(self.text))
        self.assertEqual(self.text.count("<!--"), marks)

    def test_figures_are_renewed(self):
        aged = re.sub(r"(<!-- race clicks -->)\S+", r"\g<1>7", self.text)
        self.assertNotEqual(aged, self.text)
        aged = aged.replace("| `bfs` | grid8 | ", "| `bfs` | grid8 | 1.0 ns ")
        self.assertEqual(readme.renewed(aged, self.ranking), self.text)

    def test_machine_and_sizes(self):
        self.assertIn(self.race.runs[0]["cpu"],
                      (REFERENCE / "README.md").read_text(encoding="utf-8"))
        self.assertEqual(len(self.ranking.maps), 6)
        self.assertEqual({click.kind for click in self.race.clicks}, {"detour"})
        for file in REFERENCE.iterdir():
            self.assertLess(file.stat().st_size, 1_000_000, file.name)


if __name__ == "__main__":
    unittest.main()
