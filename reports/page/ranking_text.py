"""The ranking as Markdown: for a README, a pull request, a chat."""
from .. import words
from .figure import UNKNOWN, detour, turns, whole

HEADS = ("back end", "movement", "median (95 %)", "slow query", "slowest click", "over a frame", "after a change", "preparation",
         "memory", "longer (at most)", "turns", "illegal", "failures")
BRIEF_HEADS = ("back end", "median", "slowest query", "load time", "memory", "longer than the shortest")
MOST_BRIEF = 8


def shown(show, value):
    return UNKNOWN if value is None else show(value)


def longer(each):
    mean, worst = shown(detour, each.ratio_mean), shown(detour, each.ratio_worst)
    return mean if mean == worst else f"{mean} ({worst})"


def median(each):
    """With its interval."""
    return words.duration(each.median) + words.bounds(each.low, each.high)


def cells(each, changes=False):
    yield UNKNOWN if each.rank is None else f"{each.rank} {each.letters}"
    yield f"`{each.algo}`"
    yield each.movement
    yield median(each)
    yield shown(words.duration, each.slow)
    yield words.duration(each.worst)
    yield words.percent(each.over_frame, each.clicks)
    if changes:
        yield shown(words.duration, each.change)
    yield shown(words.duration, each.prepare)
    yield shown(words.size, each.memory)
    yield longer(each)
    yield shown(turns, each.turns)
    yield whole(each.illegal)
    yield whole(each.failed)


def table(heads, names, rows, rank="--:"):
    """A table whose first `names` columns after the rank are aligned left."""
    rules = [rank] + ["---"] * names + ["--:"] * (len(heads) - 1 - names)
    return "".join("| " + " | ".join(row) + " |\n" for row in [heads, rules, *rows])


def brief(ranking, answer):
    """The first racers that this answer allows to ship, in few columns."""
    shippable = {each["algo"] for each in answer["candidates"] if each["place"] != "no candidate"}
    slowest = {each["algo"]: each["ns_slowest"] for each in answer["ranking"]}
    rows = [[next(cells(each)), f"`{each.algo}`", words.duration(each.median), words.duration(slowest[each.algo]),
             shown(words.duration, each.prepare), shown(words.size, each.memory), shown(detour, each.ratio_mean)]
            for each in ranking.standings if each.algo in shippable][:MOST_BRIEF]
    return table(["", *BRIEF_HEADS], 1, rows)


def markdown(ranking):
    """A table with a row for each ranked racer; "" if there is none."""
    if ranking is None:
        return ""
    heads = ["", *(head for head in HEADS if ranking.changes or head != "after a change")]
    return table(heads, 2, [list(cells(each, ranking.changes)) for each in ranking.standings])
