"""The page of a race: the question, the result, and the source of every number."""
import dataclasses
import math
import re

from markupsafe import Markup

from .. import words
from ..figures import sheet, style
from ..rows.ranking import rank
from ..words import FAULTS
from . import embedded, glyphs, raw_rows, stage, summary, worst_clicks
from .figure import UNKNOWN, Figure, detour, figure, turns, whole
from .template import render

MOVEMENTS = {
    "grid4": "steps between pixels that share an edge",
    "grid8": "steps in eight directions, diagonally where both pixels beside the step are free",
    "grid8-one": "steps in eight directions, diagonally where one pixel beside the step is free",
    "grid8-cut": "steps in eight directions, diagonally past any corner",
    "beeline": "straight lines between pixels, drawn over free pixels only",
    "any-angle": "straight lines anywhere in free space",
    "polygon": "straight lines inside the polygon of a drawn map",
}
CLAMPS = {"nearest": "clicks moved to the nearest walkable pixel",
          "component": "clicks moved to the nearest reachable pixel",
          "edge": "clicks moved to the nearest edge of a drawing"}
CLASS_NAMES = {"detour": "detours", "direct": "straight", "unreachable": "unreachable", "same": "same pixel"}
# The charts that templates/plots.js draws in part.
LIVE = {name: (name,) for name in ("decisions", "click-times", "time-against-distance", "time-against-length",
                                   "length-over-optimum")}
LIVE["time-against-preparation"] = "time-against-preparation", "time-against-memory"
WIDE = 260  # of a strip in the short ranking
MOST_RUNS = 3  # whose settings are shown
UNUSUAL = "For this click, the back ends' times are not in the order of their medians."
OTHERS = "Raced on too few of these clicks to be ranked"


@dataclasses.dataclass(frozen=True)
class Column:
    key: str
    head: str
    hint: str
    kind: str = "number"
    sorted: bool = False  # as the page opens


@dataclasses.dataclass(frozen=True)
class Cell:
    main: object
    note: object = ""
    kind: str = "number"
    value: str = ""


@dataclasses.dataclass(frozen=True)
class Row:
    racer: str
    cells: list


@dataclasses.dataclass(frozen=True)
class Front:
    """A racer's row in the short ranking at the head of the page."""
    algo: str
    name: Markup
    swatch: Markup
    rank: object
    strip: Markup
    median: object
    interval: object
    change: object  # "" if no racer answered after a change


@dataclasses.dataclass(frozen=True)
class Group:
    name: object
    rows: list


CLASSES = {
    "direct": ("Direct", "The median of clicks with a straight path"),
    "unreachable": ("Unreachable", "The median of clicks without a path"),
    "same": ("Same pixel", "The median of clicks on the start itself"),
}


def columns(ranking):
    """The columns of the table; other classes of clicks only if there are any."""
    return [
        Column("rank", "Rank", "One more than the number of back ends shown to be faster; "
               "those that share a letter show no difference", sorted=True),
        Column("racer", "Back end", "The label of the racer", "text"),
        Column("strip", "Times", "", "plain"),
        Column("median", "Median", "Half of the clicks take at most this time; below it is the 95 % interval"),
        Column("slow", "Slow query", "99 of 100 queries take at most this time"),
        Column("worst", "Slowest click", "The slowest click, by the median of its samples"),
        Column("over_frame", "Over frame", "Clicks that take longer than 1/60 s, or fail"),
        *(Column("beside " + kind, *CLASSES[kind]) for kind in classes(ranking)),
        *([Column("change", "After a change", "The update and the query after it: the median over all changes")]
          if ranking.changes else ()),
        Column("prepare", "Preparation", "The time before the first click: the geometric mean over the maps"),
        Column("memory", "Memory", "Memory held after preparation, and the peak during it"),
        Column("ratio_mean", "Mean length", "Legal paths, compared with the exact shortest path"),
        Column("ratio_worst", "Longest", "The largest ratio of a legal path"),
        Column("turns", "Turns", "Changes of direction in a path: the geometric mean over the maps' means"),
        Column("illegal", "Illegal", "Paths that pass through a wall"),
        Column("failed", "Failures", "Clicks without a valid answer"),
    ]


def classes(ranking):
    """Classes of clicks that are not ranked."""
    met = {kind for each in ranking.standings for kind in each.beside}
    return [kind for kind in CLASSES if kind in met]


def faults_of(each):
    """A racer's faults, each with its count."""
    return Markup(", ").join(
        Markup("{} {}").format(figure(whole, count, each.algo, "fault " + fault), FAULTS[fault][count != 1])
        for fault, count in sorted(each.faults.items()))


