"""The page of a race: every number recounted from the rows, nothing loaded, failures first."""
import base64
import gzip
import json
import math
import pathlib
import re
import statistics
import unittest
from unittest import mock

from fixture import DEMO, Files, clicks_of, run, with_events

import synthetic
from recount import ANSWERS, Page, Recount, fault, reads
from reports import __main__ as charts
from reports.figures import click_times, sheet
from reports.page import inked, inline, page, ranking_text, raw_rows
from reports.rows import ranking, results

RACERS = ("flood", "flood-published", "bfs", "astar", "astar:open=heap", "visgraph", "null")


class Pages(Files):
    def page(self, rows, files=(), charts=(), answered=True):
        """The page's text."""
        files = files or [self.file(rows)]
        race = self.answered(rows) if answered and rows else results.read_race(files)
        page.write(self.folder / "report.html", race, files, list(charts), {}, inked.Palette())
        return (self.folder / "report.html").read_text(encoding="utf-8")

    def check_numbers(self, rows, text):
        """Every data element recounted; and outside of them no digit that is not part of a name."""
        found, counted = Page(text), Recount(rows)
        for each in found.data:
            value, measure = float(each["value"]), each["data-measure"]
            if measure == "constant":
                self.assertEqual(value, float(each["text"].replace(",", "")))
                continue
            expected = counted.count(each["data-of"], measure)
            if expected is not None:
                self.assertTrue(math.isclose(value, expected, rel_tol=1e-12) or value == expected,
                                (each, expected))
            if measure not in ("low",):  # which leaves its unit to the other end
                self.assertTrue(reads(each["text"], value, measure, len(counted.common)
                                      if each["data-of"] in counted.ranked
                                      else len(counted.clicks.get(each["data-of"], "1"))), each)
        names = {row["map"] for row in rows if "map" in row} | set(counted.clicks)
        names |= {"grid4", "grid8", "60 Hz", "1/60", "length-p99"}
        for piece in found.text:
            for name in sorted(names, key=len, reverse=True):
                piece = piece.replace(name, "")
            self.assertNotRegex(piece, r"\d", "a number that nobody can recount")
        return found, counted


class Numbers(Pages):
    def test_every_number_is_recounted(self):
        rows = synthetic.race(DEMO[:2], RACERS, clicks=200)  # enough for a 95th percentile each
        found, counted = self.check_numbers(rows, self.page(rows))
        told = {(each["data-of"], each["data-measure"]) for each in found.data}
        for algo in counted.ranked:
            for measure in ("rank", "median", "low", "high", "slow", "worst", "over_frame",
                            "prepare", "memory", "illegal", "failed"):
                if measure not in ("low", "high") or not any(map(fault, counted.rows(algo))):
                    self.assertIn((algo, measure), told)
        self.assertGreater(len(found.data), 180)

    def test_the_time_after_a_change_is_a_column_where_there_are_changes(self):
        rows = with_events(synthetic.race(DEMO[:2], ("bfs", "astar", "null"), clicks=60), 5)
        text = self.page(rows)
        found, _ = self.check_numbers(rows, text)
        told = {(each["data-of"], each["data-measure"]) for each in found.data}
        self.assertTrue({("bfs", "change"), ("astar", "change")} <= told)
        self.assertEqual(text.count('<th scope="col" class="number">After a change</th>'), 1)
        self.assertIn("after a change", ranking_text.markdown(ranking.rank(self.answered(rows))))
        calm = synthetic.race(DEMO[:2], ("bfs", "astar", "null"), clicks=60)
        self.assertNotIn("After a change", self.page(calm))
        self.assertNotIn("after a change", ranking_text.markdown(ranking.rank(self.answered(calm))))

    def test_a_dot_for_each_map(self):
        """In the short ranking, at the map's median; a race of one map has none."""
        rows = synthetic.race(DEMO[:3], RACERS, clicks=30)
        text = self.page(rows)
        counted = Recount(rows)
        strips = re.findall(r'<svg class="strip" data-racer="(\S+)" data-wide="260" data-low="(\S+)" data-high="(\S+)" '
                            r'.*?</svg>', text)
        self.assertEqual({algo for algo, _, _ in strips}, set(counted.ranked))
        for algo, low, high in strips:
            strip = re.search(rf'data-racer="{re.escape(algo)}" data-wide="260".*?</svg>', text)[0]
            dots = {name: float(x) for x, name in re.findall(r'<circle class="map" cx="(\S+)" .*?<title>(.*?)</title>', strip)}
            self.assertEqual(set(dots), counted.maps())
            for name, x in dots.items():
                ns = statistics.median(row["ns_played"] for row in counted.rows(algo)
                                       if row["map"] == name and row["outcome"] in ANSWERS)
                share = math.log(ns / float(low)) / math.log(float(high) / float(low))
                self.assertAlmostEqual(x, 6 + share * (260 - 12), delta=0.06)
        self.assertNotIn('class="map"', self.page(synthetic.race(DEMO[:1], RACERS, clicks=30)).split("</style>")[-1])

    def test_a_racer_that_gives_up_and_one_that_came_late(self):
        rows = synthetic.race(("open", "office"), RACERS, clicks=30, failing=("bfs",))
        rows = [row for row in rows if not (row["kind"] == "click" and (
            row["algo"] == "visgraph" and row["click"] > 5
            or row["algo"] == "bfs" and row["click"] > 2))]
        text = self.page(rows)
        _, counted = self.check_numbers(rows, text)
        self.assertNotIn("visgraph", counted.ranked)
        self.assertIn(page.OTHERS, text)
        self.assertEqual(counted.count("bfs", "failed"), 60)
        self.assertEqual(counted.count("bfs", "fault untried"), 54)

    def test_one_click(self):
        rows = synthetic.race(("open",), ("flood",), clicks=1)
        self.check_numbers(rows, self.page(rows))

    def test_turns_where_rows_have_them(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=9)
        for row in clicks_of(rows):
            row["turns"] = row["click"] % 3
        with mock.patch.object(results.Schema, "problem", lambda self, row: None):
            found, _ = self.check_numbers(rows, self.page(rows))
        self.assertIn(("flood", "turns", "1"), {
            (each["data-of"], each["data-measure"], each["text"]) for each in found.data})


