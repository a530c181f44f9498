"""The data with which a page's script redraws its figures: each click's time and path, as
numbers in base64. The script recomputes what page.py computes; tests compare the two."""
import base64
import json
import math

import numpy
from markupsafe import Markup

from ..figures import style
from ..rows.measures import by, field, on_maps, ranked
from . import glyphs, worst_clicks

MOST = 60_000  # clicks of racers; of longer races, every n-th click is shown
MOST_POINTS = 60_000  # of paths
ANSWERED, LEGAL, ILLEGAL, WALKED = 1, 2, 4, 8  # bits of a click's state
UNKNOWN_TURNS = 65535


def packed(values, kind):
    data = numpy.asarray(values, "<" + kind).tobytes()
    return base64.b64encode(data).decode()


def numbers(values):
    """Times or ratios; NaN: none."""
    return packed([math.nan if value is None else value for value in values], "f4")


def state(click):
    return (ANSWERED * (not click.fault) + LEGAL * (click.legal is True)
            + ILLEGAL * (click.legal is False) + WALKED * (click.length is not None))


def shown_click_ids(race, clicks, wanted):
    """The queries of the page, all or every n-th of each map; and n."""
    asked = list(dict.fromkeys(click.click_id for click in clicks))
    every = -(-len(clicks) // MOST)
    if every == 1:
        return asked, 1
    shown = []
    for mine in by(asked, lambda click_id: click_id[:2]).values():
        shown += [click_id for place, click_id in enumerate(mine)
                 if place % every == 0 or click_id in wanted]
    return shown, every


def flat(points, width):
    """A path's points in half pixels, x and y alternating, without those that a page cannot show."""
    return [round(2 * value) for point in worst_clicks.thinned(points, width) for value in point]


def steps(points):
    """Encodes points, x and y alternating, as base64. Each number is replaced by its
    difference from the previous one of its coordinate, doubled, less one if negative, and split
    into groups of seven bits, low ones first; all but the last group have the eighth bit set."""
    data = bytearray()
    for now, before in zip(points, [0, 0, *points], strict=False):
        left = 2 * (now - before) if now >= before else 2 * (before - now) - 1
        while left >= 128:
            data.append(left % 128 + 128)
            left //= 128
        data.append(left)
    return base64.b64encode(data).decode()


def kept_walks(race, places, first):
    """Query index -> racer -> its path as steps, up to a total; the queries that the page shows
    come first."""
    paths, points = {}, 0
    order = sorted(race.paths, key=lambda click_id: (click_id not in first,
                                                     places.get(click_id, math.inf)))
    for click_id in order:
        if click_id not in places:
            continue
        if points > MOST_POINTS and click_id not in first:
            break
        width = race.maps[click_id[0]]["width"]
        mine = {algo: flat(walk, width) for algo, walk in race.paths[click_id].items()}
        paths[places[click_id]] = {algo: steps(walk) for algo, walk in mine.items()}
        points += sum(map(len, mine.values()))
    return paths


def racer(race, algo, look, palette, fields):
    _, dashes = (0, ()) if look.line == "-" else look.line
    return {"algo": algo, "colour": palette.variable(look.colour), "face": palette.variable(look.face),
            "edge": palette.variable(look.edge), "hollow": look.hollow,
            "marker": glyphs.outline(look.marker, 0, 0, 9), "dashes": [2 * dash for dash in dashes],
            "field": algo in fields,
            "prepared": on_maps(race, algo, "ns_prepare"), "held": on_maps(race, algo, "held_bytes"),
            "peak": on_maps(race, algo, "peak_bytes")}


def columns(fields, algos, click_ids, clicks):
    """Racer -> its results for each query, in order; without those on maps that a compared racer does not support."""
    place = {click_id: number for number, click_id in enumerate(click_ids)}
    results = {algo: [None] * len(click_ids) for algo in algos}
    for click in clicks:
        if click.click_id in place and (click.fault != "unsupported" or click.algo not in fields):
            results[click.algo][place[click.click_id]] = click
    return {algo: {
        "ns": numbers(click and click.given for click in mine),
        "ratio": numbers(click and click.ratio for click in mine),
        "length": numbers(click and click.length for click in mine),
        "turns": packed([UNKNOWN_TURNS if click is None or click.turns is None else click.turns
                         for click in mine], "u2"),
        "state": packed([state(click) if click else 0 for click in mine], "u1"),
    } for algo, mine in results.items()}


def collect(race, ranking, palette, first):
    """The race as a dictionary for JSON, and the index of each query in it. first: the queries
    whose paths must be included."""
    looks = style.looks(race.racers)
    algos = [each.algo for each in ranking.standings + ranking.others]
    clicks = [click for click in race.clicks if click.algo in set(algos)]
    click_ids, every = shown_click_ids(race, clicks, set(race.paths) | set(first))
    places = {click_id: place for place, click_id in enumerate(click_ids)}
    kinds = {click.click_id: click.kind for click in clicks}
    optima = {click.click_id: click.optimum for click in clicks}
    maps = list(dict.fromkeys(name for name, _, _ in click_ids))
    sets = list(dict.fromkeys(name for _, name, _ in click_ids))
    classes = [kind for kind in ("detour", "direct", "unreachable", "same")
               if kind in kinds.values()]
    counted = {click.kind for click in ranked(race)}
    fields = field(race)
    return {
        "every": every,
        "racers": [racer(race, algo, looks[algo], palette, fields) for algo in algos],
        "maps": [{"name": name, "width": race.maps[name]["width"],
                  "height": race.maps[name]["height"]} for name in maps],
        "classes": [{"name": kind, "counted": kind in counted} for kind in classes],
        "map": packed([maps.index(name) for name, _, _ in click_ids], "u2"),
        "kind": packed([classes.index(kinds[click_id]) for click_id in click_ids], "u1"),
        "set": packed([sets.index(name) for _, name, _ in click_ids], "u2"),
        "click": packed([number for _, _, number in click_ids], "u4"),
        "ends": packed([value for click_id in click_ids for end in race.ends[click_id]
                        for value in end], "i4"),
        "optimum": numbers(optima[click_id] for click_id in click_ids),
        "clicks": columns(fields, algos, click_ids, clicks),
        "paths": kept_walks(race, places, set(first)),
    }, places


def script(contents):
    """JSON as text of a script element, escaped so that it cannot end the element."""
    text = json.dumps(contents, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704
