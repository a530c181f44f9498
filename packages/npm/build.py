#!/usr/bin/env python3
"""The npm package: build.py TREE FOLDER [BACK-END...] makes in FOLDER what `npm pack` packs.

The library is compiled to WebAssembly twice, with these back ends (those of the answer) and with all, and put
inside the modules. It needs clang, lld, wasi-libc and libclang-rt-dev-wasm32.
"""

import base64
import pathlib
import re
import shutil
import subprocess
import sys
import zlib

SMALL = ["navmesh", "polyanya", "visgraph"]
FLAGS = ["--target=wasm32-wasi", "-std=c17", "-O2", "-DNDEBUG", "-ffp-contract=off", "-mbulk-memory",
         "-fvisibility=hidden"]


def compile_library(tree, folder, names):
    """WebAssembly of the library with these back ends, or all of them."""
    here = pathlib.Path(__file__).parent
    subprocess.run([sys.executable, tree / "library/amalgamate.py", tree, folder, *names], check=True)
    header = (folder / "footrace.h").read_text(encoding="utf-8")
    exported = sorted(set(re.findall(r"\b(fr_walker_\w+)\(", header)))
    found = subprocess.run(["clang", "--print-resource-dir"], check=True, capture_output=True, text=True)
    runtime = next(pathlib.Path(found.stdout.strip()).rglob("libclang_rt.builtins-wasm32.a"))
    objects = []
    for source in (folder / "footrace.c", here / "flat.c"):
        objects.append(folder / (source.stem + ".o"))
        subprocess.run(["clang", *FLAGS, f"-I{folder}", "-c", source, "-o", objects[-1]], check=True)
    code = folder / "footrace.wasm"
    subprocess.run(["wasm-ld", *objects, "--no-entry", "--gc-sections", "--strip-all", "-O2",
                    *(f"--export={name}" for name in [*exported, "malloc", "free"]),
                    "-L/usr/lib/wasm32-wasi", "-lc", runtime, "-z", "stack-size=1048576",
                    "--stack-first", "-o", code], check=True)
    return code.read_bytes()


def main(tree, folder, *chosen):
    tree, folder = pathlib.Path(tree).resolve(), pathlib.Path(folder)
    here = pathlib.Path(__file__).parent
    version = re.search(r'FOOTRACE_VERSION "(.*)"', (tree / "library/footrace.h").read_text())[1]
    script = (here / "footrace.js").read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    for name, back_ends in (("footrace", chosen or SMALL), ("all", [])):
        code = compile_library(tree, folder / "objects" / name, back_ends)
        text = script.replace("@CODE@", base64.b64encode(zlib.compress(code, 9)).decode())
        (folder / f"{name}.mjs").write_text(text + "\nexport { load };\n", encoding="utf-8")
        (folder / f"{name}.cjs").write_text(text + "\nmodule.exports = { load };\n", encoding="utf-8")
        packed = len(zlib.compress(text.encode(), 9))
        print(f"{name}: {len(code) / 1000:.0f} kB of WebAssembly, {packed / 1000:.0f} kB compressed")
    package = (here / "package.json").read_text(encoding="utf-8").replace("@VERSION@", version)
    (folder / "package.json").write_text(package, encoding="utf-8")
    for name in (here / "footrace.d.ts", here / "README.md", tree / "LICENSE"):
        shutil.copy(name, folder)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
