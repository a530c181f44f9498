"""Every Moving AI map and scenario in a folder, raced and judged: archive.py FOOTRACE FOLDER -o OUT.

Each map is a race, divided into shards of this many rows; those of the largest maps begin first, as many
at once as there are cores. A complete shard is judged and its rows are packed,
so that a run that was killed continues where it stopped: repeat the command.

Steady times, one round: the first pass, in shuffled order, is the warm-up, and its paths are judged;
one steady pass follows. The rows say so: rounds 1, passes 1, no frame.

A row of a scenario names its set (maps/dao/arena.map); otherwise the folder does that holds it. Published
lengths are of grid8 paths. If a row's length differs from that of all racers that find shortest paths,
the row is raced again by other rules, until one of them explains it."""
import argparse
import collections
import concurrent.futures
import ctypes
import gzip
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import threading

# The fastest of the README's ranking on these maps, which are small beside full HD.
RACERS = "walkbox", "hublabel", "contracted", "jpsplus", "navmesh"
SCHEDULE = "--rounds", "1", "--passes", "1", "--frame", "0x0", "--optimum", "0", "--timeout", "60"
STEP = math.log(1.01)  # times are counted in bins of 1 %
WALKABLE = b".GS"
# What explains a length that differs, in the order in which it is asked for: a name, options of the
# map, and the back end's model.
RULES = [("paths may cut a corner on one side", "", "grid8-one"),
         ("paths may cut corners on both sides", "", "grid8-cut"),
         ("every terrain is walkable, but none connects to another", ":dialect=hog2", "grid8")]
PR_SET_PDEATHSIG = 1

Row = collections.namedtuple("Row", "start goal length digits")


class Fault(Exception):
    """An error that ends the whole run, as one line."""


class Pair:
    """A map with its scenario."""

    def __init__(self, scenario, ground):
        self.scenario, self.ground = scenario, ground
        self.rows, named = read_scenario(scenario)
        self.group = named or re_set(scenario.parent.name)
        self.name = ground.stem


def re_set(folder):
    """The set in a folder's name: dao-scen is dao."""
    return folder.removesuffix("-scen").removesuffix("-map")


def read_scenario(scenario):
    """The rows, and the set that the first of them names."""
    lines = scenario.read_text(encoding="utf-8", errors="replace").split("\n")
    head = lines[0].split()
    rows, named = [], None
    if head[:1] == ["version"] and head[1:] not in (["1"], ["1.0"]):
        raise Fault(f"{scenario}:1: version {' '.join(head[1:])} found, expected 1")
    for place, line in enumerate(lines[head[:1] == ["version"]:], 1 + (head[:1] == ["version"])):
        words = line.split()
        if not words:
            continue
        if len(words) not in (7, 9):
            raise Fault(f"{scenario}:{place}: {len(words)} words found, expected 9")
        try:
            ends, length = list(map(int, words[-5:-1])), float(words[-1])
        except ValueError as error:
            raise Fault(f"{scenario}:{place}: {error}; expected two ends and a length") from None
        folders = pathlib.PurePath(words[1]).parts[:-1]
        named = named or (folders[-1] if folders else None)
        rows.append(Row(ends[:2], ends[2:], length, len(words[-1].partition(".")[2])))
    return rows, named


