"""A sheet for a chart: title, subtitle and source around panels, legend at the side.

Positions are inches from the top left, so a sheet with more content grows downwards and nothing
is squeezed or clipped.
"""
import functools
import math
import re

from matplotlib import ticker
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D

from .. import words
from ..rows.measures import left_out
from . import style

WIDTH, MARGIN, DPI = 10.0, 0.35, 150
LEGEND_WIDTH, ENTRY_GAP = 2.15, 0.09  # inches
LEADING = 1.32  # line height over text size
MOST_LEGEND = 6.5  # inches; a taller legend has only names, so that no chart grows tall and narrow
FRAME = "frame"  # the id of the text above and below a chart: a page sets it in its own type
LEGEND = "legend"  # the id of the legend beside it: a page has one for all charts
SCALE = RendererAgg(8, 8, 72)  # measures text: pixels are points


@functools.lru_cache(1 << 14)
def text_width(text, size, weight="normal"):
    """Inches."""
    font = FontProperties(family=style.RC["font.family"], size=size, weight=weight)
    return SCALE.get_text_width_height_descent(text.replace("$", ""), font, False)[0] / 72


def pieces(word, width, size, weight):
    """A word; if it is too wide for a line, its parts after each : and ,"""
    if text_width(word, size, weight) <= width:
        return [word]
    return re.findall(r"[^:,]*[:,]|[^:,]+", word)


def wrapped(text, width, size, weight="normal"):
    """The text's lines, each at most `width` inches if its words allow that; a number stays with
    its unit."""
    lines = [""]
    for word in words.joined(text).split(" "):
        between = " " if lines[-1] else ""
        for part in pieces(word, width, size, weight):
            if not lines[-1] or text_width(lines[-1] + between + part, size, weight) <= width:
                lines[-1] += between + part
            else:
                lines.append(part)
            between = ""
    return lines


def balanced(text, width, size, weight):
    """Wrapped to the same number of lines, with lines of similar length."""
    lines = wrapped(text, width, size, weight)
    while len(lines) > 1:
        width *= 0.97
        tighter = wrapped(text, width, size, weight)
        if len(tighter) > len(lines):
            break
        lines = tighter
    return lines


def height_of(lines, size):
    return len(lines) * size * LEADING / 72


DISTURBANCES = {
    "build": "asserts in the build", "governor": "a governor changes the speed", "turbo": "turbo",
    "smt": "two threads share a core", "virtual": "virtual machine", "quota": "a quota of processor time",
    "clock": "slow clock",
}


def disturbances(race):
    """What makes times on this machine less reliable, or ""."""
    names = {name for run in race.runs for name in run["disturbances"]}
    found = [text for name, text in DISTURBANCES.items() if name in names]
    for key, text in (("others", "other programs took"), ("stolen", "the hypervisor took")):
        taken = max((row[key] or 0 for row in race.totals if row["disturbed"]), default=0)
        if taken >= 0.005:
            found.append(f"{text} {taken:.2f} cores")
    return "disturbed: " + ", ".join(found) if found else ""


def provenance(race):
    """The source of the numbers, for the foot of every sheet."""
    run = race.runs[0]
    revision = f" ({run['revision'][:9]})" if run["revision"] else ""
    parts = [f"footrace {run['version']}{revision}"]
    parts.append(f"{run['cpu']}, {words.count(run['cores'], 'core')}")
    parts.append(f"{run['compiler']}, {run['build_type']} build")
    parts.append(f"{run['time']}, seed {run['seed']}")
    if len(race.runs) > 1:
        parts.append(f"first of {len(race.runs)} files")
    if disturbances(race):
        parts.append(disturbances(race))
    return " · ".join(parts)


def doubt(race):
    """Reasons to doubt the times, or ""."""
    if any(run["sanitized"] for run in race.runs):
        return "Measured in a sanitized build: these times mean nothing."
    if any(run["build_type"].lower() == "debug" for run in race.runs):
        return "Measured in a debug build: these times mean little."
    return ""


def too_few(race):
    """The racers that charts leave out, by one rule for all; or ""."""
    out = left_out(race)
    return (f"Not drawn, as they raced on fewer than half of these clicks: {words.listing(out)}." if len(out) > 1
            else f"Not drawn, as it raced on fewer than half of these clicks: {out[0]}." if out else "")


