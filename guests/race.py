#!/usr/bin/env python3
"""Races guests beside back ends of ours, and prints what you would pick instead: race.py FOOTRACE [--ship] [NAME...]

NAME is a folder of guests/ (all that hold a guest.toml, but the example). Packages of Debian that are missing are
installed as root; elsewhere, or where a guest is not built or does not start, it is a counted skip that says why. Rows
are in build/guests: a race on each map, and one on all maps with a few clicks, for racers that take seconds for each (`slow`
in guest.toml): after 20 s a query is a timeout, and the racer leaves the map."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

import tables

TREE = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(TREE / "experiments"))
from experiment import guarded, refuse_unless_clean  # noqa: E402  (the path is computed)

OUT = pathlib.Path("build/guests")  # relative: no path of this machine in the rows
MAPS = "adventure-150", "office", "cave", "painted-5k"
TRIAL = "history-160x120"  # where a guest has to start
# Rooms of games in the folder FOOTRACE_ROOMS, enlarged to masks about as high as full HD.
ROOMS = {"escoria-room04": ("escoria/room04.tscn", 1), "escoria-room12": ("escoria/room12.tscn", 1),
         "ron-ghost-cemetery": ("ron-ghost/RoomCemetery.tscn", 5)}
OURS = "hublabel", "runwave", "navmesh", "jps", "astar", "astar:model=grid8-cut", "bfs:model=grid4"
USAGE = 2


def missing(packages):
    """Those that dpkg does not know as installed; npm and node may come from elsewhere."""
    def is_there(package):
        status = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status}", package], capture_output=True, text=True,
                              check=False)
        return status.stdout == "installed" or shutil.which({"nodejs": "node"}.get(package, package))
    return [package for package in packages if not is_there(package)]


def make(footrace, folder, guest):
    """The plugin's file; or why there is none, or none that starts."""
    lacks = missing(guest["debian"]) if shutil.which("dpkg-query") else []
    if lacks and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", *lacks], check=False, stdout=subprocess.DEVNULL)
        lacks = missing(lacks)
    if lacks:
        return None, f"type: sudo apt-get install -y {' '.join(lacks)}"
    folder = folder.relative_to(TREE)
    plugin = folder / guest["program"] if "program" in guest else OUT / f"{folder.name}.so"
    words = [word.format(tree=TREE, folder=folder, plugin=plugin) for word in guest.get("build", "").split()]
    racers = [word for racer in guest.get("racers", []) + guest.get("slow", []) for word in ("--algo", racer)]
    trial = [footrace, "run", "--dry-run", "--map", TRIAL, "--clicks", "auto:1", "--plugin", plugin, *racers]
    for command in words, trial:
        why = fault(command) if command else None
        if why:
            return None, why
    return plugin, None


def fault(command):
    """The line that says why it fails; None: it does not."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    lines = done.stderr.strip().splitlines() or ["no reason given"]
    return next((line for line in lines if "rror" in line), lines[-1]) if done.returncode else None


def rooms(footrace, skipped):
    """Masks of the games' rooms."""
    folder = os.environ.get("FOOTRACE_ROOMS")
    if not folder:
        skipped.append("rooms of games: FOOTRACE_ROOMS is not set: expected a folder with them")
        return
    for name, (scene, times) in ROOMS.items():
        mask = OUT / f"{name}.png"
        why = fault([footrace, "convert", pathlib.Path(folder) / scene, "-o", mask, "--enlarge", str(times)])
        if why:
            skipped.append(f"{name}: {why}")
        else:
            yield str(mask)


def race(footrace, name, maps, plugins, racers, *settings):
    """The file with the rows, or why there is none."""
    words = [word for option, values in (("--map", maps), ("--plugin", plugins), ("--algo", racers))
             for value in values for word in (option, value)]
    out = OUT / f"{name}.jsonl"
    status = subprocess.run([footrace, "run", *words, *settings, "--passes", "2", "--skip", "steady", "--skip", "phases",
                             "--skip", "trials", "--quiet", "--force", "-o", out], check=False).returncode
    return (None, f"the race {name}: exit status {status}") if status > 1 else (out, None)


def race_all(given, maps, plugins, fast, slow):
    clicks, rounds, few = (4, 1, 1) if given.quick else (60, 2, 4)
    if fast:
        for one in maps:
            yield race(given.footrace, pathlib.Path(one).stem, [one], plugins, (*OURS, *fast), "--clicks",
                       f"auto:{clicks}:blocked", "--rounds", str(rounds), "--timeout", "30")
    if slow:
        yield race(given.footrace, tables.SLOW, maps, plugins, (OURS[0], *slow), "--clicks", f"auto:{few}:blocked",
                   "--rounds", "1", "--timeout", "20", "--give-up", "1")


def ship(file):
    out = tables.SHIPPED / f"guests-{file.stem}.jsonl.gz"
    subprocess.run(["/usr/bin/python3", "-m", "experiments.trim", file, "--no-thumbnail", "-o", out], check=True)


def main():
    parser = argparse.ArgumentParser(prog="./run experiment guests", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("footrace", help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="race a few clicks, once: to see whether all is there")
    parser.add_argument("--ship", action="store_true",
                        help="put trimmed rows into results/reference, and their tables into docs/guests.md and README.md")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_intermixed_args()
    if given.ship and (given.quick or given.names):
        parser.error("--ship: expected neither --quick nor a NAME, as the tables show all guests")
    if given.ship:
        refuse_unless_clean(given.footrace)
    known = {file.parent.name: file.parent for file in sorted(TREE.glob("guests/*/guest.toml"))}
    unknown = [name for name in given.names if name not in known]
    if unknown:
        print(f"./run experiment guests: no guest {', '.join(unknown)}; expected {', '.join(known)}", file=sys.stderr)
        return USAGE
    os.chdir(TREE)
    OUT.mkdir(parents=True, exist_ok=True)
    skipped, plugins, fast, slow = [], [], [], []
    for name in given.names or [name for name in known if name != "example"]:
        guest = tomllib.loads((known[name] / "guest.toml").read_text(encoding="utf-8"))
        plugin, why = make(given.footrace, known[name], guest)
        if why:
            skipped.append(f"{name}: {why}")
            continue
        plugins.append(plugin)
        fast += guest.get("racers", [])
        slow += guest.get("slow", [])
    maps = [*MAPS, *rooms(given.footrace, skipped)] if plugins else []
    races = list(race_all(given, maps, plugins, fast, slow))
    files = [file for file, _ in races if file]
    skipped += [why for _, why in races if why]
    print(tables.tables(given.footrace, files) if files else "", f"\n{len(skipped)} skipped", *skipped, sep="\n   ")
    if given.ship:
        for file in files:
            ship(file)
        tables.renew(given.footrace)
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