def find_pairs(folder):
    """All scenarios that have a map: in the same folder, or the only one of that name."""
    grounds = collections.defaultdict(list)
    for ground in sorted(folder.rglob("*.map")):
        grounds[ground.name].append(ground)
    pairs, alone = [], []
    for scenario in sorted(folder.rglob("*.scen")):
        name = scenario.name.removesuffix(".scen")
        known = grounds[name if name.endswith(".map") else name + ".map"]
        close = [ground for ground in known if ground.parent == scenario.parent or
                 re_set(ground.parent.name) == re_set(scenario.parent.name)] or known
        if len(close) == 1:
            pairs.append(Pair(scenario, close[0]))
        else:
            alone.append(scenario)
    return pairs, alone


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Archive:
    def __init__(self, options):
        self.options = options
        self.out = pathlib.Path(options.o)
        self.stopped = threading.Event()
        self.children = set()

    def command(self, *arguments, most=0):
        """Runs footrace; returns its standard output."""
        if self.stopped.is_set():
            raise Fault("stopped")
        with subprocess.Popen([self.options.footrace, *map(str, arguments)], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=die_with_parent) as child:
            self.children.add(child)
            out, complaint = child.communicate()
            self.children.discard(child)
        if child.returncode not in range(most + 1):
            raise Fault("stopped" if self.stopped.is_set() else complaint.strip() or
                        f"footrace {arguments[0]}: exit status {child.returncode}")
        return out

    def stop(self, *_):
        self.stopped.set()
        for child in list(self.children):
            child.terminate()

    def side_by_side(self, work, items):
        """Runs work on each of the items, with up to jobs processes at once; returns the results
        in order."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            futures = [pool.submit(work, item) for item in items]
            try:
                return [future.result() for future in futures]
            except BaseException:
                self.stop()
                raise

    def place(self, kind, pair, name=""):
        folder = self.out / kind / pair.group
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{pair.name}{name}"

    def cut(self, pair):
        """Divides a map into shards: (work, pair, number, count) each."""
        count = max(1, math.ceil(len(pair.rows) / self.options.rows))
        work = pair.ground.stat().st_size * len(pair.rows) / count
        return [(work, pair, number, count) for number in range(1, count + 1)]

    def race(self, shard):
        """Races a shard unless it is already judged; returns the summary of its rows."""
        _, pair, number, count = shard
        kept = self.place("judged", pair, f"-{number}.json")
        rows = self.place("rows", pair, f"-{number}.jsonl")
        if kept.exists():
            return json.loads(kept.read_text())
        self.command("run", "--map", pair.ground, "--clicks", pair.scenario, "--algo",
                     ",".join(self.options.algo), *SCHEDULE, *self.options.run, "--shard",
                     f"{number}/{count}", "--resume", "--quiet", "-o", rows, most=1)
        found = judge(rows, pair)
        packed = rows.with_suffix(".jsonl.gz")
        with rows.open("rb") as plain, gzip.open(packed, "wb", compresslevel=3) as pack:
            while block := plain.read(1 << 20):
                pack.write(block)
        fresh = kept.with_suffix(".new")
        fresh.write_text(json.dumps(found))
        fresh.replace(kept)
        rows.unlink()
        print(f"{pair.group}/{pair.name}, shard {number}: {found['clicks']} answers judged, "
              f"{found['elapsed_s']:.1f} s", file=sys.stderr, flush=True)
        return found

    def explain(self, pair, places):
        """{kind: row numbers} for rows whose length differs from the published one."""
        ground = read_ground(pair.ground)
        kinds, left = collections.defaultdict(list), []
        for place in places:
            ends = pair.rows[place].start, pair.rows[place].goal
            if all(y < len(ground) and x < len(ground[y]) and ground[y][x] in WALKABLE
                   for x, y in ends):
                left.append(place)
            else:
                kinds["an end lies in a wall"].append(place)
        for place, length in self.lengths(pair, left, "", "grid8"):
            if length is None and pair.rows[place].length == 0:
                kinds["unreachable, but 0 is published"].append(place)
                left.remove(place)
        for kind, options, model in RULES:
            for place, length in self.lengths(pair, left, options, model):
                if length and as_printed(length, pair.rows[place]):
                    kinds[kind].append(place)
                    left.remove(place)
        if left:
            kinds["NOT EXPLAINED"] = left
        return dict(kinds)

    def lengths(self, pair, places, options, model):
        """(row number, (straight, diagonal) or None) for rows, by the rules of a model."""
        if not places:
            return []
        clicks = self.place("faults", pair, ".clicks.json")
        rows = self.place("faults", pair, ".jsonl")
        clicks.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": [
            {"start": pair.rows[place].start, "goal": pair.rows[place].goal} for place in places]}))
        self.command("run", "--map", f"{pair.ground}{options}", "--clicks", clicks, "--algo",
                     f"astar:model={model}", *SCHEDULE, *self.options.run, "--force", "--quiet",
                     "--give-up", 0, "-o", rows, most=1)
        with rows.open() as lines:
            found = {row["click"]: row for row in map(json.loads, lines) if row["kind"] == "click"}
        return [(place, (row["straight"], row["diagonal"])
                 if (row := found[i])["outcome"] == "found" and row["clamped"] == "none" else None)
                for i, place in enumerate(places)]


def read_ground(ground):
    """The rows of letters of a map."""
    lines = ground.read_bytes().replace(b"\r", b"").split(b"\n")
    return lines[lines.index(b"map") + 1:]


def slack(row, diagonal):
    """The tolerance of a printed length: its last digit is rounded, and it may be a sum of roots
    of 2 in single precision."""
    return 0.5 * 10 ** -row.digits + diagonal * 2.5e-8 + 1e-9


def as_printed(length, row):
    """Whether straight and diagonal steps have the printed length."""
    straight, diagonal = length
    return abs(straight + diagonal * math.sqrt(2) - row.length) <= slack(row, diagonal)


def judge(file, pair):
    """The summary of a shard's rows: times and verdicts of each racer, and the rows whose
    published length differs."""
    racers, differing, long, end = {}, set(), [], None
    with file.open() as lines:
        for row in map(json.loads, lines):
            if row["kind"] == "prepare":
                racers[row["algo"]] = {
                    "movement": row["movement"], "exact": row["optimality"] == "length",
                    "prepared": row["outcome"], "prepare_ns": row["ns"], "bytes": row["bytes"],
                    "times": collections.Counter(), "ns": 0, "timed": 0, "wrong": 0, "found": 0,
                    "unreachable": 0, "silent": 0, "too_long": 0}
            elif row["kind"] == "click":
                count(racers[row["algo"]], row)
                if not agrees(racers[row["algo"]], row, pair.rows[row["click"]]):
                    differing.add(row["click"])
                elif is_long(racers[row["algo"]], row, pair.rows[row["click"]]):
                    long.append((row["algo"], row["click"]))
            elif row["kind"] == "end":
                end = row
    if not end or end["stopped"]:
        raise Fault(f"{file}: the race was cut short; expected a whole shard")
    for name, click in long:
        racers[name]["too_long"] += click not in differing
    return {"racers": racers, "differing": sorted(differing), "clicks": end["clicks"],
            "elapsed_s": end["elapsed_s"], "inside_s": end["inside_s"]}


def count(racer, row):
    racer["found"] += row["outcome"] == "found"
    racer["unreachable"] += row["outcome"] == "unreachable"
    racer["silent"] += row["outcome"] not in ("found", "unreachable")
    racer["wrong"] += row["verdict"] not in (None, "ok")
    if row["ns_steady"] is not None:
        racer["timed"] += 1
        racer["ns"] += row["ns_steady"]
        racer["times"][round(math.log(max(row["ns_steady"], 1)) / STEP)] += 1


def agrees(racer, row, published):
    """Whether the answer of a racer with shortest grid8 paths has the published length; True if that
    cannot be decided."""
    if not racer["exact"] or racer["movement"] != "grid8" or row["clamped"] is None:
        return True
    if row["outcome"] == "found":
        return row["clamped"] == "none" and as_printed((row["straight"], row["diagonal"]), published)
    return row["outcome"] != "unreachable" or published.length == -1


def is_long(racer, row, published):
    """Whether a supposedly shortest any-angle path is longer than the published one."""
    return (racer["exact"] and racer["movement"] == "any-angle" and row["outcome"] == "found" and
            row["length"] > published.length + slack(published, published.length))


def merge(found):
    """The sum of the counts of several shards for one racer."""
    total = dict(found[0], times=collections.Counter())
    for each in found:
        total["times"].update({int(bin): count for bin, count in each["times"].items()})
    for key in ("ns", "timed", "wrong", "found", "unreachable", "silent", "too_long"):
        total[key] = sum(each[key] for each in found)
    prepared = sorted(each["prepare_ns"] for each in found if each["prepare_ns"] is not None)
    total["prepare"] = prepared[len(prepared) // 2] if prepared else None
    total["most_bytes"] = max((each["bytes"] or 0 for each in found), default=0)
    total["unprepared"] = collections.Counter(each["prepared"] for each in found)
    del total["unprepared"]["ok"]
    return total


def quantile(times, part):
    """A quantile of binned times, in nanoseconds; None if there are none."""
    left = part * sum(times.values())
    for bin in sorted(times):
        left -= times[bin]
        if left <= 0:
            return math.exp(bin * STEP)
    return None


def time(ns):
    if ns is None:
        return "-"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


HEAD = """| back end | found | unreachable | no answer | wrong | median | mean | p99 | preparation | memory |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def table(shards):
    """The lines of a set's table."""
    names = [name for name in shards[0]["racers"]]
    totals = {name: merge([shard["racers"][name] for shard in shards]) for name in names}
    order = sorted(names, key=lambda name: quantile(totals[name]["times"], 0.5) or math.inf)
    yield HEAD
    for name in order:
        total = totals[name]
        why = ", ".join(f"{count} times {outcome}" for outcome, count in
                        sorted(total["unprepared"].items()))
        yield (f"| `{name}` | {total['found']:,} | {total['unreachable']:,} | "
               f"{total['silent']:,}{f' ({why})' if why else ''} | {total['wrong'] + total['too_long']:,} | "
               f"{time(quantile(total['times'], 0.5))} | "
               f"{time(total['ns'] / total['timed'] if total['timed'] else None)} | "
               f"{time(quantile(total['times'], 0.99))} | {time(total['prepare'])} | "
               f"{total['most_bytes'] / 1e6:.2g} MB |")


