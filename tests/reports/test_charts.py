"""Charts of made-up races: written whole, titles that follow from the rows, clear complaints."""
import contextlib
import io
import json
import pathlib
import statistics
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]
sys.dont_write_bytecode = True

import matplotlib  # noqa: E402

import synthetic  # noqa: E402
from reports import (__main__ as charts, click_times, density, distance, growth,  # noqa: E402
                     lengths, lengths_by_map, measures, phases, results, schema, sheet, spiral,
                     style, walks, words)

DEMO = ("adventure-20", "adventure-60", "adventure-150", "adventure-300", "office", "spiral",
        "open")
FEW = ("flood", "bfs", "astar", "null")
FRAME = 1e9 / 60
WITHOUT_SERIES = [name for name in charts.CHARTS
                  if name not in ("spiral-against-open", "growth", "density")]
WITHOUT_GRAPHS = [name for name in charts.CHARTS if name != "density"]


def run(*arguments):
    """Exit code, standard output and standard error of the command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = charts.main([str(argument) for argument in arguments])
    return code, out.getvalue(), err.getvalue()


def rocks():
    """Four maps, ever more of them blocked; one setting strays by as many pixels as percents."""
    rows = synthetic.race([f"rocks-{share}" for share in (2, 10, 20, 30)],
                          ("flood", "flood-published"), clicks=5)
    names = {"flood": "jumpgraph", "flood-published": "published"}
    for row in rows:
        if "algo" in row:
            row["algo"] = names[row["algo"]]
        if row["kind"] == "map":
            row["walkable"] = row["width"] * row["height"] * (100 - int(row["map"][6:])) // 100
        elif row["kind"] == "prepare":
            row["name"] = "jumpgraph"
        elif row["kind"] == "click":
            over = int(row["map"][6:]) if row["algo"] == "published" else 0
            row.update(length=500.0 + over, ns_median=1000.0 + over, expanded=row["click"])
    return rows


def clicks_of(rows, **wanted):
    return [row for row in rows if row["kind"] == "click"
            and all(row[key] == value for key, value in wanted.items())]


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, rows, name="race.jsonl"):
        return synthetic.write(self.folder / name, rows)

    def race(self, rows):
        return results.read_race([self.file(rows)])


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

    def check_layout(self, rows):
        """No text leaves the paper or lies on other text."""
        race = self.race(rows)
        with matplotlib.rc_context(style.RC):
            for name, draw in charts.CHARTS.items():
                try:
                    figure = draw(race)
                except measures.NothingToDraw:
                    continue
                figure.draw_without_rendering()
                unseen = self.labels_beyond_axes(figure)
                boxes = [(text.get_text(), text.get_window_extent())
                         for text in figure.findobj(matplotlib.text.Text)
                         if text.get_visible() and text.get_text().strip()
                         and text not in unseen]
                for text, box in boxes:
                    self.assertGreaterEqual(min(box.x0, box.y0), 0, (name, text))
                    self.assertLessEqual(box.x1, figure.bbox.x1, (name, text))
                    self.assertLessEqual(box.y1, figure.bbox.y1, (name, text))
                for place, (text, box) in enumerate(boxes):
                    for other, rest in boxes[:place]:
                        over = min(box.x1, rest.x1) - max(box.x0, rest.x0)
                        deep = min(box.y1, rest.y1) - max(box.y0, rest.y0)
                        self.assertFalse(over > 1 and deep > 2, (name, text, other))

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

    def test_every_chart_is_written(self):
        self.check_all(synthetic.race(DEMO, clicks=20))

    def test_density_fits(self):
        self.check_layout(rocks())

    def test_full_field_fits(self):
        self.check_layout(synthetic.race(clicks=12))

    def test_few_racers_fit(self):
        self.check_layout(synthetic.race(DEMO, FEW, clicks=12))

    def test_one_map(self):
        rows = synthetic.race(("office",), FEW, clicks=9)
        self.check_all(rows, WITHOUT_SERIES)
        self.check_layout(rows)

    def test_one_click(self):
        rows = synthetic.race(("office",), ("flood", "astar"), clicks=1)
        self.check_all(rows, WITHOUT_SERIES)
        self.check_layout(rows)

    def test_racer_that_fails_everywhere(self):
        rows = synthetic.race(DEMO, FEW, clicks=9, failing=("bfs",))
        self.check_all(rows)
        self.check_layout(rows)

    def test_nobody_answers(self):
        rows = synthetic.race(DEMO, ("flood", "bfs"), clicks=3, failing=("flood", "bfs"))
        self.check_all(rows, ["click-times", "click-times-by-map"])

    def test_only_the_floor(self):
        self.check_all(synthetic.race(("open",), ("null",), clicks=3), [])

    def test_same_race_same_bytes(self):
        file = self.file(synthetic.race(("office", "open", "spiral"), FEW, clicks=4))
        for folder in ("a", "b"):
            run(file, "-o", self.folder / folder)
        written = [path for path in (self.folder / "a").rglob("*") if path.is_file()]
        self.assertTrue(written)
        for path in written:
            twin = self.folder / "b" / path.relative_to(self.folder / "a")
            self.assertEqual(path.read_bytes(), twin.read_bytes(), path)


class Findings(Files):
    def test_share_within_a_frame(self):
        rows = synthetic.race(DEMO, FEW, clicks=30, failing=("bfs",))
        title = click_times.finding(self.race(rows))
        for algo in ("flood", "astar", "bfs"):
            mine = clicks_of(rows, algo=algo)
            share = sum(row["ns_median"] is not None and row["ns_median"] <= FRAME
                        for row in mine) / len(mine)
            if share == 1:
                self.assertTrue(title.startswith(f"{algo} answers every click within a frame"))
            else:
                self.assertIn(f"{algo} {100 * share:.0f} %", title)

    def test_invalid_walk_is_no_answer(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=10)
        clicks_of(rows, algo="flood")[3].update(verdict="invalid")
        title = click_times.finding(self.race(rows))
        self.assertEqual(title, "astar answers every click within a frame; flood 90 %")

    def test_clicks_after_giving_up_count_as_unanswered(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=10, walks=0)
        mine = clicks_of(rows, algo="flood")
        for row in mine[4:6]:
            row.update(outcome="timeout", verdict=None, ns_median=None, ns_first=None, length=None)
        race = self.race([row for row in rows if row not in mine[6:]])
        flood = [click for click in race.clicks if click.algo == "flood"]
        self.assertEqual(words.faults(flood), "2 timeouts, 4 left untried")
        self.assertEqual(click_times.finding(race),
                         "astar answers every click within a frame; flood 40 %")

    def test_all_within_a_frame(self):
        rows = synthetic.race(("open",), ("flood", "jps"), clicks=5)
        for row in clicks_of(rows, algo="jps"):
            row["ns_median"] = 42000
        self.assertEqual(click_times.finding(self.race(rows)),
                         "jps and flood answer every click within a frame, jps in 42 µs")

    def test_lowest_median_by_map(self):
        rows = synthetic.race(("open", "office", "spiral"), FEW, clicks=15)
        fastest = {}
        for name in ("open", "office", "spiral"):
            medians = {algo: statistics.median(row["ns_median"] for row in
                                               clicks_of(rows, algo=algo, map=name))
                       for algo in FEW if algo != "null"}
            fastest.setdefault(min(medians, key=medians.get), []).append(name)
        won = click_times.wins(self.race(rows))
        self.assertEqual(won, fastest)

    def test_far_against_near(self):
        rows = synthetic.race(("office",), ("astar", "null"), clicks=30)
        ranked = sorted(clicks_of(rows, algo="astar"), key=lambda row: row["length"])
        near, far = (statistics.median(row["ns_median"] for row in part)
                     for part in (ranked[:10], ranked[-10:]))
        race = self.race(rows)
        costs = words.factor(far / near)
        self.assertEqual(distance.finding(race, race.distances()),
                         f"A far click costs astar {costs} what a near one costs")

    def test_distance_is_the_shortest_valid_walk(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=1)
        clicks_of(rows, algo="flood")[0].update(length=7.5, verdict="invalid", optimum=None)
        clicks_of(rows, algo="astar")[0].update(length=99.5, optimum=None)
        race = self.race(rows)
        self.assertEqual(list(race.distances().values()), [99.5])
        self.assertIn("shortest valid walk", race.measure_of_distance)

    def test_distance_is_the_optimum_where_known(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=2)
        for index, optimum in enumerate((88.25, None)):
            for row, length in zip(clicks_of(rows, click=index), (90, 95)):
                row.update(length=length, optimum=optimum)
        race = self.race(rows)
        self.assertEqual(sorted(race.distances().values()), [88.25, 90])
        self.assertIn("any-angle path, or", race.measure_of_distance)

    def lengths_race(self, ratios):
        """A race of one map on which each racer's clicks have these ratios."""
        rows = synthetic.race(("open",), tuple(ratios), clicks=len(next(iter(ratios.values()))),
                              walks=0)
        for algo, mine in ratios.items():
            for row, ratio in zip(clicks_of(rows, algo=algo), mine):
                synthetic.cut(row, ratio)
        return rows

    def test_mean_detour(self):
        race = self.race(self.lengths_race({"flood": (1, 1.02, 1.04), "astar": (1.1, 1.2, 1.3),
                                            "visgraph": (1, 1, 1)}))
        self.assertEqual(lengths.finding(lengths.measured(race), race),
                         "Detour against the shortest path, on average: visgraph none, "
                         "flood 2.0 %, astar 20 %")

    def test_walks_through_walls_do_not_shorten_the_mean(self):
        rows = self.lengths_race({"flood": (0.5, 1.02, 1.04), "astar": (1.1, 1.2, 1.3)})
        clicks_of(rows, algo="flood")[0].update(verdict="invalid", valid_any_angle=False)
        race = self.race(rows)
        walks_ = lengths.measured(race)
        self.assertEqual([click.ratio for click in walks_["flood"].illegal], [0.5])
        self.assertAlmostEqual(walks_["flood"].mean, 1.03)
        self.assertTrue(lengths.finding(walks_, race).endswith(
            "flood 3.0 %, astar 20 %; 1 walk through walls"))

    def test_worst_clicks_are_listed(self):
        race = self.race(self.lengths_race({"flood": (1, 1.02, 1.04), "astar": (1.1, 1.3, 1.2),
                                            "visgraph": (1, 1, 1)}))
        worst = [(algo, mine.worst.index, mine.worst.ratio)
                 for algo, mine in lengths.listed(lengths.measured(race))]
        self.assertEqual(worst, [("astar", 1, 1.3), ("flood", 2, 1.04)])

    def test_no_optimum_no_ratio(self):
        rows = self.lengths_race({"flood": (1, 1.02), "astar": (1.1, 1.2)})
        for row in clicks_of(rows):
            row.update(optimum=None, ratio=None)
        with self.assertRaises(measures.NothingToDraw):
            lengths.draw(self.race(rows))

    def two_lengths(self):
        """One racer is exact; the other is not, and goes farthest wrong on the map office."""
        rows = synthetic.race(("open", "office"), ("visgraph", "astar"), clicks=4, walks=0)
        for row in clicks_of(rows):
            synthetic.cut(row, 1)
        for name, mine in {"open": (1, 1.04, 1.08, 1), "office": (1.07, 1, 1.25, 1.5)}.items():
            for row, ratio in zip(clicks_of(rows, algo="astar", map=name), mine):
                synthetic.cut(row, ratio)
        return rows

    def test_longest_detour_by_map(self):
        race = self.race(self.two_lengths())
        walks_ = lengths.measured(race)
        maps = lengths_by_map.by_map(walks_)
        self.assertEqual(lengths_by_map.finding(walks_, maps, race),
                         "Longest detour by map: visgraph none, astar 8.0 % to 50 % (office)")
        self.assertEqual([(name, algo, click.index, click.ratio) for name, (algo, click)
                          in lengths_by_map.worst_walks(maps)],
                         [("office", "astar", 3, 1.5), ("open", "astar", 2, 1.08)])
        self.assertEqual(lengths_by_map.clicks_each(maps), "4 clicks")
        self.assertEqual(lengths_by_map.notes(maps, "visgraph"), ["never beyond 1.0824"])
        self.assertEqual(lengths_by_map.notes(maps, "astar"),
                         ["beyond 1.0824: 25 % of walks, on 1 map"])

    def test_walks_through_walls_are_no_detour(self):
        rows = self.two_lengths()
        for row in clicks_of(rows, algo="astar", map="office"):
            row.update(verdict="invalid", valid_any_angle=False)
        race = self.race(rows)
        walks_ = lengths.measured(race)
        self.assertEqual(lengths_by_map.finding(walks_, lengths_by_map.by_map(walks_), race),
                         "Longest detour by map: visgraph none, astar 8.0 %")

    def test_spiral_against_open(self):
        rows = synthetic.race(("spiral", "open"), ("flood", "astar", "null"), clicks=11)
        race = self.race(rows)
        title = spiral.finding(spiral.medians(race, spiral.chosen_maps(race)))
        for algo in ("flood", "astar"):
            medians = [statistics.median(row["ns_median"] for row in
                                         clicks_of(rows, algo=algo, map=name))
                       for name in ("spiral", "open")]
            self.assertIn(f"{algo} ({words.factor(medians[0] / medians[1])})", title)

    def test_spiral_without_answers_has_no_median(self):
        rows = synthetic.race(("spiral", "open"), ("flood", "astar"), clicks=9)
        for row in clicks_of(rows, algo="astar", map="spiral")[:5]:
            row.update(outcome="timeout", verdict=None, ns_median=None, ns_first=None)
        race = self.race(rows)
        title = spiral.finding(spiral.medians(race, spiral.chosen_maps(race)))
        self.assertIn("astar (∞×)", title)

    def test_longest_walk(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=2)
        for index, length in enumerate((110, 125)):
            clicks_of(rows, algo="flood", click=index)[0].update(length=length)
            clicks_of(rows, algo="astar", click=index)[0].update(length=100)
        self.assertEqual(walks.finding(walks.worst(self.race(rows))),
                         "flood walks 25 % farther than astar on the same click (open, click 1)")

    def grown(self, racers, rooms=(20, 60, 150, 300), **powers):
        """Rows of a series on which preparing a racer takes its power of the corners."""
        rows = synthetic.race((*(f"room-{n}" for n in rooms), "office"), racers, clicks=6)
        for row in rows:
            count = synthetic.corners(row.get("map", ""))
            if row["kind"] == "prepare":
                row["ns"] = 1e-3 * count ** powers[row["name"]]
            elif row["kind"] == "click" and row["algo"] == "flood":
                row["ns_median"] = 5.0 * count ** 2
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
        strays = density.deviations(race, groups, maps)
        self.assertEqual(list(strays), ["published"])
        self.assertEqual([round(over) for _, over in strays["published"]], [2, 10, 20, 30])
        self.assertEqual(density.times(groups, maps)["jumpgraph"][0][1], 1000)
        self.assertEqual(density.finding(strays), "Walks of published are 2.0 pixels too long on "
                         "average where 2 % is blocked, 30 where 30 % is")

    def test_density_needs_two_settings_of_the_graph(self):
        race = self.race([row for row in rocks() if row.get("algo") != "published"])
        with self.assertRaises(measures.NothingToDraw):
            density.draw(race)

    def test_phases(self):
        rows = synthetic.race(("open",), ("flood", "bfs"), clicks=7)
        for row in clicks_of(rows, algo="flood"):
            row.update({f"ns_{phase}": None for phase in results.PHASES})
            row.update(ns_search=60, ns_trace=30, ns_forward=10)
        clicks_of(rows, algo="flood")[0].update(ns_search=None, ns_precheck=1e9)
        self.assertEqual(phases.finding(phases.searched(self.race(rows))),
                         "Search takes 60 % of a click in flood, trace 30 %")

    def test_racers_of_few_clicks_stay_out_of_the_field(self):
        rows = synthetic.race(("open", "office", "spiral"), ("flood", "astar"), clicks=4)
        few = synthetic.race(("u-trap",), ("flood", "astar:open=heap"), clicks=3)
        race = results.read_race([self.file(rows), self.file(few, "few.jsonl")])
        field = measures.field(race)
        self.assertEqual({algo: len(clicks) for algo, clicks in field.items()},
                         {"flood": 12, "astar": 12})

    def test_shares_never_round_up_to_all(self):
        self.assertEqual([words.percent(*pair) for pair in
                          ((1000, 1000), (999, 1000), (2999, 3000), (1, 3000), (0, 9), (2, 3))],
                         ["100 %", "99.9 %", "99.9 %", "0.1 %", "0 %", "67 %"])

    def test_times_have_units(self):
        self.assertEqual([words.duration(ns) for ns in (21, 999, 1500, 42000, 16.7e6, 25e9)],
                         ["21 ns", "999 ns", "1.5 µs", "42 µs", "17 ms", "25 s"])


