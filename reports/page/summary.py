"""The head of a page: what was raced on, and which back end to ship. Nothing is decided here: the
answer is the output of `footrace answer --json` (results/answer.schema.json)."""
import re

from markupsafe import Markup, escape

from .. import words
from .figure import figure, whole


def heading(ranking):
    if len(ranking.maps) == 1:
        return Markup("What a click costs on {}").format(ranking.maps[0])
    return Markup("What a click costs on these {} maps").format(
        figure(whole, len(ranking.maps), "", "maps"))


def typeset(text):
    """With the sign for micro, which a terminal may lack; numbers keep their units, and options stay whole."""
    text = re.sub(r"\b\d{4,}(?= (detours|queries))", lambda found: f"{int(found[0]):,}", words.joined(text))
    text = escape(text.replace("\N{NO-BREAK SPACE}us", "\N{NO-BREAK SPACE}µs"))
    return Markup(re.sub(r"--[\w-]+( [\w.]+)?", r"<code>\g<0></code>", str(text)))


def sentences(answer):
    """What to ship, its cost, and what would change the answer."""
    return [typeset(sentence) for sentence in answer["sentences"]]


def reasons(answer):
    """Name and reason of each racer that is not shipped, the closest first."""
    return [(each["algo"], typeset(each["reason"])) for each in answer["candidates"] if each["reason"]]
