"""The ladder from 20 seconds to 10 milliseconds: the same clicks, rung by rung, from a linearly
searched open list to a graph that was prepared (Don 2022 tells of the one and the other).

Racers are identified by back end and options, not by label. A map is shown if at least one naive
open list raced on it.
"""
import collections
import math
import statistics

from .. import words
from ..rows.measures import MAP, NothingToDraw, by, by_racer, median_ns
from . import style
from .sheet import MARGIN, WIDTH, Sheet, log_axis, wrapped

SLOW_NS, FAST_NS = 20e9, 10e6  # the two ends of the claim
MOST_MAPS = 2
LEAST_RUNGS = 4

ROW, HEAD = 0.335, 0.27  # inches of a rung, and above each group
NAMES, COLUMN = 2.8, 0.83

Rung = collections.namedtuple("Rung", "group title noun back_end options")

NODES = "A* over pixels, by its open list"
FILLS = "Uninformed search over pixels"
REGIONS = "Search over runs of pixels and over regions"
CORNERS = "Search over jump points and corners, and tables of them"
RUNGS = (
    Rung(NODES, "Linear list, at each push too",
         "an open list searched linearly at each push and pop", "astar",
         {"open": "linear-membership"}),
    Rung(NODES, "Linear list", "a linearly searched open list", "astar",
         {"open": "linear"}),
    Rung(NODES, "Sorted list", "a sorted open list", "astar",
         {"open": "sorted"}),
    Rung(NODES, "Heap, nodes cleared for each click",
         "a heap with nodes cleared for each click", "astar",
         {"open": "heap", "reset": "clear"}),
    Rung(NODES, "Heap", "a heap", "astar",
         {"open": "heap", "reset": "stamps"}),
    Rung(NODES, "Bucket queue", "a bucket queue", "astar",
         {"open": "bucket", "canonical": "off"}),
    Rung(NODES, "Bucket queue, canonical order",
         "a bucket queue in canonical order", "astar",
         {"open": "bucket", "canonical": "on"}),
    Rung(FILLS, "Breadth-first search", "breadth-first search", "bfs", {}),
    Rung(FILLS, "Flood fill, as published", "the flood fill as published", "flood-published",
         {}),
    Rung(FILLS, "Flood fill, corrected", "the corrected flood fill", "flood",
         {"fill": "stacks"}),
    Rung(FILLS, "Flood fill towards the start", "a flood fill towards the start", "flood",
         {"fill": "guided"}),
    Rung(REGIONS, "Runs of pixels", "a search over runs of pixels", "runwave", {}),
    Rung(REGIONS, "Navigation mesh", "a navigation mesh", "navmesh", {}),
    Rung(REGIONS, "Polyanya on a mesh", "Polyanya on a mesh", "polyanya", {}),
    Rung(CORNERS, "Jump point search", "jump point search", "jps", {}),
    Rung(CORNERS, "Jump point search on tables", "jump point search on tables", "jpsplus", {}),
    Rung(CORNERS, "Jump-point graph, contracted", "a contracted jump-point graph", "contracted", {}),
    Rung(CORNERS, "Labels of jump points", "labels of jump points", "octile", {}),
    Rung(CORNERS, "Visibility graph", "a visibility graph", "visgraph", {}),
    Rung(CORNERS, "Labels of corners", "labels of corners", "hublabel", {}),
)
NAIVE = RUNGS[:3]

# Racer, and median nanoseconds by map: infinite beyond the timeout; maps without answers for
# another reason are left out. Likewise the median of what it expanded, where that is counted, and
# nanoseconds of preparation.
Step = collections.namedtuple("Step", "rung algo times expanded prepared")


def matches(racer, rung):
    options = dict(option.split("=", 1) for option in racer.options.split(",") if "=" in option)
    return racer.name == rung.back_end and all(
        options.get(name) == value for name, value in rung.options.items())


def took(clicks):
    """The median time of a click: infinite beyond the timeout; None if it has no answer for
    another reason."""
    ns = median_ns(clicks)
    if ns < math.inf:
        return ns
    faults = [click.fault for click in clicks]
    late = faults.count("timeout")
    if late and not {"crash", "memory"} & set(faults):
        late += faults.count("untried")  # given up after timeouts
    return math.inf if 2 * late >= len(clicks) else None


