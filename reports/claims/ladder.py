"""From 20 seconds to 10 milliseconds (Don 2022 reports both): the same clicks by search after
search, in a trap and in an ordinary room, with the slowest query of each.

Racers are identified by back end and options, not by label. A map has a column if one of the naive open lists
raced on it.
"""
import collections
import math
import statistics

from .. import words
from ..figures import style
from ..figures.sheet import MARGIN, WIDTH, Sheet, log_axis
from ..rows.measures import MAP, NothingToDraw, by, by_racer
from .claim import median_ns

SLOW_NS, FAST_NS = 20e9, 10e6  # the two ends of the claim
FAR = 10 ** 2.5  # times as long: this and more counts as about three orders of magnitude
FASTER = 2  # a machine up to this many times as fast as the author's counts, too
MOST_MAPS = 2
LEAST_RUNGS = 4
ROW, BAR, NAMES, GAP = 0.34, 0.6, 2.6, 0.25  # inches: of a row; a bar's share of a row; inches: of names, between columns

# Rungs without a title are not drawn: only claims use them.
Rung = collections.namedtuple("Rung", "title noun back_end options")
RUNGS = (
    Rung("", "an unsorted open list that each push searches", "astar", {"open": "linear-membership"}),
    Rung("A*, unsorted list", "an unsorted open list", "astar", {"open": "linear"}),
    Rung("A*, sorted list", "a sorted open list", "astar", {"open": "sorted"}),
    Rung("", "a heap with nodes cleared for each click", "astar", {"open": "heap", "reset": "clear"}),
    Rung("A*, heap", "a heap", "astar", {"open": "heap", "reset": "stamps"}),
    Rung("", "a bucket queue", "astar", {"open": "bucket", "canonical": "off"}),
    Rung("A*, buckets", "a bucket queue in canonical order", "astar", {"open": "bucket", "canonical": "on"}),
    Rung("Breadth-first search", "breadth-first search", "bfs", {}),
    Rung("Flood fill, as published", "the flood fill as published", "flood-published", {}),
    Rung("Flood fill, as repaired", "a flood fill towards the start", "flood", {"fill": "guided"}),
    Rung("Navigation mesh", "a navigation mesh", "navmesh", {}),
)
NAIVE = RUNGS[:3]

# Racer, and by map its median and its slowest query in nanoseconds: infinite beyond the timeout; maps without
# answers for another reason are left out. By map also the median number of expanded nodes, if counted.
Step = collections.namedtuple("Step", "rung algo times slowest expanded")


def matches(racer, rung):
    options = dict(option.split("=", 1) for option in racer.options.split(",") if "=" in option)
    return racer.name == rung.back_end and all(
        options.get(name) == value for name, value in rung.options.items())


def took(clicks):
    """The median time of a click: infinite beyond the timeout; None if it failed for
    another reason."""
    ns = median_ns(clicks)
    if ns < math.inf:
        return ns
    faults = [click.fault for click in clicks]
    late = faults.count("timeout")
    if late and not {"crash", "memory"} & set(faults):
        late += faults.count("untried")  # not tried after timeouts
    return math.inf if 2 * late >= len(clicks) else None


def expansions_of(clicks):
    """Map -> nodes that the median search expanded there, if counted."""
    counted = by((click for click in clicks if click.expanded is not None), MAP)
    return {name: statistics.median(click.expanded for click in mine)
            for name, mine in counted.items()}


def steps_of(race):
    """The steps of a race, and its maps: first the one on which the naive lists are slowest."""
    racing = by_racer(race)
    steps = []
    for rung in RUNGS:
        algo = next((algo for algo in racing if matches(race.racers[algo], rung)), None)
        if algo:
            maps = by(racing[algo], MAP)
            times = {name: took(mine) for name, mine in maps.items()}
            steps.append(Step(rung, algo, {name: ns for name, ns in times.items() if ns is not None},
                              {name: max(click.ns for click in mine) for name, mine in maps.items()},
                              expansions_of(racing[algo])))
    naive = [step for step in steps if step.rung in NAIVE]
    maps = [name for name in race.maps if any(name in step.times for step in naive)]
    maps = sorted(maps[:MOST_MAPS], key=lambda name: -max(step.times.get(name, 0) for step in naive))
    return [step for step in steps if any(name in step.times for name in maps)], maps


def patience_ns(race, maps):
    """The time limit, on the map where it is shortest."""
    return 1e9 * min(race.patience[name] for name in maps)


