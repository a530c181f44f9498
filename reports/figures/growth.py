"""Growth: how the times of preparation and clicks grow with the corners of a kind of map.

A series is a set of maps of one kind and size, whose names differ only in numbers. If times grow
with a power of the corners, they form a straight line in logarithms, whose slope is that power.
"""
import collections
import math
import re
import statistics

from .. import words
from ..rows.measures import MAP, NS, NothingToDraw, by, by_racer
from . import style
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, decades, legend_height, log_axis, panel_title

LEAST_MAPS = 4  # with different numbers of corners, for a slope to mean something
LEAST_TREND = 0.8  # correlation; with less the points have no meaningful slope
EXPENSIVE = 0.1  # of the most expensive preparation; the growth of cheaper ones does not matter
LEFT, GAP = 0.62, 0.3  # inches beside a panel
RAISED = str.maketrans("-0123456789.", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹·")

Fit = collections.namedtuple("Fit", "points power trend")  # points: (corners, ns) by corners


def series(race):
    """The longest series, as map name -> corners; {} if none is long enough."""
    kinds = {}
    for name, row in race.maps.items():
        kind = re.sub(r"\d+", "#", name), row["width"], row["height"]
        if row["corners"]:
            kinds.setdefault(kind, {})[name] = row["corners"]
    longest = max(kinds.values(), key=lambda maps: len(set(maps.values())), default={})
    return longest if len(set(longest.values())) >= LEAST_MAPS else {}


def fitted(points):
    """The least-squares slope in logarithms; None for too few points."""
    if len({corners for corners, _ in points}) < LEAST_MAPS:
        return None
    logs = list(zip(*((math.log(corners), math.log(ns)) for corners, ns in points)))
    trend = statistics.correlation(*logs) if len(set(logs[1])) > 1 else 0.0
    return Fit(sorted(points), statistics.linear_regression(*logs).slope, abs(trend))


def preparations(race, corners):
    """Racer -> Fit of its preparation."""
    fits = {algo: fitted([(corners[name], ns) for name, ns in times.items()
                          if name in corners and ns > 0])
            for algo, times in race.prepared.items() if race.racers[algo].name != "null"}
    return {algo: fit for algo, fit in fits.items() if fit}


def clicks(race, corners):
    """Racer -> Fit of the mean over its clicks, without those that got no answer."""
    fits = {}
    for algo, mine in by_racer(race).items():
        fit = fitted([(corners[name], statistics.fmean(answered))
                      for name, group in by(mine, MAP).items() if name in corners
                      if (answered := [ns for ns in map(NS, group) if 0 < ns < math.inf])])
        if fit:
            fits[algo] = fit
    return fits


def power(fit):
    if fit.trend < LEAST_TREND:
        return "no trend"
    return "n" + f"{fit.power:.1f}".replace("-0.0", "0.0").translate(RAISED)


def finding(race, prepared):
    """The steepest preparation among expensive ones, beside that of the plain racer of its back
    end, or else of the flattest."""
    def told(algo, verb=""):
        times = [ns for corners, ns in prepared[algo].points if least <= corners <= most]
        return (f"{words.factor(times[-1] / times[0])}{verb} with {algo} "
                f"({power(prepared[algo])})" if times else "")
    highest = max(fit.points[-1][1] for fit in prepared.values())
    steepest = max((algo for algo in prepared if prepared[algo].points[-1][1] >= EXPENSIVE * highest),
                   key=lambda algo: prepared[algo].power)
    least, most = (prepared[steepest].points[place][0] for place in (0, -1))
    back_end = race.racers[steepest].name
    others = [algo for algo in prepared
              if race.racers[algo].name == back_end and algo != steepest]
    others.sort(key=lambda algo: (algo != back_end, prepared[algo].power))
    return (f"From {least:,} to {most:,} corners, preparation takes "
            + ", ".join(filter(None, [told(steepest, " as long")]
                               + [told(algo) for algo in others[:1]])))


def notes(algo, prepared, clicked, most):
    """How a racer's times grow, and on which maps its preparation fails."""
    lines = [f"{what} {power(fits[algo])}" for what, fits in
             (("preparation", prepared), ("a click", clicked)) if algo in fits]
    if algo in prepared and prepared[algo].points[-1][0] < most:
        lines.append(f"not prepared beyond {prepared[algo].points[-1][0]:,} corners")
    return lines


def time_span(fits):
    times = [ns for fit in fits.values() for _, ns in fit.points]
    return decades(times, 1.05)


def draw_panel(axes, fits, looks, reach):
    log_axis(axes.xaxis, reach[0] / 1.25, reach[1] * 1.25, words.pixels, most=5)
    log_axis(axes.yaxis, *time_span(fits), words.decade)
    axes.set_xlabel("n, reflex corners of the map")
    for algo in sorted(fits, key=lambda algo: -fits[algo].points[-1][1]):
        axes.plot(*zip(*fits[algo].points), zorder=3, **looks[algo].curve(1.7) | looks[algo].points(5))


def draw(race):
    corners = series(race)
    prepared, clicked = preparations(race, corners), clicks(race, corners)
    if not prepared or not clicked:
        raise NothingToDraw(f"{LEAST_MAPS} maps of one kind with different numbers of corners "
                            "(./run experiment growth)")
    looks = style.looks(race.racers)
    algos = sorted(dict.fromkeys((*prepared, *clicked)),
                   key=lambda algo: -(prepared.get(algo) or clicked[algo]).points[-1][1])
    entries = [(looks[algo], algo, notes(algo, prepared, clicked, max(corners.values())))
               for algo in algos]
    names = sorted(corners, key=corners.get)
    some = race.maps[names[0]]
    subtitle = (f"{len(names)} maps of {some['width']} × {some['height']} pixels, {names[0]} to "
                f"{names[-1]}, log scales. The time of a click is the mean over all answered clicks of a "
                "map; powers of n are the slopes of straight lines fitted to the points.")
    height = max(4.4, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(race, prepared), subtitle, height)
    step = (WIDTH - 2 * MARGIN - LEGEND_WIDTH) / 2
    reach = min(corners.values()), max(corners.values())
    for place, (title, fits) in enumerate((("Preparation", prepared), ("A click", clicked))):
        axes = sheet.axes(MARGIN + place * step + LEFT, sheet.top + 0.4, step - LEFT - GAP,
                          height - 0.9)
        panel_title(axes, step - LEFT - GAP, title)
        draw_panel(axes, fits, looks, reach)
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
