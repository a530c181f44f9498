"""Length over the optimum: the fraction of clicks whose ratio of length to optimum is at most some
value.

A curve ends below 100 % if some clicks have no legal path. Curves do
not include paths through walls: crosses below mark their ratios.
"""
import dataclasses
import functools
import math
import statistics

from matplotlib import ticker

from .. import words
from ..rows.measures import MAP, NothingToDraw, by, field, kept, representatives
from . import style
from .click_times import draw_curve, share_axis
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, legend_height, mark_time, too_few

EXACT = 1e-5  # a path that exceeds the optimum by less is drawn as exact
BELOW_ONE = EXACT / 2.2  # the height of the crosses: paths shorter than the optimum
OCTILE = 1 / math.cos(math.pi / 8)  # 1.0824: the largest ratio of grid8 without obstacles
TICKS = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000)
LISTED = 8
CROSSES = 200  # of a racer; more would hide one another
LANE = 0.17  # inches of a racer's lane of crosses


@dataclasses.dataclass(frozen=True)
class Paths:
    """A racer's clicks that have an optimum."""
    clicks: list

    @functools.cached_property
    def legal(self):
        return [click for click in self.clicks if click.length is not None and click.legal]

    @functools.cached_property
    def illegal(self):
        return [click for click in self.clicks if click.ratio is not None and click.legal is False]

    @functools.cached_property
    def mean(self):
        return statistics.fmean([click.ratio for click in self.legal])

    @functools.cached_property
    def worst(self):
        return max(self.legal, key=lambda click: click.ratio)


@kept
def measured(race):
    """Racer -> its paths on the clicks that all racers have, the shortest on average first."""
    paths = {algo: Paths([click for click in clicks if click.optimum is not None])
             for algo, clicks in field(race).items()}
    found = [algo for algo in paths if paths[algo].legal]
    return {algo: paths[algo] for algo in sorted(found, key=lambda algo: paths[algo].mean)}


def excess(ratio):
    """By how much a path is longer than the optimum, as a percentage."""
    return "0 %" if ratio < 1 + EXACT else words.more(ratio)


def finding(paths, race):
    algos = [algo for algo in paths if algo in representatives(race, paths)]
    shown = algos if len(algos) <= 5 else algos[:4] + algos[-1:]
    means = ", ".join(f"{algo} {excess(paths[algo].mean)}" for algo in shown)
    illegal = sum(len(mine.illegal) for mine in paths.values())
    return (f"Longer than the shortest path, on average: {means}"
            + (f"; {words.count(illegal, 'path')} through walls" if illegal else ""))


def place(ratio):
    """The position of a ratio on the axis, which shows the excess over one."""
    return BELOW_ONE if ratio < 1 - 1e-9 else max(ratio - 1, EXACT)


def ratio_label(value):
    return "1" if value <= EXACT else f"{1 + value:.6g}"


def ratio_axis(axes, high, labelled):
    axes.set_xscale("log")
    axes.set_xlim(EXACT, high)
    axes.xaxis.set_major_locator(ticker.FixedLocator([tick for tick in TICKS if tick <= high]))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: ratio_label(value)))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.tick_params(labelbottom=labelled)


