"""Figures of a page, each with its exact value and what it counts, so that tests can recompute
it."""
import dataclasses

from markupsafe import Markup

from .. import words

EXACT = 1e-5  # a path that is longer than the optimum by less counts as the shortest
UNKNOWN = "–"


@dataclasses.dataclass(frozen=True)
class Figure:
    text: str
    value: float  # None: not known
    of: str  # a racer, or a racer and a click with tabs between; "" for the race
    measure: str

    @property
    def exact(self):
        """For sorting; "" if unknown."""
        return "" if self.value is None else repr(self.value).replace("inf", "Infinity")

    def __html__(self):
        if self.value is None:
            return Markup('<span class="quiet">{}</span>').format(self.text)
        return Markup('<data value="{}" data-of="{}" data-measure="{}">{}</data>').format(
            self.exact, self.of, self.measure, self.text)


def figure(show, value, of, measure):
    return Figure(UNKNOWN if value is None else show(value), value, of, measure)


def whole(count):
    return f"{count:,.0f}"


def turns(number):
    """Turns of a path, on average."""
    return words.figures(number) if number % 1 else f"{number:,.0f}"


def detour(ratio):
    """A path's excess over the shortest."""
    if ratio < 1 - EXACT:
        return f"−{words.more(2 - ratio)}"
    return "exact" if ratio < 1 + EXACT else f"+{words.more(ratio)}"
