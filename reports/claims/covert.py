"""Covert (2016): breadth-first search and A* over a screen of 160 x 120, in immutable Clojure."""
import math

from .. import words
from ..rows.measures import median_ns
from . import claim
from .claim import FAILS, HOLDS, HOLDS_IF, Finding, NotMeasured, answered, clicks_of, paired

CELLS, NODES = 19200, 50  # of the screen, and of the polygons that would replace it
SLOW_NS = 1e9 / 60  # a frame
OUTLINES = ("simplify-1", "simplify-2", "simplify-4", "simplify-8")


def side(race, name):
    return race.maps[name]["width"]


def pops(race, algo):
    """Side of an open square -> nodes removed from the frontier from corner to corner."""
    counts = {side(race, click.map): click.expanded for click in clicks_of(race, algo)
              if click.expanded and click.outcome == "found"}
    if len(counts) < 3:
        raise NotMeasured(f"fewer than three squares that {algo} crossed")
    return dict(sorted(counts.items()))


def growth(counts):
    """The factor by which they grow with each pixel of side, for the largest squares."""
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
    measured = (f"as printed, {lost} of {len(printed)} clicks end at a limit of 1,000,000 nodes; "
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
    measured = f"in the median, A* expands {words.percent(share, 1)} of the cells of breadth-first search"
    return Finding(HOLDS if share < 0.8 else FAILS, measured)


def not_shortest(race):
    pairs = [(mine, best) for mine, best in paired(race, "astar-published", "steps")
             if mine.steps and best.steps]
    if not pairs:
        raise NotMeasured("no click for which both found a path")
    longer = [mine.steps / best.steps for mine, best in pairs if mine.steps > best.steps]
    grids = {click.map for click, _ in pairs}
    spoilt = {mine.map for mine, best in pairs if mine.steps > best.steps}
    measured = (f"{len(longer)} of {len(pairs)} paths take more steps than needed, on "
                f"{len(spoilt)} of {len(grids)} grids")
    if longer:
        measured += f"; the worst {words.factor(max(longer))} as many"
        return Finding(FAILS, measured)
    return Finding(HOLDS, measured)


def fifty_nodes(race):
    """Nodes of a graph over polygons at different degrees of simplification, on the screen and
    in HD."""
    small = [name for name, row in race.maps.items() if row["width"] * row["height"] == CELLS]
    counts = {name: {algo: max((click.cleared or 0) for click in clicks_of(race, algo, (name,)))
                     for algo in OUTLINES if algo not in race.unprepared
                     or name not in race.unprepared[algo]} for name in race.maps}
    if not small or not all(counts[name] for name in small):
        raise NotMeasured(f"no graph over a screen of {CELLS:,} pixels")
    measured = "nodes: " + "; ".join(
        f"{name} exactly {race.maps[name]['corners']:,}, "
        + words.listing(f"{algo} {nodes:,}" for algo, nodes in each.items())
        for name, each in counts.items())
    fewest = {name: min(each.values()) for name, each in counts.items() if each}
    if all(race.maps[name]["corners"] <= 2 * NODES for name in small):
        return Finding(HOLDS, measured)
    if all(fewest[name] <= 2 * NODES for name in small):
        least = next(algo for algo in OUTLINES
                     if all(counts[name][algo] <= 2 * NODES for name in small))
        hd = "" if all(nodes <= 2 * NODES for nodes in fewest.values()) else ", and not in HD"
        return Finding(HOLDS_IF, measured, f"polygons are drawn, or simplified by "
                       f"{least.removeprefix('simplify-')} pixels or more{hd}")
    return Finding(FAILS, measured)


def half_scale(race):
    """How much time half scale saves, and which paths it loses."""
    saved, lost, asked = [], 0, 0
    for name in ("screen", "walls"):
        pairs = {algo: clicks_of(race, "bfs", (f"{name}-{algo}",)) for algo in ("whole", "half")}
        saved.append(median_ns(answered(pairs["half"])) / median_ns(answered(pairs["whole"])))
        found = {click.index for click in pairs["whole"] if click.length is not None}
        asked += len(found)
        lost += sum(click.index in found and click.length is None for click in pairs["half"])
    measured = (f"at half the scale, breadth-first search takes {words.factor(min(saved))} to "
                f"{words.factor(max(saved))} the time; {lost} of {asked} clicks with a path have none there")
    if max(saved) > 0.7:
        return Finding(FAILS, measured)
    if lost:
        return Finding(HOLDS_IF, measured, "clicks beside walls are moved, as a cell that is partly "
                       "blocked is closed")
    return Finding(HOLDS, measured)


def mutable_queue(race):
    """The printed A* and one with the same moves, costs and heuristic but a mutable heap."""
    printed, mended = clicks_of(race, "astar-published"), clicks_of(race, "queue")
    lost = sum(click.fault == "limit" for click in printed)
    pairs = [pair for pair in paired(race, "astar-published", "queue")
             if max(click.ns for click in pair) < math.inf]
    if not pairs:
        raise NotMeasured("no click that both answered")
    told, sums, worst = [], [], []
    for clicks in zip(*pairs):
        times = [click.ns for click in clicks]
        sums.append(sum(times))
        worst.append(max(times))
        told.append(f"{words.duration(sums[-1] / len(times))} on average, at worst "
                    f"{words.duration(worst[-1])}")
    measured = (f"as printed, with paths copied and no decrease of keys, {told[0]}"
                + (f", and {words.count(lost, 'click')} without an answer" if lost else "")
                + f"; with a mutable heap, parents, and the same costs and estimate {told[1]}")
    if max(click.ns for click in answered(mended)) > SLOW_NS:
        return Finding(FAILS, measured)
    return Finding(HOLDS if sums[1] < sums[0] else FAILS, measured)


def turns(race, algo):
    """The mean turning of paths, in right angles."""
    return claim.mean((click.turning / (math.pi / 2) for click in clicks_of(race, algo)
                       if click.turning is not None), f"paths of {algo}")


def polygons_are_smooth(race):
    mesh, pixels = turns(race, "navmesh"), turns(race, "astar-published")
    measured = (f"paths over a navigation mesh turn by {words.figures(mesh)} right angles on average, "
                f"those of the printed A* by {words.figures(pixels)}")
    return Finding(HOLDS if mesh < pixels / 1.5 else FAILS, measured)


def smoothing_needed(race):
    printed, plain, smoothed, best = (
        turns(race, algo) for algo in ("astar-published", "astar", "smoothed", "visgraph"))
    measured = (f"right angles turned on average: A* as printed {words.figures(printed)}, the shortest "
                f"paths over pixels {words.figures(plain)}, those smoothed {words.figures(smoothed)}, "
                f"the shortest of all {words.figures(best)}")
    return Finding(HOLDS if smoothed < plain / 1.5 else FAILS, measured)


def jerky(race):
    """The turning of paths over pixels against that of exact ones."""
    pixels, exact, smooth = (turns(race, algo)
                             for algo in ("astar-published", "visgraph", "flood-published"))
    measured = (f"paths of the printed A* turn by {words.figures(pixels)} right angles on average, "
                f"smoothed ones of the flood fill by {words.figures(smooth)}, paths over a "
                f"visibility graph by {words.figures(exact)}")
    return Finding(HOLDS if pixels > 1.5 * exact else FAILS, measured)
