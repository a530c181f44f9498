"""Click times as curves: the fraction of clicks answered within a given time.

A curve ends below 100 % if some clicks have no valid answer: timeouts, limits, crashes and paths
that the validator rejected.
"""
import math

import numpy

from .. import words
from ..rows.measures import NothingToDraw, field, median_ns, order, span_of, times_of, within
from ..rows.ranking import rank
from . import style
from .sheet import Sheet, decades, legend_height, log_axis, mark_time, too_few

STEPS = 400  # of a curve: a quarter of a percent each


def finding(race):
    clicks = field(race)
    algos = list(clicks)
    share = {algo: within(clicks[algo], words.FRAME_NS) / len(clicks[algo]) for algo in algos}
    algos.sort(key=lambda algo: (-share[algo], median_ns(race, algo)))
    perfect = [algo for algo in algos if share[algo] == 1]
    rest = algos[len(perfect):]
    if not rest:
        title = f"{words.everyone(perfect)} every click within a frame"
        median = words.duration(median_ns(race, perfect[0]))
        return title + (f", {perfect[0]} in {median}" if len(perfect) > 1 else f", in {median}")

    def named(algo):
        return f"{algo} {words.percent(within(clicks[algo], words.FRAME_NS), len(clicks[algo]))}"
    shown = rest if len(rest) <= 3 else [rest[0], rest[-1]]
    last = f" (last of {len(algos)})" if len(shown) < len(rest) else ""
    if perfect:
        return (f"{words.everyone(perfect)} every click within a frame; "
                + ", ".join(map(named, shown)) + last)
    best = named(rest[0]).replace(rest[0], f"{rest[0]} answers", 1) + " of clicks within a frame"
    return "; ".join([best] + [", ".join(map(named, shown[1:]))] * (len(shown) > 1)) + last


def time_span(clicks):
    """Limits of a time axis: whole decades that contain all answers, a frame and a second."""
    return decades([*span_of(clicks), words.FRAME_NS, 1e9], 1.2)


def draw_curve(axes, values, look, right, marks):
    """The fraction of clicks up to a value; dotted after the last if some are infinite. If there are more
    than STEPS values, only STEPS are drawn; the curve looks the same."""
    values = numpy.asarray(values)
    times = numpy.sort(values[values < math.inf])
    share, all_answered = 100 / len(values), len(times) == len(values)
    if len(times) > STEPS:
        share *= len(times) / STEPS
        times = times[-(-len(times) * numpy.arange(1, STEPS + 1) // STEPS) - 1]
    times = times.tolist()
    if not times:
        axes.plot((axes.get_xlim()[0], right), (0, 0), clip_on=False, **look.curve(2.0))
        axes.plot(right, 0, clip_on=False, linestyle="none", **look.points(6))
        return
    xs = [times[0]] + times
    ys = [share * rank for rank in range(len(times) + 1)]
    axes.plot(xs, ys, drawstyle="steps-post", clip_on=False, zorder=3, **look.curve(2.0))
    ranks = sorted({len(times)} | {max(1, round(len(times) * (m + 0.5) / marks))
                                   for m in range(marks)})
    axes.plot([times[rank - 1] for rank in ranks], [share * rank for rank in ranks],
              linestyle="none", clip_on=False, zorder=4, **look.points(5.5))
    if not all_answered:
        axes.plot((times[-1], right), (ys[-1], ys[-1]), color=look.colour, linewidth=1,
                  linestyle=(0, (1, 2)), zorder=2)


def share_axis(axes, first):
    axes.set_ylim(0, 100)
    axes.set_yticks((0, 25, 50, 75, 100))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0f} %")
    if first:
        axes.set_ylabel("clicks answered")


def median_note(each):
    """A racer's median and its interval."""
    if math.isinf(each.median):
        return "no answers"
    return f"median {words.duration(each.median)}{words.bounds(each.low, each.high)}"


def notes(each, clicks):
    """The lines under a racer's name in the legend."""
    lines = [f"{words.percent(within(clicks, words.FRAME_NS), len(clicks))} within a frame",
             median_note(each)]
    if any(click.fault for click in clicks):
        lines.append("not answered: " + words.faults(clicks))
    return lines


def draw(race):
    clicks = field(race)
    if not clicks or not race.answer:
        raise NothingToDraw("a racer that answers, and what footrace answer says about it")
    looks, ranking = style.looks(race.racers), rank(race)
    entries = [(looks[each.algo], each.algo, notes(each, clicks[each.algo]))
               for each in ranking.standings]
    some = next(iter(clicks.values()))
    maps = {click.map for click in some}
    noun = "detour" if {click.kind for click in some} == {"detour"} else "click"
    subtitle = (f"Share of {words.count(len(some), noun)} on {words.count(len(maps), 'map')} "
                "answered within a given time, as played; the time includes the finished path. Medians are "
                "means of the maps' medians, with 95 % intervals.")
    if ranking.floor:
        subtitle += f" The harness itself takes {words.duration(ranking.floor)} (null)."
    height = max(5.0, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(race), subtitle, height, too_few(race))
    axes = sheet.panel(height)
    low, high = time_span([click for group in clicks.values() for click in group])
    log_axis(axes.xaxis, low, high, words.decade)
    share_axis(axes, True)
    axes.set_xlabel("time for a click (log scale)")
    mark_time(axes, words.FRAME_NS, "frame, 16.7 ms")
    mark_time(axes, 1e9, "1 s")
    for algo in reversed(order(race, clicks)):
        draw_curve(axes, times_of(clicks[algo]), looks[algo], high, marks=8)
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
