"""Don (2022): a flood fill instead of A* over pixels."""
import math
import statistics

from .. import words
from . import claim, ladder
from .claim import (FAILS, HOLDS, HOLDS_IF, Finding, NotMeasured, answered, by_map, clicks_of, median_ns,
                    paired, time_of, wrong_text)

PUBLISHED, EARLY = "flood-published", "flood-early"
ALMOST = 1.5  # the factor up to which times are "almost constant"
SAME, SIMILAR = 1.25, 2  # factors up to which times are "virtually the same", or may be called so
LEAST_CLICKS = 9  # clicks of a map whose nearest and farthest third are compared
HD = 1920 * 1080
FRACTION_NS = 0.5e9  # "a fraction of a second"
MUCH = 2  # times as fast: from here on "much faster"
STRAIGHT_FIT = 0.8  # the share of the variance from which times grow linearly


def hard_rungs(race):
    """Steps of the ladder, its maps, and the time limit."""
    steps, maps = ladder.steps_of(race)
    if not maps:
        raise NotMeasured("no naive open list among the racers")
    return steps, maps, ladder.patience_ns(race, maps)


def seconds_to_milliseconds(race):
    """The two ends of the claim in the trap, and how much of the gap is due to the open list."""
    steps, (trap, *others), limit = hard_rungs(race)
    slow, fill = ladder.ends(steps, trap)
    if not slow or not fill:
        raise NotMeasured("no naive open list with the published fill")
    least = min(slow.times[trap], limit)
    measured = f"{ladder.shown(slow.times[trap], limit)} compared with {words.duration(fill.times[trap])}"
    heap = next((step for step in steps if step.rung.title == "A*, heap" and trap in step.times), None)
    if heap:
        measured += (". Most of A*'s time is due to its open list: with a heap, A* takes "
                     f"{words.duration(heap.times[trap])} in the trap")
        measured += "".join(f", and {words.duration(heap.times[name])} in an ordinary room, where the fill takes "
                            f"{words.duration(fill.times[name])}" for name in others if name in heap.times)
    measured += (f". It is not known which open list the developer used; on {trap}, A* takes " + words.listing(
        f"{ladder.shown(step.times[trap], limit)} with {step.rung.noun}"
        for step in steps if step.rung.back_end == "astar" and trap in step.times))
    if heap and trap in heap.expanded:
        measured += f", and expands {words.amount(heap.expanded[trap])} nodes"
    if not ladder.is_claim(least, fill.times[trap]):
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF, measured, f"A* has {slow.rung.noun} and the room is a trap")


def pixels_take_seconds(race):
    """The slowest click of each open list: the author speaks of certain cases."""
    steps, maps, limit = hard_rungs(race)
    astar = [step for step in steps if step.rung.back_end == "astar"]
    if not astar:
        raise NotMeasured("no A* over pixels")
    slow = {name: [step for step in astar if min(step.slowest.get(name, 0), limit) >= 1e9]
            for name in maps}
    worst = {name: max(step.slowest.get(name, 0) for step in astar) for name in maps}
    measured = "; ".join([
        "the slowest click takes " + words.listing(f"{ladder.shown(worst[name], limit)} on {name}" for name in maps),
        *(f"on {name}, it takes " + words.listing(f"{ladder.shown(step.slowest[name], limit)} with {step.rung.noun}"
                                         for step in astar if name in step.slowest) for name in maps)])
    if not any(slow.values()):
        return Finding(FAILS, measured)
    if all(len(slow[name]) == sum(name in step.slowest for step in astar) for name in maps):
        return Finding(HOLDS, measured)
    titled = any(step.rung.title for name in maps for step in slow[name])
    shown = {name: [step for step in slow[name] if step.rung.title or not titled] for name in maps}
    kinds = [" or ".join(step.rung.noun for step in shown[name]) + f" on {name}" for name in maps if shown[name]]
    return Finding(HOLDS_IF, measured, f"A* has {', or '.join(kinds)}")