def shown(ns, limit):
    return f"over {words.duration(limit)}" if ns > limit else words.duration(ns)


def ends(steps, name):
    """The slowest of the naive lists on a map, and the fill as published: the two ends of the claim; None if
    there is none."""
    here = [step for step in steps if name in step.times]
    return (max((step for step in here if step.rung in NAIVE), default=None,
                key=lambda step: (bool(step.rung.title), step.times[name])),
            next((step for step in here if step.rung.back_end == "flood-published"), None))


def is_claim(slow_ns, fill_ns):
    """Whether the times of A* and of the fill differ as much as the claim says, from seconds to milliseconds."""
    return slow_ns >= SLOW_NS / FASTER and slow_ns >= FAR * fill_ns


def finding(steps, maps, limit):
    """Whether a click went from over 20 s to 10 ms, without the figures, because these differ by machine."""
    slow, fill = ends(steps, maps[0])
    least = min(slow.times[maps[0]], limit)
    if not fill or not is_claim(least, fill.times[maps[0]]):
        return "Over 20 s to 10 ms? Not here"
    return f"Over 20 s to 10 ms? Yes, if A* has {slow.rung.noun} and the room is a trap"


def draw_column(axes, steps, name, looks, limit, low, edge):
    log_axis(axes.xaxis, low, edge, words.decade, most=5)
    axes.set(ylim=(len(steps) - 0.5, -0.5), yticks=[])
    axes.grid(False, axis="y")
    for ns in (SLOW_NS, FAST_NS):
        axes.axvline(ns, **style.GUIDE.curve(1.0), zorder=1.5)
        axes.annotate(words.duration(ns), (ns, 1), (0, 4), xycoords=("data", "axes fraction"), ha="center",
                      va="bottom", textcoords="offset points", fontsize=style.SMALL, color=style.QUIET)
    for row, step in enumerate(steps):
        if name not in step.times:
            continue
        ns, slowest = (min(each[name], limit) for each in (step.times, step.slowest))
        axes.barh(row, ns - low, BAR, left=low, color=looks[step.algo].colour, zorder=2)
        if slowest > ns:
            axes.plot((ns, slowest), (row, row), color=style.INK, linewidth=1, zorder=3)
        axes.plot((slowest, slowest), (row - BAR / 2, row + BAR / 2), color=style.INK, linewidth=1.8, zorder=3)
        axes.annotate(shown(step.times[name], limit), (slowest, row), (5, 0), textcoords="offset points", va="center",
                      fontsize=style.TEXT, weight="bold", zorder=4, path_effects=style.halo())


def draw(race):
    steps, maps = steps_of(race)
    steps = [step for step in steps if step.rung.title]
    if len(steps) < LEAST_RUNGS or not maps:
        raise NothingToDraw(f"{LEAST_RUNGS} steps of the ladder on one map, including a linear or sorted "
                            "open list of astar (./run claims ladder)")
    limit = patience_ns(race, maps)
    sheet = Sheet(race, finding(steps, maps, limit),
                  "Bars and numbers are the median time of a click, including the finished path, on a log scale; "
                  "upright strokes are the slowest query. Don (2022) reports over 20 seconds before, and 10 ms "
                  "with a flood fill.", 0.65 + ROW * len(steps) + 0.4)
    width = (WIDTH - 2 * MARGIN - NAMES - GAP * (len(maps) - 1)) / len(maps)
    times = [min(ns, limit) for step in steps for name, ns in step.times.items() if name in maps]
    low = 10 ** math.floor(math.log10(min(times)) - 0.15)
    edge = max(*times, SLOW_NS) * (max(*times, SLOW_NS) / low) ** 0.3  # room for the longest text
    looks = {step.algo: style.plain(race.racers[step.algo]) for step in steps}
    for place, name in enumerate(maps):
        x = MARGIN + NAMES + place * (width + GAP)
        row = race.maps[name]
        sheet.text(x, sheet.top, f"{name}, {row['width']} x {row['height']}", fontsize=style.PANEL, weight="bold")
        axes = sheet.axes(x, sheet.top + 0.55, width, ROW * len(steps))
        draw_column(axes, steps, name, looks, limit, low, edge)
    for row, step in enumerate(steps):
        sheet.row_name(sheet.top + 0.55 + ROW * (row + 0.5), step.rung.title, NAMES)
    return sheet.figure
