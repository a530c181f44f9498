"""Result files, whole and broken, and the checker of their rows."""
import contextlib
import errno
import gzip
import io
import json
import math
import os
import re
import unittest
import unittest.mock

from fixture import FEW, Files, clicks_of, run

import synthetic
from reports.complaint import complain_of
from reports.rows import ahead, measures, results, schema


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
        self.assertEqual(self.complaint(""), "1: no complete line found, expected a run line")

    def test_a_click_of_a_run_that_is_not_there(self):
        lines = self.lines(run=3)
        self.assertEqual(self.complaint("\n".join(lines) + "\n"),
                         "4: run: 3 found, expected the number of a run line, below 1")

    def test_missing_file(self):
        code, _, err = run(self.folder / "none.jsonl", "-o", self.folder)
        self.assertEqual(code, 2)
        self.assertIn("none.jsonl: No such file or directory: expected a result file", err)

    def test_not_text(self):
        self.assertIn("not UTF-8 text", self.complaint(b"\xff\xfe\x00"))

    def test_broken_line(self):
        lines = self.lines()
        lines[1] = lines[1][:20]
        self.assertTrue(self.complaint("\n".join(lines) + "\n").startswith("2: no JSON found"))

    def test_no_object(self):
        self.assertEqual(self.complaint("[]\n"), "1: no kind found, expected an object with one")

    def test_no_run_line(self):
        self.assertEqual(self.complaint("\n".join(self.lines()[1:]) + "\n"),
                         "1: a map line found, expected run lines first, and nowhere else")

    def test_nested_without_end(self):
        self.assertTrue(self.complaint("[" * 100000 + "\n").startswith("1: no JSON found"))

    def test_not_a_number(self):
        text = "\n".join(self.lines(ns_max=math.nan)) + "\n"
        self.assertIn("4: no JSON found (NaN is no number)", self.complaint(text))

    def test_endless_number(self):
        text = "\n".join(self.lines(ns_played=12345.5)) + "\n"
        for number in ("1e999", "1" + "0" * 400):
            self.assertRegex(self.complaint(text.replace("12345.5", number)),
                             "^4: ns_played: .* found, expected a finite number")

    def test_bad_row_of_a_known_shape(self):
        """Like the row before it, but for one value."""
        for key, bad in (("outcome", "won"), ("ns_played", -1.0), ("points", 0),
                         ("start", [1, 2, 3]), ("enabled", [1, 256]), ("click", -1)):
            rows = synthetic.race(("open",), ("flood",), clicks=2, paths=0)
            rows[4][key] = bad
            text = "".join(json.dumps(row) + "\n" for row in rows)
            self.assertRegex(self.complaint(text), rf"^5: {key}(\[1\])?: .* found, expected ")

    def test_damaged_gzip(self):
        data = gzip.compress(("\n".join(self.lines()) + "\n").encode())
        for damaged in (data[:-20], data[:40] + b"?" + data[41:]):
            self.assertIn("damaged: an incomplete gzip file: expected a result file",
                          self.complaint(damaged))

    def test_wrong_type(self):
        self.assertEqual(self.complaint("\n".join(self.lines(ns_played="fast")) + "\n"),
                         '4: ns_played: "fast" found, expected number or null')

    def test_negative_time(self):
        self.assertEqual(self.complaint("\n".join(self.lines(ns_played=-1)) + "\n"),
                         "4: ns_played: -1 found, expected more than 0")

    def test_steps_of_one_kind_alone(self):
        self.assertEqual(self.complaint("\n".join(self.lines(straight=3, diagonal=None)) + "\n"),
                         "4: straight, diagonal: one null found, expected two counts, or null for both")

    def test_unknown_outcome(self):
        self.assertTrue(self.complaint("\n".join(self.lines(outcome="won")) + "\n")
                        .startswith("4: outcome: \"won\" found, expected one of found, unreachable"))

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
                         "2: thumbnail: other bytes found, expected base64 of 135 rows of 30 bytes")

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

    def test_a_full_disk_is_the_systems_failure(self):
        for number, code in ((errno.ENOSPC, 3), (errno.EFBIG, 3), (errno.EMFILE, 3), (errno.EACCES, 2)):
            told = io.StringIO()
            with contextlib.redirect_stderr(told):
                found = complain_of(OSError(number, os.strerror(number)), "folder", "expected another")
            self.assertEqual((found, told.getvalue().count("\n")), (code, 1))
            self.assertIn(os.strerror(number), told.getvalue())
            self.assertEqual("expected another" in told.getvalue(), code == 2)


