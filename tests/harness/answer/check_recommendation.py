#!/usr/bin/env python3
"""Whether what `footrace recommend` says holds: a longer race with other clicks, in which no other back end
may have fewer points by more than noise.

    check_recommendation.py FOOTRACE [--budget S] [--clicks N] [--prefer QUANTITY] [MASK...]

Prints a table, a line for each mask and preference; exit 1 where a recommendation does not hold.
Without masks: all that are bundled, each with every preference that --prefer names (nothing)."""
import argparse
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

FRAME = "320x200"  # of a small game: a test has little time
CLOSE = 0.75       # points: what separate races of one back end differ by, on a busy machine
WITHIN = 1.5       # times the best in a preferred quantity, likewise
FREE = {"length": 0.005}  # what nobody notices: with a few clicks such a difference is undecided


@dataclasses.dataclass
class Held:
    mask: str
    prefer: str
    chosen: str
    rivals: list
    clicks: int
    objections: list
    again: str = ""  # what `footrace answer` ships by the long race


def run(*arguments):
    return subprocess.run([str(each) for each in arguments], capture_output=True, text=True, check=False)


def preferred(prefer):
    return [] if prefer == "nothing" else ["--prefer", prefer]


def judge(prefer, chosen, rival):
    """What the rival has ahead of the chosen one, "" for nothing."""
    if rival["penalty"] is None:
        return ""
    if prefer != "nothing" and chosen["quantities"][prefer] > FREE.get(prefer, 0):
        if rival["quantities"][prefer] * WITHIN < chosen["quantities"][prefer]:
            return f"{chosen['quantities'][prefer] / rival['quantities'][prefer]:.2f} times less {prefer}"
        if rival["quantities"][prefer] > WITHIN * chosen["quantities"][prefer]:
            return ""
    fewer = chosen["penalty"] - rival["penalty"]
    return f"{fewer:.2f} points fewer" if fewer > CLOSE and prefer == "nothing" else ""


def check(footrace, mask, prefer, budget, clicks, folder, seed=1):
    """Recommends, races longer, judges."""
    told = run(footrace, "recommend", mask, "--allow-debug", "--json", "--budget", budget,
               *preferred(prefer), "--frame", FRAME, "--seed", seed)
    if told.returncode != 0:
        return Held(str(mask), prefer, "", [], 0, [f"exit {told.returncode}: {told.stderr}"])
    answer = json.loads(told.stdout)
    chosen = answer["ship"]
    rivals = [each["algo"] for each in answer["candidates"][1:] + answer["dropped"]
              if each["place"] not in ("failed", "unsupported", "excluded", "too slow")]
    kinds = answer["click_set"].split(":")[2]
    result = pathlib.Path(folder) / "long.jsonl"
    raced = run(footrace, "run", "--force", "--allow-debug", "--quiet", "--map", mask, "--clicks",
                f"auto:{clicks}:{kinds}", "--seed", seed + 1000, "--timeout", 3, "--rounds", 1, "--frame", FRAME,
                "--algo", f"chosen={chosen}", *(word for rival in rivals for word in ("--algo", rival)), "-o", result)
    if raced.returncode not in (0, 1):
        return Held(str(mask), prefer, chosen, rivals, 0, [raced.stderr])
    again = json.loads(run(footrace, "answer", result, "--json", *preferred(prefer)).stdout)
    raced = {each["algo"]: each for each in again["candidates"]}
    objections = [f"{rival}: {words}" for rival in rivals if (words := judge(prefer, raced["chosen"], raced[rival]))]
    if raced["chosen"]["failures"]:
        objections.append(f"{chosen} failed {raced['chosen']['failures']} clicks")
    return Held(pathlib.Path(mask).name, prefer, chosen, rivals, raced["chosen"]["clicks"], objections, again["ship"])


def bundled(footrace):
    listed = json.loads(run(footrace, "list", "maps", "--json").stdout)
    return [each["name"] for each in listed["maps"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("footrace")
    parser.add_argument("masks", nargs="*")
    parser.add_argument("--budget", type=float, default=20)
    parser.add_argument("--clicks", type=int, default=600)
    parser.add_argument("--prefer", action="append")
    given = parser.parse_intermixed_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for mask in given.masks or bundled(given.footrace):
            for prefer in given.prefer or ["nothing"]:
                held = check(given.footrace, mask, prefer, given.budget, given.clicks, folder)
                wrong += bool(held.objections)
                print(f"{held.mask:18} {held.prefer:8} {held.chosen:24} {held.again:24} {held.clicks:6} "
                      f"{'; '.join(held.objections) or 'holds'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
