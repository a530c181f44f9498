"""Charts over a series of maps: how times and detours change with what the maps hold."""
import math
import statistics
import unittest

from fixture import Files, rocks, simplified, sizes

import synthetic
from reports import words
from reports.figures import density, growth, memory, scaling, simplification
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
                         f"comes to take {times} as long with flood (n³·⁰)")

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
                         "From 1,500 to 9,900 corners, preparation comes to take 44× as long with "
                         "flood-published (n²·⁰), 6.6× with flood (n¹·⁰)")
        self.assertEqual(growth.notes("flood-published", prepared, {}, 15900),
                         ["preparation n²·⁰", "not prepared beyond 9,900 corners"])
        self.assertEqual(growth.notes("flood", prepared, {}, 15900), ["preparation n¹·⁰"])

    def test_density_is_the_mean_of_clicks_that_search(self):
        race = self.race(rocks())
        maps = growth.series(race, density.blocked)
        groups = density.searched(race, maps)
        self.assertEqual({len(clicks) for racers in groups.values() for clicks in racers.values()},
                         {4})
        excess = density.deviations(race, groups, maps)
        self.assertEqual(list(excess), ["published"])
        self.assertEqual([round(over) for _, over in excess["published"]], [2, 10, 20, 30])
        self.assertEqual(density.times(groups, maps)["jumpgraph"][0][1], 1000)
        self.assertEqual(density.finding(excess), "Walks of published are 2.0 pixels too long on "
                         "average where 2 % is blocked, 30 where 30 % is")

    def test_density_needs_two_settings_of_the_graph(self):
        race = self.race([row for row in rocks() if row.get("algo") != "published"])
        with self.assertRaises(measures.NothingToDraw):
            density.draw(race)

    def test_memory_is_that_of_a_pixel(self):
        race = self.race(sizes())
        maps = memory.series(race)
        lines = memory.shares(race, maps)
        self.assertEqual([share for _, share in lines["flood"]], [10, 10, 10])
        self.assertEqual(lines["jps"][0], (10000, 16))
        self.assertEqual(memory.failures(race, "flood", maps), ["memory from 41M pixels"])
        self.assertEqual(memory.finding(lines, maps), "On 41M pixels jps holds 0.004 bytes a pixel")

    def test_memory_needs_maps_of_four_sizes(self):
        rows = [row for row in sizes() if row.get("map") != "room-100"]
        with self.assertRaises(measures.NothingToDraw):
            memory.draw(self.race(rows))

    def test_simplification_is_told_by_its_clicks(self):
        race = self.race(simplified())
        polygons, pixels = simplification.racers(race)
        self.assertEqual((list(polygons), pixels), ([0, 1, 4], "astar"))
        found = simplification.measured(race, [*polygons.values(), pixels])
        self.assertEqual([found["room"][algo].nodes for algo in polygons.values()], [100, 90, 60])
        self.assertAlmostEqual(found["room"]["polygons-4"].length, 4)
        self.assertEqual(simplification.finding(found, polygons, pixels),
                         "On screen, polygons simplified by 4 px take 60 nodes a click where pixels "
                         "take 1,000, and 3.0 turns where those take 9.0")

    def test_simplification_needs_three_tolerances(self):
        rows = [row for row in simplified() if row.get("algo") != "polygons-4"]
        with self.assertRaises(measures.NothingToDraw):
            simplification.draw(self.race(rows))


