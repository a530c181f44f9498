"""The tables of docs/guests.md: what `footrace answer --json` says of the guests' races, as Markdown. It computes no
figure; from rows it takes how deep paths enter walls, and the memory of a process."""
import gzip
import json
import pathlib
import re
import subprocess

TREE = pathlib.Path(__file__).resolve().parent.parent
SHIPPED, PAGE = TREE / "results/reference", TREE / "docs/guests.md"
SLOW = "slow"  # the race of few clicks
TABLES = re.compile(r"(<!-- tables -->\n).*?(<!-- end -->)", re.DOTALL)
HEAD = ("racer", "median", "slow", "slowest", "longer", "at worst", "illegal", "deepest", "failures", "prepared",
        "memory")


def answer_of(footrace, files):
    """What it says of the rows; where there is nothing to ship, too."""
    done = subprocess.run([footrace, "answer", "--json", *files], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def time_of(ns):
    if ns is None:
        return "-"
    unit, name = next(((unit, name) for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")) if ns >= unit), (1, "ns"))
    return f"{ns / unit:.3g} {name}"


def excess(ratio, digits):
    return "-" if ratio is None else f"{100 * (ratio - 1):.{digits}f} %"


def marks_of(files):
    """Racer -> the deepest that an illegal path enters a wall, and its memory where that is not what our allocator
    counted: the proportional set of a process, or that it took memory elsewhere."""
    depths, memories = {}, {}
    for file in files:
        with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if row["kind"] == "click" and row["verdict"] == "invalid":
                    depths[row["algo"]] = max(depths.get(row["algo"], 0), row.get("wall_depth") or 0)
                if row["kind"] == "click" and row["excluded"] == "memory":
                    memories[row["algo"]] = "not counted"
                if row["kind"] == "prepare" and row.get("proportional"):
                    most = max(row["proportional"] / 1e6, float(memories.get(row["algo"], "0").split()[0]))
                    memories[row["algo"]] = f"{most:.1f} MB proportional"
    return depths, memories


def line(each, depths, memories):
    """A racer of the ranking."""
    algo, clicks = each["algo"], each["clicks"]
    held = "-" if each["held_bytes"] is None else f"{each['held_bytes'] / 1e6:.1f} MB"
    return [f"`{algo}`", time_of(each["ns_median"]), time_of(each["ns_slow"]), time_of(each["ns_slowest"]),
            excess(each["ratio_mean"], 2), excess(each["ratio_worst"], 1), f"{each['illegal']} of {clicks}",
            f"{depths[algo]:.2g} px" if algo in depths else "-", str(each["failures"]), time_of(each["ns_prepare"]),
            memories.get(algo, held)]


def table(heads, rows):
    rule = ["---"] + ["--:"] * (len(heads) - 1)
    return "".join(f"| {' | '.join(row)} |\n" for row in [heads, rule, *rows])


def whole(footrace, files):
    depths, memories = marks_of(files)
    return table(HEAD, [line(each, depths, memories) for each in answer_of(footrace, files)["ranking"]])


def by_map(footrace, files):
    """Medians: a column for each map."""
    names = [file.name.split(".")[0].removeprefix("guests-") for file in files]
    medians = [{each["algo"]: time_of(each["ns_median"]) for each in answer_of(footrace, [file])["ranking"]}
               for file in files]
    return table(["racer", *names], [[f"`{algo}`", *(mine.get(algo, "-") for mine in medians)] for algo in medians[0]])


def told(footrace, files):
    files = sorted(files)
    slow = [file for file in files if SLOW in file.name]
    fast = [file for file in files if file not in slow]
    parts = []
    if fast:
        parts += ["All maps:\n\n" + whole(footrace, fast), "The median on each map:\n\n" + by_map(footrace, fast)]
    if slow:
        parts.append("Racers that take seconds for a query, on four detours of each map, up to 20 s each:\n\n" + whole(footrace, slow))
    return "\n".join(parts)


def renewed(text, footrace):
    files = sorted(SHIPPED.glob("guests-*.jsonl.gz"))
    return TABLES.sub(lambda found: found[1] + told(footrace, files) + found[2], text) if files else text


def renew(footrace):
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), footrace), encoding="utf-8")
