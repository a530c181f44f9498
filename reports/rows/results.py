"""Result files in memory: racers, maps, the times of each click, and the kept paths.

Files are read line by line, and a click keeps only what some chart needs: a million of them take
half a gigabyte.
"""
import array
import base64
import bisect
import collections
import collections.abc
import contextlib
import dataclasses
import functools
import gc
import gzip
import io
import json
import math
import os
import re
import sys
import zlib

from . import ahead
from .schema import Schema

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")

ANSWERS = ("found", "unreachable", "none")
RIGHT = ("ok", "tolerated")  # verdicts of paths that count
PHASES = ("precheck", "clear", "isovist", "search", "trace", "simplify", "forward", "reverse",
          "smooth")
PHASE_KEYS = tuple((phase, "ns_" + phase) for phase in PHASES)
NO_PHASES = {}  # of all clicks that were not probed
CLICK_KEYS = (  # the keys of which a click is made
    "map", "clicks", "click", "run", "algo", "start", "goal", "class", "after_event", "outcome",
    "verdict", "ns_played", "ns_after_event", "played", "remembers", "length", "points", "straight",
    "diagonal", "turning", "turns", "expanded", "cleared", "valid_any_angle", "optimum",
    "ratio", *(key for _, key in PHASE_KEYS))
FATAL = ("timeout", "crash", "memory", "unsupported")  # after several such faults a racer leaves a map


class BadResult(Exception):
    """One line that names the file, the line in it and what was expected."""


@dataclasses.dataclass(frozen=True)
class Racer:
    algo: str  # its label, or its address as typed: what charts call it
    name: str  # the back end: what colours it
    expected_faults: bool
    options: str = ""  # all of them, as "name=value,name=value"
    movement: str = ""  # the model of its paths
    colour: str = "#000000"
    marker: str = "o"
    candidate: bool = True  # a game could ship it


@dataclasses.dataclass(slots=True, eq=False)
class Click:
    """Created a million times, hence not frozen, which would take three times as long."""
    click_id: tuple  # map, click set and index, one object for all racers
    map: str
    algo: str
    fault: str  # a key of words.FAULTS; "" for a valid answer
    outcome: str
    ns: float  # nanoseconds, played, of a valid answer; otherwise infinite
    length: float  # pixels of a valid path, else None
    phases: dict  # nanoseconds by phase, if probed
    optimum: float = None  # pixels of the shortest any-angle path, if known
    ratio: float = None  # of any path that reaches the goal, valid or not, and the optimum
    legal: bool = None  # whether the path stays in free space; None without one
    expanded: int = None  # expansions of the search, if they are counted
    first: float = None  # nanoseconds of the first call, if an event came just before
    steps: int = None  # of a path from pixel to pixel
    turning: float = None  # radians, of a path
    turns: int = None  # places where a path changes direction
    kind: str = "detour"  # the class of the click
    points: int = None  # waypoints of a path
    cleared: int = None  # nodes cleared before the search: in some graphs, all of them
    samples: tuple = ()  # nanoseconds of each pass, of the first round first; None: lost
    depth: float = None  # pixels by which an invalid path enters walls, if measured
    given: float = math.inf  # nanoseconds of any answer, valid or not

    @property
    def set(self):
        return self.click_id[1]

    @property
    def index(self):
        return self.click_id[2]


@dataclasses.dataclass(slots=True, eq=False)
class Update:
    """The cost of an event between clicks for a racer."""
    click_id: tuple  # map, click set and the place of the event in it
    map: str
    algo: str
    event: str
    fresh: bool  # prepared anew
    outcome: str
    ns: float  # None unless it succeeded
    events: int = 1  # number of events in one change


class Waypoints(collections.abc.Sequence):
    """A path's points (x, y) in pixels, in a tenth of the memory of a list."""
    __slots__ = ("halves",)

    def __init__(self, halves):
        self.halves = array.array("q", halves)

    def __len__(self):
        return len(self.halves) // 2

    def __getitem__(self, place):
        if isinstance(place, slice):
            return list(self)[place]
        place = range(len(self))[place]
        return self.halves[2 * place] / 2, self.halves[2 * place + 1] / 2

    def __iter__(self):
        return zip((x / 2 for x in self.halves[::2]), (y / 2 for y in self.halves[1::2]))


