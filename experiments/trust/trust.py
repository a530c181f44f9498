"""Tests with the command itself whether its numbers can be trusted: trust.py FOOTRACE SOURCE.

    aa         the back ends that answers name, raced with themselves on HD maps, are hardly ever called
               different, and the interval holds the ratio 1
    files      the same between two files of the same race, on small maps
    slowdowns  on HD maps 5, 10 and 40 %, and 40 % on every fourth call, are called slower, at default
               settings; 3 %, which counts as equal, has no limit
    loaded     two copies of a racer keep ratio 1 while another core is loaded, and the race says so
    quick      one race: a slowdown of 100 % is found, and none for a copy; runs only when asked for
    null       the cost of a click that does nothing
    inside     how much of a race is spent inside the back ends and in drawing frames

prints a line for each finding, with its limit; exits 1 if a finding exceeds its limit."""
import argparse
import contextlib
import itertools
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RACERS = "astar", "bfs", "flood", "jps", "contracted", "visgraph"
SIZE = "480x270"  # a click takes tens to hundreds of microseconds; a racer's share takes seconds
ANSWERS = "navmesh", "polyanya", "runwave", "octile", "hublabel"  # named by an answer, and the fastest
HD_MAPS = "adventure-150", "cave", "office", "drawn-500", "rooms", "adventure-20"
CLICKS = 100
PLANTS = {"3": "by=3", "5": "by=5", "10": "by=10", "40": "by=40", "fourth": "by=40,every=4"}


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)
        self.kept = True
        self.plugin = self.folder / "slowed.so"
        source = pathlib.Path(options.source)
        subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-O2", "-Werror", "-shared",
                        "-fPIC", f"-I{source}", source / "experiments/trust/slowed.c", "-o",
                        self.plugin], check=True)

    def command(self, *arguments):
        done = subprocess.run([self.options.footrace, *map(str, arguments)], capture_output=True,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"trust: footrace {arguments[0]}: {done.stderr or done.stdout}")
        return done.stdout

    def clicks(self, map_, seed):
        """Clicks without line of sight to their goals, different for each seed."""
        clicks = self.folder / "clicks.json"
        self.command("clicks", "--map", map_, "--kind", "blocked", "--count", CLICKS, "--seed",
                     seed, "-o", clicks)
        return "--map", map_, "--clicks", clicks, "--optimum", 0, "--seed", seed

    def hd(self, seed):
        return self.clicks(HD_MAPS[seed % len(HD_MAPS)], seed)

    def small_map(self, seed):
        """A small map, different for each seed."""
        image = self.folder / "map.png"
        self.command("generate", "office", "--size", SIZE, "--seed", seed, "-o", image)
        return self.clicks(image, seed)

    def race(self, *arguments, name="race"):
        out = self.folder / f"{name}.jsonl"
        self.command("run", "--force", *arguments, *self.options.run, "--quiet", "-o", out)
        return out, [json.loads(line) for line in out.read_text().splitlines()]

    def compare(self, *arguments):
        return json.loads(self.command("compare", *arguments, "--json"))["comparisons"]

    def compare_two(self, rows, base, algo):
        """Compares two racers as if they had raced alone: each comparison is corrected for its
        own tests only."""
        out = self.folder / "two.jsonl"
        out.write_text("".join(json.dumps(row) + "\n" for row in rows
                               if row.get("algo", base) in (base, algo)))
        found, = self.compare(out, "--base", base)
        return found

    def report(self, kept, text):
        self.kept = self.kept and kept
        print(f"{'kept  ' if kept else 'BROKEN'}  {text}", flush=True)


class Tally:
    """The results of comparisons between identical things."""
    def __init__(self):
        self.count, self.different, self.held, self.reaches = 0, [], 0, []

    def add(self, finding):
        typical = finding["typical"]
        self.count += 1
        self.held += typical["low"] <= 1 <= typical["high"]
        self.reaches.append(typical["high"] / typical["low"])
        if finding["finding"] in ("slower", "faster"):
            self.different.append(f"{finding['algo']} on {finding['map']} "
                                  f"{finding[finding['by']]['ratio']:.3f} in its {finding['by']}")

    def report(self, bench, what):
        reach = 100 * (math.sqrt(statistics.median(self.reaches)) - 1)
        which = f" ({', '.join(self.different)})" if self.different else ""
        bench.report(len(self.different) <= 0.08 * self.count,
                   f"{len(self.different)} of {self.count} {what} called different (at most 8 of 100){which}")
        bench.report(self.held >= 0.92 * self.count,
                   f"the 95 % intervals of {self.held} of them contain 1 (at least 92 of 100); half of their "
                   f"median width is {reach:.1f} %")


def aa(bench):
    tally = Tally()
    for seed in range(1, bench.options.races + 1):
        algo = ANSWERS[seed % len(ANSWERS)]
        out, _ = bench.race(*bench.hd(seed), "--algo", f"a-{algo}={algo}", "--algo", f"b-{algo}={algo}")
        tally.add(*bench.compare(out, "--base", f"a-{algo}"))
    tally.report(bench, "races of two identical racers on HD maps")


def files(bench):
    tally = Tally()
    algos = [word for algo in RACERS for word in ("--algo", algo)]
    for seed in itertools.count(1):
        on = bench.small_map(seed)
        raced = [bench.race(*on, *algos, name=f"race-{again}")[0] for again in range(2)]
        for finding in bench.compare(*raced):
            tally.add(finding)
        if tally.count >= bench.options.races:
            break
    tally.report(bench, "racers in two files of the same race")


