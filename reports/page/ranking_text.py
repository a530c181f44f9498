"""The ranking as Markdown: for a README, a pull request, a chat."""
from .. import words
from .figure import UNKNOWN, detour, turns, whole

HEADS = ("back end", "moves", "median (95 %)", "{tail}", "worst", "over a frame", "preparation",
         "memory", "longer (at worst)", "turns", "illegal", "failures")


def told(show, value):
    return UNKNOWN if value is None else show(value)


def longer(each):
    mean, worst = told(detour, each.ratio_mean), told(detour, each.ratio_worst)
    return mean if mean == worst else f"{mean} ({worst})"


def median(each):
    """With its interval."""
    return words.duration(each.median) + words.bounds(each.low, each.high)


def cells(each, tail):
    tie = " =" if each.tied else ""
    yield UNKNOWN if each.rank is None else f"{each.rank}{tie}"
    yield f"`{each.algo}`"
    yield each.movement
    yield median(each)
    if tail:
        yield words.duration(each.tail)
    yield words.duration(each.worst)
    yield words.percent(each.over_frame, each.clicks)
    yield told(words.duration, each.prepare)
    yield told(words.size, each.memory)
    yield longer(each)
    yield told(turns, each.turns)
    yield whole(each.illegal)
    yield whole(each.failed)


def markdown(ranking):
    """A table with a row for each racer that has a rank; "" where nobody has one."""
    if ranking is None:
        return ""
    heads = [""] + [head.format(tail=f"p{ranking.tail}") for head in HEADS
                    if ranking.tail or head != "{tail}"]
    rules = ["--:", "---", "---"] + ["--:"] * (len(heads) - 3)
    rows = [heads, rules] + [list(cells(each, ranking.tail)) for each in ranking.standings]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)
