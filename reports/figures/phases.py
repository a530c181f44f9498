"""Where the time of a click goes in racers that work in a pipeline of phases."""
import statistics

from matplotlib import ticker

from .. import words
from ..rows.measures import NothingToDraw, by
from . import style
from .sheet import MARGIN, WIDTH, Sheet, wrapped

PIPELINE = {"simplify", "forward", "reverse", "smooth"}  # a racer with one of these is more than a search
NAMES = 1.55
BAR, GAP = 0.32, 0.55
MEANING = {  # of the phases of a pipeline, in their order
    "precheck": "straight line first", "clear": "forgetting the last click",
    "search": "filling the field", "trace": "reading the walk off", "simplify": "dropping points",
    "forward": "straightening", "reverse": "straightening from the goal",
    "smooth": "smoothing as one stage",
}


def searched(race):
    """Map -> racer -> clicks for which a pipeline ran its search, not only the straight line."""
    pipelines = {click.algo for click in race.clicks if PIPELINE & set(click.phases)}
    clicks = [click for click in race.clicks
              if click.algo in pipelines and "search" in click.phases]
    clicks.sort(key=lambda click: list(race.racers).index(click.algo))
    return {name: by(group, lambda click: click.algo)
            for name, group in by(clicks, lambda click: click.map).items()}


def medians(clicks):
    """Phase -> median nanoseconds; a phase that a click did without took it no time."""
    return {phase: statistics.median(click.phases.get(phase, 0) for click in clicks)
            for phase in MEANING}


def finding(maps):
    pooled = {}
    for groups in maps.values():
        for algo, clicks in groups.items():
            pooled.setdefault(algo, []).extend(clicks)
    algo, clicks = next(iter(pooled.items()))
    times = medians(clicks)
    total = sum(times.values())
    first, second = sorted(times, key=times.get, reverse=True)[:2]
    return (f"{first.capitalize()} takes {words.percent(times[first], total)} of a click "
            f"in {algo}, {second} {words.percent(times[second], total)}")


def key(sheet, y):
    """The phases in their order, above all bars; where the lines end."""
    x = MARGIN
    for phase in MEANING:
        text = f"{phase}: {MEANING[phase]}"
        label = sheet.text(x + 0.22, y, text, fontsize=style.SMALL)
        width = label.get_window_extent(sheet.figure.canvas.get_renderer()).width
        width = width / sheet.figure.dpi + 0.22
        if x + width > WIDTH - MARGIN:
            x, y = MARGIN, y + 0.2
            label.set_position(((x + 0.22) / WIDTH, 1 - y / sheet.height))
        sheet.line((x + 0.08,), (y + 0.058,), marker="s", markersize=8, markeredgewidth=0.5,
                   markerfacecolor=style.PHASES[phase], markeredgecolor=style.QUIET)
        x += width + 0.25


def draw_bars(axes, rows):
    """One bar a racer, its parts from left to right, its whole at the end."""
    for place, times in enumerate(rows):
        left = 0
        for phase in MEANING:
            axes.barh(place, times[phase] / 1e6, left=left, height=0.72, zorder=3,
                      color=style.PHASES[phase], edgecolor=style.PAPER, linewidth=0.6)
            left += times[phase] / 1e6
        axes.annotate(words.duration(sum(times.values())), (left, place), (4, 0), va="center",
                      textcoords="offset points", fontsize=style.SMALL)
    longest = max(sum(times.values()) for times in rows) / 1e6
    axes.set(xlim=(0, longest * 1.22 or 1), ylim=(len(rows) - 0.5, -0.5), yticks=[])
    axes.xaxis.set_major_locator(ticker.MaxNLocator(4))
    axes.grid(False, axis="y")


def draw(race):
    maps = searched(race)
    if not maps:
        raise NothingToDraw("phase times of a racer with a pipeline (flood)")
    columns = 1 if len(maps) == 1 else 2
    column = (WIDTH - 2 * MARGIN - 0.3 * (columns - 1)) / columns
    items = list(maps.items())
    lines = [items[i:i + columns] for i in range(0, len(items), columns)]
    heights = [BAR * max(len(groups) for _, groups in line) + GAP + 0.18 for line in lines]
    sheet = Sheet(race, finding(maps),
                  "Median of each phase over the clicks for which a search was needed; "
                  "milliseconds, each map on a scale of its own.", 0.6 + sum(heights))
    key(sheet, sheet.top)
    y = sheet.top + 0.6
    for line, height in zip(lines, heights):
        for place, (name, groups) in enumerate(line):
            x = MARGIN + place * (column + 0.3)
            rows = [medians(clicks) for clicks in groups.values()]
            axes = sheet.axes(x + NAMES, y + 0.18, column - NAMES, BAR * len(rows))
            sheet.text(x, y + 0.1, name, fontsize=style.PANEL, weight="bold", va="bottom")
            draw_bars(axes, rows)
            for row, algo in enumerate(groups):
                label = "\n".join(wrapped(algo, NAMES - 0.15, style.SMALL))
                sheet.text(x, y + 0.18 + BAR * (row + 0.5), label, fontsize=style.SMALL,
                           va="center", linespacing=0.95)
            axes.set_xlabel("ms", loc="right", labelpad=1, fontsize=style.SMALL)
        y += height
    return sheet.figure
