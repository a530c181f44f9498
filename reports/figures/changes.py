"""Changes: the time from a change of the map to the next path, against the number of events in it.

A racer that updates should cost little after a small change, and never more than one that is
prepared again: the line of its preparation.
"""
from .. import words
from ..rows.measures import NothingToDraw, answered, answering, by
from . import style
from .dynamics import waits
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, decades, log_axis

LEAST_SPAN = 100  # a curve needs a largest change with this many times the events of the smallest
HEIGHT, LEFT, GAP = 4.4, 0.75, 0.3  # inches


def sizes(updates):
    """The place of each change -> the number of its events."""
    found = {}
    for update in updates:
        found[update.click_id] = max(found.get(update.click_id, 0), update.events)
    return found


def curves(race):
    """Racer -> {number of events: nanoseconds of update and first click, of the slowest such change}."""
    updates = by((update for update in race.updates if update.outcome == "ok"),
                 lambda update: update.algo)
    clicks = by((click for click in answering(race) if click.first is not None),
                lambda click: click.algo)
    found = {}
    for algo, mine in updates.items():
        events, times = sizes(mine), {}
        places = sorted(events)
        for click, spent in waits(mine, clicks.get(algo, ())):
            before = [place for place in places if place < click.click_id]
            if spent and before and not click.fault:
                count = events[before[-1]]
                times[count] = max(times.get(count, 0), spent + click.first)
        found[algo] = dict(sorted(times.items()))
    return {algo: curve for algo, curve in found.items()
            if curve and max(curve) >= LEAST_SPAN * min(curve)}


def finding(found):
    most = max(count for curve in found.values() for count in curve)
    ends = sorted((curve[most], algo) for algo, curve in found.items() if most in curve)
    return f"After {most:,} events, the next path takes at most " + words.listing(
        f"{words.duration(ns)} with {algo}" for ns, algo in (ends[0], ends[-1]))


def draw(race):
    found = curves(race)
    if not found:
        raise NothingToDraw("changes of several sizes (footrace clicks --kind changes)")
    looks = style.looks(race.racers)
    prepared = {algo: answered(race)[algo]["ns_prepare"] for algo in found
                if answered(race).get(algo, {}).get("ns_prepare") is not None}
    sheet = Sheet(race, finding(found), "Time of an update and of the first click after it, for the slowest change with this number of events between two clicks, on log scales. Dotted: the time of preparing "
                  "the racer again.", HEIGHT + 0.7)
    axes = sheet.axes(MARGIN + LEFT, sheet.top + 0.1, WIDTH - 2 * MARGIN - LEFT - LEGEND_WIDTH - GAP, HEIGHT)
    times = [ns for curve in found.values() for ns in curve.values()] + list(prepared.values())
    counts = [count for curve in found.values() for count in curve]
    log_axis(axes.yaxis, *decades(times, 1.2), words.decade, most=8)
    log_axis(axes.xaxis, min(counts) / 1.25, max(counts) * 1.25, words.pixels, most=5)
    axes.set(xlabel="events in a change", ylabel="time to the next path")
    for algo, curve in found.items():
        axes.plot(*zip(*curve.items()), zorder=3, **looks[algo].curve(1.7) | looks[algo].points(5))
        if algo in prepared:
            axes.axhline(prepared[algo], linewidth=1, linestyle=":", color=looks[algo].colour)
    sheet.legend([(looks[algo], algo, [f"prepared in {words.duration(prepared[algo])}"]
                   if algo in prepared else []) for algo in found], sheet.top + 0.15)
    return sheet.figure
