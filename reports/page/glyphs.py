"""Small drawings inside a page's text: a racer's marker, and its times on one line."""
import math

from markupsafe import Markup
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path

LETTERS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C",
           Path.CLOSEPOLY: "Z"}
STRIP_WIDTH, STRIP_HEIGHT, EDGE = 100, 20, 6


def outline(marker, x, y, size):
    """A marker of matplotlib as the path data (d) of an SVG path around a point."""
    style = MarkerStyle(marker)
    path = style.get_path().transformed(style.get_transform())
    parts = []
    for points, code in path.iter_segments():
        places = zip(points[::2], points[1::2])
        parts.append(LETTERS[code] + ("" if code == Path.CLOSEPOLY else " ".join(
            f"{x + size * px:.2f} {y - size * py:.2f}" for px, py in places)))
    return "".join(parts)


def mark(look, palette, x, y, size):
    return Markup('<path d="{}" style="fill:{};stroke:{};stroke-width:{}"/>').format(
        outline(look.marker, x, y, size), palette.variable(look.face), palette.variable(look.edge),
        1.4 if look.hollow else 0.8)


def swatch(look, palette):
    """A racer's marker, beside its name."""
    return Markup('<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">{}</svg>').format(
        mark(look, palette, 8, 8, 9.5))


def sample(look, palette):
    """A racer's line and marker, as a legend shows them."""
    _, dashes = (0, ()) if look.line == "-" else look.line
    parts = [Markup('<path d="M0 8H36" style="stroke:{};stroke-width:2;stroke-dasharray:{}"/>').format(
        palette.variable(look.colour), " ".join(f"{2 * dash:g}" for dash in dashes) or "none")]
    if look.marker:
        parts.append(mark(look, palette, 18, 8, 9.5))
    return Markup('<svg class="sample" viewBox="0 0 36 16" aria-hidden="true">{}</svg>').format(
        Markup("").join(parts))


class Strip:
    """Racers' times on one logarithmic scale: a marker at each median, a thick line for its
    interval, a thin one to the slowest answer, with enough room, a dot for each map; and a mark at the length of a
    frame."""

    def __init__(self, times, frame, width=STRIP_WIDTH):
        self.width = width
        known = [ns for ns in (*times, frame) if ns and 0 < ns < math.inf]
        self.low, self.high = math.log(min(known)), math.log(max(known) * 1.001)
        self.frame = frame

    def place(self, ns):
        ns = min(max(ns, math.exp(self.low)), math.exp(self.high))
        share = (math.log(ns) - self.low) / (self.high - self.low)
        return EDGE + share * (self.width - 2 * EDGE)

    def draw(self, each, look, palette):
        middle = STRIP_HEIGHT / 2
        parts = [self.line(self.frame, self.frame, "frame", 0, STRIP_HEIGHT)]
        if each.median < math.inf:
            colour = palette.variable(look.colour)
            parts.append(self.line(each.median, each.worst_answer, "tail", middle, middle))
            if each.low is not None and each.high < math.inf:
                parts.append(self.line(each.low, each.high, "interval", middle, middle, colour))
            if self.width > STRIP_WIDTH and len(each.by_map) > 1:
                parts += [self.dot(name, ns, middle) for name, ns in each.by_map.items() if ns < math.inf]
            parts.append(mark(look, palette, self.place(each.median), middle, 9))
        return Markup('<svg class="strip" data-racer="{}" data-wide="{}" data-low="{:.6g}" '
                      'data-high="{:.6g}" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
            each.algo, self.width, math.exp(self.low), math.exp(self.high), self.width, STRIP_HEIGHT,
            Markup("").join(parts))

    def dot(self, name, ns, y):
        return Markup('<circle class="map" cx="{:.1f}" cy="{:g}" r="2.5"><title>{}</title></circle>').format(
            self.place(ns), y, name)

    def line(self, left, right, look, top, bottom, colour=""):
        return Markup('<path class="{}" d="M{:.1f} {:g}L{:.1f} {:g}"{}/>').format(
            look, self.place(left), top, self.place(right), bottom,
            Markup(' style="stroke:{}"').format(colour) if colour else "")
