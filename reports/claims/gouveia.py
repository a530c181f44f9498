"""Gouveia (2011) and its commenters: points of visibility on drawn polygons."""
import collections
import math
import statistics

from .. import words
from . import claim
from .claim import (FAILS, HOLDS, HOLDS_IF, NEVER_CAME, Finding, NotMeasured, answered, by_cases, by_map, by_place,
                    clicks_of, median_ns, paired, time_of, wrong_text)

BYTES_THERE = 13  # per coordinate, according to a comment under Gouveia 2011
LARGE = 20000
A_FEW = 0.01  # of the clicks: at most this many are "a few"
CHEAPER = 1.5  # the factor from which one time counts as less than another
SLOWER = 1.1  # the factor from which one time counts as slower
CLOSED = 0.8  # where corridors closed, a component keeps at most this part of its share of the floor
NOISE = "tiles-noise"  # the quadtree's map without open floor


def pixels_of(race, name):
    return race.maps[name]["width"] * race.maps[name]["height"]


def per_pixel(race):
    """Back end -> bytes per pixel, on the map where it takes the most."""
    most = {}
    for algo, kept in race.memory.items():
        each = [size / pixels_of(race, name) for name, size in kept.items() if size is not None]
        if each and race.racers[algo].name != "null":
            most[algo] = max(each)
    if not most:
        raise NotMeasured("no memory figure of any back end")
    return most


def memory(race):
    most = per_pixel(race)
    ranked = sorted(most, key=most.get)
    small = [algo for algo in ranked if most[algo] < BYTES_THERE]

    def described(algo):
        return f"{algo} {words.figures(most[algo])}"
    measured = (f"a graph of all corners takes {words.figures(most.get('all', math.nan))} bytes per pixel; after simplification "
                f"to within 8 pixels, it takes {words.figures(most.get('published', math.nan))}; by back end, on the map where "
                f"it takes the most: {words.listing(map(described, ranked))}. On {LARGE:,} x {LARGE:,} pixels, {ranked[0]} "
                f"would hold {words.figures(most[ranked[0]] * LARGE ** 2 / 1e6)} MB and {ranked[-1]} "
                f"{words.figures(most[ranked[-1]] * LARGE ** 2 / 1e9)} GB; 13 bytes per coordinate would be 5.2 GB. "
                "A visibility graph grows with the number of corners, so its figure assumes as many corners per pixel")
    if "all" not in most:
        raise NotMeasured("no memory figure of the author's own graph")
    return Finding(HOLDS if "all" in small else FAILS, measured)


def in_time(times):
    """Whether 99 % of the times are within a frame: the system interrupts about one in a hundred."""
    return sum(ns <= words.FRAME_NS for ns in times) >= 0.99 * len(times)


def times_text(times):
    return f"{words.duration(statistics.median(times))} at the median and {words.duration(max(times))} at worst"


def in_frames(asked):
    """Whether all clicks on each map are within a frame, and their times as text."""
    fits, texts = [], []
    for name, clicks in claim.by(asked, lambda click: click.map).items():
        done = [ns for ns in map(time_of, clicks) if ns < math.inf]
        lost = sum(click.fault in NEVER_CAME for click in clicks)
        parts = []
        if done:
            parts.append(times_text(done))
        if lost:
            parts.append(f"{words.count(lost, 'click')} without an answer")
        if wrong_text(clicks):
            parts.append(wrong_text(clicks))
        if parts:
            fits.append(not lost and in_time(done))
            texts.append(f"on {name} {', '.join(parts)}")
    if not fits:
        raise NotMeasured("no answer")
    return fits, texts


def nodes_on(race, algo):
    """Map -> nodes of a racer's graph, or corners of the map if no click needed the graph."""
    nodes = {}
    for click in clicks_of(race, algo):
        nodes[click.map] = max(nodes.get(click.map, 0), click.cleared or 0)
    return nodes


