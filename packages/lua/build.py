#!/usr/bin/env python3
"""The Lua module: build.py TREE FILE writes footrace.lua with the declarations of footrace.h in it."""

import pathlib
import re
import sys


def declarations(header):
    """What LuaJIT's ffi.cdef reads of the header: no comments, no macros, no lines for other compilers."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    text = re.sub(r'^extern "C" \{\n|(?<=#ifdef __cplusplus\n)\}\n', "", text, flags=re.M)
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("FR_WALKER_API ", "")
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def main(tree, file):
    header = (pathlib.Path(tree) / "library/footrace.h").read_text(encoding="utf-8")
    module = (pathlib.Path(__file__).parent / "footrace.lua").read_text(encoding="utf-8")
    out = pathlib.Path(file)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(module.replace("@HEADER@", declarations(header)), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
