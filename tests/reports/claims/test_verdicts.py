"""Verdicts follow the figures: each claim in a world where it holds, and where not."""
import math
import unittest

import fixture  # noqa: F401
from reports.claims import covert, don, gilmok, gouveia, judge
from reports.claims.claim import (FAILS, HOLDS, HOLDS_IF, REASONED, UNKNOWN, Finding,
                                  NotMeasured, ground)
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
    def test_fast_enough(self):
        for times, verdict in (((3e6, 16e6), HOLDS), ((3e6, 17e6), HOLDS_IF), ((17e6, 18e6), FAILS)):
            found = don.in_a_frame(race([click(name, don.PUBLISHED, 0, ns)
                                         for name, ns in zip("ab", times)]))
            self.assertEqual(found.verdict, verdict)
        for wrong, verdict in ((5, HOLDS), (6, HOLDS_IF)):
            found = don.in_a_frame(race([click("a", don.PUBLISHED, 0)] + [
                click("b", don.PUBLISHED, index, **({"fault": "invalid", "samples": [1e6]} if index < wrong else {}))
                for index in range(10)]))
            self.assertEqual(found.verdict, verdict)
            self.assertIn(f"wrong paths: {wrong} of 10 on b", found.measured)
        small = race([click("a", don.PUBLISHED, 0)], {"a": {"width": 320}})
        with self.assertRaises(NotMeasured):
            don.in_a_frame(small)

    def far_and_near(self, whole, early):
        return race([click("map", algo, index, 1e6 * (slope if index >= 12 else 1),
                           length=10.0 + index, optimum=10.0 + index)
                     for algo, slope in ((don.PUBLISHED, whole), (don.EARLY, early))
                     for index in range(18)])

    def test_almost_constant(self):
        self.assertEqual(don.almost_constant(self.far_and_near(1.1, 1.2)).verdict, HOLDS)
        found = don.almost_constant(self.far_and_near(1.1, 50))
        self.assertEqual(found.verdict, HOLDS_IF)
        self.assertIn("50× with a fill that stops", found.measured)
        self.assertEqual(don.almost_constant(self.far_and_near(3, 50)).verdict, FAILS)

    def filled(self, rate):
        return race([click(f"map-{pixels}", don.PUBLISHED, 0, rate(pixels), expanded=pixels)
                     for pixels in (10000, 40000, 160000, 640000)])

    def test_linear(self):
        self.assertEqual(don.linear(self.filled(lambda pixels: 4 * pixels)).verdict, HOLDS)
        self.assertEqual(don.linear(self.filled(
            lambda pixels: (9 if pixels == 40000 else 4) * pixels)).verdict, HOLDS)
        found = don.linear(self.filled(lambda pixels: pixels ** 1.6))
        self.assertEqual(found.verdict, FAILS)
        self.assertIn("to the power of 1.60 (R² 1.00)", found.measured)

    def test_spiral(self):
        def world(spiral, straight):
            times = {"spiral": (spiral, spiral), "open": (4e6, straight), "room": (3e6, 3e6)}
            return race([click(name, algo, index, ns, expanded=100)
                         for name, each in times.items()
                         for algo, ns in zip((don.PUBLISHED, "flood-precheck"), each)
                         for index in range(3)])
        for spiral, straight, verdict in ((5e6, 4e6, HOLDS), (5e6, 1e3, HOLDS), (6e6, 4e6, HOLDS_IF),
                                          (8e6, 9e6, HOLDS_IF), (9e6, 4e6, FAILS), (1.9e6, 9e6, FAILS)):
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
                             (HOLDS_IF, "A* has an unsorted open list and the room is a trap"))
        self.assertEqual(don.seconds_to_milliseconds(world(21e9, 8e6, opened="sorted")).condition,
                         "A* has a sorted open list and the room is a trap")
        self.assertIn("with a heap, A* takes 2.0 s in the trap", don.seconds_to_milliseconds(
            world(21e9, 8e6, heap=2e9)).measured)
        for fault in ("crash", "limit", "invalid"):
            with self.assertRaises(NotMeasured):
                don.seconds_to_milliseconds(world(math.inf, 8e6, fault))
        self.assertEqual(don.seconds_to_milliseconds(world(9e9, 8e6)).verdict, FAILS)
        self.assertEqual(don.seconds_to_milliseconds(world(21e9, 8e9)).verdict, FAILS)
        self.assertEqual(don.pixels_take_seconds(world(21e9, 8e6)).verdict, HOLDS)
        self.assertEqual(don.pixels_take_seconds(world(0.2e9, 8e6)).verdict, FAILS)


