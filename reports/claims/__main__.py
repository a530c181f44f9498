"""The verdicts: python3 -m reports.claims RESULT.jsonl... -o DIR (or footrace claims).

A result file is named after its experiment. Writes DIR/claims.html, and DIR/charts/NAME.png and
.svg, and prints a table, or with --json an object. Exit 0: written. 2: bad usage or a bad result
file.

Where DIR also holds the rows of the other scale, both must agree on every claim that both judge:
exit 1 if they do not. With --dry-run nothing is read but --plan, and the claims are listed.
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
from ..complaint import complain, complain_of
from ..figures import style
from ..figures.sheet import save
from ..page import inked, inline
from ..page.template import render
from ..rows.measures import NothingToDraw
from ..rows.results import BadResult, read_race
from ..words import listing
from . import charts, judge
from .claim import FAILS, HOLDS, HOLDS_IF, OPEN, REASONED, UNKNOWN

TEXT_WIDTH = 96
IN_A_SENTENCE = {  # of one claim, and of several
    HOLDS: ("holds", "hold"),
    HOLDS_IF: ("holds under a condition", "hold under a condition"),
    FAILS: ("does not hold", "do not hold"),
    UNKNOWN: ("cannot be told", "cannot be told"),
    REASONED: ("is reasoned", "are reasoned"),
    OPEN: ("is open", "are open"),
}
OTHER = {"quick": "full", "full": "quick"}


def read_arguments(arguments):
    parser = argparse.ArgumentParser(prog="claims", description="Judges what the articles claim.")
    parser.add_argument("results", nargs="*", metavar="RESULT",
                        help="result file, named after its experiment")
    parser.add_argument("-o", dest="folder", required=True, type=pathlib.Path, metavar="DIR")
    parser.add_argument("--scale", default="full", choices=OTHER)
    parser.add_argument("--plan", type=json.loads, default={}, metavar="JSON",
                        help="the experiments, by name, as footrace has them")
    parser.add_argument("--dry-run", action="store_true", help="list the claims as JSON")
    parser.add_argument("--missing", action="append", default=[], metavar="NAME=WHY",
                        help="an experiment that could not be run")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    return parser.parse_args(arguments)


def read_races(files):
    races = {}
    for file in map(pathlib.Path, files):
        name = file.name.split(".")[0].removeprefix("claims-")  # those that ship have it in front
        races[name] = read_race([file])
        for warning in races[name].warnings:
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


def told_of(rulings, asked):
    """Those of the experiments that were asked for, and those that need none."""
    return [ruling for ruling in rulings if ruling.claim.experiment in {"", *asked}]


def print_table(rulings, asked):
    """The rulings of the experiments that were asked for; how many others there are."""
    told = told_of(rulings, asked)
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
                                      if ruling.claim.experiment not in {"", *asked})))
    print(f"Of {words.count(len(told), 'claim')} {listing(tally(told)) or 'none was judged'}.")


def as_json(claim, plan):
    """What a claim says and how it is judged, exactly: maps, clicks, settings and quantity."""
    experiment = plan.get(claim.experiment)
    addresses = {address.split("=")[0] if "=" in address.split(":")[0] else address: address
                 for address in experiment["racers"]} if experiment else {}
    return {"name": claim.name, "source": claim.source, "section": claim.section,
            "said": claim.said, "experiment": claim.experiment or None,
            "maps": experiment and experiment["maps"], "flags": experiment and experiment["flags"],
            "racers": [addresses.get(racer, racer) for racer in claim.racers],
            "quantity": claim.quantity, "needs": experiment and experiment["needs"],
            "scales": ["quick", "full"] if claim.quick or claim.reasoned else ["full"],
            "chart": claim.chart or None}


def ruling_as_json(ruling, plan):
    return {**as_json(ruling.claim, plan), "verdict": ruling.finding.verdict,
            "condition": ruling.finding.condition or None, "measured": ruling.finding.measured,
            "ground": ruling.ground or None}


def listed(claim, plan):
    """A claim of which nothing was raced yet."""
    needs = (plan.get(claim.experiment) or {}).get("needs")
    verdict = REASONED if claim.reasoned else OPEN if needs else None
    return {**as_json(claim, plan), "verdict": verdict}


def print_json(document):
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    print()


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


def other_verdicts(given, missing, awaited):
    """Rulings by the rows that the other scale left in the folder."""
    rows = sorted((given.folder / "results" / OTHER[given.scale]).glob("*.jsonl"))
    races = {name: race for name, race in read_races(rows).items() if race.totals}
    return judge.rule_all(races, missing, awaited)


def tell_disagreements(rulings, others, scale):
    """Complains of each; whether there is none."""
    found = judge.disagreements(rulings, others)
    for name, (mine, theirs) in found.items():
        complain(f"{name}: {scale} rows say '{mine}', {OTHER[scale]} ones '{theirs}': expected one "
                 "verdict of a claim that both judge")
    return not found


def judge_all(given):
    """Reads, rules and writes; the exit code."""
    missing = dict(pair.split("=", 1) for pair in given.missing if "=" in pair)
    awaited = {name: each["needs"] for name, each in given.plan.items() if each["needs"]}
    races = read_races(given.results)
    rulings = judge.rule_all(races, missing, awaited, given.scale == "quick")
    agreed = tell_disagreements(rulings, other_verdicts(given, missing, awaited), given.scale)
    folder = given.folder / "charts"
    folder.mkdir(parents=True, exist_ok=True)
    palette = inked.Palette()
    drawn = draw_charts(races, folder, palette)
    write_page(given.folder / "claims.html", rulings, drawn, races, given.scale, palette)
    if given.json:
        print_json({"scale": given.scale,
                    "claims": [ruling_as_json(ruling, given.plan) for ruling in rulings]})
    else:
        print_table(rulings, {*races, *missing})
        print(f"The page is {given.folder / 'claims.html'}")
        print(f"{len(drawn)} charts (PNG and SVG) in {folder}")
    return 0 if agreed else 1


def main(arguments):
    given = read_arguments(arguments)
    if given.dry_run:
        print_json({"claims": [listed(claim, given.plan) for claim in judge.CLAIMS]})
        return 0
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
    except BrokenPipeError:  # whoever read this has seen enough; the page is written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
