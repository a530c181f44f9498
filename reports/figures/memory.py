"""Memory: what a prepared back end holds per pixel, for growing maps of one kind, and on which
of them it cannot be prepared at all."""
import re

from .. import words
from ..rows.measures import NothingToDraw
from . import growth, style
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, decades, legend_height, log_axis

LEAST_SPAN = 4  # the largest map over the smallest, in pixels
LEFT, GAP = 0.62, 0.3  # inches beside the panel


def pixels(row):
    return row["width"] * row["height"]


def shape(name):
    return re.sub(r"\d+", "#", name)


def series(race):
    """The maps of the kind with the most sizes, as name -> pixels; {} if no kind has enough."""
    kinds = {}
    for name, row in race.maps.items():
        kinds.setdefault(shape(name), {})[name] = pixels(row)
    longest = max(kinds.values(), key=lambda maps: len(set(maps.values())), default={})
    sizes = set(longest.values())
    enough = len(sizes) >= growth.LEAST_MAPS and max(sizes) >= LEAST_SPAN * min(sizes)
    return longest if enough else {}


def shares(race, maps):
    """Racer -> [(pixels, bytes per pixel)], by size."""
    lines = {}
    for algo, held in race.memory.items():
        points = sorted((maps[name], count / maps[name]) for name, count in held.items()
                        if name in maps and count)
        if points and race.racers[algo].name != "null":
            lines[algo] = points
    return lines


def failures(race, algo, maps):
    """Why a racer could not race on maps of the series: "memory from 400M pixels"."""
    first = {}
    for name, outcome in race.unprepared.get(algo, {}).items():
        if name in maps:
            first[outcome] = min(maps[name], first.get(outcome, maps[name]))
    return [f"{outcome} from {words.amount(size)} pixels"
            for outcome, size in sorted(first.items())]


def finding(lines, maps):
    largest = max(maps.values())
    ends = {algo: points[-1][1] for algo, points in lines.items() if points[-1][0] == largest}
    if not ends:
        return f"Nothing could be prepared on {words.amount(largest)} pixels"
    least, most = min(ends, key=ends.get), max(ends, key=ends.get)
    title = (f"On {words.amount(largest)} pixels {least} holds "
             f"{words.figures(ends[least])} bytes a pixel")
    return title + (f", {most} {words.figures(ends[most])}" if most != least else "")


def draw(race):
    maps = series(race)
    lines = shares(race, maps)
    if not lines:
        raise NothingToDraw(f"{growth.LEAST_MAPS} maps of one kind and different sizes "
                            "(./run experiment memory)")
    looks = style.looks(race.racers)
    algos = sorted(lines, key=lambda algo: -lines[algo][-1][1])
    entries = [(looks[algo], algo,
                [" to ".join(f"{words.figures(lines[algo][place][1])} B" for place in (0, -1)),
                 *failures(race, algo, maps)]) for algo in algos]
    subtitle = (f"{len(maps)} maps, {words.amount(min(maps.values()))} to "
                f"{words.amount(max(maps.values()))} pixels, log scales. What is held after "
                "preparation, the map itself not counted. Below a name: the smallest and the "
                "largest map that it was prepared on, and what kept it off others.")
    height = max(4.4, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(lines, maps), subtitle, height)
    axes = sheet.axes(MARGIN + LEFT, sheet.top + 0.4,
                      WIDTH - 2 * MARGIN - LEGEND_WIDTH - LEFT - GAP, height - 0.9)
    log_axis(axes.xaxis, min(maps.values()) / 1.4, max(maps.values()) * 1.4, words.pixels, most=6)
    every = [share for points in lines.values() for _, share in points]
    log_axis(axes.yaxis, *decades(every, 1.05), lambda value: f"{value:g} B")
    axes.set_xlabel("pixels of the map")
    axes.set_ylabel("bytes a pixel")
    for algo in algos:
        axes.plot(*zip(*lines[algo]), zorder=3, **looks[algo].curve(1.7) | looks[algo].points(5))
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
