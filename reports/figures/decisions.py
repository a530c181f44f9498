"""The map of decisions: which back end leads for each acceptable load time and slow query.

`footrace answer --regions` computes it; nothing is decided here. Between neighbouring rows that name the same back
ends, borders are straight on logarithmic scales.
"""
import itertools
import math

import numpy
from matplotlib.patches import Polygon

from .. import words
from ..rows.measures import NothingToDraw
from . import style
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, legend_height, log_axis, text_width

TALL, LEFT, GAP = 4.1, 0.75, 0.25  # inches
SMALL_TALL, SMALL_STEP, BETWEEN = 1.2, 1.75, 1.0
HEAD = 8.5  # points, of a small map's title
RING = 5  # cells
CELLS = 120  # along an axis, where names are placed
VARIED = {"memory": lambda count: f"memory {words.size(count)}", "change": lambda ns: f"changes {words.decade(ns)}",
          "queries-per-frame": lambda count: f"{count:.0f} queries a frame"}
LARGE_ENOUGH = 1 / 2000  # of the map: smaller regions are not mentioned


def chains(rows):
    """Neighbouring rows that name the same back ends."""
    return [list(mine) for _, mine in itertools.groupby(rows, lambda row: row["leads"])]


def outlines(drawn):
    """(address, corners) of each region; corners are (load, slow)."""
    mine = chains(drawn["rows"])
    for place, chain in enumerate(mine):
        if place + 1 < len(mine):  # extended to where the next chain begins, which is close
            chain = [*chain, {**chain[-1], "slow": mine[place + 1][0]["slow"]}]
        for number, address in enumerate(chain[0]["leads"]):
            right = [(row["until"][number], row["slow"]) for row in chain]
            left = [(row["until"][number - 1] if number else drawn["load"][0], row["slow"]) for row in chain]
            yield address, left + right[::-1]


def cells(drawn, across=CELLS, down=CELLS):
    """The address that leads in each cell of a grid, from low to high: an array [slow, load]."""
    rows = drawn["rows"]
    low, high = numpy.log(drawn["load"])
    loads = low + (high - low) * (numpy.arange(across) + 0.5) / across
    slows = numpy.geomspace(*drawn["slow"], 2 * down + 1)[1::2]
    known = [row["slow"] for row in rows]
    found = numpy.empty((down, across), object)
    for place, slow in enumerate(slows):
        after = min(max(int(numpy.searchsorted(known, slow)), 1), len(rows) - 1)
        below, above = rows[after - 1], rows[after]
        part = math.log(slow / below["slow"]) / math.log(above["slow"] / below["slow"])
        if below["leads"] != above["leads"]:
            above = below
        borders = (1 - part) * numpy.log(below["until"]) + part * numpy.log(above["until"])
        found[place] = numpy.array(below["leads"], object)[
            numpy.minimum(numpy.searchsorted(borders, loads), len(borders) - 1)]
    return found


def room(free, wide, tall):
    """The middle of a box of free cells, as near as possible to the middle of them all; or None."""
    if wide > free.shape[1] or tall > free.shape[0]:
        return None
    sums = numpy.pad(free.astype(int).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    inside = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide] == wide * tall
    places = numpy.argwhere(inside) + (tall / 2, wide / 2)
    if not len(places):
        return None
    return places[numpy.argmin(numpy.hypot(*(places - numpy.argwhere(free).mean(0)).T))]


def write_names(axes, found, names, inches, size, marked):
    """Names in their regions, as far as there is room; marked: cells that must have no name."""
    down, across = found.shape
    for address, name in names.items():
        free = (found == address) & ~marked
        wide = math.ceil(across * (text_width(name, size, "bold") + 0.12) / inches[0])
        place = room(free, wide, math.ceil(down * 1.7 * size / 72 / inches[1]))
        if place is not None:
            axes.text(place[1] / across, place[0] / down, name, transform=axes.transAxes, ha="center", va="center",
                      fontsize=size, weight="bold", zorder=5, path_effects=style.halo())


def draw_map(axes, drawn, looks, ticks):
    for address, corners in outlines(drawn):
        look = looks[address]
        axes.add_patch(Polygon(corners, facecolor=style.shade(look.colour, 0.35), linewidth=0.6,
                               edgecolor=style.shade(look.colour, 0.35), zorder=2, **look.gid))
    log_axis(axes.xaxis, *drawn["load"], words.decade, ticks)
    log_axis(axes.yaxis, *drawn["slow"], words.decade, ticks)
    axes.grid(False)


def mark_point(axes, regions, drawn, size):
    """Draws a ring around the thresholds; returns the cells that it covers."""
    axes.plot(regions["load"], regions["slow"], marker="o", markersize=size, markerfacecolor=style.PAPER, markeredgecolor=style.INK,
              markeredgewidth=0.25 * size, zorder=6)
    x, y = (part_of(drawn, regions[key], key) * CELLS for key in ("load", "slow"))
    return (abs(numpy.arange(CELLS) - y) < RING)[:, None] & (abs(numpy.arange(CELLS) - x) < RING)[None, :]


