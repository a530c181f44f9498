"""footrace export: what a spreadsheet, a pull request and Google Benchmark's compare.py get."""
import contextlib
import csv
import io
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

import synthetic  # noqa: E402

FOOTRACE = sys.argv.pop(1)
OFFICE = pathlib.Path(__file__).resolve().parents[3] / "results/reference/every-office.jsonl.gz"


def export(*arguments):
    """Exit code, standard output and standard error."""
    done = subprocess.run([FOOTRACE, "export", *map(str, arguments)], capture_output=True,
                          check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def ranking_of(file):
    done = subprocess.run([FOOTRACE, "answer", "--json", str(file)], capture_output=True, check=False)
    return json.loads(done.stdout)["ranking"]


class Export(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.rows = synthetic.race(("open", "maze"), ("flood", "astar", "null"), clicks=210)
        self.clicks = [row for row in self.rows if row["kind"] == "click"]
        self.clicks[0]["tag"] = 'a "corner", say'
        self.clicks[1]["verdict"] = "invalid"
        self.clicks[2]["class"] = "direct"
        self.file = synthetic.write(self.folder / "race.jsonl", self.rows)

    def exported(self, form):
        code, out, err = export(self.file, "--format", form)
        self.assertEqual((code, err), (0, ""))
        return out

    def test_csv_holds_every_click(self):
        table = list(csv.DictReader(io.StringIO(self.exported("csv"))))
        self.assertEqual(len(table), len(self.clicks))
        for cells, row in zip(table, self.clicks):
            self.assertEqual((cells["map"], cells["algo"], cells["tag"]),
                             (row["map"], row["algo"], row["tag"]))
            self.assertEqual([int(cells["start_x"]), int(cells["start_y"])], row["start"])
            self.assertEqual(cells["enabled"], " ".join(map(str, row["enabled"])))
            for key in ("ns_played", "length", "steady_passes"):
                self.assertEqual(float(cells[key]) if cells[key] else None, row[key])

    def test_markdown_has_the_ranks_of_the_answer(self):
        """One fails a click, and is last; null answers nothing, and has no rank."""
        failed = self.clicks[1]["algo"]
        lines = self.exported("markdown").splitlines()
        self.assertEqual(lines[0], "### open, clicks: open.json")
        racers = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[4:7]]
        ranked = [[f"{each['rank']} {each['letters']}", each["algo"]]
                  for each in ranking_of(self.file)]
        self.assertEqual([algo for _, algo in ranked], [*sorted({"astar", "flood"} - {failed}), failed])
        self.assertEqual([cells[:2] for cells in racers], [*ranked, ["-", "null"]])
        self.assertEqual([cells[-1] for cells in racers], ["0", "1", "0"])
        for cells in racers:  # 210 clicks allow the 95th percentile, and not the 99th
            self.assertNotEqual(cells[5], "-")
            self.assertEqual(cells[6], "-")

    def test_latex_has_the_ranks_and_the_pairs_of_the_answer(self):
        code, text, err = export(OFFICE, "--format", "latex")
        self.assertEqual((code, err, text.count("\\toprule"), text.count("\\bottomrule")), (0, "", 2, 2))
        tables = [[line.removesuffix(" \\\\").split(" & ") for line in part.splitlines() if line.endswith("\\\\")]
                  for part in text.split("\\end{tabular}")[:2]]
        ranking = ranking_of(OFFICE)
        self.assertEqual([cells[:3] for cells in tables[0][1:]],
                         [[str(each["rank"]), f"\\textsuperscript{{{each['letters']}}}", each["algo"]] for each in ranking])
        faster = json.loads(subprocess.run([FOOTRACE, "answer", "--json", OFFICE], capture_output=True,
                                           check=False).stdout)["faster"]
        for one, cells in zip(ranking, tables[1][1:], strict=True):
            signs = ["$<$" if one["algo"] in faster[other["algo"]] else
                     "$>$" if other["algo"] in faster[one["algo"]] else "" for other in ranking]
            self.assertEqual([cell.strip() for cell in cells[2:]], signs, one["algo"])

    def test_a_racer_that_fails_is_behind_all_that_do_not(self):
        """On the shipped office, flood-published is quicker than bfs, and fails."""
        rows = [line for line in export(OFFICE, "--format", "markdown")[1].splitlines()
                if line.startswith("| ")][1:]
        algos = [line.split(" | ")[1] for line in rows]
        self.assertEqual(algos, [each["algo"] for each in ranking_of(OFFICE)] + ["null"])
        self.assertEqual(algos[-2:], ["flood-published", "null"])

    def test_sqlite_holds_every_row(self):
        """A table for each kind; where this build has no SQLite, it says so."""
        code, _, err = export(self.file, "--format", "sqlite", "-o", self.folder / "race.db")
        if "has no SQLite" in err:
            self.skipTest(err.strip())
        self.assertEqual((code, err), (0, ""))
        with contextlib.closing(sqlite3.connect(self.folder / "race.db")) as database:
            database.row_factory = sqlite3.Row
            for kind in {row["kind"] for row in self.rows}:
                mine = [row for row in self.rows if row["kind"] == kind]
                told = list(map(dict, database.execute(f'SELECT * FROM "{kind}"')))
                self.assertEqual(len(told), len(mine), kind)
                for cells, row in zip(told, mine):
                    expected = dict(self.cells(row))
                    for key, value in expected.items():
                        cell = cells.pop(key)
                        if isinstance(value, list):  # written with all digits that count
                            cell = json.loads(cell)
                            self.assertEqual(len(cell), len(value))
                            cell = [each if isinstance(each, str) or each is None or
                                    abs(each - item) > 1e-9 * abs(item) else item
                                    for each, item in zip(cell, value)]
                        self.assertEqual(cell, value)
                    # A key that the row lacks is null, and a list is empty.
                    self.assertLessEqual(set(cells.values()), {None, "[]"}, "keys that the row lacks")
            count, = database.execute("SELECT count(*) FROM click WHERE algo = 'flood' "
                                      "AND ns_played > 0").fetchone()
            self.assertEqual(count, sum(row["algo"] == "flood" and row["ns_played"] is not None
                                        for row in self.clicks))

    @staticmethod
    def cells(row):
        for key, value in row.items():
            if key in ("start", "goal"):
                yield from ((f"{key}_x", value[0]), (f"{key}_y", value[1]))
            elif key != "kind":
                yield key, value

    def test_without_rows(self):
        for form in ("csv", "markdown"):
            file = synthetic.write(self.folder / "none.jsonl", [self.rows[0], self.rows[-1]])
            code, out, err = export(file, "--format", form)
            self.assertEqual((code, err), (0, ""))

    def test_complaints(self):
        cut = synthetic.write(self.folder / "cut.jsonl", self.rows[:40])
        code, out, err = export(cut, "--format", "csv")
        self.assertEqual((code, err.count("\n")), (0, 1))
        self.assertIn("cut.jsonl:40: no end row", err)
        bad = synthetic.write(self.folder / "bad.jsonl", self.rows[:3] + [{"kind": "map"}])
        for arguments, words in (((bad, "--format", "csv"), "bad.jsonl:4: "),
                                 ((cut, "--format", "xml"), "--format: 'xml' found"),
                                 ((self.folder / "no.jsonl", "--format", "csv"), "no.jsonl: No")):
            code, out, err = export(*arguments, "-o", self.folder / "out")
            self.assertEqual((code, err.count("\n")), (2, 1))
            self.assertIn(words, err)
            self.assertFalse((self.folder / "out").exists())
        self.assertEqual(export(cut, "--format", "csv", "-o", "/dev/full")[0], 3)


if __name__ == "__main__":
    unittest.main()
