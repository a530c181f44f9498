"""The paths of all racers for the same click, side by side, as a player would see them.

One click is shown for each map: among those with a visible length, one with the most paths, and
among these the one with the largest ratio of the longest path to the shortest; maps are sorted
by the same criteria. Racers with identical paths share a panel.
"""
import math

import numpy
from matplotlib.collections import LineCollection

from .. import words
from ..rows.measures import CLICK_ID, NothingToDraw, by
from . import style
from .sheet import MARGIN, WIDTH, Sheet, wrapped
from .walks import STRAIGHT, TANGLED, bundles, draw_ends, draw_ground, framed, spread

MOST_CLICKS, MOST_PANELS, COLUMNS = 2, 12, 4
GAP, ABOVE, BELOW = 0.16, 0.34, 0.62  # inches between panels, above a click, below a panel
LEAST = 0.2  # of a map's width: no panel shows less
LOW, HIGH = 0.5, 0.85  # height over width of a panel, which is that of its walks if it can
SAMPLES = 2000  # places along a walk that are looked at for walls


def telling(race):
    """Queries with at least two valid paths, and the clicks of racers whose paths were kept;
    without those that are almost straight, or too long to be visible."""
    asked = by((click for click in race.clicks if click.click_id in race.walks), CLICK_ID)
    distances = race.distances()
    best = {}
    for click_id, walks in race.walks.items():
        clicks = [click for click in asked[click_id]
                  if click.algo in walks and click.ratio is not None]
        valid = [click for click in clicks if click.length]
        if len(valid) < 2:
            continue
        size = race.maps[click_id[0]]
        straight = math.dist(*race.ends[click_id])
        if not STRAIGHT * straight < distances[click_id] < TANGLED / 4 * (
                size["width"] + size["height"]):
            continue
        # First what can be seen, and what most racers walked, or the slow ones' worst clicks, of
        # which nobody else's walk was kept, would crowd out the rest.
        rank = distances[click_id] >= LEAST * size["width"], len(clicks), spread(valid)
        if click_id[0] not in best or rank > best[click_id[0]][0]:
            best[click_id[0]] = rank, click_id, clicks
    chosen = sorted(best.values(), key=lambda item: item[0], reverse=True)[:MOST_CLICKS]
    return [(click_id, clicks) for _, click_id, clicks in chosen]


def finding(click_id, clicks):
    """Which racer turns least and most on the first click, and how much longer the longest path
    is."""
    turned = sorted((click for click in clicks
                     if click.length and click.legal is not False and click.turns is not None),
                    key=lambda click: (click.turns, click.length, click.algo))
    where = f"{click_id[0]}, click {click_id[2]}"
    if not turned or turned[0].turns == turned[-1].turns:
        return f"Every racer's path for one click ({where})"
    least, most = turned[0], turned[-1]
    return (f"One click ({where}): {least.algo}'s path has "
            f"{words.count(least.turns, 'turn')}, {most.algo}'s {most.turns}")


def parts(points, mask, size):
    """The path in short pieces, and for each whether it lies on a wall of the drawn map."""
    legs = numpy.array(points, float)
    lengths = numpy.hypot(*numpy.diff(legs, axis=0).T)
    along = numpy.concatenate(([0.0], numpy.cumsum(lengths)))
    places = numpy.union1d(numpy.linspace(0, along[-1], SAMPLES), along)
    xy = numpy.column_stack([numpy.interp(places, along, legs[:, axis]) for axis in (0, 1)])
    middle = (xy[1:] + xy[:-1]) / 2
    columns = (middle[:, 0] * mask.shape[1] / size["width"]).astype(int).clip(0, mask.shape[1] - 1)
    rows = (middle[:, 1] * mask.shape[0] / size["height"]).astype(int).clip(0, mask.shape[0] - 1)
    return numpy.stack((xy[:-1], xy[1:]), axis=1), mask[rows, columns] == 0


def draw_walk(axes, points, look, invalid, mask, size):
    """Draws the path over a paper rim; invalid pieces on walls get the alarm colour."""
    axes.plot(*zip(*points), color=style.PAPER, linewidth=4.2, zorder=3, solid_joinstyle="round")
    axes.plot(*zip(*points), color=look.colour, linewidth=2.2, zorder=3.1, solid_joinstyle="round")
    if invalid and len(points) > 1:
        pieces, walled = parts(points, mask, size)
        axes.add_collection(LineCollection(pieces[walled], colors=style.ALARM, linewidths=4.2,
                                           zorder=3.2, capstyle="round"))


