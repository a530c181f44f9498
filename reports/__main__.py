"""The report of a race: python3 -m reports RESULT.jsonl... -o DIR (or footrace report).

Writes DIR/report.html, DIR/ranking.md, and DIR/charts/NAME.png and .svg. Exit 0: written. 2: bad
usage or a bad result file, with one line that names the place.
"""
import argparse
import json
import pathlib
import signal
import sys

from .complaint import complain, complain_of, stop_at_once

signal.signal(signal.SIGINT, stop_at_once)  # before modules that take long to load

from .claims import ladder
from .figures import changes, click_times, decisions, distance, dynamics, lengths, pareto, style
from .figures.sheet import save
from .page import inked, inline, page, ranking_text
from .rows.measures import NothingToDraw
from .rows.ranking import rank
from .rows.results import BadResult, read_race

CHARTS = {
    "decisions": decisions.draw,
    "click-times": click_times.draw,
    "time-against-distance": distance.draw,
    "ladder": ladder.draw,
    "length-over-optimum": lengths.draw,
    "time-against-length": pareto.draw_lengths,
    "time-against-preparation": pareto.draw_preparation,
    "dynamics": dynamics.draw,
    "changes": changes.draw,
}


# The charts on the page: first those that only some races have. The page shows failures and paths in its own way.
ON_PAGE = ("decisions", "dynamics", "click-times",
           "time-against-distance", "time-against-length", "length-over-optimum", "time-against-preparation",
           "ladder")


def draw_all(race, folder, given, palette):
    """Writes every chart that the race has rows for; returns those of the page, whose colours `palette` takes, the names
    of the others, and name -> why for those not drawn."""
    drawn, skipped, shown = [], {}, {}
    with style.own_settings():
        for name in CHARTS:
            race.title = name.replace("-", " ").capitalize() if given.titles == "plain" else None
            try:
                figure = CHARTS[name](race)
            except NothingToDraw as need:
                skipped[name] = str(need)
                continue
            save(figure, folder, name, given.pdf)
            drawn.append(name)
            if name in ON_PAGE:
                svg = (folder / f"{name}.svg").read_text(encoding="utf-8")
                shown[name] = inline.chart(name, figure, svg, palette, legend=False)
    return ([shown[name] for name in ON_PAGE if name in shown],
            [name for name in drawn if name not in shown], skipped)


def main(arguments):
    parser = argparse.ArgumentParser(prog="reports", description="Writes the report of a race.")
    parser.add_argument("results", nargs="+", metavar="RESULT", help="result file (JSON Lines)")
    parser.add_argument("-o", dest="folder", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder for report.html and charts/; created if missing")
    parser.add_argument("--answer", type=pathlib.Path, metavar="FILE",
                        help="what footrace answer --json prints for these results")
    parser.add_argument("--regions", type=pathlib.Path, metavar="FILE",
                        help="what footrace answer --regions prints for these results")
    parser.add_argument("--racers", metavar="A", type=lambda text: text.split(","), default=(),
                        help="draw only these racers, as NAME,NAME")
    parser.add_argument("--titles", choices=("plain",), help="titles name what is drawn, not the result")
    parser.add_argument("--pdf", action="store_true", help="also write each chart as PDF")
    given = parser.parse_args(arguments)
    try:
        answer, regions = (json.loads(file.read_text(encoding="utf-8")) if file else None
                           for file in (given.answer, given.regions))
        race = read_race(given.results)
        race.answer, race.regions = answer, regions
        race.keep(given.racers)
        for warning in race.warnings:
            complain(f"warning: {warning}")
        charts = given.folder / "charts"
        charts.mkdir(parents=True, exist_ok=True)
        palette = inked.Palette()
        drawn, beside, skipped = draw_all(race, charts, given, palette)
        page.write(given.folder / "report.html", race, given.results, drawn, beside, palette)
        (given.folder / "ranking.md").write_text(ranking_text.markdown(rank(race)), encoding="utf-8")
    except BadResult as error:
        complain(error)
        return 2
    except OSError as error:
        return complain_of(error, given.folder, "expected a folder to write a report to")
    print(f"The report is {given.folder / 'report.html'}")
    print(f"{len(drawn) + len(beside)} charts (PNG and SVG) in {charts}"
          + (f", {len(skipped)} skipped:" if skipped else ""))
    for name, need in skipped.items():
        print(f"  {name}: needs {need}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
