"""Covert (2016): breadth-first search and A* over a screen of 160 x 120, in immutable Clojure."""
import math
import statistics

from .. import words
from ..rows.measures import median_ns
from . import claim
from .claim import FAILS, HOLDS, HOLDS_IF, UNKNOWN, Claim, Finding, NotMeasured, clicks_of, paired

CELLS, NODES = 19200, 50  # of the screen, and of the polygons that would replace it
SLOW_NS = 1e9 / 60  # a frame


def side(race, name):
    return race.maps[name]["width"]


def pops(race, algo):
    """Side of an open square -> nodes taken off the frontier from corner to corner."""
    counts = {side(race, click.map): click.expanded for click in clicks_of(race, algo)
              if click.expanded and click.outcome == "found"}
    if len(counts) < 3:
        raise NotMeasured(f"fewer than three squares that {algo} crossed")
    return dict(sorted(counts.items()))


def growth(counts):
    """By what factor they grow with each pixel of side, at the end."""
    sides = list(counts)[-4:]
    return (counts[sides[-1]] / counts[sides[0]]) ** (1 / (sides[-1] - sides[0]))


def each_cell_once(race):
    printed, mended = pops(race, "bfs-published"), pops(race, "bfs")
    largest = max(printed)
    rate = growth(printed)
    measured = (f"as printed {printed[largest]:,} nodes for {largest} x {largest} cells, "
                f"{words.factor(rate)} as many for each cell of side; marked when queued, "
                f"{mended[largest]:,}")
    if printed[largest] <= largest ** 2:
        return Finding(HOLDS, measured)
    return Finding(HOLDS_IF if mended[largest] <= largest ** 2 else FAILS, measured,
                   "a cell is marked when it is queued: as printed, nodes multiply")


def too_slow(race):
    printed, mended = clicks_of(race, "bfs-published"), clicks_of(race, "bfs")
    lost = sum(click.fault == "limit" for click in printed)
    ns = median_ns(mended)
    measured = (f"as printed, {lost} of {len(printed)} clicks end at a cap of 1,000,000 nodes; "
                f"marked when queued, the median is {words.duration(ns)}")
    if ns > SLOW_NS:
        return Finding(HOLDS, measured)
    if lost:
        return Finding(HOLDS_IF, measured, "a cell counts as visited only when it is taken")
    return Finding(FAILS, measured)


def first_by_goal(race):
    """A* expands fewer cells than breadth-first search."""
    shares = [guided.expanded / blind.expanded for guided, blind in paired(race, "astar", "bfs")
              if guided.expanded and blind.expanded]
    share = claim.median(shares, "click that both had to search for")
    measured = f"A* expands {words.percent(share, 1)} of the cells of breadth-first search"
    return Finding(HOLDS if share < 0.8 else FAILS, measured + " in the median")


def not_shortest(race):
    pairs = [(mine, best) for mine, best in paired(race, "astar-published", "steps")
             if mine.steps and best.steps]
    if not pairs:
        raise NotMeasured("no click that both walked")
    longer = [mine.steps / best.steps for mine, best in pairs if mine.steps > best.steps]
    grids = {click.map for click, _ in pairs}
    spoilt = {mine.map for mine, best in pairs if mine.steps > best.steps}
    measured = (f"{len(longer)} of {len(pairs)} walks take more steps than needed, on "
                f"{len(spoilt)} of {len(grids)} grids")
    if longer:
        measured += f"; the worst {words.factor(max(longer))} as many"
        return Finding(FAILS, measured)
    return Finding(HOLDS, measured)


def fifty_nodes(race):
    name, row = next(iter(race.maps.items()))
    corners = row["corners"]
    looked = [click.expanded for click in clicks_of(race, "visgraph") if click.expanded]
    cells = [click.expanded for click in clicks_of(race, "bfs") if click.expanded]
    measured = (f"the outline of {name} has {corners} corners to {row['walkable']:,} walkable "
                f"cells; a search looks at {words.figures(statistics.median(looked or [0]))} of "
                f"them in the median, breadth-first search at "
                f"{words.figures(statistics.median(cells or [0]))} cells")
    if corners <= 2 * NODES:
        return Finding(HOLDS, measured)
    if corners * 10 <= row["walkable"]:
        return Finding(HOLDS_IF, measured, "the polygon is drawn or simplified: exact corners are "
                       f"{words.factor(corners / NODES)} as many as was said")
    return Finding(FAILS, measured)


def jerky(race):
    """Turning, in quarter turns, of walks from pixel to pixel against exact ones."""
    def turns(algo):
        return claim.mean((click.turning / (math.pi / 2) for click in clicks_of(race, algo)
                           if click.turning is not None), f"walks of {algo}")
    pixels, exact = turns("astar-published"), turns("visgraph")
    smooth = turns("flood-published")
    measured = (f"walks of the printed A* turn by {words.figures(pixels)} right angles on average, "
                f"smoothed ones of the flood fill by {words.figures(smooth)}, walks over a "
                f"visibility graph by {words.figures(exact)}")
    return Finding(HOLDS if pixels > 1.5 * exact else FAILS, measured)


def immutable(race):
    return Finding(UNKNOWN, "all here is written in C and mutable, so that what immutable "
                   "structures cost in Clojure is not told; the printed A* takes "
                   f"{words.duration(median_ns(clicks_of(race, 'astar-published')))} a click here")


CLAIMS = (
    Claim("each-cell-once", "Covert 2016", "breadth-first search may come to check each of the "
          "19,200 positions", "squares", "nodes-by-size", each_cell_once),
    Claim("bfs-too-slow", "Covert 2016", "breadth-first search is too slow for 160 x 120 pixels",
          "screen", "screen", too_slow),
    Claim("astar-looks-ahead", "Covert 2016", "A* tries the promising cells first and so looks at "
          "fewer", "screen", "screen", first_by_goal),
    Claim("astar-shortest", "Covert 2016", "the printed A* finds the path as breadth-first search "
          "does, only sooner", "noise", "detours", not_shortest),
    Claim("immutable-too-slow", "Covert 2016", "a pixel grid with immutable structures is still "
          "too slow", "screen", "screen", immutable),
    Claim("jerky", "Covert 2016", "walks over pixels are jerky, those over polygons smooth",
          "screen", "screen-walks", jerky),
    Claim("fifty-nodes", "Covert 2016", "some 50 polygon nodes would replace 19,200 cells",
          "screen", "screen", fifty_nodes),
)
