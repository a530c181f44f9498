"""Length over the optimum, map by map: how the detours are spread, and the longest of each map.

A curve ends below 100 % where clicks got no legal walk.
"""
import math

from matplotlib import ticker

from .. import words
from ..rows.measures import MAP, NothingToDraw, by, representatives
from . import style
from .click_times import draw_curve, share_axis
from .lengths import EXACT, OCTILE, Walks, clipped, excess, measured
from .sheet import MARGIN, Grid, Sheet, legend_height, log_axis, mark_time, panel_title

LOW = 1e-3  # a walk that exceeds the optimum by less is drawn at the left edge
LISTED = 24
TICKS = (1e-3, 1e-2, 1e-1, 1, 10, 100, 1000)


def by_map(walks):
    """Map -> racer -> its walks there, on maps where somebody walked."""
    maps = {algo: by(mine.clicks, MAP) for algo, mine in walks.items()}
    split = {name: {algo: Walks(mine.get(name, [])) for algo, mine in maps.items()}
             for name in next(iter(maps.values()))}
    return {name: group for name, group in split.items()
            if any(mine.legal for mine in group.values())}


def span(maps, algo):
    """A racer's longest detours: those of the map where that is least, and where it is most."""
    worst = sorted((group[algo].worst.ratio, name) for name, group in maps.items()
                   if group[algo].legal)
    low, high = worst[0][0], worst[-1][0]
    if excess(low) == excess(high):
        return f"{algo} {excess(high)}"
    return f"{algo} {excess(low)} to {excess(high)} ({worst[-1][1]})"


def finding(walks, maps, race):
    algos = [algo for algo in walks if algo in representatives(race, walks)]
    shown = algos if len(algos) <= 3 else algos[:2] + algos[-1:]
    where = "by map" if len(maps) > 1 else "on " + next(iter(maps))
    return f"Longest detour {where}: " + ", ".join(span(maps, algo) for algo in shown)


def notes(maps, algo):
    """In the open no grid8 walk passes the line; how many maps have walls that make one."""
    over = [name for name, group in maps.items()
            if group[algo].legal and group[algo].worst.ratio > OCTILE]
    clicks = [click for group in maps.values() for click in group[algo].legal]
    beyond = sum(click.ratio > OCTILE for click in clicks)
    if not beyond:
        return ["never beyond 1.0824"]
    return [f"beyond 1.0824: {words.percent(beyond, len(clicks))} of walks, on "
            + words.count(len(over), "map")]


def clicks_each(maps):
    """As "200 clicks" or "160 to 200 clicks"."""
    counts = [len(next(iter(group.values())).clicks) for group in maps.values()]
    low, high = min(counts), max(counts)
    return (f"{low:,} to " if low < high else "") + words.count(high, "click")


def draw_panel(axes, group, looks, high, edges):
    log_axis(axes.xaxis, LOW, high, str)
    axes.xaxis.set_major_locator(ticker.FixedLocator([tick for tick in TICKS if tick <= high]))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{1 + value:.6g}"))
    lowest, first = edges
    share_axis(axes, first)
    if lowest:
        axes.set_xlabel("length over the optimum")
    mark_time(axes, OCTILE - 1, "1.0824")
    for algo in reversed(group):
        mine = group[algo]
        values = [max(click.ratio - 1, LOW) for click in mine.legal]
        if mine.clicks:
            draw_curve(axes, values + [math.inf] * (len(mine.clicks) - len(values)), looks[algo],
                       high, marks=3, width=1.6)


def worst_walks(maps):
    """Map -> racer and click of its longest detour, the longest first; exact maps have none."""
    worst = {}
    for name, group in maps.items():
        able = [(mine.worst.ratio, algo) for algo, mine in group.items() if mine.legal]
        ratio, algo = max(able)
        if ratio >= 1 + EXACT:
            worst[name] = algo, group[algo].worst
    return sorted(worst.items(), key=lambda item: -item[1][1].ratio)[:LISTED]


def list_worst(sheet, worst, ends, y):
    columns = (MARGIN, MARGIN + 0.75, MARGIN + 2.75, MARGIN + 4.75, MARGIN + 6.95)
    heads = ("worst", "map", "racer", "click, from and to", "walk and optimum (pixels)")
    for x, head in zip(columns, heads):
        sheet.text(x, y, head, fontsize=style.SMALL, color=style.QUIET)
    for name, (algo, click) in worst:
        y += style.SMALL * 1.5 / 72
        told = " to ".join("({}, {})".format(*end) for end in ends[click.question])
        cells = (f"{click.ratio:.4f}", clipped(name, 26), clipped(algo, 26),
                 f"{click.index}, {told}", f"{click.length:,.1f} and {click.optimum:,.1f}")
        for x, cell in zip(columns, cells):
            sheet.text(x, y, cell, fontsize=style.SMALL)


def draw(race):
    walks = measured(race)
    if not walks:
        raise NothingToDraw("a walk whose optimum is known")
    maps = by_map(walks)
    looks = style.looks(race.racers)
    entries = [(looks[algo], algo, notes(maps, algo)) for algo in walks]
    worst = worst_walks(maps)
    grid = Grid(len(maps))
    body = max(grid.height, legend_height(entries) + grid.ABOVE)
    table = (len(worst) + 1) * style.SMALL * 1.5 / 72 if worst else 0
    sheet = Sheet(race, finding(walks, maps, race),
                  f"Share of each map's {clicks_each(maps)} answered with a legal walk at most so "
                  "much longer "
                  "than the exact shortest any-angle path; at the left edge those within 0.1 %. "
                  "1.0824 is the most that steps in eight directions lose in the open.",
                  body + table)
    most = max(mine.worst.ratio for mine in walks.values())
    high = max(0.2, 1.15 * (most - 1))
    for index, (name, group) in enumerate(maps.items()):
        axes, *edges = grid.place(sheet, index)
        panel_title(axes, grid.width, name)
        draw_panel(axes, group, looks, high, edges)
    sheet.legend(entries, sheet.top + grid.ABOVE - 0.05)
    if worst:
        list_worst(sheet, worst, race.ends, sheet.top + body + 0.05)
    return sheet.figure
