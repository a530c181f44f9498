"""Charts of made-up races: written whole, nothing cut or overlapping, the same looks everywhere."""
import unittest
import unittest.mock
import xml.etree.ElementTree

from fixture import DEMO, FEW, Files, clicks_of, run, with_events

import matplotlib
import numpy
import synthetic
from reports import __main__ as charts
from reports.figures import sheet, style
from reports.rows import measures, results

ABSENT = ("changes", "decisions", "dynamics", "ladder")  # for which made-up races have no rows
WITHOUT_GRAPHS = [name for name in charts.CHARTS if name not in ABSENT]


class Foot(Files):
    def test_a_disturbed_machine_is_told_under_every_chart(self):
        rows = synthetic.race(("open",), FEW, clicks=3)
        self.assertNotIn("disturbed", sheet.provenance(self.race(rows)))
        rows[0]["disturbances"] = ["smt", "virtual"]
        rows[-1].update(others=0.42, stolen=0.0, disturbed=True)
        self.assertTrue(sheet.provenance(self.race(rows)).endswith(
            "disturbed: two threads share a core, virtual machine, other programs took 0.42 cores"))
        rows[-1].update(disturbed=False)
        self.assertNotIn("other programs", sheet.provenance(self.race(rows)))


class Drawing(Files):
    def check_all(self, rows, expected=tuple(WITHOUT_GRAPHS)):
        code, out, err = run(self.file(rows), "-o", self.folder)
        self.assertEqual((code, err), (0, ""))
        written = sorted(path.name for path in (self.folder / "charts").iterdir())
        self.assertEqual(written, sorted(f"{name}.{kind}" for name in expected
                                         for kind in ("png", "svg")))
        skipped = len(charts.CHARTS) - len(expected)
        self.assertIn(f"{len(expected)} charts", out)
        self.assertEqual(out.count("needs"), skipped)
        for path in (self.folder / "charts").iterdir():
            data = path.read_bytes()
            if path.suffix == ".png":
                self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
                self.assertEqual(int.from_bytes(data[16:20], "big"), 1500, path.name)
            else:
                xml.etree.ElementTree.fromstring(data)

    def check_layout(self, rows, expected=None):
        """No text leaves the paper or lies on other text; expected charts: those that are drawn."""
        race, drawn = self.answered(rows), []
        with matplotlib.rc_context(style.RC):
            for name, draw in charts.CHARTS.items():
                try:
                    figure = draw(race)
                except measures.NothingToDraw:
                    continue
                drawn.append(name)
                figure.draw_without_rendering()
                unseen = self.labels_beyond_axes(figure)
                ceiling = figure.bbox.y1 - figure.dpi * figure.sheet.top + 1  # of the page's part
                for text in (text for axes in figure.axes for text in axes.findobj(
                        matplotlib.text.Text) if text.get_text().strip() and text not in unseen):
                    self.assertLessEqual(text.get_window_extent().y1, ceiling, (name, text))
                texts = [text for text in figure.findobj(matplotlib.text.Text)
                         if text.get_visible() and text.get_text().strip() and text not in unseen]
                boxes = numpy.array([text.get_window_extent().extents for text in texts])
                beyond = (boxes[:, :2] < 0).any(1) | (boxes[:, 2:] > figure.bbox.max).any(1)
                self.assertEqual([texts[i] for i in numpy.flatnonzero(beyond)], [], name)
                self.assertEqual([(texts[i], texts[j]) for i, j in self.overlaps(boxes)], [], name)
        self.assertEqual(drawn, drawn if expected is None else list(expected))

    @staticmethod
    def overlaps(boxes):
        """Pairs of boxes (x0, y0, x1, y1) that share over 1 x 2 dots."""
        low = numpy.maximum(boxes[:, None, :2], boxes[None, :, :2])
        high = numpy.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
        return numpy.argwhere(numpy.triu((high - low > (1, 2)).all(2), 1))

    @staticmethod
    def labels_beyond_axes(figure):
        """Labels that matplotlib keeps for ticks outside the limits and never draws."""
        unseen = set()
        for axes in figure.axes:
            for axis in (axes.xaxis, axes.yaxis):
                low, high = sorted(axis.get_view_interval())
                for tick in axis.get_major_ticks():
                    if not low <= tick.get_loc() <= high:
                        unseen.update((tick.label1, tick.label2))
        return unseen

    def test_every_chart_is_written_and_the_same_race_gives_the_same_bytes(self):
        rows = synthetic.race(DEMO, (*FEW, "flood-published"), clicks=20)
        self.check_all(rows)
        run(self.file(rows), "-o", self.folder / "again")
        written = [path for path in (self.folder / "again").rglob("*") if path.is_file()]
        self.assertTrue(written)
        for path in written:
            before = self.folder / path.relative_to(self.folder / "again")
            self.assertEqual(path.read_bytes(), before.read_bytes(), path)

    def test_some_racers_with_plain_titles_as_pdf(self):
        file = self.file(synthetic.race(DEMO[:2], FEW, clicks=12))
        code, _, err = run(file, "-o", self.folder, "--racers", "flood,astar", "--titles", "plain", "--pdf")
        self.assertEqual((code, err), (0, ""))
        for path in (self.folder / "charts").glob("*.svg"):
            self.assertEqual(path.with_suffix(".pdf").read_bytes()[:5], b"%PDF-")
        page = (self.folder / "report.html").read_text(encoding="utf-8")
        self.assertIn(">Time against length</h3>", page)
        self.assertNotIn('data-racer="bfs"', page)
        self.assertEqual(run(file, "-o", self.folder, "--racers", "nobody")[0], 2)

    def test_events_and_failures_fit(self):
        rows = with_events(synthetic.race(DEMO, ("flood", "bfs", "visgraph", "astar:open=heap"),
                                          clicks=6), every=2)
        for place, outcome in enumerate(("timeout", "crash", "memory", "limit")):
            clicks_of(rows, algo="bfs")[place].update(outcome=outcome, verdict=None)
        clicks_of(rows, algo="flood")[0].update(verdict="false-unreachable")
        self.check_layout(rows)

    def test_full_field_fits(self):
        self.check_layout(synthetic.race(clicks=12))

    def test_many_racers_fit_and_no_chart_is_taller_than_wide(self):
        many = {f"racer-{place}": ("jps", 90 + place, 0.01, 700) for place in range(28)}
        with unittest.mock.patch.dict(synthetic.RACERS, many):
            rows = synthetic.race(DEMO[:2], tuple(many), clicks=6)
        self.check_layout(rows)
        race = self.answered(rows)
        for name in ("click-times", "time-against-length", "time-against-preparation", "length-over-optimum"):
            page = charts.CHARTS[name](race).sheet
            self.assertLess(page.bottom - page.top, sheet.WIDTH - sheet.LEGEND_WIDTH, name)
            self.assertTrue(all(details for _, details in page.keys.values()), name)

    def test_few_racers_fit(self):
        self.check_layout(synthetic.race(DEMO, FEW, clicks=12))

    def test_one_map(self):
        self.check_layout(synthetic.race(("office",), FEW, clicks=9), WITHOUT_GRAPHS)

    def test_one_click(self):
        rows = synthetic.race(("office",), ("flood", "astar"), clicks=1)
        self.check_all(rows)
        self.check_layout(rows)

    def test_racer_that_fails_everywhere(self):
        self.check_layout(synthetic.race(DEMO, FEW, clicks=10, failing=("bfs",)), WITHOUT_GRAPHS)

    def test_nobody_answers(self):
        rows = synthetic.race(DEMO, ("flood", "bfs"), clicks=3, failing=("flood", "bfs"))
        self.check_all(rows, ["click-times"])

    def test_only_the_floor(self):
        self.check_all(synthetic.race(("open",), ("null",), clicks=3), [])


class Looks(unittest.TestCase):
    def racers(self, *pairs):
        return {algo: results.Racer(algo, name, False, "", "", *synthetic.LOOKS[name])
                for algo, name in pairs}

    def test_back_ends_keep_their_colours(self):
        alone = style.looks(self.racers(("flood", "flood")))
        among = style.looks(self.racers(("bfs", "bfs"), ("old", "flood"), ("flood", "flood")))
        self.assertEqual(alone["flood"], among["flood"])
        self.assertEqual(alone["flood"].colour.upper(), "#D55E00")
        self.assertEqual(among["bfs"].colour.upper(), "#E69F00")

    def test_variants_share_the_marker_and_differ_otherwise(self):
        looks = style.looks(self.racers(*((f"v{n}", "astar") for n in range(5))))
        self.assertEqual({look.marker for look in looks.values()}, {"o"})
        self.assertEqual(len({look.colour for look in looks.values()}), 5)
        self.assertEqual(len({str(look.line) for look in looks.values()}), 5)


if __name__ == "__main__":
    unittest.main()
