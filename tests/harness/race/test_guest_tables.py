"""The tables of docs/guests.md are those of the rows that ship, some figures computed again by separate code; and
what race.py refuses: test_guest_tables.py FOOTRACE TREE"""
import gzip
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
FOOTRACE, TREE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(TREE / "guests"))
import tables  # noqa: E402  (the path is an argument)

NS = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}


def cells_of(text):
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


class Tables(unittest.TestCase):
    def check(self, text, files):
        """The first table's medians and illegal paths, from the rows."""
        clicks = {}
        for file in files:
            with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as lines:
                for row in map(json.loads, lines):
                    if row["kind"] == "click" and row["class"] == "detour":
                        clicks.setdefault(row["algo"], {}).setdefault(row["map"], []).append(row)
        heads, _, *lines = cells_of(text)
        self.assertEqual(tuple(heads), tables.HEAD)
        self.assertGreaterEqual(len(lines), 3)
        for cells in (dict(zip(heads, line, strict=True)) for line in lines):
            name, median = cells["racer"], cells["median"]
            mine = clicks[name]
            self.assertEqual(cells["illegal"].split(" of ")[0],
                             str(sum(row["valid_any_angle"] is False for rows in mine.values() for row in rows)), name)
            deepest = max((row["wall_depth"] or 0 for rows in mine.values() for row in rows if row["verdict"] == "invalid"), default=0)
            self.assertEqual(cells["deepest"], f"{deepest:.2g} px" if deepest else "-", name)
            if median == "-":
                continue
            number, unit = median.split()
            ns = math.exp(statistics.fmean(math.log(statistics.median(
                row["ns_played"] for row in rows if row["outcome"] in ("found", "unreachable")))
                for rows in mine.values()))
            self.assertAlmostEqual(float(number) * NS[unit] / ns, 1, delta=0.006, msg=name)

    def test_a_small_race(self):
        """Tables of a race that is run now, one racer with illegal paths."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "history-160x120.jsonl"
            subprocess.run([FOOTRACE, "run", "--allow-debug", "--quiet", "--map", "history-160x120", "--clicks",
                            "auto:40:blocked", "--algo", "navmesh,jps,flood-published,null", "--passes", "1", "--rounds", "1",
                            "--skip", "trials", "-o", file], check=False)
            told = tables.tables(FOOTRACE, [file])
            first, second = told.split("The median on each map:")
            self.check(first, [file])
            heads, _, *lines = cells_of(first)
            row = next(dict(zip(heads, line, strict=True)) for line in lines if line[0] == "flood-published")
            self.assertRegex(row["illegal"], r"^[1-9]\d* of 40$")
            self.assertEqual(cells_of(second)[0], ["racer", "history-160x120"])
            medians = {line[0]: line[heads.index("median")] for line in lines}
            self.assertEqual({line[0]: line[1] for line in cells_of(second)[2:]}, medians)
            figures = tables.figures_of(FOOTRACE, [file])
            theirs = dict.fromkeys(("detour:mesh=exact,limits=large", "pathfinding-js"), {"median": "9 ms"})
            self.assertIn(f"and {medians['navmesh']} with `navmesh`", tables.sentence(theirs | figures))
            self.assertIsNone(tables.sentence(figures))
            told = tables.answered("| one | objection | `jps` and `none` | |\n| other | objection | `none` | |\n", figures)
            mine = figures["jps"]
            self.assertEqual(cells_of(told), [
                ["one", "objection", "jps` and `none", f"jps`: {mine['median']}, {mine['longer']} longer, 0 of 40 illegal, 0 failed"],
                ["other", "objection", "none", ""]])

    def test_the_page_says_what_its_rows_say(self):
        files = sorted(tables.SHIPPED.glob("guests-*.jsonl.gz"))
        if not files:
            self.skipTest("no rows yet: ./run experiment guests --ship")
        texts = tuple(page.read_text(encoding="utf-8") for page in tables.PAGES)
        self.assertTrue(texts == tables.renewed(*texts, FOOTRACE), "docs/guests.md, README.md: ./run experiment guests --ship")
        self.check(texts[0].split("All maps:")[1].split("The median on each map:")[0],
                   [file for file in files if tables.SLOW not in file.name])

    def test_an_unknown_guest(self):
        done = subprocess.run([sys.executable, TREE / "guests/race.py", FOOTRACE, "nonesuch"], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no guest nonesuch; expected boost-astar, detour", done.stderr)


if __name__ == "__main__":
    unittest.main()
