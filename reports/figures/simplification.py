"""Simplification: nodes, time, turns and length of paths over polygons, by the simplification of
their outline in pixels, against a search over pixels (Covert 2016: some 50 nodes instead of
19,200)."""
import collections
import re
import statistics

from .. import words
from ..rows.measures import NothingToDraw, by
from . import style
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, decades, legend_height, log_axis, panel_title

POLYGONS, PIXELS = "visgraph-polygon", "astar"
LEAST_TOLERANCES = 3
LEFT, GAP, ABOVE, BELOW = 0.62, 0.3, 0.4, 0.45  # inches around a panel
COLOURS, MARKERS = ("#0072B2", "#D55E00", "#117733", "#882255"), "osD^"

# Means over the clicks of a map that all racers shown walked; length: percent over the optimum.
Walks = collections.namedtuple("Walks", "nodes ns turns length")
PANELS = (("Nodes that a click expands", "nodes"), ("Time of a click", "ns"),
          ("Turns of a walk", "turns"), ("Length over the optimum (%)", "length"))


def tolerance(racer):
    """The simplification of a racer's polygons in pixels; None for other racers."""
    found = re.search(r"\bground=mask\b.*\bsimplify=(\d+)", racer.options)
    return int(found[1]) if racer.name == POLYGONS and found else None


def racers(race):
    """Tolerance -> racer, by tolerance, and the racer over pixels; ({}, None) if there are not
    enough."""
    polygons = {tolerance(racer): algo for algo, racer in race.racers.items()
                if tolerance(racer) is not None}
    pixels = next((algo for algo, racer in race.racers.items() if racer.name == PIXELS), None)
    if len(polygons) < LEAST_TOLERANCES or pixels is None:
        return {}, None
    return dict(sorted(polygons.items())), pixels


def walks(clicks):
    return Walks(nodes=statistics.fmean(click.expanded for click in clicks),
                 ns=statistics.fmean(click.ns for click in clicks),
                 turns=statistics.fmean(click.turns for click in clicks),
                 length=100 * (statistics.fmean(click.ratio for click in clicks) - 1))


def measured(race, algos):
    """Map -> racer -> Walks, for maps with clicks of class detour that all of them answered."""
    found = {}
    clicks = [click for click in race.clicks if click.algo in algos and click.kind == "detour"
              and click.length and click.ratio and click.expanded is not None
              and click.turns is not None]
    for name, group in by(clicks, lambda click: click.map).items():
        mine = by(group, lambda click: click.algo)
        common = set.intersection(*({click.question for click in mine.get(algo, ())}
                                    for algo in algos))
        if common:
            found[name] = {algo: walks([click for click in mine[algo] if click.question in common])
                           for algo in algos}
    return dict(list(found.items())[:len(COLOURS)])


def finding(found, polygons, pixels):
    name = max(found, key=lambda each: found[each][pixels].nodes / max(
        1, found[each][polygons[max(polygons)]].nodes))
    over, most = found[name][pixels], max(polygons)
    simple = found[name][polygons[most]]
    return (f"On {name}, polygons simplified by {most} px take {words.figures(simple.nodes)} nodes "
            f"a click where pixels take {words.figures(over.nodes)}, and "
            f"{words.figures(simple.turns)} turns where those take {words.figures(over.turns)}")


def draw_panel(axes, field, found, polygons, pixels, looks):
    values = [getattr(walk, field) for racers_of in found.values() for walk in racers_of.values()]
    for name, mine in found.items():
        look = looks[name]
        axes.plot(list(polygons), [getattr(mine[algo], field) for algo in polygons.values()],
                  zorder=3, **look.curve(1.7) | look.points(5))
        axes.axhline(getattr(mine[pixels], field), zorder=2, color=look.colour,
                     linestyle=style.LINES[2], linewidth=1.4)
    axes.set_xticks(list(polygons))
    if field in ("nodes", "ns") and min(values) > 0:
        label = words.decade if field == "ns" else words.pixels
        log_axis(axes.yaxis, *decades(values, 1.05), label, most=6)
    else:
        axes.set_ylim(bottom=min(0, *values), top=1.1 * max(*values, 0.1))


def draw(race):
    polygons, pixels = racers(race)
    found = measured(race, [*polygons.values(), pixels]) if polygons else {}
    if not found:
        raise NothingToDraw(f"{PIXELS} and {LEAST_TOLERANCES} settings of {POLYGONS}:ground=mask "
                            "that simplify by different pixels, on detours that all walk "
                            "(./run experiment simplification)")
    looks = {name: style.Look(COLOURS[place], MARKERS[place], style.LINES[0], False)
             for place, name in enumerate(found)}
    entries = [(looks[name], name,
                [f"pixels: {words.figures(mine[pixels].nodes)} nodes, "
                 f"{words.duration(mine[pixels].ns)}"] +
                [f"{px} px: {words.figures(mine[algo].nodes)} nodes, "
                 f"{words.duration(mine[algo].ns)}" for px, algo in polygons.items()])
               for name, mine in found.items()]
    subtitle = (f"Means over the detours of a map that all walk. Lines: {POLYGONS} on the outline "
                f"of the mask, simplified by so many pixels. Dotted: {pixels} over pixels.")
    height = max(6.0, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(found, polygons, pixels), subtitle, height)
    step = (WIDTH - 2 * MARGIN - LEGEND_WIDTH) / 2
    tall = height / 2 - ABOVE - BELOW
    for place, (title, field) in enumerate(PANELS):
        row, column = divmod(place, 2)
        width = step - LEFT - GAP
        axes = sheet.axes(MARGIN + column * step + LEFT,
                          sheet.top + row * height / 2 + ABOVE, width, tall)
        panel_title(axes, width, title)
        draw_panel(axes, field, found, polygons, pixels, looks)
        if row == 1:
            axes.set_xlabel("pixels by which the outline is simplified")
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
