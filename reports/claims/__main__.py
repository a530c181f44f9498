"""The verdicts: python3 -m reports.claims DIR [CLAIM...], or ./run claims.

DIR holds NAME.jsonl, the rows of each race, and for charts NAME.answer.json, which footrace answer --json
prints; DIR/quick/ holds the rows and answers of the quick scale. Writes DIR/claims.html
and DIR/charts/NAME.png and .svg, and prints a table, or with --json an object. Exit 0: written. 1: the two
scales disagree on a claim that both judge. 2: bad usage or a bad result file.
"""
import argparse
import json
import os
import pathlib
import sys
import textwrap

from .. import words
from ..complaint import complain, complain_of
from ..figures import style
from ..figures.sheet import save
from ..page import inked, inline
from ..page.template import render
from ..rows.measures import NothingToDraw
from ..rows.results import BadResult, read_race
from ..words import listing
from . import charts, judge
from .claim import FAILS, HOLDS, HOLDS_IF, REASONED, UNKNOWN

TEXT_WIDTH = 96
IN_A_SENTENCE = {  # of one claim, and of several
    HOLDS: ("holds", "hold"),
    HOLDS_IF: ("holds under a condition", "hold under a condition"),
    FAILS: ("does not hold", "do not hold"),
    UNKNOWN: ("cannot be tested", "cannot be tested"),
    REASONED: ("is reasoned", "are reasoned"),
}


def read_arguments(arguments):
    parser = argparse.ArgumentParser(prog="claims", description="Judges what the articles claim.")
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR")
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="all without one")
    parser.add_argument("--quick", action="store_true", help="judge by the rows of the quick scale")
    parser.add_argument("--missing", action="append", default=[], metavar="RACE=WHY",
                        help="a race that could not be run")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    return parser.parse_args(arguments)


def read_races(files):
    races = {}
    for file in map(pathlib.Path, files):
        name = file.name.split(".")[0].removeprefix("claims-")  # the names of shipped files begin with claims-
        races[name] = read_race([file])
        answer = file.with_suffix(".answer.json")
        if answer.is_file():
            races[name].answer = json.loads(answer.read_text(encoding="utf-8"))
        for warning in races[name].warnings:
            complain(f"warning: {warning}")
    return races


def draw_charts(races, folder, palette):
    """Draws the charts that the races have rows for: name -> its part of the page."""
    drawn = {}
    with style.own_settings():
        for name, chart in charts.CHARTS.items():
            try:
                if chart.race not in races:
                    continue
                figure = charts.drawn(name, races[chart.race])
            except NothingToDraw:
                continue
            save(figure, folder, name)
            text = (folder / f"{name}.svg").read_text(encoding="utf-8")
            drawn[name] = inline.chart(name, figure, text, palette)
    return drawn


def print_table(rulings, page):
    for ruling in rulings:
        print(f"{ruling.claim.place}: {ruling.claim.said}")
        print(textwrap.fill(f"  {ruling.verdict.upper()[:1]}{ruling.verdict[1:]}.", TEXT_WIDTH,
                            subsequent_indent="  "))
        where = f" [{ruling.ground}]" if ruling.ground else ""
        print(textwrap.fill(f"  {ruling.finding.measured[:1].upper()}{ruling.finding.measured[1:]}{where}", TEXT_WIDTH,
                            subsequent_indent="  "))
        print()
    if len(rulings) > 1:
        print(f"{counted(rulings)}.\nThe page is {page}")


def as_json(ruling):
    """A claim as JSON: what it says, how it is judged, and the result."""
    claim, finding = ruling.claim, ruling.finding
    said = {key: getattr(claim, key) or None for key in ("name", "source", "place", "phrase", "said", "race", "quantity", "chart")}
    return {**said, "counted": not claim.aside, "racers": list(claim.racers), "verdict": finding.verdict,
            "condition": finding.condition or None, "measured": finding.measured, "ground": ruling.ground or None}


def write_page(file, rulings, drawn, races, quick, palette):
    runs = [race.runs[0] for race in races.values()]
    file.write_text(render(
        "claims.html.j2", charts=drawn, articles=judge.by_article(rulings), quick=quick,
        faults=[ruling for ruling in rulings if ruling.claim.fault], failing=judge.failing(rulings),
        run=runs[0] if runs else None, palette=palette, counted=counted(rulings)),
        encoding="utf-8")


def counted(rulings):
    """"Of 49 claims 21 hold and 5 do not hold", without zeros. A sentence with several claims counts once."""
    judged = [ruling.finding.verdict for ruling in rulings if not ruling.claim.aside]
    tally = [f"{judged.count(verdict)} {text[judged.count(verdict) > 1]}" for verdict, text in IN_A_SENTENCE.items()
             if verdict in judged]
    return f"Of {words.count(len(judged), 'claim')} {listing(tally) or 'none was judged'}"


def rows_of(folder, quick, claims):
    """The races of claims, read from the rows of one scale, without interrupted ones. A race
    that is the same in both scales is read from the full one."""
    files = [folder / ("quick" if quick else "") / f"{name}.jsonl" for name in dict.fromkeys(claim.race for claim in claims)]
    races = read_races(file for file in files if file.is_file())
    return {name: race for name, race in races.items() if race.totals}


def judge_all(given):
    """Reads, judges and writes; returns the exit code."""
    missing = [pair.split("=", 1) for pair in given.missing]
    claims = [claim for claim in judge.CLAIMS if claim.name in (given.claims or [claim.name])
              if claim.quick or claim.reasoned or not given.quick]
    races, others = (rows_of(given.folder, quick, claims) for quick in (given.quick, not given.quick))
    rulings = judge.rule_all(races, missing, claims)
    found = judge.disagreements(rulings, judge.rule_all(others, claims=claims))
    scales = ("quick", "full") if given.quick else ("full", "quick")
    for name, (mine, theirs) in found.items():
        complain(f"{name}: {scales[0]} rows say '{mine}', {scales[1]} ones '{theirs}': expected the same verdict of "
                 "a claim that both judge")
    folder = given.folder / "charts"
    folder.mkdir(parents=True, exist_ok=True)
    palette = inked.Palette()
    drawn = draw_charts(races, folder, palette)
    write_page(given.folder / "claims.html", rulings, drawn, races, given.quick, palette)
    if given.json:
        json.dump({"quick": given.quick, "claims": list(map(as_json, rulings))}, sys.stdout, indent=1,
                  ensure_ascii=False)
        print()
    else:
        print_table(rulings, given.folder / "claims.html")
    return 1 if found else 0


def main(arguments):
    given = read_arguments(arguments)
    try:
        return judge_all(given)
    except BadResult as error:
        complain(error)
    except OSError as error:
        return complain_of(error, given.folder, "expected a folder to write verdicts to")
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # the reader of the output closed it; the page is written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
