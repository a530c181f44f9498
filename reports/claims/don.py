"""Don (2022): a flood fill instead of A* over pixels."""
import math
import statistics

from .. import words
from ..figures import ladder
from ..rows.measures import median_ns
from . import claim
from .claim import FAILS, HOLDS, HOLDS_IF, Claim, Finding, NotMeasured, answered, by_map, clicks_of

PUBLISHED, EARLY = "flood-published", "flood-early"
ALMOST = 1.5  # the factor up to which times are "almost constant" and "virtually the same"
LEAST_CLICKS = 9  # of a map whose nearest and farthest third are compared
HD = 1920 * 1080
STRAIGHT_FIT = 0.8  # of the variance, for times to grow linearly


def seconds_to_milliseconds(race):
    steps, maps = ladder.steps_of(race)
    if not maps:
        raise NotMeasured("no naive open list among the racers")
    limit = ladder.patience_ns(race, maps)
    name = ladder.hardest(steps, maps)
    naive = [step for step in steps if step.rung in ladder.NAIVE and name in step.times]
    fills = [step for step in steps if step.rung.back_end == "flood-published" and name in step.times]
    if not naive or not fills:
        raise NotMeasured("no naive open list beside the published fill")
    slow = max(naive, key=lambda step: step.times[name])
    least = min(slow.times[name], limit)
    orders = math.log10(least / fills[0].times[name])
    heaps = [step for step in steps if step.rung.noun == "a heap" and name in step.times]
    heap = min((step.times[name] for step in heaps), default=math.inf)
    measured = (f"on {name}, {slow.rung.noun} {ladder.told(slow.times[name], limit)}, the fill as "
                f"published {words.duration(fills[0].times[name])}: {orders:.1f} orders of "
                "magnitude" + (" at least" if math.isinf(slow.times[name]) else ""))
    if heap < math.inf:
        measured += f". With a heap A* takes {words.duration(heap)} there" + (
            ", so that most of it was the open list" if heap < least / 2 else "")
    if least < ladder.SLOW_NS or orders < 2.5:
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF, measured, f"A* has {slow.rung.noun}")


def pixels_take_seconds(race):
    steps, maps = ladder.steps_of(race)
    astar = [step for step in steps if step.rung.back_end == "astar"]
    if not astar or not maps:
        raise NotMeasured("no naive open list among the racers")
    limit = ladder.patience_ns(race, maps)
    slow = [step for step in astar if max(min(ns, limit) for ns in step.times.values()) >= 1e9]
    quick = min(astar, key=lambda step: max(step.times.values()))
    measured = (f"over a second: {words.listing(step.algo for step in slow) or 'none'}; "
                f"the best A*, {quick.algo}, {words.duration(max(quick.times.values()))} at most")
    if not slow:
        return Finding(FAILS, measured)
    if quick in slow:
        return Finding(HOLDS, measured)
    kinds = dict.fromkeys(step.rung.noun for step in slow)
    return Finding(HOLDS_IF, measured, "it has " + " or ".join(kinds))


def ten_milliseconds(race):
    times = {name: median_ns(clicks) for name, clicks in by_map(race, PUBLISHED).items()
             if race.maps[name]["width"] * race.maps[name]["height"] == HD}
    if not times:
        raise NotMeasured("no map of 1920 x 1080")
    worst, best = max(times, key=times.get), min(times, key=times.get)
    late = [name for name, ns in times.items() if ns > ladder.FAST_NS]
    measured = (f"medians from {words.duration(times[best])} ({best}) to "
                f"{words.duration(times[worst])} ({worst}); over 10 ms: "
                f"{words.listing(late) or 'none'}")
    if late and len(late) < len(times):
        return Finding(HOLDS_IF, measured, "the room is ordinary: not on " + words.listing(late))
    return Finding(FAILS if late else HOLDS, measured)


def slopes(race, algo):
    """Map -> how much longer the farthest third of its clicks takes than the nearest."""
    distances, ratios = race.distances(), {}
    for name, clicks in by_map(race, algo).items():
        ranked = sorted((click for click in answered(clicks) if click.question in distances),
                        key=lambda click: distances[click.question])
        third = len(ranked) // 3
        if len(ranked) >= LEAST_CLICKS:
            ratios[name] = median_ns(ranked[-third:]) / median_ns(ranked[:third])
    if not ratios:
        raise NotMeasured(f"fewer than {LEAST_CLICKS} walks of {algo} on each map")
    return ratios


def almost_constant(race):
    whole, early = slopes(race, PUBLISHED), slopes(race, EARLY)
    worst = max(whole, key=whole.get)
    measured = (f"a far click takes {words.factor(statistics.median(whole.values()))} what a near "
                f"one takes to the whole fill (most: {words.factor(whole[worst])}, {worst}), "
                f"{words.factor(statistics.median(early.values()))} to a fill that stops at the "
                "start")
    if statistics.median(whole.values()) > ALMOST:
        return Finding(FAILS, measured)
    if statistics.median(early.values()) > ALMOST:
        return Finding(HOLDS_IF, measured, "the fill goes on after it has met the start")
    return Finding(HOLDS, measured)


