"""Runs the races of an experiment's file: experiment.py FOOTRACE NAME [OPTION...].

experiments/races/NAME.toml is data; docs/architecture.md has the fields. The results are in
build/NAME: a result file for each race, checked, and its report. Without a name the experiments are
listed, and the exit status is 2."""
import argparse
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import tomllib

sys.dont_write_bytecode = True

TOP = pathlib.Path(__file__).resolve().parent.parent
RACES = pathlib.Path(__file__).resolve().parent / "races"
PYTHON = "/usr/bin/python3"
DONE, FAULT, USAGE, STOPPED = range(4)  # exit statuses, ours and those of footrace
FULL_HD = 1920 * 1080
PACE_NS = 50  # a step of pace() on the machine on which the seconds of races were measured
TEXTS, PAIRS = (list, str), (list, list)
# Field: its type; (list, T): a list of T; (dict, T): a table of T; a dict: a table of these fields.
FLAGS = {"rounds": int, "passes": int, "timeout": int, "memory": int, "optimum": int, "pin": int,
         "give-up": int, "skip": TEXTS, "frame": str, "clamp": str, "quiet": bool}
SCALE = {"seconds": int, "maps": TEXTS, "clicks": TEXTS, "algo": TEXTS, "flags": FLAGS}
# A claim about a racer: how many times as fast as another it is, or a limit for a figure of `answer --json`.
FIGURES = {"us_median": ("ns_median", 1e3), "ms_prepare": ("ns_prepare", 1e6), "us_update": ("ns_update", 1e3),
           "held_mb": ("held_bytes", 1e6), "peak_mb": ("peak_bytes", 1e6)}
EXPECTED = {"algo": str, "than": str, "times": float, **dict.fromkeys(FIGURES, float)}
RACE = {"name": str, "title": str, **SCALE, "quick": SCALE, "faults": bool, "report": bool,
        "expect": (list, EXPECTED), "ship": {"name": str, "thumbnail": bool}}
FIELDS = {"title": str, "minutes": int, "clicks": (dict, PAIRS), "defaults": RACE, "race": (list, RACE),
          "generate": (dict, {"map": str, "size": str, "seed": int, "corners": int, "cells": str,
                              "tolerance": int})}
NEEDED = "title", "minutes", "race"


# Experiments that are not described by a file.
OTHERS = """
  guests [NAME...]  other software: Detour, PathFinding.js and others (docs/guests.md)
  gppc FOLDER [NAME...]  the library as an entry to the Grid-Based Path Planning Competition, checked by
                   the competition's kits in a folder; then a kit's own entry against ours (10 min)
  trust            which figures can be trusted on this machine (40 min)

`reference` writes the figures in README.md and docs/results.md from the shipped rows. `reference race`
first races the reference rows again, and `reference claims` the rows of the claims. The other experiments have --help."""


class Fault(Exception):
    """An error that ends the run: one line, and an exit status."""

    def __init__(self, text, status=USAGE):
        super().__init__(text)
        self.status = status


class Missing(Exception):
    """What a race needs and this machine lacks."""


def expect(value, wanted, place):
    """Reports a value of the wrong type for a field; place names the file and the key."""
    kind = dict if isinstance(wanted, dict) else wanted[0] if isinstance(wanted, tuple) else wanted
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or (kind in (int, float) and isinstance(value, bool)):
        raise Fault(f"{place}: {value!r} found, expected {kind.__name__}")
    if isinstance(wanted, dict):
        for key, held in value.items():
            if key not in wanted:
                raise Fault(f"{place}.{key}: unknown key; expected one of {', '.join(wanted)}")
            expect(held, wanted[key], f"{place}.{key}")
    elif isinstance(wanted, tuple):
        items = value.items() if kind is dict else enumerate(value, 1)
        for key, held in items:
            expect(held, wanted[1], f"{place}.{key}")


