"""The large picture at the head of a page: a room, one click, and the paths of the three most
relevant racers."""
import dataclasses
import itertools
import math

from markupsafe import Markup

from .. import words
from ..figures import style
from ..rows.measures import by
from . import worst_clicks
from .figure import detour, figure, turns

MATTER = 3
STRAIGHT = 1.01  # a path at most this many times as long as the distance has no obstacle in its way
DASH = 14  # of equal paths, in units of the line's width


@dataclasses.dataclass(frozen=True)
class Stage:
    click_id: tuple
    drawing: Markup
    usual: bool  # their times are in the order of the medians
    lines: list  # (racer, Figure of its time, its path), the shortest path first
    matter: list  # racers, the one to ship first
    beside: list  # (racer, drawing, this click's length, the racer's lengths and turns), side by side


def matter(ranking, answer):
    """The racer to ship, those that another preference selects, then the closest to it; without
    an answer, the first ranks."""
    raced = [each.algo for each in ranking.standings]
    if not answer:
        return raced[:MATTER]
    names = {each["address"]: each["algo"] for each in answer["candidates"]}
    order = [names.get(address) for address in (answer["ship"], *answer["alone"].values())]
    order += [each["algo"] for each in answer["candidates"] if each["place"] != "no candidate"]
    order += raced
    return [algo for algo in dict.fromkeys(order) if algo in raced][:MATTER]


def usual(clicks, medians):
    """Whether the times of these clicks have the order of their racers' medians."""
    known = sorted((medians[click.algo], click.ns) for click in clicks if click.algo in medians)
    return all(one[1] <= other[1] for one, other in itertools.pairwise(known))


def chosen(race, algos, medians):
    """The most informative click: with paths of most of these racers, in the order of their medians, so
    that the picture contradicts no table, and as different in length as possible; no straight line,
    and no tangle."""
    asked = by((click for click in race.clicks
                if click.click_id in race.paths and click.algo in algos and click.length),
               lambda click: click.click_id)

    def worth(click_id):
        lengths = [click.length for click in asked[click_id]
                   if click.algo in race.paths[click_id]]
        size = race.maps[click_id[0]]
        tangled = max(lengths, default=0) > worst_clicks.TANGLED * (size["width"] + size["height"])
        bent = lengths and min(lengths) > STRAIGHT * math.dist(*race.ends[click_id])
        spread = round(max(lengths) / min(lengths), 3) if lengths else 0
        return (len(lengths), not tangled, bool(bent), usual(asked[click_id], medians), spread,
                max(lengths, default=0))
    return max(asked, key=worth, default=None)


def bundles(kept, algos):
    """Racers grouped by identical paths."""
    same = {}
    for algo in algos:
        if algo in kept:
            same.setdefault(tuple(kept[algo]), []).append(algo)
    return same


def lines(race, click_id, algos, looks, palette):
    width = race.maps[click_id[0]]["width"]
    for points, mine in bundles(race.paths[click_id], algos).items():
        for place, algo in enumerate(mine):
            dashes = ""
            if len(mine) > 1:
                dashes = (f"stroke-dasharray:{DASH} {DASH * (len(mine) - 1)};"
                          f"stroke-dashoffset:{-DASH * place};")
            yield Markup('<path class="walk" data-racer="{}" style="{}stroke:{}" d="{}"/>').format(
                algo, dashes, palette.variable(looks[algo].colour),
                worst_clicks.line(points, width))


def draw(race, click_id, algos, looks, palette):
    row = race.maps[click_id[0]]
    parts = [Markup('<g class="room"><use href="#{}"/><use href="#{}"/></g><g class="paths">').format(
        *(worst_clicks.symbol(race, click_id[0], time) for time in ("day", "night")))]
    parts += lines(race, click_id, algos, looks, palette)
    ends = [(x + 0.5, y + 0.5) for x, y in race.ends[click_id]]
    parts += [Markup("</g>"), worst_clicks.spot(ends[0], "start"), worst_clicks.spot(ends[1], "goal"),
              worst_clicks.spot(ends[1], "eye")]
    return Markup('<svg id="stage" data-matter="{}" viewBox="0 0 {} {}" role="img" '
                  'aria-label="{}">{}</svg>').format(
        "\n".join(algos), row["width"], row["height"],
        f"Paths of {words.listing(algos)} for click {click_id[2]} on {click_id[0]}",
        Markup("").join(parts))


def side_by_side(race, ranking, click_id, algos, palette):
    """The path of each of these racers for the click, in one frame, above what the table says about its detours."""
    looks = style.looks(race.racers)
    standings = {each.algo: each for each in ranking.standings}
    clicks = {click.algo: click for click in race.clicks if click.click_id == click_id and click.length}
    kept = race.paths[click_id]
    around = [point for algo in algos if algo in kept for point in kept[algo]]
    for algo in algos:
        if algo in kept and algo in clicks and algo in standings:
            click, each = clicks[algo], standings[algo]
            yield (algo, worst_clicks.draw(race, click, None, palette, looks[algo], around),
                   worst_clicks.path_words(click, None, True), figure(detour, each.ratio_mean, algo, "ratio_mean"),
                   figure(turns, each.turns, algo, "turns"))


def stage(race, ranking, answer, palette):
    """The picture, or None if no path was kept."""
    algos = matter(ranking, answer)
    medians = {each.algo: each.median for each in ranking.standings}
    click_id = chosen(race, algos, medians)
    if click_id is None:
        return None
    looks = style.looks(race.racers)
    clicks = sorted((click for click in race.clicks
                     if click.click_id == click_id and click.algo in algos and click.length),
                    key=lambda click: click.length)
    lines = [(click.algo, figure(words.duration, click.ns, worst_clicks.key_of(click), "click"),
               figure(detour, click.ratio, worst_clicks.key_of(click), "ratio"))
              for click in clicks]
    drawn = [algo for algo in algos if algo in race.paths[click_id]]
    return Stage(click_id, draw(race, click_id, drawn, looks, palette), usual(clicks, medians), lines, algos,
                 list(side_by_side(race, ranking, click_id, algos, palette)))
