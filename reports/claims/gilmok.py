"""Gilmok (2017): a graph of jump points, isovists and wedges."""
import math
import statistics

from .. import words
from . import claim
from .claim import (FAILS, HOLDS, HOLDS_IF, Finding, NotMeasured, by_cases, by_map, by_place,
                    clicks_of, paired)

WALK, KEPT = "walk", "kept"
SPARSE = 0.06  # of the tiles are blocked
READINGS = {  # of what the article says of wedges: labels without and with them, and the reading in words
    "late": ("whole", "late", "other wedges are searched last"),
    "early": ("whole", "early", "other wedges are searched once the first is used up"),
    "stops-late": ("stops-whole", "stops-late", "other wedges are searched last, and links end at jump points"),
    "stops-early": ("stops-whole", "stops-early",
                    "other wedges are searched once the first is used up, and links end at jump points")}
TILES_OFF, SPEED_UP = 0.04, 4.0  # what wedges cost and gain, as published
CROWD = 100  # "hundreds" of points
OFTEN = 0.25  # of the starts
DIFFERENT = 1.5  # the factor from which one time counts as more than another
TIMES_OFF = 3  # "about as published" is up to this many times the published extra length, which is tiny
ALIKE = 1.5  # times within this factor of each other count as equal
LEAST_NODES, MOST_NODES = 3000, 30000  # nodes of searches whose growth is reported
QUADRATIC = 1.5  # the power from which growth is nearer to a square than to a line


def blocked(race, name):
    row = race.maps[name]
    return 1 - row["walkable"] / (row["width"] * row["height"])


def searched(race, one, other, name):
    """Pairs of clicks on a map that both racers answered and the first had to search for."""
    return [(mine, theirs) for mine, theirs in paired(race, one, other)
            if mine.map == name and mine.expanded and mine.ns < math.inf and theirs.ns < math.inf]


def maps_by_density(race):
    return sorted(race.maps, key=lambda name: blocked(race, name))


def at_density(race, name, text):
    return f"with {words.percent(blocked(race, name), 1)} of the tiles blocked, {text}"


def too_long(over):
    """How many paths are longer than those that they are compared with."""
    return sum(ratio > 1 + 1e-9 for ratio in over)


def corners_suffice(race):
    over = claim.lengths(race, WALK, "astar")
    longer = too_long(over)
    fewer = claim.median((best.expanded / mine.expanded for mine, best in paired(race, WALK, "astar")
                          if mine.length and best.length and mine.expanded), "click that needs a search")
    measured = (f"{len(over) - longer} of {len(over)} paths are as short as those of A* over all "
                f"pixels, and {words.percent(1 / fewer, 1)} as many nodes are expanded")
    if longer:
        return Finding(FAILS, measured)
    return Finding(HOLDS if fewer > 1 else FAILS, measured)


def typical_speed_up(pairs):
    """How many times as fast the second racer's median search is; None without phases."""
    ratios = [mine.phases["search"] / theirs.phases["search"] for mine, theirs in pairs
              if mine.phases.get("search") and theirs.phases.get("search")]
    return statistics.median(ratios) if ratios else None


def wedges_of(race, reading):
    """Map -> mean extra length of paths with wedges, in tiles and as a share of their length, how many times
    as fast the median search is, and the number of clicks that search."""
    plain, wedged, _ = READINGS[reading]
    found = {}
    for name in maps_by_density(race):
        pairs = [pair for pair in searched(race, plain, wedged, name) if pair[0].length and pair[1].length]
        speed = typical_speed_up(pairs)
        if len(pairs) >= 5 and speed:
            over = [theirs.length - mine.length for mine, theirs in pairs]
            found[name] = (statistics.fmean(over), sum(over) / sum(mine.length for mine, _ in pairs), speed,
                           len(pairs))
    if not any(blocked(race, name) <= SPARSE for name in found):
        raise NotMeasured("no sparse map with five clicks that need a search")
    return found


def judge_wedges(race, gain, quantity, worse, fits, limits):
    """Each reading on each map: judged by its average over the sparse maps, as in the article, and shown for all."""
    sparse, texts = {}, []
    for reading, (_, _, name) in READINGS.items():
        found = wedges_of(race, reading)
        sparse[name] = [statistics.fmean(figures) for figures in zip(*(
            row for where, row in found.items() if blocked(race, where) <= SPARSE))]
        texts.append(f"if {name}, " + ", ".join(f"{quantity(row)} at {words.percent(blocked(race, where), 1)}"
                                             for where, row in found.items()))
    asked = [row[3] for row in wedges_of(race, "late").values()]
    best = min(sparse, key=lambda name: worse(sparse[name]))
    measured = (f"{gain.format(quantity(sparse[best]))} on average if few tiles are blocked; the best reading is that {best}. "
                f"By the share of blocked tiles: {'; '.join(texts)}. On each map, {min(asked)} to "
                f"{max(asked)} clicks need a search; {limits}")
    return by_cases(map(fits, sparse.values()), measured, "the sentence means that " + ", or that ".join(
        name for name, each in sparse.items() if fits(each)))