def read(path):
    """The experiment in a file, with the defaults filled in for each race and its quick scale."""
    try:
        spec = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Fault(f"{path}: {error}") from None
    expect(spec, FIELDS, path.name)
    for key in NEEDED:
        if key not in spec:
            raise Fault(f"{path.name}.{key}: not found, expected {FIELDS[key]}")
    defaults = spec.get("defaults", {})
    for number, race in enumerate(spec["race"], 1):
        flags = {**defaults.get("flags", {}), **race.get("flags", {})}
        whole = {**defaults, **race, "flags": flags}
        if "name" not in whole or not whole.get("algo"):
            raise Fault(f"{path.name}.race.{number}: no name or no algo found, expected both")
        if "quick" in race:
            few = whole.pop("quick")
            whole["quick"] = {**whole, **few, "flags": {**defaults.get("flags", {}), **few["flags"]}
                              if "flags" in few else flags}
        spec["race"][number - 1] = whole
    return spec


def listed():
    return "\n".join([*(f"  {path.stem:<16} {spec['title']} ({spec['minutes']} min)"
                     for path in sorted(RACES.glob("*.toml")) for spec in [read(path)]), OTHERS])


def pace():
    """How slow this machine is now, other programs included: its time for a fixed piece of work, divided by the time of
    the machine on which the races' seconds were measured."""
    steps, total = 3_000_000, 0
    begin = time.perf_counter_ns()
    for step in range(steps):
        total += step * step % 7
    return (time.perf_counter_ns() - begin) / steps / PACE_NS


