"""The tables of docs/guests.md, and README.md's sentence: what `footrace answer --json` says about the guests' races, as
Markdown. It computes no figure; from rows it takes names, first queries, how deep paths enter walls, and processes'
memory."""
import gzip
import json
import pathlib
import re
import subprocess

TREE = pathlib.Path(__file__).resolve().parent.parent
SHIPPED, PAGES = TREE / "results/reference", (TREE / "docs/guests.md", TREE / "README.md")
SLOW = "slow"  # the race with a few clicks
BLOCK = r"(<!-- {} -->\n)(.*?)(<!-- end -->)"
HEAD = ("racer", "software", "median", "slow", "slowest", "first", "longer", "at worst", "illegal", "deepest", "failures",
        "prepared", "memory")


def answer_of(footrace, files):
    """What it says about the rows, also if there is nothing to ship."""
    done = subprocess.run([footrace, "answer", "--json", *files], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def time_of(ns):
    if ns is None:
        return "-"
    unit, name = next(((unit, name) for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")) if ns >= 0.9995 * unit), (1, "ns"))
    return f"{ns / unit:.3g} {name}"


def excess(ratio, digits):
    return "-" if ratio is None else f"{100 * (ratio - 1):.{digits}f} %"


def marks_of(files):
    """Racer -> its row, with its name, what its first query took at most, how deep an illegal path enters a wall at most,
    and its memory where that is not what our allocator counted: the proportional set of a process, or elsewhere."""
    marks = {}
    for file in files:
        with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                mine = marks.setdefault(row.get("algo"), {"label": "", "first": 0, "depth": 0, "process": 0, "elsewhere": False})
                if row["kind"] == "prepare":
                    mine["label"] = row["label"]
                    mine["first"] = max(mine["first"], row.get("ns_first") or 0)
                    mine["process"] = max(mine["process"], row.get("proportional") or 0)
                if row["kind"] == "click":
                    mine["elsewhere"] |= row["excluded"] == "memory"
                    mine["depth"] = max(mine["depth"], row["verdict"] == "invalid" and row.get("wall_depth") or 0)
    return marks


def memory_of(each, mine):
    if mine["process"]:
        return f"{mine['process'] / 1e6:.1f} MB proportional"
    if mine["elsewhere"]:
        return "not counted"
    return "-" if each["held_bytes"] is None else f"{each['held_bytes'] / 1e6:.1f} MB"


def line(each, mine):
    """A racer of the ranking."""
    return [f"`{each['algo']}`", mine["label"], time_of(each["ns_median"]), time_of(each["ns_slow"]),
            time_of(each["ns_slowest"]), time_of(mine["first"] or None), excess(each["ratio_mean"], 2),
            excess(each["ratio_worst"], 1), f"{each['illegal']} of {each['clicks']}",
            f"{mine['depth']:.2g} px" if mine["depth"] else "-", str(each["failures"]), time_of(each["ns_prepare"]),
            memory_of(each, mine)]


def table(heads, rows):
    rule = ["---"] + ["--:"] * (len(heads) - 1)
    return "".join(f"| {' | '.join(row)} |\n" for row in [heads, rule, *rows])


def lines_of(footrace, files):
    marks = marks_of(files)
    return [line(each, marks[each["algo"]]) for each in answer_of(footrace, files)["ranking"]] if files else []


def by_map(footrace, files):
    """Medians: a column for each map."""
    names = [file.name.split(".")[0].removeprefix("guests-") for file in files]
    medians = [{each["algo"]: time_of(each["ns_median"]) for each in answer_of(footrace, [file])["ranking"]}
               for file in files]
    return table(["racer", *names], [[f"`{algo}`", *(mine.get(algo, "-") for mine in medians)] for algo in medians[0]])


def split(files):
    """The races of many clicks, and that of few."""
    return [file for file in sorted(files) if SLOW not in file.name], [file for file in files if SLOW in file.name]


def tables(footrace, files):
    fast, slow = split(files)
    parts = []
    if fast:
        parts += ["All maps:\n\n" + table(HEAD, lines_of(footrace, fast)),
                  "The median on each map:\n\n" + by_map(footrace, fast)]
    if slow:
        parts.append("Racers that take seconds for a query, on a few detours of each map, with up to 20 s for each query:\n\n" +
                     table(HEAD, lines_of(footrace, slow)))
    return "\n".join(parts)


def figures_of(footrace, files):
    """Racer -> its line by heads; of a racer of both races, that of many clicks."""
    fast, slow = split(files)
    return {cells[0].strip("`"): dict(zip(HEAD, cells, strict=True))
            for cells in lines_of(footrace, slow) + lines_of(footrace, fast)}


def answered(rows, figures):
    """The objections, the last column measured: the figures of the racers named in the column before."""
    lines = []
    for row in rows.splitlines():
        cells = row.split("|")
        answers = [f"`{racer}`: {mine['median']}, {mine['longer']} longer, {mine['illegal']} illegal, {mine['failures']} failed"
                for racer in re.findall("`([^`]+)`", cells[3]) if (mine := figures.get(racer))]
        lines.append("|".join([*cells[:4], f" {'; '.join(answers)} ", ""]) if answers else row)
    return "".join(f"{row}\n" for row in lines)


def sentence(figures):
    """README's; none where a racer that it names is missing."""
    racers = "detour:mesh=exact,limits=large", "pathfinding-js", "navmesh"
    if not figures.keys() >= set(racers):
        return None
    detour, pathfinding, ours = (figures[racer]["median"] for racer in racers)
    return (f"In [a race against other libraries](docs/guests.md), a click takes {detour} in Detour, {pathfinding} in "
            f"PathFinding.js, and {ours} with `navmesh`.\n")


def renewed(page, readme, footrace):
    """Both texts, with what the shipped rows say."""
    files = sorted(SHIPPED.glob("guests-*.jsonl.gz"))
    if not files:
        return page, readme
    figures = figures_of(footrace, files)
    for name, make in (("tables", lambda _: tables(footrace, files)), ("objections", lambda rows: answered(rows, figures))):
        page = re.sub(BLOCK.format(name), lambda found: found[1] + make(found[2]) + found[3], page, flags=re.DOTALL)
    return page, re.sub(BLOCK.format("guests"), lambda found: found[1] + (sentence(figures) or found[2]) + found[3], readme,
                        flags=re.DOTALL)


def renew(footrace):
    texts = renewed(*(page.read_text(encoding="utf-8") for page in PAGES), footrace)
    for page, text in zip(PAGES, texts, strict=True):
        page.write_text(text, encoding="utf-8")
