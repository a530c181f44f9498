"""Charts over a series of maps: how times change with what the maps hold."""
import unittest

from fixture import Files

import synthetic
from reports import words
from reports.figures import growth
from reports.rows import measures


class Series(Files):
    def grown(self, racers, rooms=(20, 60, 150, 300), **powers):
        """Rows of a series on which preparing a racer takes its power of the corners."""
        rows = synthetic.race((*(f"room-{n}" for n in rooms), "office"), racers, clicks=6)
        for row in rows:
            count = synthetic.corners(row.get("map", ""))
            if row["kind"] == "prepare":
                row["ns"] = 1e-3 * count ** powers[row["name"]]
            elif row["kind"] == "click" and row["algo"] == "flood":
                row["ns_played"] = 5.0 * count ** 2
        return rows

    def test_growth_is_the_power_of_the_corners(self):
        race = self.race(self.grown(("flood", "flood-published", "astar", "null"), flood=3,
                                    astar=0.5, null=7))
        series = growth.series(race)
        self.assertEqual(series, {f"room-{n}": 900 + 30 * n for n in (20, 60, 150, 300)})
        prepared, clicked = growth.preparations(race, series), growth.clicks(race, series)
        self.assertEqual({algo: growth.power(fit) for algo, fit in prepared.items()},
                         {"astar": "n⁰·⁵", "flood": "n³·⁰", "flood-published": "n³·⁰"})
        self.assertAlmostEqual(clicked["flood"].power, 2)
        self.assertNotIn("null", clicked)
        self.assertEqual(growth.power(clicked["astar"]), "no trend")
        only = {algo: prepared[algo] for algo in ("flood", "astar")}
        times = words.factor((9900 / 1500) ** 3)
        self.assertEqual(growth.finding(race, only), "From 1,500 to 9,900 corners, preparation "
                         f"takes {times} as long with flood (n³·⁰)")

    def test_growth_needs_four_maps_of_a_kind(self):
        rows = self.grown(("flood", "astar"), flood=1, astar=1)
        for row in rows:
            if row["kind"] == "map" and row["map"] == "room-300":
                row["width"] = 3840
        race = self.race(rows)
        self.assertEqual(growth.series(race), {})
        with self.assertRaises(measures.NothingToDraw):
            growth.draw(race)

    def test_growth_leaves_out_what_was_not_prepared(self):
        rows = self.grown(("flood", "astar"), flood=2, astar=1)
        for row in rows:
            if row["kind"] == "prepare" and row["algo"] == "flood" and row["map"] == "room-300":
                row.update(outcome="timeout", ns=None, bytes=None, peak_bytes=None)
        race = self.race(rows)
        self.assertEqual(list(growth.preparations(race, growth.series(race))), ["astar"])

    def test_growth_compares_over_the_same_corners(self):
        rows = self.grown(("flood", "flood-published"), (20, 60, 150, 300, 500), flood=1)
        for row in rows:
            if row["kind"] == "prepare" and row["algo"] == "flood-published":
                row["ns"] = None if row["map"] == "room-500" else row["ns"] ** 2
                if row["ns"] is None:
                    row.update(outcome="timeout", bytes=None, peak_bytes=None)
        race = self.race(rows)
        prepared = growth.preparations(race, growth.series(race))
        self.assertEqual(growth.finding(race, prepared),
                         "From 1,500 to 9,900 corners, preparation takes 44× as long with "
                         "flood-published (n²·⁰), 6.6× with flood (n¹·⁰)")
        self.assertEqual(growth.notes("flood-published", prepared, {}, 15900),
                         ["preparation n²·⁰", "not prepared beyond 9,900 corners"])
        self.assertEqual(growth.notes("flood", prepared, {}, 15900), ["preparation n¹·⁰"])


if __name__ == "__main__":
    unittest.main()
