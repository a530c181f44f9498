"""The report of a race: python3 -m reports RESULT.jsonl... -o DIR (or footrace report).

Writes DIR/charts/NAME.png and .svg. Exit 0: written. 2: bad usage or a bad result file, with one
line that names the place.
"""
import argparse
import pathlib
import sys

import matplotlib

from . import (click_times, density, distance, growth, lengths, lengths_by_map, phases, spiral, style,
               walks)
from .complaint import complain
from .measures import NothingToDraw
from .results import BadResult, read_race
from .sheet import save

CHARTS = {
    "click-times": click_times.draw,
    "click-times-by-map": click_times.draw_by_map,
    "time-against-distance": distance.draw,
    "spiral-against-open": spiral.draw,
    "walks": walks.draw,
    "length-over-optimum": lengths.draw,
    "length-over-optimum-by-map": lengths_by_map.draw,
    "phases": phases.draw,
    "growth": growth.draw,
    "density": density.draw,
}


def draw_all(race, folder):
    """Writes every chart that the race has rows for; returns name -> why for the others."""
    skipped = {}
    with matplotlib.rc_context(style.RC):
        for name, draw in CHARTS.items():
            try:
                save(draw(race), folder, name)
            except NothingToDraw as need:
                skipped[name] = str(need)
    return skipped


def main(arguments):
    parser = argparse.ArgumentParser(prog="reports", description="Writes the report of a race.")
    parser.add_argument("results", nargs="+", metavar="RESULT", help="result file (JSON Lines)")
    parser.add_argument("-o", dest="folder", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder for charts/, made where it does not exist")
    given = parser.parse_args(arguments)
    try:
        race = read_race(given.results)
        for warning in race.warnings:
            complain(f"warning: {warning}")
        charts = given.folder / "charts"
        charts.mkdir(parents=True, exist_ok=True)
        skipped = draw_all(race, charts)
    except BadResult as error:
        complain(error)
        return 2
    except OSError as error:
        complain(f"{error.filename or given.folder}: {error.strerror}: expected a folder to write "
                 "a report to")
        return 2
    print(f"{len(CHARTS) - len(skipped)} charts (PNG and SVG) in {charts}"
          + (f", {len(skipped)} skipped:" if skipped else ""))
    for name, need in skipped.items():
        print(f"  {name}: needs {need}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