def times_of(clicks):
    """Map -> time of a click there, if known."""
    times = {name: took(mine) for name, mine in by(clicks, MAP).items()}
    return {name: ns for name, ns in times.items() if ns is not None}


def expansions_of(clicks):
    """Map -> nodes that the median search expanded there, if counted."""
    counted = by((click for click in clicks if click.expanded is not None), MAP)
    return {name: statistics.median(click.expanded for click in mine)
            for name, mine in counted.items()}


def steps_of(race):
    """The steps of a race, and the maps that they are on."""
    racing = by_racer(race)
    if not any(matches(race.racers[algo], rung) for rung in NAIVE for algo in racing):
        return [], []
    times = {algo: times_of(mine) for algo, mine in racing.items()}

    def standing_on(rung):
        return [algo for algo in times if matches(race.racers[algo], rung)]
    naive = [algo for rung in NAIVE for algo in standing_on(rung)]
    maps = [name for name in race.maps if any(name in times[algo] for algo in naive)][:MOST_MAPS]
    steps = []
    for rung in RUNGS:
        raced = [algo for algo in standing_on(rung) if any(name in times[algo] for name in maps)]
        if raced:
            mine, expanded = times[raced[0]], expansions_of(racing[raced[0]])
            prepared = race.prepared.get(raced[0], {})
            steps.append(Step(rung, raced[0], *({name: each[name] for name in maps if name in each}
                                                for each in (mine, expanded, prepared))))
    return steps, maps


def patience_ns(race, maps):
    """The time limit, on the map where it is shortest."""
    return 1e9 * min(race.patience[name] for name in maps)


def hardest(steps, maps):
    """The map on which the naive lists are slowest."""
    return max(maps, key=lambda name: max(
        (step.times.get(name, 0) for step in steps if step.rung in NAIVE), default=0))


def at_twenty_seconds(steps, name, limit):
    """The fastest step that still takes 20 seconds on a map; None if all are faster."""
    slow = [step for step in steps if name in step.times
            and min(step.times[name], limit) >= SLOW_NS]
    return min(slow, key=lambda step: step.times[name]) if slow else None


def at_ten_milliseconds(steps, name):
    """The first step of the ladder that takes at most 10 ms on a map, or None."""
    return next((step for step in steps if step.times.get(name, math.inf) <= FAST_NS), None)


def told(ns, limit):
    return f"over {words.duration(limit)}" if math.isinf(ns) else words.duration(ns)


def finding(steps, maps, limit):
    name = hardest(steps, maps)
    slow, fast = at_twenty_seconds(steps, name, limit), at_ten_milliseconds(steps, name)
    top = slow or max((step for step in steps if name in step.times),
                      key=lambda step: step.times[name])
    text = f"On {name}, {top.rung.noun} takes {told(top.times[name], limit)}"
    if not slow:
        text += ", the most of all"
    if not fast:
        return f"{text}; no rung takes less than 10 ms"
    return (f"{text}; the first rung within 10 ms is {fast.rung.noun} "
            f"({told(fast.times[name], limit)})")


def draw_step(axes, row, step, look, maps, limit, edge):
    times = [(name, step.times[name]) for name in maps if name in step.times]
    shown = [min(ns, limit) for _, ns in times]
    if len(shown) > 1:
        axes.plot((min(shown), max(shown)), (row, row), zorder=2, color=look.colour, linewidth=2.2,
                  solid_capstyle="butt", alpha=0.55)
    for name, ns in times:
        if math.isinf(ns):
            axes.annotate("", (edge, row), (limit, row), zorder=2,
                          arrowprops={"arrowstyle": "-|>", "color": look.colour, "linewidth": 2.2,
                                      "shrinkA": 0, "shrinkB": 1})
    for place, (name, ns) in enumerate(times):
        first = name == maps[0]
        axes.plot(min(ns, limit), row, linestyle="none", marker="o" if first else "s", zorder=4,
                  markersize=8.5 if first else 7.5, markeredgewidth=1.4,
                  markerfacecolor=look.colour if first else style.PAPER,
                  markeredgecolor=look.edge)


def draw_key(sheet, y, maps):
    """Explains the markers, above the steps."""
    x = MARGIN + NAMES
    for place, name in enumerate(maps):
        x = sheet.key(x, y, name, marker="os"[place], markersize=8, markeredgewidth=1.4,
                      markerfacecolor=(style.QUIET, style.PAPER)[place])


