"""Result files in memory: who raced where, what each click took, and the walks that were kept."""
import base64
import dataclasses
import json
import math

from .schema import Schema

ANSWERS = ("found", "unreachable", "none")
PHASES = ("precheck", "clear", "isovist", "search", "trace", "simplify", "forward", "reverse")
FAULTS = {
    "limit": ("gave up at its limit", "gave up at their limit"),
    "timeout": ("timeout", "timeouts"),
    "crash": ("crash", "crashes"),
    "memory": ("out of memory", "out of memory"),
    "unsupported": ("unsupported", "unsupported"),
    "short": ("short walk", "short walks"),
    "invalid": ("invalid walk", "invalid walks"),
    "false-unreachable": ("false 'unreachable'", "false 'unreachable'"),
    "nondeterministic": ("void answer", "void answers"),
    "untried": ("left untried", "left untried"),
}
FATAL = ("timeout", "crash", "memory", "unsupported")  # after some of these a racer leaves a map


class BadResult(Exception):
    """One line that names the file, the line in it and what was expected."""


@dataclasses.dataclass(frozen=True)
class Racer:
    algo: str  # its label, or its address as typed: what charts call it
    name: str  # the back end: what colours it
    expected_faults: bool


@dataclasses.dataclass(frozen=True)
class Click:
    map: str
    set: str
    index: int
    algo: str
    fault: str  # a key of FAULTS; "" for an answer that stands
    outcome: str
    ns: float  # nanoseconds of an answer that stands, else infinite: it never came
    length: float  # pixels of a valid walk, else None
    phases: dict  # nanoseconds by phase, where probed
    optimum: float = None  # pixels of the shortest any-angle path, where known
    ratio: float = None  # of any walk that arrives, valid or not, to the optimum
    legal: bool = None  # whether the walk stays in free space; None without one
    expanded: int = None  # expansions of the search, where they are counted

    @property
    def question(self):
        return self.map, self.set, self.index


@dataclasses.dataclass
class Race:
    runs: list = dataclasses.field(default_factory=list)
    totals: list = dataclasses.field(default_factory=list)  # end rows
    maps: dict = dataclasses.field(default_factory=dict)  # map rows by name
    racers: dict = dataclasses.field(default_factory=dict)  # by algo
    prepared: dict = dataclasses.field(default_factory=dict)  # algo -> map -> ns, where it was
    clicks: list = dataclasses.field(default_factory=list)
    walks: dict = dataclasses.field(default_factory=dict)  # question -> algo -> [(x, y)] in pixels
    ends: dict = dataclasses.field(default_factory=dict)  # question -> (start, goal)
    warnings: list = dataclasses.field(default_factory=list)

    def distances(self):
        """Question -> its optimum, or else the shortest valid walk of any racer, where somebody
        walked and farther than nothing."""
        shortest = {}
        for click in self.clicks:
            if click.length:
                known = shortest.get(click.question, math.inf)
                shortest[click.question] = min(known, click.optimum or click.length)
        return shortest

    @property
    def measure_of_distance(self):
        """What distances() holds, in words."""
        if all(click.optimum is not None for click in self.clicks if click.length):
            return "the length of the shortest any-angle path"
        if all(click.optimum is None for click in self.clicks):
            return "the shortest valid walk that any racer found"
        return "the length of the shortest any-angle path, or of the shortest valid walk found"


def to_click(row):
    fault = ""
    if row["outcome"] not in ANSWERS:
        fault = row["outcome"]
    elif row["verdict"] not in ("ok", None):
        fault = row["verdict"]
    ns = row["ns_first"] if row["ns_median"] is None else row["ns_median"]
    return Click(
        map=row["map"], set=row["clicks"], index=row["click"], algo=row["algo"], fault=fault,
        outcome=row["outcome"], ns=math.inf if fault or ns is None else ns,
        length=row["length"] if row["verdict"] == "ok" else None,
        phases={p: row["ns_" + p] for p in PHASES if row["ns_" + p] is not None and not fault},
        optimum=row["optimum"], ratio=None if row["verdict"] == "short" else row["ratio"],
        legal=row["valid_any_angle"], expanded=row["expanded"])


