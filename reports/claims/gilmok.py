"""Gilmok (2017): a graph of jump points, isovists and wedges."""
import itertools
import math
import statistics

from .. import words
from . import claim
from .claim import (FAILS, HOLDS, HOLDS_IF, Claim, Finding, NotMeasured, by_cases, by_map,
                    paired)

WALK, WEDGES = "walk", "as-published"
TILES_OFF, SPEED_UP = 0.04, 4.0  # what wedges cost and gain, as published
CROWD = 100  # "hundreds" of points
TIMES_OFF = 3  # how far from the length "about as published" reaches: it is next to nothing
ALIKE = 1.5  # and from a time: a fourth, or as much


def blocked(race, name):
    row = race.maps[name]
    return 1 - row["walkable"] / (row["width"] * row["height"])


def searched(race, one, other, name):
    """Pairs of clicks on a map for which the first racer had to search, both answered."""
    return [(mine, theirs) for mine, theirs in paired(race, one, other)
            if mine.map == name and mine.expanded and mine.ns < math.inf and theirs.ns < math.inf]


def maps_by_density(race):
    return sorted(race.maps, key=lambda name: blocked(race, name))


def told(race, name, text):
    return f"{words.percent(blocked(race, name), 1)} blocked: {text}"


def corners_suffice(race):
    pairs = [(mine, best) for mine, best in paired(race, "jumpgraph", "astar")
             if mine.length and best.length]
    if not pairs:
        raise NotMeasured("no click that both walked")
    longer = sum(mine.length > best.length + 1e-6 for mine, best in pairs)
    nodes = [(mine.expanded, best.expanded) for mine, best in pairs if mine.expanded]
    fewer = claim.median((theirs / mine for mine, theirs in nodes), "click that needs a search")
    measured = (f"{len(pairs) - longer} of {len(pairs)} walks are as short as those of A* over all "
                f"pixels; of their nodes {words.percent(1 / fewer, 1)} are expanded")
    if longer:
        return Finding(FAILS, measured)
    return Finding(HOLDS if fewer > 1 else FAILS, measured)


def wedges(race):
    texts, holds = [], []
    for name in maps_by_density(race):
        pairs = searched(race, WALK, WEDGES, name)
        if len(pairs) < 5:
            continue
        over = [theirs.length - mine.length for mine, theirs in pairs
                if mine.length and theirs.length]
        speed = sum(mine.ns for mine, _ in pairs) / sum(theirs.ns for _, theirs in pairs)
        off = statistics.fmean(over) if over else math.inf
        holds.append(off <= TIMES_OFF * TILES_OFF and speed >= SPEED_UP / ALIKE)
        texts.append(told(race, name, f"{words.figures(off)} pixels too long, "
                          f"{words.factor(speed)} as fast"))
    if not texts:
        raise NotMeasured("no map with five clicks that need a search")
    measured = ("; ".join(texts) + f" (taken as published: up to "
                f"{words.figures(TIMES_OFF * TILES_OFF)} pixels too long, and at least "
                f"{words.factor(SPEED_UP / ALIKE)} as fast)")
    return by_cases(holds, measured, "few pixels are blocked")


def cost_only_the_wedge(race):
    """Wedges that cost all links (bounded: exact) against none, and against the printed ones."""
    gains, printed = [], []
    for name in maps_by_density(race):
        pairs = searched(race, WALK, "bounded", name)
        others = searched(race, WALK, WEDGES, name)
        if len(pairs) >= 5 and len(others) >= 5:
            gains.append(sum(a.ns for a, _ in pairs) / sum(b.ns for _, b in pairs))
            printed.append(sum(a.ns for a, _ in others) / sum(b.ns for _, b in others))
    if not gains:
        raise NotMeasured("no map with five clicks that need a search")
    measured = (f"exact wedges are {words.factor(min(gains))} to {words.factor(max(gains))} as "
                f"fast as none, wedges that cost their own links only {words.factor(min(printed))} "
                f"to {words.factor(max(printed))}")
    if max(gains) > 1.2:
        return Finding(FAILS, measured)
    return Finding(HOLDS if min(printed) > 1.2 else HOLDS_IF if max(printed) > 1.2 else FAILS,
                   measured, "" if min(printed) > 1.2 else "few pixels are blocked")


def alike_where(rows):
    """Of rows (share blocked, isovist over search) in order: where the two cost the same, and what
    is so on either side; None where they nowhere do."""
    runs = [list(places) for alike, places in itertools.groupby(
        range(len(rows)), lambda place: 1 / ALIKE <= rows[place][1] <= ALIKE) if alike]
    if not runs:
        return None
    longest = max(runs, key=len)
    first, last = longest[0], longest[-1]
    low, high = (words.percent(rows[place][0], 1) for place in (first, last))
    sides = []
    if first and all(ratio > 1 for _, ratio in rows[:first]):
        sides.append("sparser maps pay more for the isovist")
    if rows[last + 1:] and all(ratio < 1 for _, ratio in rows[last + 1:]):
        sides.append("denser ones less" if sides else "denser maps pay less for the isovist")
    where = f"some {low}" if low == high else f"{low} to {high}"
    return f"{where} of the map is blocked" + (f": {', '.join(sides)}" if sides else "")