class Polygons(unittest.TestCase):
    def test_memory(self):
        def world(size):
            kept = {"all": {"map": size * 1920 * 1080}, "astar": {"map": 9 * 1920 * 1080}}
            return race([click("map", algo, 0) for algo in kept], memory=kept)
        self.assertEqual(gouveia.memory(world(3)).verdict, HOLDS)
        self.assertEqual(gouveia.memory(world(14)).verdict, FAILS)
        self.assertIn("all corners takes 3.0 bytes", gouveia.memory(world(3)).measured)
        self.assertIn("astar 9.0", gouveia.memory(world(3)).measured)
        self.assertIn("by back end, on the map where it takes the most", gouveia.memory(world(3)).measured)

    def test_frames(self):
        for times, verdict in (((1e3, 1e6), HOLDS), ((1e3, 2e7), HOLDS_IF), ((2e7, 3e7), FAILS)):
            found = gouveia.each_frame_drawn(race([
                click(name, "as-printed", index, ns, cleared=40 if name == "a" else 900)
                for index in range(3) for name, ns in zip("ab", times)]))
            self.assertEqual(found.verdict, verdict)
            if verdict == HOLDS_IF:
                self.assertEqual(found.condition,
                                 "there are at most about 40 nodes: with 900 nodes, a click takes longer than a frame")

    def test_clicks_that_never_came_are_in_no_frame(self):
        for fault in ("timeout", "limit", "crash", "memory", "untried"):
            clicks = [click(name, "as-printed", index, 1e3,
                            fault=fault if (name, index) == ("b", 2) else "")
                      for index in range(3) for name in "ab"]
            found = gouveia.each_frame_drawn(race(clicks))
            self.assertEqual(found.verdict, HOLDS_IF)
            self.assertIn("on b 1.0 µs at the median and 1.0 µs at worst, 1 click without an answer", found.measured)

    def test_outlines_that_were_not_prepared_are_in_no_frame(self):
        found = race([click("a", f"simplify-{cut}", 0, 1e3, cleared=9) for cut in (8, 4, 2)]
                     + [click("a", "simplify-1", 0, fault="untried")])
        found.prepared = {f"simplify-{cut}": {"a": [1e6]} for cut in (8, 4, 2)}
        found.unprepared = {"simplify-1": {"a": "timeout"}}
        ruled = gouveia.each_frame_masks(found)
        self.assertEqual(ruled.verdict, HOLDS_IF)
        self.assertIn("a simplified to within 1 pixel was not prepared", ruled.measured)

    def sights(self, **wrong):
        return race([click("map", algo, index,
                           fault="invalid" if index < wrong.get(algo, 0) else "")
                     for algo in ("strict", "ellipse", "all", "exact") for index in range(200)])

    def test_sight(self):
        self.assertEqual(gouveia.crossing_lines(self.sights()).verdict, HOLDS)
        found = gouveia.crossing_lines(self.sights(strict=3))
        self.assertEqual(found.verdict, FAILS)
        self.assertIn("3 of 200 clicks get wrong answers: 3 invalid paths", found.measured)
        self.assertEqual(gouveia.tolerance(self.sights(strict=4)).verdict, HOLDS)
        found = gouveia.tolerance(self.sights(strict=4, ellipse=1, all=2))
        self.assertEqual((found.verdict, "75 %" in found.condition), (HOLDS_IF, True))
        self.assertEqual(gouveia.tolerance(self.sights(strict=2, ellipse=2, all=2)).verdict, FAILS)
        self.assertEqual(gouveia.tolerance(self.sights(strict=9, ellipse=3, all=3)).verdict, FAILS)

    def test_what_was_left_out_of_a_file_counts(self):
        found = self.sights(strict=3)
        found.left_out = {"strict": {"": 90, "false-unreachable": 7}, "exact": {"": 97}}
        self.assertIn("10 of 297 clicks get wrong answers: 3 invalid paths, 7 false "
                      "'unreachable'; with exact sight, 0", gouveia.crossing_lines(found).measured)
        self.assertEqual(ground(found), "map; 297 clicks")

    def test_a_walk_that_cuts_corners_is_an_answer_in_time(self):
        for ns, verdict in ((1e6, HOLDS), (3e7, FAILS)):
            clicks = [click("a", f"simplify-{cut}", index, cleared=9, samples=(ns,), fault="invalid")
                      for cut in (8, 4, 2, 1) for index in range(3)]
            found = race(clicks)
            found.prepared = {f"simplify-{cut}": {"a": [1e6]} for cut in (8, 4, 2, 1)}
            ruled = gouveia.each_frame_masks(found)
            self.assertEqual(ruled.verdict, verdict)
            self.assertIn("12 of 12 paths cut corners of the mask", ruled.measured)

    def test_quadtree(self):
        def shares(*each):
            return race([click(name, algo, index, expanded=count)
                         for name, share in zip(("hall", "room", gouveia.NOISE), each)
                         for algo, count in (("quadtree", share), ("plain", 1000))
                         for index in range(3)])
        for each, verdict in (((10, 20, 900), HOLDS), ((10, 800, 10), HOLDS_IF),
                              ((900, 900, 10), FAILS)):
            self.assertEqual(gouveia.quadtree_nodes(shares(*each)).verdict, verdict)

    def test_directness(self):
        def world(longer):
            return race([click("map", algo, index, length=500.0 + (algo == "ellipse"
                                                                     and index < longer))
                         for algo in ("ellipse", "exact") for index in range(40)])
        for longer, verdict in ((0, HOLDS), (1, HOLDS_IF), (9, FAILS)):
            self.assertEqual(gouveia.shortest_is_direct(world(longer)).verdict, verdict)


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
        self.assertIn("3.0× as many for each cell by which the side grows", found.measured)
        found = covert.each_cell_once(self.squares(lambda side: side * side))
        self.assertEqual(found.verdict, HOLDS)

    def test_too_slow(self):
        for mended, lost, verdict in ((1e6, 5, HOLDS_IF), (1e8, 0, HOLDS), (1e6, 0, FAILS)):
            clicks = [click("map", "bfs-published", index, fault="limit" if index < lost else "")
                      for index in range(10)]
            clicks += [click("map", "bfs", index, mended) for index in range(10)]
            self.assertEqual(covert.too_slow(race(clicks)).verdict, verdict)
        clicks[0] = click("map", "bfs-published", 0, fault="crash")
        self.assertIn("0 of 10 clicks end at a limit", covert.too_slow(race(clicks)).measured)

    def test_not_shortest(self):
        def world(steps):
            return race(both("astar-published", "steps", astar_published={"steps": steps},
                             steps={"steps": 10}))
        self.assertEqual(covert.not_shortest(world(10)).verdict, HOLDS)
        found = covert.not_shortest(world(12))
        self.assertEqual(found.verdict, FAILS)
        self.assertIn("10 of 10 paths take more steps", found.measured)

    def test_fifty_nodes(self):
        for counts, verdict in (((60, 50), HOLDS), ((77, 62), HOLDS_IF), ((900, 500), FAILS)):
            rows = {f"cells-{cut}": {"reading": f"union of {count} cells"} for cut, count in zip((1, 2), counts)}
            found = covert.fifty_nodes(race([click(name, "navmesh", 0) for name in rows], rows))
            self.assertEqual(found.verdict, verdict)
            if verdict == HOLDS_IF:
                self.assertEqual(found.condition, "the outline is simplified to within 2 pixels or more")

    def test_half_scale(self):
        def world(ns, lost):
            return race([click(f"{name}-{scale}", "bfs", index, ns if scale == "half" else 1e6,
                               fault="invalid" if scale == "half" and index < lost else "")
                         for name in ("screen", "walls") for scale in ("whole", "half")
                         for index in range(10)])
        for ns, lost, verdict in ((3e5, 0, HOLDS), (3e5, 2, HOLDS_IF), (9e5, 0, FAILS)):
            self.assertEqual(covert.half_scale(world(ns, lost)).verdict, verdict)
        self.assertIn("4 of 20 clicks", covert.half_scale(world(3e5, 2)).measured)

    def test_jerky(self):
        for turning, verdict in ((9.0, HOLDS), (1.0, FAILS)):
            found = covert.jerky(race([click("map", algo, 0, turning=turns) for algo, turns in (
                ("astar-published", turning), ("visgraph", 1.0), ("flood-published", 2.0))]))
            self.assertEqual(found.verdict, verdict)

    def test_promising_cells_first(self):
        for cells, worst, verdict in ((100, 100, HOLDS), (100, 3000, HOLDS_IF), (950, 100, FAILS)):
            clicks = both("astar-published", "bfs", astar_published={"expanded": cells}, bfs={"expanded": 1000})
            clicks[0].expanded = worst
            self.assertEqual(covert.first_by_goal(race(clicks)).verdict, verdict)

    def test_one_change_at_a_time(self):
        times = {"astar-published": (1e3, 9e6), "taken": (2e3, 5e4), "queued": (2e3, 4e4), "queue": (3e3, 9e4)}
        found = covert.mutable_queue(race([click("map", algo, index, ns) for algo, both in times.items()
                                           for index, ns in enumerate(both)]))
        self.assertEqual(found.verdict, HOLDS_IF)
        self.assertIn("faster on 1 of 2 clicks", found.measured)