def fills(race, algo=PUBLISHED):
    """Map -> (pixels reached, nanoseconds): medians over its clicks that reached any."""
    points = {}
    for name, clicks in by_map(race, algo).items():
        filled = [click for click in answered(clicks) if click.expanded]
        if filled:
            points[name] = (statistics.median(click.expanded for click in filled),
                            median_ns(filled))
    if len(points) < 3:
        raise NotMeasured("fewer than three maps with a fill")
    return points


def through_origin(points):
    """The slope of ns = slope * pixels with the least squares of errors in logarithms."""
    return statistics.geometric_mean(ns / pixels for pixels, ns in points)


def linear(race):
    points = fills(race)
    rates = {name: ns / pixels for name, (pixels, ns) in points.items()}
    logs = [(math.log(pixels), math.log(ns)) for pixels, ns in points.values()]
    power, _ = statistics.linear_regression(*zip(*logs))
    share = statistics.correlation(*zip(*logs)) ** 2
    low, high = min(rates, key=rates.get), max(rates, key=rates.get)
    families = rates[high] / rates[low]
    measured = (f"time grows as pixels to the {power:.2f} (R² {share:.2f}); "
                f"{words.figures(rates[low])} ns a pixel ({low}) to {words.figures(rates[high])} "
                f"({high})")
    if not 0.75 <= power <= 1.4 or share < STRAIGHT_FIT:
        return Finding(FAILS, measured)
    if families > 2 or power > 1.25:
        return Finding(HOLDS_IF, measured,
                       "size and shape of the map stay the same: a pixel costs "
                       f"{words.factor(families)} as much on one map as on another")
    return Finding(HOLDS, measured)


def spiral(race):
    ratios = {}
    for algo in (PUBLISHED, "flood-precheck"):
        medians = [median_ns(clicks_of(race, algo, (name,))) for name in ("spiral", "open")]
        ratios[algo] = medians[0] / medians[1]
    ratio, pixels = ratios[PUBLISHED], fills(race)
    per = pixels["spiral"][0] / pixels["open"][0] if {"spiral", "open"} <= set(pixels) else math.nan
    measured = (f"the spiral takes the published fill {words.factor(ratio)} the time of the open "
                f"room, with {words.factor(per)} its pixels; "
                f"{words.factor(ratios['flood-precheck'])} where the straight line is tried first")
    same = {algo: 1 / ALMOST <= each <= ALMOST for algo, each in ratios.items()}
    if all(same.values()):
        return Finding(HOLDS, measured)
    return Finding(HOLDS_IF if same[PUBLISHED] else FAILS, measured,
                   "the straight line is not tried first")


def low_resolution(race):
    names = [name for name, row in race.maps.items() if row["width"] <= 320]
    if not names:
        raise NotMeasured("no map of 320 x 200")
    ns = median_ns(clicks_of(race, PUBLISHED, names))
    old = ladder.PC_OF_2005[1] * 4 * ns  # a PC of 1997: four times slower again at the least
    measured = (f"{words.duration(ns)} here at {race.maps[names[0]]['width']} x "
                f"{race.maps[names[0]]['height']}; a machine 32 times slower, an estimate for 25 "
                f"years before, would take {words.duration(old)}")
    return Finding(HOLDS if old < 100e6 else FAILS, measured)


def reverse_pass(race):
    def excess(algo):
        return claim.mean((click.ratio - 1 for click in clicks_of(race, algo)
                           if click.ratio and click.optimum), f"walks of {algo}")
    traced, forward, both = excess("traced"), excess("forward"), excess("both")
    mended = excess("forward-mended"), excess("flood")
    crossing = [click for click in clicks_of(race, "both") if click.legal is False]
    measured = (f"over the shortest: traced {words.more(1 + traced)}, forward "
                f"{words.more(1 + forward)}, forward and back {words.more(1 + both)} (corrected: "
                f"{words.more(1 + mended[0])}, then {words.more(1 + mended[1])}); "
                f"{words.percent(len(crossing), len(clicks_of(race, 'both')))} of the printed "
                "walks cross a wall")
    return Finding(HOLDS if both < forward < traced else FAILS, measured)


CLAIMS = (
    Claim("ladder", "Don 2022", "one developer's click went from more than 20 s to 10 ms, three "
          "orders of magnitude", "ladder", "ladder", seconds_to_milliseconds),
    Claim("astar-over-pixels", "Don 2022", "A* with a node for each pixel takes several seconds at "
          "full HD", "ladder", "ladder", pixels_take_seconds),
    Claim("fast-enough", "Don 2022", "a million walkable pixels are filled fast enough to play on "
          "(10 ms)", "fill", "fill-against-pixels", ten_milliseconds),
    Claim("almost-constant", "Don 2022", "any pair on one bitmap takes almost the same time",
          "fill", "fill-against-distance", almost_constant),
    Claim("linear", "Don 2022", "time is linear in the pixels that can be reached from the goal",
          "fill", "fill-against-pixels", linear),
    Claim("spiral", "Don 2022", "the worst spiral, one pixel wide, takes what a straight line "
          "takes", "fill", "spiral-against-open", spiral),
    Claim("old-hardware", "Don 2022", "hardware of 25 years ago is good enough at low resolutions",
          "fill", "fill-against-pixels", low_resolution),
    Claim("reverse-pass", "Don 2022", "straightening again from the goal makes walks better still",
          "passes", "passes", reverse_pass),
)
