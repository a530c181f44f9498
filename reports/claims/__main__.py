"""The verdicts: python3 -m reports.claims RESULT.jsonl... -o DIR (or footrace claims).

A result file is named after its experiment. Writes DIR/claims.html, and DIR/charts/NAME.png and
.svg, and prints a table, or with --json an object. Exit 0: written. 2: bad usage or a bad result
file.
"""
import argparse
import collections
import itertools
import json
import os
import pathlib
import sys
import textwrap


from .. import words
from ..complaint import complain
from ..figures import style
from ..figures.sheet import save
from ..page import inked, inline
from ..page.template import render
from ..rows.measures import NothingToDraw
from ..rows.results import BadResult, read_race
from ..words import listing
from . import charts, judge
from .claim import FAILS, HOLDS, HOLDS_IF, UNKNOWN

TEXT_WIDTH = 96
IN_A_SENTENCE = {  # of one claim, and of several
    HOLDS: ("holds", "hold"),
    HOLDS_IF: ("holds under a condition", "hold under a condition"),
    FAILS: ("does not hold", "do not hold"),
    UNKNOWN: ("was not measured", "were not measured"),
}


def read_arguments(arguments):
    parser = argparse.ArgumentParser(prog="claims", description="Judges what the articles claim.")
    parser.add_argument("results", nargs="*", metavar="RESULT",
                        help="result file, named after its experiment")
    parser.add_argument("-o", dest="folder", required=True, type=pathlib.Path, metavar="DIR")
    parser.add_argument("--scale", default="full", help="quick or full: told on the page")
    parser.add_argument("--missing", action="append", default=[], metavar="NAME=WHY",
                        help="an experiment that could not be run")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    return parser.parse_args(arguments)


def read_races(files):
    races = {}
    for file in map(pathlib.Path, files):
        races[file.stem] = read_race([file])
        for warning in races[file.stem].warnings:
            complain(f"warning: {warning}")
    return races


def draw_charts(races, folder, palette):
    """Draws what the races have rows for; name -> the page's part of it."""
    drawn = {}
    with style.own_settings():
        for name, chart in charts.CHARTS.items():
            try:
                if chart.experiment not in races:
                    continue
                figure = charts.drawn(name, races[chart.experiment])
            except NothingToDraw:
                continue
            save(figure, folder, name)
            text = (folder / f"{name}.svg").read_text(encoding="utf-8")
            drawn[name] = inline.chart(name, figure, text, palette)
    return drawn


def print_table(rulings, asked):
    """The rulings of the experiments that were asked for; how many others there are."""
    told = [ruling for ruling in rulings if ruling.claim.experiment in asked]
    for ruling in told:
        print(f"{ruling.claim.source}: {ruling.claim.said}")
        print(textwrap.fill(f"  {ruling.verdict.upper()[:1]}{ruling.verdict[1:]}.", TEXT_WIDTH,
                            subsequent_indent="  "))
        where = f" [{ruling.ground}]" if ruling.ground else ""
        print(textwrap.fill(f"  {ruling.finding.measured}{where}", TEXT_WIDTH,
                            subsequent_indent="  "))
        print()
    if len(told) < len(rulings):
        print(f"{len(rulings) - len(told)} more claims need experiments that were not asked for: "
              + listing(dict.fromkeys(ruling.claim.experiment for ruling in rulings
                                      if ruling.claim.experiment not in asked)))
    print(f"Of {words.count(len(told), 'claim')} {listing(tally(told)) or 'none was judged'}.")


def as_json(rulings, scale):
    return {"scale": scale, "claims": [
        {"name": ruling.claim.name, "source": ruling.claim.source, "said": ruling.claim.said,
         "verdict": ruling.finding.verdict, "condition": ruling.finding.condition or None,
         "measured": ruling.finding.measured, "ground": ruling.ground or None,
         "experiment": ruling.claim.experiment,
         "chart": ruling.claim.chart or None} for ruling in rulings]}


def write_page(file, rulings, drawn, races, scale, palette):
    runs = [race.runs[0] for race in races.values()]
    sources = itertools.groupby(rulings, lambda ruling: ruling.claim.source)
    file.write_text(render(
        "claims.html.j2", rulings=rulings, charts=drawn,
        sources=[(source, list(group)) for source, group in sources], scale=scale,
        run=runs[0] if runs else None, palette=palette, tally=listing(tally(rulings))),
        encoding="utf-8")


def tally(rulings):
    """How many claims each verdict was passed on, as "12 hold", where any."""
    passed = collections.Counter(ruling.finding.verdict for ruling in rulings)
    return [f"{passed[verdict]} {text[passed[verdict] > 1]}"
            for verdict, text in IN_A_SENTENCE.items() if passed[verdict]]


def main(arguments):
    given = read_arguments(arguments)
    missing = dict(pair.split("=", 1) for pair in given.missing if "=" in pair)
    try:
        races = read_races(given.results)
        rulings = judge.rule_all(races, missing)
        folder = given.folder / "charts"
        folder.mkdir(parents=True, exist_ok=True)
        palette = inked.Palette()
        drawn = draw_charts(races, folder, palette)
        write_page(given.folder / "claims.html", rulings, drawn, races, given.scale, palette)
    except BadResult as error:
        complain(error)
        return 2
    except OSError as error:
        complain(f"{error.filename or given.folder}: {error.strerror}: expected a folder to write "
                 "verdicts to")
        return 2
    if given.json:
        json.dump(as_json(rulings, given.scale), sys.stdout, indent=1)
        print()
        return 0
    print_table(rulings, {*races, *missing})
    print(f"The page is {given.folder / 'claims.html'}")
    print(f"{len(drawn)} charts (PNG and SVG) in {folder}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # whoever read this has seen enough; the page is written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
