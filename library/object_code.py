#!/usr/bin/env python3
"""What each back end adds to a game: bytes of object code, that is code, constants and data of its two
files alone, compiled with -Os for this machine.

usage: object_code.py TREE COMPILER [--check] [BACK-END...]

Updates library/object_code.def, or with --check says which of these back ends is off by more than 5 %."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = """/* Bytes of object code of each back end's two files, measured by library/object_code.py with gcc -Os on x86-64.
 *
 *     FR_OBJECT_CODE(back end, bytes) */
"""
LINE = re.compile(r'^FR_OBJECT_CODE\("([\w-]+)", (\d+)\)$', re.MULTILINE)
FLAGS = ["-std=c11", "-Os", "-DNDEBUG", "-ffp-contract=off"]
MOST_OFF = 0.05  # compilers of one family differ by less than this share


def measured(tree, compiler, name):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, tree / "library" / "amalgamate.py", tree, folder, name], check=True)
        item = pathlib.Path(folder, "footrace.o")
        subprocess.run([compiler, *FLAGS, "-c", pathlib.Path(folder, "footrace.c"), "-o", item], check=True)
        output = subprocess.run(["size", item], check=True, capture_output=True, text=True).stdout
        text, data = output.splitlines()[1].split()[:2]
        return int(text) + int(data)


def back_ends(tree):
    listed = re.findall(r"^FR_BACK_END\((\w+)\)", (tree / "algorithms" / "registry.def").read_text(), re.MULTILINE)
    return [name.replace("_", "-") for name in listed]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("compiler")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="BACK-END")
    given = parser.parse_args()
    table = given.tree / "library" / "object_code.def"
    if not given.check:
        every = {name: measured(given.tree, given.compiler, name) for name in given.names or back_ends(given.tree)}
        lines = (f'FR_OBJECT_CODE("{name}", {size})\n' for name, size in every.items())
        table.write_text(HEAD + "".join(lines), encoding="utf-8")
        return 0
    known = {name: int(size) for name, size in LINE.findall(table.read_text(encoding="utf-8"))}
    missing = [name for name in back_ends(given.tree) if name not in known]
    off = [f"{name}: {size} bytes, the table has {known[name]}"
           for name, size in ((name, measured(given.tree, given.compiler, name)) for name in given.names)
           if abs(size / known[name] - 1) > MOST_OFF]
    for line in [*(f"{name} is not in the table" for name in missing), *off]:
        print(f"{line}: run library/object_code.py TREE gcc")
    return 1 if missing or off else 0


if __name__ == "__main__":
    sys.exit(main())
