"""docs/results.md and docs/claims.md say of the articles what the rows say that ship."""
import collections
import pathlib
import subprocess
import sys
import tempfile
import unittest

import fixture  # noqa: F401
import synthetic
from reports.claims import claim as claims
from reports.claims import documents, gouveia, judge
from reports.claims.__main__ import read_races
from reports.claims.claim import FAILS, HOLDS, UNKNOWN, Finding
from reports.rows import results

SHIPPED = documents.ROOT / "results" / "reference"
MOST_BYTES = 1 << 20
MOST_CHARACTERS = 200


def files():
    return sorted(SHIPPED.glob("claims-*.jsonl.gz"))


class Findings(unittest.TestCase):
    def test_pages_follow_the_rows(self):
        rulings = documents.rulings_of(files())
        told = {ruling.claim.race for ruling in rulings
                if ruling.finding.verdict == UNKNOWN}
        self.assertFalse(told & set(read_races(files())), "rows that cannot be judged")
        for page in documents.PAGES:
            text = page.read_text(encoding="utf-8")
            self.assertTrue(documents.MARK.search(text), page)
            self.assertEqual(documents.renewed(text, rulings), text,
                             f"{page.name}: run python3 -m reports.claims.documents")

    def test_cells_are_short(self):
        text = (documents.ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
        rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("|")]
        self.assertGreater(len(rows), 30)
        for cell in (cell for row in rows for cell in row):
            self.assertLessEqual(len(cell.strip()), MOST_CHARACTERS, cell)
        for line in text.splitlines():
            if line.startswith("  **"):
                self.assertLessEqual(len(line), MOST_CHARACTERS + len("  ****: "), line)

    def test_a_card_has_a_figure_in_sight(self):
        for ruling in documents.rulings_of(files()):
            if not ruling.claim.reasoned:
                self.assertRegex(ruling.finding.brief, r"\d", ruling.claim.name)

    def test_rows_are_small(self):
        self.assertLess(sum(file.stat().st_size for file in files()), MOST_BYTES)

    def test_what_stands_between_marks_is_renewed(self):
        claim = judge.CLAIMS[0]
        ruling = judge.Ruling(claim, Finding("holds", "so it was"), "")
        text = f"a <!-- claim {claim.name} -->old\nwords<!-- end --> b <!-- claim tally -->?<!-- end -->"
        self.assertEqual(documents.renewed(text, [ruling]),
                         f"a <!-- claim {claim.name} -->**holds**: so it was<!-- end --> b "
                         "<!-- claim tally -->of 1 claim 1 holds<!-- end -->")
        self.assertIn("**holds**: so it was", documents.renewed("<!-- claim cards --><!-- end -->", [ruling]))

    def test_a_part_of_a_race_is_counted_anew(self):
        rows = synthetic.race(["adventure-20"], ("flood", "bfs"), clicks=20)
        wrong = next(row for row in rows if row["kind"] == "click" and row["click"] == 7)
        wrong["verdict"], rows[-1]["faults"] = "invalid", 1
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        whole = synthetic.write(folder / "whole.jsonl", rows)
        subprocess.run(
            [sys.executable, "-m", "experiments.trim", whole, "--every", "5", "--claims", "-o",
             folder / "part.jsonl.gz"], check=True, cwd=documents.ROOT)
        race = results.read_race([folder / "part.jsonl.gz"])
        self.assertEqual(race.left_out, {"flood": {"": 15, "invalid": 1}, "bfs": {"": 16}})
        self.assertEqual(gouveia.faults(race, "flood"), (1, 20, "1 invalid path"))
        self.assertTrue(claims.ground(race).endswith("; 20 clicks"))
        counts = collections.Counter(click.index % 5 for click in race.clicks)
        self.assertEqual(counts, {0: 8})
        self.assertEqual(race.totals[0]["clicks"], 8)
        self.assertEqual((race.totals[0]["found"], race.totals[0]["faults"]), (8, 0))

    def test_a_part_with_another_verdict_is_told(self):
        claim = judge.CLAIMS[0]
        holds, fails = (judge.Ruling(claim, Finding(verdict, ""), "") for verdict in (HOLDS, FAILS))
        self.assertEqual(documents.differences([holds], [holds]), [])
        self.assertEqual(documents.differences([holds], [fails]),
                         ["ladder: 'holds' by what ships, 'does not hold' by all rows"])


if __name__ == "__main__":
    unittest.main()
