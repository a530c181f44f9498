"""The raw rows of a report: carried in the page where they are small, else named beside it."""
import base64
import dataclasses
import gzip
import os
import pathlib
import urllib.parse

MOST_BYTES = 5 << 20  # compressed, of all files together
HOPELESS = 40 * MOST_BYTES  # rows never compress so well: it is not even tried


@dataclasses.dataclass(frozen=True)
class Carried:
    name: str
    data: str  # base64 of gzip; "" where the page only links to it
    link: str
    bytes: int  # of the file


def packed(file):
    """The file's bytes, compressed; the same file gives the same bytes."""
    data = pathlib.Path(file).read_bytes()
    return data if data[:2] == b"\x1f\x8b" else gzip.compress(data, 6, mtime=0)


def link_to(path):
    """A link to a file, whatever it is called: never one of another scheme."""
    return "./" + urllib.parse.quote(os.fsencode(pathlib.Path(path).as_posix()))


def carry(files, folder):
    sizes = [os.path.getsize(file) for file in files]
    packs = [packed(file) for file in files] if sum(sizes) <= HOPELESS else None
    if packs and sum(map(len, packs)) > MOST_BYTES:
        packs = None
    return [Carried(pathlib.Path(file).name.removesuffix(".gz"),
                    base64.b64encode(packs[place]).decode() if packs else "",
                    link_to(os.path.relpath(file, folder)), sizes[place])
            for place, file in enumerate(files)]
