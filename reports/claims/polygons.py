"""Gouveia (2011) and Uurloon (2015): points of visibility on drawn polygons."""
import statistics

from .. import words
from ..rows.measures import median_ns, within
from .claim import (FAILS, HOLDS, HOLDS_IF, Claim, Finding, NotMeasured, answered, by_cases, by_map,
                    clicks_of)

BYTES_THERE = 13  # a coordinate, by a comment under Gouveia 2011
LARGE = 20000
FRAME = words.FRAME_NS
NEVER_CAME = ("limit", "timeout", "crash", "memory", "untried")  # no answer, not even a wrong one


def pixels_of(race, name):
    return race.maps[name]["width"] * race.maps[name]["height"]


def per_pixel(race):
    """Back end -> bytes a pixel, on the map where it keeps most."""
    most = {}
    for algo, kept in race.memory.items():
        each = [size / pixels_of(race, name) for name, size in kept.items() if size is not None]
        if each and race.racers[algo].name != "null":
            most[algo] = max(each)
    if not most:
        raise NotMeasured("no memory of any back end")
    return most


def memory(race):
    most = per_pixel(race)
    ranked = sorted(most, key=most.get)
    small = [algo for algo in ranked if most[algo] < BYTES_THERE]

    def told(algo):
        return f"{algo} {words.figures(most[algo])}"
    measured = (f"bytes a pixel: {words.listing(map(told, ranked))}. {LARGE:,} x {LARGE:,} pixels "
                f"would take {ranked[0]} {words.figures(most[ranked[0]] * LARGE ** 2 / 1e6)} MB "
                f"and {ranked[-1]} {words.figures(most[ranked[-1]] * LARGE ** 2 / 1e9)} GB, where "
                "13 bytes a coordinate take 5.2 GB (each on the map where it keeps most; a "
                "visibility graph goes by corners, so its figure holds for as many a pixel)")
    if "visgraph" in small:
        return Finding(HOLDS, measured)
    return Finding(FAILS, measured)


def in_frames(race, algo):
    """Whether all clicks of a racer on each map are within a frame, and its times in words."""
    fits, told = [], []
    for name, clicks in by_map(race, algo).items():
        done = answered(clicks)
        lost = sum(click.fault in NEVER_CAME for click in clicks)
        parts = []
        if done:
            worst = max(click.ns for click in done)
            parts.append(f"{words.duration(median_ns(done))}, at worst {words.duration(worst)}")
        if lost:
            parts.append(f"{words.count(lost, 'click')} never")
        if parts:
            fits.append(not lost and within(done, FRAME) == len(done))
            told.append(f"{name} {', '.join(parts)}")
    if not fits:
        raise NotMeasured(f"no answer of {algo}")
    return fits, told


def each_frame_drawn(race):
    fits, told = in_frames(race, "as-printed")
    measured = f"as printed, on drawings: {'; '.join(told)} (a frame is 16.7 ms)"
    return by_cases(fits, measured, "the drawing is simple")


def each_frame_masks(race):
    fits, told = in_frames(race, "visgraph")
    measured = f"exact, on HD masks: {'; '.join(told)}"
    return by_cases(fits, measured, "the mask is simple")


def faults(race, algo):
    """Clicks of a racer with a wrong answer: a walk that leaves the drawing, or none."""
    wrong = {}
    clicks = clicks_of(race, algo)
    for click in clicks:
        if click.fault:
            wrong[click.fault] = wrong.get(click.fault, 0) + 1
    return sum(wrong.values()), len(clicks), words.faults(clicks)


def crossing_lines(race):
    wrong, asked, told = faults(race, "strict")
    measured = (f"without a tolerance, {wrong} of {asked} clicks are answered wrongly"
                + (f": {told}" if told else ""))
    exact = faults(race, "exact")[0]
    measured += f"; with exact sight, {exact}"
    return Finding(HOLDS if wrong == 0 else FAILS, measured)


def tolerance(race):
    texts, counts = [], []
    for algo, name in (("ellipse", "the ellipse"), ("expanded", "the outline moved out"),
                       ("strict", "neither")):
        wrong, asked, told = faults(race, algo)
        counts.append(wrong)
        texts.append(f"{name} {wrong} of {asked}" + (f" ({told})" if told else ""))
    measured = f"wrong answers with {words.listing(texts)}"
    if counts[0] == 0:
        return Finding(HOLDS, measured)
    if counts[0] < counts[2]:
        return Finding(HOLDS_IF, measured, "a few clicks may go wrong: it mends "
                       f"{words.percent(counts[2] - counts[0], counts[2])} of them")
    return Finding(FAILS, measured)


def shortest_is_direct(race):
    """Walks as printed against the shortest inside the same drawing."""
    best = {click.question: click.length for click in clicks_of(race, "exact") if click.length}
    over = [click.length / best[click.question] for click in clicks_of(race, "ellipse")
            if click.length and click.question in best and not click.fault]
    if not over:
        raise NotMeasured("no click that both walked")
    longer = sum(ratio > 1 + 1e-3 for ratio in over)
    measured = (f"{longer} of {len(over)} walks as printed are over a thousandth longer than the "
                f"exact ones; on average {words.more(max(1.0, statistics.fmean(over)))}")
    return Finding(HOLDS if longer == 0 else FAILS if longer * 20 > len(over) else HOLDS_IF,
                   measured, "" if longer == 0 else "a few detours do not count")


CLAIMS = (
    Claim("memory", "Gouveia 2011, a comment", "13 bytes a coordinate are 83 MB at 2500 x 2500, "
          "and a visibility graph is more efficient", "memory", "bytes-a-pixel", memory),
    Claim("every-frame-drawn", "Gouveia 2011; Uurloon 2015", "the path can be computed anew in "
          "each frame, even in complex polygons", "drawings", "drawings", each_frame_drawn),
    Claim("every-frame-masks", "Gouveia 2011; Uurloon 2015", "the same, over the exact outline of "
          "a painted mask", "frames", "frames", each_frame_masks),
    Claim("as-direct-as-possible", "Gouveia 2011", "walks are as direct as possible", "sight",
          "wrong-answers", shortest_is_direct),
    Claim("strict-crossings", "Gouveia 2011", "two lines that only touch do not cross, and a line "
          "whose middle is inside is inside", "sight", "wrong-answers", crossing_lines),
    Claim("ellipse-tolerance", "Gouveia 2011", "a tolerance of half a pixel or so around each edge "
          "is enough for clicks that were moved onto it", "sight", "wrong-answers", tolerance),
)
