"""Looks in one place: colours, markers and line styles of racers and phases, text sizes.

A back end keeps its hue and marker, which its rows say, in every chart of every race. Variants
of a back end share both and differ in line style, lightness and filling, so that charts also
read in grey.
"""
import contextlib
import dataclasses

import matplotlib
from matplotlib import colors, patheffects

GID = "racer "  # before a racer's name: the id of its marks
LINES = ("-", (0, (5, 2)), (0, (1.2, 1.4)), (0, (6, 1.6, 1.2, 1.6)), (0, (3, 1.2, 1, 1.2, 1, 1.2)))
SHADES = (0.0, -0.40, 0.38, -0.65, 0.62)  # below 0 towards black, above towards white

INK, QUIET, FAINT, PAPER = "#1F1F1F", "#5C5C5C", "#E4E4E4", "#FFFFFF"
WALL, FLOOR, ALARM = "#C7CBD0", "#F7F5F0", "#9B1C1C"
TITLE, SUBTITLE, PANEL, TEXT, SMALL = 15, 10, 10, 9, 8


def halo():
    """The outline of a text that is drawn over lines or areas."""
    return [patheffects.withStroke(linewidth=2.5, foreground=PAPER)]


RC = {
    "font.family": "DejaVu Sans", "font.size": TEXT, "text.color": INK,
    "axes.edgecolor": QUIET, "axes.labelcolor": INK, "axes.linewidth": 0.8,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": FAINT, "grid.linewidth": 0.8,
    "xtick.color": QUIET, "ytick.color": QUIET, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL, "ytick.labelsize": SMALL, "axes.labelsize": TEXT,
    "svg.hashsalt": "footrace", "path.simplify": True,
    "text.usetex": False, "text.parse_math": False,  # labels are chosen by users, and are no formulas
}


@contextlib.contextmanager
def own_settings():
    """Makes charts look the same for every user: matplotlib's user settings are ignored."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.use("agg")
        matplotlib.rcParams.update(RC)
        yield


@dataclasses.dataclass(frozen=True)
class Look:
    colour: str
    marker: str
    line: object
    hollow: bool
    algo: str = ""  # the racer with this look: a page finds its marks by this

    @property
    def gid(self):
        return {"gid": GID + self.algo} if self.algo else {}

    @property
    def face(self):
        return PAPER if self.hollow else self.colour

    @property
    def edge(self):
        """The ink rim of markers, which makes light hues visible on white paper."""
        return self.colour if self.hollow else shade(self.colour, -0.45)

    def points(self, size):
        return {"marker": self.marker, "markersize": size, "markerfacecolor": self.face,
                "markeredgecolor": self.edge, "markeredgewidth": 1.2 if self.hollow else 0.7,
                **self.gid}

    def curve(self, width=2.0):
        return {"color": self.colour, "linestyle": self.line, "linewidth": width, **self.gid}


GUIDE = Look(QUIET, "", (0, (2, 2)), False)  # lines that mark a time, not a racer


def shade(colour, amount):
    """The colour mixed towards white (amount above 0) or black (below)."""
    target = 1.0 if amount > 0 else 0.0
    mixed = [c + (target - c) * abs(amount) for c in colors.to_rgb(colour)]
    return colors.to_hex(mixed)


def plain(racer):
    """The look of a back end, for any of its variants."""
    return Look(racer.colour, racer.marker, LINES[0], False)


def looks(racers):
    """Racer's algo -> look; the plain variant of a back end, if it races, has the plain hue."""
    chosen = {}
    variants = {}
    for racer in sorted(racers.values(), key=lambda racer: (racer.algo != racer.name, racer.algo)):
        turn = variants.get(racer.name, 0)
        variants[racer.name] = turn + 1
        amount = SHADES[turn % len(SHADES)]
        if racer.colour == "#000000":
            amount = abs(amount)  # black has no darker variant
        chosen[racer.algo] = Look(shade(racer.colour, amount), racer.marker,
                                  LINES[turn % len(LINES)], turn % 2 == 1, racer.algo)
    return chosen
