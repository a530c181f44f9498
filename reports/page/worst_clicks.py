"""The slowest clicks of each racer, drawn on their maps: failures first, then the slowest."""
import base64
import dataclasses
import math

import numpy
from markupsafe import Markup
from PIL import Image

from .. import words
from ..figures import style
from ..rows.measures import by, by_racer, times_of
from ..words import FAULTS
from . import inked
from .figure import detour, figure

MOST = 4
FINEST = 400  # points of a path that are closer than the drawn width divided by this become one
MARGIN = 0.03  # of a drawing's width around it, for ends at the edge of a map
LEAST = 0.5  # of a map's width: no drawing shows less
TANGLED = 8  # a path of this many map widths and heights looks like a filled area
SHORTER = 0.999  # a path of another racer is shown if it is this much shorter


@dataclasses.dataclass(frozen=True)
class Card:
    click: object
    drawing: Markup
    time: object  # Figure, or what went wrong
    walk: Markup


def key_of(click):
    """Identifies the click that a figure belongs to: racer and click, separated by tabs."""
    return "\t".join((click.algo, *map(str, click.click_id)))


def thumbnail(row):
    """Rows of 1 (walkable) and 0 from the base64 of rows of bits."""
    width, height = row["thumbnail_width"], row["thumbnail_height"]
    stride = (width + 7) // 8
    data = base64.b64decode(row["thumbnail"])
    return [[data[y * stride + x // 8] >> (7 - x % 8) & 1 for x in range(width)]
            for y in range(height)]


def picture(row, wall, floor):
    """A map's thumbnail in two colours, as PNG."""
    rows = thumbnail(row)
    image = Image.new("P", (row["thumbnail_width"], row["thumbnail_height"]))
    image.putpalette([int(colour[place:place + 2], 16) for colour in (wall, floor)
                      for place in (1, 3, 5)])
    image.putdata([value for line in rows for value in line])
    return inked.png(image)


def symbols(race, maps):
    """The maps' pictures, by day and by night, shared by all drawings."""
    parts = []
    for name in maps:
        row = race.maps[name]
        for time, wall, floor in (("day", style.WALL, style.FLOOR),
                                  ("night", *map(inked.dark_hex, (style.WALL, style.FLOOR)))):
            parts.append(Markup('<image id="{}" class="by-{}" width="{}" height="{}" '
                                'preserveAspectRatio="none" href="{}"/>').format(
                symbol(race, name, time), time, row["width"], row["height"],
                inked.data_address(picture(row, wall, floor))))
    return Markup("").join(parts)


def symbol(race, name, time):
    return f"map-{list(race.maps).index(name)}-{time}"


def thinned(points, width):
    """A path's points without those too close to be visible at this width."""
    least = width / FINEST
    kept = [points[0]]
    for point in points[1:-1]:
        if math.dist(point, kept[-1]) >= least:
            kept.append(point)
    kept.append(points[-1])
    return kept


def line(points, width):
    """A path as the path data (d) of an SVG path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in thinned(points, width))


def spot(point, look):
    x, y = point
    return Markup('<path class="{}" d="M{:.1f} {:.1f}h0"/>').format(look, x, y)


def shortest_other(race, click, asked):
    """Another racer's kept path that is legal and clearly shorter, or None."""
    kept = race.paths.get(click.click_id, {})
    able = [other for other in asked[click.click_id]
            if other.algo != click.algo and other.length and other.legal and other.algo in kept]
    best = min(able, key=lambda other: other.length, default=None)
    mine = click.length if click.legal else None
    if best and (mine is None or best.length < SHORTER * mine):
        return best
    return None


def framed(size, points):
    """The part of a map to show, in the map's shape: the paths with a margin, at least a fraction of the
    map's width; outside the map there is rock."""
    shape = size["height"] / size["width"]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = 0.05 * size["width"]
    width = max(max(xs) - min(xs) + 2 * margin, (max(ys) - min(ys) + 2 * margin) / shape,
                size["width"] * LEAST)
    width = min(width, max(size["width"], size["height"] / shape))

    def begin(values, length, extent):
        if length >= extent:
            return (extent - length) / 2
        return min(max(0, (min(values) + max(values) - length) / 2), extent - length)
    left, top = begin(xs, width, size["width"]), begin(ys, width * shape, size["height"])
    return (left, left + width), (top + width * shape, top)


def draw(race, click, other, palette, look, around=()):
    """A click of a racer, and the path of another; around: more points that the frame holds."""
    row = race.maps[click.map]
    kept = race.paths.get(click.click_id, {})
    ends = [(x + 0.5, y + 0.5) for x, y in race.ends[click.click_id]]
    mine, theirs = kept.get(click.algo), kept.get(other.algo) if other else None
    (left, right), (bottom, top) = framed(row, [*ends, *(mine or ()), *(theirs or ()), *around])
    width, height = right - left, bottom - top
    margin = MARGIN * width
    tangled = click.length and click.length > TANGLED * (width + height)
    parts = [Markup('<use href="#{}"/><use href="#{}"/>').format(
        *(symbol(race, click.map, time) for time in ("day", "night")))]
    if theirs:
        parts.append(Markup('<path class="other" d="{}"/>').format(line(theirs, width)))
    if mine:
        parts.append(Markup('<path class="walk{}" style="stroke:{}" d="{}"/>').format(
            " tangle" if tangled else "", palette.variable(look.colour), line(mine, width)))
    parts += [spot(ends[0], "start"), spot(ends[1], "goal"), spot(ends[1], "eye")]
    return Markup('<svg viewBox="{:.1f} {:.1f} {:.1f} {:.1f}" role="img" '
                  'aria-label="Path of {} for click {} on {}">{}</svg>').format(
        left - margin, top - margin, width + 2 * margin, height + 2 * margin,
        click.algo, click.index, click.map, Markup("").join(parts))


def time_words(click):
    if click.fault:
        return FAULTS[click.fault][0]
    return figure(words.duration, click.ns, key_of(click), "click")


def path_words(click, other, walked):
    parts = []
    if click.length is not None:
        parts.append(Markup("{} px").format(
            figure(words.figures, click.length, key_of(click), "length")))
    if click.ratio is not None:
        parts.append(figure(detour, click.ratio, key_of(click), "ratio"))
    if click.outcome == "unreachable":
        parts.append("unreachable")
    if not walked and click.length is not None:
        parts.append("path not kept")
    if other:
        parts.append(f"dashed: {other.algo}")
    return Markup(", ").join(parts)


def worst(clicks):
    least = numpy.sort(times_of(clicks))[-MOST:][0]
    return sorted((click for click in clicks if click.ns >= least),
                  key=lambda click: (-click.ns, click.click_id))[:MOST]


def cards(race, palette):
    """Racer -> cards of its worst clicks; and the maps that they are on."""
    looks = style.looks(race.racers)
    mine = {algo: worst(clicks) for algo, clicks in by_racer(race).items()}
    wanted = {click.click_id for clicks in mine.values() for click in clicks}
    asked = by((click for click in race.clicks if click.click_id in wanted),
               lambda click: click.click_id)
    drawn = {}
    for algo, clicks in mine.items():
        drawn[algo] = []
        for click in clicks:
            other = shortest_other(race, click, asked)
            kept = not race.paths or algo in race.paths.get(click.click_id, {})
            drawn[algo].append(Card(click, draw(race, click, other, palette, looks[algo]),
                                    time_words(click), path_words(click, other, kept)))
    used = {click.map for clicks in mine.values() for click in clicks}
    used |= {click_id[0] for click_id in race.paths}
    return drawn, symbols(race, [name for name in race.maps if name in used])