def isovist_costs(race):
    texts, rows = [], []
    clicks = by_map(race, WALK)
    for name in (name for name in maps_by_density(race) if name in clicks):
        both = [click.phases for click in clicks[name]
                if "isovist" in click.phases and "search" in click.phases and click.expanded]
        if len(both) < 5:
            continue
        isovist = statistics.median(phases["isovist"] for phases in both)
        search = statistics.median(phases["search"] for phases in both)
        rows.append((blocked(race, name), isovist / search))
        texts.append(told(race, name,
                          f"{words.duration(isovist)} beside {words.duration(search)}"))
    if not rows:
        raise NotMeasured("no phases of five clicks that need a search")
    measured = (f"isovist beside search, {'; '.join(texts)} (as much: within "
                f"{words.factor(ALIKE)} of each other)")
    if all(1 / ALIKE <= ratio <= ALIKE for _, ratio in rows):
        return Finding(HOLDS, measured)
    where = alike_where(rows)
    return Finding(HOLDS_IF if where else FAILS, measured, where or "")


def crowded_start(race):
    crowds = {}
    for name, clicks in by_map(race, WALK).items():
        counts = [(click.generated, click.expanded) for click in clicks
                  if click.expanded and click.generated]
        if len(counts) >= 5:
            crowds[name] = [statistics.median(column) for column in zip(*counts)]
    if not crowds:
        raise NotMeasured("no map with five clicks that need a search")
    crowded = {name: queued >= CROWD and taken < queued / 5
               for name, (queued, taken) in crowds.items()}
    most = max(crowds, key=lambda name: (crowded[name], crowds[name][0] / crowds[name][1]))
    queued, taken = crowds[most]
    measured = (f"on {most}, where it is worst, a click queues {words.figures(queued)} points in "
                "the median over its whole search (what the start sees alone is not counted) and "
                f"follows {words.figures(taken)} of them; "
                f"{words.figures(min(queued for queued, _ in crowds.values()))} are queued on the "
                "map where it is the fewest")
    return by_cases(crowded.values(), measured, "many formations are in view of the start")


def two_ends(race):
    pairs = [(one, two) for name in race.maps
             for one, two in searched(race, WALK, "bidirectional", name)]
    if not pairs:
        raise NotMeasured("no click that needs a search")
    ratio = sum(two.ns for _, two in pairs) / sum(one.ns for one, _ in pairs)
    measured = (f"from both ends a search takes {words.factor(ratio)} the time of one from the "
                f"start ({len(pairs)} clicks)")
    return Finding(HOLDS if ratio > 0.9 else FAILS, measured)


def brute_isovist(race):
    """Testing every jump point, and beams against formations, beside walking along bits."""
    texts, ranges = [], []
    for algo, what in (("scan", "testing each jump point"), ("beams", "beams and formations")):
        each = []
        for name in race.maps:
            both = [(mine.phases["isovist"], theirs.phases["isovist"])
                    for mine, theirs in searched(race, WALK, algo, name)
                    if "isovist" in mine.phases and "isovist" in theirs.phases]
            if len(both) >= 5:
                each.append(statistics.median(b for _, b in both)
                            / statistics.median(a for a, _ in both))
        if not each:
            raise NotMeasured(f"no isovists of {algo}")
        ranges.append((min(each), max(each)))
        texts.append(f"{what} takes {words.factor(min(each))} to {words.factor(max(each))} the "
                     "time of walking along bits of rows and columns")
    return by_cases((ratio > 1.5 for ratio in ranges[1]), "; ".join(texts),
                    "there are many formations")


def beams_gain(race):
    each = {}
    for name in race.maps:
        both = [(scan.phases["isovist"], beams.phases["isovist"])
                for scan, beams in searched(race, "scan", "beams", name)
                if "isovist" in scan.phases and "isovist" in beams.phases]
        if len(both) >= 5:
            each[name] = (statistics.median(a for a, _ in both)
                          / statistics.median(b for _, b in both))
    if not each:
        raise NotMeasured("no isovists of scan and beams")
    lost = [best.length and mine.length and mine.length > best.length + 1e-6
            for mine, best in paired(race, "beams", "walk")]
    long = sum(map(bool, lost))
    measured = (f"beams are {words.factor(min(each.values()))} to "
                f"{words.factor(max(each.values()))} as fast as testing each jump point; "
                f"{long} of {len(lost)} walks come out too long"
                + (", since a box hides more than its formation" if long else ""))
    return by_cases((gain > 1.1 for gain in each.values()), measured,
                    "there are many jump points to a formation")


CLAIMS = (
    Claim("corners-suffice", "Gilmok 2017", "tiles beside convex corners are all the nodes that a "
          "search needs", "rocks", "rocks", corners_suffice),
    Claim("isovist-cost", "Gilmok 2017", "the isovist of the start costs as much as the search",
          "rocks", "rocks", isovist_costs),
    Claim("crowded-start", "Gilmok 2017", "a start sees hundreds of jump points, of which few are "
          "of use", "rocks", "rocks", crowded_start),
    Claim("two-ends", "Gilmok 2017", "searching from both ends gains nothing", "rocks", "rocks",
          two_ends),
    Claim("wedges", "Gilmok 2017", "wedges take a fourth of the time and walks grow by 0.04 tiles "
          "on sparse graphs", "rocks", "rocks", wedges),
    Claim("wedges-tiles", "Gilmok 2017", "the same, on Moving AI's maps", "tiles", "tiles", wedges),
    Claim("wedges-costs", "Gilmok 2017", "wedges gain nothing until only their own links are "
          "costed", "rocks", "rocks", cost_only_the_wedge),
    Claim("beams", "Gilmok 2017", "beams that meet formations spare testing each jump point",
          "rocks", "rocks", beams_gain),
    Claim("beams-slow", "Gilmok 2017", "the first version, each beam against each formation, is "
          "slow", "rocks", "rocks", brute_isovist),
)
