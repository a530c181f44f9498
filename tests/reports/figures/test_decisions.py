"""The map of decisions as it is drawn: every region where the answer has it, with its name inside."""
import unittest

import fixture  # noqa: F401

import matplotlib
import numpy
import synthetic
from matplotlib.path import Path
from reports.figures import decisions, style
from reports.rows import measures

LOAD, SLOW = [1e6, 1e10], [1e4, 1e8]


def row(slow, *regions):
    return {"slow": slow, "until": [until for until, _ in regions], "leads": [leads for _, leads in regions]}


ROWS = [row(1e4, (2e6, "jps"), (1e10, "bfs")), row(1e6, (1e8, "jps"), (1e10, "bfs")),
        row(1.0001e6, (1e8, "jps"), (1e9, "astar"), (1e10, "bfs")), row(1e8, (1e7, "jps"), (1e9, "astar"), (1e10, "bfs"))]
SMALL = [("memory", 5e5), ("memory", 3.2e7), ("change", 5e5), ("change", 3.2e7), ("queries-per-frame", 10),
         ("queries-per-frame", 100)]


def regions(count=len(SMALL)):
    made = [{"quantity": quantity, "value": value, "load": LOAD, "slow": SLOW, "rows": ROWS}
            for quantity, value in [(None, None), *SMALL[:count]]]
    return {"load": 2e7, "slow": 1e6, "maps": made}


def plain(slow, load):
    """What leads, worked out once more."""
    part = numpy.log(slow / 1e4) / numpy.log(1e2) if slow < 1e6 else numpy.log(slow / 1e6) / numpy.log(1e2)
    jps = 2e6 * 50 ** part if slow < 1e6 else 1e8 * 0.1 ** part
    return "jps" if load < jps else "astar" if slow > 1e6 and load < 1e9 else "bfs"


class Decisions(fixture.Files):
    def drawn(self, told, **answer):
        race = self.race(synthetic.race(("open", "office"), ("jps", "bfs", "astar", "flood"), clicks=3))
        race.answer = {"candidates": [{"address": algo, "algo": algo} for algo in ("jps", "bfs", "astar", "flood")]} | answer
        race.regions = told
        with matplotlib.rc_context(style.RC):
            return decisions.draw(race)

    def test_outlines_and_cells_are_what_the_rows_say(self):
        main = regions()["maps"][0]
        outlines = [(address, Path(numpy.log(corners))) for address, corners in decisions.outlines(main)]
        found = decisions.cells(main)
        for y, slow in enumerate(numpy.geomspace(*SLOW, 2 * decisions.CELLS + 1)[1::2]):
            for x, load in enumerate(numpy.geomspace(*LOAD, 2 * decisions.CELLS + 1)[1::2]):
                expected = plain(slow, load)
                self.assertEqual(found[y, x], expected)
                inside = {address for address, path in outlines if path.contains_point(numpy.log((load, slow)))}
                self.assertEqual(inside, {expected}, (load, slow))

    def test_names_lie_in_their_regions_and_on_no_ring(self):
        for count in (4, 6):
            told = regions(count)
            figure = self.drawn(told)
            figure.draw_without_rendering()
            names = 0
            for axes in figure.axes:
                ring = axes.transData.transform((told["load"], told["slow"]))
                for text in axes.texts:
                    box = text.get_window_extent()
                    self.assertFalse(box.contains(*ring), text)
                    if text.get_text() not in ("jps", "bfs", "astar"):
                        continue
                    names += 1
                    for corner in box.corners():
                        load, slow = axes.transData.inverted().transform(corner)
                        self.assertEqual(plain(slow, load), text.get_text(), axes.get_title(loc="left"))
            self.assertGreaterEqual(names, 3 + 2 * count)

    def test_the_title_names_what_leads_here_and_elsewhere(self):
        told = regions()
        self.assertEqual(self.drawn(told).sheet.title, "jps leads if a load time of 20 ms and a slow query of "
                         "1 ms are acceptable; bfs and astar lead in other parts of the map")
        for ship, undecided, clause in (("jps", "flood", "flood"), ("flood", "jps", "flood, which is smaller and ships")):
            title = self.drawn(told, leads="jps", ship=ship, undecided=undecided).sheet.title
            self.assertTrue(title.startswith(f"jps leads, undecided with {clause}, if a load time of 20 ms"), title)

    def test_without_an_answer_or_with_another_racer_there_is_none(self):
        empty = regions()
        empty["maps"][0]["rows"] = []
        for told in (None, empty):
            with self.assertRaises(measures.NothingToDraw):
                self.drawn(told)
        race = self.race(synthetic.race(("open",), ("jps", "bfs"), clicks=3))
        race.answer = {"candidates": [{"address": algo, "algo": algo} for algo in ("jps", "bfs", "astar")]}
        race.regions = regions()
        with self.assertRaises(measures.NothingToDraw):
            decisions.draw(race)


if __name__ == "__main__":
    unittest.main()