@dataclasses.dataclass
class Race:
    runs: list = dataclasses.field(default_factory=list)
    totals: list = dataclasses.field(default_factory=list)  # end rows
    maps: dict = dataclasses.field(default_factory=dict)  # map rows by name
    racers: dict = dataclasses.field(default_factory=dict)  # by algo
    prepared: dict = dataclasses.field(default_factory=dict)  # algo -> map -> ns of each round in which it was prepared
    memory: dict = dataclasses.field(default_factory=dict)  # algo -> map -> bytes held after each preparation
    unprepared: dict = dataclasses.field(default_factory=dict)  # algo -> map -> outcome
    updates: list = dataclasses.field(default_factory=list)
    clicks: list = dataclasses.field(default_factory=list)
    paths: dict = dataclasses.field(default_factory=dict)  # click_id -> algo -> Waypoints
    ends: dict = dataclasses.field(default_factory=dict)  # click_id -> (start, goal)
    patience: dict = dataclasses.field(default_factory=dict)  # map -> seconds before a timeout
    warnings: list = dataclasses.field(default_factory=list)
    answer: dict = None  # what `footrace answer --json` printed for these results, if it was run
    regions: dict = None  # what `footrace answer --regions` printed, if it was run
    kept: dict = dataclasses.field(default_factory=dict)  # the results of measures, by their names
    # algo -> fault, "" for a valid answer -> clicks whose rows were left out of the file
    left_out: dict = dataclasses.field(default_factory=dict)
    title: str = None  # titles name the charts, not the results

    def keep(self, algos):
        """Forgets all racers but these, if any are named."""
        unknown = [algo for algo in algos if algo not in self.racers]
        if unknown:
            raise BadResult(f"--racers: {unknown[0]!r} found, expected some of " + ", ".join(self.racers))
        if algos:
            self.racers = {algo: racer for algo, racer in self.racers.items() if algo in algos}
            self.clicks = [click for click in self.clicks if click.algo in algos]
            self.updates = [update for update in self.updates if update.algo in algos]
            for name in ("prepared", "memory", "unprepared", "left_out"):
                mine = getattr(self, name)
                setattr(self, name, {algo: mine[algo] for algo in mine if algo in algos})
            for click_id, mine in self.paths.items():
                self.paths[click_id] = {algo: mine[algo] for algo in mine if algo in algos}

    def distances(self):
        """Query -> its optimum, or else the shortest valid path of any racer, if there is one
        longer than zero."""
        if "distances" not in self.kept:
            shortest = self.kept["distances"] = {}
            for click in self.clicks:
                if click.length:
                    known = shortest.get(click.click_id, math.inf)
                    shortest[click.click_id] = min(known, click.optimum or click.length)
        return self.kept["distances"]

    @property
    def measure_of_distance(self):
        """Names the kind of lengths that distances() contains."""
        if all(click.optimum is not None for click in self.clicks if click.length):
            return "the shortest any-angle path"
        if all(click.optimum is None for click in self.clicks):
            return "the shortest valid path of any racer"
        return "the shortest any-angle path, or the shortest valid path found"


def lost(row):
    """Whether the system took the answer, or all its times: never counted against a racer."""
    return row["outcome"] == "lost" or (row["ns_played"] is None and row["outcome"] == "found"
                                        and row["verdict"] in RIGHT)


