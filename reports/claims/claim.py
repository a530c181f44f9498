"""A claim of an article, and the result of measuring it."""
import dataclasses
import math
import re
import statistics
import textwrap

from .. import words
from ..rows.measures import by

HOLDS, HOLDS_IF, FAILS, UNKNOWN = "holds", "holds if", "does not hold", "cannot be tested"
NEVER_CAME = ("limit", "timeout", "crash", "memory", "untried")  # no answer, not even a wrong one
MOST_BRIEF = 160  # characters
REASONED = "reasoned"  # nothing here can measure it: the reasons for and against are given


class NotMeasured(Exception):
    """The message says what is missing."""


@dataclasses.dataclass
class Finding:
    verdict: str
    measured: str  # what came out, with its figures
    condition: str = ""  # of the verdict "holds if": what must be the case

    def __post_init__(self):
        if self.verdict != HOLDS_IF:
            self.condition = ""

    @property
    def brief(self):
        """The first clause of the result, which has the figure that decides."""
        return textwrap.shorten(re.split(r"[.;] ", self.measured)[0], MOST_BRIEF, placeholder=" …")


@dataclasses.dataclass(frozen=True)
class Claim:
    """One claim of experiments/claims/, with the fields of the article's file."""
    name: str
    source: str  # author and year
    section: str  # of the article
    paragraph: int  # of the article, from 1: blocks between blank lines
    hash: str  # of that paragraph: sha256 of its words, twelve digits
    said: str  # in our words
    race: str = ""  # of experiments/races/claims.toml, whose rows judge the claim; "" if it is reasoned
    racers: list = ()  # of the race: the labels whose rows count
    quantity: str = ""  # what is compared, in words
    verdict: object = None  # race -> Finding; raises NotMeasured. In the file: the name of a function
    reasons: str = ""  # for and against, if the claim is reasoned
    chart: str = ""  # the chart that shows the claim, a name of charts.CHARTS
    phrase: str = ""  # of the paragraph, at most eight words, where the wording decides
    of: str = ""  # another claim with the same sentence: the two count as one
    fault: bool = False  # a fault in printed code, which claims nothing: not counted as a claim
    definition: bool = False  # true by definition: not counted either
    before: str = ""  # the verdict that the claim had with another input or control, and why it changed
    why: str = ""
    quick: bool = False  # the quick run judges it, too, as a few clicks and maps give the same verdict

    @property
    def reasoned(self):
        return not self.race

    @property
    def aside(self):
        """Why this is not counted as a claim; "" if it is."""
        return ("a fault in printed code" if self.fault else "true by definition" if self.definition
                else f"counted with {self.of}" if self.of else "")

    @property
    def place(self):
        return f"{self.source}, {self.section}, paragraph {self.paragraph}"


def by_cases(cases, measured, condition):
    """Holds if all cases do; holds on a condition if some do."""
    cases = list(cases)
    return Finding(HOLDS if all(cases) else HOLDS_IF if any(cases) else FAILS, measured, condition)


def by_place(figures, fits, measured, kind="map"):
    """As by_cases, with a case for each map: the condition names the maps whose figures fit."""
    return by_cases(map(fits, figures.values()), measured, f"the {kind} is like "
                    + words.listing(name for name, figure in figures.items() if fits(figure)))


def clicks_of(race, algo, maps=None):
    """A racer's clicks on some maps, or on all; NotMeasured if there are none."""
    mine = [click for click in race.clicks
            if click.algo == algo and (maps is None or click.map in maps)]
    if not mine:
        where = "" if maps is None else " on " + words.listing(maps)
        raise NotMeasured(f"no rows of {algo}{where}")
    return mine


def by_map(race, algo):
    """Map -> a racer's clicks on it."""
    return by(clicks_of(race, algo), lambda click: click.map)


def paired(race, one, other):
    """Pairs of two racers' clicks on the same query."""
    theirs = {click.click_id: click for click in clicks_of(race, other)}
    pairs = [(click, theirs[click.click_id]) for click in clicks_of(race, one)
             if click.click_id in theirs]
    if not pairs:
        raise NotMeasured(f"no click on which both {one} and {other} were queried")
    return pairs


def lengths(race, one, other):
    """How many times as long the first racer's paths are as the second's, if both have a valid path."""
    found = [mine.length / theirs.length for mine, theirs in paired(race, one, other) if mine.length and theirs.length]
    if not found:
        raise NotMeasured(f"no click for which both {one} and {other} found a path")
    return found


def mean(values, of, average=statistics.fmean):
    values = list(values)
    if not values:
        raise NotMeasured(f"no {of}")
    return average(values)


def median(values, of):
    return mean(values, of, statistics.median)


def median_ns(clicks):
    """The median time of a click; infinite if half of them have no answer."""
    return statistics.median(click.ns for click in clicks)


def answered(clicks):
    return [click for click in clicks if click.ns < math.inf]


def ground(race):
    """The maps, and the largest number of clicks of a racer on each."""
    names = list(race.maps)
    maps = (words.listing(names) if len(names) <= 4
            else f"{len(names)} maps, {names[0]} to {names[-1]}")
    elsewhere = (sum(counts.values()) for counts in race.left_out.values())
    asked = len({click.click_id for click in race.clicks}) + max(elsewhere, default=0)
    return f"{maps}; {words.count(asked, 'click')}"


def time_of(click):
    """The time of an answer, even if its path is wrong; infinite if none came."""
    times = [ns for ns in click.samples if ns is not None]
    if click.ns < math.inf or click.fault in NEVER_CAME or not times:
        return click.ns
    return statistics.median(times)


def wrong_text(clicks):
    """"39 of 150 paths wrong", of answers that came; "" if none is."""
    came = [click for click in clicks if click.fault not in NEVER_CAME]
    wrong = sum(bool(click.fault) for click in came)
    return f"{wrong:,} of {len(came):,} paths wrong" if wrong else ""
