"""The price of a racer's speed: longer paths, or preparation and memory.

A Pareto front consists of the racers that no other matches in both respects and beats in one.
Only racers that answer every click legally can be on the front; the others are drawn, but not compared.
"""
import dataclasses
import math

from matplotlib.path import Path

from .. import words
from ..rows.measures import NothingToDraw, answered, field, kept, on_maps
from ..rows.ranking import rank
from . import style
from .lengths import EXACT, excess, measured, ratio_label
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, decades, legend_height, log_axis, panel_title, too_few

LEFT, GAP = 0.62, 0.3  # inches beside a panel
MARK, ARC = 8, 17  # sizes in points of a racer's marker and of the arc around it
ARCS = " A red arc shows the share of paths through walls; a full circle is all paths."
NAMED = 3  # racers of a front that a title names
FAR_BELOW = 100  # times shorter than a frame


@dataclasses.dataclass(frozen=True)
class Point:
    """A racer's cost and its click time."""
    cost: float
    ns: float  # of the median click, finite
    interval: tuple  # of the median, 95 %; its ends are None if it is not known
    fair: bool  # whether it can be on the front
    spread: tuple = None  # the smallest and the largest cost of a map, if they differ
    illegal: float = 0.0  # share of paths that pass through a wall


@kept
def timed(race):
    """Racer -> (median, its interval, whether it answers all), if it answers any click."""
    ranking = rank(race)
    return {each.algo: (each.median, (each.low, each.high), not each.faults)
            for each in (ranking.standings if ranking else ()) if 0 < each.median < math.inf}


def without_median(race):
    """Racers that are not drawn, for the subtitle."""
    missing = [algo for algo in field(race) if algo not in timed(race)]
    return f" Without a median, as no click was answered: {words.listing(missing)}." if missing else ""


def by_length(race):
    """Racer -> Point whose cost is the mean length / optimum."""
    points = {}
    paths = measured(race)
    for algo, (ns, interval, answers) in timed(race).items():
        if algo in paths:
            mine = paths[algo]
            illegal = len(mine.illegal) / (len(mine.legal) + len(mine.illegal))
            points[algo] = Point(mine.mean, ns, interval, answers and not illegal, illegal=illegal)
    return points


def by_preparation(race, key):
    """Racer -> Point whose cost is a figure of the answer, the geometric mean over the maps."""
    points = {}
    for algo, (ns, interval, answers) in timed(race).items():
        cost, mine = answered(race)[algo][key], on_maps(race, algo, key).values()
        if cost is not None:
            points[algo] = Point(max(cost, 1), ns, interval, answers, spread=(max(min(mine), 1), max(*mine, 1)))
    return points


def front(points):
    """The compared racers that no other beats, fastest first, including all equal ones."""
    fair = {algo: point for algo, point in points.items() if point.fair}

    def beaten(mine):
        return any(other.ns <= mine.ns and other.cost <= mine.cost
                   and (other.ns, other.cost) != (mine.ns, mine.cost) for other in fair.values())
    return sorted((algo for algo, point in fair.items() if not beaten(point)),
                  key=lambda algo: (fair[algo].ns, algo))


def draw_front(axes, points, members):
    """Draws the line beyond which every racer is beaten."""
    corners = sorted({(points[algo].cost, points[algo].ns) for algo in members})
    if not corners:
        return
    xs, ys = [corners[0][0]], [axes.get_ylim()[1]]
    for x, y in corners:
        xs += [x, x]
        ys += [ys[-1], y]
    xs.append(axes.get_xlim()[1])
    ys.append(ys[-1])
    axes.fill_between(xs, ys, axes.get_ylim()[1], color=style.FAINT, alpha=0.45, linewidth=0,
                      zorder=0.5)
    axes.plot(xs, ys, color=style.QUIET, linewidth=1.1, zorder=2)


