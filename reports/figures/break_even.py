"""Break-even: after how many clicks on a map each preparation has paid for itself.

A racer's total grows linearly with the number of clicks: preparation plus a constant per click.
The lowest line at some number of clicks is the cheapest racer there.
"""
import collections
import math
import statistics

from .. import words
from ..rows.measures import NothingToDraw, field
from . import style
from .sheet import Sheet, decades, legend_height, log_axis, text_width, too_few

Cost = collections.namedtuple("Cost", "preparation click")  # nanoseconds: means over maps, clicks
STEPS = 12  # points of a line in each decade of clicks


def costs(race):
    """Racer -> Cost, of racers that were prepared on all maps of the field and answer all
    clicks."""
    found = {}
    for algo, clicks in field(race).items():
        mine = race.prepared.get(algo, {})
        maps = {click.map for click in clicks}
        if maps <= mine.keys() and not any(click.fault for click in clicks):
            found[algo] = Cost(statistics.fmean(mine[name] for name in maps),
                               statistics.fmean(click.ns for click in clicks))
    return found


def plainest(found):
    """The racer with the least preparation."""
    return min(found, key=lambda algo: found[algo])


def pays_after(cost, other):
    """The smallest number of clicks at which cost is no more than other; infinite: never."""
    if cost.preparation + cost.click <= other.preparation + other.click:
        return 1
    if cost.click >= other.click:
        return math.inf
    return math.ceil((cost.preparation - other.preparation) / (other.click - cost.click))


def cheapest(found):
    """[(smallest number of clicks, racer)] for each racer that somewhere has the lowest total."""
    now = min(found, key=lambda algo: (sum(found[algo]), found[algo].click))
    turns = [(1, now)]
    while True:
        quicker = [(pays_after(found[algo], found[now]), found[algo].click, algo)
                   for algo in found if found[algo].click < found[now].click]
        if not quicker:
            return turns
        clicks, _, now = min(quicker)
        turns.append((clicks, now))


def finding(found):
    turns = cheapest(found)
    if len(turns) == 1:
        return f"{turns[0][1]} is the cheapest for any number of clicks, its preparation included"
    later = turns[1:] if len(turns) <= 4 else [turns[1], turns[-1]]
    return (f"Preparation included, {turns[0][1]} is the cheapest for few clicks on a map, "
            + words.listing(f"{algo} from {clicks:,}" for clicks, algo in later))


def notes(algo, found, base):
    cost = found[algo]
    lines = [f"{words.duration(cost.preparation)} + {words.duration(cost.click)} a click"]
    if algo == base:
        return lines + ["the least preparation"]
    clicks = pays_after(cost, found[base])
    return lines + ["never pays" if math.isinf(clicks)
                    else f"pays after {words.count(clicks, 'click')}"]


def total(cost, clicks):
    return cost.preparation + clicks * cost.click


def draw_turns(axes, found, turns, most):
    """The cheapest total, wide and pale, and where it changes hands: a number beside each mark, lower
    with a line to its mark where it would lie on the one before."""
    points, right, below = 72 / axes.figure.dpi, -math.inf, 0
    for place, (clicks, algo) in enumerate(turns):
        end = turns[place + 1][0] if place + 1 < len(turns) else most
        line = counts(clicks, end)
        axes.plot(line, [total(found[algo], n) for n in line], color=style.INK, alpha=0.13,
                  linewidth=9, solid_capstyle="butt", zorder=1.5)
        if place:
            spot, text = (clicks, total(found[algo], clicks)), f"{clicks:,}"
            axes.plot(*spot, marker="o", markersize=5, zorder=6, color=style.INK)
            x, y = points * axes.transData.transform(spot)
            down = max(5, y - below) if x < right else 5
            axes.annotate(text, spot, (6, -down), va="top", textcoords="offset points", fontsize=style.TEXT,
                          weight="bold", zorder=6,
                          arrowprops={"arrowstyle": "-", "color": style.QUIET, "lw": 0.8} if down > 5 else None)
            right = x + 6 + 72 * text_width(text, style.TEXT, "bold") + 4
            below = y - down - 1.4 * style.TEXT


def counts(low, high):
    """Numbers of clicks from low to high, logarithmically spaced."""
    steps = max(1, math.ceil(STEPS * math.log10(high / low))) if high > low else 1
    return [low * (high / low) ** (step / steps) for step in range(steps + 1)]


def draw(race):
    found = costs(race)
    if len(found) < 2:
        raise NothingToDraw("two racers that prepare and answer all clicks")
    base, turns = plainest(found), cheapest(found)
    looks = style.looks(race.racers)
    pays = {algo: pays_after(cost, found[base]) for algo, cost in found.items()}
    last = max([clicks for clicks, _ in turns]
               + [clicks for clicks in pays.values() if clicks < math.inf])
    most = 10 ** math.ceil(math.log10(max(30, 2 * last)))
    algos = sorted(found, key=lambda algo: total(found[algo], most))
    entries = [(looks[algo], algo, notes(algo, found, base)) for algo in algos]
    left_out = [algo for algo in field(race) if algo not in found]
    height = max(4.6, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(found),
                  "Total time of preparing a map and answering clicks on it: means over maps and "
                  "clicks. Pale band: the cheapest racer, and where that changes. Pays: compared "
                  f"with {base}, which prepares least."
                  + (f" Left out because some clicks fail: {words.listing(left_out)}."
                     if left_out else ""), height, too_few(race))
    axes = sheet.panel(height)
    line = counts(1, most)
    log_axis(axes.xaxis, 1, most, words.pixels)
    ends = [total(found[algo], n) for algo in found for n in (1, most)]
    log_axis(axes.yaxis, *decades(ends, 1.05), words.decade)
    axes.set(xlabel="clicks on a map (log scale)", ylabel="preparation and clicks, in all")
    draw_turns(axes, found, turns, most)
    for place, algo in enumerate(reversed(algos)):
        axes.plot(line, [total(found[algo], n) for n in line], zorder=3, clip_on=False,
                  markevery=(place * 3 % 11, 11), **looks[algo].curve(1.7) | looks[algo].points(5.5))
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
