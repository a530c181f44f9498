"""Whether two result files tell of one race, row by row, timings aside: same_race.py ONE OTHER. Anchors
are no part of it: each shard times its own."""
import itertools
import pathlib
import sys

sys.dont_write_bytecode = True

from races import rows_of, untimed  # noqa: E402


def main(one, other):
    left, right = (untimed(row for row in rows_of(pathlib.Path(name))
                           if row["kind"] not in ("run", "anchor"))
                   for name in (one, other))
    for place, (a, b) in enumerate(itertools.zip_longest(left, right)):
        if a != b:
            print(f"row {place} differs:\n{one}: {a}\n{other}: {b}")
            return 1
    print(f"{len(left)} rows agree")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