def draw_point(axes, point, look):
    bar = {"color": look.colour, "linewidth": 1.3, "zorder": 3}
    low, high = point.interval
    if low is not None:
        axes.plot((point.cost, point.cost), (low, min(high, axes.get_ylim()[1])),
                  **{**bar, "linewidth": 2.6})
    if point.spread:
        axes.plot(point.spread, (point.ns, point.ns), alpha=0.6, **bar)
    axes.plot(point.cost, point.ns, zorder=5, **look.points(MARK))
    if point.illegal:
        arc = Path.arc(90 - 360 * point.illegal, 90)
        axes.plot(point.cost, point.ns, marker=arc, markersize=ARC, markerfacecolor="none",
                  markeredgecolor=style.ALARM, markeredgewidth=2.2, zorder=4)


def time_axis(axes, points):
    times = [ns for point in points.values() for ns in (point.ns, *point.interval)
             if ns is not None and 0 < ns < math.inf]
    beside = {"fontsize": 7, "ha": "left", "va": "bottom", "textcoords": "offset points", "color": style.QUIET}
    if words.FRAME_NS > FAR_BELOW * max(times):  # the racers would crowd at the axis's lower end
        log_axis(axes.yaxis, *decades(times, 1.1), words.decade)
        axes.annotate("frame, 16.7 ms, is above", (0, 1), (3, 2), xycoords="axes fraction", **beside)
        return
    log_axis(axes.yaxis, *decades([*times, words.FRAME_NS], 1.1), words.decade)
    axes.axhline(words.FRAME_NS, **style.GUIDE.curve(0.9), zorder=1.5)
    axes.annotate("frame, 16.7 ms", (0, words.FRAME_NS), (3, 2), xycoords=("axes fraction", "data"), **beside)


def draw_panel(axes, points, looks):
    draw_front(axes, points, front(points))
    for algo in reversed(points):
        draw_point(axes, points[algo], looks[algo])


def named(members):
    """The first and the last of a front with too many racers to name."""
    return members if len(members) <= NAMED else [members[0], members[-1]]


def length_finding(points):
    members = front(points)

    def each(algo):
        over = excess(points[algo].cost)
        paths = "shortest paths" if over == "0 %" else f"{over} longer than the shortest"
        return f"{algo} ({words.duration(points[algo].ns)}, {paths})"
    if not members:
        return "No racer answers every click with a legal path"
    if len(members) == 1:
        return (f"No racer that answers every click legally is faster than {each(members[0])} "
                "or finds shorter paths")
    count = f" these {len(members)}, from" if len(members) > NAMED else ""
    join = " to ".join if len(members) > NAMED else words.listing
    return f"No racer is better in both time and length than{count} " + join(map(each, named(members)))


def length_notes(point, unbeaten):
    lines = [f"median {words.duration(point.ns)}{words.bounds(*point.interval)}",
             f"length {point.cost:.4f}" + (", on the Pareto front" if unbeaten else "")]
    if point.illegal:
        lines.append(f"{words.percent(point.illegal, 1)} of paths cross a wall")
    return lines


def exact_axis(axes, costs):
    """A logarithmic axis of the excess over one; exact paths have their own position at its
    left."""
    over = [cost - 1 for cost in costs if cost >= 1 + EXACT] or [0.01]
    low = 10 ** math.floor(math.log10(min(over)) - 0.1)
    exact = low / 2.5
    log_axis(axes.xaxis, exact / 1.6, max(2 * max(over), 3 * low), ratio_label)
    ticks = [tick for tick in axes.get_xticks() if tick >= low]
    axes.set_xticks([exact, *ticks], ["1", *map(ratio_label, ticks)])
    return exact


