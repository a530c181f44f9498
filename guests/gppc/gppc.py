#!/usr/bin/env python3
"""The library as an entry to the Grid-Based Path Planning Competition, checked by the competition's own kits, and a kit's
own entry as a racer: gppc.py FOOTRACE AMALGAM FOLDER [NAME...]

FOLDER is a kit (startkit-dynamic, startkit-classic or startkit-anyangle) with its scenarios in data/, or holds several.
NAME is a back end, for the kits by whose rules it moves; without one, every such candidate is checked. The kit's program
checks each path (-check); a length is equal within 0.01 of the scenario's. Work is in build/gppc. Exits 1 if a path is
refused, or has a different length though the back end is exact by the same rules (not in the any-angle track: see
entry_classic.cc)."""
import argparse
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OUT = pathlib.Path("build/gppc")
USAGE = 2
TOLERANCE = 0.01
INEXACT = {"bfs"}  # of eight directions, with the fewest steps
MOVEMENTS = {"dynamic": "grid8", "classic": "grid8", "any-angle": "any-angle"}
COLUMNS = "{:<10} {:<22} {:>8} {:>9} {:>8} {:>12} {:>10}"


def track(kit):
    """Which track a kit is of; None: it is no kit."""
    if (kit / "gppc/main.cpp").exists():
        return "dynamic"
    if (kit / "main.cpp").exists() and (kit / "GPPC.h").exists():
        return "any-angle" if "double x" in (kit / "GPPC.h").read_text(encoding="utf-8") else "classic"
    return None


def run(words, check=True, **settings):
    return subprocess.run([str(word) for word in words], check=check, **settings)


def compile_c(source, folder, *includes):
    made = folder / f"{source.stem}.o"
    run(["cc", "-std=c17", "-O3", "-DNDEBUG", "-ffp-contract=off", "-fPIC", *(f"-I{one}" for one in includes), "-c", source,
         "-o", made])
    return made


def build(kit, kind, amalgam):
    """The kit's program with our entry in it."""
    folder = OUT / kit.name
    (folder / "index_data").mkdir(parents=True, exist_ok=True)
    library = compile_c(amalgam / "footrace.c", folder)
    if kind == "dynamic":
        parts = [*kit.glob("gppc/*.cpp"), *kit.glob("gppc/validator/*.cpp"), compile_c(HERE / "entry.c", folder, HERE, amalgam)]
    else:
        parts = [HERE / "entry_classic.cc", *(one for one in kit.glob("*.cpp") if one.name != "Entry.cpp")]
    run(["c++", "-std=c++17", "-O3", "-w", f"-I{kit}", f"-I{kit / 'gppc'}", f"-I{amalgam}", *parts, library, "-o",
         folder / "run"])
    return folder


def scenarios(kit, kind):
    """The words that the kit's program takes for each."""
    for scenario in sorted(kit.glob("data/*.scen")):
        yield [scenario] if kind == "dynamic" else [scenario.with_suffix(""), scenario]