class Ranks(Pages):
    def standings(self, rows):
        return {each.algo: each for each in ranking.rank(self.answered(rows)).standings}

    def planted(self, factor):
        """flood and bfs as fast as each other but for so much, on the same clicks; astar slow."""
        rows = synthetic.race(("open", "office"), ("flood", "bfs", "astar"), clicks=100)
        base = {(row["map"], row["click"]): row["ns_played"] for row in clicks_of(rows, algo="flood")}
        for row in clicks_of(rows, algo="bfs"):
            synthetic.play(row, factor * base[row["map"], row["click"]])
        for row in clicks_of(rows, algo="astar"):
            synthetic.play(row, 50 * base[row["map"], row["click"]])
        return rows

    def test_nobody_has_a_rank_or_a_median_without_an_answer(self):
        rows = self.planted(1.001)
        told = ranking.rank(self.race(rows))
        self.assertEqual([(each.rank, each.letters, each.low, each.median) for each in told.standings],
                         [(None, None, None, math.inf)] * 3)
        self.assertIn("there are no ranks", self.page(rows, answered=False))

    def test_ranks_and_their_order_are_those_of_the_answer(self):
        """Whatever it says: one that is flipped there is flipped in the page and in the table."""
        race = self.answered(self.planted(1.001))
        told = [(each["algo"], each["rank"], each["letters"]) for each in race.answer["ranking"]]
        self.assertEqual(told, [("flood", 1, "a"), ("bfs", 1, "a"), ("astar", 3, "b")])
        for flipped in (False, True):
            if flipped:
                race = self.answered(self.planted(1.001))
                race.answer["ranking"].reverse()
                for rank, each in enumerate(race.answer["ranking"], 1):
                    each.update(rank=rank, letters="abc"[rank - 1])
                told = [("astar", 1, "a"), ("bfs", 2, "b"), ("flood", 3, "c")]
            self.assertEqual([(each.algo, each.rank, each.letters) for each in ranking.rank(race).standings], told)
            table = ranking_text.markdown(ranking.rank(race)).splitlines()[2:]
            self.assertEqual([line.split(" | ")[:2] for line in table],
                             [[f"| {rank} {letters}", f"`{algo}`"] for algo, rank, letters in told])
            page.write(self.folder / "report.html", race, [self.folder / "race.jsonl"], [], {}, inked.Palette())
            shown = [(each["data-of"], int(each["text"]))
                     for each in Page((self.folder / "report.html").read_text(encoding="utf-8")).data
                     if each["data-measure"] == "rank"]
            self.assertEqual(shown[:3], [(algo, rank) for algo, rank, _ in told])
            self.assertEqual(set(shown), set(shown[:3]))

    def test_interval_holds_the_median_and_is_near_that_of_order_statistics(self):
        rows = synthetic.race(("open",), ("flood",), clicks=400)
        each = self.standings(rows)["flood"]
        times = sorted(row["ns_played"] for row in clicks_of(rows))
        # Ranks of the binomial 95 % interval of a median, give or take what resampling adds.
        self.assertTrue(times[172] <= each.low <= times[188], each)
        self.assertTrue(times[211] <= each.high <= times[227], each)
        self.assertLess(each.low, each.median)
        self.assertLess(each.median, each.high)

    def test_rounds_that_differ_widen_the_interval(self):
        rows = synthetic.race(("open",), ("flood", "bfs"), clicks=400)
        rows[0].update(rounds=3, passes=1)
        for row in clicks_of(rows, algo="bfs"):
            row["played"] = [0.8 * row["ns_played"], row["ns_played"], 1.3 * row["ns_played"]]
        found = self.standings(rows)
        width = {algo: found[algo].high / found[algo].low for algo in found}
        self.assertGreater(width["bfs"], 1.2 * width["flood"])

    def test_a_time_over_maps_is_the_mean_of_their_logarithms(self):
        rows = synthetic.race(("open", "office", "spiral"), ("flood",), clicks=30)
        medians = [statistics.median(row["ns_played"] for row in clicks_of(rows)
                                     if row["map"] == name) for name in ("open", "office", "spiral")]
        self.assertAlmostEqual(self.standings(rows)["flood"].median /
                               statistics.geometric_mean(medians), 1)

    def test_who_never_answers_comes_last(self):
        rows = synthetic.race(("open",), ("flood", "bfs", "astar"), clicks=20, failing=("flood",))
        found = self.standings(rows)
        self.assertEqual(list(found)[2], "flood")
        self.assertEqual((found["flood"].rank, found["flood"].median), (3, math.inf))

    def test_failures_are_told_before_the_ranking(self):
        rows = self.planted(2)
        clicks_of(rows, algo="flood")[0].update(outcome="crash", verdict=None)
        text = self.page(rows)
        self.assertIn('class="alarm" id="failures"', text)
        self.assertLess(text.index('id="failures"'), text.index('id="figures"'))

    def test_nobody_is_sound(self):
        rows = synthetic.race(("open",), ("flood", "bfs"), clicks=9, failing=("flood", "bfs"))
        text = self.page(rows)
        self.check_numbers(rows, text)


