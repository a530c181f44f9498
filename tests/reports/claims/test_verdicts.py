"""Verdicts follow the figures: each claim in a world where it holds, and where not."""
import json
import math
import unittest

import fixture  # noqa: F401
from reports.claims import charts, covert, don, gilmok, judge, polygons
from reports.claims.claim import FAILS, HOLDS, HOLDS_IF, UNKNOWN, NotMeasured
from reports.rows import results

HD = {"width": 1920, "height": 1080, "walkable": 1500000, "corners": 100}


def click(name, algo, index, ns=1e6, fault="", phases=None, **more):
    outcome = fault or "found"
    each = {"length": 500.0, "legal": True, "optimum": 500.0, "ratio": 1.0, "steps": 500}
    if fault:
        each = dict.fromkeys(each)
    return results.Click((name, "set", index), name, algo, fault, outcome,
                         math.inf if fault else ns, phases=phases or {}, **{**each, **more})


def race(clicks, maps=(), names=None, memory=None):
    """A race of these clicks; maps as name -> what its row differs in, racers as algo -> name."""
    found = {each.map: HD for each in clicks}
    found.update({name: {**HD, **row} for name, row in dict(maps).items()})
    racers = {each.algo: results.Racer(each.algo, (names or {}).get(each.algo, each.algo), False)
              for each in clicks}
    return results.Race(patience=dict.fromkeys(found, 25), maps=found, racers=racers, clicks=clicks,
                        memory=memory or {})


def both(one, other, **worlds):
    """Clicks of two racers on one map, ten of each; worlds say what each racer's rows hold."""
    return [click("map", algo, index, **worlds[algo.replace("-", "_")])
            for algo in (one, other) for index in range(10)]


