"""The answer in README.md: what `footrace answer --json` says of the reference race, as a paragraph."""
from .. import words

UNLESS = {"length": "walks must be the shortest there are", "memory": "memory is scarce",
          "speed": "nothing counts but speed"}
EXACT = 1e-5


def walks(each):
    if each["ratio_worst"] - 1 < EXACT:
        return "its walks are the shortest there are"
    return (f"its walks are {words.more(each['ratio_mean'])} longer than the shortest on average, "
            f"{words.more(each['ratio_worst'])} at worst")


def headline(answer, ship):
    """What to ship, and what it costs."""
    name = f"`{ship['algo']}`"
    begin = f"**Ship {name}:**" if answer["settled"] else f"**{name} leads, but nothing is settled:**"
    return (f"{begin} {walks(ship)}; it answers the median detour in {words.duration(ship['ns_median'])} and "
            f"the slowest in {words.duration(ship['ns_worst'])}, after {words.duration(ship['ns_prepare'])} of "
            f"preparation, and holds {words.size(ship['held_bytes'])}.")


def quicker(ship, other, when):
    """By how much, where speed is wanted: compared click by click, as was decided."""
    if UNLESS["speed"] not in when or not other["slower"] < 1:
        return "which"
    less = words.more(2 - other["slower"])
    return f"whose clicks take {less} less time, compared one by one with those of `{ship['algo']}`; it"


def instead(answer, ship, racers):
    """What would change the answer, a sentence for each other back end."""
    wishes = {}
    for prefer, when in UNLESS.items():
        other = answer["alone"][prefer]
        if other not in (None, ship["address"]):
            wishes.setdefault(other, []).append(when)
    for address, when in wishes.items():
        other = racers[address]
        extra = "" if UNLESS["length"] in when else f"; {walks(other)}"
        yield (f"**Unless {' or '.join(when)}:** then ship `{other['algo']}`, {quicker(ship, other, when)} answers in "
               f"{words.duration(other['ns_median'])} after {words.duration(other['ns_prepare'])} and holds "
               f"{words.size(other['held_bytes'])}{extra}.")


def beside(answer, ship, racers):
    """Who is faster and yet no candidate; and what eight directions cost, where that was not told."""
    for each in racers.values():
        if each["place"] == "no candidate" and each["algo"] in answer["faster"][ship["algo"]]:
            if each["ratio_mean"] is not None:
                yield (f"`{each['algo']}` answers sooner, in {words.duration(each['ns_median'])}, and is no "
                       f"candidate: {walks(each)}.")
    grid = [each for each in racers.values()
            if each["movement"] == "grid8" and each["place"] != "no candidate" and each["slower"] is not None]
    best = min(grid, key=lambda each: each["slower"], default=None)
    if best and ship["movement"] != "grid8" and best["address"] not in answer["alone"].values():
        yield (f"The fastest of those that walk in eight directions, `{best['algo']}`, takes "
               f"{words.duration(best['ns_median'])} for walks that are {words.more(best['ratio_mean'])} longer.")
    yield "`footrace answer` says this from the rows of any race."


def paragraph(answer):
    """ValueError where the race names nothing to ship."""
    racers = {each["address"]: each for each in answer["candidates"]}
    if answer["ship"] is None:
        raise ValueError("the race names nothing to ship: " + answer["sentences"][0])
    ship = racers[answer["ship"]]
    return " ".join([headline(answer, ship), *instead(answer, ship, racers), *beside(answer, ship, racers)])