def each_frame_drawn(race):
    """The article's graph on drawings with few to many corners: up to which size a path takes
    less than a frame."""
    clicks = clicks_of(race, "as-printed")
    fits, texts = in_frames(clicks)
    sizes = nodes_on(race, "as-printed")
    within_frame = [sizes[name] for name, fit in zip(sizes, fits) if fit]
    over = [sizes[name] for name, fit in zip(sizes, fits) if not fit]
    wrong = wrong_text(clicks)
    done = [ns for ns in map(time_of, clicks) if ns < math.inf]
    measured = (f"as printed, a click takes {times_text(done)} on drawings of up to {max(sizes.values()):,} nodes, "
                f"with {wrong or 'no path wrong'}; {'; '.join(texts)} (a frame is 16.7 ms)")
    if not over:
        return Finding(HOLDS_IF if wrong else HOLDS, measured,
                       "a path may cross an edge of the drawing")
    return by_cases(fits, measured, f"there are at most about {max(within_frame, default=0):,} nodes: "
                    f"with {min(over):,} nodes, a click takes longer than a frame")


def each_frame_masks(race):
    """The article's graph over a mask's outline at decreasing simplification. A path may cut
    corners of the mask and still counts as an answer."""
    fits, texts, cut, asked = [], [], 0, 0
    if not any(click.algo == "simplify-8" for click in race.clicks):
        raise NotMeasured("no outline of a mask")
    for algo in ("simplify-8", "simplify-4", "simplify-2", "simplify-1"):
        lost = race.unprepared.get(algo, {})
        for name in race.maps:
            clicks = [click for click in race.clicks if click.algo == algo and click.map == name]
            simplified = f"{name} simplified to within {words.count(int(algo.removeprefix('simplify-')), 'pixel')}"
            done = [ns for ns in map(time_of, clicks) if ns < math.inf]
            cut += sum(click.fault == "invalid" for click in clicks)
            asked += len(clicks)
            if name in lost or not done:
                fits.append(False)
                texts.append(f"{simplified} was not prepared")
                continue
            nodes = max(click.cleared or 0 for click in clicks)
            fits.append(in_time(done) and len(done) == len(clicks))
            texts.append(f"{simplified} ({nodes:,} nodes): {times_text(done)}, prepared in "
                        f"{words.duration(statistics.median(race.prepared[algo][name]))}")
    measured = (f"clicks on {len(fits) - sum(fits)} of {len(fits)} outlines take longer than a frame, and {cut:,} of {asked:,} paths "
                f"cut corners of the mask; {'; '.join(texts)}")
    return by_cases(fits, measured, "the outline is simplified enough, or the screen is small")


def faults(race, algo):
    """The number of a racer's clicks with a wrong answer, a path outside the drawing, or no
    answer; the number of its clicks; and the faults as text. All counts include rows that the
    file leaves out."""
    tally = collections.Counter(click.fault for click in clicks_of(race, algo))
    tally.update(race.left_out.get(algo, {}))
    asked = sum(tally.values())
    return asked - tally[""], asked, words.counted_faults(tally)


def crossing_lines(race):
    wrong, asked, kinds = faults(race, "strict")
    measured = (f"without a tolerance, {wrong:,} of {asked:,} clicks get wrong answers"
                + (f": {kinds}" if kinds else ""))
    exact = faults(race, "exact")[0]
    measured += f"; with exact sight, {exact} do"
    return Finding(HOLDS if wrong == 0 else FAILS, measured)


def wrong_among(race, algo):
    wrong, asked, kinds = faults(race, algo)
    return wrong, asked, f"{wrong:,} of {asked:,}" + (f" ({kinds})" if kinds else "")


def mended(race, names, *remedies):
    """Holds if the best remedy leaves no click wrong; on a condition if it leaves a few of those that are wrong
    without a tolerance. Names: racer -> how the text calls its clicks."""
    wrong = {algo: wrong_among(race, algo) for algo in names}
    measured = "wrong answers: " + "; ".join(f"{name} {wrong[algo][2]}" for algo, name in names.items())
    (left, asked, _), without = min(wrong[algo] for algo in remedies), wrong["strict"][0]
    if left == 0:
        return Finding(HOLDS, measured)
    if left >= without or left > A_FEW * asked:
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF, measured,
                   f"a few clicks may get wrong answers: the tolerance repairs {words.percent(without - left, without)} of the wrong ones")


def tolerance(race):
    return mended(race, {"ellipse": "with the ellipse", "all": "with the ellipse in the segment test, too,", "strict": "without a tolerance"},
                  "ellipse", "all")


def edge_clicks(race):
    """Clicks moved onto an edge, in single precision: the ellipse in all checks, as the author says, and in
    the point test alone, as printed."""
    return mended(race, {"all": "with a tolerance in all checks", "ellipse": "with a tolerance in the printed point test alone",
                         "strict": "without a tolerance", "exact": "with exact sight"}, "all")


