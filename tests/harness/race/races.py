"""A click set with events, and result files without what a clock says: for races that are compared
row by row."""
import json

CLICKS = {"format": "footrace-clicks/1", "clicks": [
    {"start": [3, 3], "goal": [150, 100]}, {"goal": [20, 90]}, {"block": [30, 30, 40, 40]},
    {"start": [5, 5], "goal": [140, 20]}, {"goal": [5, 110]}, {"block": [80, 20, 30, 80]},
    {"start": [2, 60], "goal": [150, 60]}, {"unblock": [30, 30, 40, 40]},
    {"start": [20, 20], "goal": [70, 70]}, {"unblock": [80, 20, 30, 80]},
    *({"start": [2 + 3 * i, 5], "goal": [150 - 3 * i, 110]} for i in range(12)),
    {"block": [60, 0, 20, 100]}, {"start": [3, 3], "goal": [150, 100]}]}
TIMES = ("ns", "played", "steady", "steady_passes", "page_faults", "remembers", "bytes", "peak_bytes", "time",
         "load", "pinned", "clock_resolution_ns", "clock_ns", "elapsed_s", "inside_s", "frames_s", "setup_s",
         "others", "stolen",
         "disturbed", "command", "total_memory_mb", "shard", "shards", "run", "disturbances")


def rows_of(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def untimed(rows):
    """The rows without what a clock says; the worst paths, which it chooses, apart."""
    kept = []
    for row in rows:
        if row["kind"] == "path":
            continue
        row = {key: value for key, value in row.items()
               if key not in TIMES and not key.startswith("ns_")}
        if row["kind"] == "end":
            row["rows"] = None  # paths are among them
        kept.append(row)
    return kept