class Rows:
    """Cells of the ranking table."""

    def __init__(self, race, ranking, palette):
        self.palette = palette
        self.classes, self.changes = classes(ranking), ranking.changes
        self.looks = style.looks(race.racers)
        every = ranking.standings + ranking.others
        times = [ns for each in every for ns in (*each.by_map.values(), each.median, each.worst_answer)]
        self.strip = glyphs.Strip(times, words.FRAME_NS)
        self.wide = glyphs.Strip(times, words.FRAME_NS, WIDE)

    def simple(self, each, measure, show, note=""):
        shown = figure(show, getattr(each, measure), each.algo, measure)
        return Cell(shown, note, value=shown.exact)

    def spread(self, each, measure, show):
        """A median over maps, and the worst map if it differs."""
        worst = figure(show, getattr(each, measure + "_worst"), each.algo, measure + "_worst")
        typical = figure(show, getattr(each, measure), each.algo, measure)
        note = Markup("to {}").format(worst) if worst.text != typical.text else ""
        return Cell(typical, note, value=typical.exact)

    def memory(self, each):
        """Memory held, and the peak."""
        held = figure(words.size, each.memory, each.algo, "memory")
        peak = figure(words.size, each.peak, each.algo, "peak")
        return Cell(held, Markup("peak {}").format(peak), value=held.exact)

    def rank(self, each):
        if each.rank is None:
            return Cell(Figure(UNKNOWN, None, each.algo, "rank"), kind="number rank")
        shown = figure(whole, each.rank, each.algo, "rank")
        letters = Markup('<span class="letters"> {}</span>').format(each.letters)
        return Cell(Markup("{}{}").format(shown, letters), kind="number rank", value=shown.exact)

    def racer(self, each):
        name = Markup('{}<a href="#{}">{}</a>').format(
            glyphs.swatch(self.looks[each.algo], self.palette), anchor(each.algo),
            breakable(each.algo))
        return Cell(name, kind="text racer", value=each.algo)

    def interval(self, each):
        """The median's interval, with one unit if both ends share it; "" if unknown."""
        if each.low is None or math.isinf(each.median):
            return ""
        ends = [figure(words.duration, getattr(each, end), each.algo, end)
                for end in ("low", "high")]
        low = words.span(each.low, each.high).partition("–")[0]
        return Markup("{}–{}").format(dataclasses.replace(ends[0], text=low), ends[1])

    def median(self, each):
        return self.simple(each, "median", words.duration, self.interval(each))

    def front(self, ranking):
        """The short ranking."""
        return [Front(each.algo, breakable(each.algo), glyphs.swatch(self.looks[each.algo], self.palette),
                      self.rank(each).main,
                      self.wide.draw(each, self.looks[each.algo], self.palette),
                      figure(words.duration, each.median, each.algo, "median"), self.interval(each),
                      figure(words.duration, each.change, each.algo, "change") if self.changes else "")
                for each in ranking.standings]

    def aside(self, each, kind):
        """The median of clicks of another class."""
        shown = figure(words.duration, each.beside.get(kind), each.algo, "beside " + kind)
        return Cell(shown, value=shown.exact)

    def worst(self, each):
        note = ""
        if math.isinf(each.worst) and each.worst_answer is not None:
            note = Markup("otherwise {}").format(
                figure(words.duration, each.worst_answer, each.algo, "worst_answer"))
        return self.simple(each, "worst", words.duration, note)

    def failed(self, each):
        return self.simple(each, "failed", whole, faults_of(each))

    def cells(self, each):
        return [
            self.rank(each), self.racer(each),
            Cell(self.strip.draw(each, self.looks[each.algo], self.palette), kind="plain"),
            self.median(each),
            self.simple(each, "slow", words.duration), self.worst(each),
            self.simple(each, "over_frame", lambda count: words.percent(count, each.clicks)),
            *(self.aside(each, kind) for kind in self.classes),
            *([self.simple(each, "change", words.duration)] if self.changes else ()),
            self.spread(each, "prepare", words.duration), self.memory(each),
            self.simple(each, "ratio_mean", detour), self.simple(each, "ratio_worst", detour),
            self.simple(each, "turns", turns), self.simple(each, "illegal", whole),
            self.failed(each)]

    def groups(self, ranking):
        """Rows by movement model, the one with the best rank first; then racers that cannot be
        ranked."""
        models = {}
        for each in ranking.standings:
            models.setdefault(each.movement, []).append(Row(each.algo, self.cells(each)))
        found = [Group(Markup("<b>{}</b>: {}").format(model, MOVEMENTS.get(model, "")), rows)
                 for model, rows in models.items()]
        if ranking.others:
            found.append(Group(OTHERS, [Row(each.algo, self.cells(each)) for each in ranking.others]))
        return found


def breakable(algo):
    """A racer's name with possible line breaks before options and values."""
    return Markup("<wbr>").join(re.split("(?<=[:,=])", algo))


def anchor(algo):
    """An id for a racer, whose label may contain any characters."""
    return "racer-" + "".join(letter if letter.isalnum() else f"_{ord(letter):x}_"
                              for letter in algo)


@dataclasses.dataclass(frozen=True)
class Failure:
    algo: str
    expected: bool
    faults: Markup