class Reading(Files):
    def test_what_the_system_took_is_held_against_nobody(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=6)
        clicks_of(rows, algo="flood", click=2)[0].update(ns_played=None, played=[None] * 3)
        clicks_of(rows, algo="astar", click=4)[0].update(
            outcome="lost", verdict=None, ns_played=None, length=None, ratio=None)
        race = self.race(rows)
        self.assertEqual([(click.algo, click.index) for click in race.clicks
                          if click.ns == float("inf") or click.fault], [])
        self.assertEqual(len(race.clicks), 10)
        self.assertEqual({click.index for click in measures.field(race)["flood"]}, {0, 1, 3, 5})

    def test_compressed_files_read_like_others(self):
        rows = synthetic.race(("open", "office"), FEW, clicks=4)
        plain = self.race(rows)
        packed = self.folder / "race.jsonl.gz"
        packed.write_bytes(gzip.compress(self.file(rows).read_bytes()))
        race = results.read_race([packed])
        self.assertEqual([(click.click_id, click.algo, click.ns) for click in race.clicks],
                         [(click.click_id, click.algo, click.ns) for click in plain.clicks])
        self.assertEqual(race.warnings, [])

    def test_whole_numbers_may_have_a_point(self):
        rows = synthetic.race(("open",), FEW, clicks=3)
        text = re.sub(r"(?<=[:,\[] )(\d+)(?=[],}])", r"\1.0", self.file(rows).read_text())
        self.assertIn('"run": 0.0', text)
        (self.folder / "race.jsonl").write_text(text)
        code, _, err = run(self.folder / "race.jsonl", "-o", self.folder)
        self.assertEqual((code, err), (0, ""))

    def test_places_count_from_the_top_of_each_file(self):
        rows = synthetic.race(("open",), FEW, clicks=2, paths=0)
        first, second = self.file(rows, "a.jsonl"), self.file(rows, "b.jsonl")
        with self.assertRaisesRegex(results.BadResult, r"b.jsonl:7: click flood open open.json 0 "
                                    r"was given before, in .*a.jsonl:7$"):
            results.read_race([first, second])

    def test_rows_share_what_they_can(self):
        race = self.race(synthetic.race(("open",), FEW, clicks=3))
        self.assertEqual(len({id(click.click_id) for click in race.clicks}), 3)
        self.assertEqual(len({id(click.algo) for click in race.clicks}), len(FEW))
        self.assertEqual(len({id(click.phases) for click in race.clicks if click.algo != "flood"}),
                         1)
        self.assertFalse(hasattr(race.clicks[0], "__dict__"))

    def test_walks_are_points_in_pixels(self):
        rows = synthetic.race(("open",), ("flood",), clicks=1)
        halves = next(row for row in rows if row["kind"] == "path")["points"]
        walk, = [walk for paths in self.race(rows).paths.values() for walk in paths.values()]
        points = [(x / 2, y / 2) for x, y in zip(halves[::2], halves[1::2])]
        self.assertEqual(list(walk), points)
        self.assertEqual((len(walk), walk[-1], walk[1:]), (3, points[-1], points[1:]))
        with self.assertRaises(IndexError):
            walk[3]

    def test_preparations_and_events(self):
        rows = synthetic.race(("open",), ("flood", "bfs"), clicks=2)
        failed = next(row for row in rows if row["kind"] == "prepare" and row["algo"] == "bfs")
        failed.update(outcome="timeout", ns=None, bytes=None, peak_bytes=None)
        rows.insert(-1, {"kind": "update", "map": "open", "clicks": "open.json", "algo": "flood",
                         "click": 1, "run": 0, "round": 0, "event": "block", "fresh": False, "outcome": "ok",
                         "ns": 700.0})
        clicks_of(rows, algo="flood", click=1)[0].update(after_event=True, ns_after_event=900.0)
        race = self.race(rows)
        self.assertEqual((race.prepared, race.memory, race.unprepared),
                         ({"flood": {"open": [1e6]}}, {"flood": {"open": 4096}},
                          {"bfs": {"open": "timeout"}}))
        self.assertEqual([(update.algo, update.click_id[2], update.event, update.ns)
                          for update in race.updates], [("flood", 1, "block", 700.0)])
        self.assertEqual([click.first for click in race.clicks if click.algo == "flood"],
                         [None, 900.0])


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
            self.assertEqual(checker.problem(without) is None, reference.is_valid(without), key)
        self.assertIsNotNone(checker.problem(dict(row, extra=1)))


