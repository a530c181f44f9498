"""The ranking as Markdown; README.md shows that of the reference race."""
import pathlib
import unittest

from fixture import DEMO, Files, run

import synthetic
from recount import Page
from reports.page import ranking_text
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

    def test_nobody_to_rank(self):
        rows = synthetic.race(("open",), ("null",), clicks=2)
        self.assertEqual(run(self.file(rows), "-o", self.folder)[0], 0)
        self.assertEqual((self.folder / "ranking.md").read_text(encoding="utf-8"), "")


class Reference(unittest.TestCase):
    def test_readme_shows_its_ranking(self):
        race = results.read_race([REFERENCE / "race.jsonl.gz"])
        table = ranking_text.markdown(ranking.rank(race))
        self.assertIn(table, (TOP / "README.md").read_text(encoding="utf-8"))
        self.assertIn(race.runs[0]["cpu"], (REFERENCE / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
