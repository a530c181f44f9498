"""What docs/maps.md and docs/results.md say of corpus v2 and of the rooms of games: python3 -m
reports.page.ground renews it, from the rows beside those of the reference race.

Corpus v1 is the reference race.
In docs/maps.md a table stands between <!-- ground NAME --> and <!-- end -->; in docs/results.md a figure
stands behind <!-- ground GROUP RACER -->."""
import dataclasses
import math
import pathlib
import re

from .. import words
from ..rows.measures import ALGO, MAP, by, mean_of_maps, median_ns, times_of
from ..rows.ranking import percentile, tail_of
from ..rows.results import Race, read_race
from .figure import UNKNOWN

TOP = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = TOP / "results" / "reference"
PAGE, RESULTS = TOP / "docs" / "maps.md", TOP / "docs" / "results.md"
TABLE = re.compile(r"(<!-- ground (\w+) -->\n)(?:.*\n)*?(<!-- end -->)")
MARK = re.compile(r"(<!-- ground (\w+) (\w+) -->)(?:never|[\d.,]+ (?:ns|µs|ms|s)|[\d,]+)")


@dataclasses.dataclass(frozen=True)
class Group:
    """Maps that share a column."""
    name: str
    head: str
    race: str
    holds: object  # whether a map, by its name, is one


GROUPS = (
    Group("v1", "v1: full-HD masks", "race", lambda name: True),
    Group("v2", "v2: masks", "ground-v2", lambda name: not name.startswith("drawn-")),
    Group("drawings", "v2: drawings", "ground-v2", lambda name: name.startswith("drawn-")),
    Group("corners", "v2: painted-18k, -20k", "ground-corners", lambda name: True),
    Group("masks", "real rooms, masks", "ground-rooms", lambda name: name.endswith("-hd")),
    Group("rooms", "real rooms, polygons", "ground-rooms", lambda name: not name.endswith("-hd")),
)


class Told:
    """The figures of all groups."""

    def __init__(self, folder=REFERENCE):
        files = {group.race: sorted(folder.glob(f"{group.race}*.jsonl.gz")) for group in GROUPS}
        self.races = {name: read_race(found) if found else Race() for name, found in files.items()}
        self.groups = {group.name: self.detours(group) for group in GROUPS}

    def detours(self, group):
        """Racer -> map -> its clicks of class detour, for maps that have some and on which it
        was prepared."""
        race = self.races[group.race]
        clicks = [click for click in race.clicks if click.kind == "detour" and group.holds(click.map)
                  and click.map not in race.unprepared.get(click.algo, {})]
        return {algo: by(list(mine), MAP) for algo, mine in by(clicks, ALGO).items()}

    def raced(self, table):
        """Whether the rows for a table exist."""
        return bool(self.races["ground-corners" if table == "corners" else "ground-v2"].clicks)

    def maps(self, group):
        return {name for maps in self.groups[group].values() for name in maps}

    def clicks(self, group):
        return max(sum(map(len, maps.values())) for maps in self.groups[group].values())

    def median(self, group, algo):
        """Nanoseconds: the mean of the maps' medians; None if a map is missing."""
        mine = self.groups[group].get(algo, {})
        if not mine or self.maps(group) - set(mine):
            return None
        return mean_of_maps([median_ns(clicks) for clicks in mine.values()])

    def racers(self):
        """All racers that answer anywhere: those with answers in most groups first, then the
        fastest."""
        def place(algo):
            medians = [self.median(group.name, algo) for group in GROUPS]
            known = [ns for ns in medians if ns is not None and math.isfinite(ns)]
            return -len(known), mean_of_maps(known) if known else math.inf
        algos = {algo for algo, racer in self.races["ground-v2"].racers.items()
                 if racer.name != "null"}
        return sorted(sorted(algos), key=place)


def why_not(race, algo, names):
    """Why a racer has no times on some of the maps."""
    kept_off = race.unprepared.get(algo, {})
    reasons = sorted({kept_off[name] for name in names if name in kept_off})
    return ", ".join(reasons) if reasons else UNKNOWN


def median_cell(told, group, algo):
    names, mine = told.maps(group.name), told.groups[group.name].get(algo, {})
    median = told.median(group.name, algo)
    if median is not None:
        return words.duration(median)
    race = told.races[group.race]
    if not mine:
        return why_not(race, algo, names)
    left = len(names - set(mine))
    return f"{why_not(race, algo, names)} on {left} of {len(names)}"


def answers(told):
    """Medians of each back end in each group."""
    groups = [group for group in GROUPS if told.maps(group.name)]
    yield ["back end", *(f"{group.head} ({told.clicks(group.name):,})" for group in groups)]
    for algo in told.racers():
        yield [f"`{algo}`", *(median_cell(told, group, algo) for group in groups)]


def corner_cells(race, name, algo, tail):
    """A back end's preparation, memory and click time on a map."""
    if name in race.unprepared.get(algo, {}):
        return [race.unprepared[algo][name], *[UNKNOWN] * (5 if tail else 4)]
    clicks = [click for click in race.clicks
              if (click.map, click.algo, click.kind) == (name, algo, "detour")]
    times = sorted(times_of(clicks))
    return [words.duration(race.prepared[algo][name]), words.size(race.memory[algo][name]),
            words.size(race.peaks[algo][name]), words.duration(median_ns(clicks)),
            *([words.duration(percentile(times, tail))] if tail else []), words.duration(times[-1])]


def corners(told):
    """All back ends on the maps with the most corners."""
    race = told.races["ground-corners"]
    tail = tail_of(min(len(clicks) for clicks in
                       by([click for click in race.clicks if click.kind == "detour"
                           and click.algo == "navmesh"], MAP).values()))
    yield ["map", "back end", "preparation", "holds", "at most", "median",
           *([f"p{tail}"] if tail else []), "worst"]
    for name in race.maps:
        mine = by([click for click in race.clicks
                   if click.map == name and click.kind == "detour"], ALGO)
        algos = [algo for algo, racer in race.racers.items() if racer.name != "null"]
        for algo in sorted(algos, key=lambda algo: median_ns(mine[algo]) if mine.get(algo)
                           else math.inf):
            yield [name, f"`{algo}`", *corner_cells(race, name, algo, tail)]


TABLES = {"answers": answers, "corners": corners}


def table(rows):
    rows = list(rows)
    left = [1 if cell == "map" or cell == "back end" else 0 for cell in rows[0]]
    rule = ["---" if is_left else "--:" for is_left in left]
    return "".join("| " + " | ".join(row) + " |\n" for row in [rows[0], rule, *rows[1:]])


def renewed_page(text, told):
    """The page with current tables and figures; one whose race was not run stays unchanged."""
    def fresh(found):
        if not told.raced(found[2]):
            return found[0]
        return found[1] + table(TABLES[found[2]](told)) + found[3]
    return TABLE.sub(fresh, text)


def renewed_results(text, told):
    def figure(found):
        mark, group, of = found.groups()
        if not told.maps(group):
            return found[0]
        if of == "maps":
            return mark + str(len(told.maps(group)))
        return mark + words.duration(told.median(group, of))
    return MARK.sub(figure, text)


def main():
    told = Told()
    for file, renewed in ((PAGE, renewed_page), (RESULTS, renewed_results)):
        file.write_text(renewed(file.read_text(encoding="utf-8"), told), encoding="utf-8")


if __name__ == "__main__":
    main()