def expanded_copy(race):
    return mended(race, {"expanded": "with the expanded copy", "strict": "without a tolerance"}, "expanded")


def islands(race):
    """A point is inside if it is in no hole and in some outer ring, of areas that are joined, as the
    author joins them."""
    apart, joined = wrong_among(race, "apart"), wrong_among(race, "ellipse")
    lost = sum(click.fault == "false-unreachable" for click in clicks_of(race, "ellipse"))
    measured = (f"with areas joined, as the author joins them, {lost} reachable clicks count as unreachable; "
                f"wrong answers: with areas joined {joined[2]}; with a ring for each area {apart[2]}")
    return Finding(FAILS if lost else HOLDS, measured)


def shortest_is_direct(race):
    """Paths as printed against the shortest inside the same drawing."""
    over = claim.lengths(race, "ellipse", "exact")
    longer = sum(ratio > 1 + 1e-3 for ratio in over)
    measured = (f"{longer} of {len(over)} paths as printed are over 0.1 % longer than the "
                f"exact ones; on average, paths are {words.more(max(1.0, statistics.fmean(over)))} longer")
    return Finding(HOLDS if longer == 0 else FAILS if longer * 20 > len(over) else HOLDS_IF,
                   measured, "" if longer == 0 else "a few longer paths do not count")


def matrix_for_memory(race):
    """Compares walk boxes with a matrix and walk boxes with a search for each click."""
    both, texts = {}, []
    for name, clicks in by_map(race, "walkbox").items():
        times = median_ns(clicks), median_ns(clicks_of(race, "searched", (name,)))
        sizes = race.memory["walkbox"][name], race.memory["searched"][name]
        both[name] = times[0] < times[1] and sizes[0] > sizes[1]
        texts.append(f"on {name}, {words.duration(times[0])} and {words.size(sizes[0])} with the matrix, "
                    f"{words.duration(times[1])} and {words.size(sizes[1])} without it")
    return by_place(both, bool, "; ".join(texts), "room")


MESHES = {"navmesh": "with a funnel", "middle-costs": "with a funnel after a search over middles",
          "middles": "from middle to middle"}


def mesh_walks(race):
    """How much longer paths over a mesh are than the shortest, with and without a funnel."""
    texts, some = [], []
    for algo, name in MESHES.items():
        over = claim.lengths(race, algo, "visgraph")
        longer = sum(ratio > 1 + 1e-3 for ratio in over)
        some.append(longer > 0)
        texts.append(f"{name} {longer} of {len(over)} ({words.more(max(1.0, statistics.fmean(over)))} longer on average, "
                    f"{words.more(max(over))} at worst)")
    return by_cases(some, "paths more than 0.1 % longer than the shortest: " + "; ".join(texts), "the mesh has no funnel")


def redundant_edges(race):
    """Searching all edges of the graph against the taut ones."""
    ratios, texts = [], []
    for name, clicks in by_map(race, "all").items():
        times = [claim.median((click.phases["search"] for click in clicks_of(race, algo, (name,))
                               if "search" in click.phases), f"search of {algo}")
                 for algo in ("all", "taut")]
        ratios.append(times[0] / times[1])
        texts.append(f"on {name}, a search takes {words.duration(times[0])} over all edges, "
                    f"{words.duration(times[1])} over the taut ones")
    all_at_once = max(click.ns for click in answered(clicks_of(race, "all")))
    measured = "; ".join(texts) + f"; the slowest click over all edges takes {words.duration(all_at_once)}"
    if all_at_once > words.FRAME_NS:
        return Finding(FAILS, measured)
    if max(ratios) < 1.5:
        return Finding(HOLDS, measured)
    return Finding(HOLDS_IF, measured, "a click may take up to a frame: a search over all edges takes "
                   f"{words.factor(max(ratios))} as long")


def corridors_close(race):
    """The share of the floor in its largest component, once grown by shapes narrower and wider than its corridors."""
    shares, texts = {}, []
    for name, row in race.maps.items():
        if name.startswith("narrow-"):
            _, shape, radius = name.split("-")
            shares.setdefault(shape, []).append(row["reachable"] / row["walkable"])
            texts.append(f"{words.percent(row['reachable'], row['walkable'])} of the floor is one component for a {shape} "
                        f"of radius {radius}")
    if not shares or any(len(each) != 2 for each in shares.values()):
        raise NotMeasured("no shape with two radii")
    return by_cases((wide < CLOSED * thin for thin, wide in shares.values()), "; ".join(reversed(texts)),
                    "the shape is simple enough")


