"""The Python reader of result files, fed damaged ones: it reads them or says in one line what is wrong.

usage: fuzz_reader.py RESULT SOURCE [--seconds N] [--seed N] [--findings FOLDER]
Without seconds: a few hundred inputs, always the same.
"""
import argparse
import gc
import gzip
import json
import pathlib
import random
import sys
import tempfile
import time
import traceback

FEW = 40
KEPT = {"run": 1, "map": 99, "prepare": 400, "click": 60, "path": 6}
VALUES = (None, True, "", "x" * 3000, "\u0000", "\ud800", -1, 0, 1e308, -0.0, 2**63, 10**400, [], {},
          [[]], [None] * 3, {"a": {}})


def load(file):
    """Rows of each kind of a result file, of which those that others need are all."""
    kept, lines = {}, []
    with gzip.open(file, "rt", encoding="utf-8") if file.endswith(".gz") else open(
            file, encoding="utf-8") as stream:
        for line in stream:
            kind = json.loads(line)["kind"]
            kept[kind] = kept.get(kind, 0) + 1
            if kept[kind] <= KEPT.get(kind, 12):
                lines.append(line)
    return lines


def bend(row, chance):
    key = chance.choice(list(row))
    harm = chance.randrange(4)
    if harm == 0:
        del row[key]
    elif harm == 1:
        row[key] = chance.choice(VALUES)
    elif harm == 2:
        row[key] = row[chance.choice(list(row))]
    elif isinstance(row[key], list) and row[key]:
        row[key][chance.randrange(len(row[key]))] = chance.choice(VALUES)
    else:
        row["kind"] = chance.choice(("run", "map", "prepare", "click", "path", "update", "end", "no"))


def damage(lines, chance):
    lines = list(lines)
    for _ in range(chance.randrange(3)):
        at = chance.randrange(len(lines))
        harm = chance.randrange(4)
        if harm == 0:
            row = json.loads(lines[at])
            bend(row, chance)
            lines[at] = json.dumps(row) + "\n"
        elif harm == 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        elif harm == 2 and len(lines) > 1:
            del lines[at]
        else:
            lines[at], other = lines[chance.randrange(len(lines))], lines[at]
            lines[chance.randrange(len(lines))] = other
    held = bytearray("".join(lines).encode("utf-8", "surrogatepass"))
    for _ in range(chance.choice((0, 0, 0, 1, 5))):
        held[chance.randrange(len(held))] = chance.randrange(256)
    if chance.randrange(5) == 0:
        held = held[:chance.randrange(len(held))]
    packed = chance.randrange(8)
    if packed == 0:
        held = bytearray(gzip.compress(bytes(held)))
        if held and chance.randrange(2):
            held[chance.randrange(len(held))] ^= 1 << chance.randrange(8)
    elif packed == 1:
        held = bytearray(b"\xef\xbb\xbf") + held
    return bytes(held)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("result")
    parser.add_argument("source")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--findings", default=".")
    options = parser.parse_args()
    sys.path.insert(0, options.source)
    from reports.rows.results import BadResult, read_race
    chance = random.Random(options.seed)
    lines = load(options.result)
    begin, count, refused = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "result.jsonl"
        while (count < FEW if options.seconds is None
               else time.monotonic() < begin + options.seconds):
            held = damage(lines, chance)
            file.write_bytes(held)
            count += 1
            try:
                read_race([str(file)])
            except BadResult as problem:
                refused += 1
                told = str(problem)
                wrong = not told.startswith(str(file)) or not told.isprintable()
            except Exception:  # whatever else it is, it is a finding
                told, wrong = traceback.format_exc(), True
            else:
                wrong = False
            if wrong:
                finding = pathlib.Path(options.findings) / f"reader-{options.seed}-{count}"
                finding.write_bytes(held)
                print(f"{told}\nfinding: {finding}")
                return 1
            gc.unfreeze()  # a reader spares what it read to be collected: it reads once
    print(f"{count} executions, {refused} refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
