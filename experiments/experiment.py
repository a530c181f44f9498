"""Races what an experiment's file says: experiment.py FOOTRACE NAME [OPTION...].

experiments/races/NAME.toml is data; docs/architecture.md has the fields. The results are in
build/NAME: a result file for each race, checked, and its report. Without a name the experiments are
listed, and the exit status is 2."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

sys.dont_write_bytecode = True

TOP = pathlib.Path(__file__).resolve().parent.parent
RACES = pathlib.Path(__file__).resolve().parent / "races"
PYTHON = "/usr/bin/python3"
TEXTS, PAIRS = (list, str), (list, list)
# Field: its type; (list, T): a list of T; (dict, T): a table of T; a dict: a table of these fields.
FLAGS = {"rounds": int, "passes": int, "timeout": int, "memory": int, "optimum": int, "cold": int, "pin": int,
         "give-up": int, "skip": TEXTS}
RACE = {"name": str, "maps": TEXTS, "clicks": TEXTS, "algo": TEXTS, "flags": FLAGS, "report": bool,
        "ship": {"name": str, "thumbnail": bool}, "scenarios": {"rows": int}, "rooms": bool}
FIELDS = {"title": str, "minutes": int, "generate": (dict, {"map": str, "size": str}), "clicks": (dict, PAIRS),
          "defaults": RACE, "race": (list, RACE)}
NEEDED = "title", "minutes", "race"


# What ./run experiment races by other means.
OTHERS = """
  archive [FOLDER [OPTION...]]  every Moving AI map and scenario in a folder, FOOTRACE_MOVINGAI unless
                   named, raced and judged; to resume, type the same again
  misses [MAP]     bytes that a click touches, and cache misses, by valgrind (10 min)
  trust            what numbers can be trusted on this machine (40 min)

