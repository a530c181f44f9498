"""Click time against distance: how much more a longer path costs."""
import math

import numpy

from .. import words
from ..rows.measures import (ALGO, MAP, CLICK_ID, NothingToDraw, answered, by, by_racer, charted, kept, on_maps, order,
                             representatives, span_of, times_of)
from . import style
from .sheet import Grid, Sheet, decades, legend_height, log_axis, panel_title, too_few

MOST_PANELS = 12
FEW = 8  # clicks that are drawn as large as medians
DOTS = 120  # of a racer and map; more would hide one another


def points_of(clicks, distances):
    """Rows of distance and time."""
    far = numpy.fromiter(map(distances.get, map(CLICK_ID, clicks)), float, len(clicks))
    return numpy.column_stack((far, times_of(clicks)))


@kept
def slowdowns(race):
    """Racer -> how many times as long the farthest third of clicks takes as the nearest, if known: the median
    over maps, as the answer says."""
    ratios = {algo: answered(race).get(algo, {}).get("far_near") for algo in by_racer(race)}
    return {algo: ratio for algo, ratio in ratios.items() if ratio is not None}


def finding(race):
    ratios = slowdowns(race)
    ratios = {algo: ratios[algo] for algo in representatives(race, ratios)}
    if not ratios:
        return f"Click time against distance, {words.count(len(race.distances()), 'click')}"
    ranked = sorted(ratios, key=ratios.get)
    shown = ranked if len(ranked) <= 4 else ranked[:2] + ranked[-1:]
    factors = words.listing(f"{algo} {words.factor(ratios[algo])}" for algo in shown)
    return f"Far clicks, compared with near ones: {factors} the time"


def draw_racer(axes, points, bins, look, top):
    drawn = points[::-(-len(points) // DOTS)]
    answered = drawn[drawn[:, 1] < math.inf]
    if len(answered):
        dots = {"marker": look.marker, "markersize": 2.6, "markerfacecolor": look.colour,
                "markeredgewidth": 0, "alpha": 0.35, "rasterized": True}
        axes.plot(*answered.T, linestyle="none", zorder=2,
                  **(dots if len(points) >= FEW else look.points(4.8)))
    never = drawn[drawn[:, 1] == math.inf, 0]
    axes.plot(never, [top] * len(never), linestyle="none", marker="x", markersize=4,
              markeredgewidth=1.1, color=look.colour, clip_on=False, zorder=5)
    if bins and len(points) >= FEW:
        axes.plot(*zip(*bins), zorder=4, **look.curve(1.7) | look.points(4.8))


def draw(race):
    distances = race.distances()
    reached = [click for click in charted(race) if click.click_id in distances]
    if not reached:
        raise NothingToDraw("a click with a valid path of more than a pixel")
    maps = by(reached, MAP)
    panels = [(name, by(clicks, ALGO))
              for name, clicks in list(maps.items())[:MOST_PANELS]]
    racing = by(reached, ALGO)
    looks = style.looks(race.racers)
    entries = [(style.GUIDE, "frame, 16.7 ms", [])]
    for algo in order(race, racing):
        ratio = slowdowns(race).get(algo)
        fault = words.faults(racing[algo])
        entries.append((looks[algo], algo,
                        ([f"far/near {words.factor(ratio)}"] if ratio is not None else [])
                        + ([f"× {fault}"] if fault else [])))
    subtitle = ("Far and near clicks are the farthest and the nearest third on each map. Their medians give a "
                "ratio for each map; shown is the median ratio. Dots are clicks, lines are their medians in bins; the "
                "distance of a click is "
                f"the length of {race.measure_of_distance}.")
    left_out = [f"the first {len(panels)} of {len(maps)} maps"] * (len(panels) < len(maps))
    if max(len(clicks) for _, mine in panels for clicks in mine.values()) > DOTS:
        left_out.append(f"at most {DOTS} dots for a racer on a map, evenly chosen")
    if left_out:
        subtitle += f" On paper and in files: {words.listing(left_out)}."
    grid = Grid(len(panels))
    sheet = Sheet(race, finding(race), subtitle,
                  max(grid.height, legend_height(entries) + grid.ABOVE), too_few(race))
    low, high = decades([*span_of(reached), words.FRAME_NS])
    top = high * (high / low) ** 0.04  # the height of the crosses, the clicks that were never answered
    for index, (name, mine) in enumerate(panels):
        axes, lowest, first = grid.place(sheet, index)
        panel_title(axes, grid.width, name)
        points = {algo: points_of(clicks, distances) for algo, clicks in mine.items()}
        nearest = min(each[:, 0].min() for each in points.values())
        farthest = max(each[:, 0].max() for each in points.values())
        log_axis(axes.xaxis, min(nearest, farthest / 4) * 0.8, farthest * 1.25, words.pixels,
                 most=5)
        log_axis(axes.yaxis, low, top, words.decade, most=6)
        if lowest:
            axes.set_xlabel("distance (pixels)")
        if first:
            axes.set_ylabel("time for a click")
        axes.axhline(words.FRAME_NS, **style.GUIDE.curve(0.9), zorder=1.5)
        for algo in reversed(order(race, mine)):
            draw_racer(axes, points[algo], on_maps(race, algo, "distances").get(name), looks[algo], top)
    sheet.legend(entries, sheet.top + grid.ABOVE - 0.05)
    return sheet.figure
