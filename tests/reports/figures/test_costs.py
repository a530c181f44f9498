"""What preparation and events cost, and when they pay: worked out from the rows once more."""
import math
import statistics
import unittest

from fixture import Files, clicks_of, with_events

import synthetic
from reports.figures import dynamics
from reports.rows import measures, results


class Field(Files):
    def test_a_map_that_one_does_not_support_is_left_out(self):
        rows = synthetic.race(("open", "office"), ("bfs", "flood", "jps"), clicks=10, paths=0)
        for row in clicks_of(rows, algo="jps", map="open"):
            row.update(outcome="unsupported", verdict=None, length=None, ratio=None)
        field = measures.field(self.race(rows))
        self.assertEqual({(algo, click.map) for algo, clicks in field.items() for click in clicks},
                         {(algo, "office") for algo in ("bfs", "flood", "jps")})


class Dynamics(Files):
    def rows(self):
        return with_events(synthetic.race(("open", "office"), ("bfs", "flood", "null"), clicks=12,
                                          paths=0), every=3, update=7e6, later=2e6)

    def test_events_from_the_rows(self):
        rows = self.rows()
        found = dynamics.measured(self.answered(rows))
        self.assertEqual(set(found), {"bfs", "flood"})
        for algo, events in found.items():
            updates = [row["ns"] for row in rows if row["kind"] == "update" and row["algo"] == algo]
            after = [row for row in clicks_of(rows, algo=algo) if row["after_event"]]
            self.assertEqual(len(after), 8)
            self.assertEqual((events.update, events.worst, events.fresh),
                             (statistics.median(updates), max(updates), False))
            self.assertAlmostEqual(events.first, statistics.median(r["ns_after_event"] for r in after))
            self.assertAlmostEqual(events.again, statistics.median(r["ns_played"] for r in after))
            self.assertAlmostEqual(events.wait, updates[0] + events.first)
            self.assertAlmostEqual(events.cost.preparation, updates[0] + 2e6)
            self.assertAlmostEqual(events.cost.click,
                                   statistics.fmean(r["ns_played"] for r in after))

    def test_all_events_since_the_last_click_are_waited_for(self):
        def click(place, first):
            return results.Click(("m", "s", place), "m", "a", "", "found", 10.0, 1.0, {},
                                 first=first)
        updates = [results.Update(("m", "s", place), "m", "a", "block", False, "ok", ns)
                   for place, ns in ((4, 100.0), (1, 1.0), (5, 1000.0), (2, 10.0))]
        told = dynamics.waits(updates, [click(6, 30.0), click(3, 20.0)])
        self.assertEqual([(c.index, spent) for c, spent in told], [(3, 11), (6, 1100)])

    def test_an_update_of_several_rounds_is_waited_for_once(self):
        click = results.Click(("m", "s", 2), "m", "a", "", "found", 10.0, 1.0, {}, first=5.0)
        updates = [results.Update(("m", "s", 1), "m", "a", "block", False, "ok", ns) for ns in (7.0, 9.0, 30.0)]
        self.assertEqual(dynamics.waits(updates, [click]), [(click, 30.0)])

    def test_another_click_set_is_not_waited_for(self):
        click = results.Click(("m", "t", 1), "m", "a", "", "found", 10.0, 1.0, {}, first=5.0)
        update = results.Update(("m", "s", 9), "m", "a", "block", False, "ok", 7.0)
        self.assertEqual(dynamics.waits([update], [click]), [(click, 0)])

    def test_a_preparation_pays_when_the_total_is_no_larger(self):
        for preparation, click in ((100, 1000), (5000, 500), (40000, 30), (50000, 600), (200, 1000)):
            first = next((n for n in range(1, 100000) if preparation + n * click <= 100 + n * 1000), math.inf)
            self.assertEqual(dynamics.pays_after(dynamics.Cost(preparation, click), dynamics.Cost(100, 1000)), first)

    def test_title_and_tells(self):
        rows = self.rows()
        for row in clicks_of(rows):
            row["ns_played"] = {"bfs": 9e6, "flood": 5e6, "null": 1}[row["algo"]]
            row["ns_after_event"] = row["ns_played"] + 2e6
        race = self.answered(rows)
        found = dynamics.measured(race)
        self.assertEqual(dynamics.finding(race, found),
                         "From a change of the map to the next path: bfs 18 ms and flood 21 ms")
        self.assertEqual(dynamics.sentences("bfs", found, "bfs"),
                         ["path after 18 ms", "updated in 7.0 ms",
                          "the cheapest with one click per event"])
        self.assertEqual(dynamics.sentences("flood", found, "bfs")[2],
                         "beats bfs from 2 clicks per event")

    def test_the_wait_is_that_of_the_answer(self):
        race = self.answered(self.rows())
        for each in race.answer["ranking"]:
            each["ns_change"] = 5.0
        self.assertEqual({each.wait for each in dynamics.measured(race).values()}, {5.0})

    def test_a_race_without_events_has_none(self):
        with self.assertRaises(measures.NothingToDraw):
            dynamics.draw(self.race(synthetic.race(("open",), ("bfs",), clicks=3)))


if __name__ == "__main__":
    unittest.main()
