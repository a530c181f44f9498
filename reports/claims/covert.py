"""Covert (2016): breadth-first search and A* over a screen of 160 x 120, in immutable Clojure."""
import math
import re

from .. import words
from . import claim
from .claim import FAILS, HOLDS, HOLDS_IF, Finding, NotMeasured, answered, by_cases, clicks_of, median_ns, paired

NODES, AROUND = 50, 1.25  # nodes of the polygons that would replace the screen; "around": at most this factor above


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
    """The factor by which counts grow with each pixel added to the side, for the largest squares."""
    sides = list(counts)[-4:]
    return (counts[sides[-1]] / counts[sides[0]]) ** (1 / (sides[-1] - sides[0]))


def each_cell_once(race):
    printed, mended = pops(race, "bfs-published"), pops(race, "bfs")
    largest = max(printed)
    rate = growth(printed)
    measured = (f"as printed, the search takes {printed[largest]:,} nodes for {largest} x {largest} cells; it takes "
                f"{words.factor(rate)} as many for each cell by which the side grows; if cells are marked when queued, "
                f"it takes {mended[largest]:,}")
    if printed[largest] <= largest ** 2:
        return Finding(HOLDS, measured)
    return Finding(HOLDS_IF if mended[largest] <= largest ** 2 else FAILS, measured,
                   "a cell is marked when it is queued: as printed, nodes multiply")


def too_slow(race):
    printed, mended = clicks_of(race, "bfs-published"), clicks_of(race, "bfs")
    lost = sum(click.fault == "limit" for click in printed)
    ns = median_ns(mended)
    measured = (f"as printed, {lost} of {len(printed)} clicks end at a limit of 1,000,000 nodes; "
                f"if cells are marked when queued, the median time is {words.duration(ns)}")
    if ns > words.FRAME_NS:
        return Finding(HOLDS, measured)
    if lost:
        return Finding(HOLDS_IF, measured, "a cell counts as visited only when it leaves the queue")
    return Finding(FAILS, measured)


def first_by_goal(race):
    """The printed A* compared with breadth-first search that marks a cell when it queues it."""
    shares = [guided.expanded / blind.expanded for guided, blind in paired(race, "astar-published", "bfs")
              if guided.expanded and blind.expanded]
    share = claim.median(shares, "click that both had to search for")
    more = [each for each in shares if each > 1]
    measured = (f"the printed A* expands a median of {words.percent(share, 1)} of the cells that breadth-first search "
                f"expands; on {len(more)} of {len(shares)} clicks it expands more")
    if more:
        measured += f", up to {words.factor(max(more))} as many"
    if share > 0.8:
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF if more else HOLDS, measured, "the path does not lead away from the goal")


def walked(race, one, other):
    """Pairs of clicks for which both found a path."""
    pairs = [pair for pair in paired(race, one, other) if pair[0].steps and pair[1].steps]
    if not pairs:
        raise NotMeasured("no click for which both found a path")
    return pairs


def greedy_strays(race):
    """The printed search, and the same without counting the steps so far; each queues a position once."""
    pairs = walked(race, "greedy", "queued")
    longer = [greedy.steps / both.steps for greedy, both in pairs if greedy.steps > both.steps]
    nodes = claim.median((greedy.expanded / both.expanded for greedy, both in pairs
                          if greedy.expanded and both.expanded), "click that both had to search for")
    measured = (f"without counting the steps so far, {len(longer)} of {len(pairs)} paths take more steps"
                + (f", up to {words.factor(max(longer))} as many" if longer else "")
                + f"; the search expands a median of {words.factor(nodes)} as many nodes")
    return by_cases((greedy.steps > both.steps for greedy, both in pairs), measured, "a wall is in the way")


