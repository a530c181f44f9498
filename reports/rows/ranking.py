"""The ranking of a race as plain data: for each racer what a click takes, what it walks, what it
prepares, how often it fails; and its rank, by what `footrace answer` says of who is faster.

Racers are compared on the clicks that all of them met. A click without an answer that stands is
slower than any other: it never came. A time over several maps is the geometric mean of the maps'
own: no map counts more for having more clicks, or slower ones.
"""
import collections
import dataclasses
import math
import operator

import numpy

from .. import words
from .measures import (MAP, QUESTION, by, by_racer, field, kept, mean_of_maps, ranked, times_of,
                       typical_ns, unranked)

MOST_RESAMPLES, LEAST_RESAMPLES = 300, 40
FEW_ROWS = 16  # passes whose medians are found by exchanging neighbours
RESAMPLED = 30_000_000  # times drawn in all, where that is enough resamples
SEED = 1
TAILS = (99, 95)  # the first that there are enough clicks for
BEYOND = 10  # clicks slower than a percentile, for it to mean anything (fr_tail_percentile)


@dataclasses.dataclass
class Standing:
    """What a racer did. Times are nanoseconds, infinite for never; None is not known."""
    algo: str
    movement: str
    expected_faults: bool
    clicks: int
    median: float  # the geometric mean of the maps' medians
    low: float  # the median's 95 % interval over rounds, passes and clicks
    high: float
    tail: float  # the percentile that Ranking.tail says, the mean of the maps' own
    worst: float
    worst_answer: float  # the slowest of those that came
    over_frame: int  # clicks
    faults: dict  # key of words.FAULTS -> clicks
    illegal: int  # walks that leave free space
    walks: int  # legal ones whose optimum is known
    ratio_mean: float  # of their lengths to the optimum
    ratio_worst: float
    turns: float  # of the median walk
    prepare: float  # on the median map
    prepare_worst: float
    memory: float  # bytes held after it, on the median map
    peak: float  # bytes at most while it prepared, on the median map
    beside: dict = dataclasses.field(default_factory=dict)  # class of other clicks -> nanoseconds
    rank: int = None  # None: raced other clicks than the field
    tied: bool = False  # shares its rank: these clicks do not tell them apart

    @property
    def failed(self):
        return sum(self.faults.values())

    @property
    def sound(self):
        """Answers every click, with a walk that is one."""
        return not self.faults and not self.illegal


@dataclasses.dataclass
class Ranking:
    standings: list  # by rank, those of one rank by median
    others: list  # those that met too few of the field's clicks
    clicks: int  # of the field
    maps: list
    tail: int  # percent
    floor: float  # the median of null: what the harness itself takes; or None
    compared: bool = False  # ranks come from a test; else they are places by median


def percentile(times, percent):
    """The smallest of sorted times that so many percent do not exceed."""
    return float(times[max(0, math.ceil(percent / 100 * len(times)) - 1)])


def tail_of(count):
    """The percentile that so many clicks are enough for, or None."""
    return next((tail for tail in TAILS if (100 - tail) * count >= 100 * BEYOND), None)


def mean(values):
    values = [value for value in values if value is not None]
    return math.fsum(values) / len(values) if values else None


def median(values):
    values = [value for value in values if value is not None]
    return float(numpy.median(values)) if values else None


def over_maps(values, maps):
    """Median and maximum of what there is of a measure for each map."""
    known = [values[name] for name in maps if values.get(name) is not None]
    return (float(numpy.median(known)), float(max(known))) if known else (None, None)


def standing(race, algo, clicks, tail):
    each_map = [numpy.sort(times_of(group)) for group in by(clicks, MAP).values()]
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
        mean_of_maps([numpy.median(group) for group in each_map]), None, None,
        mean_of_maps([percentile(group, tail) for group in each_map]) if tail else None,
        float(times[-1]),
        float(answers[-1]) if len(answers) else None,
        int(len(times) - numpy.searchsorted(times, words.FRAME_NS, "right")),
        {fault: len(group) for fault, group in by(clicks, operator.attrgetter("fault")).items()
         if fault},
        sum(click.legal is False for click in clicks), len(ratios), mean(ratios),
        max(ratios, default=None), median(click.turns for click in clicks if click.length is not None),
        prepare, prepare_worst, memory, peak)


def samples_of(clicks, places):
    """Times of clicks, each in the column of its question's place, one row a pass, the rounds one
    after another. Who failed never answers; a pass that the system took counts as the click's
    median."""
    most = max((len(click.samples) for click in clicks), default=0) or 1
    lost, medians = (None,) * most, times_of(clicks)[:, None]
    times = numpy.array([click.samples + lost[len(click.samples):] for click in clicks], float)
    times = numpy.where(numpy.isnan(times) | numpy.isinf(medians), medians, times)
    return times[numpy.argsort([places[click.question] for click in clicks])].T.copy()


