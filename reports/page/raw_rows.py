"""The raw rows of a report: embedded in the page if there is space, else linked."""
import base64
import dataclasses
import gzip
import os
import pathlib
import urllib.parse

MOST_BYTES = 3 << 20  # bytes of a page with its rows, which people send and open
HOPELESS = 30  # times the space: rows never compress this well, so larger files are not tried


@dataclasses.dataclass(frozen=True)
class Carried:
    name: str
    data: str  # base64 of gzip; "" if the page only links to it
    link: str
    bytes: int  # of the file


def packed(file):
    """The file's bytes, compressed reproducibly."""
    data = pathlib.Path(file).read_bytes()
    return data if data[:2] == b"\x1f\x8b" else gzip.compress(data, 6, mtime=0)


def link_to(path):
    """A link to a file with any name; never a link with another scheme."""
    return "./" + urllib.parse.quote(os.fsencode(pathlib.Path(path).as_posix()))


def carry(files, folder, room):
    """All files if the page has space for this many more bytes; otherwise none."""
    sizes = [os.path.getsize(file) for file in files]
    texts = [""] * len(files)
    if sum(sizes) <= HOPELESS * room:
        texts = [base64.b64encode(packed(file)).decode() for file in files]
    if sum(map(len, texts)) > room:
        texts = [""] * len(files)
    return [Carried(pathlib.Path(file).name.removesuffix(".gz"), texts[place],
                    link_to(os.path.relpath(file, folder)), sizes[place])
            for place, file in enumerate(files)]
