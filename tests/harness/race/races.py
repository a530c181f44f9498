"""What tests of races share: a click set with events; result files without what a clock says, to be
compared row by row, and their paths; processes of a race, and signals to them."""
import contextlib
import json
import os
import pathlib

CLICKS = {"format": "footrace-clicks/1", "clicks": [
    {"start": [3, 3], "goal": [150, 100]}, {"goal": [20, 90]}, {"block": [30, 30, 40, 40]},
    {"start": [5, 5], "goal": [140, 20]}, {"goal": [5, 110]}, {"block": [80, 20, 30, 80]},
    {"start": [2, 60], "goal": [150, 60]}, {"unblock": [30, 30, 40, 40]},
    {"start": [20, 20], "goal": [70, 70]}, {"unblock": [80, 20, 30, 80]},
    *({"start": [2 + 3 * i, 5], "goal": [150 - 3 * i, 110]} for i in range(12)),
    {"block": [60, 0, 20, 100]}, {"start": [3, 3], "goal": [150, 100]}]}
TIMES = ("ns", "ns_first", "ns_load", "played", "waited", "steady", "steady_passes", "page_faults", "remembers",
         "bytes", "peak_bytes", "time",
         "load", "pinned", "clock_resolution_ns", "clock_ns", "elapsed_s", "inside_s", "frames_s", "setup_s",
         "others", "stolen",
         "disturbed", "command", "total_memory_mb", "shard", "shards", "run", "disturbances",
         "trial_seed")
# After a change of the map, visgraph chooses landmarks once its queries have expanded enough corners;
# a resumed race asks fewer, as it repeats none that it has.
SEARCHED = ("expanded", "generated", "sight_checks")


def rows_of(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def untimed(rows):
    """The rows without what depends on a clock or on repeated queries; the worst paths, which a clock
    chooses, apart."""
    rows, kept = list(rows), []
    changed = {(row["map"], row["clicks"], row["click"]) for row in rows if row["kind"] == "update"}
    for row in rows:
        if row["kind"] == "path":
            continue
        apart = row.get("algo") == "visgraph" and row["kind"] == "click" and any(
            (row["map"], row["clicks"], earlier) in changed for earlier in range(row["click"]))
        row = {key: value for key, value in row.items()
               if key not in (TIMES + SEARCHED if apart else TIMES) and not key.startswith("ns_")}
        if row["kind"] == "end":
            row["rows"] = None  # paths are among them
        kept.append(row)
    return kept


def points_of(rows):
    return {(row["map"], row["clicks"], row["algo"], row["click"]): row["points"]
            for row in rows if row["kind"] == "path"}


def check_paths(rows, most, known):
    """Each path is of a found click, the one known for it, once, and there are as many as there
    should be."""
    found, paths = {}, {}
    for row in rows:
        key = row.get("map"), row.get("clicks"), row.get("algo")
        if row["kind"] == "click" and row["outcome"] == "found":
            found.setdefault(key, set()).add(row["click"])
        elif row["kind"] == "path":
            if row["points"] != known[*key, row["click"]]:
                raise AssertionError(f"another path: {key}, click {row['click']}")
            if row["click"] in paths.setdefault(key, set()):
                raise AssertionError(f"a path twice: {key}, click {row['click']}")
            paths[key].add(row["click"])
    for key, clicks in found.items():
        kept = paths.get(key, set())
        if not kept <= clicks or len(kept) != min(most, len(clicks)):
            raise AssertionError(f"{key}: paths of {kept}, found {clicks}")


def children_of(parent):
    try:
        return [int(child) for child in
                pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except FileNotFoundError:
        return []


def signal_all(processes, number):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)