def spell(places):
    """Sorted numbers as text, with runs as 3-7; only the first of many."""
    runs = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    words = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return ", ".join(words[:20]) + (f" and {len(words) - 20} runs more" if len(words) > 20 else "")


def tell_faults(faults):
    """The lines for the (pair, {kind: row numbers}) of a set, by kind, then by map."""
    by_kind = collections.defaultdict(list)
    for pair, kinds in faults:
        for kind, places in kinds.items():
            by_kind[kind].append((pair, places))
    for kind, found in sorted(by_kind.items()):
        yield f"* {kind}: {sum(len(places) for _, places in found)} rows"
        for pair, places in found:
            yield f"    * `{pair.scenario.name}`: {spell([place + 1 for place in places])}"


def report(pairs, shards, archive):
    """The page: a table and the faults of the data, for each set."""
    by_set = collections.defaultdict(list)
    for pair in pairs:
        by_set[pair.group].append(pair)
    for name, members in sorted(by_set.items()):
        rows = sum(len(pair.rows) for pair in members)
        found = [each for pair in members for each in shards[pair]]
        differing = {pair: sorted({place for each in shards[pair] for place in each["differing"]})
                     for pair in members}
        faulty = [pair for pair in members if differing[pair]]
        count = sum(map(len, differing.values()))
        yield f"\n## {name}: {len(members)} map{'s' * (len(members) > 1)}, {rows:,} queries\n"
        yield from table(found)
        yield (f"\nOf the published lengths {rows - count:,} are those of the shortest paths, "
               f"{count:,} are not{':' if count else '.'}\n")
        yield from tell_faults(list(zip(faulty, archive.side_by_side(
            lambda pair: archive.explain(pair, differing[pair]), faulty))))