def slowdowns(bench):
    """All slowdowns are raced together; each is compared with the original as if it were alone."""
    races = bench.options.slowdowns
    called, ratios = dict.fromkeys(PLANTS, 0), {plant: [] for plant in PLANTS}
    algos = [word for label, how in PLANTS.items()
             for word in ("--algo", f"{label}=slowed:{how}")]
    for seed in range(1, races + 1):
        _, rows = bench.race(*bench.hd(seed), "--plugin", bench.plugin, "--algo",
                             "one=slowed:by=0", *algos)
        for plant in PLANTS:
            finding = bench.compare_two(rows, "one", plant)
            called[plant] += finding["finding"] == "slower"
            ratios[plant].append(finding[finding["by"] or "typical"]["ratio"])
    least = {"3": 0, "5": 0.85, "10": 0.97, "40": 1, "fourth": 0.85}
    for plant in PLANTS:
        name = "40 % in every fourth query" if plant == "fourth" else f"{plant} %"
        bench.report(called[plant] >= math.floor(least[plant] * races),
                   f"{called[plant]} of {races} slowdowns of {name} called slower (at least "
                   f"{100 * least[plant]:.0f} of 100; ratios {min(ratios[plant]):.3f} to "
                   f"{max(ratios[plant]):.3f}, median {statistics.median(ratios[plant]):.3f})")


@contextlib.contextmanager
def load(core):
    busy = subprocess.Popen([sys.executable, "-c", f"import os\nos.sched_setaffinity(0, {{{core}}})"
                             "\nwhile True: pass"])
    try:
        yield
    finally:
        busy.kill()
        busy.wait()


def loaded(bench):
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("skipped  A/A next to a loaded core: there is only one core")
        return
    ratios, marked = [], 0
    with load(cores[-1]):
        for i in range(bench.options.loaded):
            out, rows = bench.race(*bench.small_map(i + 1), "--algo", "one=bfs", "--algo", "other=bfs",
                                   "--pin", cores[0])
            found, = bench.compare(out, "--base", "one")
            ratios.append(found["typical"]["ratio"])
            marked += rows[-1]["disturbed"]
    worst = max(max(ratio, 1 / ratio) for ratio in ratios) - 1
    bench.report(worst <= 0.05 and marked == len(ratios),
               f"A/A next to a loaded core: ratio 1 within {100 * worst:.1f} % in {len(ratios)} "
               f"races (at most 5 %), {marked} of them marked disturbed (all)")


def clicks_of(rows):
    return [row for row in rows if row["kind"] == "click" and row["ns_played"] is not None]


def quick(bench):
    """One race with a clear outcome on any machine, for everyday use."""
    _, rows = bench.race(*bench.small_map(1), "--plugin", bench.plugin, "--algo", "one=slowed:by=0",
                         "--algo", "copy=slowed:by=0", "--algo", "double=slowed:by=100")
    double = bench.compare_two(rows, "one", "double")
    bench.report(double["finding"] == "slower", "a slowdown of 100 % is called "
               f"{double['finding']} (ratio {double['typical']['ratio']:.2f})")
    ratio = bench.compare_two(rows, "one", "copy")["typical"]["ratio"]
    bench.report(2 / 3 < ratio < 1.5, f"a copy takes {ratio:.3f} times as long (0.67 to 1.50)")


def null(bench):
    _, rows = bench.race("--map", "adventure-150", "--algo", "null", "--optimum", 0)
    clock = rows[0]["clock_ns"]
    played, steady = (statistics.median(row[key] for row in clicks_of(rows))
                      for key in ("ns_played", "ns_steady"))
    bench.report(steady < 50 and played < 500,
               f"a null click costs {steady:.1f} ns steady (under 50) and {played:.0f} ns played "
               f"(under 500), beyond the clock's {clock:.0f} ns")


def inside(bench):
    """The map's facts, the judge and the optima are computed once, before any racer is queried;
    they count on neither side."""
    algorithms = json.loads(bench.command("list", "algorithms", "--json"))["algorithms"]
    for name in bench.options.map or ["maze-16", "gates"]:
        for algo in algorithms:
            report_inside(bench, name, algo["name"])


def report_inside(bench, name, algo):
    _, rows = bench.race("--map", name, "--algo", algo)
    median = statistics.median(row["ns_played"] for row in clicks_of(rows))
    end = rows[-1]
    racing = end["elapsed_s"] - end["setup_s"]
    share = (end["inside_s"] + end["frames_s"]) / racing
    bench.report(share > 0.85, f"{algo} on {name}: median {median / 1e3:.1f} µs, {100 * share:.1f} % "
                             f"of {racing:.2f} s inside prepare, find and update, or in frames "
                             "(over 85 %)")


def main():
    parts = {part.__name__: part for part in (null, inside, loaded, slowdowns, files, aa)}
    known = {**parts, "quick": quick}
    parser = argparse.ArgumentParser(prog="./run experiment trust", description=__doc__.split("\n")[0])
    parser.add_argument("footrace")
    parser.add_argument("source")
    parser.add_argument("--part", choices=known, action="append", help="only this (all)")
    parser.add_argument("--races", type=int, default=100, help="races of 'aa', and comparisons of 'files' (100)")
    parser.add_argument("--slowdowns", type=int, default=20, help="races of 'slowdowns' (20)")
    parser.add_argument("--loaded", type=int, default=10, help="races next to a loaded core (10)")
    parser.add_argument("--map", action="append",
                        help="a map for 'inside' (maze-16, and gates, which has events)")
    parser.add_argument("--run", action="append", default=[], help="one more argument for each race")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        for name in options.part or parts:
            begin = time.monotonic()
            known[name](bench)
            print(f"        {time.monotonic() - begin:.0f} s", flush=True)
    return 0 if bench.kept else 1


if __name__ == "__main__":
    sys.exit(main())