class Gilmok(unittest.TestCase):
    def graphs(self, **worlds):
        """walk and another racer, on a sparse map and on a dense one."""
        maps = {"sparse": {"walkable": 2000000}, "dense": {"walkable": 1300000}}
        return race([click(name, algo, index, **{"expanded": 9, **world.get(name, world)})
                     for algo, world in worlds.items() for name in maps
                     for index in range(6)], maps)

    def wedged(self, late, early):
        """Both readings on a sparse and a dense map, and two that hold nowhere."""
        plain, off = {"phases": {"search": 4e3}, "length": 500.0}, {"phases": {"search": 4e3}, "length": 530.0}
        return self.graphs(**{"whole": plain, "late": late, "early": early, "stops-whole": plain, "stops-late": off,
                              "stops-early": off})

    def test_wedges(self):
        def timed(search, length):
            return {"phases": {"search": search}, "length": length}
        good, bad = timed(1e3, 500.02), timed(3e3, 530.0)
        for judged in (gilmok.wedges_accuracy, gilmok.wedges_speed):
            for sparse, dense, verdict in ((good, good, HOLDS_IF), (good, bad, HOLDS_IF), (bad, good, FAILS)):
                found = judged(self.wedged({"sparse": sparse, "dense": dense}, bad))
                self.assertEqual(found.verdict, verdict)
                if verdict == HOLDS_IF:
                    self.assertEqual(found.condition, "the sentence means that other wedges are searched last")
        self.assertIn("30 tiles (6.0 %)", gilmok.wedges_accuracy(self.wedged(good, bad)).measured)
        self.assertIn("4.0× at 4 %", gilmok.wedges_speed(self.wedged(good, bad)).measured)

    def test_wedges_that_cost_all_links(self):
        for costed, own, verdict in ((1e3, 5e2, FAILS), (4e3, 1e3, HOLDS), (4e3, 4e3, FAILS)):
            found = gilmok.cost_only_the_wedge(self.graphs(**{
                algo: {"phases": {"search": ns}} for algo, ns in (
                    ("whole", 4e3), ("costed", costed), ("late", own), ("early", 9e3))}))
            self.assertEqual(found.verdict, verdict)

    def test_isovists(self):
        def world(**start):
            phases = {name: {"phases": {"isovist": ns, "search": 9}} for name, ns in start.items()}
            both = {name: {"phases": {"isovist": 2 * ns, "search": 9}}
                    for name, ns in start.items()}
            bits = {"phases": {"isovist": 0.0, "search": 9}}
            return self.graphs(**{"scan": both, "scan-start": phases, "walk": bits,
                                  "tables": {"phases": {"isovist": 1.0, "search": 1e3}}})
        for isovist, verdict in ((1e3, HOLDS), (1.4e3, HOLDS), (9e3, FAILS), (1e2, FAILS)):
            found = gilmok.isovist_costs(world(sparse=isovist, dense=isovist))
            self.assertEqual(found.verdict, verdict)
        found = gilmok.isovist_costs(world(sparse=9e3, dense=1e3))
        self.assertEqual((found.verdict, found.condition),
                         (HOLDS_IF, "the map is like dense"))
        self.assertIn("start 1.0 µs, goal 1.0 µs", found.measured)

    def test_a_crowded_start(self):
        many, few = ({"cleared": seen} for seen in (300, 30))
        for sparse, dense, verdict in ((many, many, HOLDS), (many, few, HOLDS_IF),
                                       (few, few, FAILS)):
            found = gilmok.crowded_start(self.graphs(whole={"sparse": sparse, "dense": dense}))
            self.assertEqual(found.verdict, verdict)

    def test_corners_suffice(self):
        for length, cells, verdict in ((500.0, 900, HOLDS), (501.0, 900, FAILS), (500.0, 5, FAILS)):
            found = gilmok.corners_suffice(self.graphs(
                walk={"length": length}, astar={"expanded": cells}))
            self.assertEqual(found.verdict, verdict)

    def test_beams(self):
        def world(scan, beams):
            return self.graphs(**{algo: {"phases": {"isovist": ns, "search": 10}} for algo, ns in
                                  (("walk", 100.0), ("scan", scan), ("beams", beams))})
        self.assertEqual(gilmok.beams_gain(world(2e3, 1e3)).verdict, HOLDS)
        self.assertEqual(gilmok.beams_gain(world(1e3, 1e3)).verdict, FAILS)

    def test_the_first_beams(self):
        def world(every, scan):
            return self.graphs(**{algo: {"phases": {"isovist": ns, "search": 10}} for algo, ns in
                                  (("beams-every", every), ("beams", 100.0), ("scan", scan))})
        self.assertEqual(gilmok.first_beams_slow(world(2e3, 1e3)).verdict, HOLDS)
        self.assertEqual(gilmok.first_beams_slow(world(1e2, 1e3)).verdict, FAILS)
        self.assertEqual(gilmok.index_helps(world(2e3, 1e3)).verdict, HOLDS)
        self.assertEqual(gilmok.index_helps(world(1e2, 1e3)).verdict, FAILS)


