"""The maps of a race as Markdown: python3 -m reports.page.map_table RESULT... prints a row for each,
with the median detour of each racer and the worst, or what kept it off the map."""
import argparse
import math

from .. import words
from ..rows.measures import ALGO, MAP, by, median_ns, typical_ns
from ..rows.results import read_race
from .figure import UNKNOWN, whole

HEADS = ("map", "size", "walkable", "corners")


def racers(race):
    """Racers that answer, fastest first; those that raced nowhere come last."""
    clicks = by([click for click in race.clicks if click.kind == "detour"], ALGO)
    algos = [algo for algo, racer in race.racers.items() if racer.name != "null"]
    return sorted(algos, key=lambda algo: typical_ns(clicks[algo]) if algo in clicks else math.inf)


def cell(race, name, algo, clicks):
    """"12 µs (80 µs)"; "memory"; "never" if half of the answers never came."""
    kept_off = race.unprepared.get(algo, {}).get(name)
    if kept_off or not clicks:
        return kept_off or UNKNOWN
    median, worst = median_ns(clicks), max(click.ns for click in clicks)
    return f"{words.duration(median)} ({words.duration(worst)})"


def cells(race, row, algos, clicks):
    pixels = row["width"] * row["height"]
    yield row["map"]
    yield f"{row['width']} x {row['height']}"
    yield words.percent(row["walkable"], pixels)
    yield whole(row["corners"])
    for algo in algos:
        yield cell(race, row["map"], algo, clicks.get(algo))


def markdown(race):
    algos = racers(race)
    maps = by([click for click in race.clicks if click.kind == "detour"], MAP)
    rows = [[*HEADS, *(f"`{algo}`" for algo in algos)], ["---"] + ["--:"] * (3 + len(algos))]
    for name, row in race.maps.items():
        rows.append(list(cells(race, row, algos, by(maps.get(name, ()), ALGO))))
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def main():
    parser = argparse.ArgumentParser(prog="reports.page.map_table",
                                     description="Prints a table of the maps of a race.")
    parser.add_argument("results", nargs="+", metavar="RESULT")
    print(markdown(read_race(parser.parse_args().results)), end="")


if __name__ == "__main__":
    main()
