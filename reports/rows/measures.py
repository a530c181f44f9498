"""What several charts count: medians, shares, and who can be compared with whom."""
import collections
import functools
import math
import operator

import numpy


MAP, ALGO, QUESTION = map(operator.attrgetter, ("map", "algo", "question"))
PANEL = 3  # clicks of a map: of fewer there is no distribution


def kept(measure):
    """Takes a measure of a race once; what it gives is shared, and not to be changed."""
    @functools.wraps(measure)
    def take(race):
        if measure not in race.kept:
            race.kept[measure] = measure(race)
        return race.kept[measure]
    return take


def by(clicks, key):
    groups = collections.defaultdict(list)
    for click in clicks:
        groups[key(click)].append(click)
    return dict(groups)


def median_ns(clicks):
    """The median time of a click; infinite where half of them got no answer."""
    return float(numpy.median(numpy.fromiter((click.ns for click in clicks), float, len(clicks))))


def mean_of_maps(values):
    """The geometric mean of a time on each map; infinite where it is so on one."""
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def typical_ns(clicks):
    """What a click takes: the maps' medians in one figure, the same in every table and chart."""
    return mean_of_maps([median_ns(group)
                         for group in by(clicks, MAP).values()])


def within(clicks, ns):
    return sum(click.ns <= ns for click in clicks)


@kept
def by_racer(race):
    """Racer that answers -> all its clicks."""
    return by(answering(race), ALGO)


@kept
def field(race):
    """Racer -> clicks that all these racers raced: the ones that met at least half of all. Who does
    not support a map has not raced there."""
    raced = [click for click in answering(race) if click.fault != "unsupported"]
    questions = by(raced, QUESTION)
    mine = by(raced, ALGO)
    algos = [algo for algo in race.racers if 2 * len(mine.get(algo, ())) >= len(questions)]
    common = {question for question, clicks in questions.items()
              if {click.algo for click in clicks}.issuperset(algos)}
    if not algos or not common:
        algos, common = list(mine), set(questions)
    return {algo: [click for click in mine[algo] if click.question in common] for algo in algos}


@kept
def ranked(race):
    """Clicks whose times count: detours, or those that can be walked straight where none are."""
    classes = {click.kind for click in race.clicks}
    counted = next((kind for kind in ("detour", "direct") if kind in classes), None)
    return [click for click in race.clicks if counted in (click.kind, None)]


@kept
def answering(race):
    """Of these the ones of racers that answer: null only shows what the harness costs."""
    return [click for click in ranked(race) if race.racers[click.algo].name != "null"]


@kept
def charted(race):
    """Of these the ones on maps with enough clicks for a panel of their own, where a map has."""
    answers = answering(race)
    maps = by(answers, MAP)
    large = {name for name, clicks in maps.items()
             if len({click.question for click in clicks}) >= PANEL}
    return [click for click in answers if click.map in large] if large else answers


def representatives(race, algos):
    """One of algos for each back end that answers: the plain one, before those with faults."""
    chosen = {}
    for algo, racer in race.racers.items():
        if algo in algos and racer.name != "null":
            chosen.setdefault(racer.name, algo)
    return list(chosen.values())


def order(clicks):
    """Racers by what a click takes them, fastest first."""
    return sorted(clicks, key=lambda algo: typical_ns(clicks[algo]))


class NothingToDraw(Exception):
    """Says what a race would need for a chart."""
