#!/usr/bin/env python3
"""Races guests beside back ends of ours, and prints what you would pick instead: race.py FOOTRACE [NAME...]

NAME is a folder of guests/ (all that hold a guest.toml, but the example). Packages of Debian that are missing are
installed as root; elsewhere, or where a build fails, the guest is a counted skip that says what to type. Rows are in
build/guests/NAME.jsonl."""
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tomllib

TREE = pathlib.Path(__file__).resolve().parent.parent
OUT = TREE / "build/guests"
MAPS = "adventure-150", "office", "cave"
OURS = "hublabel", "runwave", "navmesh", "jps"
HEAD = ("racer", "median", "slow", "slowest", "longer", "at worst", "illegal", "deepest", "failures", "prepared",
        "memory")


def missing(packages):
    """Those that dpkg does not know as installed; npm and node may come from elsewhere."""
    def is_there(package):
        told = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status}", package], capture_output=True, text=True,
                              check=False)
        return told.stdout == "installed" or shutil.which({"nodejs": "node"}.get(package, package))
    return [package for package in packages if not is_there(package)]


def make(folder, guest):
    """The plugin's file; or why there is none."""
    lacks = missing(guest["debian"]) if shutil.which("dpkg-query") else []
    if lacks and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", *lacks], check=False, stdout=subprocess.DEVNULL)
        lacks = missing(lacks)
    if lacks:
        return None, f"type: sudo apt-get install -y {' '.join(lacks)}"
    plugin = folder / guest["program"] if "program" in guest else OUT / f"{folder.name}.so"
    if "build" in guest:
        words = [word.format(tree=TREE, folder=folder, plugin=plugin) for word in guest["build"].split()]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            return None, (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    return plugin, None


def race(footrace, name, plugin, racers):
    out = OUT / f"{name}.jsonl"
    words = [word for one in MAPS for word in ("--map", one)]
    words += [word for one in (*OURS, *racers) for word in ("--algo", one)]
    subprocess.run([footrace, "run", *words, "--clicks", "auto:60:blocked", "--plugin", plugin, "--rounds", "3",
                    "--passes", "2", "--timeout", "60", "--skip", "trials", "--skip", "phases", "--force", "-o", out],
                   check=False)
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else []


def time_of(ns):
    unit, name = next(((unit, name) for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")) if ns >= unit), (1, "ns"))
    return f"{ns / unit:.3g} {name}"


def line(algo, rows):
    """One racer on one map. Lengths are of legal paths; memory of a process is proportional, and says so."""
    clicks = [row for row in rows if row["kind"] == "click" and row["algo"] == algo and row["class"] == "detour"]
    prepared = [row for row in rows if row["kind"] == "prepare" and row["algo"] == algo and row["ns"] is not None]
    played = sorted(row["ns_played"] for row in clicks if row["ns_played"] is not None)
    samples = sorted(ns for row in clicks for ns in row["played"] or () if ns is not None)
    ratios = [row["ratio"] - 1 for row in clicks if row["verdict"] == "ok" and row["ratio"] is not None]
    illegal = [row for row in clicks if row["verdict"] == "invalid"]
    deepest = max((row.get("wall_depth") or 0 for row in illegal), default=0)
    failures = sum(row["outcome"] != "found" or row["verdict"] in ("short", "clock", "nondeterministic")
                   for row in clicks)
    memory = max((row.get("proportional") or row["bytes"] or 0 for row in prepared), default=0)
    shared = any("proportional" in row for row in prepared)
    if not played:
        return [algo, *["-"] * 7, f"{failures} of {len(clicks)}", "-", "-"]
    return [algo, time_of(statistics.median(played)), time_of(samples[math.ceil(0.99 * len(samples)) - 1]),
            time_of(samples[-1]), *((f"{100 * statistics.mean(ratios):.2f} %", f"{100 * max(ratios):.1f} %")
                                    if ratios else ("-", "-")),
            f"{len(illegal)} of {len(clicks)}", f"{deepest:.2g} px" if illegal else "-", f"{failures}",
            time_of(statistics.median(row["ns"] for row in prepared)),
            f"{memory / 1e6:.1f} MB{' proportional' if shared else ''}"]


def main(footrace, *names):
    folders = [file.parent for file in sorted(TREE.glob("guests/*/guest.toml"))]
    unknown = set(names) - {folder.name for folder in folders}
    if unknown:
        sys.exit(f"race.py: no guest {', '.join(sorted(unknown))}; expected "
                 f"{', '.join(folder.name for folder in folders)}")
    OUT.mkdir(parents=True, exist_ok=True)
    skipped = []
    for folder in folders:
        if folder.name not in (names or {one.name for one in folders} - {"example"}):
            continue
        guest = tomllib.loads((folder / "guest.toml").read_text(encoding="utf-8"))
        plugin, why = make(folder, guest)
        if why:
            skipped.append(f"{folder.name}: {why}")
            continue
        rows = race(footrace, folder.name, plugin, guest["racers"])
        for name in MAPS:
            print(f"\n{folder.name} ({guest['licence']}) on {name}\n| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
            for algo in (*OURS, *guest["racers"]):
                print(f"| {' | '.join(line(algo, [row for row in rows if row.get('map') == name]))} |")
    print(f"\n{len(skipped)} skipped", *skipped, sep="\n   ")


if __name__ == "__main__":
    main(*sys.argv[1:])
