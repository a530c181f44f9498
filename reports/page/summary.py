"""The head of a page: what was raced on, and which back end to ship. Nothing is decided here: the answer
is what `footrace answer --json` printed (results/answer.schema.json)."""
import json

from markupsafe import Markup

from .figure import figure, whole


def heading(ranking):
    if len(ranking.maps) == 1:
        return Markup("What a click costs on {}").format(ranking.maps[0])
    return Markup("What a click costs on these {} maps").format(
        figure(whole, len(ranking.maps), "", "maps"))


def embedded(answer):
    """The answer as text of a script element, which no sign in it can end."""
    return Markup(json.dumps(answer, ensure_ascii=False).replace("<", "\\u003c"))  # noqa: S704


def sentences(answer):
    """What to ship, what it costs, what would change that."""
    first, *others = answer["sentences"]
    return Markup("<strong>{}</strong> {}").format(first, " ".join(others))


def reasons(answer):
    """Name and reason of each that is not to be shipped, the closest first."""
    return [(each["algo"], each["reason"]) for each in answer["candidates"] if each["reason"]]