def caption(click, shortest):
    """The length, and the turns or the fault of a path; and whether it is a fault."""
    length = f"{words.figures(click.ratio * click.optimum if click.optimum else click.length)} px"
    if click.length and click.length > 1.0005 * shortest:
        length += f" (+{words.more(click.length / shortest)})"
    if click.fault == "invalid":
        return length, "through walls", True
    if click.legal is False:
        return length, "cuts corners", True
    if click.turns is None:
        return length, "", False
    return length, words.count(click.turns, "turn"), False


def draw_panel(sheet, axes, race, click_id, walk, others, looks, clicks, place):
    """Draws one path on a part of the map, the others as thin lines below it."""
    points, algos = walk
    x, y, width = place
    size = race.maps[click_id[0]]
    mask = numpy.array(draw_ground(axes, size))
    for other in others:
        axes.plot(*zip(*other), color=style.QUIET, linewidth=0.7, zorder=2.5)
    click = clicks[algos[0]]
    draw_walk(axes, points, looks[algos[0]], click.fault == "invalid", mask, size)
    draw_ends(axes, race.ends[click_id], 5.5)
    axes.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
    name = wrapped(words.listing(algos), width - 0.2, style.SMALL, "bold")
    name = name[0] + ("…" if len(name) > 1 else "")
    sheet.line((x + 0.06,), (y + 0.15,), **looks[algos[0]].points(5.5))
    sheet.text(x + 0.18, y + 0.15, name, fontsize=style.SMALL, weight="bold", va="center")
    length, turns, alarm = caption(click, race.distances()[click_id])
    sheet.text(x, y + 0.28, length, fontsize=style.SMALL)
    sheet.text(x + width, y + 0.28, turns, fontsize=style.SMALL, ha="right",
               color=style.ALARM if alarm else style.INK, weight="bold" if alarm else "normal")


def walks_of(race, click_id, clicks):
    """Paths with their racers, the shortest first, illegal ones last."""
    places = {algo: place for place, algo in enumerate(race.racers)}
    walks = [(points, sorted((algo for algo in algos if algo in clicks), key=places.get))
             for points, algos in bundles(race, click_id, list(clicks.values()))]

    def rank(walk):
        click = clicks[walk[1][0]]
        return click.length is None, round(click.length or 0, 3), places[click.algo]
    return sorted((walk for walk in walks if walk[1]), key=rank)[:MOST_PANELS]


def shape_of(walks):
    """Height / width of a panel that fits around them."""
    extents = numpy.ptp([point for points, _ in walks for point in points], axis=0)
    return float(numpy.clip(extents[1] / max(extents[0], 1), LOW, HIGH))


def draw(race):
    chosen = telling(race)
    if not chosen:
        raise NothingToDraw("the paths of two racers for one click, which are not straight")
    looks = style.looks(race.racers)
    width = (WIDTH - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS
    rooms = []  # click_id, clicks by racer, walks, panel height, height of it all
    for click_id, clicks in chosen:
        mine = {click.algo: click for click in clicks}
        walks = walks_of(race, click_id, mine)
        tall = width * shape_of(walks)
        rooms.append((click_id, mine, walks, tall,
                      ABOVE + -(-len(walks) // COLUMNS) * (tall + BELOW)))
    invalid = any(mine[walk[1][0]].fault == "invalid" for _, mine, walks, *_ in rooms
                  for walk in walks)
    sheet = Sheet(race, finding(*chosen[0]),
                  "One long click on each map, the one for which the paths of most racers differ most in "
                  "length. Paths lead from the circle to the cross; the shortest comes first, and thin "
                  "lines are the other racers' paths. In brackets: how much longer than "
                  f"{race.measure_of_distance}. Racers with the same path share a picture."
                  + (" Red: on a wall." if invalid else ""),
                  sum(height for *_, height in rooms))
    top = sheet.top
    for click_id, mine, walks, tall, height in rooms:
        sheet.text(MARGIN, top + 0.05, f"{click_id[0]}, click {click_id[2]}",
                   fontsize=style.PANEL, weight="bold")
        xlim, ylim = framed(race.maps[click_id[0]], [point for points, _ in walks
                                                     for point in points], tall / width, LEAST)
        for index, walk in enumerate(walks):
            row, column = divmod(index, COLUMNS)
            x, y = MARGIN + column * (width + GAP), top + ABOVE + row * (tall + BELOW)
            axes = sheet.axes(x, y, width, tall)
            others = [points for points, _ in walks if points is not walk[0]]
            draw_panel(sheet, axes, race, click_id, walk, others, looks, mine,
                       (x, y + tall, width))
            axes.set(xlim=xlim, ylim=ylim)
        top += height
    return sheet.figure