LATE, EARLY = "#FAF0EE", "#EEF5F0"  # beyond 20 s, within 10 ms


def heads(steps):
    """Step -> whether it is the first of a group."""
    groups = [step.rung.group for step in steps]
    return [place == 0 or group != groups[place - 1] for place, group in enumerate(groups)]


def draw(race):
    steps, maps = steps_of(race)
    if len(steps) < LEAST_RUNGS or not maps:
        raise NothingToDraw(f"{LEAST_RUNGS} rungs of the ladder on one map, a linear or sorted "
                            "open list of astar among them (./run claims ladder)")
    worst = hardest(steps, maps)
    maps = sorted(maps, key=lambda name: name != worst)
    limit = patience_ns(race, maps)
    asked = max(len(group) for group in
                by((click for click in race.clicks if click.map in maps),
                   lambda click: (click.algo, click.map)).values())
    subtitle = (
        f"Time for a click ({words.count(asked, 'far click')} a map, the same for all"
        f"{', median' if asked > 1 else ''}), finished path included, log scale. Don (2022) "
        "reports over 20 seconds before and 10 ms with a flood fill.")
    starts = heads(steps)
    tall = ROW * len(steps) + HEAD * sum(starts)
    sheet = Sheet(race, finding(steps, maps, limit), subtitle, 0.62 + tall + 0.45)
    draw_key(sheet, sheet.top, maps)
    top = sheet.top + 0.62
    width = WIDTH - 2 * MARGIN - NAMES - COLUMN * (len(maps) + 2) - 0.15
    axes = sheet.axes(MARGIN + NAMES, top, width, tall)
    times = [min(ns, limit) for step in steps for ns in step.times.values()]
    low = 10 ** math.floor(math.log10(min(times)) - 0.15)
    edge = 10 ** (math.log10(max(*times, SLOW_NS)) + 0.3)
    log_axis(axes.xaxis, low, edge, words.decade, most=6)
    axes.set(ylim=(tall, 0), yticks=[])
    axes.spines["left"].set_visible(False)
    axes.axvspan(SLOW_NS, edge, color=LATE, zorder=0, linewidth=0)
    axes.axvspan(low, FAST_NS, color=EARLY, zorder=0, linewidth=0)
    for ns in (SLOW_NS, FAST_NS):
        axes.axvline(ns, **style.GUIDE.curve(1.0), zorder=1.5)
        axes.annotate(words.duration(ns), (ns, 1), (0, 4), xycoords=("data", "axes fraction"),
                      ha="center", va="bottom", textcoords="offset points", fontsize=style.TEXT,
                      weight="bold", color=style.QUIET)
    columns = [MARGIN + NAMES + width + 0.1 + COLUMN * (place + 1)
               for place in range(len(maps) + 2)]
    for x, name in zip(columns, [*maps, f"{maps[-1]}, prepared", "nodes expanded"]):
        lines = wrapped(name, COLUMN - 0.08, style.SMALL)
        sheet.text(x, top - 0.07, "\n".join(lines), fontsize=style.SMALL, color=style.QUIET,
                   ha="right", va="bottom")
    y = 0
    for step, start in zip(steps, starts):
        if start:
            sheet.text(MARGIN, top + y + HEAD - 0.05, step.rung.group, fontsize=style.SMALL,
                       color=style.QUIET, va="bottom")
            y += HEAD
        look = style.plain(race.racers[step.algo])
        draw_rung(sheet, axes, top, y + ROW / 2, step, look, maps, limit, edge, columns)
        y += ROW
    return sheet.figure


def draw_rung(sheet, axes, top, y, step, look, maps, limit, edge, columns):
    draw_step(axes, y, step, look, maps, limit, edge)
    sheet.text(MARGIN + 0.12, top + y, step.rung.title, fontsize=style.TEXT, weight="bold",
               va="center")
    texts = [told(step.times[name], limit) if name in step.times else "–" for name in maps]
    prepared, expanded = step.prepared.get(maps[-1]), step.expanded.get(maps[0])
    texts.append("–" if prepared is None else words.duration(prepared))
    texts.append("–" if expanded is None else words.amount(expanded))
    for place, (x, text) in enumerate(zip(columns, texts)):
        last = place >= len(maps)
        sheet.text(x, top + y, text, fontsize=style.SMALL if last else style.TEXT, ha="right",
                   va="center", color=style.QUIET if last else style.INK)