class Don(unittest.TestCase):
    def test_ten_milliseconds(self):
        for times, verdict in (((3e6, 9e6), HOLDS), ((3e6, 12e6), HOLDS_IF), ((11e6, 12e6), FAILS)):
            found = don.ten_milliseconds(race([click(name, don.PUBLISHED, 0, ns)
                                               for name, ns in zip("ab", times)]))
            self.assertEqual(found.verdict, verdict)
        small = race([click("a", don.PUBLISHED, 0)], {"a": {"width": 320}})
        with self.assertRaises(NotMeasured):
            don.ten_milliseconds(small)

    def far_and_near(self, whole, early):
        return race([click("map", algo, index, 1e6 * (slope if index >= 12 else 1),
                           length=10.0 + index, optimum=10.0 + index)
                     for algo, slope in ((don.PUBLISHED, whole), (don.EARLY, early))
                     for index in range(18)])

    def test_almost_constant(self):
        self.assertEqual(don.almost_constant(self.far_and_near(1.1, 1.2)).verdict, HOLDS)
        found = don.almost_constant(self.far_and_near(1.1, 50))
        self.assertEqual(found.verdict, HOLDS_IF)
        self.assertIn("50× to a fill that stops", found.measured)
        self.assertEqual(don.almost_constant(self.far_and_near(3, 50)).verdict, FAILS)

    def filled(self, rate):
        return race([click(f"map-{pixels}", don.PUBLISHED, 0, rate(pixels), expanded=pixels)
                     for pixels in (10000, 40000, 160000, 640000)])

    def test_linear(self):
        self.assertEqual(don.linear(self.filled(lambda pixels: 4 * pixels)).verdict, HOLDS)
        self.assertEqual(don.linear(self.filled(
            lambda pixels: (9 if pixels == 40000 else 4) * pixels)).verdict, HOLDS_IF)
        found = don.linear(self.filled(lambda pixels: pixels ** 1.6))
        self.assertEqual(found.verdict, FAILS)
        self.assertIn("to the 1.60 (R² 1.00)", found.measured)

    def test_spiral(self):
        def world(spiral, straight):
            times = {"spiral": (spiral, spiral), "open": (4e6, straight), "room": (3e6, 3e6)}
            return race([click(name, algo, index, ns, expanded=100)
                         for name, each in times.items()
                         for algo, ns in zip((don.PUBLISHED, "flood-precheck"), each)
                         for index in range(3)])
        for spiral, straight, verdict in ((5e6, 4e6, HOLDS), (5e6, 1e3, HOLDS_IF),
                                          (9e6, 4e6, FAILS), (9e6, 9e6, FAILS)):
            self.assertEqual(don.spiral(world(spiral, straight)).verdict, verdict)

    def test_reverse_pass(self):
        def world(both):
            ratios = {"traced": 1.05, "forward": 1.02, "both": both, "forward-mended": 1.02,
                      "flood": 1.01}
            return race([click("map", algo, 0, ratio=ratio) for algo, ratio in ratios.items()])
        self.assertEqual(don.reverse_pass(world(1.01)).verdict, HOLDS)
        self.assertEqual(don.reverse_pass(world(1.03)).verdict, FAILS)

    def test_the_ladder(self):
        def world(slow, published, fault="timeout", opened="linear", heap=None):
            clicks = [click("map", "list", 0, slow), click("map", "fill", 0, published)]
            if math.isinf(slow):
                clicks[0] = click("map", "list", 0, fault=fault)
            if heap:
                clicks.append(click("map", "heap", 0, heap))
            found = race(clicks, names={"list": "astar", "fill": "flood-published", "heap": "astar"})
            for algo, name, options in (("list", "astar", f"open={opened}"),
                                        ("heap", "astar", "open=heap,reset=stamps"),
                                        ("fill", "flood-published", "")):
                found.racers[algo] = results.Racer(algo, name, True, options)
            return found
        for slow in (math.inf, 21e9):
            found = don.seconds_to_milliseconds(world(slow, 8e6))
            self.assertEqual((found.verdict, found.condition),
                             (HOLDS_IF, "A* has a linearly searched open list"))
        self.assertEqual(don.seconds_to_milliseconds(world(21e9, 8e6, opened="sorted")).condition,
                         "A* has a sorted open list")
        for heap, blamed in ((2e9, True), (15e9, False)):
            found = don.seconds_to_milliseconds(world(21e9, 8e6, heap=heap))
            self.assertEqual("most of it was the open list" in found.measured, blamed)
        for fault in ("crash", "limit", "invalid"):
            with self.assertRaises(NotMeasured):
                don.seconds_to_milliseconds(world(math.inf, 8e6, fault))
        self.assertEqual(don.seconds_to_milliseconds(world(15e9, 8e6)).verdict, FAILS)
        self.assertEqual(don.seconds_to_milliseconds(world(21e9, 8e9)).verdict, FAILS)
        self.assertEqual(don.pixels_take_seconds(world(21e9, 8e6)).verdict, HOLDS)
        self.assertEqual(don.pixels_take_seconds(world(0.2e9, 8e6)).verdict, FAILS)


