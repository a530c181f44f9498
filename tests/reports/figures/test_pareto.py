"""Pareto fronts: what speed costs, each figure worked out from the rows once more."""
import random
import statistics
import unittest

from fixture import Files, clicks_of

import synthetic
from reports.figures import pareto
from reports.rows import measures


class Fronts(Files):
    RACERS = ("flood", "astar", "jps", "bfs")

    def rows(self, times, ratios):
        """A race of one map: racer -> the time, and the ratio, of all of its clicks."""
        rows = synthetic.race(("open",), tuple(times), clicks=20, paths=0)
        for row in clicks_of(rows):
            synthetic.play(row, times[row["algo"]] * (row["click"] + 1))
            synthetic.cut(row, ratios[row["algo"]])
        return rows

    def four(self):
        return self.rows({"flood": 100, "astar": 300, "jps": 400, "bfs": 50},
                         {"flood": 1.02, "astar": 1.0, "jps": 1.01, "bfs": 1.3})

    def test_who_is_beaten_at_both_is_not_on_the_front(self):
        points = pareto.by_length(self.answered(self.four()))
        self.assertEqual(pareto.front(points), ["bfs", "flood", "astar"])
        self.assertEqual(pareto.length_finding(points), "No racer is better in both time and length than "
                         "bfs (525 ns, 30 % longer than the shortest), flood (1.1 µs, 2.0 % longer than the shortest) and "
                         "astar (3.1 µs, shortest paths)")

    def test_points_are_medians_and_means_of_the_rows(self):
        rows = self.four()
        point = pareto.by_length(self.answered(rows))["flood"]
        times = sorted(row["ns_played"] for row in clicks_of(rows, algo="flood"))
        self.assertAlmostEqual(point.ns, statistics.median(times))
        low, high = point.interval
        self.assertTrue(times[3] < low < point.ns < high < times[16])
        self.assertAlmostEqual(point.cost, 1.02)

    def test_equals_share_the_front(self):
        points = {name: pareto.Point(1.0, 7.0, (6.0, 8.0), True) for name in ("a", "b")}
        points["c"] = pareto.Point(1.0, 8.0, (7.0, 9.0), True)
        self.assertEqual(pareto.front(points), ["a", "b"])

    def test_the_front_agrees_with_trying_all_pairs(self):
        chance = random.Random(5)
        for _ in range(50):
            points = {n: pareto.Point(chance.randrange(9), chance.randrange(1, 9), (1, 9),
                                      chance.random() < 0.8) for n in range(12)}
            fair = [n for n in points if points[n].fair]
            best = [n for n in fair if all(
                points[m].cost > points[n].cost or points[m].ns > points[n].ns
                or (points[m].cost, points[m].ns) == (points[n].cost, points[n].ns)
                for m in fair)]
            self.assertEqual(sorted(pareto.front(points)), best)

    def test_walks_through_walls_and_failures_keep_off_the_front(self):
        rows = self.four()
        for row in clicks_of(rows, algo="bfs")[:5]:
            row["valid_any_angle"] = False
        clicks_of(rows, algo="flood")[0].update(outcome="timeout", verdict=None, length=None,
                                                ratio=None, valid_any_angle=None)
        points = pareto.by_length(self.answered(rows))
        self.assertEqual(points["bfs"].illegal, 0.25)
        self.assertEqual(pareto.front(points), ["astar"])
        self.assertEqual(pareto.length_finding(points),
                         "No racer that answers every click legally is faster than "
                         "astar (3.1 µs, shortest paths) or finds shorter paths")

    def test_all_unanswered_is_told_not_drawn(self):
        rows = self.four()
        for row in clicks_of(rows, algo="bfs"):
            row.update(outcome="limit", verdict=None, length=None, ratio=None)
        race = self.answered(rows)
        self.assertNotIn("bfs", pareto.by_length(race))
        self.assertIn("no click was answered: bfs.", pareto.without_median(race))

    def test_preparation_is_the_geometric_mean_of_the_maps(self):
        rows = synthetic.race(("open", "office", "maze"), ("flood", "astar"), clicks=6, paths=0)
        costs = {}
        for count, row in enumerate(row for row in rows if row["kind"] == "prepare"):
            row.update(ns=1e6 * (count + 1) ** 2, bytes=1000 * (count + 1))
            costs.setdefault(row["algo"], []).append((row["ns"], row["bytes"]))
        race = self.answered(rows)
        prepared = pareto.by_preparation(race, "ns_prepare")
        memory = pareto.by_preparation(race, "held_bytes")
        for algo, mine in costs.items():
            ns, kept = zip(*mine)
            self.assertAlmostEqual(prepared[algo].cost / statistics.geometric_mean(ns), 1)
            self.assertEqual(prepared[algo].spread, (min(ns), max(ns)))
            self.assertEqual(memory[algo].cost, round(statistics.geometric_mean(kept)))

    def test_who_is_not_prepared_on_a_map_is_not_on_the_front(self):
        rows = synthetic.race(("open", "office", "maze"), ("flood", "astar"), clicks=6, paths=0)
        lost = next(row for row in rows if row["kind"] == "prepare" and row["algo"] == "astar")
        lost.update(outcome="timeout", ns=None, bytes=None, peak_bytes=None)
        for row in clicks_of(rows, algo="astar", map=lost["map"]):
            row.update(outcome="timeout", verdict=None)
        points = pareto.by_preparation(self.answered(rows), "ns_prepare")
        self.assertEqual({algo: point.fair for algo, point in points.items()}, {"flood": True, "astar": False})

    def test_finding_of_preparation(self):
        def point(cost, ns):
            return pareto.Point(cost, ns, (ns, ns), True, (cost, cost))
        prepared = {"visgraph": point(75e6, 2e3), "bfs": point(2e5, 4e6), "bad": pareto.Point(
            1, 1, (1, 1), False, (1, 1))}
        memory = {"visgraph": point(3.1e6, 2e3)}
        self.assertEqual(pareto.preparation_finding(prepared, memory),
                         "visgraph answers in 2.0 µs after 75 ms of preparation and 3.1 MB; "
                         "bfs, with the shortest preparation (200 µs), in 4.0 ms")
        del prepared["bfs"]
        self.assertEqual(pareto.preparation_finding(prepared, memory),
                         "visgraph answers fastest, in 2.0 µs, and needs the least "
                         "preparation: 75 ms of preparation and 3.1 MB")

    def test_one_racer_has_nobody_to_be_compared_with(self):
        race = self.race(synthetic.race(("open",), ("flood", "null"), clicks=3))
        for draw in (pareto.draw_lengths, pareto.draw_preparation):
            with self.assertRaises(measures.NothingToDraw):
                draw(race)


if __name__ == "__main__":
    unittest.main()
