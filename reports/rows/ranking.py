"""The ranking of a race as plain data: for each racer what `footrace answer` computed, its rank, medians and
costs; and what is counted here, its failures and slow clicks.

Only clicks that all racers have are counted. A click without a valid answer counts as infinitely slow;
the figures of the answer are over the clicks that a racer answered.
"""
import dataclasses
import math
import operator

import numpy

from .. import words
from .measures import MAP, answered, by, by_racer, field, kept, on_maps, times_of, unranked


@dataclasses.dataclass
class Standing:
    """A racer's results. Times are nanoseconds, infinite for never; None: not known."""
    algo: str
    movement: str
    expected_faults: bool
    clicks: int
    worst: float
    worst_answer: float  # the slowest answer
    over_frame: int  # clicks
    faults: dict  # key of words.FAULTS -> clicks
    illegal: int  # paths that leave free space
    ratio_mean: float  # of the lengths of legal paths to the optimum: a path that leaves free space may be too short
    ratio_worst: float
    turns: float  # of a path: the geometric mean of the maps' means
    said: dict  # the racer's entry in the ranking of the answer
    by_map: dict  # map of these clicks -> its median
    whole: bool  # whether the answer's figures are of all these maps, and of no others
    prepare_worst: float  # of the maps
    beside: dict = dataclasses.field(default_factory=dict)  # class of other clicks -> nanoseconds

    @property
    def median(self):
        """The geometric mean of the medians of these maps."""
        if not self.by_map:
            return math.inf
        return self.said["ns_median"] if self.whole else math.exp(mean(map(math.log, self.by_map.values())))

    # The median's 95 % interval over rounds, passes and clicks; the 99th percentile of queries; racers that share
    # a letter show no difference; time after a change.
    low, high = (property(lambda self, key=key: self.said.get(key) if self.whole else None)
                 for key in ("ns_median_low", "ns_median_high"))
    slow, rank, letters, change, prepare, memory, peak = (
        property(lambda self, key=key: self.said.get(key)) for key in (
            "ns_slow", "rank", "letters", "ns_change",
            "ns_prepare", "held_bytes", "peak_bytes"))

    @property
    def failed(self):
        return sum(self.faults.values())


@dataclasses.dataclass
class Ranking:
    standings: list  # in the order of the answer's ranking
    others: list  # those that raced too few of the common clicks
    clicks: int  # of the field
    maps: list
    floor: float  # the median of null: what the harness itself takes; or None

    @property
    def changes(self):
        """Whether a racer answered after a change."""
        return any(each.change is not None for each in self.standings)


def mean(values):
    values = [value for value in values if value is not None]
    return math.fsum(values) / len(values) if values else None


def turns_of(clicks):
    """The geometric mean of the maps' averages, so that one map of many turns does not outweigh all others."""
    each_map = by((click for click in clicks if click.length is not None and click.turns is not None), MAP).values()
    means = [mean(click.turns for click in mine) for mine in each_map]
    return math.exp(mean(math.log(max(turns, 1)) for turns in means)) if means else None


def standing(race, algo, clicks):
    times = times_of(clicks)
    answers = times[numpy.isfinite(times)]
    ratios = [click.ratio for click in clicks if click.length is not None and click.legal and click.ratio is not None]
    racer, kinds = race.racers[algo], {click.kind for click in unranked(race)}
    said = answered(race).get(algo, {})
    classes, medians, maps = said.get("classes", {}), on_maps(race, algo, "ns_median"), by(clicks, MAP)
    mine = {name: medians[name] for name in medians if name in maps}
    return Standing(
        algo, racer.movement, racer.expected_faults, len(clicks), float(times.max()),
        float(answers.max()) if len(answers) else None,
        int(numpy.count_nonzero(times > words.FRAME_NS)),
        {fault: len(group) for fault, group in by(clicks, operator.attrgetter("fault")).items()
         if fault},
        sum(click.legal is False for click in clicks), mean(ratios), max(ratios, default=None),
        turns_of(clicks),
        said, mine, mine == medians, max(on_maps(race, algo, "ns_prepare").values(), default=None),
        {kind: classes[kind] for kind in classes if kind in kinds})


@kept
def rank(race):
    """The ranking of a race, in the order of its answer; None if no racer answers clicks."""
    groups = field(race)
    if not groups:
        return None
    places = {algo: place for place, algo in enumerate(answered(race))}

    def in_order(algos):
        return sorted(algos, key=lambda algo: places.get(algo, len(places)))
    clicks = next(iter(groups.values()))
    return Ranking([standing(race, algo, groups[algo]) for algo in in_order(groups)],
                   [standing(race, algo, by_racer(race)[algo]) for algo in in_order(by_racer(race)) if algo not in groups],
                   len(clicks), list(dict.fromkeys(by(clicks, MAP))), (race.answer or {}).get("floor"))