THETAS = {"theta-sparse": "Theta* over one link between any two obstacles", "theta": "Theta* over pixels",
          "all": "A* over all links", "visgraph": "A* over the taut links"}


def thetas_text(of):
    return ", ".join(f"{name} {words.duration(of[algo])}" for algo, name in THETAS.items())


def theta_searches_slower(race):
    """The reader's proposal: one link between any two obstacles."""
    times = {algo: median_ns(clicks_of(race, algo)) for algo in THETAS}
    measured = (f"Theta* takes {words.duration(times['theta-sparse'])} over one link between any two obstacles, A* "
                f"{words.duration(times['all'])} over all links; median time of a click: {thetas_text(times)}")
    return Finding(HOLDS if times["theta-sparse"] > SLOWER * times["all"] else FAILS, measured)


def update_of(race, algo, maps=None):
    return claim.median((update.ns for update in race.updates
                         if update.algo == algo and update.ns is not None
                         and (maps is None or update.map in maps)), f"update of {algo}")


def theta_updates_cheaper(race):
    """Compares updates of the links with a rebuilt visibility graph, which the reader fears, and with an updated one."""
    times = {algo: update_of(race, algo) for algo in THETAS}
    again, updated = [], []
    for name in race.maps:
        mine = update_of(race, "theta-sparse", (name,))
        again.append(statistics.median(race.prepared["all"][name]) / mine)
        updated.append(update_of(race, "visgraph", (name,)) / mine)
    ratios = [statistics.geometric_mean(each) for each in (again, updated)]
    measured = (f"making all links again takes {words.factor(ratios[0])} the time of an update of one link between any two obstacles; "
                f"an update of a taut graph takes {words.factor(ratios[1])} that time ({words.factor(CHEAPER)} or more counts as "
                f"different); median time of a change: {thetas_text(times)}")
    return by_cases((ratio > CHEAPER for ratio in ratios), measured,
                    "all links are made again for each change")


def quadtree_nodes(race):
    """Expanded squares compared with expanded pixels, on maps with open floor and on one without."""
    shares = {}
    for mine, theirs in paired(race, "quadtree", "plain"):
        if mine.expanded and theirs.expanded:
            shares.setdefault(mine.map, []).append(mine.expanded / theirs.expanded)
    shares = {name: statistics.median(each) for name, each in shares.items()}
    fewer = {name: share < 0.5 for name, share in shares.items() if name != NOISE}
    if not fewer:
        raise NotMeasured("no click on an open map that both had to search for")
    measured = ("squares that a quadtree expands, as a median share of the pixels that A* expands: " + "; ".join(
        f"{words.percent(share, 1)} on {name}" for name, share in shares.items()))
    return by_place(fewer, bool, measured)


def circle_vertices(race):
    """Corners of a drawing as it is drawn, and grown by a character of each shape."""
    nodes = {name.removeprefix("agent-"): count for name, count in nodes_on(race, "corners").items()}
    if not {"square", "pentagon", "hexagon", "disc"} <= set(nodes):
        raise NotMeasured("no map for each shape of the character")
    drawn = next(count for name, count in nodes.items() if name.startswith("drawing"))
    measured = (f"grown by a circle of 32 corners, a drawing of {drawn} corners has {nodes['disc']}; it has " + words.listing(
        f"{nodes[shape]} with a {shape}" for shape in ("square", "pentagon", "hexagon")))
    return Finding(HOLDS if nodes["disc"] > CHEAPER * nodes["hexagon"] else FAILS, measured)


def partitioned_sight(race):
    """Compares an exact graph that tests every edge for a line of sight with one that tests the edges near it."""
    gains = {}
    for name, clicks in by_map(race, "every").items():
        gains[name] = median_ns(clicks) / median_ns(clicks_of(race, "visgraph-polygon", (name,)))
    first, last = list(gains)[0], list(gains)[-1]
    measured = (f"testing every edge takes {words.factor(gains[first])} ({first}) to {words.factor(gains[last])} ({last}) "
                "the time of testing those in the cells on the way; by drawing: " + "; ".join(f"{name} {words.factor(gain)}" for name, gain in gains.items()))
    return by_place(gains, lambda gain: gain > CHEAPER, measured, "drawing")
