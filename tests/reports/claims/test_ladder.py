"""The ladder: rungs told by back end and options, its title from the rows, timeouts never drawn as
answers."""
import math
import unittest

from fixture import Files

import matplotlib
import synthetic
from reports.claims import ladder
from reports.figures import style
from reports.rows import measures, results

OPTIONS = {  # algo: back end, options
    "list": ("astar", "open=linear,canonical=off,reset=stamps"),
    "sorted": ("astar", "open=sorted,canonical=off,reset=stamps"),
    "heap": ("astar", "open=heap,canonical=on,reset=stamps"),
    "wiped": ("astar", "open=heap,canonical=on,reset=clear"),
    "astar": ("astar", "open=bucket,canonical=on,reset=stamps"),
    "printed": ("flood-published", "hang=advance"),
    "visgraph": ("visgraph", "edges=levels"),
    "abroad": ("flood-published", "hang=advance"),
    "covert": ("astar-published", "cap=10000000"),
}
TIMES = {"list": math.inf, "sorted": 3e9, "heap": 2e8, "wiped": 2.1e8, "astar": 2e7, "printed": 4e6,
         "visgraph": 300, "covert": 1e6}


def rows_of(times, maps=("u-trap", "office"), clicks=3):
    """A race in which each racer takes its time on the first map, and a tenth on the second."""
    asked = tuple(times)
    rows = synthetic.race(maps, ("astar",), clicks=clicks, paths=0)
    fresh = []
    for row in rows:
        for algo in asked if row["kind"] in ("prepare", "click") else ("",):
            each = dict(row)
            if row["kind"] == "prepare":
                each.update(algo=algo, name=OPTIONS[algo][0], options=OPTIONS[algo][1])
            elif row["kind"] == "click":
                ns = times[algo] / (1 if row["map"] == maps[0] else 10)
                each.update(algo=algo, ns_played=ns)
                if math.isinf(ns):
                    each.update(outcome="timeout", verdict=None, ns_after_event=None, ns_played=None,
                                length=None)
            fresh.append(each)
    return fresh


class Ladder(Files):
    def stepped(self, times):
        race = self.race(rows_of(times))
        return (*ladder.steps_of(race), race)

    def test_rungs_are_known_by_their_options(self):
        steps, maps, _ = self.stepped(TIMES)
        self.assertEqual(maps, ["u-trap", "office"])
        self.assertEqual({step.algo: step.rung.title for step in steps}, {
            "list": "A*, unsorted list", "sorted": "A*, sorted list", "heap": "A*, heap", "wiped": "",
            "astar": "A*, buckets", "printed": "Flood fill, as published"})
        self.assertEqual([step.algo for step in steps][:2], ["list", "sorted"])

    def test_expansions_stand_beside_the_times(self):
        rows = rows_of(TIMES)
        counts = iter(range(1000, 9000, 1000))
        for row in rows:
            if row.get("algo") == "heap" and row["kind"] == "click":
                row["expanded"] = next(counts)
        steps, _ = ladder.steps_of(self.race(rows))
        self.assertEqual({step.algo: step.expanded for step in steps if step.expanded},
                         {"heap": {"u-trap": 2000, "office": 5000}})

    def test_the_slowest_query_stands_beside_the_median(self):
        rows = rows_of(TIMES)
        next(row for row in rows if row.get("algo") == "heap" and row["kind"] == "click")["ns_played"] = 9e9
        heap = next(step for step in ladder.steps_of(self.race(rows))[0] if step.algo == "heap")
        self.assertEqual((heap.times["u-trap"], heap.slowest["u-trap"]), (2e8, 9e9))

    def test_the_title_says_where_the_ends_stand(self):
        steps, maps, _ = self.stepped(TIMES)
        self.assertEqual(ladder.finding(steps, maps, 25e9),
                         "Over 20 s to 10 ms? Yes, if A* has an unsorted open list and the room is a trap")
        for slow, fill in ((6e9, 4e6), (21e9, 1e9)):
            steps, maps, _ = self.stepped({**TIMES, "list": slow, "printed": fill})
            self.assertEqual(ladder.finding(steps, maps, 25e9), "Over 20 s to 10 ms? Not here")

    def test_a_racer_of_another_map_stands_on_no_rung(self):
        rows = rows_of({**TIMES, "abroad": 5.0})
        kept = [row for row in rows if row.get("algo") != "abroad" or row["map"] == "office"]
        kept = [row for row in kept if row.get("map") != "office" or row.get("algo") not in
                ("list", "sorted")]
        steps, maps = ladder.steps_of(self.race(kept))
        self.assertEqual(maps, ["u-trap"])
        self.assertIn("printed", [step.algo for step in steps])
        self.assertNotIn("abroad", [step.algo for step in steps])

    def test_only_timeouts_are_beyond_the_timeout(self):
        """A crash, a limit or a path through walls does not count as 25 s."""
        def faulty(outcome, verdict, many=2):
            rows = rows_of(TIMES)
            struck = [row for row in rows if row.get("algo") == "list" and row["kind"] == "click"
                      and row["map"] == "u-trap"]
            for row in struck[:many]:
                row.update(outcome=outcome, verdict=verdict)
            kept = [row for row in rows if row not in struck[many:]]
            steps, _ = ladder.steps_of(self.race(kept if outcome in results.FATAL else rows))
            return next((step.times for step in steps if step.algo == "list"), {})
        self.assertEqual(faulty("timeout", None, 3)["u-trap"], math.inf)
        self.assertEqual(faulty("timeout", None, 1)["u-trap"], math.inf)  # the others untried
        for outcome, verdict in (("crash", None), ("limit", None), ("found", "invalid")):
            self.assertNotIn("u-trap", faulty(outcome, verdict))
        self.assertNotIn("u-trap", faulty("crash", None, 1))

    def test_patience_is_that_of_the_file(self):
        """Files of one report need not have been run with the same timeout."""
        abroad = rows_of({"heap": 5.0}, maps=("spiral",))
        abroad[0]["timeout_s"] = 10
        for row in abroad:
            if "algo" in row:
                row["algo"] = "other"
        files = [self.file(abroad, "abroad.jsonl"), self.file(rows_of(TIMES), "ladder.jsonl")]
        race = results.read_race(files)
        self.assertEqual(race.patience, {"spiral": 10, "u-trap": 25, "office": 25})
        self.assertIn("Yes, if A* has an unsorted", ladder.draw(race).sheet.title)

    def test_it_wants_a_naive_list(self):
        with self.assertRaises(measures.NothingToDraw):
            ladder.draw(self.race(rows_of({name: TIMES[name] for name in
                                           ("heap", "astar", "printed", "wiped")})))

    def test_nothing_overlaps(self):
        with matplotlib.rc_context(style.RC):
            figure = ladder.draw(self.race(rows_of(TIMES)))
            figure.draw_without_rendering()
            boxes = [text.get_window_extent() for text in figure.findobj(matplotlib.text.Text)
                     if text.get_visible() and text.get_text().strip()]
        for place, box in enumerate(boxes):
            self.assertLessEqual(box.x1, figure.bbox.x1)
            for rest in boxes[:place]:
                over = min(box.x1, rest.x1) - max(box.x0, rest.x0)
                deep = min(box.y1, rest.y1) - max(box.y0, rest.y0)
                self.assertFalse(over > 1 and deep > 2)


if __name__ == "__main__":
    unittest.main()
