"""What several charts use: the figures of the answer, fractions, and which racers can be compared."""
import collections
import functools
import math
import operator

import numpy


MAP, ALGO, CLICK_ID, NS, KIND = map(operator.attrgetter, ("map", "algo", "click_id", "ns", "kind"))
PANEL = 3  # clicks of a map: of fewer there is no distribution


def kept(measure):
    """Computes a measure of a race once; the shared result must not be changed."""
    @functools.wraps(measure)
    def take(race):
        if measure not in race.kept:
            race.kept[measure] = measure(race)
        return race.kept[measure]
    return take


class Clicks(list):
    """An immutable list of clicks: its groups by map and racer, and its times, are computed once
    for all charts."""
    __slots__ = ("groups", "times")

    def __init__(self, clicks=()):
        super().__init__(clicks)
        self.groups, self.times = {}, None


def grouped(clicks, key):
    keys = list(map(key, clicks))
    if keys and keys.count(keys[0]) == len(keys):
        return {keys[0]: clicks}
    groups = collections.defaultdict(Clicks)
    for value, click in zip(keys, clicks):
        groups[value].append(click)
    return dict(groups)


def by(clicks, key):
    """Groups of clicks by key, read-only: a single group may be the list itself."""
    if not isinstance(clicks, Clicks):
        return grouped(clicks if isinstance(clicks, list) else list(clicks), key)
    if key not in (MAP, ALGO):
        return grouped(clicks, key)
    if key not in clicks.groups:
        clicks.groups[key] = grouped(clicks, key)
    return clicks.groups[key]


def times_of(clicks):
    """The time of each click, read-only; infinite for no answer."""
    if not isinstance(clicks, Clicks):
        return numpy.fromiter(map(NS, clicks), float, len(clicks))
    if clicks.times is None:
        clicks.times = numpy.fromiter(map(NS, clicks), float, len(clicks))
        clicks.times.flags.writeable = False
    return clicks.times


def span_of(clicks):
    """The shortest and the longest time of an answer; empty if there is none."""
    ns = times_of(clicks)
    ns = ns[(0 < ns) & (ns < math.inf)]
    return [ns.min(), ns.max()] if len(ns) else []


def answered(race):
    """Racer -> its entry in the ranking of the answer; empty without an answer."""
    return {each["algo"]: each for each in (race.answer or {}).get("ranking") or ()}


def median_ns(race, algo):
    """The time of a click, as the answer says; infinite if it says none."""
    ns = answered(race).get(algo, {}).get("ns_median")
    return math.inf if ns is None else ns


def on_maps(race, algo, key):
    """Map -> a figure of a racer there, as the answer says, where it is known."""
    maps = answered(race).get(algo, {}).get("maps", ())
    return {each["map"]: each[key] for each in maps if each[key] is not None}


def within(clicks, ns):
    return int(numpy.count_nonzero(times_of(clicks) <= ns))


@kept
def by_racer(race):
    """Racer that answers -> all its clicks."""
    return by(answering(race), ALGO)


@kept
def field(race):
    """Racer -> the clicks that all these racers have. The racers are those that have at least
    half of all clicks or, if these have none in common, the one with the most clicks and those
    with the same clicks. A racer does not race on a map that it does not support."""
    mine = by_racer(race)
    if any(click.fault == "unsupported" for click in answering(race)):
        mine = by([click for click in answering(race) if click.fault != "unsupported"], ALGO)
    met = {algo: set(map(CLICK_ID, clicks)) for algo, clicks in mine.items()}
    click_ids = set().union(*met.values())
    algos = [algo for algo in race.racers if algo in met and 2 * len(met[algo]) >= len(click_ids)]
    common = click_ids.intersection(*(met[algo] for algo in algos))
    if met and not (algos and common):
        common = max(met.values(), key=len)
        algos = [algo for algo in race.racers if met.get(algo, set()) >= common]
    return {algo: mine[algo] if met[algo] <= common else
            Clicks(click for click in mine[algo] if click.click_id in common) for algo in algos}


@kept
def ranked(race):
    """Clicks whose times are ranked: those of class detour, or of class direct if there are
    none."""
    kinds = by(race.clicks, KIND)
    return next((kinds[kind] for kind in ("detour", "direct") if kind in kinds), race.clicks)


@kept
def unranked(race):
    """All other clicks."""
    counted = ranked(race)
    return [] if counted is race.clicks else [
        click for click in race.clicks if click.kind != counted[0].kind]


@kept
def answering(race):
    """The clicks of racers that answer: null only shows the harness's overhead."""
    return Clicks(click for click in ranked(race) if race.racers[click.algo].name != "null")


@kept
def left_out(race):
    """Racers that answer, but raced on too few clicks to be compared in a chart."""
    return [algo for algo in by_racer(race) if algo not in field(race)]


@kept
def charted(race):
    """Clicks of the compared racers, on maps with enough of them for a separate panel."""
    answers = Clicks(click for click in answering(race) if click.algo in field(race))
    maps = by(answers, MAP)
    large = {name for name, clicks in maps.items()
             if len({click.click_id for click in clicks}) >= PANEL}
    return (Clicks(click for click in answers if click.map in large)
            if large and len(large) < len(maps) else answers)


def representatives(race, algos):
    """The first racer of each back end that answers: the plain one, if it races."""
    chosen = {}
    for algo, racer in race.racers.items():
        if algo in algos and racer.name != "null":
            chosen.setdefault(racer.name, algo)
    return list(chosen.values())


def order(race, algos):
    """Racers by the time of a click, fastest first."""
    return sorted(algos, key=lambda algo: median_ns(race, algo))


class NothingToDraw(Exception):
    """The message says what a race would need for a chart."""
