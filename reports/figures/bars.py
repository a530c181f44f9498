"""Rows of one figure each: bars on a linear scale, dots on a logarithmic one, with the value at
the end."""
import dataclasses

from . import style
from .sheet import MARGIN, WIDTH, Sheet, decades, log_axis, mark_time

ROW = 0.34
NAMES, TEXTS = 2.1, 1.9  # inches beside the bars


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    value: float
    text: str
    look: style.Look
    other: float = None  # a second dot, hollow; on a logarithmic scale only


def plot(axes, place, row, log):
    if not log:
        axes.barh(place, row.value, height=0.6, zorder=3, color=row.look.colour)
        return
    shown = [value for value in (row.value, row.other) if value]
    if len(shown) > 1:
        axes.plot(shown, (place, place), zorder=2, color=row.look.colour, linewidth=2.2, alpha=0.55)
    for value, hollow in ((row.other, True), (row.value, False)):
        if value:
            axes.plot(value, place, linestyle="none", marker="o", markersize=8.5, zorder=3,
                      markerfacecolor=style.PAPER if hollow else row.look.colour,
                      markeredgecolor=row.look.edge, markeredgewidth=1.3)


def scale(axes, rows, label, log, guides):
    values = [value for row in rows for value in (row.value, row.other) if value]
    values += [value for value, _ in guides]
    if log:
        low, high = min(values) / 1.15, max(values) * 1.15
        log_axis(axes.xaxis, *decades((low, high)), label)
    else:
        axes.set_xlim(0, max(values, default=0) * 1.08 or 1)
        axes.xaxis.set_major_formatter(lambda value, _: label(value))
    axes.set(ylim=(len(rows) - 0.4, -0.6), yticks=[])
    axes.spines["left"].set_visible(not log)
    axes.grid(False, axis="y")


def draw(race, title, reading, rows, what, label, log=False, guides=()):
    """Draws rows from top to bottom; `what` names the axis, `label` its ticks; `guides` are (value, text)."""
    sheet = Sheet(race, title, reading, 0.3 + ROW * len(rows) + 0.5)
    top, width = sheet.top + 0.3, WIDTH - 2 * MARGIN - NAMES - TEXTS - 0.2
    axes = sheet.axes(MARGIN + NAMES, top, width, ROW * len(rows))
    scale(axes, rows, label, log, guides)
    axes.set_xlabel(what)
    for value, text in guides:
        mark_time(axes, value, text)
    for place, row in enumerate(rows):
        plot(axes, place, row, log)
        y = top + ROW * len(rows) * (place + 0.6) / (len(rows) + 0.2)
        sheet.row_name(y, row.name, NAMES)
        sheet.text(MARGIN + NAMES + width + 0.25, y, row.text, fontsize=style.TEXT, va="center")
    return sheet.figure