def in_a_frame(race):
    """Clicks that were answered, wrong answers included: the text reports how many are wrong beside the time. A map
    whose paths are mostly wrong is not filled, however fast."""
    of = {name: clicks for name, clicks in by_map(race, PUBLISHED).items()
          if race.maps[name]["width"] * race.maps[name]["height"] == HD}
    if not of:
        raise NotMeasured("no map of 1920 x 1080")
    times = {name: statistics.median(map(time_of, clicks)) for name, clicks in of.items()}
    worst, best = max(times, key=times.get), min(times, key=times.get)
    unfit = [f"{name} ({', '.join(filter(None, (words.duration(times[name]), wrong_text(clicks))))})"
             for name, clicks in of.items()
             if times[name] > words.FRAME_NS or 2 * sum(bool(click.fault) for click in clicks) > len(clicks)]
    wrong = [wrong_text(clicks).replace("paths wrong", f"on {name}") for name, clicks in of.items() if wrong_text(clicks)]
    measured = (f"median times are from {words.duration(times[best])} ({best}) to {words.duration(times[worst])} ({worst}, "
                f"{wrong_text(of[worst]) or 'no path wrong'}); a frame is 16.7 ms" + f"; wrong paths: {words.listing(wrong)}" * bool(wrong))
    verdict = HOLDS if not unfit else FAILS if len(unfit) == len(of) else HOLDS_IF
    return Finding(verdict, measured, "the room is ordinary: not on " + words.listing(unfit))


LISTS = {"linear": "an unsorted list", "sorted": "a sorted list", "heap": "a heap", "buckets": "a bucket queue"}


def faster_than_astar(race):
    """The fill compared with A* by open list, in ordinary rooms: the author's list is not known, and the complaint is about slow clicks."""
    slowest, median = {}, {}
    for algo, name in LISTS.items():
        pairs = [(min(astar.ns, race.patience[astar.map] * 1e9), fill.ns)
                 for astar, fill in paired(race, algo, PUBLISHED) if fill.ns < math.inf]
        if not pairs:
            raise NotMeasured(f"no click that {algo} and the fill answered")
        slowest[name] = max(astar for astar, _ in pairs) / max(fill for _, fill in pairs)
        median[name] = statistics.median(astar / fill for astar, fill in pairs)
    measured = "; ".join(f"the {what} click of A* takes " + "; ".join(
        words.factor(gain) + " the fill's time" * (name == LISTS["linear"]) + f" with {name}" for name, gain in gains.items())
        for what, gains in (("slowest", slowest), ("median", median))) + "; a click that exceeds its time limit counts as that limit"
    much = [name for name, gain in slowest.items() if gain > MUCH]
    return claim.by_cases((gain > MUCH for gain in slowest.values()), measured,
                          f"only slow clicks are meant, and the author's A* had {words.listing(much).replace(' and ', ' or ')}")


def thirds(race, pairs):
    """Map -> the nearest and the farthest third of pairs of clicks that were answered, by the distance of the first."""
    distances, found = race.distances(), {}
    for name, mine in claim.by(pairs, lambda pair: pair[0].map).items():
        ranked = sorted((pair for pair in mine if pair[0].click_id in distances
                         and all(click.ns < math.inf for click in pair)),
                        key=lambda pair: distances[pair[0].click_id])
        third = len(ranked) // 3
        if len(ranked) >= LEAST_CLICKS:
            found[name] = ranked[:third], ranked[-third:]
    if not found:
        raise NotMeasured(f"fewer than {LEAST_CLICKS} paths on each map")
    return found


def slopes(race, algo):
    """Map -> how much longer the farthest third of its clicks takes than the nearest."""
    pairs = [(click,) for click in clicks_of(race, algo)]
    return {name: median_ns([click for click, in far]) / median_ns([click for click, in near])
            for name, (near, far) in thirds(race, pairs).items()}


def almost_constant(race):
    whole, early = slopes(race, PUBLISHED), slopes(race, EARLY)
    worst = max(whole, key=whole.get)
    measured = (f"a far click takes {words.factor(statistics.median(whole.values()))} the time of a near "
                f"one with a whole fill (at most {words.factor(whole[worst])}, on {worst}); "
                f"{words.factor(statistics.median(early.values()))} with a fill that stops "
                "once it reaches the start")
    if statistics.median(whole.values()) > ALMOST:
        return Finding(FAILS, measured)
    if statistics.median(early.values()) > ALMOST:
        return Finding(HOLDS_IF, measured, "the fill continues after it has reached the start")
    return Finding(HOLDS, measured)


