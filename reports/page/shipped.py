"""The answer in README.md: what `footrace answer --json` says about the reference race, in a few lines."""
from .. import words

WHEN = {"memory": "If memory is scarce", "speed": "If only speed counts",
        "length": "If paths must be the shortest"}
EXACT = 1e-5


def lengths(each):
    if each["ratio_worst"] - 1 < EXACT:
        return "paths are the shortest"
    return f"paths are {words.more(each['ratio_mean'])} longer than the shortest"


def costs(each):
    """The costs that a player notices."""
    means = each["quantities"]  # in the form of the answer's own sentence
    return (f"a click takes {words.duration(each['ns_median'])}; a room loads in {words.duration(means['load'])} "
            f"and holds {words.size(means['memory'])}")


def lines(answer):
    """What to ship, and a line for each back end that some preference selects. ValueError if the
    race gives nothing to ship."""
    racers = {each["address"]: each for each in answer["candidates"]}
    if answer["ship"] is None:
        raise ValueError("the race names nothing to ship: " + answer["sentences"][0])
    ship = racers[answer["ship"]]
    verb = "ship" if answer["settled"] or answer["undecided"] else "the answer is not settled, but leans towards"
    other = racers.get(answer["undecided"])
    tie = (f" The race does not decide between `{ship['algo']}` and `{other['algo']}`, whose code is larger." if other else "")
    yield f"**For most games {verb} `{ship['algo']}`:** {costs(ship)}; {lengths(ship)}.{tie}"
    whens = {}
    for prefer, when in WHEN.items():
        other = answer["alone"][prefer]
        if other not in (None, answer["ship"]):
            whens.setdefault(other, []).append(when)
    for address, named in whens.items():
        other = racers[address]
        when = named[0] + "".join(", or " + more[0].lower() + more[1:] for more in named[1:])
        yield f"**{when}, ship `{other['algo']}`:** {costs(other)}; {lengths(other)}."
