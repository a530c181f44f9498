"""Titles and notes of charts follow from the rows: each figure is worked out here once more."""
import statistics
import unittest

from fixture import DEMO, FEW, Files, clicks_of

import synthetic
from reports import words
from reports.figures import click_times, distance, lengths
from reports.rows import measures, results

FRAME = 1e9 / 60


class Findings(Files):
    def test_share_within_a_frame(self):
        rows = synthetic.race(DEMO, FEW, clicks=30, failing=("bfs",))
        title = click_times.finding(self.race(rows))
        for algo in ("flood", "astar", "bfs"):
            mine = clicks_of(rows, algo=algo)
            share = sum(row["ns_played"] is not None and row["ns_played"] <= FRAME
                        for row in mine) / len(mine)
            if share == 1:
                self.assertTrue(title.startswith(f"{algo} answers every click within a frame"))
            else:
                self.assertIn(f"{algo} {100 * share:.0f} %", title)

    def test_invalid_walk_is_no_answer(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=10)
        clicks_of(rows, algo="flood")[3].update(verdict="invalid")
        title = click_times.finding(self.race(rows))
        self.assertEqual(title, "astar answers every click within a frame; flood 90 %")

    def test_clicks_after_giving_up_count_as_unanswered(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=10, paths=0)
        mine = clicks_of(rows, algo="flood")
        for row in mine[4:6]:
            row.update(outcome="timeout", verdict=None, ns_played=None, ns_after_event=None, length=None)
        race = self.race([row for row in rows if row not in mine[6:]])
        flood = [click for click in race.clicks if click.algo == "flood"]
        self.assertEqual(words.faults(flood), "2 timeouts, 4 not tried")
        self.assertEqual(click_times.finding(race),
                         "astar answers every click within a frame; flood 40 %")

    def test_all_within_a_frame(self):
        rows = synthetic.race(("open",), ("flood", "jps"), clicks=5)
        for row in clicks_of(rows, algo="jps"):
            row["ns_played"] = 42000
        self.assertEqual(click_times.finding(self.answered(rows)),
                         "jps and flood answer every click within a frame, jps in 42 µs")

    def test_far_against_near(self):
        rows = synthetic.race(("office",), ("astar", "null"), clicks=30)
        ranked = sorted(clicks_of(rows, algo="astar"), key=lambda row: row["optimum"])
        near, far = (statistics.median(row["ns_played"] for row in part)
                     for part in (ranked[:10], ranked[-10:]))
        race = self.answered(rows)
        costs = words.factor(far / near)
        self.assertEqual(distance.finding(race),
                         f"Far clicks, compared with near ones: astar {costs} the time")

    def test_distance_is_the_shortest_valid_walk(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=1)
        clicks_of(rows, algo="flood")[0].update(length=7.5, verdict="invalid", optimum=None)
        clicks_of(rows, algo="astar")[0].update(length=99.5, optimum=None)
        race = self.race(rows)
        self.assertEqual(list(race.distances().values()), [99.5])
        self.assertIn("shortest valid path", race.measure_of_distance)

    def test_distance_is_the_optimum_where_known(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=2)
        for index, optimum in enumerate((88.25, None)):
            for row, length in zip(clicks_of(rows, click=index), (90, 95)):
                row.update(length=length, optimum=optimum)
        race = self.race(rows)
        self.assertEqual(sorted(race.distances().values()), [88.25, 90])
        self.assertIn("any-angle path, or", race.measure_of_distance)

    def lengths_race(self, ratios):
        """A race of one map on which each racer's clicks have these ratios."""
        rows = synthetic.race(("open",), tuple(ratios), clicks=len(next(iter(ratios.values()))),
                              paths=0)
        for algo, mine in ratios.items():
            for row, ratio in zip(clicks_of(rows, algo=algo), mine):
                synthetic.cut(row, ratio)
        return rows

    def test_mean_detour(self):
        race = self.race(self.lengths_race({"flood": (1, 1.02, 1.04), "astar": (1.1, 1.2, 1.3),
                                            "visgraph": (1, 1, 1)}))
        self.assertEqual(lengths.finding(lengths.measured(race), race),
                         "Longer than the shortest path, on average: visgraph 0 %, "
                         "flood 2.0 %, astar 20 %")

    def test_walks_through_walls_do_not_shorten_the_mean(self):
        rows = self.lengths_race({"flood": (0.5, 1.02, 1.04), "astar": (1.1, 1.2, 1.3)})
        clicks_of(rows, algo="flood")[0].update(verdict="invalid", valid_any_angle=False)
        race = self.race(rows)
        walks_ = lengths.measured(race)
        self.assertEqual([click.ratio for click in walks_["flood"].illegal], [0.5])
        self.assertAlmostEqual(walks_["flood"].mean, 1.03)
        self.assertTrue(lengths.finding(walks_, race).endswith(
            "flood 3.0 %, astar 20 %; 1 path through walls"))

    def test_worst_clicks_are_listed(self):
        race = self.race(self.lengths_race({"flood": (1, 1.02, 1.04), "astar": (1.1, 1.3, 1.2),
                                            "visgraph": (1, 1, 1)}))
        worst = [(algo, mine.worst.index, mine.worst.ratio)
                 for algo, mine in lengths.listed(lengths.measured(race))]
        self.assertEqual(worst, [("astar", 1, 1.3), ("flood", 2, 1.04)])

    def test_no_optimum_no_ratio(self):
        rows = self.lengths_race({"flood": (1, 1.02), "astar": (1.1, 1.2)})
        for row in clicks_of(rows):
            row.update(optimum=None, ratio=None)
        with self.assertRaises(measures.NothingToDraw):
            lengths.draw(self.race(rows))

    def test_racers_of_few_clicks_stay_out_of_the_field(self):
        rows = synthetic.race(("open", "office", "spiral"), ("flood", "astar"), clicks=4)
        few = synthetic.race(("u-trap",), ("flood", "astar:open=heap"), clicks=3)
        race = results.read_race([self.file(rows), self.file(few, "few.jsonl")])
        field = measures.field(race)
        self.assertEqual({algo: len(clicks) for algo, clicks in field.items()},
                         {"flood": 12, "astar": 12})

    def test_shares_never_round_up_to_all(self):
        self.assertEqual([words.percent(*pair) for pair in
                          ((1000, 1000), (999, 1000), (2999, 3000), (1, 3000), (0, 9), (2, 3))],
                         ["100 %", "99.9 %", "99.9 %", "0.1 %", "0 %", "67 %"])

    def test_times_have_units(self):
        self.assertEqual([words.duration(ns) for ns in (21, 999, 1500, 42000, 16.7e6, 25e9)],
                         ["21 ns", "999 ns", "1.5 µs", "42 µs", "17 ms", "25 s"])


if __name__ == "__main__":
    unittest.main()