class Answers(Pages):
    """The page shows what `footrace answer --json` printed, and decides nothing."""

    def told(self, answer):
        rows = synthetic.race(("open",), ("jps", "visgraph"), clicks=10)
        race = results.read_race([self.file(rows)])
        race.answer = answer
        page.write(self.folder / "report.html", race, [self.file(rows)], [], {}, inked.Palette())
        return (self.folder / "report.html").read_text(encoding="utf-8")

    def test_the_answer_is_shown_and_embedded(self):
        answer = {"ship": "jps", "events": 0, "queries_per_frame": 1, "slower_machine": 1, "limits": {}, "thresholds": {"slow": 1e6, "load": 2e7}, "prefer": [],
                  "sentences": ["Ship jps: it </script> is.", "It costs.", "Unless."],
                  "alone": {"looks": "jps"}, "code": None, "candidates": [
                      {"algo": "jps", "address": "jps", "place": "recommended", "reason": None},
                      {"algo": "visgraph", "address": "visgraph", "place": "beaten",
                       "reason": "2.0x as long & more"}]}
        text = self.told(answer)
        head = re.search(r'<h1 data-from="answer">(.*?)</h1>', text, re.DOTALL)[1]
        self.assertEqual(re.sub("<[^>]*>", "", head), "Ship jps: it &lt;/script&gt; is.")
        self.assertEqual(re.findall(r'<p class="lead"[^>]*>(.*?)</p>', text), ["It costs.", "Unless."])
        self.assertIn("<dt>visgraph</dt><dd>2.0x as long &amp; more</dd>", text)
        self.assertNotIn("<dt>jps</dt>", text)
        carried = re.search(r'<script type="application/json" id="answer">(.*?)</script>', text)[1]
        self.assertEqual(json.loads(carried), answer)

    def test_nothing_is_said_without_one(self):
        text = self.told(None)
        self.assertNotIn('class="lead"', text)
        self.assertIn("<code>footrace answer</code> names the one to ship", text)