def draw_crosses(axes, paths, looks, high):
    """Draws a lane for each racer with paths through walls."""
    crossed = [algo for algo in paths if paths[algo].illegal]
    ratio_axis(axes, high, True)
    axes.set_ylim(len(crossed) - 0.5, -0.5)
    axes.set_yticks(range(len(crossed)), ["illegal"] + [""] * (len(crossed) - 1))
    axes.grid(False, axis="y")
    for lane, algo in enumerate(crossed):
        ratios = sorted(click.ratio for click in paths[algo].illegal)
        drawn = [place(ratio) for ratio in ratios[::-(-len(ratios) // CROSSES)]]
        axes.plot(drawn, [lane] * len(drawn), linestyle="none", marker="x", markersize=5,
                  markeredgewidth=1.2, color=looks[algo].colour, clip_on=False, zorder=5)
    if any(click.ratio < 1 - 1e-9 for algo in crossed for click in paths[algo].illegal):
        axes.tick_params(axis="y", pad=31)
        axes.annotate("< 1", (BELOW_ONE, 0), (0, -5), xycoords=("data", "axes fraction"),
                      textcoords="offset points", ha="center", va="top", fontsize=style.SMALL,
                      annotation_clip=False)


def list_worst(sheet, paths, y):
    """A line for each racer: its worst ratio, and on which click."""
    columns = (MARGIN, MARGIN + 0.75, MARGIN + 2.75, MARGIN + 4.95)
    heads = ("longest", "racer", "click", "path and optimum (pixels)")
    step = style.SMALL * 1.5 / 72
    for x, head in zip(columns, heads):
        sheet.text(x, y, head, fontsize=style.SMALL, color=style.QUIET)
    for algo, mine in listed(paths):
        y += step
        worst = mine.worst
        cells = (f"{worst.ratio:.4f}", clipped(algo, 26), clipped(worst.map, 18)
                 + f", {worst.index}", f"{worst.length:,.1f} and {worst.optimum:,.1f}")
        for x, cell in zip(columns, cells):
            sheet.text(x, y, cell, fontsize=style.SMALL)


def clipped(text, most):
    return text if len(text) <= most else text[:most - 1] + "…"


def listed(paths):
    """The racers whose longest path is not exact, the worst first."""
    able = [item for item in paths.items() if item[1].worst.ratio >= 1 + EXACT]
    return sorted(able, key=lambda item: -item[1].worst.ratio)[:LISTED]


def notes(mine):
    lines = [f"mean {mine.mean:.4f}, at most {mine.worst.ratio:.4g}"]
    if mine.illegal:
        lines.append("× " + words.count(len(mine.illegal), "illegal path"))
    missing = len(mine.clicks) - len(mine.legal) - len(mine.illegal)
    if missing:
        lines.append(f"{words.count(missing, 'click')} without a path")
    return lines


def coinciding(paths):
    """The racers whose curves coincide, as a sentence; or ""."""
    curves = {}
    for algo, mine in paths.items():
        curves.setdefault(tuple(sorted(round(place(click.ratio), 6) for click in mine.legal)), []).append(algo)
    shared = [words.listing(algos) for algos in curves.values() if len(algos) > 1]
    return f"Equal lengths, one line: {'; '.join(shared)}." if shared else ""


def draw(race):
    paths = measured(race)
    if not paths:
        raise NothingToDraw("a path whose optimum is known")
    looks = style.looks(race.racers)
    bound = "the largest ratio of steps in eight directions without walls"
    entries = [(style.GUIDE, "1.0824", [bound])]
    entries += [(looks[algo], algo, notes(mine)) for algo, mine in paths.items()]
    clicks = next(iter(paths.values())).clicks
    maps = by(clicks, MAP)
    lanes = sum(bool(mine.illegal) for mine in paths.values())
    below = LANE * lanes + 0.12 * bool(lanes)
    table = (len(listed(paths)) + 1) * style.SMALL * 1.5 / 72
    tall = max(3.9, legend_height(entries) - 0.7 - below - table)  # the legend ends beside the table
    most_crosses = max(len(mine.illegal) for mine in paths.values())
    sparse = f" (at most {CROSSES} per racer, evenly chosen)" if most_crosses > CROSSES else ""
    crosses = f" Crosses are paths through walls{sparse}." if most_crosses else ""
    sheet = Sheet(race, finding(paths, race),
                  f"Share of {words.count(len(clicks), 'click')} on "
                  f"{words.count(len(maps), 'map')} answered with a legal path of at most some ratio of "
                  f"length to optimum, the length of the exact shortest any-angle path.{crosses}",
                  0.2 + tall + below + 0.75 + table, " ".join(filter(None, (coinciding(paths), too_few(race)))))
    left, width = MARGIN + 0.62, WIDTH - 2 * MARGIN - LEGEND_WIDTH - 1.0
    most = max(click.ratio for mine in paths.values() for click in mine.legal + mine.illegal)
    high = max(0.2, 1.15 * (most - 1))
    axes = sheet.axes(left, sheet.top + 0.2, width, tall)
    ratio_axis(axes, high, not lanes)
    share_axis(axes, True)
    mark_time(axes, OCTILE - 1, "1.0824")
    for algo in reversed(paths):
        values = [place(click.ratio) for click in paths[algo].legal]
        values += [math.inf] * (len(paths[algo].clicks) - len(values))
        draw_curve(axes, values, looks[algo], high, marks=8)
    if lanes:
        axes = sheet.axes(left, sheet.top + 0.2 + tall + 0.12, width, LANE * lanes)
        draw_crosses(axes, paths, looks, high)
    axes.set_xlabel("length / optimum (log scale of the part above 1)")
    sheet.legend(entries, sheet.top + 0.15)
    list_worst(sheet, paths, sheet.top + 0.2 + tall + below + 0.62)
    return sheet.figure
