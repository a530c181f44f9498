"""What README.md says of the reference race: python3 -m reports.page.readme --answer ANSWER RESULT... renews
its ranking; each figure behind a mark, <!-- RACER MEASURE -->, with race for what is no racer's and steady for what a
click takes in a loop; and, between
<!-- answer --> and <!-- end -->, what to ship: ANSWER is what `footrace answer --json` printed of the RESULTs."""
import argparse
import itertools
import json
import pathlib
import re
import statistics
import textwrap

from .. import words
from ..rows.measures import mean_of_maps
from ..rows.ranking import rank
from ..rows.results import lines_of, read_race
from .figure import turns, whole
from .ranking_text import markdown
from .shipped import paragraph

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
TABLE = re.compile(r"^\|  \| back end \|.*\n(?:\|.*\n)+", re.MULTILINE)
MARK = re.compile(r"(<!-- (\S+) (\w+) -->)(?:never|[\d.,]+(?: (?:ns|µs|ms|s|B|kB|MB|GB|%))?)")
ANSWER = re.compile(r"(<!-- answer -->\n).*?(<!-- end -->)", re.DOTALL)
WIDTH = 118
SHOWN = {"median": words.duration, "steady": words.duration, "worst": words.duration, "prepare": words.duration,
         "memory": words.size, "ratio_mean": words.more, "ratio_worst": words.more, "turns": turns, "clicks": whole}


def steady(files):
    """Racer -> its median of detours that nothing comes between: the mean of the maps' own."""
    times = {}
    for row in map(json.loads, itertools.chain.from_iterable(map(lines_of, files))):
        if row["kind"] == "click" and row["class"] == "detour" and row["ns_steady"] is not None:
            times.setdefault(row["algo"], {}).setdefault(row["map"], []).append(row["ns_steady"])
    return {algo: mean_of_maps([statistics.median(mine) for mine in maps.values()])
            for algo, maps in times.items()}


def renewed(text, ranking, in_a_loop):
    """The text with the table and the marked figures of this ranking."""
    standings = {each.algo: each for each in ranking.standings} | {"race": ranking}

    def figure(found):
        mark, of, measure = found.groups()
        value = in_a_loop[of] if measure == "steady" else getattr(standings[of], measure)
        return mark + SHOWN[measure](value)
    return MARK.sub(figure, TABLE.sub(lambda _: markdown(ranking), text))


def answered(text, answer):
    """The text with what to ship by this answer; it must have a place for it."""
    told = textwrap.fill(paragraph(answer), WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"
    found, places = ANSWER.subn(lambda place: place[1] + told + place[2], text)
    if places != 1:
        raise ValueError("expected one <!-- answer --> with a line of its own")
    return found


def main():
    parser = argparse.ArgumentParser(prog="reports.page.readme", description="Renews README.md.")
    parser.add_argument("--answer", required=True, type=pathlib.Path)
    parser.add_argument("results", nargs="+", metavar="RESULT", type=pathlib.Path)
    given = parser.parse_args()
    answer = json.loads(given.answer.read_text())
    text = answered(README.read_text(encoding="utf-8"), answer)
    race = read_race(given.results)
    race.answer = answer
    README.write_text(renewed(text, rank(race), steady(given.results)), encoding="utf-8")


if __name__ == "__main__":
    main()
