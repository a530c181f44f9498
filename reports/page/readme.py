"""What README.md and docs/results.md say of the reference race: python3 -m reports.page.readme --answer ANSWER
RESULT... renews their rankings; each figure behind a mark, <!-- RACER MEASURE -->, with race for what is no racer's and steady for what a
click takes in a loop; and, between
<!-- answer --> and <!-- end -->, what to ship: ANSWER is what `footrace answer --json` printed of the RESULTs."""
import argparse
import itertools
import json
import pathlib
import re
import statistics

from .. import words
from ..rows.measures import mean_of_maps
from ..rows.ranking import rank
from ..rows.results import lines_of, read_race
from .figure import turns, whole
from .ranking_text import brief, markdown
from .shipped import lines

TOP = pathlib.Path(__file__).resolve().parents[2]
README, RESULTS = TOP / "README.md", TOP / "docs" / "results.md"
TABLE = re.compile(r"^\|  \| back end \| moves \|.*\n(?:\|.*\n)+", re.MULTILINE)
BRIEF = re.compile(r"^\|  \| back end \| median \|.*\n(?:\|.*\n)+", re.MULTILINE)
MARK = re.compile(r"(<!-- (\S+) (\w+) -->)(?:never|[\d.,]+(?: (?:ns|µs|ms|s|B|kB|MB|GB|%))?)")
ANSWER = re.compile(r"(<!-- answer -->\n).*?(<!-- end -->)", re.DOTALL)
SHOWN = {"median": words.duration, "steady": words.duration, "worst": words.duration, "prepare": words.duration,
         "memory": words.size, "ratio_mean": words.more, "ratio_worst": words.more, "turns": turns, "clicks": whole}


def steady(files):
    """Racer -> its median over steady detours: the mean of the maps' medians."""
    times = {}
    for row in map(json.loads, itertools.chain.from_iterable(map(lines_of, files))):
        if row["kind"] == "click" and row["class"] == "detour" and row["ns_steady"] is not None:
            times.setdefault(row["algo"], {}).setdefault(row["map"], []).append(row["ns_steady"])
    return {algo: mean_of_maps([statistics.median(mine) for mine in maps.values()])
            for algo, maps in times.items()}


def renewed(text, ranking, in_a_loop, answer):
    """The text with current tables and marked figures of this ranking."""
    standings = {each.algo: each for each in ranking.standings} | {"race": ranking}

    def figure(found):
        mark, of, measure = found.groups()
        value = in_a_loop[of] if measure == "steady" else getattr(standings[of], measure)
        return mark + SHOWN[measure](value)
    text = BRIEF.sub(lambda _: brief(ranking, answer), TABLE.sub(lambda _: markdown(ranking), text))
    return MARK.sub(figure, text)


def answered(text, answer):
    """The text with the back end to ship by this answer; it must have a place for it."""
    shipped = "".join(f"- {line}\n" for line in lines(answer))
    found, places = ANSWER.subn(lambda place: place[1] + shipped + place[2], text)
    if places != 1:
        raise ValueError("expected one <!-- answer --> with a line of its own")
    return found


def main():
    parser = argparse.ArgumentParser(prog="reports.page.readme", description="Renews README.md.")
    parser.add_argument("--answer", required=True, type=pathlib.Path)
    parser.add_argument("results", nargs="+", metavar="RESULT", type=pathlib.Path)
    given = parser.parse_args()
    answer = json.loads(given.answer.read_text())
    race = read_race(given.results)
    race.answer = answer
    ranking, in_a_loop = rank(race), steady(given.results)
    for page, text in ((README, answered(README.read_text(encoding="utf-8"), answer)),
                       (RESULTS, RESULTS.read_text(encoding="utf-8"))):
        page.write_text(renewed(text, ranking, in_a_loop, answer), encoding="utf-8")


if __name__ == "__main__":
    main()
