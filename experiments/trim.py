"""Rows small enough to ship: trim.py RESULT.jsonl -o OUT.jsonl.gz keeps the keys of each click
that tables and intervals need, and makes the others null. The result passes footrace check.

Samples keep three digits; what is computed from them is computed again. For claims, other figures are
rounded, too; thumbnails, steady times and looks, which no claim is about, are left out. If only a part of the
clicks is kept, the first prepare row of each racer on a map counts the verdicts of the rest (left_out)."""
import argparse
import collections
import gzip
import io
import json
import pathlib
import statistics

from reports.rows.results import ANSWERS, RIGHT
from reports.rows.schema import SCHEMA

KEPT = {"kind", "map", "clicks", "algo", "click", "run", "tag", "start", "goal", "class", "clamped",
        "enabled", "after_event", "outcome", "verdict", "ns_played", "ns_steady", "ns_cold",
        "played", "steady", "steady_passes", "remembers", "length", "points", "turns", "valid_any_angle",
        "optimum", "ratio", "expanded", "hugging", "sharp_turns", "zigzags", "looks_fault", "wall_depth", "excluded"}
# The keys that some claims need besides the ranking.
CLAIMED = {"straight", "diagonal", "generated", "cleared", "turning", "ns_isovist", "ns_search",
           "ns_simplify", "ns_forward", "ns_reverse"}
SAMPLED = {"ns_played": "played", "ns_steady": "steady"}
DIGITS = 3
FINE_DIGITS = {"length": 11, "optimum": 11, "turning": 6}
UNCLAIMED = {"ns_steady": None, "steady": [], "steady_passes": 0, "hugging": None, "sharp_turns": None,
             "zigzags": None, "looks_fault": None}
NO_THUMBNAIL = {"thumbnail_width": 1, "thumbnail_height": 1, "thumbnail": "AA=="}


def rounded(value, digits=DIGITS):
    if value is None:
        return None
    value = float(f"{value:.{digits}g}")
    return int(value) if value.is_integer() else value


def nullable(schema):
    """The keys of a click row that may be null."""
    properties = schema["definitions"]["click"]["properties"]
    return {key for key, rule in properties.items()
            if "null" in (rule.get("type") or ()) or {"type": "null"} in rule.get("oneOf", ())
            or None in rule.get("enum", ())}


def trimmed(row, kept, droppable):
    if row["kind"] != "click":
        return row
    row = {key: None if key in droppable and key not in kept else value
           for key, value in row.items()}
    for median, samples in SAMPLED.items():
        row[samples] = [rounded(ns) for ns in row[samples]]
        times = [ns for ns in row[samples] if ns is not None]
        if times and row[median] is not None and not row["remembers"]:
            row[median] = statistics.median(times)
    row["ns_cold"] = rounded(row["ns_cold"])
    return row


def trimmed_for_claims(row, kept, droppable):
    row = trimmed(row, kept, droppable)
    if row["kind"] == "map":
        return row | NO_THUMBNAIL
    if row["kind"] != "click":
        return row
    row |= {key: rounded(row[key], FINE_DIGITS.get(key, DIGITS)) for key in row
            if key in FINE_DIGITS or key.startswith("ns_")}
    if row["ratio"] is not None:
        row["ratio"] = row["length"] / row["optimum"] if row["optimum"] else 1
    return row | UNCLAIMED


def fault_of(row):
    """What is wrong with an answer, or with none; "" for a right one."""
    if row["outcome"] not in ANSWERS:
        return row["outcome"]
    return "" if row["verdict"] in (None, *RIGHT) else row["verdict"]


def tallies(file, leaves):
    """Map and racer -> the verdicts of the clicks that are left out, and how many of each."""
    found = collections.defaultdict(collections.Counter)
    with file.open() as lines:
        for row in map(json.loads, lines):
            if leaves(row):
                found[row["map"], row["algo"]][fault_of(row)] += 1
    return found


def record_left_out(row, tally):
    """Adds the verdicts of a racer's removed clicks to its first preparation on the map."""
    if row["round"] == 0 and tally:
        row["left_out"] = [f"{fault or 'ok'} {count}" for fault, count in sorted(tally.items())]


def counted(row, forgiven):
    """The counts of an end row that include a click."""
    yield "rows"
    yield "clicks"
    if row["outcome"] == "found":
        yield "found"
    if fault_of(row):
        yield "expected_faults" if row["algo"] in forgiven else "faults"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("result", type=pathlib.Path)
    parser.add_argument("-o", dest="out", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="keep one click in N: figures then describe a part of the race")
    parser.add_argument("--searched", action="store_true", help="keep only clicks that needed a search")
    parser.add_argument("--claims", action="store_true",
                        help="also keep what claims need, but no steady times")
    parser.add_argument("--no-thumbnail", action="store_true",
                        help="leave out the maps' pictures, as for rooms that others drew")
    words = parser.parse_args()
    kept, trim = (KEPT | CLAIMED, trimmed_for_claims) if words.claims else (KEPT, trimmed)
    droppable = nullable(json.loads(SCHEMA.read_text()))
    def leaves(row):
        return row["kind"] == "click" and bool(row["click"] % words.every or words.searched and not row["expanded"])
    tally = tallies(words.result, leaves)
    with words.result.open() as lines, words.out.open("wb") as file:
        # No name and no time in the header: the same rows give the same bytes.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            text = io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
            dropped, forgiven = collections.Counter(), set()
            for line in lines:
                row = json.loads(line)
                if row["kind"] == "prepare":
                    record_left_out(row, tally.get((row["map"], row["algo"])))
                    if row["expected_faults"]:
                        forgiven.add(row["algo"])
                if row["kind"] == "path":
                    dropped["rows"] += 1
                    continue
                if leaves(row):
                    dropped.update(counted(row, forgiven))
                    continue
                if row["kind"] == "map" and words.no_thumbnail:
                    row |= NO_THUMBNAIL
                if row["kind"] == "end":
                    row |= {key: row[key] - count for key, count in dropped.items()}
                text.write(json.dumps(trim(row, kept, droppable), separators=(",", ":")) + "\n")
            text.flush()


if __name__ == "__main__":
    main()