class Sheet:
    """A figure with its title and how to read it; the chart fills the space from top to bottom."""

    def __init__(self, race, title, subtitle, body_height, note=""):
        width, title = WIDTH - 2 * MARGIN, race.title or title
        heads = [(line, style.TITLE, "bold", style.INK)
                 for line in balanced(title, width, style.TITLE, "bold")]
        heads += [(line, style.SUBTITLE, "normal", style.QUIET)
                  for line in wrapped(subtitle, width, style.SUBTITLE)]
        if doubt(race):
            heads.append((doubt(race), style.SUBTITLE, "bold", style.ALARM))
        self.note = note  # below: which racers are not drawn
        foot = wrapped(note, width, style.SMALL) if note else []
        foot += wrapped(provenance(race), width, style.SMALL)
        self.title, self.reading = title, subtitle
        self.keys = {}  # name -> (look, details) of all legends
        self.top = MARGIN + sum(size * LEADING / 72 for _, size, _, _ in heads) + 0.2
        self.bottom = self.top + body_height + 0.1
        self.height = self.top + body_height + 0.15 + height_of(foot, style.SMALL) + 0.2
        self.figure = Figure(figsize=(WIDTH, self.height), facecolor=style.PAPER)
        self.figure.sheet = self
        FigureCanvasAgg(self.figure)
        y = MARGIN
        for line, size, weight, colour in heads:
            self.text(MARGIN, y, line, fontsize=size, weight=weight, color=colour, gid=FRAME)
            y += size * LEADING / 72
        y = self.height - 0.2 - height_of(foot, style.SMALL)
        for line in foot:
            self.text(MARGIN, y, line, fontsize=style.SMALL, color=style.QUIET, gid=FRAME)
            y += style.SMALL * LEADING / 72

    def text(self, x, y, text, **looks):
        looks.setdefault("va", "top")
        return self.figure.text(x / WIDTH, 1 - y / self.height, text, parse_math=False, **looks)

    def axes(self, x, y, width, height, **looks):
        """New axes whose top left corner is at x, y."""
        return self.figure.add_axes((x / WIDTH, 1 - (y + height) / self.height, width / WIDTH,
                                     height / self.height), **looks)

    def line(self, xs, ys, **looks):
        """A line on the paper itself, for legends."""
        places = [x / WIDTH for x in xs], [1 - y / self.height for y in ys]
        self.figure.add_artist(Line2D(*places, **looks))

    def key(self, x, y, text, **marker):
        """Draws a marker and its meaning, from x on; returns the next position."""
        self.line((x + 0.08,), (y + 0.08,), markeredgecolor=style.QUIET, **marker)
        label = self.text(x + 0.22, y, text, fontsize=style.TEXT)
        width = label.get_window_extent(self.figure.canvas.get_renderer()).width
        return x + 0.22 + width / self.figure.dpi + 0.3

    def row_name(self, y, name, width):
        """Writes the name of a row around y, at the left."""
        lines = wrapped(name, width - 0.2, style.TEXT, "bold")
        self.text(MARGIN, y, "\n".join(lines), fontsize=style.TEXT, weight="bold", va="center")

    def panel(self, height):
        """The axes of a chart with one panel, beside the legend."""
        return self.axes(MARGIN + 0.62, self.top + 0.2, WIDTH - 2 * MARGIN - LEGEND_WIDTH - 1.0,
                         height - 0.75)

    def legend(self, entries, y):
        """Entries (look, name, details) below one another: line, racer, notes."""
        x = WIDTH - MARGIN - LEGEND_WIDTH
        for (look, name, details), lines in zip(entries, legend_lines(entries)):
            # An entry that differs between the legends of a sheet belongs to a panel, not to the sheet.
            known = self.keys.setdefault(name, (look, details))
            self.keys[name] = (look, details if known[1] == details else [])
            middle = y + style.TEXT * LEADING / 144
            self.line((x, x + 0.40), (middle, middle), **{**look.curve(), "gid": LEGEND})
            if look.marker:
                self.line((x + 0.20,), (middle,), **{**look.points(6.5), "gid": LEGEND})
            for line, size, looks in lines:
                self.text(x + 0.5, y, line, fontsize=size, gid=LEGEND, **looks)
                y += size * LEADING / 72
            y += ENTRY_GAP