def fills(race, algo=PUBLISHED):
    """Map -> (pixels reached, nanoseconds): medians over clicks that reached any pixel."""
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
    """The slope of ns = slope * pixels that minimizes squared errors of logarithms."""
    return statistics.geometric_mean(ns / pixels for pixels, ns in points)


def linear(race):
    points = fills(race)
    rates = {name: ns / pixels for name, (pixels, ns) in points.items()}
    logs = [(math.log(pixels), math.log(ns)) for pixels, ns in points.values()]
    power, _ = statistics.linear_regression(*zip(*logs))
    share = statistics.correlation(*zip(*logs)) ** 2
    low, high = min(rates, key=rates.get), max(rates, key=rates.get)
    measured = (f"time grows with the number of pixels to the power of {power:.2f} (R² {share:.2f}); "
                f"a pixel takes {words.figures(rates[low])} ns ({low}) to "
                f"{words.figures(rates[high])} ns ({high})")
    if not 0.75 <= power <= 1.4 or share < STRAIGHT_FIT:
        return Finding(FAILS, measured)
    return Finding(HOLDS, measured)


def spiral(race):
    ratios = {}
    for algo in (PUBLISHED, "flood-precheck"):
        medians = [median_ns(clicks_of(race, algo, (name,))) for name in ("spiral", "open")]
        ratios[algo] = medians[0] / medians[1]
    ratio, pixels = ratios[PUBLISHED], fills(race)
    per = pixels["spiral"][0] / pixels["open"][0] if {"spiral", "open"} <= set(pixels) else math.nan
    measured = (f"on the spiral, the published fill takes {words.factor(ratio)} the time that it takes in the open "
                f"room, with {words.factor(per)} the pixels; it takes {words.factor(ratios['flood-precheck'])} that time "
                "if the straight line is tried first, as in the author's engine")
    apart = max(ratio, 1 / ratio)
    verdict = HOLDS if apart <= SAME else HOLDS_IF if apart <= SIMILAR else FAILS
    return Finding(verdict, measured, "up to twice the time counts as the same")


def early_stop(race):
    """The fraction of a full fill's time that near and far clicks take if the fill stops once it reaches the start."""
    parts = zip(*thirds(race, paired(race, EARLY, "flood-whole")).values())
    shares = [statistics.median(early.ns / whole.ns for third in part for early, whole in third) for part in parts]
    measured = (f"a fill that stops once it reaches the start takes a median of {words.percent(shares[0], 1)} of the "
                f"time of a whole fill for the nearest third of the clicks; {words.percent(shares[1], 1)} "
                "for the farthest third")
    return Finding(HOLDS if shares[0] < 0.9 * shares[1] and shares[0] < 0.9 else FAILS, measured)


def low_resolution(race):
    """A* over pixels at the screen sizes of old games, by open list."""
    worst = {}
    for algo in ("linear", "sorted", "heap", "buckets"):
        done = answered(clicks_of(race, algo))
        if done:
            worst[algo] = max(click.ns for click in done)
    if len(worst) < 4:
        raise NotMeasured("no answer with one of the open lists")
    measured = "the slowest click takes " + words.listing(
        f"{words.duration(ns)} with {LISTS[algo]}" for algo, ns in worst.items())
    return claim.by_cases((ns < FRACTION_NS for ns in worst.values()), measured,
                          "the open list is not " + " or ".join(
                              LISTS[algo] for algo, ns in worst.items() if ns >= FRACTION_NS))


def points_left(race):
    before = {click.click_id: click for click in clicks_of(race, "pixels") if click.points}
    shares = [click.points / before[click.click_id].points for click in clicks_of(race, "traced")
              if click.points and click.click_id in before]
    share = claim.median(shares, "path that both traced")
    measured = f"a median of {words.percent(share, 1)} of a path's pixels remain as points"
    return Finding(HOLDS if share < 0.5 else FAILS, measured)