def part_of(drawn, value, key):
    low, high = drawn[key]
    return math.log(value / low) / math.log(high / low)


def name_point(axes, regions, drawn, inches):
    """Writes the thresholds beside their point; returns the cells that both take."""
    x, y = (part_of(drawn, regions[key], key) for key in ("load", "slow"))
    text = f"{words.decade(regions['load'])}, {words.decade(regions['slow'])}"
    wide, tall = (text_width(text, style.SMALL) + 0.3) / inches[0], 0.25 / inches[1]
    side = 1 if x + wide < 1 else -1
    axes.annotate(text, (x, y), (side * 9, 0), xycoords="axes fraction", textcoords="offset points", va="center",
                  ha="left" if side > 0 else "right", fontsize=style.SMALL, zorder=6, path_effects=style.halo())
    ends = sorted((x - side * 0.15 / inches[0], x + side * wide))
    across, up = (numpy.arange(CELLS) + 0.5) / CELLS, (numpy.arange(CELLS) + 0.5) / CELLS
    return ((abs(up - y) < tall)[:, None] & ((across > ends[0]) & (across < ends[1]))[None, :])


def undecided(answer, names):
    """A clause to insert behind the leader's name: the other back end of an undecided answer."""
    if not answer.get("undecided"):
        return ""
    if answer["ship"] == answer["leads"]:
        return f", undecided with {names[answer['undecided']]},"
    return f", undecided with {names[answer['ship']]}, which is smaller and ships,"


def finding(regions, found, names, answer):
    def at(load, slow):
        main = regions["maps"][0]
        place = [min(CELLS - 1, int(CELLS * part_of(main, value, key))) for value, key in ((slow, "slow"), (load, "load"))]
        return found[tuple(place)]
    here = at(regions["load"], regions["slow"])
    shares = {address: numpy.mean(found == address) for address in names}
    others = [names[address] for address in sorted(shares, key=shares.get, reverse=True)
              if address != here and shares[address] > LARGE_ENOUGH]
    first = f"{names[here]} leads{undecided(answer, names)}"
    if not others:
        return f"{first} whatever load time and slow query are acceptable"
    return (f"{first} if a load time of {words.decade(regions['load'])} and a slow query of {words.decade(regions['slow'])} are "
            f"acceptable; {words.listing(others)} lead{'s' * (len(others) == 1)} in other parts of the map")


def entries_of(found, names, looks):
    shares = {address: numpy.mean(found == address) for address in names}
    return [(looks[address], names[address],
             [f"leads on {words.percent(share, 1)} of the large map" if share else "leads on a small map only"])
            for address, share in sorted(shares.items(), key=lambda each: -each[1])]


def draw(race):
    regions = race.regions
    if not regions or not regions["maps"][0]["rows"]:
        raise NothingToDraw("what footrace answer --regions prints for these results")
    algos = {each["address"]: each["algo"] for each in race.answer["candidates"]}
    known = style.looks(race.racers)
    names = {address: algos[address] for drawn in regions["maps"] for row in drawn["rows"] for address in row["leads"]}
    if not set(names.values()) <= known.keys():
        raise NothingToDraw("all racers of the answer")
    looks = {address: known[algo] for address, algo in names.items()}
    main, small = regions["maps"][0], regions["maps"][1:]
    found = cells(main)
    entries = entries_of(found, names, looks)
    columns = 4 if len(small) == 4 else 3
    rows = -(-len(small) // columns)
    height = max(TALL + BETWEEN + rows * SMALL_STEP, legend_height(entries) + 0.2)
    sheet = Sheet(race, finding(regions, found, algos | names, race.answer),
                  "Which back end leads for each acceptable load time and slow query: the thresholds up to which "
                  "they cost nothing. The ring marks the thresholds of this answer. Each small map changes one "
                  "threshold, or has more queries in a frame.", height)
    wide = WIDTH - 2 * MARGIN - LEGEND_WIDTH - 0.3 - LEFT
    axes = sheet.axes(MARGIN + LEFT, sheet.top + 0.1, wide, TALL)
    draw_map(axes, main, looks, 8)
    axes.set(xlabel="acceptable load time", ylabel="acceptable slow query")
    taken = mark_point(axes, regions, main, 7) | name_point(axes, regions, main, (wide, TALL))
    write_names(axes, found, names, (wide, TALL), style.PANEL, taken)
    each = (wide - GAP * (columns - 1)) / columns
    for place, drawn in enumerate(small):
        row, column = divmod(place, columns)
        axes = sheet.axes(MARGIN + LEFT + column * (each + GAP), sheet.top + TALL + BETWEEN + row * SMALL_STEP, each,
                          SMALL_TALL)
        draw_map(axes, drawn, looks, 2)
        axes.tick_params(labelleft=column == 0)
        axes.set_title(VARIED[drawn["quantity"]](drawn["value"]), loc="left", fontsize=HEAD, weight="bold")
        taken = mark_point(axes, regions, drawn, 4)
        write_names(axes, cells(drawn), names, (each, SMALL_TALL), 7.5, taken)
    sheet.legend(entries, sheet.top + 0.15)
    return sheet.figure
