"""Dynamics: the cost of changes of the map between clicks.

A change (all events between two clicks) costs time twice: in the racer's update, and on the first
click after it, as an update may postpone work. Faster clicks must save that time before the next
change.
"""
import collections
import dataclasses
import math
import statistics

from .. import words
from ..rows.measures import NothingToDraw, answered, answering, by, representatives
from . import style
from .sheet import MARGIN, WIDTH, Sheet, decades, log_axis, mark_time

ROW = 0.62
ASIDE = 0.16  # of a row: how far above and below its middle marks lie
NAMES, TELLS = 1.75, 2.45  # inches beside the marks

Cost = collections.namedtuple("Cost", "preparation click")  # nanoseconds


def pays_after(cost, other):
    """The smallest number of clicks at which `cost` is no more than `other`; infinite: never."""
    if cost.preparation + cost.click <= other.preparation + other.click:
        return 1
    if cost.click >= other.click:
        return math.inf
    return math.ceil((cost.preparation - other.preparation) / (other.click - cost.click))


@dataclasses.dataclass(frozen=True)
class Events:
    """The cost of events for a racer, in nanoseconds; medians are those of the answer."""
    update: float  # median
    worst: float  # update
    fresh: bool  # whether the racer prepares again
    first: float  # median first call of the click after an event
    again: float  # median of the same clicks, repeated
    wait: float  # median of updates and first call together
    cost: Cost  # means, of clicks with an answer: what events add to them, and what they cost


def waits(updates, clicks):
    """[(click, nanoseconds of the updates just before it)] for a racer's clicks after events; of an
    update in several rounds, the last."""
    updated = sorted({update.click_id: update.ns for update in updates}.items())
    found, place = [], 0
    for click in sorted(clicks, key=lambda click: click.click_id):
        spent = 0
        while place < len(updated) and updated[place][0] < click.click_id:
            if updated[place][0][:2] == click.click_id[:2]:
                spent += updated[place][1]
            place += 1
        found.append((click, spent))
    return found


def events(updates, clicks, said):
    good = [(click, spent) for click, spent in waits(updates, clicks) if not click.fault]
    if said.get("ns_change") is None or not updates or not good:
        return None
    return Events(
        said["ns_update"], max(update.ns for update in updates), any(update.fresh for update in updates),
        said["ns_first"], said["ns_again"], said["ns_change"],
        Cost(statistics.fmean(spent + max(0, click.first - click.ns) for click, spent in good),
             statistics.fmean(click.ns for click, _ in good)))


def measured(race):
    """Racer that answers -> Events; sorted by the time until the racer answers again."""
    updates = by((update for update in race.updates if update.outcome == "ok"),
                 lambda update: update.algo)
    clicks = by((click for click in answering(race) if click.first is not None),
                lambda click: click.algo)
    found = {algo: events(updates.get(algo, ()), clicks[algo], answered(race).get(algo, {})) for algo in clicks}
    found = {algo: mine for algo, mine in found.items() if mine}
    return dict(sorted(found.items(), key=lambda item: (item[1].wait, item[1].cost)))


def finding(race, found):
    algos = [algo for algo in found if algo in representatives(race, found)]
    shown = algos if len(algos) <= 4 else algos[:2] + algos[-2:]
    return "From a change of the map to the next path: " + words.listing(
        f"{algo} {words.duration(found[algo].wait)}" for algo in shown) + (
            f" (first and last of {len(algos)})" if len(shown) < len(algos) else "")


def sentences(algo, found, base):
    mine = found[algo]
    lines = [f"path after {words.duration(mine.wait)}",
             ("prepared again in " if mine.fresh else "updated in ") + words.duration(mine.update)]
    if algo == base:
        return lines + ["the cheapest with one click per event"]
    clicks = pays_after(mine.cost, found[base].cost)
    return lines + [f"never cheaper than {base}" if math.isinf(clicks) else
                    f"beats {base} from {words.count(clicks, 'click')} per event"]


def draw_row(axes, row, mine, look):
    """Draws the update in the upper half of a row, the clicks after it in the lower half."""
    above, below = row - ASIDE, row + ASIDE
    line = {"color": look.colour, "zorder": 2}
    axes.plot((mine.update, mine.worst), (above, above), linewidth=1.6, **line)
    axes.plot(mine.worst, above, marker="|", markersize=7, **line)
    axes.plot(mine.update, above, zorder=4, **look.points(8.5))
    axes.plot((mine.again, mine.first), (below, below), linewidth=0.9, **line)
    axes.plot(mine.again, below, marker="|", markersize=9, markeredgewidth=2, **line)
    axes.plot(mine.first, below, marker="o", markersize=6.5, markerfacecolor=style.PAPER,
              markeredgecolor=look.colour, markeredgewidth=1.6, zorder=3)


def key(sheet, y):
    """Explains the marks, above them."""
    x = MARGIN + NAMES
    marks = ((("D", style.QUIET, 7), "median update, up to the slowest"), (("o", style.PAPER, 7),
             "next click, first query"), (("|", style.QUIET, 10), "the same click, repeated"))
    for (marker, face, size), meaning in marks:
        x = sheet.key(x, y, meaning, marker=marker, markersize=size, markerfacecolor=face,
                      markeredgewidth=1.6)


def draw(race):
    found = measured(race)
    if not found:
        raise NothingToDraw("a map that changes between clicks (footrace clicks --kind gates or "
                            "movers)")
    looks = style.looks(race.racers)
    changes = {update.click_id for update in race.updates}
    maps = {click_id[0] for click_id in changes}
    base = min(found, key=lambda algo: sum(found[algo].cost))
    sheet = Sheet(race, finding(race, found),
                  f"{words.count(len(changes), 'change')} on {words.count(len(maps), 'map')}: "
                  "median times of an update and of the first click after it. \"Path after\" is both "
                  "together. A racer whose updates are slower can be cheaper if it answers clicks faster: "
                  "the right column shows how many clicks per event this takes, computed from means.", 0.55 + ROW * len(found) + 0.5)
    key(sheet, sheet.top)
    top, width = sheet.top + 0.55, WIDTH - 2 * MARGIN - NAMES - TELLS - 0.2
    axes = sheet.axes(MARGIN + NAMES, top, width, ROW * len(found))
    times = [ns for mine in found.values()
             for ns in (mine.update, mine.worst, mine.first, mine.again) if 0 < ns < math.inf]
    times.append(words.FRAME_NS)
    log_axis(axes.xaxis, *decades(times, 1.2), words.decade, most=6)
    axes.set(ylim=(len(found) - 0.5, -0.5), yticks=[], xlabel="time (log scale)")
    axes.spines["left"].set_visible(False)
    mark_time(axes, words.FRAME_NS, "frame, 16.7 ms")
    for row, (algo, mine) in enumerate(found.items()):
        y = top + ROW * (row + 0.5)
        draw_row(axes, row, mine, looks[algo])
        sheet.row_name(y, algo, NAMES)
        sheet.text(MARGIN + NAMES + width + 0.2, y, "\n".join(sentences(algo, found, base)),
                   fontsize=style.SMALL, va="center")
    return sheet.figure