class Looks(unittest.TestCase):
    def racers(self, *pairs):
        return {algo: results.Racer(algo, name, False) for algo, name in pairs}

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

    def test_equal_greys_have_different_markers(self):
        def grey(colour):
            red, green, blue = matplotlib.colors.to_rgb(colour)
            return 0.299 * red + 0.587 * green + 0.114 * blue
        known = list(style.BACK_ENDS.values())
        for place, (colour, marker) in enumerate(known):
            for other, mark in known[:place]:
                self.assertTrue(marker != mark or abs(grey(colour) - grey(other)) > 0.2)


class Complaints(Files):
    def complaint(self, text, name="bad.jsonl"):
        file = self.folder / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        code, out, err = run(file, "-o", self.folder)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertTrue(err.startswith("reports: "), err)
        self.assertFalse((self.folder / "charts").exists())
        return err.removeprefix(f"reports: {file}:").rstrip("\n")

    def lines(self, **changes):
        """A good race of one click, with changes to the click line, which is line 4."""
        rows = synthetic.race(("open",), ("flood",), clicks=1)
        rows[3].update(changes)
        return [json.dumps(row) for row in rows]

    def test_empty(self):
        self.assertEqual(self.complaint(""), "1: no whole line: expected a run line")

    def test_missing_file(self):
        code, _, err = run(self.folder / "none.jsonl", "-o", self.folder)
        self.assertEqual(code, 2)
        self.assertIn("none.jsonl: No such file or directory: expected a result file", err)

    def test_not_text(self):
        self.assertIn("not UTF-8 text", self.complaint(b"\xff\xfe\x00"))

    def test_broken_line(self):
        lines = self.lines()
        lines[1] = lines[1][:20]
        self.assertTrue(self.complaint("\n".join(lines) + "\n").startswith("2: not JSON"))

    def test_no_object(self):
        self.assertEqual(self.complaint("[]\n"), "1: expected an object with a kind")

    def test_no_run_line(self):
        self.assertEqual(self.complaint("\n".join(self.lines()[1:]) + "\n"),
                         "1: a map line: expected run lines first, and nowhere else")

    def test_wrong_type(self):
        self.assertEqual(self.complaint("\n".join(self.lines(ns_median="fast")) + "\n"),
                         '4: ns_median: expected number or null, got "fast"')

    def test_negative_time(self):
        self.assertEqual(self.complaint("\n".join(self.lines(ns_median=-1)) + "\n"),
                         "4: ns_median: expected at least 0, got -1")

    def test_unknown_outcome(self):
        self.assertTrue(self.complaint("\n".join(self.lines(outcome="won")) + "\n")
                        .startswith("4: outcome: expected one of found, unreachable"))

    def test_missing_key(self):
        lines = self.lines()
        row = json.loads(lines[3])
        del row["length"]
        lines[3] = json.dumps(row)
        self.assertEqual(self.complaint("\n".join(lines) + "\n"), "4: click line without 'length'")

    def test_click_twice(self):
        lines = self.lines()
        lines.insert(4, lines[3])
        self.assertTrue(self.complaint("\n".join(lines) + "\n").startswith(
            "5: click flood open open.json 0 was given before, in "))

    def test_racer_without_prepare(self):
        lines = self.lines()
        del lines[2]
        self.assertIn("no prepare line for racer 'flood'", self.complaint("\n".join(lines) + "\n"))

    def test_thumbnail_of_another_size(self):
        lines = self.lines()
        row = json.loads(lines[1])
        row["thumbnail"] = row["thumbnail"][:40]
        lines[1] = json.dumps(row)
        self.assertEqual(self.complaint("\n".join(lines) + "\n"),
                         "2: thumbnail: expected base64 of 135 rows of 30 bytes")

    def test_nothing_raced(self):
        self.assertEqual(self.complaint("\n".join(self.lines()[:3]) + "\n"),
                         "3: no click line so far: nothing to draw")

    def test_cut_files_are_drawn_with_a_warning(self):
        whole = "\n".join(self.lines())
        for text, words_ in ((whole.rsplit("\n", 1)[0] + "\n", "without an end line"),
                             (whole[:-10], "in the middle of a line")):
            file = self.folder / "cut.jsonl"
            file.write_text(text)
            code, out, err = run(file, "-o", self.folder)
            self.assertEqual((code, err.count("\n")), (0, 1), err)
            self.assertIn(f"{file}:", err)
            self.assertIn(words_, err)
            self.assertIn("charts (PNG and SVG)", out)

    def test_unwritable_folder(self):
        (self.folder / "charts").write_text("a file")
        file = self.file(synthetic.race(("open",), ("flood",), clicks=1))
        code, _, err = run(file, "-o", self.folder)
        self.assertEqual((code, err.count("\n")), (2, 1), err)
        self.assertIn("expected a folder to write a report to", err)


class Contract(unittest.TestCase):
    def test_made_up_rows_and_the_checker_agree_with_the_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no jsonschema for this python")
        whole = json.loads(schema.SCHEMA.read_text())
        reference = jsonschema.Draft7Validator(whole)
        checker = schema.Schema()
        rows = synthetic.race(("open", "maze"), clicks=5)
        for row in rows:
            self.assertIsNone(checker.problem(row))
            self.assertTrue(reference.is_valid(row))
        row = next(row for row in rows if row["kind"] == "click")
        for key, value in row.items():
            for other in (None, "x", -1, 1.5, True, [], [1], [1, "x"], [1, 2]):
                changed = dict(row, **{key: other})
                self.assertEqual(checker.problem(changed) is None, reference.is_valid(changed),
                                 (key, other))
            without = {name: value for name, value in row.items() if name != key}
            self.assertIsNotNone(checker.problem(without))
        self.assertIsNotNone(checker.problem(dict(row, extra=1)))


if __name__ == "__main__":
    unittest.main()