def check_scenario(folder, kind, name, words):
    """The verdicts, how many are accepted, how many lengths are not the scenario's, and the times in ns."""
    environment = {**os.environ, "FOOTRACE_ENTRY": name, "GPPC_REDIRECT_OUTPUT": "1"}
    run(["./run", "-check", *words], cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    lines = [line.split() for line in (folder / "run.stdout").read_text(encoding="utf-8").splitlines()]
    verdicts = [line[1] for line in lines if line[0] == "final"] if kind == "dynamic" else [line[4] for line in lines]
    with open(folder / "result.csv", encoding="utf-8") as rows:
        results = list(csv.DictReader(rows))
    fine = {"complete", "empty-path", "valid"}
    unequal = sum(abs(float(row["path_length"]) - float(row["ref_length"])) > TOLERANCE for row in results)
    return verdicts, sum(verdict in fine for verdict in verdicts), unequal, [int(row["time_cost"]) for row in results]


def fitting(footrace, kind, names):
    """Of these, or of all candidates, those that move by the kit's rules."""
    listed = json.loads(run([footrace, "list", "--json"], capture_output=True).stdout)["algorithms"]
    fit = [one["name"] for one in listed if one["movement"] == MOVEMENTS[kind] and (names or one["candidate"])]
    return [name for name in names or fit if name.partition(":")[0] in fit]


def check_kit(kit, kind, names, options):
    folder = build(kit, kind, options.amalgam)
    failed = False
    for name in fitting(options.footrace, kind, names):
        verdicts, accepted, unequal, times = [], 0, 0, []
        for words in scenarios(kit, kind):
            some = check_scenario(folder, kind, name, words)
            verdicts += some[0]
            accepted, unequal, times = accepted + some[1], unequal + some[2], times + some[3]
        failed |= accepted < len(verdicts) or (unequal > 0 and kind != "any-angle" and name not in INEXACT)
        print(COLUMNS.format(kind, name, len(verdicts), accepted, len(verdicts) - accepted, unequal,
                             f"{statistics.median(times) / 1e3:.1f} µs"), flush=True)
    return failed


def race(kit, kind, footrace):
    """The kit's own entry: what it breaks of a back end's promises, and its race beside ours."""
    racer = OUT / kit.name / "racer.so"
    parts = [compile_c(HERE / "racer.c", racer.parent, HERE.parents[1]), kit / "Entry.cpp"]
    parts += [HERE / "from_classic.cc"] if kind == "classic" else []
    run(["c++", "-std=c++17", "-O3", "-w", "-fPIC", "-shared", f"-I{kit}", f"-I{HERE}", *parts, "-o", racer])
    checked = run([footrace, "check-backend", "--quick", "--json", racer], check=False, capture_output=True).stdout
    findings = json.loads(checked)["findings"]
    name = findings[0]["backend"]
    broken = [one["check"] for one in findings if one["verdict"] not in ("ok", "skipped")]
    print(f"{name}: check-backend finds {', '.join(broken) or 'no fault'}", flush=True)
    run([footrace, "run", "--plugin", racer, "--map", "office", "--clicks", "auto:20", "--algo", "jps", "--algo", name,
         "--skip", "steady", "--skip", "phases", "--force", "-o", racer.with_suffix(".jsonl")], check=False)


def main():
    parser = argparse.ArgumentParser(prog="./run experiment gppc", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("footrace", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("amalgam", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="a kit, or a folder with kits")
    parser.add_argument("names", nargs="*", metavar="NAME", help="back ends; without any, all candidates that move by the kit's rules")
    options = parser.parse_args()
    kits = [(one.resolve(), track(one)) for one in (options.folder, *sorted(options.folder.glob("*"))) if track(one)]
    if not kits:
        parser.exit(USAGE, f"{parser.prog}: {options.folder}: no kit found; expected startkit-dynamic, startkit-classic or "
                    "startkit-anyangle of github.com/gppc-dev, or a folder with them\n")
    for kit, kind in kits:
        if not list(scenarios(kit, kind)):
            parser.exit(USAGE, f"{parser.prog}: {kit}/data: no scenario found, expected *.scen\n")
    wrong = [name for name in options.names
             if not any(fitting(options.footrace, kind, [name]) for _, kind in kits)]
    if wrong:
        fit = dict.fromkeys(name for _, kind in kits for name in fitting(options.footrace, kind, []))
        parser.exit(USAGE, f"{parser.prog}: {', '.join(wrong)}: no back end that moves by the rules of these kits; "
                    f"expected one of {', '.join(fit)}\n")
    print(COLUMNS.format("track", "back end", "queries", "accepted", "refused", "other length", "median"))
    failed = any([check_kit(kit, kind, options.names, options) for kit, kind in kits])
    for kit, kind in kits:
        if kind != "any-angle":
            race(kit, kind, options.footrace)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
