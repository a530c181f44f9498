"""Numbers as text for readers: times with units, percentages that never round up to 100 %."""
import collections
import math
import re

FAULTS = {  # of one click, of several
    "limit": ("gave up at its limit", "gave up at their limit"),
    "timeout": ("timeout", "timeouts"),
    "crash": ("crash", "crashes"),
    "memory": ("out of memory", "out of memory"),
    "unsupported": ("unsupported", "unsupported"),
    "short": ("short path", "short paths"),
    "invalid": ("invalid path", "invalid paths"),
    "false-unreachable": ("false 'unreachable'", "false 'unreachable'"),
    "nondeterministic": ("changed path", "changed paths"),
    "clock": ("false time", "false times"),
    "untried": ("not tried", "not tried"),
}
FRAME_NS = 1e9 / 60
SIZES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))
UNITS = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))


def figures(value):
    """One decimal below ten, two below one; whole numbers above, with thousands separators."""
    if value >= 9.95:
        return f"{value:,.0f}"
    if value >= 0.995 or value == 0:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.095 else f"{value:.1g}"


def duration(ns):
    if math.isinf(ns):
        return "never"
    for size, unit in UNITS:
        if ns >= 0.9995 * size or unit == "ns":
            return f"{figures(ns / size)} {unit}"
    raise AssertionError("no unit")


def span(low, high):
    """An interval of times, with one unit if both ends share it."""
    low, high = duration(low), duration(high)
    number, _, unit = low.partition(" ")
    return f"{number}–{high}" if high.endswith(" " + unit) else f"{low}–{high}"


def bounds(low, high):
    """An interval, to follow its figure: " (1 ms–2 ms)"; "" if unknown."""
    return "" if low is None else f" ({span(low, high)})"


def size(count):
    for unit, name in SIZES:
        if count >= 0.9995 * unit and unit > 1:
            return f"{figures(count / unit)} {name}"
    return f"{count:.0f} B"


def decade(value, units=UNITS):
    """A power of ten, as an axis label."""
    size, unit = next((size, unit) for size, unit in units
                      if value >= 0.999 * size or (size, unit) == units[-1])
    return f"{value / size:,.4g} {unit}"


def percent(part, whole):
    """A fraction, with 100 % only for all and 0 % only for none."""
    share = 100 * part / whole
    if part == whole or part == 0 or 1 <= share < 99.5:
        return f"{share:.0f} %"
    return f"{min(max(share, 0.1), 99.9):.1f} %"


def more(ratio):
    """By how much a ratio exceeds one."""
    share = 100 * (ratio - 1)
    if share >= 9.5:
        return f"{share:.0f} %"
    return f"{share:.1f} %" if share >= 0.095 or share < 1e-3 else f"{share:.1g} %"


def factor(value):
    return "∞×" if math.isinf(value) else figures(value) + "×"


def count(number, one, many=None):
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def faults(clicks):
    """The faults of clicks, as "3 timeouts, 1 crash"; "" if there are none."""
    return counted_faults(collections.Counter(click.fault for click in clicks))


def counted_faults(tally):
    """The faults of `tally`, a count for each, in the same form."""
    return ", ".join(count(tally[fault], *FAULTS[fault]) for fault in FAULTS if fault in tally)


def everyone(names):
    """The subject of a sentence about racers that answer, for any number of them."""
    if len(names) == 1:
        return f"{names[0]} answers"
    return f"{listing(names)} answer" if len(names) <= 3 else f"{len(names)} back ends answer"


def joined(text):
    """A text whose numbers stay on one line with their units."""
    return re.sub(r"(?<=[\d.]) (?=(%|ns|[uµ]s|ms|s|B|kB|MB|GB|px)(\W|$))", "\N{NO-BREAK SPACE}", text)


def amount(number):
    """A number of nodes, in thousands or millions."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * size:
            return figures(number / size) + unit
    return f"{number:.0f}"


def pixels(value):
    """A length, as an axis label."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= 0.999 * size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def listing(items):
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + " and " + items[-1]
