"""Draws all bundled maps in one picture, each as `footrace inspect --png` draws it: map_sheet.py FOOTRACE OUT.png"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
from matplotlib.figure import Figure
from matplotlib.image import imread

COLUMNS, WIDTH, ROW = 5, 12, 1.8  # in inches
DARKER = 3  # the power of each colour: lines that become thin stay visible
FINE, PART = 0.045, 32  # share of differing neighbours above which a detail, 1/PART of a side, is enlarged
TEXT = {"loc": "left", "fontfamily": "DejaVu Sans"}


def draw(footrace, out):
    listed = subprocess.run([footrace, "list", "maps", "--json"], check=True, stdout=subprocess.PIPE).stdout
    maps = json.loads(listed)["maps"]
    rows = -(-len(maps) // COLUMNS)
    figure = Figure(figsize=(WIDTH, ROW * rows), dpi=100, layout="constrained")
    with tempfile.TemporaryDirectory() as folder:
        picture = pathlib.Path(folder, "map.png")
        for place, each in enumerate(maps, 1):
            subprocess.run([footrace, "inspect", each["name"], "--png", picture], check=True, stdout=subprocess.DEVNULL)
            axes = figure.add_subplot(rows, COLUMNS, place, xticks=[], yticks=[])
            pixels = imread(picture) ** DARKER
            axes.imshow(pixels)
            if max((numpy.diff(pixels, axis=axis) != 0).mean() for axis in (0, 1)) > FINE:
                part = pixels[:len(pixels) // PART, :len(pixels[0]) // PART]
                axes.inset_axes((0.6, 0.04, 0.38, 0.38), xticks=[], yticks=[]).imshow(part)
            axes.set_title(each["name"], fontsize=10, **TEXT)
            axes.set_xlabel(f"{each['width']} x {each['height']}, {100 * each['walkable']:.0f} % walkable", fontsize=7.5, **TEXT)
    figure.savefig(out, metadata={"Software": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    draw(*sys.argv[1:])