reference [COUNT] and ground [COUNT] make what README.md and docs/maps.md show of the rows, with so many
clicks of each map; reference races again only with a count. The others take --help."""


class Fault(Exception):
    """What ends the run: one line, and an exit status."""

    def __init__(self, text, status=2):
        super().__init__(text)
        self.status = status


def expect(value, wanted, place):
    """Complains of a value that is not what a field holds; place names the file and the key."""
    kind = dict if isinstance(wanted, dict) else wanted[0] if isinstance(wanted, tuple) else wanted
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Fault(f"{place}: {value!r} found, expected {kind.__name__}")
    if isinstance(wanted, dict):
        for key, held in value.items():
            if key not in wanted:
                raise Fault(f"{place}.{key}: no such key; expected one of {', '.join(wanted)}")
            expect(held, wanted[key], f"{place}.{key}")
    elif isinstance(wanted, tuple):
        items = value.items() if kind is dict else enumerate(value, 1)
        for key, held in items:
            expect(held, wanted[1], f"{place}.{key}")


def read(path):
    """The experiment of a file, with the defaults in each race."""
    try:
        spec = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Fault(f"{path}: {error}") from None
    expect(spec, FIELDS, path.name)
    for key in NEEDED:
        if key not in spec:
            raise Fault(f"{path.name}.{key}: not found, expected {FIELDS[key]}")
    defaults = spec.get("defaults", {})
    spec["race"] = [{**defaults, **race, "flags": {**defaults.get("flags", {}), **race.get("flags", {})}}
                    for race in spec["race"]]
    for number, race in enumerate(spec["race"], 1):
        if "name" not in race or not race.get("algo"):
            raise Fault(f"{path.name}.race.{number}: expected name and algo")
    return spec


def listed():
    return "\n".join([*(f"  {path.stem:<16} {spec['title']} ({spec['minutes']} min)"
                     for path in sorted(RACES.glob("*.toml")) for spec in [read(path)]), OTHERS])


class Experiment:
    def __init__(self, footrace, name, options):
        self.footrace, self.name, self.options = footrace, name, options
        self.spec = read(RACES / f"{name}.toml")
        self.out = pathlib.Path("build") / name  # relative: no path of this machine in the rows
        self.out.mkdir(parents=True, exist_ok=True)

    def command(self, *words, most=0):
        done = subprocess.run([self.footrace, *map(str, words)], check=False)
        if done.returncode not in range(most + 1):
            raise Fault(f"footrace {words[0]}: exit status {done.returncode}", done.returncode)
        return done.returncode

    def make(self):
        """The maps and the click sets that the file describes."""
        for name, wanted in self.spec.get("generate", {}).items():
            if self.options.quick and self.is_large(name):
                continue
            self.command("generate", wanted["map"], "--size", wanted["size"], "-o", self.out / f"{name}.png")
        for name, pairs in self.spec.get("clicks", {}).items():
            clicks = [{"start": pair[:2], "goal": pair[2:]} for pair in pairs]
            (self.out / f"{name}.clicks.json").write_text(
                json.dumps({"format": "footrace-clicks/1", "clicks": clicks}))

    def is_large(self, name):
        """Of a map to generate: larger than full HD."""
        width, height = map(int, self.spec.get("generate", {}).get(name, {"size": "0x0"})["size"].split("x"))
        return width * height > 1920 * 1080

    def map(self, name):
        return self.out / f"{name}.png" if name in self.spec.get("generate", {}) else name

    def clicks(self, name):
        if name in self.spec.get("clicks", {}):
            return self.out / f"{name}.clicks.json"
        asked = self.options.clicks or (3 if self.options.quick else None)
        return re.sub(r"^auto:\d+", f"auto:{asked}", name) if asked else name

    def scenarios(self, most):
        """Maps with a scenario in the folder FOOTRACE_MOVINGAI, so many rows of each, spread evenly."""
        folder = pathlib.Path(os.environ.get("FOOTRACE_MOVINGAI", ""))
        for ground in sorted(folder.glob("*.map")):
            scenario = pathlib.Path(f"{ground}.scen")
            if not scenario.exists():
                continue
            head, *rows = scenario.read_text().splitlines(keepends=True)
            most = 3 if self.options.quick else most
            chosen = [row for i, row in enumerate(rows, 1) if len(rows) <= most or
                      i * most // len(rows) > (i - 1) * most // len(rows)]
            sampled = self.out / scenario.name
            sampled.write_text(head + "".join(chosen))
            yield ground, sampled

    def rooms(self):
        """The rooms of games in the folder FOOTRACE_ROOMS: as polygons, and as masks of full HD."""
        folder, seen = pathlib.Path(os.environ.get("FOOTRACE_ROOMS", "/nowhere")), set()
        kinds = ".tscn", ".crm", ".tmx", ".tmj", ".wimpy", ".chapter.json", ".svg"
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
            self.command("convert", drawn, "-o", mask, "--enlarge", times)
            yield from (drawn, mask)

    def race(self, race):
        words, pairs = [], []
        if "scenarios" in race:
            pairs = list(self.scenarios(race["scenarios"]["rows"]))
        maps = [self.map(name) for name in race.get("maps", [])] + [ground for ground, _ in pairs]
        clicks = [self.clicks(name) for name in race.get("clicks", [])] + [each for _, each in pairs]
        if race.get("rooms"):
            maps += self.rooms()
        if self.options.quick:
            kept = [place for place, name in enumerate(race.get("maps", [])) if not self.is_large(name)]
            kept += range(len(race.get("maps", [])), len(maps))
            clicks = [clicks[place] for place in kept] if len(clicks) == len(maps) else clicks
            maps = [maps[place] for place in kept]
        if not maps:
            print(f"Skipped 1: {self.name}, race {race['name']}: set FOOTRACE_MOVINGAI or FOOTRACE_ROOMS")
            return 0
        for flag, values in (("map", maps), ("clicks", clicks), ("algo", race["algo"])):
            words += [word for value in values for word in (f"--{flag}", value)]
        flags = race["flags"]
        if self.options.quick:
            flags = {**flags, "rounds": 1, "passes": 1, "timeout": min(10, flags.get("timeout", 10))}
        for flag, value in flags.items():
            words += [word for each in (value if isinstance(value, list) else [value])
                      for word in (f"--{flag}", each)]
        if self.options.dry_run:
            return self.command("run", *words, "--dry-run")
        result = self.out / f"{race['name']}.jsonl"
        faults = self.command("run", *words, "--resume" if self.options.resume else "--force", "-o", result,
                              most=1)
        self.command("check", result)
        if race.get("report", True):
            self.command("report", result, "-o", self.out / f"report-{race['name']}")
        if self.options.ship and "ship" in race:
            thumbnail = [] if race["ship"].get("thumbnail", True) else ["--no-thumbnail"]
            subprocess.run([PYTHON, "-m", "reports.rows.trim", result, *thumbnail, "-o",
                            f"results/reference/{race['ship']['name']}.jsonl.gz"], check=True)
        return faults

    def run(self):
        self.make()
        faults = 0
        for race in self.spec["race"]:
            if not self.options.only or race["name"] in self.options.only:
                print(f"\n== {self.name}: {race['name']}", flush=True)
                faults |= self.race(race)
        return faults


def main():
    parser = argparse.ArgumentParser(prog="./run experiment", description=__doc__.split("\n", maxsplit=1)[0],
                                     epilog=f"experiments:\n{listed()}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("footrace")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--dry-run", action="store_true", help="race nothing; estimate how long it takes")
    parser.add_argument("--quick", action="store_true",
                        help="three clicks a map, one round, one pass, calls of 10 s, no generated map over full HD")
    parser.add_argument("--only", action="append", metavar="RACE", help="of the experiment's races")
    parser.add_argument("--resume", action="store_true", help="go on with result files that were cut short")
    parser.add_argument("--clicks", type=int, help="so many sampled clicks of each map")
    parser.add_argument("--ship", action="store_true", help="put trimmed rows into results/reference")
    options = parser.parse_args()
    if options.quick and options.ship:
        raise Fault("./run experiment: --quick and --ship: expected one of them; rows that ship are whole")
    os.chdir(TOP)
    if not options.name:
        print(f"usage: ./run experiment NAME [--help]\n\n{listed()}", file=sys.stderr)
        return 2
    if not (RACES / f"{options.name}.toml").exists():
        raise Fault(f"./run experiment: no experiment '{options.name}'; expected one of\n{listed()}")
    return Experiment(options.footrace, options.name, options).run()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Fault as fault:
        print(fault, file=sys.stderr)
        sys.exit(fault.status)