class Polygons(unittest.TestCase):
    def test_memory(self):
        def world(visgraph):
            kept = {"visgraph": {"map": visgraph * 1920 * 1080}, "astar": {"map": 9 * 1920 * 1080}}
            return race([click("map", algo, 0) for algo in kept], memory=kept)
        self.assertEqual(polygons.memory(world(3)).verdict, HOLDS)
        self.assertEqual(polygons.memory(world(14)).verdict, FAILS)
        self.assertIn("astar 9.0", polygons.memory(world(3)).measured)
        self.assertIn("each on the map where it keeps most", polygons.memory(world(3)).measured)

    def test_frames(self):
        for times, verdict in (((1e3, 1e6), HOLDS), ((1e3, 2e7), HOLDS_IF), ((2e7, 3e7), FAILS)):
            found = polygons.each_frame_drawn(race([
                click(name, "as-printed", index, ns) for index in range(3)
                for name, ns in zip("ab", times)]))
            self.assertEqual(found.verdict, verdict)

    def test_clicks_that_never_came_are_in_no_frame(self):
        for fault in ("timeout", "limit", "crash", "memory", "untried"):
            clicks = [click(name, "visgraph", index, 1e3,
                            fault=fault if (name, index) == ("b", 2) else "")
                      for index in range(3) for name in "ab"]
            found = polygons.each_frame_masks(race(clicks))
            self.assertEqual(found.verdict, HOLDS_IF)
            self.assertIn("b 1.0 µs, at worst 1.0 µs, 1 click never", found.measured)
            found = polygons.each_frame_masks(race([click("a", "visgraph", 0, fault=fault)]))
            self.assertEqual(found.verdict, FAILS)

    def sights(self, **wrong):
        return race([click("map", algo, index,
                           fault="invalid" if index < wrong.get(algo, 0) else "")
                     for algo in ("strict", "ellipse", "expanded", "exact") for index in range(20)])

    def test_sight(self):
        self.assertEqual(polygons.crossing_lines(self.sights()).verdict, HOLDS)
        found = polygons.crossing_lines(self.sights(strict=3))
        self.assertEqual(found.verdict, FAILS)
        self.assertIn("3 of 20 clicks are answered wrongly: 3 invalid walks", found.measured)
        self.assertEqual(polygons.tolerance(self.sights(strict=4)).verdict, HOLDS)
        found = polygons.tolerance(self.sights(strict=4, ellipse=1))
        self.assertEqual((found.verdict, "75 %" in found.condition), (HOLDS_IF, True))
        self.assertEqual(polygons.tolerance(self.sights(strict=4, ellipse=4)).verdict, FAILS)

    def test_directness(self):
        def world(longer):
            return race([click("map", algo, index, length=500.0 + (algo == "ellipse"
                                                                     and index < longer))
                         for algo in ("ellipse", "exact") for index in range(40)])
        for longer, verdict in ((0, HOLDS), (1, HOLDS_IF), (9, FAILS)):
            self.assertEqual(polygons.shortest_is_direct(world(longer)).verdict, verdict)


class Covert(unittest.TestCase):
    def squares(self, printed):
        return race([click(f"square-{side}", algo, 0, expanded=count(side))
                     for side in (4, 5, 6, 7)
                     for algo, count in (("bfs-published", printed),
                                         ("bfs", lambda side: side * side))],
                    {f"square-{side}": {"width": side, "height": side} for side in (4, 5, 6, 7)})

    def test_nodes_multiply(self):
        found = covert.each_cell_once(self.squares(lambda side: 3 ** side))
        self.assertEqual(found.verdict, HOLDS_IF)
        self.assertIn("3.0× as many for each cell of side", found.measured)
        found = covert.each_cell_once(self.squares(lambda side: side * side))
        self.assertEqual(found.verdict, HOLDS)

    def test_too_slow(self):
        for mended, lost, verdict in ((1e6, 5, HOLDS_IF), (1e8, 0, HOLDS), (1e6, 0, FAILS)):
            clicks = [click("map", "bfs-published", index, fault="limit" if index < lost else "")
                      for index in range(10)]
            clicks += [click("map", "bfs", index, mended) for index in range(10)]
            self.assertEqual(covert.too_slow(race(clicks)).verdict, verdict)
        clicks[0] = click("map", "bfs-published", 0, fault="crash")
        self.assertIn("0 of 10 clicks end at a cap", covert.too_slow(race(clicks)).measured)

    def test_not_shortest(self):
        def world(steps):
            return race(both("astar-published", "steps", astar_published={"steps": steps},
                             steps={"steps": 10}))
        self.assertEqual(covert.not_shortest(world(10)).verdict, HOLDS)
        found = covert.not_shortest(world(12))
        self.assertEqual(found.verdict, FAILS)
        self.assertIn("10 of 10 walks take more steps", found.measured)

    def test_fifty_nodes(self):
        for corners, verdict in ((60, HOLDS), (300, HOLDS_IF), (5000, FAILS)):
            found = covert.fifty_nodes(race(
                both("visgraph", "bfs", visgraph={"expanded": 5}, bfs={"expanded": 900}),
                {"map": {"corners": corners, "walkable": 11000}}))
            self.assertEqual(found.verdict, verdict)

    def test_jerky(self):
        for turning, verdict in ((9.0, HOLDS), (1.0, FAILS)):
            found = covert.jerky(race([click("map", algo, 0, turning=turns) for algo, turns in (
                ("astar-published", turning), ("visgraph", 1.0), ("flood-published", 2.0))]))
            self.assertEqual(found.verdict, verdict)

    def test_promising_cells_first(self):
        for cells, verdict in ((100, HOLDS), (950, FAILS)):
            found = covert.first_by_goal(race(both("astar", "bfs", astar={"expanded": cells},
                                                   bfs={"expanded": 1000})))
            self.assertEqual(found.verdict, verdict)


