"""Charts inside a page: SVG without the text that the page itself has, in colours that follow
its theme."""
import base64
import copy
import dataclasses
import re
import xml.etree.ElementTree as tree

from markupsafe import Markup

from .. import words
from ..figures.sheet import FRAME, LEGEND, LEGEND_WIDTH, MARGIN, WIDTH
from ..figures.style import GID
from . import glyphs, inked

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
tree.register_namespace("", "http://www.w3.org/2000/svg")
tree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
ROOM = 0.05  # inches of a sheet's margin that its lines may reach into
NUMBER = re.compile(r"-?\d+\.\d{3,}(?!\d|e)")
ROUNDED = ("d", "x", "y", "width", "height")
FEW_COLOURS = 64  # of a picture of pixels: points in some colours, and their edges
REFERENCE = re.compile(r"(^|url\()#([^)]+)")


@dataclasses.dataclass(frozen=True)
class Chart:
    name: str
    title: str  # its finding
    reading: str  # how to read it, in a line or two
    note: str  # below it: which racers are not drawn
    svg: Markup
    upright: bool  # so tall that two stand side by side on paper
    key: list  # (drawing, name, details): shown below the chart if a narrow screen hides the legend


def drop_frame(root, frame):
    """Removes elements whose id has this start: what the page writes in its own style, or omits.
    Keeps glyphs that are defined where they are first used."""
    kept = []
    for parent in list(root.iter()):
        for child in list(parent):
            if child.get("id", "").startswith(frame):
                kept += child.iter(SVG + "defs")
                parent.remove(child)
            elif child.tag in (SVG + "metadata", SVG + "style"):
                parent.remove(child)
    root[:0] = kept


def rename(root, name):
    """Prefixes ids with the chart's name, as a page holds several charts; drops unused ids.
    Marks a racer's elements with its name."""
    wanted = {found[2] for element in root.iter() for value in element.attrib.values()
              for found in REFERENCE.finditer(value)}
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id" and value.startswith(GID):
                element.set("data-racer", value.removeprefix(GID))
                del element.attrib[key]
            elif key != "id":
                element.set(key, REFERENCE.sub(rf"\1#{name}-\2", value))
            elif value in wanted:
                element.set(key, f"{name}-{value}")
            else:
                del element.attrib[key]


def shortened(found):
    """A coordinate rounded to a hundredth of a point, which is invisible."""
    return f"{float(found[0]):.2f}".rstrip("0").rstrip(".")


def shorten(root):
    for element in root.iter():
        for key in ROUNDED:
            if key in element.attrib:
                element.set(key, NUMBER.sub(shortened, element.get(key)))


def recolour(root, palette):
    for element in root.iter():
        if "style" in element.attrib:
            element.set("style", palette.themed(element.get("style")))
        if "d" in element.attrib:
            element.set("d", " ".join(element.get("d").split()))


def add_dark_pictures(root):
    """Adds the dark version beside each bitmap; the style sheet shows one of the two."""
    for parent in list(root.iter()):
        for place, child in reversed(list(enumerate(parent))):
            if child.tag == SVG + "image":
                dark = copy.deepcopy(child)
                data = inked.few_colours(base64.b64decode(child.get(LINK).partition(",")[2]),
                                         FEW_COLOURS)
                child.set(LINK, inked.data_address(data))
                dark.set(LINK, inked.data_address(inked.dark_png(data)))
                child.set("class", "by-day")
                dark.set("class", "by-night")
                parent.insert(place + 1, dark)


def chart(name, figure, drawn, palette, legend=True):
    """The page's part of a figure from its SVG; legend: with its own legend."""
    sheet = figure.sheet
    root = tree.fromstring(drawn)
    drop_frame(root, FRAME if legend else (FRAME, LEGEND))
    rename(root, name)
    recolour(root, palette)
    shorten(root)
    add_dark_pictures(root)
    for key in ("width", "height", "version"):
        del root.attrib[key]
    aside = 0 if legend or not sheet.keys else LEGEND_WIDTH
    top, bottom = 72 * sheet.top, 72 * sheet.bottom
    left, width = 72 * (MARGIN - ROOM), 72 * (WIDTH - aside - 2 * MARGIN + 2 * ROOM)
    root.attrib.update(viewBox=f"{left:g} {top:.1f} {width:g} {bottom - top:.1f}", role="img")
    root.set("aria-label", sheet.title)
    key = [(glyphs.sample(look, palette), named, details)
           for named, (look, details) in sheet.keys.items()]
    return Chart(name, words.joined(sheet.title), words.joined(sheet.reading), sheet.note, Markup(tree.tostring(root, "unicode")),
                 bottom - top > width, key)