def failures(ranking):
    """Racers with failures: unexpected ones first."""
    found = []
    for each in ranking.standings + ranking.others:
        if each.faults:
            found.append(Failure(each.algo, each.expected_faults, Markup("{} in {} {}").format(
                faults_of(each), figure(whole, each.clicks, each.algo, "clicks"),
                "click" if each.clicks == 1 else "clicks")))
    return sorted(found, key=lambda failure: failure.expected)


def facts(run):
    """A run's machine and settings, as a list of terms."""
    revision = f" ({run['revision']})" if run["revision"] else ""
    asserts = ", with asserts" if run["asserts"] else ""
    sanitized = ", sanitized" if run["sanitized"] else ""
    load = f", load before {run['load']:.1f}" if run["load"] is not None else ""
    pinned = f", pinned to core {run['pinned']}" if run["pinned"] is not None else ""
    yield "Time", f"{run['time']}, seed {run['seed']}"
    yield "Command", Markup("<code>{}</code>").format(run["command"])
    yield "Footrace", f"{run['version']}{revision}"
    yield "Machine", (f"{run['cpu']}, {words.count(run['cores'], 'core')}, {run['machine']}, "
                      f"{run['kernel']}{load}{pinned}")
    yield "Built by", f"{run['compiler']} {run['flags']}, {run['build_type']}{asserts}{sanitized}"
    yield "Clock", (f"{run['clock_source'] or 'unknown'}, resolution {run['clock_resolution_ns']:.0f} "
                    f"ns, cost {run['clock_ns']:.0f} ns, subtracted from each query")
    yield "Settings", (f"{words.count(run['rounds'], 'round')} of fresh processes, "
                       f"{words.count(run['passes'], 'pass', 'passes')} each, a frame of "
                       f"{run['frame_width']} x {run['frame_height']} pixels before each query, "
                       f"at most {run['timeout_s']:g} "
                       f"s and {run['memory_mb']:,} MB, {CLAMPS[run['clamp']]}")


def decisions_of(race):
    """The axes of the map of decisions, and what differs in the small ones; None without an answer."""
    if not race.regions:
        return None
    main, *small = race.regions["maps"]
    return {"load": main["load"], "slow": main["slow"],
            "varied": [{"quantity": each["quantity"], "value": each["value"]} for each in small]}


def ranked_part(race, ranking, palette, answer):
    """The part of a page for a race with a ranking."""
    rows = Rows(race, ranking, palette)
    cards, symbols = worst_clicks.cards(race, palette)
    picture = stage.stage(race, ranking, answer, palette)
    first = {card.click.click_id for mine in cards.values() for card in mine}
    first |= {picture.click_id} if picture else set()
    contents, places = embedded.collect(race, ranking, palette, first)
    contents["first"] = places[picture.click_id] if picture else None
    contents["decisions"] = decisions_of(race)
    contents["symbols"] = {name: place for place, name in enumerate(race.maps)}
    return {
        "heading": summary.heading(ranking), "front": rows.front(ranking), "changes": ranking.changes,
        "columns": columns(ranking), "groups": rows.groups(ranking),
        "failures": failures(ranking), "cards": cards, "symbols": symbols, "stage": picture,
        "contents": contents, "contents_text": embedded.script(contents), "places": places,
        "swatches": {algo: glyphs.swatch(look, palette) for algo, look in rows.looks.items()},
        "scope": Markup("{} {} on {} {}").format(
            figure(whole, ranking.clicks, "", "clicks"),
            "detours" if any(click.kind == "detour" for click in race.clicks) else "clicks",
            figure(whole, len(ranking.maps), "", "maps"), "map" if len(ranking.maps) == 1 else "maps"),
        "floor": figure(words.duration, ranking.floor, "", "floor"),
    }


def write(file, race, files, charts, beside, palette):
    """Writes the page of a race from its files, with its charts, and the names of charts that
    are only saved beside it."""
    ranking, answer = rank(race), race.answer
    values = {"columns": [], "groups": [], "failures": [], "cards": {}, "symbols": "", "answer": answer}
    if ranking:
        values |= ranked_part(race, ranking, palette, answer)
    if answer:
        values |= {"embedded": embedded.script(answer), "sentences": summary.sentences(answer),
                   "shipped": answer["candidates"][0]["algo"] if answer["ship"] else None,
                   "reasons": summary.reasons(answer), "code": answer["code"]}
    def text(room):
        return render("report.html.j2", race=race, ranking=ranking, charts=charts, beside=beside,
                      palette=palette, anchor=anchor, breakable=breakable, doubt=sheet.doubt(race), unusual=UNUSUAL,
                      CLASS_NAMES=CLASS_NAMES, LIVE=LIVE, MOST_RUNS=MOST_RUNS,
                      disturbances=sheet.disturbances(race).capitalize(), facts=facts,
                      carried=raw_rows.carry(files, file.parent, room), **values)

    bare = text(0)
    file.write_text(text(raw_rows.MOST_BYTES - len(bare.encode())), encoding="utf-8")