def to_click(row, click_id):
    """A row as a click of a query; its strings are shared with other clicks."""
    fault = ""
    outcome = sys.intern(row["outcome"])
    verdict = row["verdict"]
    given = row["ns_played"]
    if outcome not in ANSWERS:
        fault, given = outcome, None
    elif verdict is not None and verdict not in RIGHT:
        fault = sys.intern(verdict)
    samples = () if row["remembers"] else tuple(row["played"] or ())
    if given in samples:
        given = samples[samples.index(given)]  # one object instead of two equal ones: there can be millions
    given = math.inf if given is None else given
    phases = NO_PHASES
    if not fault:
        phases = {phase: row[key] for phase, key in PHASE_KEYS if row[key] is not None} or NO_PHASES
    return Click(
        click_id, click_id[0], sys.intern(row["algo"]), fault,
        outcome, math.inf if fault else given,
        row["length"] if verdict in RIGHT else None,
        phases, row["optimum"], None if verdict == "short" else row["ratio"],
        row["valid_any_angle"], row["expanded"],
        row["ns_after_event"] if row["after_event"] else None,
        None if row["straight"] is None else row["straight"] + row["diagonal"], row["turning"],
        row["turns"], sys.intern(row["class"]), row["points"],
        row["cleared"], samples, row.get("wall_depth"), given)


def tame(row):
    """The row with control characters replaced by question marks: charts and pages accept none."""
    return {key: CONTROL.sub("?", value) if isinstance(value, str) else value
            for key, value in row.items()} if isinstance(row, dict) else row


def no_constant(name):
    raise ValueError(f"{name} is no number")


@contextlib.contextmanager
def opened(file):
    """A text stream of a result file, plain or compressed by gzip."""
    with open(file, "rb") as stream:
        packed = stream.peek(2)[:2] == b"\x1f\x8b"
        text = gzip.GzipFile(fileobj=stream) if packed else stream
        yield io.TextIOWrapper(text, encoding="utf-8-sig", newline="\n")


def lines_of(file):
    """The lines of a file; BadResult if it cannot be read."""
    try:
        with opened(file) as stream:
            yield from stream
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or (
            "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else
            "damaged: an incomplete gzip file")
        raise BadResult(f"{file}: {reason}: expected a result file") from None