def legend_lines(entries):
    """The lines (text, size, looks) of each entry: its name and details, or only names if all would be too tall."""
    width = LEGEND_WIDTH - 0.5
    names = [[(line, style.TEXT, {"weight": "bold"}) for line in wrapped(name, width, style.TEXT, "bold")]
             for _, name, _ in entries]
    whole = [name + [(line, style.SMALL, {"color": style.QUIET}) for detail in details
                     for line in wrapped(detail, width, style.SMALL)] for name, (_, _, details) in zip(names, entries)]
    return whole if height_of_entries(whole) <= MOST_LEGEND else names


def height_of_entries(each_lines):
    return sum(ENTRY_GAP + sum(size * LEADING / 72 for _, size, _ in lines) for lines in each_lines)


def legend_height(entries):
    return height_of_entries(legend_lines(entries))


class Grid:
    """Positions of `count` panels of equal size, beside the legend."""

    GAP, LEFT, BELOW, ABOVE = 0.3, 0.62, 0.5, 0.4

    def __init__(self, count):
        self.columns = 1 if count == 1 else 2 if count <= 4 else 3
        self.rows = -(-count // self.columns)
        inner = WIDTH - 2 * MARGIN - LEGEND_WIDTH - 0.3 - self.LEFT
        self.width = (inner - self.GAP * (self.columns - 1)) / self.columns
        self.tall = {1: 4.2, 2: 2.3, 3: 1.75}[self.columns]
        self.step = self.tall + self.ABOVE + 0.28
        self.count = count
        self.height = self.rows * self.step + self.BELOW

    def place(self, sheet, index):
        """Axes of a panel; and whether it is the lowest of its column and the first of its row."""
        row, column = divmod(index, self.columns)
        axes = sheet.axes(MARGIN + self.LEFT + column * (self.width + self.GAP),
                          sheet.top + row * self.step + self.ABOVE, self.width, self.tall)
        lowest = index + self.columns >= self.count
        axes.tick_params(labelleft=column == 0)
        return axes, lowest, column == 0


def panel_title(axes, width, name):
    """Writes the name of a panel's map above it, shortened to fit `width` inches."""
    while text_width(name, style.PANEL, "bold") > width - 0.1:
        name = name[:-2] + "…"
    axes.set_title(name, loc="left", fontsize=style.PANEL, weight="bold", pad=16, parse_math=False)


def log_ticks(low, high, most):
    """Powers of ten in [low, high], thinned to at most `most`; 1-2-5 steps if there is only
    one."""
    def within(digits):
        return [digit * 10.0 ** power for power in range(-3, 13) for digit in digits
                if low * 0.999 <= digit * 10.0 ** power <= high * 1.001]
    ticks = within((1,))
    if len(ticks) < 2:
        ticks = within((1, 2, 5))
    return ticks[::-(-len(ticks) // most) or 1]


def decades(values, room=1.0):
    """The powers of ten around values, with headroom above the largest."""
    low, high = math.log10(min(values)), math.log10(room * max(values))
    return 10 ** math.floor(low), 10 ** math.ceil(high)


def log_axis(axis, low, high, label, most=8):
    """A log axis over [low, high], its ticks labelled by `label`."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log", f"{axis.axis_name}lim": (low, high)})
    axis.set_major_locator(ticker.FixedLocator(log_ticks(low, high, most)))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: label(value)))
    axis.set_minor_locator(ticker.NullLocator())


def mark_time(axes, ns, text):
    """A guide line at a time worth knowing on the x axis, named above the data."""
    axes.axvline(ns, **style.GUIDE.curve(0.9), zorder=1.5)
    axes.annotate(text, (ns, 1), (0, 6), xycoords=("data", "axes fraction"), ha="center",
                  va="bottom", textcoords="offset points", fontsize=7, color=style.QUIET)


def save(figure, folder, name, pdf=False):
    """Writes name.png, name.svg and, if asked to, name.pdf; the same figure gives the same bytes."""
    undated = {"Creator": None, "Producer": None, "CreationDate": None}
    for kind, metadata in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None}),
                           ("pdf", undated))[:3 if pdf else 2]:
        figure.savefig(folder / f"{name}.{kind}", dpi=DPI, metadata=metadata)