class Reader:
    """Adds result files to one race; every complaint names the file and the line."""

    def __init__(self):
        self.race = Race()
        self.schema = Schema()
        self.seen = {}  # (kind, key) -> place of the first such row
        self.here = ""
        self.runs = 0  # run lines of the file at hand
        self.takes = {"run": self.run, "map": self.map, "prepare": self.prepare,
                      "click": self.click, "path": self.path, "end": self.end}

    def fail(self, text):
        raise BadResult(f"{self.here}: {text}")

    def once(self, kind, key):
        first = self.seen.setdefault((kind, key), self.here)
        if first is not self.here:
            self.fail(f"{kind} {' '.join(map(str, key))} was given before, in {first}")

    def run(self, row):
        self.race.runs.append(row)

    def map(self, row):
        stride = (row["thumbnail_width"] + 7) // 8
        try:
            size = len(base64.b64decode(row["thumbnail"], validate=True))
        except ValueError:
            size = -1
        if size != stride * row["thumbnail_height"]:
            self.fail(f"thumbnail: expected base64 of {row['thumbnail_height']} rows of "
                      f"{stride} bytes")
        known = self.race.maps.setdefault(row["map"], row)
        if known["hash"] != row["hash"]:
            self.fail(f"map {row['map']!r} has another hash than before: expected {known['hash']}")

    def prepare(self, row):
        racer = Racer(row["algo"], row["name"], row["expected_faults"])
        known = self.race.racers.setdefault(racer.algo, racer)
        if known.name != racer.name:
            self.fail(f"racer {racer.algo!r} was a {known.name} before: expected one back end")
        if row["outcome"] == "ok":
            self.race.prepared.setdefault(racer.algo, {})[row["map"]] = row["ns"]

    def click(self, row):
        self.once("click", (row["algo"], row["map"], row["clicks"], row["click"]))
        click = to_click(row)
        self.race.clicks.append(click)
        self.race.ends[click.question] = (row["start"], row["goal"])

    def path(self, row):
        halves = row["points"]
        if len(halves) % 2:
            self.fail("points: expected x and y in turn, got an odd count")
        points = [(x / 2, y / 2) for x, y in zip(halves[::2], halves[1::2])]
        question = row["map"], row["clicks"], row["click"]
        self.race.walks.setdefault(question, {})[row["algo"]] = points

    def end(self, row):
        self.race.totals.append(row)

    def take(self, number, line):
        try:
            row = json.loads(line)
        except ValueError as error:
            self.fail(f"not JSON ({error}): expected one object a line")
        problem = self.schema.problem(row)
        if problem:
            self.fail(problem)
        if (row["kind"] == "run") != (number == self.runs + 1) and (
                row["kind"] == "run" or number == 1):
            self.fail(f"a {row['kind']} line: expected run lines first, and nowhere else")
        self.runs += row["kind"] == "run"
        if row["kind"] in self.takes:
            self.takes[row["kind"]](row)
        return row["kind"]

    def read(self, file):
        """Adds one file. A file cut in the middle of a row loses that row, with a warning."""
        try:
            with open(file, encoding="utf-8") as stream:
                lines = stream.read().split("\n")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8 text"
            raise BadResult(f"{file}: {reason}: expected a result file") from None
        torn = lines.pop()  # what follows the last newline: "" in a whole file
        self.runs = 0
        self.here = f"{file}:1"
        if not lines:
            self.fail("no whole line: expected a run line")
        kind = None
        for number, line in enumerate(lines, 1):
            self.here = f"{file}:{number}"
            if kind == "end":
                self.fail("a line after the end line: expected none")
            kind = self.take(number, line)
        if torn or kind != "end":
            where = "in the middle of a line" if torn else "without an end line"
            self.race.warnings.append(f"{file}:{len(lines) + bool(torn)}: cut {where}: charts "
                                      "show what is there")

    def add_untried(self):
        """A racer that failed to the end of its rows left the other clicks of that set untried:
        they count as clicks without an answer, or a racer would gain by giving up early."""
        sets = {}
        for click in self.race.clicks:
            asked, by_algo = sets.setdefault((click.map, click.set), (set(), {}))
            asked.add(click.index)
            by_algo.setdefault(click.algo, []).append(click)
        for (name, clicks), (asked, by_algo) in sets.items():
            for algo, mine in by_algo.items():
                last = max(mine, key=lambda click: click.index)
                if last.fault in FATAL:
                    self.race.clicks += [
                        Click(name, clicks, index, algo, "untried", "", math.inf, None, {})
                        for index in sorted(asked) if index > last.index]

    def whole_race(self):
        if not self.race.clicks:
            self.fail("no click line so far: nothing to draw")
        for click in self.race.clicks:
            if click.map not in self.race.maps:
                self.fail(f"no map line for map {click.map!r}, which clicks name")
            if click.algo not in self.race.racers:
                self.fail(f"no prepare line for racer {click.algo!r}, which clicks name")
        self.add_untried()
        # Rows come in shuffled turns; charts go by back end, each one's plain racer first.
        self.race.racers = dict(sorted(
            self.race.racers.items(),
            key=lambda item: (item[1].name, item[1].expected_faults, item[0] != item[1].name,
                              item[0])))
        return self.race


def read_race(files):
    """The race of one or more result files; raises BadResult."""
    reader = Reader()
    for file in files:
        reader.read(file)
    return reader.whole_race()