def not_shortest(race):
    pairs = walked(race, "astar-published", "steps")
    longer = [mine.steps / best.steps for mine, best in pairs if mine.steps > best.steps]
    grids = {click.map for click, _ in pairs}
    spoilt = {mine.map for mine, best in pairs if mine.steps > best.steps}
    measured = (f"{len(longer)} of {len(pairs)} paths take more steps than needed, on "
                f"{len(spoilt)} of {len(grids)} grids")
    if longer:
        measured += f"; the worst takes {words.factor(max(longer))} as many"
        return Finding(FAILS, measured)
    return Finding(HOLDS, measured)


def fifty_nodes(race):
    """Convex cells of the screen, by how many pixels its outline is simplified."""
    cells = {int(name.removeprefix("cells-")): int(re.search(r"union of (\d+) cells", row["reading"])[1])
             for name, row in race.maps.items() if name.startswith("cells-")}
    if not cells:
        raise NotMeasured("no mesh of the screen")
    cuts, counts = zip(*sorted(cells.items()))
    measured = (f"the screen has {words.listing(map(str, counts))} convex cells if its outline is simplified to within "
                f"{words.listing(map(str, cuts))} pixels")
    fits = [cut for cut, count in cells.items() if count <= AROUND * NODES]
    return by_cases((cut in fits for cut in cells), measured,
                    f"the outline is simplified to within {words.count(min(fits, default=0), 'pixel')} or more")


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
                f"{words.factor(max(saved))} the time; {lost} of {asked} clicks that have a path at full scale have none at half scale")
    if max(saved) > 0.7:
        return Finding(FAILS, measured)
    if lost:
        return Finding(HOLDS_IF, measured, "clicks beside walls are moved, because a partly blocked cell is "
                       "closed")
    return Finding(HOLDS, measured)


STAGES = {"astar-published": "as printed", "taken": "with visited cells dropped",
          "queued": "with each cell queued once", "queue": "with parents instead of copied paths, and decreased keys, too"}


def mutable_queue(race):
    """From the printed A* to one with a mutable queue, one change at a time, click by click."""
    times = {algo: {click.click_id: click.ns for click in clicks_of(race, algo) if click.ns < math.inf}
             for algo in STAGES}
    both = set.intersection(*map(set, times.values()))
    if not both:
        raise NotMeasured("no click was answered by all back ends")
    printed = times["astar-published"]
    texts = [f"{words.duration(max(times[algo][each] for each in both))} {name}" for algo, name in STAGES.items()]
    wins = sum(printed[each] < times["queue"][each] for each in both)
    measured = (f"the printed code is faster on {wins} of {len(both)} clicks, but slow on the others; the slowest click takes "
                f"{'; '.join(texts)}")
    if max(times["queue"].values()) > words.FRAME_NS or max(times["queue"].values()) > max(printed.values()):
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF if wins else HOLDS, measured, "slow clicks are meant: they become fast if each cell is "
                   "visited once")


def turning(race, subject, names, bound):
    """Whether `bound` holds for the right angles by which paths of each racer turn on average; the first racer comes first."""
    mine, *others = (claim.mean((2 * click.turning / math.pi for click in clicks_of(race, algo)
                                 if click.turning is not None), f"paths of {algo}") for algo in names)
    measured = f"{subject} turn by {words.figures(mine)} right angles on average; " + ", ".join(
        f"{name} by {words.figures(other)}" for name, other in zip(list(names.values())[1:], others))
    return Finding(HOLDS if bound(mine, *others) else FAILS, measured)


def polygons_are_smooth(race):
    return turning(race, "paths over a navigation mesh", {"navmesh": "", "astar-published": "those of the printed A*"},
                   lambda mesh, pixels: mesh < pixels / 1.5)


def smoothing_needed(race):
    return turning(race, "smoothed paths", {
        "smoothed": "", "astar": "the shortest over pixels", "astar-published": "those of the printed A*",
        "visgraph": "the shortest any-angle paths"}, lambda smoothed, plain, printed, best: smoothed < plain / 1.5)


def jerky(race):
    return turning(race, "paths of the printed A*", {
        "astar-published": "", "visgraph": "those over a visibility graph", "flood-published": "smoothed paths of the fill"},
        lambda pixels, exact, smooth: pixels > 1.5 * exact)
