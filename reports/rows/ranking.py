"""The ranking of a race as plain data: for each racer the time of a click, path lengths,
preparation and failures; and its rank and interval, which `footrace answer` computed.

Racers are compared on the clicks that all of them have. A click without a valid answer counts as
infinitely slow. A time over several maps is the geometric mean of the maps' own: no map counts
more for having more clicks, or slower ones.
"""
import dataclasses
import math
import operator

import numpy

from .. import words
from .measures import (MAP, by, by_racer, field, kept, mean_of_maps, ranked, times_of,
                       typical_ns, unranked)

TAILS = (99, 95)  # the first that there are enough clicks for
BEYOND = 10  # clicks slower than a percentile, for it to mean anything (fr_tail_percentile)


@dataclasses.dataclass
class Standing:
    """A racer's results. Times are nanoseconds, infinite for never; None: not known."""
    algo: str
    movement: str
    expected_faults: bool
    clicks: int
    median: float  # the geometric mean of the maps' medians
    low: float  # the median's 95 % interval over rounds, passes and clicks, as the answer says; None: unknown
    high: float
    tail: float  # the percentile in Ranking.tail, averaged over maps
    worst: float
    worst_answer: float  # the slowest answer
    over_frame: int  # clicks
    faults: dict  # key of words.FAULTS -> clicks
    illegal: int  # paths that leave free space
    paths: int  # legal ones whose optimum is known
    ratio_mean: float  # of their lengths to the optimum
    ratio_worst: float
    turns: float  # of the median path
    prepare: float  # geometric mean of maps
    prepare_worst: float
    memory: float  # bytes held after it, likewise
    peak: float  # bytes at most while it prepared, likewise
    by_map: dict  # map -> its median
    beside: dict = dataclasses.field(default_factory=dict)  # class of other clicks -> nanoseconds
    rank: int = None  # as the answer says; None: it has none
    letters: str = ""  # as the answer says: racers that share one show no difference
    change: float = None  # time after a change, likewise; None: none was followed

    @property
    def failed(self):
        return sum(self.faults.values())

    @property
    def sound(self):
        """Whether it answers every click with a valid path."""
        return not self.faults and not self.illegal


@dataclasses.dataclass
class Ranking:
    standings: list  # in the order of the answer's ranking
    others: list  # those that raced too few of the common clicks
    clicks: int  # of the field
    maps: list
    tail: int  # percent
    floor: float  # the median of null: what the harness itself takes; or None

    @property
    def changes(self):
        """Whether a racer followed a change."""
        return any(each.change is not None for each in self.standings)


def percentile(times, percent):
    """The smallest of sorted times that percent of them do not exceed."""
    return float(times[max(0, math.ceil(percent / 100 * len(times)) - 1)])


def tail_of(count):
    """The percentile for which there are enough clicks, or None."""
    return next((tail for tail in TAILS if (100 - tail) * count >= 100 * BEYOND), None)


def mean(values):
    values = [value for value in values if value is not None]
    return math.fsum(values) / len(values) if values else None


def median(values):
    values = [value for value in values if value is not None]
    return float(numpy.median(values)) if values else None


def over_maps(values, maps):
    """The maps' geometric mean, as the answer states it, and the maximum of a measure."""
    known = [values[name] for name in maps if values.get(name) is not None]
    return (mean_of_maps([max(value, 1) for value in known]), float(max(known))) if known else (None, None)


def standing(race, algo, clicks, tail):
    groups = {name: numpy.sort(times_of(group)) for name, group in by(clicks, MAP).items()}
    each_map, medians = list(groups.values()), {name: float(numpy.median(times)) for name, times in groups.items()}
    times = numpy.sort(numpy.concatenate(each_map))
    answers = times[numpy.isfinite(times)]
    ratios = [click.ratio for click in clicks
              if click.length is not None and click.legal and click.ratio is not None]
    maps = list(dict.fromkeys(click.map for click in clicks))
    prepare, prepare_worst = over_maps(race.prepared.get(algo, {}), maps)
    memory, _ = over_maps(race.memory.get(algo, {}), maps)
    peak, _ = over_maps(race.peaks.get(algo, {}), maps)
    racer = race.racers[algo]
    return Standing(
        algo, racer.movement, racer.expected_faults, len(clicks),
        mean_of_maps(list(medians.values())), None, None,
        mean_of_maps([percentile(group, tail) for group in each_map]) if tail else None,
        float(times[-1]),
        float(answers[-1]) if len(answers) else None,
        int(len(times) - numpy.searchsorted(times, words.FRAME_NS, "right")),
        {fault: len(group) for fault, group in by(clicks, operator.attrgetter("fault")).items()
         if fault},
        sum(click.legal is False for click in clicks), len(ratios), mean(ratios),
        max(ratios, default=None), median(click.turns for click in clicks if click.length is not None),
        prepare, prepare_worst, memory, peak, medians)


def placed(each, ranked):
    """A standing with the answer's rank, median and interval. The medians may differ: a failure counts
    here as an infinite time, and in the answer also clicks count that not all racers have."""
    if ranked is None:
        return each
    median_ns = ranked["ns_median"]
    same = median_ns is not None and (
        (ranked["failures"] == 0 and ranked["clicks"] == each.clicks) or math.isclose(median_ns, each.median, rel_tol=1e-9))
    return dataclasses.replace(each, rank=ranked["rank"], letters=ranked["letters"],
                               change=ranked["ns_change"],
                               median=median_ns if same else each.median,
                               low=ranked["ns_median_low"] if same else None,
                               high=ranked["ns_median_high"] if same else None)


def in_order(standings, answer):
    """The standings in the ranking's order of an answer (`footrace answer --json`), followed by
    those without a rank; without an answer there are no ranks."""
    ranked = {each["algo"]: each for each in (answer or {}).get("ranking") or ()}
    places = {algo: place for place, algo in enumerate(ranked)}
    return sorted((placed(each, ranked.get(each.algo)) for each in standings),
                  key=lambda each: places.get(each.algo, len(places)))


def beside(race, algos):
    """Racer -> class of clicks that is not ranked -> typical time of such a click."""
    others = by(unranked(race), operator.attrgetter("algo", "kind"))
    times = {algo: {} for algo in algos}
    for (algo, kind), clicks in others.items():
        if algo in times:
            times[algo][kind] = typical_ns(clicks)
    return times


@kept
def rank(race):
    """The ranking of a race, in the order of its answer; None if no racer answers clicks."""
    groups = field(race)
    if not groups:
        return None
    tail = tail_of(min(map(len, by(next(iter(groups.values())), MAP).values())))
    standings = [standing(race, algo, clicks, tail) for algo, clicks in groups.items()]
    aside = beside(race, groups)
    for each in standings:
        each.beside = aside[each.algo]
    others = [standing(race, algo, clicks, None)
              for algo, clicks in by_racer(race).items() if algo not in groups]
    others.sort(key=lambda each: (each.median, each.algo))
    floor = [click.ns for click in ranked(race) if race.racers[click.algo].name == "null"]
    clicks = next(iter(groups.values()))
    return Ranking(in_order(standings, race.answer), others, len(clicks),
                   list(dict.fromkeys(click.map for click in clicks)), tail,
                   float(numpy.median(floor)) if floor else None)