class Gilmok(unittest.TestCase):
    def graphs(self, **worlds):
        """walk and another racer, on a sparse map and on a dense one."""
        maps = {"sparse": {"walkable": 2000000}, "dense": {"walkable": 1300000}}
        return race([click(name, algo, index, **{"expanded": 9, **world.get(name, world)})
                     for algo, world in worlds.items() for name in maps
                     for index in range(6)], maps)

    def test_wedges(self):
        good, bad = {"ns": 1e3, "length": 500.02}, {"ns": 3e3, "length": 530.0}
        for sparse, dense, verdict in ((good, good, HOLDS), (good, bad, HOLDS_IF),
                                       (bad, bad, FAILS)):
            found = gilmok.wedges(self.graphs(**{
                "walk": {"ns": 4e3}, "as-published": {"sparse": sparse, "dense": dense}}))
            self.assertEqual(found.verdict, verdict)
        self.assertIn("30 pixels too long, 1.3× as fast", found.measured)
        for speed, verdict in ((2.6, FAILS), (2.7, HOLDS)):
            found = gilmok.wedges(self.graphs(**{"walk": {"ns": speed * 1e3},
                                                 "as-published": {"ns": 1e3}}))
            self.assertEqual(found.verdict, verdict)
            self.assertIn("at least 2.7× as fast", found.measured)

    def test_wedges_that_cost_all_links(self):
        for bounded, printed, verdict in ((1e3, 5e2, FAILS), (4e3, 1e3, HOLDS), (4e3, 4e3, FAILS)):
            found = gilmok.cost_only_the_wedge(self.graphs(**{
                "walk": {"ns": 4e3}, "bounded": {"ns": bounded}, "as-published": {"ns": printed}}))
            self.assertEqual(found.verdict, verdict)

    def test_isovists(self):
        for isovist, verdict in ((1e3, HOLDS), (1.4e3, HOLDS), (9e3, FAILS), (1e2, FAILS)):
            found = gilmok.isovist_costs(self.graphs(
                walk={"phases": {"isovist": isovist, "search": 1e3}}))
            self.assertEqual(found.verdict, verdict)
        found = gilmok.isovist_costs(self.graphs(walk={
            "sparse": {"phases": {"isovist": 9e3, "search": 1e3}},
            "dense": {"phases": {"isovist": 1e3, "search": 1e3}}}))
        self.assertEqual((found.verdict, found.condition),
                         (HOLDS_IF, "some 37 % of the map is blocked: sparser maps pay more for "
                          "the isovist"))

    def test_where_isovists_cost_as_much(self):
        rows = list(zip((0.01, 0.05, 0.16, 0.21, 0.32, 0.37), (13.6, 7.2, 1.3, 1.4, 0.4, 0.7)))
        self.assertEqual(gilmok.alike_where(rows), "16 % to 21 % of the map is blocked: sparser "
                         "maps pay more for the isovist, denser ones less")
        self.assertEqual(gilmok.alike_where(rows[3:]), "some 21 % of the map is blocked: denser "
                         "maps pay less for the isovist")
        self.assertEqual(gilmok.alike_where([(0.3, 0.2), *rows[2:4]]), "16 % to 21 % of the map is "
                         "blocked")
        self.assertIsNone(gilmok.alike_where(rows[:2]))

    def test_a_crowded_start(self):
        many, few = {"generated": 300, "expanded": 4}, {"generated": 30, "expanded": 4}
        for sparse, dense, verdict in ((many, many, HOLDS), (many, few, HOLDS_IF),
                                       (few, few, FAILS)):
            found = gilmok.crowded_start(self.graphs(walk={"sparse": sparse, "dense": dense}))
            self.assertEqual(found.verdict, verdict)
            self.assertIn("what the start sees alone is not counted", found.measured)

    def test_two_ends(self):
        for two, verdict in ((5e3, HOLDS), (2e3, FAILS)):
            found = gilmok.two_ends(self.graphs(walk={"ns": 4e3}, bidirectional={"ns": two}))
            self.assertEqual(found.verdict, verdict)

    def test_corners_suffice(self):
        for length, cells, verdict in ((500.0, 900, HOLDS), (501.0, 900, FAILS), (500.0, 5, FAILS)):
            found = gilmok.corners_suffice(self.graphs(
                jumpgraph={"length": length}, astar={"expanded": cells}))
            self.assertEqual(found.verdict, verdict)

    def test_beams(self):
        def world(scan, beams):
            return self.graphs(**{algo: {"phases": {"isovist": ns, "search": 10}} for algo, ns in
                                  (("walk", 100.0), ("scan", scan), ("beams", beams))})
        self.assertEqual(gilmok.beams_gain(world(2e3, 1e3)).verdict, HOLDS)
        self.assertEqual(gilmok.beams_gain(world(1e3, 1e3)).verdict, FAILS)
        self.assertEqual(gilmok.brute_isovist(world(2e3, 1e3)).verdict, HOLDS)
        self.assertEqual(gilmok.brute_isovist(world(2e3, 1e2)).verdict, FAILS)
        phases = {name: {"phases": {"isovist": ns, "search": 10}}
                  for name, ns in (("sparse", 120.0), ("dense", 900.0))}
        found = gilmok.brute_isovist(self.graphs(
            walk={"phases": {"isovist": 100.0, "search": 10}}, scan=phases, beams=phases))
        self.assertEqual((found.verdict, found.condition),
                         (HOLDS_IF, "there are many formations"))


class Rulings(unittest.TestCase):
    def test_nothing_is_passed_over(self):
        rulings = judge.rule_all({}, {"tiles": "no maps here"})
        self.assertEqual({ruling.finding.verdict for ruling in rulings}, {UNKNOWN})
        told = {ruling.claim.name: ruling.finding.measured for ruling in rulings}
        self.assertEqual(told["wedges-tiles"], "no maps here")
        self.assertEqual(told["ladder"], "the experiment ladder was not run")

    def test_rows_that_bear_nothing_are_told(self):
        races = {claim.experiment: race([click("map", "stranger", 0)]) for claim in judge.CLAIMS}
        for ruling in judge.rule_all(races, {}):
            self.assertEqual(ruling.finding.verdict, UNKNOWN, ruling.claim.name)
            self.assertEqual(ruling.ground, "map; 1 click")

    def test_claims_have_a_chart_of_their_experiment(self):
        names = [claim.name for claim in judge.CLAIMS]
        self.assertEqual(len(names), len(set(names)))
        for claim in judge.CLAIMS:
            self.assertEqual(charts.CHARTS[claim.chart].experiment, claim.experiment, claim.name)
            json.dumps([claim.said, claim.source])


if __name__ == "__main__":
    unittest.main()
