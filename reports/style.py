"""The one place for looks: colours, markers and line styles of racers and phases, text sizes.

A back end keeps its hue and marker in every chart of every race. Variants of one back end share
them and differ in line style, lightness and filling, so that charts also read in grey.
"""
import dataclasses
import zlib

from matplotlib import colors

# Okabe and Ito's palette, fixed by name, but for its yellow, which white paper swallows: violet is
# the hue farthest from the others to eyes of all kinds. The marker tells apart what is equally
# light in grey.
BACK_ENDS = {
    "null": ("#999999", "X"),
    "dijkstra": ("#000000", "s"),
    "bfs": ("#E69F00", "^"),
    "astar": ("#0072B2", "o"),
    "flood": ("#D55E00", "D"),
    "jps": ("#009E73", "v"),
    "jpsplus": ("#56B4E9", "<"),
    "visgraph": ("#CC79A7", "p"),
    "jumpgraph": ("#6600CC", "*"),
}
STRANGERS = (("#44546A", "h"), ("#8C564B", ">"), ("#5B8C2A", "d"), ("#A0446E", "8"))

LINES = ("-", (0, (5, 2)), (0, (1.2, 1.4)), (0, (6, 1.6, 1.2, 1.6)), (0, (3, 1.2, 1, 1.2, 1, 1.2)))
SHADES = (0.0, -0.40, 0.38, -0.65, 0.62)  # below 0 towards black, above towards white

INK, QUIET, FAINT, PAPER = "#1F1F1F", "#5C5C5C", "#E4E4E4", "#FFFFFF"
WALL, FLOOR, ALARM = "#B9BDC1", "#F7F5F0", "#9B1C1C"
TITLE, SUBTITLE, PANEL, TEXT, SMALL = 15, 10, 10, 9, 8

# Dark to light in even steps, so that a stack also reads in grey.
PHASES = {
    "precheck": "#00224E", "clear": "#2F416B", "search": "#575D6D", "trace": "#7D7C78",
    "simplify": "#A59C74", "forward": "#D2C060", "reverse": "#FEE838",
}

MAP_COLOURS = colors.ListedColormap([WALL, FLOOR])

RC = {
    "font.family": "DejaVu Sans", "font.size": TEXT, "text.color": INK,
    "axes.edgecolor": QUIET, "axes.labelcolor": INK, "axes.linewidth": 0.8,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": FAINT, "grid.linewidth": 0.8,
    "xtick.color": QUIET, "ytick.color": QUIET, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL, "ytick.labelsize": SMALL, "axes.labelsize": TEXT,
    "svg.hashsalt": "footrace", "path.simplify": True,
}


@dataclasses.dataclass(frozen=True)
class Look:
    colour: str
    marker: str
    line: object
    hollow: bool

    @property
    def face(self):
        return PAPER if self.hollow else self.colour

    @property
    def edge(self):
        """Markers are rimmed in ink, so that the light hues stand on white paper."""
        return self.colour if self.hollow else shade(self.colour, -0.45)

    def points(self, size):
        return {"marker": self.marker, "markersize": size, "markerfacecolor": self.face,
                "markeredgecolor": self.edge, "markeredgewidth": 1.2 if self.hollow else 0.7}

    def curve(self, width=2.0):
        return {"color": self.colour, "linestyle": self.line, "linewidth": width}


GUIDE = Look(QUIET, "", (0, (2, 2)), False)  # lines that mark a time, not a racer


def shade(colour, amount):
    """The colour mixed towards white (amount above 0) or black (below)."""
    target = 1.0 if amount > 0 else 0.0
    mixed = [c + (target - c) * abs(amount) for c in colors.to_rgb(colour)]
    return colors.to_hex(mixed)


def back_end(name):
    """Colour and marker of a back end; one that is not in the list always gets the same."""
    known = BACK_ENDS.get(name)
    return known or STRANGERS[zlib.crc32(name.encode()) % len(STRANGERS)]


def looks(racers):
    """The look of every racer by its algo; the plain back end, where it races, is the plain hue."""
    chosen = {}
    variants = {}
    for racer in sorted(racers.values(), key=lambda racer: (racer.algo != racer.name, racer.algo)):
        turn = variants.get(racer.name, 0)
        variants[racer.name] = turn + 1
        colour, marker = back_end(racer.name)
        amount = SHADES[turn % len(SHADES)]
        if colour == "#000000":
            amount = abs(amount)  # black has no darker variant
        chosen[racer.algo] = Look(shade(colour, amount), marker, LINES[turn % len(LINES)],
                                  hollow=turn % 2 == 1)
    return chosen
