"""The head of a page: what was raced on, and which back end to ship. Nothing is decided here: the answer
is what `footrace answer --json` printed (results/answer.schema.json)."""
import re

from markupsafe import Markup

from .figure import figure, whole


def heading(ranking):
    if len(ranking.maps) == 1:
        return Markup("What a click costs on {}").format(ranking.maps[0])
    return Markup("What a click costs on these {} maps").format(
        figure(whole, len(ranking.maps), "", "maps"))


def typeset(text):
    """As a page writes it: a terminal has no letter for micro."""
    return re.sub(r"(?<=\d) us\b", " µs", text)


def sentences(answer):
    """What to ship, what it costs, what would change that."""
    return [typeset(sentence) for sentence in answer["sentences"]]


def reasons(answer):
    """Name and reason of each that is not to be shipped, the closest first."""
    return [(each["algo"], typeset(each["reason"])) for each in answer["candidates"] if each["reason"]]
