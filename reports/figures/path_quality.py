"""The quality of paths besides their length: turns, hugging of walls, sharp turns and zigzag.

Measured on the clicks that every racer in the chart answers legally, so that no racer gains by
failing on difficult ones.
"""
import dataclasses
import statistics

from .. import words
from ..rows.measures import NothingToDraw, by, field, kept, representatives
from . import style
from .lengths import EXACT
from .sheet import MARGIN, WIDTH, Sheet, too_few, wrapped

NAMES, GAP, VALUE = 1.95, 0.2, 0.52  # inches: of the names, between columns, of a bar's number
STEP, BAR, HEAD = 0.30, 0.56, 0.55  # inches from row to row; a bar's share of it; above the rows


@dataclasses.dataclass(frozen=True)
class Quality:
    """Means over a racer's paths; for turns medians, so that one winding map does not dominate.
    None: not measured."""
    ratio: float  # of length to the optimum
    turns: float
    hugging: float  # share of the length
    sharp: float  # share of the paths with a sharp turn
    zigzag: float  # and with a zigzag
    faulty: float  # and with any fault


def mean(values, average=statistics.fmean):
    known = [value for value in values if value is not None]
    return average(known) if known else None


def quality(clicks):
    looks = [click.looks for click in clicks if click.looks]
    return Quality(
        ratio=mean(click.ratio for click in clicks),
        turns=mean((click.turns for click in clicks), statistics.median),
        hugging=mean(look.hugging for look in looks),
        sharp=mean(look.sharp_turns > 0 for look in looks),
        zigzag=mean(look.zigzags > 0 for look in looks),
        faulty=mean(look.fault for look in looks))


def walked(click):
    """Whether the click has a legal path longer than zero."""
    return bool(click.optimum and click.length) and click.legal and click.turns is not None


@kept
def qualities(race):
    """Racers that answer half of the clicks with any path -> (Quality, the clicks that all of
    them answer), the shortest paths first."""
    mine = {algo: [click for click in clicks if walked(click)]
            for algo, clicks in field(race).items()}
    click_ids = {click.click_id for clicks in mine.values() for click in clicks}
    shown = [algo for algo in race.racers if 2 * len(mine.get(algo, ())) >= len(click_ids) > 0]
    common = set(click_ids)
    for algo in shown:
        common &= {click.click_id for click in mine[algo]}
    told = {algo: quality([click for click in mine[algo] if click.click_id in common])
            for algo in shown if common}
    return dict(sorted(told.items(), key=lambda item: item[1].ratio)), common


def count(value):
    return words.figures(value) if value >= 0.05 else "< 0.1" if value > 0 else "0"


def finding(told, race):
    algos = [algo for algo in told if algo in representatives(race, told)]
    ranked = sorted(algos, key=lambda algo: told[algo].turns)
    least, most = (told[ranked[place]].turns for place in (0, -1))
    text = f"The median path of {ranked[0]} has {least:g} {'turn' if least == 1 else 'turns'}"
    if len(ranked) > 1:
        text += f", that of {ranked[-1]} {most:g}"
    faulty = {algo: told[algo].faulty for algo in algos if told[algo].faulty is not None}
    if not faulty:
        return text
    ranked = sorted(faulty, key=faulty.get)
    text += f"; of 100 paths of {ranked[0]} {count(100 * faulty[ranked[0]])} look bad"
    return text + (f", of {ranked[-1]} {count(100 * faulty[ranked[-1]])}" if len(ranked) > 1 else "")


@dataclasses.dataclass(frozen=True)
class Column:
    title: str
    unit: str
    value: object  # Quality -> number, or None
    told: object = lambda value, mine: count(value)  # what stands behind the bar
    least: float = 0  # the axis reaches at least this far


def too_much(ratio):
    return None if ratio is None else max(0.0, 100 * (ratio - 1))


def percents(value, _):
    return "exact" if value < 100 * EXACT else f"{count(value)} %"