def wedges_accuracy(race):
    return judge_wedges(race, "paths are longer by {}", lambda row: f"{words.figures(row[0])} tiles ({words.more(1 + row[1])})",
                        lambda row: row[0], lambda row: row[0] <= TIMES_OFF * TILES_OFF,
                        f"up to {words.figures(TIMES_OFF * TILES_OFF)} tiles count as equal to the published figure")


def wedges_speed(race):
    return judge_wedges(race, "with wedges, a search is {} as fast", lambda row: words.factor(row[2]), lambda row: -row[2], lambda row: row[2] >= SPEED_UP / ALIKE,
                        f"{words.factor(SPEED_UP / ALIKE)} or more counts as equal to the published figure")


def cost_only_the_wedge(race):
    """Compares searches without wedges, with wedges that compute the costs of all links, and with wedges that compute
    only the costs of their own links."""
    gains, own = [], []
    for name in maps_by_density(race):
        speeds = [typical_speed_up(searched(race, "whole", algo, name)) for algo in ("costed", "late", "early")]
        if None not in speeds:
            gains.append(speeds[0])
            own.append(max(speeds[1:]))
    if not gains:
        raise NotMeasured("no search that was timed separately")
    measured = (f"searches that compute the costs of all links but follow only a wedge are {words.factor(min(gains))} "
                f"to {words.factor(max(gains))} as fast as without wedges; searches that compute only the wedge's costs are "
                f"{words.factor(min(own))} to {words.factor(max(own))} as fast")
    if max(gains) > DIFFERENT:
        return Finding(FAILS, measured)
    return by_cases((speed > 1 for speed in own), measured, "few tiles are blocked")


def isovists(race, algo):
    """Map -> median ns of joining both ends, over clicks that search; and of the search."""
    found = {}
    clicks = by_map(race, algo)
    for name in (name for name in maps_by_density(race) if name in clicks):
        both = [click.phases for click in clicks[name]
                if "isovist" in click.phases and "search" in click.phases and click.expanded]
        if len(both) >= 5:
            found[name] = (statistics.median(phases["isovist"] for phases in both),
                           statistics.median(phases["search"] for phases in both))
    return found


def isovist_costs(race):
    """The cost of one isovist, that of the start, by the article's scan and by bit operations, against the
    search."""
    scan, start, bits = (isovists(race, algo) for algo in ("scan", "scan-start", WALK))
    search = isovists(race, "tables")
    texts, ratios = [], {}
    for name in scan:
        if name not in start or name not in bits or name not in search:
            continue
        goal = max(0.0, scan[name][0] - start[name][0] + bits[name][0] / 2)
        one = max(0.0, start[name][0] - bits[name][0] / 2)
        ratios[name] = one / search[name][1]
        texts.append(at_density(race, name, f"start {words.duration(one)}, goal {words.duration(goal)} (by bit "
                          f"operations {words.duration(bits[name][0] / 2)} each), search "
                          f"{words.duration(search[name][1])}"))
    if not ratios:
        raise NotMeasured("no map with phases of five clicks that need a search")
    measured = (f"the isovist of the start takes {words.factor(min(ratios.values()))} to "
                f"{words.factor(max(ratios.values()))} the time of the search. Times with isovists that test each jump point: "
                f"{'; '.join(texts)}. Times within {words.factor(ALIKE)} of each other count as equal")
    return by_place(ratios, lambda ratio: 1 / ALIKE <= ratio <= ALIKE, measured)