def beautified(click):
    return sum(click.phases.get(phase, 0) for phase in ("simplify", "forward", "reverse"))


def simplified_first(race):
    """How long beautifying all points takes, compared with simplifying first."""
    ratios = [beautified(every) / beautified(both) for every, both in paired(race, "all-points",
                                                                             "both")
              if beautified(every) and beautified(both)]
    ratio = claim.median(ratios, "click that both beautified")
    measured = (f"beautifying all points takes a median of {words.factor(ratio)} the time of simplifying and "
                "beautifying")
    return Finding(HOLDS if ratio > 1.1 else FAILS, measured)


def average(race, algo, value):
    """The mean over a racer's clicks for which there is a value."""
    return claim.mean((each for each in map(value, clicks_of(race, algo)) if each is not None), f"path of {algo}")


def more_natural(race):
    """Turns and extra length of paths after each stage."""
    stages = {"traced": "traced paths", "forward": "paths after one pass", "both": "paths after both passes"}
    rows = [[average(race, algo, value) for value in (lambda click: click.turns, lambda click: click.ratio)]
            for algo in stages]
    first, last = rows[0], rows[-1]
    measured = f"{words.figures(first[0])} turns become {words.figures(last[0])} on average; " + "; ".join(
        f"{name} have {words.figures(turns)} turns and are {words.more(ratio)} longer than the shortest"
        for name, (turns, ratio) in zip(stages.values(), rows))
    better = last[0] < 0.75 * first[0] and last[1] < first[1]
    return Finding(HOLDS if better else FAILS, measured)


def slide_worth(race):
    """Compares beautification that only drops waypoints with one that also slides them along their segment."""
    def of(value):
        return [average(race, algo, value) for algo in ("still", "both")]
    turning, over, ns = of(lambda click: (click.turning or 0) / (math.pi / 2)), of(lambda click: click.ratio), of(beautified)
    measured = (f"without the slide, paths are {words.more(over[0])} longer than the shortest, with it {words.more(over[1])}; "
                f"paths turn by {words.figures(turning[0])} right angles without it, by {words.figures(turning[1])} with it; "
                f"both passes take {words.duration(ns[0])} without it, {words.duration(ns[1])} with it")
    return Finding(HOLDS if over[1] < over[0] and turning[1] < turning[0] else FAILS, measured)


def reverse_pass(race):
    def excess(algo):
        return average(race, algo, lambda click: click.ratio - 1 if click.ratio and click.optimum else None)
    traced, forward, both = excess("traced"), excess("forward"), excess("both")
    mended = excess("forward-mended"), excess("flood")
    crossing = [click for click in clicks_of(race, "both") if click.legal is False]
    measured = (f"paths are {words.more(1 + forward)} longer than the shortest before the pass from the goal and "
                f"{words.more(1 + both)} after it; traced paths are {words.more(1 + traced)} longer; with corrected code, "
                f"paths are {words.more(1 + mended[0])} longer before that pass and {words.more(1 + mended[1])} after it; "
                f"{words.percent(len(crossing), len(clicks_of(race, 'both')))} of the paths of the printed code cross a wall")
    return Finding(HOLDS if both < forward < traced else FAILS, measured)


def as_printed(race):
    """Whether the printed beautification terminates, and whether its paths cross walls."""
    printed, both = clicks_of(race, "printed"), clicks_of(race, "both")
    endless = sum(click.fault == "limit" for click in printed)
    walked = [click for click in both if click.legal is not None]
    crossing = [click for click in walked if click.legal is False]
    deep = max((click.depth for click in crossing if click.depth is not None), default=None)
    measured = (f"as printed, the code never ends on {endless} of {len(printed)} clicks; with the loop corrected, {len(crossing)} of "
                f"{len(walked)} paths touch a wall: {sum(not click.fault for click in crossing)} pass the author's own "
                "test" + (f", and the others enter the wall by at most {deep:.2f} pixels" if deep is not None else ""))
    if endless:
        return Finding(FAILS, measured)
    return Finding(HOLDS_IF if crossing else HOLDS, measured, "crossing the corner of a wall does not "
                   "count")
