"""docs/articles.md names every mechanism of the articles, and what is in the tree."""
import pathlib
import re
import unittest

import fixture  # noqa: F401
from reports.claims import judge

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "articles.md"
MECHANISMS = {"Don 2022": 27, "Uurloon 2015": 12, "Gouveia 2011": 26, "Covert 2016": 10,
              "Gilmok 2017": 18}
PLACE = re.compile(r"`([\w./-]+/[\w.-]+)(?::(\w+))?`")


def tables():
    """Heading -> rows of its table, each a list of cells."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line[3:].split(",")[0], [])
        elif re.match(r"\| \d+ \|", line):
            rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


class Articles(unittest.TestCase):
    def test_each_mechanism_has_a_line(self):
        self.assertEqual({name: len(rows) for name, rows in tables().items()}, MECHANISMS)
        for rows in tables().values():
            self.assertEqual([int(row[0]) for row in rows], list(range(1, len(rows) + 1)))
            for row in rows:
                self.assertEqual(len(row), 6, row)
                self.assertTrue(all(row), row)

    def test_files_and_functions_exist(self):
        places = PLACE.findall(PAGE.read_text(encoding="utf-8"))
        self.assertGreater(len(places), 150)
        for file, function in places:
            self.assertTrue((ROOT / file).is_file(), file)
            if function:
                text = (ROOT / file).read_text(encoding="utf-8")
                defined = re.search(rf"(?m)^[a-z][\w *]*\b{function}\(", text)
                self.assertTrue(defined, (file, function))

    def test_claims_are_those_that_are_judged(self):
        told = {name for rows in tables().values() for row in rows
                for name in re.findall(r"`([\w-]+)`", row[5])}
        self.assertEqual(told, {claim.name for claim in judge.CLAIMS})

    def test_what_is_built_is_tested(self):
        for rows in tables().values():
            for row in rows:
                self.assertEqual(row[2] == "none", row[4] == "none", row)


if __name__ == "__main__":
    unittest.main()
