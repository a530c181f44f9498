"""The spiral against the open room: does the worst labyrinth cost what a straight line does?

Don (2022) says so of a flood fill, whose time follows the pixels it reaches and not the walk.
"""
import math
import re

from .. import words
from ..rows.measures import ALGO, MAP, NothingToDraw, answering, by, by_racer, median_ns, order
from . import style
from .sheet import MARGIN, WIDTH, Sheet, decades, log_axis, mark_time

MOST = 12  # racers that are drawn, the fastest
CLOSE = 2.0  # the factor that the title calls "at most twice"
ROW = 0.52
NAMES, RATIOS = 2.0, 1.9  # inches beside the dots


def chosen_maps(race):
    """The spiral, the open room, and the adventure room in the middle of those raced, or None."""
    def named(kind):
        return sorted((name for name in race.maps if re.match(rf"(.*/)?{kind}\b", name)),
                      key=lambda name: (len(name), name))
    spirals, opens, rooms = named("spiral"), named("open"), named("adventure")
    if not spirals or not opens:
        raise NothingToDraw("a race on the maps spiral and open")
    return spirals[0], opens[0], rooms[len(rooms) // 2] if rooms else None


def medians(race, maps):
    """Racer -> median over the clicks with a walk on each of maps, for racers of the first two."""
    walks = race.distances()
    clicks = [click for click in answering(race) if click.question in walks]
    table = {}
    for algo, mine in by(clicks, ALGO).items():
        groups = by(mine, MAP)
        if maps[0] in groups and maps[1] in groups:
            table[algo] = [median_ns(groups[name]) if name in groups else None for name in maps]
    return table


def ratio(table, algo, against):
    """What the spiral costs of another map; None where either was not measured."""
    spiral, other = table[algo][0], table[algo][against]
    if other is None or math.isinf(other):
        return None
    return spiral / other


def finding(table):
    ratios = {algo: ratio(table, algo, 1) for algo in table}
    ratios = {algo: value for algo, value in ratios.items() if value is not None}
    if not ratios:
        return "No racer answers half of the clicks in the open room"
    ranked = sorted(ratios, key=ratios.get)
    close = [algo for algo in ranked if ratios[algo] <= CLOSE]
    dearer = [algo for algo in ranked if ratios[algo] > CLOSE]

    def told(algos):
        each = [f"{algo} ({words.factor(ratios[algo])})" for algo in algos]
        return words.listing(each) if len(each) <= 3 else (
            f"{len(each)} racers, from {each[0]} to {each[-1]}")
    if not dearer:
        return f"The spiral costs at most twice the open room: {told(close)}"
    if not close:
        return f"The spiral costs over twice the open room with every racer: {told(dearer)}"
    return (f"The spiral costs at most twice the open room with {told(close)}, "
            f"but more with {told(dearer)}")


def draw_row(axes, y, times, look):
    shown = [ns for ns in times if ns is not None and ns < math.inf]
    if len(shown) > 1:
        axes.plot((min(shown), max(shown)), (y, y), zorder=2, **look.curve(2.4))
    for ns, (_, marker, face) in zip(times, kinds(look)):
        if ns is not None and ns < math.inf:
            axes.plot(ns, y, linestyle="none", marker=marker, markersize=9, zorder=3,
                      markerfacecolor=face, markeredgecolor=look.edge, markeredgewidth=1.3)


def kinds(look):
    """Marker and filling of the three maps: filled, half as dark, hollow."""
    return ((0, "o", look.colour), (1, "s", style.PAPER), (2, "^", style.shade(look.colour, 0.55)))


def key(sheet, y, maps):
    """What the three markers are, above the dots."""
    x = MARGIN + NAMES
    look = style.Look(style.QUIET, "o", "-", False)
    for name, (_, marker, face) in zip(maps, kinds(look)):
        if name:
            x = sheet.key(x, y, name, marker=marker, markersize=8, markerfacecolor=face)


def draw(race):
    maps = chosen_maps(race)
    table = medians(race, maps)
    if not table:
        raise NothingToDraw("a racer with walks on the maps spiral and open")
    clicks = by_racer(race)
    algos = [algo for algo in order(clicks) if algo in table][:MOST]
    looks = style.looks(race.racers)
    sheet = Sheet(race, finding(table),
                  "Median time over the clicks with a walk. Don (2022): a one-pixel spiral over "
                  "the whole screen should cost a flood fill what a straight line does. A racer "
                  "that tries the straight line first does not search in the open room.",
                  0.55 + ROW * len(algos) + 0.5)
    key(sheet, sheet.top, maps)
    top, width = sheet.top + 0.55, WIDTH - 2 * MARGIN - NAMES - RATIOS - 0.2
    axes = sheet.axes(MARGIN + NAMES, top, width, ROW * len(algos))
    times = [ns for row in table.values() for ns in row if ns and ns < math.inf]
    times.append(words.FRAME_NS)
    log_axis(axes.xaxis, *decades(times, 1.2), words.decade)
    axes.set(ylim=(len(algos) - 0.5, -0.5), yticks=[],
             xlabel="median time for a click (log scale)")
    axes.spines["left"].set_visible(False)
    mark_time(axes, words.FRAME_NS, "frame, 16.7 ms")
    x = MARGIN + NAMES + width + 0.25
    sheet.text(x, top - 0.08, "the spiral costs", fontsize=style.SMALL, color=style.QUIET,
               va="bottom")
    for row, algo in enumerate(algos):
        y = top + ROW * (row + 0.5)
        draw_row(axes, row, table[algo], looks[algo])
        sheet.row_name(y, algo, NAMES)
        sheet.text(x, y, "\n".join(comparisons(table, algo, maps)), fontsize=style.TEXT,
                   va="center")
    return sheet.figure


def comparisons(table, algo, maps):
    if math.isinf(table[algo][0]):
        return ["no median: over half", "of its clicks unanswered"]
    told = []
    for against in (1, 2):
        value = ratio(table, algo, against)
        if value is not None:
            told.append(f"{words.factor(value)} {maps[against]}")
    return told or ["(others not answered)"]