class Words(unittest.TestCase):
    def test_each_way_to_clamp_has_words(self):
        schema = json.loads((pathlib.Path(__file__).resolve().parents[3] / "results/schema.json").read_text(encoding="utf-8"))
        clamps = re.search(r'"clamp": {"enum": (\[[^]]*\])', json.dumps(schema))
        self.assertEqual(list(page.CLAMPS), json.loads(clamps[1]))


class Whole(Pages):
    def check_closed(self, text):
        """Ids are unique, links inside the page lead somewhere, nothing is loaded."""
        found = Page(text)
        self.assertEqual(len(found.ids), len(set(found.ids)))
        for link in found.links:
            if link.startswith("#"):
                self.assertIn(link[1:], found.ids)
            else:
                self.assertRegex(link, r"^(charts/[a-z-]+\.(png|svg)|data:)")
        for reference in re.findall(r"url\(([^)]*)\)", text):
            self.assertIn(reference[1:], found.ids)
        self.assertNotRegex(text, r"""(src|href)=["']?(https?:)?//""")
        self.assertNotRegex(text, r"@import|url\(['\"]?http")

    def chart(self, rows, name, palette):
        race = self.answered(rows)
        figure = click_times.draw(race)
        sheet.save(figure, self.folder, name)
        return inline.chart(name, figure, (self.folder / f"{name}.svg").read_text(), palette)

    def test_a_page_loads_nothing_and_its_charts_do_not_collide(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=9)
        palette = inked.Palette()
        charts = [self.chart(rows, name, palette) for name in ("one", "two")]
        text = self.page(rows, charts=charts)
        self.check_closed(text)
        self.assertEqual(text.count(f">{charts[0].title}</h3>"), 2)
        self.assertNotRegex(charts[0].svg, "#[0-9a-f]{6}")

    def test_labels_may_hold_anything(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=5)
        for row in rows:
            if row.get("algo") == "astar":
                row["algo"] = '<script>alert("&amp;")</script>'
        text = self.page(rows)
        self.assertNotIn("<script>alert", text)
        self.check_closed(text)

    def test_a_cut_file_is_told(self):
        file = self.file(synthetic.race(("open",), ("flood",), clicks=5)[:-1])
        self.assertIn("cut without an end line", self.page(None, [file]))

    def test_a_debug_build_and_disturbances_are_told(self):
        rows = synthetic.race(("open",), ("flood",), clicks=5)
        rows[0].update(build_type="Debug", disturbances=["smt"])
        text = self.page(rows)
        self.assertIn("Measured in a debug build", text)
        self.assertIn("Disturbed: two threads share a core", text)

    def test_only_the_floor(self):
        self.assertIn("Only the back end null raced",
                      self.page(synthetic.race(("open",), ("null",), clicks=3)))

    def test_rows_are_carried_or_linked(self):
        file = self.file(synthetic.race(("open",), ("flood",), clicks=5))
        text = self.page(None, [file])
        packed = re.search(r'<script type="text/plain" id="rows-1">([^<]*)<', text)[1]
        self.assertEqual(gzip.decompress(base64.b64decode(packed)), file.read_bytes())
        with mock.patch.object(raw_rows, "MOST_BYTES", 100):
            text = self.page(None, [file])
        self.assertNotIn('id="rows-1"', text)
        self.assertIn('<a href="./race.jsonl">', text)

    def test_the_page_comes_with_the_charts(self):
        file = self.file(synthetic.race(("open",), ("flood",), clicks=2))
        code, out, _ = run(file, "-o", self.folder / "report")
        self.assertEqual(code, 0)
        self.assertIn(str(self.folder / "report" / "report.html"), out)
        text = (self.folder / "report" / "report.html").read_text(encoding="utf-8")
        for chart in (self.folder / "report" / "charts").glob("*.svg"):
            beside = f'href="charts/{chart.stem}.png"'
            self.assertIn(beside, text)
            self.assertEqual(f' id="{chart.stem}">' in text, chart.stem in charts.ON_PAGE)


if __name__ == "__main__":
    unittest.main()
