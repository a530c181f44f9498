"""Charts that show whether claims hold: those of a report, and rows of figures beside text."""
import collections
import statistics

from .. import words
from ..figures import bars, click_times, distance, lengths, style
from ..rows.measures import NothingToDraw
from . import covert, don, gouveia, ladder
from .claim import NotMeasured

Chart = collections.namedtuple("Chart", "race draw")


def plain(race, algo):
    return style.plain(race.racers[algo])


def fill_against_pixels(race):
    points = don.fills(race)
    slope = don.through_origin(points.values())
    look = plain(race, don.PUBLISHED)
    rows = [bars.Row(name, ns / pixels, f"{pixels:,.0f} pixels in {words.duration(ns)}", look)
            for name, (pixels, ns) in sorted(points.items(), key=lambda item: item[1][0])]
    rates = sorted(row.value for row in rows)
    title = (f"A pixel that the published fill reaches takes "
             f"{words.figures(statistics.median(rates))} ns, the median of {len(rates)} maps, "
             f"{words.figures(rates[0])} to {words.figures(rates[-1])} ns in all")
    reading = ("Don (2022): time is linear in the reachable pixels. If one factor held for all maps, "
               "all dots would lie on the fitted line; their distances from it show what the shape of "
               "a map and the cache cost. Maps are sorted by reachable pixels; dots are medians over "
               "clicks.")
    return bars.draw(race, title, reading, rows, "nanoseconds per pixel reached (log scale)",
                     lambda value: f"{value:g}", log=True,
                     guides=((slope, f"fit, {words.figures(slope)} ns"),))


def bytes_a_pixel(race):
    most = gouveia.per_pixel(race)
    rows = [bars.Row(algo, most[algo], f"{words.figures(most[algo])} B, "
                     f"{words.figures(most[algo] * 2500 ** 2 / 1e6)} MB at 2500²",
                     plain(race, algo)) for algo in sorted(most, key=most.get)]
    under = sum(row.value < gouveia.BYTES_THERE for row in rows)
    title = f"{under} of {len(rows)} back ends hold less than 13 bytes per pixel"
    reading = ("Memory that a back end holds between clicks, on the map where it holds the most. A comment "
               "under Gouveia (2011) counts 13 bytes per coordinate.")
    return bars.draw(race, title, reading, rows, "bytes per pixel", lambda value: f"{value:g}",
                     guides=((gouveia.BYTES_THERE, "13 bytes"),))


def sights(race, title, reading):
    """The share of clicks that each kind of sight answers wrongly; the title takes the shares."""
    rows = []
    for algo, name in (("strict", "as printed, no tolerance"), ("ellipse", "ellipse around edges"),
                       ("all", "tolerance in all tests"), ("exact", "exact lines of sight")):
        wrong, asked, text = gouveia.faults(race, algo)
        rows.append(bars.Row(name, 100 * wrong / asked, text.replace(", ", "\n") or "none",
                             plain(race, algo)))
    return bars.draw(race, title.format(*(words.figures(row.value) for row in rows)), reading
                     + " Wrong answers are paths that leave the drawing, and reachable goals called unreachable.",
                     rows, "clicks answered wrongly", lambda value: f"{value:g} %")


def wrong_answers(race):
    return sights(race, "Of clicks on drawings, {0} % are answered wrongly by printed lines of sight, {1} % with their tolerance, "
                  "{3} % by exact lines of sight",
                  "Clicks on drawn polygons, many of them near or on edges.")


def edge_clicks(race):
    return sights(race, "Of clicks moved to an edge, {0} % are answered wrongly without a tolerance, {2} % with one in "
                  "all tests", "Clicks outside drawn polygons, each moved to the nearest edge.")


def nodes_by_size(race):
    printed, mended = covert.pops(race, "bfs-published"), covert.pops(race, "bfs")
    rows = [bars.Row(f"{side} x {side}", count, f"{count:,} nodes, {mended[side]:,} corrected",
                     plain(race, "bfs"), mended.get(side)) for side, count in printed.items()]
    title = (f"As printed, breadth-first search takes {words.factor(covert.growth(printed))} as "
             "many nodes for each cell added to the side of an open square")
    reading = ("Nodes taken off the frontier from corner to corner of an open square. Filled: as "
               "printed in Covert (2016), where a cell counts as visited when it is taken. Hollow: "
               "a cell is marked when it is queued.")
    return bars.draw(race, title, reading, rows, "nodes (log scale)", lambda value: f"{value:,g}",
                     log=True)


CHARTS = {
    "ladder": Chart("ladder", ladder.draw),
    "fill-against-pixels": Chart("fill", fill_against_pixels),
    "fill-against-distance": Chart("fill", distance.draw),
    "passes": Chart("passes", lengths.draw),
    "bytes-a-pixel": Chart("memory", bytes_a_pixel),
    "drawings": Chart("drawings", click_times.draw),
    "outlines": Chart("outlines", click_times.draw),
    "wrong-answers": Chart("sight", wrong_answers),
    "edge-clicks": Chart("edges", edge_clicks),
    "edge-sets": Chart("edge-sets", click_times.draw),
    "rooms": Chart("rooms", click_times.draw),
    "lists": Chart("lists", click_times.draw),
    "half": Chart("half", click_times.draw),
    "nodes-by-size": Chart("squares", nodes_by_size),
    "screen": Chart("screen", click_times.draw),
}


def drawn(name, race):
    """The figure of a chart; raises NothingToDraw if the race has no rows for it."""
    try:
        return CHARTS[name].draw(race)
    except NotMeasured as missing:
        raise NothingToDraw(str(missing)) from None
