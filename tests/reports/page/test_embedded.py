"""What a page's script is given: every number is that of a row, and the answer is carried word for word."""
import array
import base64
import html
import json
import math
import re
import unittest
from unittest import mock

from fixture import Files, clicks_of

import synthetic
from recount import ANSWERS, Recount, fault, time
from reports.page import embedded, inked, page

RACERS = ("flood", "flood-published", "astar", "visgraph", "null")
ANSWER = {
    "format": "footrace-answer/1", "ship": "astar:open=heap", "settled": True,
    "sentences": ["Ship astar: its paths are the <shortest>.", "It answers the median in 38.1 us.", "No more."],
    "events": 0, "queries_per_frame": 1, "slower_machine": 1, "limits": {}, "thresholds": {"slow": 1e6, "load": 2e7}, "prefer": [],
    "alone": {"looks": "astar:open=heap", "speed": "flood", "memory": None},
    "candidates": [
        {"algo": "astar", "address": "astar:open=heap", "place": "recommended", "reason": None},
        {"algo": "visgraph", "address": "visgraph", "place": "beaten", "reason": "its median is 40 us"},
        {"algo": "flood", "address": "flood", "place": "beaten", "reason": "slower"}],
    "code": "int main(void) { return 1 < 2; }\n",
}


def unpacked(text, kind):
    return array.array(kind, base64.b64decode(text))


def walked(text):
    """Points as embedded.steps packs them."""
    points, number, place = [], 0, 0
    for byte in base64.b64decode(text):
        number |= (byte & 127) << 7 * place
        place += 1
        if byte < 128:
            step = -(number + 1) // 2 if number & 1 else number // 2
            points.append((points[-2] if len(points) > 1 else 0) + step)
            number = place = 0
    return points


class Embedded(Files):
    def page(self, rows, answer=None):
        file = self.file(rows)
        race = self.answered(rows)
        race.answer = answer or race.answer
        page.write(self.folder / "report.html", race, [file], [], [], inked.Palette())
        return (self.folder / "report.html").read_text(encoding="utf-8")

    def told(self, text):
        return json.loads(re.search(r'<script type="application/json" id="contents">(.*?)</script>', text)[1])

    def check(self, rows, told):
        """Each number of the script against the row that it is of; how many clicks there were."""
        clicks = {(row["algo"], row["map"], row["click"]): row for row in clicks_of(rows)}
        maps = [each["name"] for each in told["maps"]]
        places = list(zip(unpacked(told["map"], "H"), unpacked(told["click"], "I")))
        ends, optima = unpacked(told["ends"], "i"), unpacked(told["optimum"], "f")
        for algo, mine in told["clicks"].items():
            columns = [unpacked(mine[key], kind) for key, kind in (
                ("ns", "f"), ("ratio", "f"), ("length", "f"), ("turns", "H"), ("state", "B"))]
            for number, (name, click) in enumerate(places):
                row = clicks[algo, maps[name], click]
                ns, ratio, length, turns, state = (column[number] for column in columns)
                taken = row["ns_played"] if row["outcome"] in ANSWERS else math.inf
                self.assertTrue(math.isclose(ns, taken, rel_tol=1e-6) or ns == taken)
                self.assertEqual(list(ends[4 * number:4 * number + 4]), row["start"] + row["goal"])
                self.assertTrue(math.isclose(optima[number], row["optimum"], rel_tol=1e-6))
                known = row["ratio"] is not None
                self.assertTrue(math.isclose(ratio, row["ratio"], rel_tol=1e-6) if known
                                else math.isnan(ratio))
                self.assertEqual(math.isnan(length), row["verdict"] != "ok")
                self.assertEqual(turns, embedded.UNKNOWN_TURNS if row["turns"] is None else row["turns"])
                self.assertEqual(bool(state & embedded.ANSWERED), not fault(row))
                self.assertEqual(bool(state & embedded.ILLEGAL), row["valid_any_angle"] is False)
        return len(places)

    def test_every_number_is_that_of_its_row(self):
        rows = synthetic.race(("adventure-20", "office"), RACERS, clicks=30, failing=("astar",))
        told = self.told(self.page(rows))
        self.assertEqual(self.check(rows, told), 60)
        self.assertEqual({each["algo"] for each in told["racers"]}, set(RACERS) - {"null"})
        counted = Recount(rows)
        for each in told["racers"]:
            self.assertEqual(each["field"], each["algo"] in counted.ranked)
            self.assertEqual(set(each["peak"].values()), {8192})

    def test_of_a_large_race_every_nth_click_is_told_and_those_that_are_shown(self):
        rows = synthetic.race(("office",), RACERS, clicks=200, paths=3)
        with mock.patch.object(embedded, "MOST", 200):
            text = self.page(rows)
        told = self.told(text)
        self.assertEqual(told["every"], 4)
        self.assertLess(self.check(rows, told), 75)
        numbers = set(unpacked(told["click"], "I"))
        self.assertLessEqual({0, 1, 2} | set(range(0, 200, 4)), numbers)
        places = {int(place) for place in re.findall(r'data-click="(\d+)"', text)}
        self.assertTrue(places and max(places) < len(numbers))

    def test_points_come_back_as_they_were(self):
        for points in ([], [0, 0], [5, 7, 5, 7], [-1, 63, -64, 64, 20000, -20000, 0, 2**30]):
            self.assertEqual(walked(embedded.steps(points)), points)

    def test_walks_are_those_of_the_rows(self):
        rows = synthetic.race(("office",), RACERS, clicks=9, paths=2)
        told = self.told(self.page(rows))
        click = unpacked(told["click"], "I")
        kept = {(row["algo"], row["click"]): row["points"] for row in rows if row["kind"] == "path"
                and row["algo"] != "null"}
        found = {(algo, click[int(place)]): walked(points) for place, mine in told["paths"].items()
                 for algo, points in mine.items() if algo != "null"}
        self.assertEqual(found, kept)

    def test_the_answer_is_carried_and_told(self):
        rows = synthetic.race(("office",), RACERS, clicks=9)
        text = self.page(rows, ANSWER)
        carried = re.search(r'<script type="application/json" id="answer">(.*?)</script>', text)[1]
        self.assertEqual(json.loads(carried), ANSWER)
        shown = html.unescape(re.sub(r"<[^>]*>", "", text.partition("<script")[0]))
        for words in ("Ship astar: its paths are the <shortest>.", "in 38.1 µs.", "its median is 40 µs",
                      ANSWER["code"]):
            self.assertIn(words, " ".join(shown.split()) if words != ANSWER["code"] else shown)
        self.assertRegex(text, r'<tr data-racer="astar" class="shipped">')
        self.assertIn('data-matter="astar\nflood\nvisgraph"', text)


if __name__ == "__main__":
    unittest.main()
