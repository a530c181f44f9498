"""Density: what the settings of a jump-point graph cost, and how much longer its walks get, as more
of a map is blocked (Gilmok 2017)."""
import math
import statistics

from matplotlib import ticker

from .. import words
from ..rows.measures import ALGO, MAP, NothingToDraw, by
from . import growth, style
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, decades, legend_height, log_axis, panel_title

GRAPHS = "jumpgraph-published", "jumpgraph"  # the second in races of before its removal
LEFT, GAP = 0.62, 0.3  # inches beside a panel


def blocked(row):
    return 1 - row["walkable"] / (row["width"] * row["height"])


def searched(race, maps):
    """Map -> racer -> its clicks on which the first jump-point graph had to expand something: the
    others are answered by walking straight."""
    plain = next(algo for algo, racer in race.racers.items() if racer.name in GRAPHS)
    asked = {click.question for click in race.clicks
             if click.algo == plain and click.map in maps and click.length and click.expanded}
    clicks = [click for click in race.clicks
              if click.question in asked and race.racers[click.algo].name != "null"]
    return {name: by(group, ALGO) for name, group in by(clicks, MAP).items()}


def times(groups, maps):
    """Racer -> [(share blocked, mean ns)], maps left out on which a click got no answer."""
    points = {}
    for name, racers in groups.items():
        for algo, clicks in racers.items():
            if all(click.ns < math.inf for click in clicks):
                mean = statistics.fmean(click.ns for click in clicks)
                points.setdefault(algo, []).append((maps[name], mean))
    return {algo: sorted(line) for algo, line in points.items()}


def deviations(race, groups, maps):
    """Jump-point graph with longer walks -> [(share blocked, mean pixels over the shortest)]."""
    points = {}
    for name, racers in groups.items():
        shortest = {}
        for algo, clicks in racers.items():
            for click in clicks:
                if race.racers[algo].name in GRAPHS and click.length:
                    known = shortest.get(click.question, math.inf)
                    shortest[click.question] = min(known, click.length)
        for algo, clicks in racers.items():
            if race.racers[algo].name in GRAPHS:
                over = [click.length - shortest[click.question] for click in clicks if click.length]
                if over:
                    points.setdefault(algo, []).append((maps[name], statistics.fmean(over)))
    return {algo: sorted(line) for algo, line in points.items()
            if max(over for _, over in line) > 1e-6}


def finding(excess):
    if not excess:
        return "Every setting of the jump-point graph finds the shortest walks"
    algo = max(excess, key=lambda each: max(over for _, over in excess[each]))
    least, first = excess[algo][0]
    most, worst = max(excess[algo], key=lambda point: point[1])
    if worst == first:
        return (f"Walks of {algo} are {words.figures(worst)} pixels too long on average where "
                f"{words.percent(least, 1)} is blocked, and less where more is")
    return (f"Walks of {algo} are {words.figures(first)} pixels too long on average where "
            f"{words.percent(least, 1)} is blocked, {words.figures(worst)} where "
            f"{words.percent(most, 1)} is")


def draw(race):
    maps = growth.series(race, blocked)
    if sum(racer.name in GRAPHS for racer in race.racers.values()) < 2 or not maps:
        raise NothingToDraw(f"{growth.LEAST_MAPS} maps of one kind with different shares blocked, "
                            f"and two settings of {GRAPHS[0]} (./run experiment density)")
    groups = searched(race, maps)
    if not groups:
        raise NothingToDraw(f"clicks for which {GRAPHS[0]} had to search")
    timed, excess = times(groups, maps), deviations(race, groups, maps)
    looks = style.looks(race.racers)
    algos = sorted(timed, key=lambda algo: -timed[algo][-1][1])
    entries = [(looks[algo], algo, [" to ".join(words.duration(timed[algo][place][1])
                                                for place in (0, -1))]) for algo in algos]
    some = race.maps[next(iter(maps))]
    subtitle = (f"{len(maps)} maps of {some['width']} × {some['height']} pixels; clicks that "
                "a straight line does not answer. Below a name: the times on the first and the "
                "last map. Racers missing on the right find the shortest walks everywhere.")
    height = max(4.4, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(excess), subtitle, height)
    step = (WIDTH - 2 * MARGIN - LEGEND_WIDTH) / 2
    panels = [("Mean time of a click", timed), ("Pixels over the shortest walk", excess)]
    for place, (title, lines) in enumerate(panels):
        axes = sheet.axes(MARGIN + place * step + LEFT, sheet.top + 0.4, step - LEFT - GAP,
                          height - 0.9)
        panel_title(axes, step - LEFT - GAP, title)
        for algo in sorted(lines, key=lambda each: -lines[each][-1][1]):
            axes.plot(*zip(*lines[algo]), zorder=3, **looks[algo].curve(1.7) | looks[algo].points(5))
        axes.xaxis.set_major_formatter(ticker.PercentFormatter(1, 0))
        axes.set_xlabel("share of the map that is blocked")
        if place == 0:
            every = [ns for line in timed.values() for _, ns in line]
            log_axis(axes.yaxis, *decades(every, 1.05), words.decade)
        else:
            axes.set_ylim(bottom=0)
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
