"""Whether the numbers can be trusted, asked of the command itself: trust.py FOOTRACE SOURCE.

    aa        a back end raced with itself is hardly ever called different
    slowdown  a back end that is 10 % slower is called slower
    twins     two of one kind keep ratio 1 while another core is loaded, and the race says so
    null      what a click costs that does nothing
    inside    how much of a race is spent inside the back ends

prints one line for each, with its limit; exits 1 when one is not kept."""
import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RACERS = "astar", "bfs", "flood", "jps", "jumpgraph", "visgraph"
SIZE = "480x270"  # a click takes some tens of microseconds: a race about a second
CLICKS = 100


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)
        self.kept = True
        self.plugin = self.folder / "slowed.so"
        source = pathlib.Path(options.source)
        subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-O2", "-Werror", "-shared",
                        "-fPIC", f"-I{source}", source / "harness/experiments/trust/slowed.c", "-o",
                        self.plugin], check=True)

    def command(self, *arguments):
        done = subprocess.run([self.options.footrace, *map(str, arguments)], capture_output=True,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"trust: footrace {arguments[0]}: {done.stderr or done.stdout}")
        return done.stdout

    def ground(self, seed, kind="office"):
        """A map and clicks on it that do not see their goals, other ones for each seed."""
        image, clicks = self.folder / "ground.png", self.folder / "clicks.json"
        self.command("generate", kind, "--size", SIZE, "--seed", seed, "-o", image)
        self.command("clicks", "--map", image, "--kind", "blocked", "--count", CLICKS, "--seed",
                     seed, "-o", clicks)
        return "--map", image, "--clicks", clicks

    def race(self, *arguments):
        out = self.folder / "race.jsonl"
        self.command("run", *arguments, *self.options.run, "--quiet", "-o", out)
        return out, [json.loads(line) for line in out.read_text().splitlines()]

    def compare(self, out, *more):
        """The only comparison of a race of two."""
        found, = json.loads(self.command("compare", out, "--base", "one", "--json",
                                         *more))["comparisons"]
        return found

    def tell(self, kept, text):
        self.kept = self.kept and kept
        print(f"{'kept  ' if kept else 'BROKEN'}  {text}", flush=True)


def aa(bench):
    """compare is told the least noise that it assumes by itself: beside twins it would take what
    these twins show, and could not but call them alike."""
    count, called, significant, begin = bench.options.comparisons, 0, 0, time.monotonic()
    for i in range(count):
        algo = RACERS[i % len(RACERS)]
        out, _ = bench.race(*bench.ground(i + 1), "--algo", f"one={algo}", "--algo",
                            f"other={algo}", "--optimum", 0, "--seed", i + 1)
        finding = bench.compare(out, "--noise", "3%")
        called += finding["finding"] != "not distinguishable"
        significant += bench.compare(out, "--noise", "0%")["finding"] != "not distinguishable"
    bench.tell(called <= count // 10,
               f"{called} of {count} comparisons of a back end with itself called different (at "
               f"most {count // 10}; by the test alone, noise unheeded: {significant}), "
               f"{time.monotonic() - begin:.0f} s")


def slowdown(bench):
    count, called, ratios, begin = bench.options.slowdowns, 0, [], time.monotonic()
    for i in range(count):
        out, _ = bench.race(*bench.ground(i + 1), "--plugin", bench.plugin, "--algo", "one=astar",
                            "--algo", f"other=slowed:by={bench.options.by}", "--optimum", 0,
                            "--seed", i + 1)
        finding = bench.compare(out)
        called += finding["finding"] == "slower"
        ratios.append(finding["ratio"])
    least = count - count // 20
    bench.tell(called >= least,
               f"{called} of {count} slowdowns by {bench.options.by} % called (at least {least}; "
               f"ratios {min(ratios):.3f} to {max(ratios):.3f}, "
               f"median {statistics.median(ratios):.3f}), {time.monotonic() - begin:.0f} s")


@contextlib.contextmanager
def load(core):
    busy = subprocess.Popen([sys.executable, "-c", f"import os\nos.sched_setaffinity(0, {{{core}}})"
                             "\nwhile True: pass"])
    try:
        yield
    finally:
        busy.kill()
        busy.wait()


def twins(bench):
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("skipped  twins beside a loaded core: there is one core only")
        return
    ratios, marked = [], 0
    with load(cores[-1]):
        for i in range(bench.options.twins):
            out, rows = bench.race(*bench.ground(i + 1), "--algo", "one=bfs", "--algo", "other=bfs",
                                   "--optimum", 0, "--pin", cores[0], "--seed", i + 1)
            ratios.append(bench.compare(out, "--noise", "3%")["ratio"])
            marked += rows[-1]["disturbed"]
    worst = max(max(ratio, 1 / ratio) for ratio in ratios) - 1
    bench.tell(worst <= 0.05 and marked == len(ratios),
               f"twins beside a loaded core: ratio 1 within {100 * worst:.1f} % in {len(ratios)} "
               f"races (at most 5 %), {marked} of them marked disturbed (all)")


def clicks_of(rows):
    return [row for row in rows if row["kind"] == "click" and row["ns_played"] is not None]


def null(bench):
    _, rows = bench.race("--map", "adventure-150", "--algo", "null", "--optimum", 0)
    clock = rows[0]["clock_ns"]
    played, steady = (statistics.median(row[key] for row in clicks_of(rows))
                      for key in ("ns_played", "ns_steady"))
    bench.tell(steady < 50 and played < 500,
               f"a null click costs {steady:.1f} ns steady (under 50) and {played:.0f} ns played "
               f"(under 500), beyond the clock's {clock:.0f} ns")


def inside(bench):
    """The facts of a map, its judge and the optima come once, before any racer is asked: they count
    on neither side."""
    algorithms = json.loads(bench.command("list", "algorithms", "--json"))["algorithms"]
    for name in bench.options.map or ["maze-16", "gates"]:
        for algo in algorithms:
            tell_inside(bench, name, algo["name"])


def tell_inside(bench, name, algo):
    _, rows = bench.race("--map", name, "--algo", algo)
    median = statistics.median(row["ns_played"] for row in clicks_of(rows))
    end = rows[-1]
    racing = end["elapsed_s"] - end["setup_s"]
    share = (end["inside_s"] + end["frames_s"]) / racing
    bench.tell(share > 0.85, f"{algo} on {name}: median {median / 1e3:.1f} us, {100 * share:.1f} % "
                             f"of {racing:.2f} s inside prepare, find and update, or in frames "
                             "(over 85 %)")


def main():
    parts = {part.__name__: part for part in (null, inside, twins, slowdown, aa)}
    parser = argparse.ArgumentParser(prog="./run trust", description=__doc__.split("\n")[0])
    parser.add_argument("footrace")
    parser.add_argument("source")
    parser.add_argument("--part", choices=parts, action="append", help="only this (all)")
    parser.add_argument("--comparisons", type=int, default=200, help="of aa (200)")
    parser.add_argument("--slowdowns", type=int, default=100, help="of slowdown (100)")
    parser.add_argument("--by", type=int, default=10, help="percent of a slowdown (10)")
    parser.add_argument("--twins", type=int, default=10, help="races of twins (10)")
    parser.add_argument("--map", action="append",
                        help="of inside (maze-16, and gates, which has events)")
    parser.add_argument("--run", action="append", default=[], help="one more flag for each race")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        for name in options.part or parts:
            parts[name](bench)
    return 0 if bench.kept else 1


if __name__ == "__main__":
    sys.exit(main())
