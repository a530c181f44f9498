#!/usr/bin/env python3
"""The page as one HTML file, with the library, the judge and the code of this folder as WebAssembly.

usage: build.py TREE FOLDER [--objects]    writes FOLDER/footrace.html; --objects: engine.wasm only
"""

import base64
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "library"))

from amalgamate import read_tree, tokenize, two_files  # noqa: E402

SOURCES = [
    "maps/*.c", "maps/analysis/*.c", "maps/geometry/*.c", "algorithms/*.c", "algorithms/*/*.c",
    "library/room.c", "harness/judge/*.c", "harness/inspect/health.c", "maps/formats/base/error.c", "maps/formats/base/refusal.c",
    "maps/formats/base/words.c", "maps/formats/base/load_options.c",
    "maps/formats/base/text_buffer.c",
    "maps/formats/image/image.c", "maps/formats/image/load_bmp.c", "maps/formats/image/colour_area.c", "maps/formats/image/colour_guess.c",
    "maps/formats/text/load_*.c", "maps/formats/text/letter_grid.c",
    "maps/formats/text/terrain.c", "web/*.c",
    *(f"harness/answer/{name}.c" for name in (
        "answer", "answer_words", "border", "evidence", "figures", "game_code", "measures",
        "pairwise", "quantity", "regions", "rule", "situation")),
    "harness/statistics/*.c", "harness/base/string_set.c", "harness/base/units.c",
    "harness/race/standings.c", "harness/sandbox/reply.c",
    *(f"harness/results/{name}.c" for name in ("row", "row_verdict", "race_rows")),
    "harness/racers/exclusion.c", "harness/racers/object_code.c",
]
ROOMS = ["adventure-60", "adventure-150", "office", "cave", "spiral", "gates"]
FLAGS = ["--target=wasm32-wasi", "-std=c17", "-O3", "-DNDEBUG", "-ffp-contract=off",
         "-ffunction-sections", "-fdata-sections", "-fvisibility=hidden", "-mbulk-memory"]
LIBC = "/usr/lib/wasm32-wasi"
MOST_MEMORY = 184 << 20  # bytes, for each of the two engines
STACK = 1 << 20


def compile_one(tree, folder, path):
    out = folder / (path.relative_to(tree).as_posix().replace("/", "-") + ".o")
    depends = out.with_suffix(".d")
    if out.exists() and depends.exists():
        names = re.sub(r"\\\n", " ", depends.read_text()).split(":", 1)[1].split()
        if all(os.path.exists(name) and os.path.getmtime(name) <= out.stat().st_mtime
               for name in names):
            return out
    subprocess.run(["clang", *FLAGS, f"-I{tree}", "-MD", "-MF", depends, "-c", path, "-o", out],
                   check=True)
    return out


def compiler_runtime():
    found = subprocess.run(["clang", "--print-resource-dir"], check=True, capture_output=True,
                           text=True)
    return next(pathlib.Path(found.stdout.strip()).rglob("libclang_rt.builtins-wasm32.a"))


def build_engine(tree, folder):
    """Compiles what changed, with as many compilers as there are cores, and links it."""
    sources = sorted({path for pattern in SOURCES for path in tree.glob(pattern)})
    objects = folder / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        parts = list(pool.map(lambda path: compile_one(tree, objects, path), sources))
    declared = [name for header in ("engine.h", "page_answer.h") for name in re.findall(
        r"^\w[\w ]*[ *](fr_web_\w+)\(", (tree / "web" / header).read_text(), re.M)]
    engine = folder / "engine.wasm"
    # clang would run any wasm-opt that it finds, and an old one refuses this module.
    subprocess.run(["wasm-ld", *parts, "--no-entry", "--gc-sections", "--strip-all", "-O2",
                    *(f"--export={name}" for name in declared), f"-L{LIBC}", "-lc",
                    compiler_runtime(), "-z", f"stack-size={STACK}", "--stack-first",
                    f"--max-memory={MOST_MEMORY}", "-o", engine], check=True)
    return engine


def packed(data):
    """Deflated for DecompressionStream, in base64."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


def bare(text):
    """A source without comments and empty lines, which would only enlarge the page."""
    text = "".join(token.text for token in tokenize(text) if token.kind != "comment")
    return re.sub(r"\n(?:[ \t]*\n)+", "\n\n", text)


def library(tree):
    """The files for a game: the header, and for each candidate the other file, as indices into a list of blocks."""
    sources, blocks, places = read_tree(tree, bare), {}, {}
    for path, source in sources.items():
        if ".candidate = true" in (tree / path).read_text():
            name = source.stem.replace("_", "-")
            header, code = two_files(tree, sources, [name])
            places[name] = [blocks.setdefault(block, len(blocks)) for block in code.split("\n\n")]
    return json.dumps({"header": header, "blocks": list(blocks), "places": places}).encode()


def guest(tree):
    """The licence of PathFinding.js, and a packed script with PathFinding.js and its worker; nothing if `npm ci` has not installed it."""
    packages = tree / "guests/pathfinding/node_modules"
    readme = packages / "pathfinding/README.md"
    if not readme.exists():
        return "", ""
    heap = (packages / "heap/README.md").read_text().partition("License")[2]
    parts = [f"/* heap.js{heap}*/", "const modules = {"]
    for path in sorted([*packages.glob("pathfinding/src/core/*.js"), *packages.glob("heap/lib/*.js"),
                        packages / "pathfinding/src/finders/AStarFinder.js"]):
        source = path.read_text().replace("require('heap')", "require('../../../heap/lib/heap')")
        parts.append(f"{json.dumps(path.relative_to(packages).as_posix())}: function (module, exports, require) {{{source}\n}},")
    script = "\n".join([*parts, "};", (tree / "web/guest_worker.js").read_text()])
    return readme.read_text().partition("License")[2], packed(script.encode())


def include(folder, text):
    """Inserts a file of this folder wherever a comment holds only its name: /* view.js */."""
    return re.sub(r"^[ ]*/\* ([\w.]+\.(?:js|css)) \*/\n", lambda name: (folder / name[1]).read_text(),
                  text, flags=re.M)


def build_page(tree, folder):
    engine = build_engine(tree, folder)
    page = include(tree / "web", (tree / "web/page.html").read_text())
    rooms = {name: base64.b64encode((tree / f"maps/bundled/{name}.png").read_bytes()).decode()
             for name in ROOMS}
    listed = ",\n".join(f'"{name}": "{data}"' for name, data in rooms.items())
    version = re.search(r'FOOTRACE_VERSION "(.*)"', (tree / "library/footrace.h").read_text())[1]
    for mark, data in (("ENGINE", packed(engine.read_bytes())), ("ROOMS", f"{{{listed}}}"),
                       ("VERSION", version), ("LIBRARY", packed(library(tree))),
                       *zip(("LICENCE", "GUEST"), guest(tree))):
        page = page.replace(f"@{mark}@", data)
    out = folder / "footrace.html"
    out.write_text(page)
    print(f"{out}: {len(page.encode()) / 1e3:.0f} kB; WebAssembly takes "
          f"{engine.stat().st_size / 1e3:.0f} kB before it is packed")


def main(tree, folder, *flags):
    tree, folder = pathlib.Path(tree).resolve(), pathlib.Path(folder)
    if "--objects" in flags:
        build_engine(tree, folder)
    else:
        build_page(tree, folder)


def attempt(*words):
    """A command that fails has printed the reason."""
    try:
        main(*words)
    except subprocess.CalledProcessError as failed:
        sys.exit(f"build.py: {failed.cmd[0]} failed")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    attempt(*sys.argv[1:])