class Reader:
    """Adds result files to one race; every error message names the file and the line."""

    def __init__(self):
        self.race = Race()
        self.schema = Schema()
        self.parse = json.JSONDecoder(parse_constant=no_constant).decode
        self.click_ids = {}  # click_id -> the one object for it
        self.seen = {}  # algo -> click_id -> line of its click
        self.kinds = {}  # click_id -> its class
        self.files = []  # (lines read before it, file)
        self.line = 0  # lines read of all files
        self.runs = 0  # run lines of the file at hand
        self.waiting = []  # click rows that are not yet checked
        self.first_waiting = 0  # line of the first waiting click
        self.takes = {"run": self.run, "map": self.map, "prepare": self.prepare,
                      "click": self.click, "path": self.path, "update": self.update,
                      "end": self.end}

    def place(self, line):
        before, file = self.files[bisect.bisect_left(self.files, (line,)) - 1]
        return f"{file}:{line - before}"

    def fail(self, text):
        raise BadResult(f"{self.place(self.line)}: {text}")

    def click_id(self, row):
        named = row["map"], row["clicks"], row["click"]
        return self.click_ids.setdefault(named, named)

    def run(self, row):
        self.race.runs.append(row)

    def map(self, row):
        for key in ("thumbnail_width", "thumbnail_height"):
            row[key] = int(row[key])  # to JSON Schema 240.0 is an integer, too
        stride = (row["thumbnail_width"] + 7) // 8
        try:
            size = len(base64.b64decode(row["thumbnail"], validate=True))
        except ValueError:
            size = -1
        if size != stride * row["thumbnail_height"]:
            self.fail(f"thumbnail: other bytes found, expected base64 of {row['thumbnail_height']} rows of "
                      f"{stride} bytes")
        known = self.race.maps.setdefault(row["map"], row)
        if known["hash"] != row["hash"]:
            self.fail(f"map {row['map']!r} has a different hash than before: expected {known['hash']}")

    def prepare(self, row):
        racer = Racer(row["algo"], row["name"], row["expected_faults"], row["options"],
                      row["movement"], row["colour"], row["marker"], row["candidate"])
        known = self.race.racers.setdefault(racer.algo, racer)
        if known.name != racer.name:
            self.fail(f"racer {racer.algo!r} was a {known.name} before: expected one back end")
        if row["outcome"] == "ok":
            self.race.prepared.setdefault(racer.algo, {}).setdefault(row["map"], []).append(row["ns"])
            most = self.race.memory.setdefault(racer.algo, {})
            known = [value for value in (row["bytes"], most.get(row["map"])) if value is not None]
            most[row["map"]] = max(known, default=None)
        else:
            self.race.unprepared.setdefault(racer.algo, {})[row["map"]] = row["outcome"]
        for counted in row.get("left_out", ()):
            verdict, _, count = counted.rpartition(" ")
            if not count.isascii() or not count.isdigit():
                self.fail(f"left_out: {counted!r} found, expected a verdict and a count, as 'ok 12'")
            tally = self.race.left_out.setdefault(racer.algo, collections.Counter())
            tally["" if verdict in RIGHT else verdict] += int(count)

    def click(self, row):
        click_id = self.click_id(row)
        if (row["straight"] is None) != (row["diagonal"] is None):
            self.fail("straight, diagonal: one null found, expected two counts, or null for both")
        click = to_click(row, click_id)
        first = self.seen.setdefault(click.algo, {}).setdefault(click_id, self.line)
        if first != self.line:
            self.fail(f"click {' '.join(map(str, (click.algo, *click_id)))} was given before, in "
                      + self.place(first))
        if not lost(row):
            self.race.clicks.append(click)
        self.kinds[click_id] = click.kind
        if click_id not in self.race.ends:
            self.race.ends[click_id] = (row["start"], row["goal"])
            if row["run"] >= self.runs:
                self.fail(f"run: {row['run']} found, expected the number of a run line, below "
                          f"{self.runs}")
            patience = self.race.runs[int(row["run"]) - self.runs]["timeout_s"]
            self.race.patience.setdefault(click_id[0], patience)

    def path(self, row):
        if len(row["points"]) % 2:
            self.fail("points: an odd count found, expected x and y alternating")
        try:
            points = Waypoints(map(int, row["points"]))
        except OverflowError:
            self.fail("points: other numbers found, expected coordinates of a map")
        self.race.paths.setdefault(self.click_id(row), {})[row["algo"]] = points

    def update(self, row):
        self.race.updates.append(Update(self.click_id(row), row["map"], row["algo"], row["event"],
                                        row["fresh"], row["outcome"], row["ns"], row.get("events") or 1))

    def end(self, row):
        self.race.totals.append(row)

    def flush(self):
        """Checks and takes the waiting clicks: together, or one by one if one is wrong."""
        rows, last = self.waiting, self.line
        if not rows:
            return
        self.waiting = []
        sound = len(rows) > 1 and self.schema.sound(rows)
        for self.line, row in enumerate(rows, self.first_waiting):
            problem = None if sound else self.schema.problem(row)
            if problem:
                self.fail(problem)
            self.click(row)
        self.line = last

    def take(self, number, line):
        """Takes a line; clicks wait until there are many, or a row of another kind comes."""
        try:
            row = self.parse(line)
            if "\\u" in line:
                row = tame(row)
        except (ValueError, RecursionError) as error:
            self.flush()
            self.fail(f"no JSON found ({error}), expected one object per line")
        if number > 1 and isinstance(row, dict) and row.get("kind") == "click":
            if not self.waiting:
                self.first_waiting = self.line
            self.waiting.append(row)
            if len(self.waiting) >= ahead.BATCH:
                self.flush()
            return "click"
        self.flush()
        problem = self.schema.problem(row)
        if problem:
            self.fail(problem)
        if (row["kind"] == "run") != (number == self.runs + 1) and (
                row["kind"] == "run" or number == 1):
            self.fail(f"a {row['kind']} line found, expected run lines first, and nowhere else")
        self.runs += row["kind"] == "run"
        if row["kind"] in self.takes:
            self.takes[row["kind"]](row)
        return row["kind"]

    def take_sound(self, rows):
        """Takes clicks that are already checked, as values of CLICK_KEYS."""
        self.flush()
        for values in rows:
            self.line += 1
            self.click(dict(zip(CLICK_KEYS, values)))

    def parts(self, file):
        """The contents of a file in the form of ahead.reading, read by other processes if that
        is worth it."""
        with contextlib.suppress(OSError):
            if os.path.getsize(file) >= ahead.LARGE and len(os.sched_getaffinity(0)) > 1:
                return ahead.reading(functools.partial(lines_of, file), self.parse, self.schema,
                                     CLICK_KEYS, BadResult)
        return contextlib.nullcontext(("lines", [line]) for line in lines_of(file))

    def expect_more(self, kind):
        if kind == "end":
            self.fail("a line found after the end line, expected none")

    def read_parts(self, parts):
        """(kind of the last row, whether an incomplete line follows)"""
        kind, torn, before = None, False, self.line
        for name, content in parts:
            if name == "rows":
                self.line += 1
                self.expect_more(kind)
                self.line -= 1
                self.take_sound(content)
                kind = "click"
            for line in content if name == "lines" else ():
                self.line += 1
                torn = not line.endswith("\n")
                if not torn:
                    self.expect_more(kind)
                    kind = self.take(self.line - before, line)
            if name == "end" and content:
                raise BadResult(content)
        self.flush()
        return kind, torn

    def read(self, file):
        """Adds one file. A file cut in the middle of a row loses that row, with a warning."""
        self.runs, before = 0, self.line
        self.files.append((before, file))
        try:
            with self.parts(file) as parts:
                kind, torn = self.read_parts(parts)
        except EOFError:
            raise BadResult(f"{file}: the process that read it was killed, expected enough memory and time "
                            "for it") from None
        if kind is None:
            self.line = before + 1
            self.fail("no complete line found, expected a run line")
        if torn or kind != "end":
            where = "in the middle of a line" if torn else "without an end line"
            self.race.warnings.append(f"{self.place(self.line)}: cut {where}: charts "
                                      "show the rows before it")

    def add_untried(self):
        """Adds the remaining clicks of a set that a racer left untried after repeated failures:
        they count as clicks without an answer, or a racer would gain by giving up early."""
        sets = {}
        for click in self.race.clicks:
            asked, by_algo = sets.setdefault((click.map, click.set), (set(), {}))
            asked.add(click.index)
            by_algo.setdefault(click.algo, []).append(click)
        for (name, clicks), (asked, by_algo) in sets.items():
            for algo, mine in by_algo.items():
                if any(click.fault in FATAL for click in mine):
                    left = asked.difference(click.index for click in mine)
                    self.race.clicks += [
                        Click(self.click_ids[name, clicks, index], name, algo, "untried", "",
                              math.inf, None, NO_PHASES, kind=self.kinds[name, clicks, index])
                        for index in sorted(left)]

    def whole_race(self):
        if not self.race.clicks:
            self.fail("no click line so far: nothing to draw")
        for click in self.race.clicks:
            if click.map not in self.race.maps:
                self.fail(f"no map line for map {click.map!r}, which clicks name")
            if click.algo not in self.race.racers:
                self.fail(f"no prepare line for racer {click.algo!r}, which clicks name")
        self.add_untried()
        # Rows are in shuffled order; charts order racers by back end, the plain one first.
        self.race.racers = dict(sorted(
            self.race.racers.items(),
            key=lambda item: (item[1].name, item[1].expected_faults, item[0] != item[1].name,
                              item[0])))
        return self.race


def read_race(files):
    """The race of one or more result files; raises BadResult.

    Nothing that is read becomes garbage, so the garbage collector, which would repeatedly scan
    millions of objects, is paused meanwhile, and ignores them afterwards."""
    reader = Reader()
    gc.disable()
    try:
        for file in files:
            reader.read(file)
        return reader.whole_race()
    finally:
        gc.freeze()
        gc.enable()
