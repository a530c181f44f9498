"""A race in two sentences, from its ranking: who answers fastest, and what speaks against it. What
to ship depends on what is wanted, too: that is for `footrace recommend` to say."""
from markupsafe import Markup

from .. import words
from .figure import EXACT, figure, whole

EXACTLY, SHORT = 1 + EXACT, 1.001  # walks that are the shortest, and that look like them
LESS_TO_PREPARE = 0.5  # of the time that the best prepares for: worth a word
LEAST_GAIN = 1.002  # walks shorter by less on average are not worth a word


def shown(each, measure, show):
    return figure(show, getattr(each, measure), each.algo, measure)


def heading(ranking):
    if len(ranking.maps) == 1:
        return Markup("What a click costs on {}").format(ranking.maps[0])
    return Markup("What a click costs on these {} maps").format(
        figure(whole, len(ranking.maps), "", "maps"))


def fastest(ranking):
    """The fastest of those that answer every click soundly, within a frame where there is one."""
    able = [each for each in ranking.standings if each.sound]
    smooth = [each for each in able if not each.over_frame]
    return next(iter(smooth or able), None)


def peers(best, ranking):
    """Other racers that the clicks do not tell from the best."""
    return [each.algo for each in ranking.standings
            if each is not best and each.rank == best.rank and each.sound]


def first_sentence(best, ranking):
    """Who is fastest, and what that takes."""
    told = Markup("<strong>{}</strong> answers each of {} clicks{}: {} at the median, {} at "
                  "worst{}{}.")
    frame = " within a frame, the fastest to do so" if not best.over_frame else (
        ", the fastest to do so, though not each within a frame")
    same = peers(best, ranking)
    tied = (f" (no faster, as far as the clicks can tell, than {words.listing(same)})"
            if same else "")
    cost = ""
    if best.prepare is not None and best.memory is not None:
        cost = Markup(", for {} of preparation and {} a map").format(
            shown(best, "prepare", words.duration), shown(best, "memory", words.size))
    return told.format(best.algo, figure(whole, ranking.clicks, "", "clicks"), frame,
                       shown(best, "median", words.duration), shown(best, "worst", words.duration),
                       cost, tied)


def shortest_walker(best, able):
    """Whose walks are clearly shorter than those of the best, or None."""
    known = [each for each in able if each.ratio_mean is not None]
    if best.ratio_mean is None or best.ratio_worst < SHORT or not known:
        return None
    least = min(known, key=lambda each: (each.ratio_mean, each.rank))
    return least if LEAST_GAIN * least.ratio_mean < best.ratio_mean else None


def walks_told(best, least):
    """How long its walks are, and whose are shorter."""
    if best.ratio_mean is None:
        return Markup("What its walks lose against the shortest is not known")
    if best.ratio_worst < EXACTLY:
        return Markup("Its walks are the shortest there are")
    if best.ratio_worst < SHORT:
        return Markup("Its walks are within 0.1 % of the shortest")
    told = Markup("Its walks are {} longer than the shortest on average").format(
        shown(best, "ratio_mean", words.more))
    if not least:
        return told
    short = (Markup("the shortest there are") if least.ratio_worst < EXACTLY else
             Markup("within 0.1 % of the shortest") if least.ratio_worst < SHORT else
             Markup("{} longer").format(shown(least, "ratio_mean", words.more)))
    return Markup("{}; those of <strong>{}</strong> are {}, with {} at worst").format(
        told, least.algo, short, shown(least, "worst", words.duration))


def preparation_told(best, able):
    """Whom to take where preparing costs too much; or who comes next."""
    if len(able) == 1:
        return Markup("; no other back end answers every click so")
    known = [each for each in able if each.prepare is not None]
    least = min(known, key=lambda each: each.prepare, default=best)
    if best.prepare is not None and least.prepare < LESS_TO_PREPARE * best.prepare:
        field = "answer each click" if best.over_frame else "stay within a frame"
        return Markup("; of all that {}, <strong>{}</strong> prepares least: {} a map, with {} at "
                      "worst").format(field, least.algo, shown(least, "prepare", words.duration),
                                      shown(least, "worst", words.duration))
    return Markup("; next comes <strong>{}</strong>, with {} at the median and {} at worst").format(
        able[1].algo, shown(able[1], "median", words.duration),
        shown(able[1], "worst", words.duration))


def second_sentence(best, ranking):
    """What speaks against it, and whom to take where that counts; all of them as sound, and within
    a frame if it is."""
    able = [best] + [each for each in ranking.standings if each.sound and each is not best
                     and not (each.over_frame and not best.over_frame)]
    least = shortest_walker(best, able)
    return Markup("{}{}.").format(walks_told(best, least), preparation_told(best, able))


def sentences(ranking):
    """Two sentences."""
    best = fastest(ranking)
    if best:
        return first_sentence(best, ranking) + " " + second_sentence(best, ranking)
    nearest = min(ranking.standings, key=lambda each: (each.failed + each.illegal, each.rank))
    return Markup("No racer answers each of {} clicks with a walk that is one. Nearest comes "
                  "<strong>{}</strong>, with {} failures and {} walks through walls.").format(
                      figure(whole, ranking.clicks, "", "clicks"), nearest.algo,
                      shown(nearest, "failed", whole), shown(nearest, "illegal", whole))
