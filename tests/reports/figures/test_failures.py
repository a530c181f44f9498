"""The failure matrix counts what the rows say."""
import collections
import unittest

from fixture import FEW, Files, clicks_of, with_events

import synthetic
from reports.figures import failures
from reports.rows import measures


class Failures(Files):
    def rows(self):
        rows = synthetic.race(("open", "office", "maze"), FEW, clicks=10, walks=0)
        for name, place, outcome in (("open", 0, "timeout"), ("open", 1, "timeout"),
                                     ("maze", 0, "crash"), ("office", 3, "unsupported")):
            clicks_of(rows, algo="bfs", map=name)[place].update(outcome=outcome, verdict=None)
        clicks_of(rows, algo="astar", map="open")[4].update(verdict="invalid")
        return rows

    def test_counts_by_kind_and_by_map(self):
        rows = self.rows()
        counts = failures.failures(self.race(rows))
        wanted = {}
        for row in clicks_of(rows):
            kind = row["outcome"] if row["outcome"] not in ("found", "none") else row["verdict"]
            if kind not in ("ok", None, "unsupported"):
                wanted.setdefault(row["algo"], collections.Counter())[kind, row["map"]] += 1
        self.assertEqual(counts, wanted)
        self.assertEqual(failures.by_kind(counts)["bfs"], {"timeout": 2, "crash": 1})
        self.assertEqual(failures.by_map(counts)["bfs"], {"open": 2, "maze": 1})
        self.assertEqual(failures.failed_share(self.race(rows), counts),
                         {"bfs": 3 / 30, "astar": 1 / 30})

    def test_finding(self):
        race = self.race(self.rows())
        self.assertEqual(failures.finding(race, failures.failures(race)),
                         "Unexpected failures: bfs (2 timeouts, 1 crash) and astar "
                         "(1 invalid path)")
        rows = self.rows()
        for row in rows:
            if row["kind"] == "prepare":
                row["expected_faults"] = True
        race = self.race(rows)
        self.assertEqual(failures.finding(race, failures.failures(race)),
                         "Only racers that are expected to fail do: bfs (10 % of clicks) and "
                         "astar (3 %)")

    def test_preparations_count_where_no_click_failed(self):
        rows = self.rows()
        for row in rows:
            if row["kind"] == "prepare" and row["algo"] == "bfs" and row["map"] != "office":
                row.update(outcome="timeout", ns=None, bytes=None, peak_bytes=None)
            elif row["kind"] == "prepare" and row["algo"] == "astar":
                row.update(outcome="unsupported", ns=None, bytes=None, peak_bytes=None)
        rows = [row for row in rows if row["kind"] != "click" or row["algo"] != "bfs"
                or row["map"] != "maze"]
        counts = failures.failures(self.race(rows))
        self.assertEqual(failures.by_kind(counts)["bfs"], {"timeout": 2, "preparation": 2})
        self.assertEqual(failures.by_map(counts)["bfs"], {"open": 2, "maze": 1})
        self.assertEqual(failures.by_kind(counts)["astar"], {"invalid": 1})

    def test_updates_that_failed(self):
        rows = with_events(synthetic.race(("open",), ("bfs",), clicks=4), every=2)
        for row in rows:
            if row["kind"] == "update" and row["click"] == 4:
                row.update(outcome="timeout", ns=None)
        race = self.race(rows)
        self.assertEqual(failures.failures(race), {"bfs": {("update", "open"): 1}})
        self.assertIn("bfs (1 failed update)", failures.finding(race, failures.failures(race)))

    def test_cells_tell_large_counts_short(self):
        self.assertEqual([failures.compact(n) for n in (0, 7, 999, 1000, 9940, 111111)],
                         ["0", "7", "999", "1.0k", "9.9k", "111k"])

    def test_no_failures_no_chart(self):
        with self.assertRaises(measures.NothingToDraw):
            failures.draw(self.race(synthetic.race(("open",), FEW, clicks=3)))


if __name__ == "__main__":
    unittest.main()
