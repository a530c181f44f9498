"""Colours on a page that is light by day, dark by night: each is a variable with two values.

In the dark, greys are inverted (ink becomes light, paper dark), while hues stay and are
lightened until they are visible on dark paper; lighter colours stay lighter, so that scales keep
their order.
"""
import base64
import io
import re

import numpy
from PIL import Image

DARK_PAPER, DARK_INK = 0.215, 0.92  # lightness of Ottosson's Oklab, 0 to 1
INK = 0.24  # the lightness of ink by day: darker colours get the same lightness in the dark
LEAST_HUE = 0.42  # the lightness to which the darkest hue is raised
GREY = 0.035  # colours with less chroma are grey

# Oklab (Ottosson 2020): linear light to cones, and their cube roots to lightness and two hues.
CONES = numpy.array(((0.4122214708, 0.5363325363, 0.0514459929),
                     (0.2119034982, 0.6806995451, 0.1073969566),
                     (0.0883024619, 0.2817188376, 0.6299787005)))
OPPONENTS = numpy.array(((0.2104542553, 0.7936177850, -0.0040720468),
                         (1.9779984951, -2.4285922050, 0.4505937099),
                         (0.0259040371, 0.7827717662, -0.8086757660)))


def darkened(colours):
    """The dark versions of colours, an array of red, green and blue from 0 to 1."""
    linear = numpy.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    lab = numpy.cbrt(linear @ CONES.T) @ OPPONENTS.T
    light = lab[..., 0].copy()
    grey = numpy.hypot(lab[..., 1], lab[..., 2]) < GREY
    shade = numpy.clip((light - INK) / (1 - INK), 0, 1)
    lab[..., 0] = numpy.where(grey, DARK_INK + shade * (DARK_PAPER - DARK_INK),
                              LEAST_HUE + light * (1 - LEAST_HUE))
    linear = (lab @ numpy.linalg.inv(OPPONENTS).T) ** 3 @ numpy.linalg.inv(CONES).T
    linear = numpy.clip(linear, 0, 1)
    return numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def dark_hex(colour):
    rgb = numpy.array([[int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)]])
    return "#" + "".join(f"{round(255 * part):02x}" for part in darkened(rgb)[0])


def few_colours(data, most):
    """The same picture, reduced to its most frequent colours."""
    picture = Image.open(io.BytesIO(data)).convert("RGBA")
    return png(picture.quantize(most, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def dark_png(data):
    """The dark version of a picture with few colours."""
    picture = Image.open(io.BytesIO(data))
    colours = numpy.array(picture.getpalette("RGBA"), float).reshape(-1, 4)
    colours[:, :3] = numpy.rint(255 * darkened(colours[:, :3] / 255))
    picture.putpalette(colours.astype(int).ravel().tolist(), "RGBA")
    return png(picture)


def png(image):
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def data_address(data):
    return "data:image/png;base64," + base64.b64encode(data).decode()


class Palette:
    """The colours that a page uses so far."""

    def __init__(self):
        self.seen = {}  # colour -> its dark version
        self.themed("#ffffff #000000")  # the page's own paper, and what a drawing has by default

    def variable(self, colour):
        """The CSS variable for #rrggbb."""
        colour = colour.lower()
        if colour not in self.seen:
            self.seen[colour] = dark_hex(colour)
        return f"var(--x{colour[1:]})"

    def themed(self, style):
        """A style with its colours replaced by variables."""
        return re.sub(r"#[0-9a-fA-F]{6}\b", lambda found: self.variable(found[0]), style)

    def rules(self, dark):
        return "".join(f"--x{colour[1:]}:{dark_one if dark else colour};"
                       for colour, dark_one in sorted(self.seen.items()))
