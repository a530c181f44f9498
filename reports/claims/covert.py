"""Covert (2016): breadth-first search and A* over a screen of 160 x 120, in immutable Clojure."""
import math
import re

from .. import words
from ..rows.measures import median_ns
from . import claim
from .claim import FAILS, HOLDS, HOLDS_IF, Finding, NotMeasured, answered, by_cases, clicks_of, paired

NODES, AROUND = 50, 1.25  # of the polygons that would replace the screen, and how far "around" reaches
SLOW_NS = 1e9 / 60  # a frame


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
    measured = (f"as printed {printed[largest]:,} nodes for {largest} x {largest} cells; "
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
    """The printed A* against breadth-first search that marks a cell when it queues it."""
    shares = [guided.expanded / blind.expanded for guided, blind in paired(race, "astar-published", "bfs")
              if guided.expanded and blind.expanded]
    share = claim.median(shares, "click that both had to search for")
    more = [each for each in shares if each > 1]
    measured = (f"the printed A* expands {words.percent(share, 1)} of the cells of breadth-first search in the "
                f"median; more on {len(more)} of {len(shares)} clicks")
    if more:
        measured += f", up to {words.factor(max(more))}"
    if share > 0.8:
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF if more else HOLDS, measured, "the way does not lead away from the goal")


def greedy_strays(race):
    """The printed search without the steps so far, each position queued once in both."""
    pairs = [(greedy, both) for greedy, both in paired(race, "greedy", "queued")
             if greedy.steps and both.steps]
    if not pairs:
        raise NotMeasured("no click that both walked")
    longer = [greedy.steps / both.steps for greedy, both in pairs if greedy.steps > both.steps]
    nodes = claim.median((greedy.expanded / both.expanded for greedy, both in pairs
                          if greedy.expanded and both.expanded), "click that both had to search for")
    measured = (f"without the steps so far {len(longer)} of {len(pairs)} paths take more steps"
                + (f", up to {words.factor(max(longer))} as many" if longer else "")
                + f"; they expand {words.factor(nodes)} the nodes in the median")
    return by_cases((greedy.steps > both.steps for greedy, both in pairs), measured, "a wall is in the way")


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
    """Convex cells of the screen, by how many pixels its outline is simplified."""
    cells = {int(name.removeprefix("cells-")): int(re.search(r"union of (\d+) cells", row["reading"])[1])
             for name, row in race.maps.items() if name.startswith("cells-")}
    if not cells:
        raise NotMeasured("no mesh of the screen")
    cuts, counts = zip(*sorted(cells.items()))
    measured = (f"{words.listing(map(str, counts))} convex cells of the screen where its outline is simplified by "
                f"{words.listing(map(str, cuts))} pixels")
    fits = [cut for cut, count in cells.items() if count <= AROUND * NODES]
    return by_cases((cut in fits for cut in cells), measured,
                    f"the outline is simplified by {words.count(min(fits, default=0), 'pixel')} or more")


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


STAGES = {"astar-published": "as printed", "taken": "with cells that were visited dropped",
          "queued": "with each cell queued once", "queue": "and with a path of parents and decreased keys"}


def mutable_queue(race):
    """From the printed A* to one with a mutable queue, one change at a time, click by click."""
    times = {algo: {click.click_id: click.ns for click in clicks_of(race, algo) if click.ns < math.inf}
             for algo in STAGES}
    both = set.intersection(*map(set, times.values()))
    if not both:
        raise NotMeasured("no click that all answered")
    printed = times["astar-published"]
    texts = [f"{name} {words.duration(max(times[algo][each] for each in both))}" for algo, name in STAGES.items()]
    wins = sum(printed[each] < times["queue"][each] for each in both)
    measured = (f"the printed code is faster on {wins} of {len(both)} clicks, but slow on the others; slowest click: "
                f"{'; '.join(texts)}")
    if max(times["queue"].values()) > SLOW_NS or max(times["queue"].values()) > max(printed.values()):
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF if wins else HOLDS, measured, "the slow clicks are meant: what mends them is to visit a "
                   "cell once")


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
    measured = (f"smoothed paths turn by {words.figures(smoothed)} right angles on average; the shortest over pixels "
                f"by {words.figures(plain)}, those of A* as printed by {words.figures(printed)}, the shortest of all by "
                f"{words.figures(best)}")
    return Finding(HOLDS if smoothed < plain / 1.5 else FAILS, measured)


def jerky(race):
    """The turning of paths over pixels against that of exact ones."""
    pixels, exact, smooth = (turns(race, algo)
                             for algo in ("astar-published", "visgraph", "flood-published"))
    measured = (f"paths of the printed A* turn by {words.figures(pixels)} right angles on average; "
                f"smoothed ones of the flood fill by {words.figures(smooth)}, paths over a "
                f"visibility graph by {words.figures(exact)}")
    return Finding(HOLDS if pixels > 1.5 * exact else FAILS, measured)
