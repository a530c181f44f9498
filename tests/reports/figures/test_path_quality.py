"""Path quality: averages of the clicks that all walk, and the click that the gallery shows."""
import math
import statistics
import unittest

from fixture import Files, clicks_of

import numpy
import synthetic
from reports.figures import gallery, path_quality, walks


class PathQuality(Files):
    def told(self, rows):
        race = self.race(rows)
        told, common = path_quality.qualities(race)
        return told, common, path_quality.finding(told, race)

    def test_averages_of_the_clicks_that_all_walk(self):
        rows = synthetic.race(("open", "office"), ("flood", "astar", "jps"), clicks=8)
        for place, row in enumerate(clicks_of(rows, algo="flood")):
            row.update(turns=place, hugging=place / 20, sharp_turns=place % 2,
                       length=row["optimum"] * (1 + place / 100), ratio=1 + place / 100)
        for row, fate in zip(clicks_of(rows, algo="astar", map="open"),
                             ("invalid", "illegal", "timeout")):
            if fate == "timeout":
                row.update(outcome=fate, verdict=None, length=None, turns=None, looks_fault=None)
            else:
                row.update(verdict="ok" if fate == "illegal" else fate, valid_any_angle=False)
        told, common, _ = self.told(rows)
        self.assertEqual(len(common), 13)
        mine = [row for row in clicks_of(rows, algo="flood")
                if (row["map"], row["clicks"], row["click"]) in common]
        quality = told["flood"]
        self.assertAlmostEqual(quality.turns, statistics.median(row["turns"] for row in mine))
        self.assertAlmostEqual(quality.ratio, statistics.fmean(row["ratio"] for row in mine))
        self.assertAlmostEqual(quality.hugging, statistics.fmean(row["hugging"] for row in mine))
        self.assertAlmostEqual(quality.sharp, statistics.fmean(row["sharp_turns"] for row in mine))
        self.assertEqual(list(told), sorted(told, key=lambda algo: told[algo].ratio))

    def test_who_walks_less_than_half_is_left_out(self):
        rows = synthetic.race(("open",), ("flood", "astar", "jps"), clicks=8)
        for row in clicks_of(rows, algo="jps")[:5]:
            row.update(verdict="invalid")
        told, common, _ = self.told(rows)
        self.assertEqual((sorted(told), len(common)), (["astar", "flood"], 8))

    def test_findings(self):
        rows = synthetic.race(("open",), ("flood", "astar", "jps"), clicks=4)
        for algo, turns, faults in (("flood", 2, 0), ("astar", 30, 3), ("jps", 9, 1)):
            for place, row in enumerate(clicks_of(rows, algo=algo)):
                row.update(turns=turns, looks_fault=place < faults)
        self.assertEqual(self.told(rows)[2],
                         "The median path of flood has 2 turns, that of astar 30; of 100 paths of "
                         "flood 0 look bad, of astar 75")
        for row in clicks_of(rows):
            row.update(looks_fault=None, hugging=None, sharp_turns=None, zigzags=None)
        self.assertEqual(self.told(rows)[2],
                         "The median path of flood has 2 turns, that of astar 30")


class Gallery(Files):
    def test_the_click_whose_walks_differ_most(self):
        rows = synthetic.race(("open", "office"), ("flood", "astar"), clicks=5)
        for row in clicks_of(rows):
            long = {("open", 3): 1.5, ("office", 1): 1.3, ("office", 2): 1.2, ("office", 4): 2.0}
            row.update(optimum=row["optimum"] + 400)
            if (row["map"], row["click"]) == ("office", 4):  # far too short to be seen
                row.update(start=[10, 600], goal=[20, 600], optimum=15)
            over = long.get((row["map"], row["click"]), 1.05) if row["algo"] == "astar" else 1.02
            row.update(length=over * row["optimum"], ratio=over)
        chosen = gallery.telling(self.race(rows))
        self.assertEqual([(click_id[0], click_id[2]) for click_id, _ in chosen],
                         [("open", 3), ("office", 1)])

    def test_straight_walks_are_not_shown(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=3)
        for row in clicks_of(rows):
            row.update(optimum=math.dist(row["start"], row["goal"]))
        self.assertEqual(gallery.telling(self.race(rows)), [])

    def test_racers_with_the_same_walk_share_a_panel(self):
        rows = synthetic.race(("open",), ("flood", "bfs", "dijkstra"), clicks=1)
        paths = {row["algo"]: row for row in rows if row["kind"] == "path"}
        paths["dijkstra"]["points"] = paths["bfs"]["points"]
        race = self.race(rows)
        (click_id, clicks), = gallery.telling(race)
        shown = gallery.walks_of(race, click_id, {click.algo: click for click in clicks})
        self.assertEqual(sorted(algos for _, algos in shown), [["bfs", "dijkstra"], ["flood"]])

    def test_walls_are_where_the_walk_is_on_them(self):
        size = {"width": 80, "height": 40}
        mask = numpy.ones((4, 8), int)
        mask[:, 4] = 0  # pixels 40 to 50
        pieces, walled = gallery.parts([(5, 5), (75, 5)], mask, size)
        xs = pieces[walled][:, :, 0]
        self.assertAlmostEqual(xs.min(), 40, delta=0.1)
        self.assertAlmostEqual(xs.max(), 50, delta=0.1)
        self.assertAlmostEqual(sum(numpy.ptp(xs, axis=1)), 10, delta=0.1)

    def test_captions(self):
        rows = synthetic.race(("open",), ("flood",), clicks=4)
        first, second, third, fourth = clicks_of(rows)
        first.update(length=110, ratio=1.1, optimum=100, turns=1)
        second.update(verdict="invalid", ratio=0.9, optimum=100, valid_any_angle=False)
        third.update(length=100, ratio=1.0, optimum=100, valid_any_angle=False)
        fourth.update(length=100, ratio=1.0, optimum=100, turns=12)
        told = [gallery.caption(click, 100) for click in self.race(rows).clicks]
        self.assertEqual(told, [("110 px (+10 %)", "1 turn", False),
                                ("90 px", "through walls", True),
                                ("100 px", "cuts corners", True), ("100 px", "12 turns", False)])

    def test_the_frame_holds_the_walks(self):
        for width, height, shape in ((1920, 1080, 0.5), (300, 900, 0.85), (100, 100, 1.0)):
            size = {"width": width, "height": height}
            points = [(1, 2), (width - 1, height - 3), (width / 2, 5)]
            (left, right), (low, high) = walks.framed(size, points, shape, 0.2)
            self.assertAlmostEqual((low - high) / (right - left), shape)
            for x, y in points:
                self.assertTrue(left <= x <= right and high <= y <= low)


if __name__ == "__main__":
    unittest.main()