def crowded_start(race):
    """How many jump points are next to an end of a click that searches: a search marks those of the goal
    before it begins."""
    crowds = {}
    for name in maps_by_density(race):
        clicks = [click for click in clicks_of(race, "whole", (name,)) if click.expanded]
        if len(clicks) >= 5:
            crowds[name] = (sum(click.cleared >= CROWD for click in clicks), len(clicks),
                            max(click.cleared for click in clicks),
                            statistics.median(click.expanded for click in clicks))
    if not crowds:
        raise NotMeasured("no map with five clicks that need a search")
    crowded = {name: many >= OFTEN * ends for name, (many, ends, _, _) in crowds.items()}
    texts = [at_density(race, name, f"{many} of {ends} (at most {most} jump points, and "
                        f"a search expands {words.figures(taken)} nodes)")
             for name, (many, ends, most, taken) in crowds.items()]
    measured = (f"clicks with an end next to {CROWD} or more jump points: " + "; ".join(texts)
                + f"; the claim needs at least {words.percent(OFTEN, 1)} of the clicks")
    dense = max((blocked(race, name) for name in crowded if crowded[name]), default=0)
    return by_cases(crowded.values(), measured, f"at most {words.percent(dense, 1)} of the tiles are blocked")


def quadratic(race):
    """How the time of A* grows with the number of expanded nodes, by open list."""
    powers = {}
    for algo in ("linear", "sorted", "heap", "buckets"):
        points = [(math.log(click.expanded), math.log(click.ns)) for click in clicks_of(race, algo)
                  if click.expanded and LEAST_NODES <= click.expanded <= MOST_NODES and click.ns < math.inf]
        if len(points) >= 10:
            powers[algo] = statistics.linear_regression(*zip(*points)).slope
    if "linear" not in powers or "heap" not in powers:
        raise NotMeasured(f"fewer than ten clicks of {LEAST_NODES:,} to {MOST_NODES:,} nodes")
    measured = "time grows with the number of expanded nodes to the power of " + words.listing(
        f"{power:.2f} ({algo})" for algo, power in powers.items())
    steep = [algo for algo, power in powers.items() if power >= QUADRATIC]
    if len(steep) == len(powers):
        return Finding(HOLDS, measured)
    if steep:
        return Finding(HOLDS_IF, measured, f"the open list is {' or '.join(steep)}")
    return Finding(FAILS, measured)


def by_ratio(race, one, other, text):
    """Whether the first racer's isovists take longer than the second's; `text` has a place for the range of ratios."""
    ratios = {}
    for name in race.maps:
        both = [[click.phases["isovist"] for click in pair] for pair in searched(race, one, other, name)
                if all("isovist" in click.phases for click in pair)]
        if len(both) >= 5:
            mine, theirs = map(statistics.median, zip(*both))
            ratios[name] = mine / theirs
    if not ratios:
        raise NotMeasured(f"no isovist that both {one} and {other} were timed for")
    range_text = f"{words.factor(min(ratios.values()))} to {words.factor(max(ratios.values()))}"
    return by_place(ratios, lambda ratio: ratio > DIFFERENT, text.format(range_text))


def tables_spare_walking(race):
    return by_ratio(race, "scan-steps", "scan",
                    "testing each jump point tile by tile takes {} the time of reading the tables")


def index_helps(race):
    return by_ratio(race, "beams-every", "beams",
                    "beams that try each formation take {} the time of beams with trees of intervals")


def first_beams_slow(race):
    return by_ratio(race, "beams-every", "scan",
                    "testing each beam against each formation takes {} the time of testing each jump point")


def updates_beat_rebuilding(race):
    ratios, texts = [], []
    for name, rounds in race.prepared.get(KEPT, {}).items():
        each = [update.ns for update in race.updates
                if update.algo == KEPT and update.map == name and update.ns is not None
                and not update.fresh]
        if each:
            anew = statistics.median(rounds)
            ratios.append(anew / statistics.median(each))
            texts.append(f"on {name} an update takes {words.duration(statistics.median(each))}, a new preparation "
                         f"{words.duration(anew)}")
    if not ratios:
        raise NotMeasured("no update")
    return by_cases((ratio > 1 for ratio in ratios), "; ".join(texts), "changes are small")


def beams_gain(race):
    over = claim.lengths(race, "beams", WALK)
    long = too_long(over)
    return by_ratio(race, "scan", "beams", "beams are {} as fast as testing each jump point; "
                    f"{long} of {len(over)} paths are too long"
                    + (", since a box hides more than its formation" if long else ""))


def beams_mirrored(race):
    """How many paths are too long with beams as the article describes them, and with corrected beams."""
    over = {algo: claim.lengths(race, algo, "all") for algo in ("mirrored", "mended")}
    long = {algo: too_long(ratios) for algo, ratios in over.items()}
    measured = (f"paths that are too long: {long['mirrored']} of {len(over['mirrored'])} as described; {long['mended']} if each side "
                "of a beam has the distance on that side")
    return Finding(FAILS if long["mirrored"] > long["mended"] else HOLDS, measured)