def column_medians(rows):
    """The median of each column. Of a few rows, neighbours are exchanged until all columns are
    sorted: for numpy that is a sixth of the work of a median a column."""
    if len(rows) > FEW_ROWS:
        return numpy.median(rows, axis=0)
    rows = list(rows)
    for turn in range(len(rows)):
        for place in range(turn % 2, len(rows) - 1, 2):
            low, high = rows[place], rows[place + 1]
            rows[place], rows[place + 1] = numpy.minimum(low, high), numpy.maximum(low, high)
    return (rows[(len(rows) - 1) // 2] + rows[len(rows) // 2]) / 2


def drawn_passes(random, rounds, count):
    """As many passes drawn anew: first rounds, then passes of each."""
    if count % rounds:
        return random.integers(count, size=count)
    passes = count // rounds
    chosen = random.integers(rounds, size=rounds)
    return (chosen[:, None] * passes + random.integers(passes, size=(rounds, passes))).ravel()


def resampled_medians(groups, rounds):
    """Medians of the racers over rounds, passes and clicks drawn anew, the same ones for all
    (Kalibera and Jones 2013): racer -> one for each draw."""
    random = numpy.random.default_rng(SEED)
    times = sum(max(1, len(click.samples)) for clicks in groups.values() for click in clicks)
    draws = min(MOST_RESAMPLES, max(LEAST_RESAMPLES, RESAMPLED // times))
    logs = {algo: numpy.zeros(draws) for algo in groups}
    maps = {algo: by(clicks, MAP) for algo, clicks in groups.items()}
    names = list(next(iter(maps.values())))
    for name in names:
        questions = sorted(map(QUESTION, next(iter(maps.values()))[name]))
        places = {question: place for place, question in enumerate(questions)}
        samples = {algo: samples_of(maps[algo][name], places) for algo in groups}
        for draw in range(draws):
            passes = {}
            count = next(iter(samples.values())).shape[1]
            clicks = random.integers(count, size=count)
            for algo, times in samples.items():
                if len(times) not in passes:
                    passes[len(times)] = drawn_passes(random, rounds, len(times))
                medians = column_medians(times[passes[len(times)]])
                logs[algo][draw] += math.log(numpy.median(medians[clicks]))
    return {algo: numpy.exp(sums / len(names)) for algo, sums in logs.items()}


def interval(samples):
    """The middle 95 % of samples, some of which may be infinite."""
    ranked = numpy.sort(samples)
    return percentile(ranked, 2.5), percentile(ranked, 97.5)


def told_interval(each, candidate):
    """That of the median: what the answer tells of the same one, or else our own."""
    if candidate and each.sound and candidate["ns_median_low"] is not None \
            and math.isclose(candidate["ns_median"], each.median, rel_tol=1e-9):
        return {"low": candidate["ns_median_low"], "high": candidate["ns_median_high"]}
    return {}


def by_test(ranking, answer):
    """The ranking with the ranks that an answer (`footrace answer --json`) tells, one more than the
    number of those here that are shown to be faster; and its intervals. As it was without an answer."""
    if not answer or not answer.get("faster"):
        return ranking
    names = {each.algo for each in ranking.standings}
    ranks = {each.algo: 1 + len(names.intersection(answer["faster"].get(each.algo, ())))
             for each in ranking.standings}
    shared = collections.Counter(ranks.values())
    candidates = {each["algo"]: each for each in answer["candidates"]}
    placed = [dataclasses.replace(each, rank=ranks[each.algo], tied=shared[ranks[each.algo]] > 1,
                                  **told_interval(each, candidates.get(each.algo)))
              for each in ranking.standings]
    placed.sort(key=lambda each: (each.rank, each.median, each.algo))
    return dataclasses.replace(ranking, standings=placed, compared=True)


def beside(race, algos):
    """Racer -> class of the clicks that are not ranked -> what such a click takes it."""
    others = by(unranked(race), operator.attrgetter("algo", "kind"))
    times = {algo: {} for algo in algos}
    for (algo, kind), clicks in others.items():
        if algo in times:
            times[algo][kind] = typical_ns(clicks)
    return times


@kept
def rank(race):
    """The ranking of a race by its answer, or else by median; None where nobody answers clicks."""
    groups = field(race)
    if not groups:
        return None
    tail = tail_of(min(map(len, by(next(iter(groups.values())), MAP).values())))
    standings = [standing(race, algo, clicks, tail) for algo, clicks in groups.items()]
    medians = resampled_medians(groups, int(max((run["rounds"] for run in race.runs), default=1)))
    aside = beside(race, groups)
    for each in standings:
        each.low, each.high = interval(medians[each.algo])
        each.beside = aside[each.algo]
    standings.sort(key=lambda each: (each.median, each.algo))
    for place, each in enumerate(standings, 1):
        each.rank = place
    others = [standing(race, algo, clicks, None)
              for algo, clicks in by_racer(race).items() if algo not in groups]
    others.sort(key=lambda each: (each.median, each.algo))
    floor = [click.ns for click in ranked(race) if race.racers[click.algo].name == "null"]
    clicks = next(iter(groups.values()))
    ranking = Ranking(standings, others, len(clicks),
                      list(dict.fromkeys(click.map for click in clicks)), tail,
                      float(numpy.median(floor)) if floor else None)
    return by_test(ranking, race.answer)
