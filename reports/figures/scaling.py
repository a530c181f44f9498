"""Scaling: how clicks and preparation become dearer with more pixels, more reachable area and more
corners, over all maps of a race; growth looks at one series of maps, where little else changes.

Each fit looks at one thing alone, though a map with more corners may also have less area: what a
power leaves open is what its uncertainty says.
"""
import collections
import math
import statistics

from .. import words
from ..rows.measures import NothingToDraw, by, by_racer, kept, order, representatives
from . import growth, style
from .sheet import MARGIN, WIDTH, Sheet, decades, log_axis, panel_title, text_width

LEAST_SPAN = 2  # the largest over the smallest, for a power to mean something
LEAST_CLICKS = 10  # of a map, for their mean to stand for it
LEFT, GAP, TALL, ABOVE = 0.62, 0.25, 2.3, 0.4  # inches beside a panel, of one, and above it
COLUMN, ROW = 1.16, 0.215  # inches of the table: the least of a column, and a row
# Student's two-sided 95 % by degrees of freedom; beyond, what the normal distribution's comes to.
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)

Measure = collections.namedtuple("Measure", "name label value")
MEASURES = (
    Measure("pixels", "all pixels of a map", lambda row: row["width"] * row["height"]),
    Measure("area", "reachable area (pixels)", lambda row: row["reachable"]),
    Measure("corners", "reflex corners", lambda row: row["corners"]),
)


@kept
def well_clicked(race):
    """Rows of the maps with enough clicks, by name."""
    clicks = by({click.question: click for click in race.clicks}.values(), lambda each: each.map)
    return {name: race.maps[name] for name, group in clicks.items() if len(group) >= LEAST_CLICKS}


def spans(race):
    """Measure -> map -> its value, of measures in which the maps differ enough."""
    found = {}
    for measure in MEASURES:
        values = {name: measure.value(row) for name, row in well_clicked(race).items()
                  if measure.value(row)}
        several = len(set(values.values())) >= growth.LEAST_MAPS
        if several and max(values.values()) >= LEAST_SPAN * min(values.values()):
            found[measure] = values
    return found


def margin(fit):
    """Half of the interval that holds the power in 95 of 100 races, were all else chance."""
    logs = [(math.log(x), math.log(ns)) for x, ns in fit.points]
    middle = statistics.fmean(x for x, _ in logs)
    height = statistics.fmean(y for _, y in logs)
    rest = sum((y - height - fit.power * (x - middle)) ** 2 for x, y in logs)
    free = len(logs) - 2
    error = math.sqrt(rest / free / sum((x - middle) ** 2 for x, _ in logs))
    return error * (STUDENT[free - 1] if free <= len(STUDENT) else 1.96 + 2.7 / free)


def clear(fit):
    """Whether the fit tells a power from none at all."""
    return abs(fit.power) > margin(fit)


def told(fit):
    return f"{fit.power:.1f} ± {margin(fit):.1f}".replace("-0.0 ", "0.0 ").replace("-", "−")


def raised(fit, measure):
    return measure.name + f"{fit.power:.1f}".replace("-0.0", "0.0").translate(growth.RAISED)


def steepest(race, fits):
    """Of plain racers that clearly get dearer the one with the largest power, and the one with the
    least. What gets cheaper does so for another reason: maps with more corners may be smaller."""
    algos = [algo for algo in representatives(race, fits)
             if clear(fits[algo]) and fits[algo].power > 0]
    algos.sort(key=lambda algo: -fits[algo].power)
    return algos[:1] + algos[1:][-1:]


def finding(race, clicked, prepared):
    parts = []
    for what, fits, favourites in (("a click", clicked, ("area", "corners", "pixels")),
                                   ("preparation", prepared, ("corners", "area", "pixels"))):
        measures = sorted(fits, key=lambda measure: favourites.index(measure.name))
        for measure in measures:
            ends = steepest(race, fits[measure])
            if ends:
                verb = "" if parts else " takes"
                parts.append(f"{what}{verb} {raised(fits[measure][ends[0]], measure)} in {ends[0]}"
                             + "".join(f" and {raised(fits[measure][algo], measure)} in {algo}"
                                       for algo in ends[1:]))
                break
    if not parts:
        return "On these maps neither clicks nor preparation show a trend"
    title = "; ".join(parts)
    return title[0].upper() + title[1:]


