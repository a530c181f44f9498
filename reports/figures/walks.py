"""Paths of several racers for the same click, drawn over the map."""
import base64
import math

import numpy

from .. import words
from ..rows.measures import CLICK_ID, NothingToDraw, by
from . import style
from .sheet import LEGEND_WIDTH, MARGIN, WIDTH, Sheet, legend_height

MOST_PANELS = 3
STRAIGHT = 1.01  # a path up to this many times the distance meets no obstacle
MARKS = 3  # markers along a path
ABOVE, BELOW = 0.3, 0.5  # inches around a map
LEAST = 0.5  # of a map's width: no panel shows less
SMOOTH = 4  # dots for one of a thumbnail, in each direction
TANGLED = 8  # a path of this many map widths and heights looks like a filled area


def thumbnail(row):
    """Rows of 1 (walkable) and 0 from the base64 of rows of bits."""
    width, height = row["thumbnail_width"], row["thumbnail_height"]
    stride = (width + 7) // 8
    data = base64.b64decode(row["thumbnail"])
    return [[data[y * stride + x // 8] >> (7 - x % 8) & 1 for x in range(width)]
            for y in range(height)]


def spread(clicks):
    """The longest over the shortest valid path."""
    lengths = [click.length for click in clicks if click.length]
    return max(lengths) / min(lengths)


def worst(race):
    """Queries with paths of two or more racers: for each map the one with the most paths, among
    equals the slowest; straight lines come later and tangled paths last."""
    asked = by((click for click in race.clicks if click.click_id in race.walks), CLICK_ID)
    distances = race.distances()

    def slowest(click_id):
        return max(click.ns for click in asked[click_id] if click.ns < math.inf)

    def dullness(click_id):
        size = race.maps[click_id[0]]
        shortest = distances[click_id]
        if shortest > TANGLED * (size["width"] + size["height"]):
            return 2
        return int(shortest <= STRAIGHT * math.dist(*race.ends[click_id]))
    kept = {click_id: sum(bool(click.length) and click.algo in walks for click in asked[click_id])
            for click_id, walks in race.walks.items()}
    able = [click_id for click_id in kept if kept[click_id] >= 2]
    able.sort(key=lambda click_id: (-kept[click_id], -slowest(click_id)))
    turn = {}
    rank = {}
    for click_id in able:
        rank[click_id] = turn[click_id[0]] = turn.get(click_id[0], -1) + 1
    able.sort(key=lambda click_id: (dullness(click_id), rank[click_id], -slowest(click_id)))
    return [(click_id, asked[click_id]) for click_id in able[:MOST_PANELS]]


def finding(panels):
    click_id, clicks = max(panels, key=lambda panel: spread(panel[1]))
    valid = sorted((click for click in clicks if click.length),
                   key=lambda click: (round(click.length, 3), click.algo))
    if spread(clicks) < 1.0005:
        return f"All paths for a click are equally long ({words.figures(valid[0].length)} pixels)"
    return (f"The path of {valid[-1].algo} is {words.more(spread(clicks))} longer than that of {valid[0].algo} "
            f"for the same click ({click_id[0]}, click {click_id[2]})")


def bundles(race, click_id, clicks):
    """Racers with a kept path, grouped by identical paths, the longest first."""
    lengths = {click.algo: click.length or 0 for click in clicks}
    same = {}
    for algo, points in race.walks[click_id].items():
        if algo in lengths:
            same.setdefault(tuple(points), []).append(algo)
    return sorted(same.items(), key=lambda bundle: -lengths.get(bundle[1][0], 0))


def telling(race, click_id, clicks):
    """The clicks of the three most informative paths: the shortest, the longest and the fastest.
    More lines would hide one another."""
    kept = [click for click in clicks if click.length and click.algo in race.walks[click_id]]
    shown = [min(kept, key=lambda click: (click.length, click.ns)), max(kept, key=lambda click: click.length)]
    others = [click for click in kept if click not in shown]
    return shown + sorted(others, key=lambda click: click.ns)[:1]


def along(points, share):
    """The point of a path after a fraction of its length."""
    legs = [math.dist(a, b) for a, b in zip(points, points[1:])]
    left = share * sum(legs)
    for (ax, ay), (bx, by_), leg in zip(points, points[1:], legs):
        if left <= leg and leg > 0:
            return ax + (bx - ax) * left / leg, ay + (by_ - ay) * left / leg
        left -= leg
    return points[-1]


def entry(click, look, shortest, walked):
    """A racer's part of the legend: length, excess over the shortest, time."""
    if click.fault:
        return look, click.algo, [words.faults([click])]
    if not click.length:
        return look, click.algo, [click.outcome]
    told = f"{words.figures(click.length)} px"
    if click.length > 1.0005 * shortest:
        told += f" (+{words.more(click.length / shortest)})"
    told += f", {words.duration(click.ns)}"
    return look, click.algo, [told if walked else told + "; not kept"]


def framed(size, points, shape=None, least=LEAST):
    """The part of a map to show, at a height / width of shape: the paths with a margin, at least
    a fraction of the map's width. Without a shape, the map's shape; outside the map there is
    rock."""
    shape = shape or size["height"] / size["width"]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = 0.05 * size["width"]
    width = max(max(xs) - min(xs) + 2 * margin, (max(ys) - min(ys) + 2 * margin) / shape,
                size["width"] * least)
    width = min(width, max(size["width"], size["height"] / shape))

    def begin(values, length, extent):
        if length >= extent:
            return (extent - length) / 2
        return min(max(0, (min(values) + max(values) - length) / 2), extent - length)
    left, top = begin(xs, width, size["width"]), begin(ys, width * shape, size["height"])
    return (left, left + width), (top + width * shape, top)


def smoothed(rows):
    """A thumbnail with four times as many dots in each direction, with smoothed stairs in its
    outline."""
    dots = numpy.array(rows, float)
    for axis in (0, 1):
        count = dots.shape[axis]
        fine = (numpy.arange(SMOOTH * count) + 0.5) / SMOOTH - 0.5
        dots = numpy.apply_along_axis(lambda line: numpy.interp(fine, range(count), line), axis,
                                      dots)
    return dots >= 0.5


def draw_ground(axes, size):
    """Draws the map from the thumbnail in its row; returns the thumbnail."""
    rows = thumbnail(size)
    whole = size["thumbnail_width"] == size["width"]
    axes.imshow(rows if whole else smoothed(rows), extent=(0, size["width"], size["height"], 0),
                vmin=0, vmax=1, interpolation="nearest", cmap=style.MAP_COLOURS, aspect="equal")
    axes.set_facecolor(style.WALL)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(True)
    return rows


def draw_ends(axes, ends, size):
    for (x, y), marker, larger in zip(ends, "oX", (0, 1)):
        axes.plot(x + 0.5, y + 0.5, marker=marker, markersize=size + larger, color=style.INK,
                  zorder=6, markeredgecolor=style.PAPER, markeredgewidth=0.14 * size,
                  linestyle="none", clip_on=False)


def draw_walks(axes, walks, looks):
    """Longer paths are drawn wider and below shorter ones; identical paths as dashes in each
    racer's colour."""
    count = sum(len(algos) for _, algos in walks)
    turn = 0
    for place, (points, algos) in enumerate(walks):
        width = 4.6 - 2.6 * place / max(1, len(walks) - 1)
        for member, algo in enumerate(algos):
            look = looks[algo]
            dash = (member * 3.0, (3.0, 3.0 * (len(algos) - 1))) if len(algos) > 1 else "-"
            axes.plot(*zip(*points), color=look.colour, linewidth=width, linestyle=dash,
                      solid_joinstyle="round", dash_capstyle="butt", zorder=2 + place * 0.1)
            marks = [along(points, (mark + (turn + 0.5) / count) / MARKS) for mark in range(MARKS)]
            axes.plot(*zip(*marks), linestyle="none", zorder=4, **look.points(5))
            turn += 1


def draw_map(axes, race, click_id, looks, walks):
    size = race.maps[click_id[0]]
    draw_ground(axes, size)
    axes.tick_params(labelsize=7, length=2)
    draw_walks(axes, walks, looks)
    draw_ends(axes, race.ends[click_id], 9)
    xlim, ylim = framed(size, [point for points, _ in walks for point in points])
    axes.set(xlim=xlim, ylim=ylim)


def draw(race):
    panels = worst(race)
    if not panels:
        raise NothingToDraw("the paths of two racers for one click")
    looks = style.looks(race.racers)
    distances = race.distances()
    width = WIDTH - 2 * MARGIN - LEGEND_WIDTH - 0.75
    places = []  # click_id, legend entries, paths, map height, panel height
    for click_id, clicks in panels:
        shortest = distances[click_id]
        walks = bundles(race, click_id, telling(race, click_id, clicks))
        entries = [entry(click, looks[click.algo], shortest, click.algo in race.walks[click_id])
                   for click in sorted(clicks, key=lambda click: click.length or math.inf)
                   if race.racers[click.algo].name != "null"]
        size = race.maps[click_id[0]]
        tall = min(width * size["height"] / size["width"], width)
        places.append((click_id, entries, walks, tall,
                       max(tall + ABOVE + BELOW, legend_height(entries) + ABOVE)))
    sheet = Sheet(race, finding(panels),
                  "The slowest clicks for which paths of several racers were kept. Drawn are the shortest, the longest "
                  "and the fastest path, from the circle to the cross; axes are in pixels. If several racers have the "
                  "same path, it has dashes in all their colours. In brackets: how much longer than "
                  f"{race.measure_of_distance}.",
                  sum(height for *_, height in places))
    y = sheet.top
    for click_id, entries, walks, tall, height in places:
        axes = sheet.axes(MARGIN + 0.35, y + ABOVE, width, tall)
        axes.set_title(f"{click_id[0]}, click {click_id[2]}", loc="left", fontsize=style.PANEL,
                       weight="bold", parse_math=False)
        draw_map(axes, race, click_id, looks, walks)
        sheet.legend(entries, y + ABOVE)
        y += height
    return sheet.figure
