"""Writes the figures of the reference race into README.md, docs/ and library/footrace.h: python3 -m reports.page.readme
FOOTRACE reads the rows in results/reference, and what `footrace answer --json` says about them.

A block is between <!-- WHAT --> and <!-- end -->; one figure follows <!-- RACER MEASURE -->. RACER is race or
every for figures of no single racer; MEASURE steady is the time of a click in a loop."""
import argparse
import dataclasses
import json
import pathlib
import re
import statistics
import subprocess

from .. import words
from ..rows.ranking import Ranking, rank
from ..rows.results import read_race
from .figure import UNKNOWN, turns, whole
from .ranking_text import brief, markdown, table
from .shipped import lines

TOP = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = TOP / "results" / "reference"
README, RESULTS = TOP / "README.md", TOP / "docs" / "results.md"
ROWS, HEADER = REFERENCE / "README.md", TOP / "library" / "footrace.h"
# Races of result files, and what their maps are; games only if they were raced.
GROUPS = {"race": "rooms", "every": "five rooms", "games": "rooms of two games", "traps": "traps"}
ELSEWHERE = "race", "games", "traps"
BLOCK = re.compile(r"(<!-- (answer|machine|brief|elsewhere|ranking \w+) -->\n?).*?(<!-- end -->)", re.DOTALL)
MARK = re.compile(r"(<!-- (\S+) (\w+) -->)(?:never|[\d.,]+(?: (?:ns|µs|ms|s|B|kB|MB|GB|%))?)")
SHIPPED = re.compile(r'(?<=#define FOOTRACE_PATHFINDER ")[^"]+|(?<=fr_walker_from_mask\(&mask, ")[^"]+')
SHOWN = {"median": words.duration, "steady": words.duration, "worst": words.duration, "prepare": words.duration,
         "memory": words.size, "ratio_mean": words.more, "ratio_worst": words.more, "turns": turns, "clicks": whole,
         "maps": lambda maps: str(len(maps))}


@dataclasses.dataclass(frozen=True)
class Group:
    files: list
    answer: dict
    ranking: Ranking
    run: dict  # its first run row

    def candidate(self, algo):
        return next((each for each in self.answer["candidates"] if each["algo"] == algo), None)

    def steady(self, algo):
        """A racer's median in a loop: the mean of the maps."""
        return statistics.geometric_mean(each["steady"] for each in self.candidate(algo)["measures"])


def answer_of(footrace, files):
    """The answer of the command about these rows, even if no back end can be shipped."""
    return json.loads(subprocess.run([footrace, "answer", "--json", *files], stdout=subprocess.PIPE, check=False).stdout)


def read_group(footrace, name):
    """A group of maps; None if the group was not raced."""
    files = sorted(REFERENCE.glob(f"{name}*.jsonl.gz"))
    if not files:
        return None
    race = read_race(files)
    race.answer = answer_of(footrace, files)
    return Group(files, race.answer, rank(race), race.runs[0])


def read_groups(footrace):
    groups = {name: read_group(footrace, name) for name in GROUPS}
    return {name: group for name, group in groups.items() if group}


def shipped(answer):
    """What a group's answer names, in a cell of a table."""
    racers = {each["address"]: f"`{each['algo']}`" for each in answer["candidates"]}
    other = f", or {racers[answer['undecided']]}" if answer["undecided"] else ""
    return racers[answer["ship"]] + other if answer["ship"] else UNKNOWN


def median_in(group, algo):
    """A racer's median; or why a game whose rooms are like these could not ship it."""
    each = group.candidate(algo)
    return words.duration(each["ns_median"]) if each["penalty"] is not None else each["place"]


def elsewhere(groups):
    """A column for each group of maps: its answer, and the medians of those that raced on all."""
    shown = [name for name in ELSEWHERE if name in groups]
    algos = [each.algo for each in groups["race"].ranking.standings
             if all(groups[name].candidate(each.algo) for name in shown)]
    return table(
        ["", *(f"{GROUPS[name]} ({len(groups[name].ranking.maps)}; {groups[name].answer['detours']:,} detours)"
               for name in shown)], 0,
        [["**to ship**", *(shipped(groups[name].answer) for name in shown)],
         *([f"`{algo}`", *(median_in(groups[name], algo) for name in shown)] for algo in algos)], rank="---")


def block(groups, what):
    race = groups["race"]
    if what == "answer":
        return "".join(f"- {line}\n" for line in lines(race.answer))
    if what == "machine":
        return f"{words.count(race.run['cores'], 'core')} of an {race.run['cpu']}"
    if what == "brief":
        return brief(race.ranking, race.answer)
    return elsewhere(groups) if what == "elsewhere" else markdown(groups[what.split()[1]].ranking)


def value_of(groups, of, measure):
    """A figure of a group, or of a racer: from the group's race if it raced there, else from the race of all back ends."""
    if of in groups:
        return getattr(groups[of].ranking, measure)
    for name in ("race", "every"):
        standing = next((each for each in groups[name].ranking.standings if each.algo == of), None)
        if standing:
            return groups[name].steady(of) if measure == "steady" else getattr(standing, measure)
    raise ValueError(f"{of} {measure}: expected a racer of the reference race")


def renewed(text, groups):
    """The text with current blocks, figures and the back end that is shipped."""
    text = BLOCK.sub(lambda found: found[1] + block(groups, found[2]) + found[3], text)
    text = MARK.sub(lambda found: found[1] + SHOWN[found[3]](value_of(groups, found[2], found[3])), text)
    return SHIPPED.sub(groups["race"].answer["ship"], text)


def pages(groups):
    """Each file that shows figures of the reference race, and its text as it should be."""
    for page in (README, RESULTS, ROWS, HEADER):
        yield page, renewed(page.read_text(encoding="utf-8"), groups)


def main():
    parser = argparse.ArgumentParser(prog="reports.page.readme", description="Updates README.md, docs/ and footrace.h.")
    parser.add_argument("footrace", help="the command")
    footrace = parser.parse_args().footrace
    for page, text in pages(read_groups(footrace)):
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