def draw_panel(axes, fits, looks, reach, times):
    log_axis(axes.xaxis, reach[0] / 1.4, reach[1] * 1.4, words.pixels, most=5)
    log_axis(axes.yaxis, *decades(times, 1.05), words.decade, most=6)
    for algo, fit in fits.items():
        look = looks[algo]
        axes.plot(*zip(*fit.points), linestyle="none", marker=look.marker, markersize=3.6,
                  markerfacecolor=look.face, markeredgecolor=look.colour, markeredgewidth=0.6,
                  alpha=0.55, zorder=2)
        if clear(fit):
            logs = [(math.log(x), math.log(ns)) for x, ns in fit.points]
            middle = [statistics.fmean(values) for values in zip(*logs)]
            ends = [fit.points[0][0], fit.points[-1][0]]
            axes.plot(ends, [math.exp(middle[1] + fit.power * (math.log(x) - middle[0]))
                             for x in ends], zorder=3, **look.curve(1.6))


def list_powers(sheet, y, race, looks, clicked, prepared):
    """The table that is also the legend: a racer's line, and the power of each fit."""
    columns = [(what, measure, fits[measure]) for what, fits in
               (("a click", clicked), ("preparation", prepared)) for measure in fits]
    racers = [algo for algo in order(by_racer(race))
              if any(algo in fits for _, _, fits in columns)]
    widest = 0.6 + max(text_width(algo, style.SMALL, "bold") for algo in racers)
    names = min(widest, WIDTH - 2 * MARGIN - COLUMN * len(columns))
    step = (WIDTH - 2 * MARGIN - names) / len(columns)
    quiet = {"fontsize": style.SMALL, "color": style.QUIET}
    for place, (what, measure, _) in enumerate(columns):
        sheet.text(MARGIN + names + step * place, y, f"{what}: {measure.name}", **quiet)
    for algo in racers:
        y += ROW
        middle = y + style.SMALL * 0.66 / 72
        sheet.line((MARGIN, MARGIN + 0.36), (middle, middle), **looks[algo].curve(1.7))
        sheet.line((MARGIN + 0.18,), (middle,), **looks[algo].points(5.5))
        name = algo
        while text_width(name, style.SMALL, "bold") > names - 0.6:
            name = name[:-2] + "…"
        sheet.text(MARGIN + 0.46, y, name, fontsize=style.SMALL, weight="bold")
        for place, (_, _, fits) in enumerate(columns):
            fit = fits.get(algo)
            sheet.text(MARGIN + names + step * place, y, told(fit) if fit else "–",
                       fontsize=style.SMALL,
                       color=style.INK if fit and clear(fit) else style.QUIET)


def draw(race):
    found = spans(race)
    clicked = {measure: growth.clicks(race, values) for measure, values in found.items()}
    prepared = {measure: growth.preparations(race, values) for measure, values in found.items()}
    found = {measure: values for measure, values in found.items()
             if clicked[measure] and prepared[measure]}
    if not found:
        raise NothingToDraw(f"{growth.LEAST_MAPS} maps of different sizes, areas or corners, "
                            f"{LEAST_CLICKS} clicks each")
    looks = style.looks(race.racers)
    fits = {0: {measure: clicked[measure] for measure in found},
            1: {measure: prepared[measure] for measure in found}}
    racers = {algo for rows in fits.values() for fit in rows.values() for algo in fit}
    body = 2 * (TALL + 0.75) + ABOVE - 0.2 + ROW * (len(racers) + 1)
    sheet = Sheet(race, finding(race, fits[0], fits[1]),
                  f"{words.count(len(well_clicked(race)), 'map')}, log scales; a click is the mean "
                  "over a map's clicks that were answered. Powers are slopes of lines fitted to "
                  "the points, ± their 95 % interval; grey and without a line where that includes "
                  "0. Reachable area: the largest component of a map.", body)
    width = (WIDTH - 2 * MARGIN - LEFT - GAP * (len(found) - 1)) / len(found)
    for row, title in enumerate(("A click", "Preparation")):
        times = [ns for rows in fits[row].values() for fit in rows.values() for _, ns in fit.points]
        for column, (measure, values) in enumerate(found.items()):
            axes = sheet.axes(MARGIN + LEFT + column * (width + GAP),
                              sheet.top + ABOVE + row * (TALL + 0.75), width, TALL)
            draw_panel(axes, fits[row][measure], looks,
                       (min(values.values()), max(values.values())), times)
            axes.tick_params(labelleft=column == 0)
            if column == 0:
                panel_title(axes, width, title)
            axes.set_xlabel(measure.label)
    list_powers(sheet, sheet.top + 2 * (TALL + 0.75) + ABOVE - 0.15, race, looks, fits[0], fits[1])
    return sheet.figure