def draw_lengths(race):
    points = by_length(race)
    if len(points) < 2:
        raise NothingToDraw("two racers with paths whose optimum is known")
    points = {algo: points[algo] for algo in sorted(points, key=lambda algo: points[algo].ns)}
    looks = style.looks(race.racers)
    members = front(points)
    entries = [(looks[algo], algo, length_notes(point, algo in members))
               for algo, point in points.items()]
    height = max(4.6, legend_height(entries) + 0.2)
    sheet = Sheet(race, length_finding(points),
                  "Median time of a click, with its 95 % interval, against the mean length / optimum of legal "
                  "paths. Racers in the grey area are worse in both than one that answers every click legally."
                  + ARCS * any(point.illegal for point in points.values()) + without_median(race), height, too_few(race))
    axes = sheet.panel(height)
    time_axis(axes, points)
    exact = exact_axis(axes, [point.cost for point in points.values()])
    axes.set(xlabel="mean length / optimum (log scale of the part above 1)",
             ylabel="time for a click")
    draw_panel(axes, {algo: dataclasses.replace(point, cost=max(point.cost - 1, exact))
                      for algo, point in points.items()}, looks)
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure


def preparation_finding(prepared, memory):
    fair = [algo for algo in prepared if prepared[algo].fair]
    if not fair:
        return "No racer answers every click"
    fastest = min(fair, key=lambda algo: prepared[algo].ns)
    cheapest = min(fair, key=lambda algo: prepared[algo].cost)

    def pays(algo):
        return (f"{words.duration(prepared[algo].cost)} of preparation"
                + (f" and {words.size(memory[algo].cost)}" if algo in memory else ""))
    if fastest == cheapest:
        return (f"{fastest} answers fastest, in {words.duration(prepared[fastest].ns)}, and "
                f"needs the least preparation: {pays(fastest)}")
    return (f"{fastest} answers in {words.duration(prepared[fastest].ns)} after {pays(fastest)}; "
            f"{cheapest}, with the shortest preparation ({words.duration(prepared[cheapest].cost)}), in "
            f"{words.duration(prepared[cheapest].ns)}")


def preparation_notes(algo, prepared, memory, fronts):
    holds = f", holds {words.size(memory[algo].cost)}" if algo in memory else ""
    lines = [f"a click {words.duration(prepared[algo].ns)}{words.bounds(*prepared[algo].interval)}",
             "preparation " + words.duration(prepared[algo].cost) + holds]
    unbeaten = [name for name, members in fronts.items() if algo in members]
    if unbeaten:
        lines.append("on both fronts" if len(unbeaten) > 1 else f"on the front of {unbeaten[0]}")
    return lines


def draw_preparation(race):
    prepared, memory = by_preparation(race, "ns_prepare"), by_preparation(race, "held_bytes")
    if len(prepared) < 2:
        raise NothingToDraw("two racers that prepare and answer")
    algos = sorted(prepared, key=lambda algo: prepared[algo].ns)
    looks = style.looks(race.racers)
    fronts = {"preparation": front(prepared), "memory": front(memory)}
    entries = [(looks[algo], algo, preparation_notes(algo, prepared, memory, fronts))
               for algo in algos]
    height = max(4.4, legend_height(entries) + 0.2)
    sheet = Sheet(race, preparation_finding(prepared, memory),
                  "Median time of a click, with its 95 % interval, against preparation, and against "
                  "the memory held after it: geometric means over maps, with a line from the smallest to the "
                  "largest. Racers in the grey area are worse in both than one that answers every click."
                  + without_median(race), height, too_few(race))
    step = (WIDTH - 2 * MARGIN - LEGEND_WIDTH) / 2
    panels = (("Preparation", prepared, words.decade),
              ("Memory", memory, lambda count: words.decade(count, words.SIZES)))
    for place, (title, points, label) in enumerate(panels):
        axes = sheet.axes(MARGIN + place * step + LEFT, sheet.top + 0.4, step - LEFT - GAP,
                          height - 0.9)
        panel_title(axes, step - LEFT - GAP, title)
        time_axis(axes, points)
        ends = [cost for point in points.values() for cost in point.spread]
        log_axis(axes.xaxis, min(ends) / 2, max(ends) * 2, label, most=5)
        axes.set_xlabel("preparation of a map" if place == 0 else "memory held")
        draw_panel(axes, {algo: points[algo] for algo in algos if algo in points}, looks)
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