class Scaling(Files):
    """Maps whose reachable area and corners do not go together, times that are powers of them."""

    def rows(self, noise=(), clicks=10):
        names = [f"room-{n}" for n in range(8)]
        rows = synthetic.race(names, ("flood", "astar", "null"), clicks=clicks, walks=0)
        for row in rows:
            n = int(row.get("map", "-0")[-1])
            area, corners = 1000 * 2 ** n, (7, 90, 20, 300, 11, 600, 40, 150)[n]
            if row["kind"] == "map":
                row.update(reachable=area, corners=corners)
            elif row["kind"] == "prepare":
                row["ns"] = 10.0 * (corners ** 2 if row["algo"] == "flood" else 7)
            elif row["kind"] == "click":
                power = {"flood": 1.0, "astar": 0.5, "null": 0}[row["algo"]]
                row["ns_played"] = 5.0 * area ** power * (noise[n] if noise else 1)
        return rows

    def fits(self, race):
        spans = scaling.spans(race)
        return ({measure.name: growth.clicks(race, spans[measure]) for measure in spans},
                {measure.name: growth.preparations(race, spans[measure]) for measure in spans})

    def test_powers_are_found_again(self):
        clicked, prepared = self.fits(self.race(self.rows()))
        self.assertEqual(set(clicked), {"area", "corners"})  # all maps are of one size
        self.assertEqual(scaling.told(clicked["area"]["flood"]), "1.0 ± 0.0")
        self.assertEqual(scaling.told(clicked["area"]["astar"]), "0.5 ± 0.0")
        self.assertEqual(scaling.told(prepared["corners"]["flood"]), "2.0 ± 0.0")
        self.assertTrue(scaling.clear(clicked["area"]["astar"]))
        self.assertFalse(scaling.clear(clicked["corners"]["astar"]))
        self.assertFalse(scaling.clear(prepared["corners"]["astar"]))

    def test_finding(self):
        race = self.race(self.rows())
        spans = scaling.spans(race)
        clicked = {measure: growth.clicks(race, spans[measure]) for measure in spans}
        prepared = {measure: growth.preparations(race, spans[measure]) for measure in spans}
        self.assertEqual(scaling.finding(race, clicked, prepared),
                         "A click takes area¹·⁰ in flood and area⁰·⁵ in astar; preparation "
                         "corners²·⁰ in flood")

    def test_what_gets_cheaper_is_no_finding(self):
        rows = self.rows()
        for row in rows:
            if row["kind"] == "click" and row["algo"] == "astar":
                row["ns_played"] = 1e9 / row["ns_played"]
        race = self.race(rows)
        clicked, prepared = ({measure: take(race, values)
                              for measure, values in scaling.spans(race).items()}
                             for take in (growth.clicks, growth.preparations))
        self.assertEqual(scaling.finding(race, clicked, prepared),
                         "A click takes area¹·⁰ in flood; preparation corners²·⁰ in flood")

    def test_preparation_alone_is_a_sentence(self):
        race = self.race(self.rows())
        prepared = {measure: growth.preparations(race, values)
                    for measure, values in scaling.spans(race).items()}
        self.assertEqual(scaling.finding(race, {measure: {} for measure in prepared}, prepared),
                         "Preparation takes corners²·⁰ in flood")

    def test_a_few_clicks_do_not_stand_for_a_map(self):
        self.assertEqual(scaling.spans(self.race(self.rows(clicks=9))), {})

    def test_margin_is_that_of_least_squares(self):
        noise = (1, 1.3, 0.8, 1.1, 0.9, 1.4, 0.7, 1.2)
        clicked, _ = self.fits(self.race(self.rows(noise)))
        xs = [math.log(1000 * 2 ** n) for n in range(8)]
        ys = [math.log(5.0 * 1000 * 2 ** n * noise[n]) for n in range(8)]
        slope, start = statistics.linear_regression(xs, ys)
        rest = sum((y - start - slope * x) ** 2 for x, y in zip(xs, ys))
        error = math.sqrt(rest / 6 / (8 * statistics.pvariance(xs)))
        self.assertAlmostEqual(clicked["area"]["flood"].power, slope)
        self.assertAlmostEqual(scaling.margin(clicked["area"]["flood"]), 2.447 * error, 2)

    def test_maps_alike_have_no_scale(self):
        race = self.race(synthetic.race(("open", "office"), ("flood",), clicks=3))
        self.assertEqual(scaling.spans(race), {})
        with self.assertRaises(measures.NothingToDraw):
            scaling.draw(race)


if __name__ == "__main__":
    unittest.main()