def drawing(corners):
    """A full HD room with this many corners, at least 24, at which a path may turn, as
    footrace-polygon/1: a floor with a corner in each of twelve notches, and decagons on a
    lattice for the rest."""
    notches, decagon, left, top, across, down = 12, 10, 200, 200, 1520, 680

    def around(x, y, radius, count, turned=0.0):
        angles = [2 * math.pi * (place + turned) / count for place in range(count)]
        return [[math.floor(x + radius(place) * math.cos(angle) + 0.5),
                 math.floor(y + radius(place) * math.sin(angle) * (535 / 955 if not turned else 1) + 0.5)]
                for place, angle in enumerate(angles)]
    shapes = [{"add": around(960, 540, lambda place: 955 * (0.86 if place % 2 else 1), 2 * notches)}]
    rest = corners - notches
    holes = -(-rest // decagon)
    columns = math.ceil(math.sqrt(holes * across / down))
    wide, high = across / columns, down / -(-holes // columns)
    for hole in range(holes):
        # The last two holes share the remaining vertices, so that neither has fewer than three.
        vertices = rest - 3 if decagon < rest < decagon + 3 else min(rest, decagon)
        shift = (0.58 if hole // columns % 2 else 0.42) * wide
        shapes.append({"subtract": around(
            left + hole % columns * wide + shift, top + (hole // columns + 0.5) * high,
            lambda _: 0.36 * min(wide, high), vertices, 0.25)})
        rest -= vertices
    return {"format": "footrace-polygon/1", "size": [1920, 1080], "shapes": shapes}


def thinned(scenario, most):
    """A Moving AI scenario, reduced to at most this many rows, evenly spread."""
    head, *rows = scenario.read_text().splitlines(keepends=True)
    return head + "".join(row for i, row in enumerate(rows, 1) if len(rows) <= most
                          or i * most // len(rows) > (i - 1) * most // len(rows))


class Experiment:
    """An experiment's races, or those named in `only`."""

    def __init__(self, footrace, name, options, only=()):
        self.footrace, self.name, self.options = footrace, name, options
        self.spec = read(RACES / f"{name}.toml")
        self.out = pathlib.Path("build") / name  # relative: no path of this machine in the rows
        self.out.mkdir(parents=True, exist_ok=True)
        self.made, self.stopped = set(), False
        self.missing = {}  # race -> why it was not raced
        self.races = [race for race in self.spec["race"] if not only or race["name"] in only]
        # If the file defines a quick scale, that scale is raced; otherwise a part of each race.
        self.scales = any("quick" in race for race in self.spec["race"])
        self.pace = pace() if any("seconds" in race for race in self.races) else 0

    def command(self, *words, most=DONE, silent=False):
        """Runs footrace. A stop signal is passed on to footrace, which ends when it has saved its
        measurements."""
        with subprocess.Popen([self.footrace, *map(str, words)],
                              stdout=subprocess.DEVNULL if silent else None) as child:
            signal.signal(signal.SIGTERM, lambda *_: child.terminate())
            signal.signal(signal.SIGINT, lambda *_: None)  # from a terminal, Ctrl-C reaches the child, too
            status = child.wait()
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, signal.SIG_DFL)
        if status not in range(most + 1):
            stopped = STOPPED if -status in (signal.SIGTERM, signal.SIGINT) else FAULT
            raise Fault(f"footrace {words[0]}: exit status {status}", status if status > 0 else stopped)
        return status

    def is_large(self, name):
        """Whether a map to generate is larger than full HD."""
        size = self.spec.get("generate", {}).get(name.split(":")[0], {}).get("size", "0x0")
        return math.prod(map(int, size.split("x"))) > FULL_HD

    def map(self, name):
        """A map as --map expects it; a map that the file generates is written first."""
        name, colon, options = name.partition(":")
        wanted = self.spec.get("generate", {}).get(name)
        if name.startswith("movingai/"):
            path = self.movingai() / f"{name.removeprefix('movingai/')}.map"
        elif not wanted:
            path = name
        else:
            ending = ".json" if "corners" in wanted else ".mesh" if "cells" in wanted else ".png"
            path = self.out / "maps" / f"{name}{ending}"
            if path not in self.made:
                path.parent.mkdir(exist_ok=True)
                if "corners" in wanted:
                    path.write_text(json.dumps(drawing(wanted["corners"])))
                elif "cells" in wanted:
                    self.command("convert", wanted["cells"], "--tolerance", wanted.get("tolerance", 0), "-o", path, silent=True)
                else:
                    self.command("generate", wanted["map"], "--size", wanted["size"], "--seed",
                                 wanted.get("seed", 1), "-o", path, silent=True)
                self.made.add(path)
        return f"{path}{colon}{options}"

    def clicks(self, name, map_file, race):
        """Clicks in the form of --clicks; files are created where needed."""
        asked = self.options.clicks or (3 if self.options.quick and not self.scales else None)
        kind, _, count = name.partition(":")
        if kind == "auto":
            return re.sub(r"^auto:\d+", f"auto:{asked}", name) if asked else name
        count = asked or count
        stem = pathlib.Path(map_file.split(":")[0]).stem
        path = self.out / "clicks" / f"{race}-{stem}-{kind}-{count}.{'scen' if kind == 'scen' else 'json'}"
        path.parent.mkdir(exist_ok=True)
        if name in self.spec.get("clicks", {}):
            pairs = [{"start": pair[:2], "goal": pair[2:]} for pair in self.spec["clicks"][name]]
            path = self.out / "clicks" / f"{name}.clicks.json"
            path.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": pairs}))
        elif kind == "scen":
            try:
                path.write_text(thinned(pathlib.Path(f"{map_file}.scen"), int(count)))
            except FileNotFoundError:
                raise Missing(f"{map_file}.scen: cannot be opened") from None
        elif not count:
            return name
        elif path not in self.made:
            self.command("clicks", "--map", map_file, "--kind", kind, "--count", count, "-o", path, silent=True)
            self.made.add(path)
        return path

    def movingai(self):
        if not os.environ.get("FOOTRACE_MOVINGAI"):
            raise Missing("FOOTRACE_MOVINGAI is not set: expected a folder with Moving AI's maps and scenarios")
        return pathlib.Path(os.environ["FOOTRACE_MOVINGAI"])

    def rooms(self):
        """The games' rooms in the folder FOOTRACE_ROOMS: as polygons, and as full HD masks."""
        if not os.environ.get("FOOTRACE_ROOMS"):
            raise Missing("FOOTRACE_ROOMS is not set: expected a folder with rooms of games")
        folder, seen = pathlib.Path(os.environ["FOOTRACE_ROOMS"]), set()
        kinds = ".tscn", ".crm", ".tmx", ".tmj", ".wimpy"
        for room in sorted(file for file in folder.rglob("*") if file.name.endswith(kinds)):
            name = f"{room.parent.name}-{room.name.split('.')[0]}"
            drawn = self.out / f"{name}.json"
            done = subprocess.run([self.footrace, "convert", room, "-o", drawn], text=True,
                                  capture_output=True, check=False)
            height = re.search(r": \d+ x (\d+),", done.stdout)
            if done.returncode or not height or drawn.read_bytes() in seen:
                print(f"skipped {room}: {done.stderr.strip() or 'the same floor as another'}")
                continue
            seen.add(drawn.read_bytes())
            times = max(1, min(16, round(1080 / int(height[1]))))
            mask = self.out / f"{name}-hd.png"
            self.command("convert", drawn, "-o", mask, "--enlarge", times, silent=True)
            yield from (str(drawn), str(mask))

    def courses(self, race):
        """Pairs of --map and --clicks."""
        names = race["maps"]
        each = race["clicks"] * len(names) if len(race["clicks"]) == 1 else race["clicks"]
        for name, clicks in zip(names, each, strict=True):
            if name.startswith("rooms/"):
                map_files = [map_file for map_file in self.rooms() if name == "rooms/*" or map_file.endswith("-hd.png")]
            elif name == "movingai/*":
                map_files = [str(map_file) for map_file in sorted(self.movingai().glob("*.map"))
                           if pathlib.Path(f"{map_file}.scen").exists()]
            elif self.options.quick and not self.scales and self.is_large(name):
                continue
            else:
                map_files = [self.map(name)]
            for map_file in map_files:
                yield map_file, self.clicks(clicks, map_file, race["name"])

    def words(self, race):
        """The arguments of `footrace run`, except those about the output."""
        words = [word for map_file, clicks in self.courses(race) for word in ("--map", map_file, "--clicks", clicks)]
        words += [word for algo in race["algo"] for word in ("--algo", algo)]
        flags = race["flags"]
        if self.options.quick and not self.scales:
            flags = {**flags, "rounds": 1, "passes": 1, "timeout": min(10, flags.get("timeout", 10))}
        for flag, value in flags.items():
            for each in value if isinstance(value, list) else [value]:
                words += [f"--{flag}"] if each is True else [f"--{flag}", each]
        return words

    def result(self, race, quick):
        return self.out / ("quick" if quick and self.scales else "") / f"{race['name']}.jsonl"

    def race(self, race, quick):
        """Races, checks and reports; returns whether a back end failed unexpectedly."""
        words, result, silent = self.words(race), self.result(race, quick), race["flags"].get("quiet", False)
        result.parent.mkdir(exist_ok=True)
        resumed = self.options.resume and result.exists()
        try:
            status = self.command("run", *words, "--resume" if resumed else "--force", "-o", result, most=FAULT,
                                  silent=silent)
        except Fault as fault:
            if not resumed or fault.status != USAGE:
                raise
            # Rows of another version of the race, or of the command, cannot be continued: begin again.
            status = self.command("run", *words, "--force", "-o", result, most=FAULT, silent=silent)
        self.command("check", result, silent=True)
        if race.get("report", True):
            self.command("report", result, "-o", self.out / f"report-{race['name']}")
        if "expect" in race:
            self.measure(race["expect"], result)
        if self.options.ship and "ship" in race:
            thumbnail = [] if race["ship"].get("thumbnail", True) else ["--no-thumbnail"]
            subprocess.run([PYTHON, "-m", "experiments.trim", result, *thumbnail, "-o",
                            f"results/reference/{race['ship']['name']}.jsonl.gz"], check=True)
        return status == FAULT and not race.get("faults", False)

    def measure(self, expected, result):
        """Prints the results of the speed claims."""
        done = subprocess.run([self.footrace, "answer", result, "--json"], text=True, stdout=subprocess.PIPE,
                              check=True)
        figures = {row["algo"]: row for row in json.loads(done.stdout)["ranking"]}
        for each in expected:
            mine, other = (figures.get(each.get(key)) for key in ("algo", "than"))
            found = []
            if mine and other:
                found.append((f"times as fast as {each['than']}", other["ns_median"] / mine["ns_median"],
                              "at least", each["times"]))
            found += [(name, mine[key] / unit, "at most", each[name]) for name, (key, unit) in FIGURES.items()
                      if name in each and mine and mine[key] is not None]
            for what, measured, bound, claimed in found:
                print(f"{each['algo']}: {what} {measured:.3g}, claimed {bound} {claimed:g}")
            if not found:
                print(f"{each['algo']}: no figures, claimed {each}")

    def scaled(self, race):
        """What is raced: races, and for each whether it is the quick scale. A full run includes the quick
        scale if that is a different race, so that the two can be compared."""
        if not self.scales:
            return [(race, self.options.quick)]
        quick = [(race["quick"], True)] if "quick" in race else []
        if self.options.quick:
            return quick
        same = quick and all(race.get(key) == quick[0][0].get(key) for key in SCALE if key != "seconds")
        return ([] if same else quick) + [(race, False)]

    def seconds(self, races):
        return self.pace * sum(part.get("seconds", 0) for race in races for part, _ in self.scaled(race))

    def list(self, beside=()):
        """Lists what would be raced, with estimated durations; beside: additional pairs of seconds
        and a title."""
        if not self.pace:
            for race in self.races:
                self.command("run", *self.words(race), "--dry-run")
            return
        rows = [(race["name"], self.seconds([race]), race.get("title", ""))
                for race in self.races if self.scaled(race)]
        rows += [(name, self.pace * seconds, title) for name, seconds, title in beside]
        rows.append(("together", sum(seconds for _, seconds, _ in rows), "at the present speed of this machine"))
        for name, seconds, title in rows:
            print(f"{name:<10} {seconds:5.0f} s  {title}")

    def run(self):
        """Races; if one race is impossible, the others still run. Returns DONE or FAULT."""
        faults = False
        for place, race in enumerate(self.races):
            if not self.scaled(race):
                self.missing[race["name"]] = "few clicks cannot decide it; run it without --quick"
                continue
            left = self.seconds(self.races[place:])
            print(f"\n== {self.name}: {race['name']}, {race.get('title', self.spec['title'])}"
                  + (f" ({self.seconds([race]):.0f} of {left:.0f} s)" if left else ""), file=sys.stderr, flush=True)
            try:
                for part, quick in self.scaled(race):
                    faults |= self.race(part, quick)
            except Missing as lack:
                self.missing[race["name"]] = str(lack)
            except Fault as fault:
                if fault.status == STOPPED:
                    raise Fault(f"{fault}; stopped in {race['name']}: to continue, repeat the command with --resume",
                                STOPPED) from None
                self.missing[race["name"]] = str(fault)
                faults = True
        for name, why in self.missing.items():
            print(f"{self.name}: {name} was not raced: {why}", file=sys.stderr)
        return FAULT if faults else DONE


def arguments(name, text):
    """The options shared by all experiments."""
    parser = argparse.ArgumentParser(prog=name, description=text,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("footrace", help=argparse.SUPPRESS)
    parser.add_argument("--dry-run", action="store_true", help="do not race; estimate how long it takes")
    parser.add_argument("--quick", action="store_true",
                        help="few clicks: as the file says, or three per map, one round, one pass, queries of "
                             "at most 10 s, and no generated map over full HD")
    parser.add_argument("--resume", action="store_true", help="continue result files that were cut short")
    parser.set_defaults(clicks=None, ship=False)
    return parser


def main():
    parser = arguments("./run experiment", __doc__.split("\n", maxsplit=1)[0])
    parser.epilog = f"experiments:\n{listed()}"
    parser.add_argument("name", nargs="?")
    parser.add_argument("--only", action="append", default=[], metavar="RACE", help="run only this race of the experiment")
    parser.add_argument("--clicks", type=int, help="number of clicks to sample on each map")
    parser.add_argument("--ship", action="store_true", help="write the trimmed rows to results/reference")
    options = parser.parse_intermixed_args()
    if options.quick and options.ship:
        raise Fault("./run experiment: --quick given with --ship; expected one of them, as shipped rows must be complete")
    os.chdir(TOP)
    if not options.name:
        print(f"usage: ./run experiment NAME [--help]\n\n{listed()}", file=sys.stderr)
        return USAGE
    if not (RACES / f"{options.name}.toml").exists():
        raise Fault(f"./run experiment: no experiment '{options.name}'; expected one of\n{listed()}")
    if options.ship:
        refuse_unless_clean(options.footrace)
    raced = Experiment(options.footrace, options.name, options, options.only)
    return raced.list() or DONE if options.dry_run else raced.run()


def refuse_unless_clean(footrace):
    """Shipped rows are of a revision that anybody can build."""
    version = subprocess.run([footrace, "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout.strip()
    if not version.endswith(")") or version.endswith("-dirty)"):
        raise Fault(f"./run experiment: --ship: {version} found, expected a build of a committed revision, without "
                    "changes")


def guarded(entry):
    """The exit status of main or a similar function; an error becomes a line on stderr."""
    try:
        return entry()
    except Fault as fault:
        print(fault, file=sys.stderr)
        return fault.status


if __name__ == "__main__":
    sys.exit(guarded(main))