def share(value):
    return None if value is None else 100 * value


COLUMNS = (
    Column("Longer", "than the shortest", lambda mine: too_much(mine.ratio), percents),
    Column("Turns", "of the median path", lambda mine: mine.turns,
           lambda value, mine: f"{value:g}"),
    Column("Hugging", "% of the length", lambda mine: share(mine.hugging)),
    Column("Sharp turns", "paths in 100", lambda mine: share(mine.sharp), least=1),
    Column("Zigzag", "paths in 100", lambda mine: share(mine.zigzag), least=1),
)


def draw_column(axes, column, told, looks, room):
    """Bars from the left; room is the fraction of the width for the numbers."""
    values = [column.value(mine) for mine in told.values()]
    most = max(column.least, *(value for value in values if value is not None), 0) or 1
    axes.set(xlim=(0, most / (1 - room)), ylim=(len(values) - 0.5, -0.5))
    axes.grid(False)
    axes.tick_params(left=False, labelleft=False, bottom=False, labelbottom=False)
    axes.spines["bottom"].set_visible(False)
    for row, ((algo, mine), value) in enumerate(zip(told.items(), values)):
        if value is None:
            axes.annotate("not measured", (0, row), (3, 0), textcoords="offset points", va="center",
                          fontsize=7, color=style.QUIET)
            continue
        colour = looks[algo].colour
        axes.barh(row, value, BAR, color=colour, zorder=2)
        axes.annotate(column.told(value, mine), (value, row), (3, 0), textcoords="offset points",
                      va="center", fontsize=style.SMALL)


def draw_names(sheet, told, looks, top):
    for row, algo in enumerate(told):
        y = top + (row + 0.5) * STEP
        sheet.line((MARGIN + 0.1,), (y,), **looks[algo].points(6.5))
        name, size = wrapped(algo, NAMES - 0.3, style.TEXT, "bold"), style.TEXT
        if len(name) > 1:  # broken after back end or option: what distinguishes racers comes last
            name, size = wrapped(algo, NAMES - 0.3, style.SMALL, "bold"), style.SMALL
        if len(name) > 2:
            name[1] = name[1][:-1] + "…"
        sheet.text(MARGIN + 0.25, y, "\n".join(name[:2]), fontsize=size, weight="bold",
                   va="center", linespacing=1.0)


def draw(race):
    told, common = qualities(race)
    if not told:
        raise NothingToDraw("legal paths whose optimum is known, and their turns")
    looks = style.looks(race.racers)
    columns = [column for column in COLUMNS
               if any(column.value(mine) is not None for mine in told.values())]
    maps = by(common, lambda click_id: click_id[0])
    reading = (f"Means, and for turns the median, over {words.count(len(common), 'click')} on "
               f"{words.count(len(maps), 'map')} for which all of these found a legal path.")
    if any(mine.hugging is not None for mine in told.values()):
        reading += (" Hugging: along walls without need. Sharp turns: over 90°. Zigzag: a turn to one "
                    "side, then within 20 pixels to the other. Turns that walls require do not count.")
    sheet = Sheet(race, finding(told, race), reading, HEAD + STEP * len(told) + 0.1, too_few(race))
    inner = WIDTH - 2 * MARGIN - NAMES
    width = (inner - GAP * (len(columns) - 1)) / len(columns)
    draw_names(sheet, told, looks, sheet.top + HEAD)
    for place, column in enumerate(columns):
        x = MARGIN + NAMES + place * (width + GAP)
        sheet.text(x, sheet.top + 0.05, column.title, fontsize=style.PANEL, weight="bold")
        sheet.text(x, sheet.top + 0.27, column.unit, fontsize=style.SMALL, color=style.QUIET)
        axes = sheet.axes(x, sheet.top + HEAD, width, STEP * len(told))
        draw_column(axes, column, told, looks, VALUE / width)
    return sheet.figure