class Rulings(unittest.TestCase):
    def test_nothing_is_passed_over(self):
        rulings = judge.rule_all({}, {"wedges": "no maps here"})
        self.assertEqual({ruling.finding.verdict for ruling in rulings}, {UNKNOWN, REASONED})
        told = {ruling.claim.name: ruling.finding for ruling in rulings}
        self.assertEqual(told["wedges-speed"].measured, "no maps here")
        self.assertEqual(told["ladder"].measured, "the race ladder was not run")
        self.assertEqual(told["old-hardware"].verdict, REASONED)
        self.assertGreaterEqual(len(rulings), 45)

    def test_rows_that_bear_nothing_are_told(self):
        races = {claim.race: race([click("map", "stranger", 0)]) for claim in judge.CLAIMS}
        for ruling in judge.rule_all(races):
            if not ruling.claim.reasoned:
                self.assertEqual(ruling.finding.verdict, UNKNOWN, ruling.claim.name)
                self.assertEqual(ruling.ground, "map; 1 click")

    def test_runs_that_disagree(self):
        name = "astar-shortest"
        claim = next(claim for claim in judge.CLAIMS if claim.name == name)

        def ruled(verdict):
            return [judge.Ruling(claim, Finding(verdict, ""), "")]
        self.assertEqual(judge.disagreements(ruled(HOLDS), ruled(FAILS)), {name: (HOLDS, FAILS)})
        for mine, theirs in ((HOLDS, HOLDS), (HOLDS, UNKNOWN), (UNKNOWN, FAILS)):
            self.assertEqual(judge.disagreements(ruled(mine), ruled(theirs)), {})

    def test_claims_are_told_exactly(self):
        names = [claim.name for claim in judge.CLAIMS]
        self.assertEqual(len(names), len(set(names)))
        for claim in judge.CLAIMS:
            self.assertTrue(claim.place and claim.said and claim.source, claim.name)
            if claim.reasoned:
                self.assertTrue(len(claim.reasons) > 80, claim.name)
                continue
            self.assertTrue(claim.quantity and claim.racers, claim.name)


if __name__ == "__main__":
    unittest.main()