class Batches(Files):
    """Rows that are checked together: what is wrong with one of them is found, and where."""
    WRONG = (None, True, -1, 0, 0.5, 1e400, "wrong", [], [1], [1, 2, 3], [0.5, 1], [-1, 1, 1], {})

    def test_whatever_is_wrong_with_a_row_is_found_among_others(self):
        checker = schema.Schema()
        rows = clicks_of(synthetic.race(("open",), ("flood", "astar"), clicks=6, paths=0))
        self.assertTrue(checker.sound(rows))
        found = 0
        for key in rows[0]:
            for value in self.WRONG:
                broken = [dict(row) for row in rows]
                broken[7][key] = value
                problem = checker.problem(broken[7])
                self.assertEqual(checker.sound(broken), problem is None, (key, value))
                found += problem is not None
        self.assertGreater(found, 300)
        for change in (lambda row: row.pop("tag"), lambda row: row.update(more=1)):
            broken = [dict(row) for row in rows]
            change(broken[3])
            self.assertFalse(checker.sound(broken))

    def test_the_line_is_told(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=600, paths=0)
        places = [place for place, row in enumerate(rows) if row["kind"] == "click"]
        for place in (places[0], places[1], places[399], places[400], places[-1]):
            broken = [dict(row) for row in rows]
            broken[place]["points"] = 0
            file = self.file(broken)
            with self.assertRaisesRegex(results.BadResult, f":{place + 1}: points: .* found, expected"):
                results.read_race([file])

    def test_clicks_are_checked_and_taken_in_order(self):
        rows = synthetic.race(("open", "maze"), ("flood", "astar"), clicks=30)
        race = results.read_race([self.file(rows)])
        wanted = [(row["map"], row["algo"], row["click"]) for row in clicks_of(rows)]
        self.assertEqual([(click.map, click.algo, click.index) for click in race.clicks], wanted)


class Ahead(Files):
    """Files that are read by processes of their own, in turns of a few lines."""

    def setUp(self):
        super().setUp()
        for name, value in (("LARGE", 0), ("BATCH", 3), ("MOST", 2)):
            self.enterContext(unittest.mock.patch.object(ahead, name, value))
        self.enterContext(unittest.mock.patch.object(os, "sched_getaffinity", lambda _: {0, 1}))

    def outcome(self, file):
        """What comes of reading a file: its clicks and warnings, or a complaint."""
        try:
            race = results.read_race([file])
        except results.BadResult as complaint:
            return str(complaint)
        return [(click.click_id, click.algo, click.ns, click.phases, click.samples)
                for click in race.clicks], race.warnings, list(race.paths)

    def damaged(self):
        """Contents of a file, whole and damaged in every way that is told of."""
        rows = synthetic.race(("open", "maze"), ("flood", "astar"), clicks=7, paths=3)
        lines = [json.dumps(row) for row in rows]
        whole = "\n".join(lines) + "\n"
        yield whole.encode()
        yield gzip.compress(whole.encode())
        yield gzip.compress(whole.encode())[:-40]
        yield whole[:-9].encode()
        yield "\n".join(lines[:-1]).encode() + b"\n"
        yield (whole + lines[8] + "\n").encode()
        yield whole.encode().replace(b"maze", b"ma\xffe", 30)
        for place in (0, 1, 3, 5, 8, 12, len(lines) - 2):
            for change in (lambda line: line[:30], lambda line: "[]", lambda line: line + line,
                           lambda line: line.replace("open", "o\\u0070en"),
                           lambda line: re.sub("[0-9]+", "NaN", line, count=1),
                           lambda line: line.replace('"map"', '"more"'),
                           lambda line: line + "\n" + line,
                           lambda line: " " + line + " "):
                yield "\n".join([*lines[:place], change(lines[place]), *lines[place + 1:], ""]).encode()

    def test_whatever_is_in_a_file_comes_out_the_same(self):
        told, once = set(), schema.Schema()  # which takes long to compile
        self.enterContext(unittest.mock.patch.object(results, "Schema", lambda: once))
        for number, content in enumerate(self.damaged()):
            file = self.folder / f"{number}.jsonl"
            file.write_bytes(content)
            with unittest.mock.patch.object(ahead, "LARGE", 1 << 40):
                expected = self.outcome(file)
            self.assertEqual(self.outcome(file), expected, content[:2000])
            told.add(isinstance(expected, str))
        self.assertEqual(told, {True, False})

    def test_a_process_that_is_killed_is_told_of(self):
        file = self.file(synthetic.race(("open",), ("flood",), clicks=9))
        with unittest.mock.patch.object(ahead, "send_turns", lambda *_: os._exit(9)), \
                self.assertRaisesRegex(results.BadResult, "the process that read it was killed"):
            results.read_race([file])

    def test_no_process_outlives_a_complaint(self):
        rows = synthetic.race(("open",), ("flood", "astar"), clicks=600)
        rows[5]["points"] = 0
        with self.assertRaises(results.BadResult):
            results.read_race([self.file(rows)])
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


if __name__ == "__main__":
    unittest.main()
