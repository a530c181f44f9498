"""Rows small enough to ship: trim.py RESULT.jsonl -o OUT.jsonl.gz keeps of each click what tables
and their intervals are made of, and makes the rest null. What comes out passes footrace check.

Samples keep three digits; what is computed from them is computed anew."""
import argparse
import gzip
import io
import json
import pathlib
import statistics

from .results import ANSWERS
from .schema import SCHEMA

KEPT = {"kind", "map", "clicks", "algo", "click", "run", "tag", "start", "goal", "class", "clamped",
        "enabled", "after_event", "outcome", "verdict", "ns_played", "ns_steady", "ns_cold",
        "played", "steady", "steady_passes", "remembers", "length", "points", "turns", "valid_any_angle",
        "optimum", "ratio", "expanded"}
# What some claims are about, beside the ranking.
CLAIMED = {"straight", "diagonal", "generated", "cleared", "turning", "ns_isovist", "ns_search",
           "ns_simplify", "ns_forward", "ns_reverse", "clearance_mean"}
SAMPLED = {"ns_played": "played", "ns_steady": "steady"}
DIGITS = 3


def rounded(value):
    if value is None:
        return None
    value = float(f"{value:.{DIGITS}g}")
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


def is_fault(row):
    return row["outcome"] not in ANSWERS or row["verdict"] not in (None, "ok")


def count_anew(end, left_out, forgiven):
    """Takes the clicks that were left out from the counts of an end row."""
    faults = [row["algo"] in forgiven for row in left_out if is_fault(row)]
    end["clicks"] -= len(left_out)
    end["found"] -= sum(row["outcome"] == "found" for row in left_out)
    end["expected_faults"] -= sum(faults)
    end["faults"] -= len(faults) - sum(faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("result", type=pathlib.Path)
    parser.add_argument("-o", dest="out", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="keep one click in N: figures are then of a part of the race")
    parser.add_argument("--claims", action="store_true", help="keep what claims are about, too")
    words = parser.parse_args()
    kept = KEPT | CLAIMED if words.claims else KEPT
    droppable = nullable(json.loads(SCHEMA.read_text()))
    with words.result.open() as lines, words.out.open("wb") as file:
        # No name and no time in the header: the same rows give the same bytes.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            text = io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
            dropped, left_out, forgiven = 0, [], set()
            for line in lines:
                row = json.loads(line)
                if row["kind"] == "prepare" and row["expected_faults"]:
                    forgiven.add(row["algo"])
                if row["kind"] == "path":
                    dropped += 1
                    continue
                if row["kind"] == "click" and row["click"] % words.every:
                    dropped += 1
                    left_out.append(row)
                    continue
                if row["kind"] == "end":
                    row["rows"] -= dropped
                    count_anew(row, left_out, forgiven)
                text.write(json.dumps(trimmed(row, kept, droppable), separators=(",", ":")) + "\n")
            text.flush()


if __name__ == "__main__":
    main()