def parse(arguments):
    parser = argparse.ArgumentParser(prog="archive", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("footrace")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-o", required=True, metavar="OUT")
    parser.add_argument("--algo", action="append", default=[], help=f"({' '.join(RACERS)})")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rows", type=int, default=2000, help="the most rows of a shard (2000)")
    parser.add_argument("--run", action="append", default=[], help="one more argument for footrace run")
    options = parser.parse_args(arguments)
    options.algo = options.algo or list(RACERS)
    return options


def main(arguments):
    options = parse(arguments)
    archive = Archive(options)
    signal.signal(signal.SIGTERM, archive.stop)
    signal.signal(signal.SIGINT, archive.stop)
    try:
        pairs, alone = find_pairs(options.folder)
        if not pairs:
            raise Fault(f"{options.folder}: no X.map with an X.map.scen; expected Moving AI's files")
        for scenario in alone:
            print(f"{scenario}: skipped, as it has no map, or several", file=sys.stderr)
        queue = sorted((shard for pair in pairs for shard in archive.cut(pair)),
                       key=lambda shard: -shard[0])
        print(f"{len(pairs)} maps, {sum(len(pair.rows) for pair in pairs):,} queries, {len(queue)} "
              "shards", file=sys.stderr, flush=True)
        shards = collections.defaultdict(list)
        for shard, found in zip(queue, archive.side_by_side(archive.race, queue)):
            shards[shard[1]].append(found)
        text = "\n".join(report(pairs, shards, archive))
    except Fault as fault:
        print(f"archive: {fault}", file=sys.stderr)
        return 3 if archive.stopped.is_set() else 2
    seconds = sum(found["elapsed_s"] for of_map in shards.values() for found in of_map)
    text = (f"# {len(pairs)} maps of Moving AI\n\nSteady times, one round: one pass after a warm-up. "
            f"{seconds:.0f} s of racing, {len(alone)} scenarios without a map.\n{text}\n")
    (archive.out / "archive.md").write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
