#!/usr/bin/env python3
"""Whether `recommend`, `run` with `answer` and the page name one back end: on a dozen masks, for every
preference.

    agree.py FOOTRACE [--masks N] [--prefer WHAT,...] [--budget S] [--seeds N] [--no-page]

On each mask recommend races and says what to ship. `answer` and the page must say the same of its rows,
word for word. `run` then asks as many other clicks, of the same back ends: what it ships must be the same,
or a back end that its own answer holds to be as good or not told apart. With several seeds, those that
recommend calls settled must be one back end, or be as good as each other there. Prints a line for each
mask and preference; exit 1: see the lines that say what disagrees."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PREFERENCES = ("looks", "speed", "length", "memory", "dynamic")
BUNDLED = ("history-160x120", "history-320x200", "gates", "maze")
GENERATED = (("adventure:formations=12", 2), ("adventure:formations=40", 3), ("random:cell=8,blocked=30", 4),
             ("cave", 5))
DRAWN = {
    "wall": ["." * 80] * 10 + [".." + "#" * 60 + "." * 18] * 6 + ["." * 80] * 24,
    "gate": ["." * 39 + ("2" if 10 < y < 16 else "#") + "." * 40 for y in range(30)],
    "comb": ["".join("#" if x % 10 == 5 and (y > 4 if x % 20 == 5 else y < 35) else "." for x in range(100))
             for y in range(40)],
    "islands": ["".join("#" if (x // 9 + y // 5) % 2 and x % 9 < 7 and y % 5 < 4 else "."
                        for x in range(120)) for y in range(60)],
}
OTHER = 1000  # from a seed to that of other clicks
SETTLED = ("as good", "not told apart", "recommended")


class Disagreement(Exception):
    """Says who says what."""


class Footrace:
    def __init__(self, command):
        self.command = command

    def __call__(self, *words, most=1):
        done = subprocess.run([self.command, *map(str, words)], capture_output=True, text=True, check=False)
        if done.returncode > most:
            raise Disagreement(f"footrace {words[0]}: {done.stderr.strip()}")
        return done.stdout


def masks(footrace, folder):
    """Twelve: bundled, generated from seeds, and drawn by hand."""
    yield from BUNDLED
    for kind, seed in GENERATED:
        file = folder / f"{kind.partition(':')[0]}-{seed}.png"
        footrace("generate", kind, "--size", "320x180", "--seed", seed, "-o", file)
        yield file
    for name, rows in DRAWN.items():
        file = folder / f"{name}.txt"
        file.write_text("\n".join(rows) + "\n")
        yield file


def named(candidate):
    """How run is to call it, to give the same name."""
    algo, address = candidate["algo"], candidate["address"]
    return address if algo == address else f"{algo}={address}"


def page_answer(footrace, rows, prefer, folder):
    footrace("report", rows, "--prefer", prefer, "-o", folder)
    text = (folder / "report.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json" id="answer">(.*?)</script>', text)[1])


def check(footrace, mask, prefer, seed, given, folder):
    """What recommend tells, and what the long race with other clicks ships."""
    rows, again = folder / "rows.jsonl", folder / "again.jsonl"
    for file in (rows, again):
        file.unlink(missing_ok=True)
    told = json.loads(footrace("recommend", mask, "--allow-debug", "--frame", "320x200", "--prefer", prefer,
                               "--budget", given.budget, "--seed", seed, "-o", rows, "--json"))
    answered = json.loads(footrace("answer", rows, "--prefer", prefer, "--json"))
    if (answered["ship"], answered["sentences"][1:]) != (told["ship"], told["sentences"][1:]):
        raise Disagreement(f"recommend ships {told['ship']}, answer {answered['ship']} by the same rows: "
                           f"{told['sentences']} and {answered['sentences']}")
    if given.page:
        shown = page_answer(footrace, rows, prefer, folder / "page")
        if shown != answered:
            raise Disagreement(f"answer ships {answered['ship']}, the page {shown['ship']}")
    algos = [word for each in told["candidates"] for word in ("--algo", named(each))]
    footrace("run", "--allow-debug", "--quiet", "--frame", "320x200", "--map", mask, "--clicks", told["click_set"],
             "--seed", seed + OTHER, *algos, "-o", again)
    raced = json.loads(footrace("answer", again, "--prefer", prefer, "--json"))
    mine = next((each["place"] for each in raced["candidates"] if each["address"] == told["ship"]), None)
    if told["settled"] and mine not in SETTLED:
        raise Disagreement(f"recommend ships {told['ship']}, which is {mine} where run ships {raced['ship']}")
    return told, raced


def check_seeds(footrace, mask, prefer, given, folder):
    """What is shipped, and how certain that is."""
    ships, notes, places = [], [], []
    for seed in range(1, given.seeds + 1):
        told, raced = check(footrace, mask, prefer, seed, given, folder)
        note = "" if told["ship"] == raced["ship"] else f"; run: {raced['ship']}, as good"
        ships.append(told["ship"])
        notes.append(note + ("" if told["settled"] and raced["settled"] else " (not settled)"))
        if told["settled"]:
            places.append({each["address"]: each["place"] for each in told["candidates"]})
    settled = {next(name for name, place in mine.items() if place == "recommended") for mine in places}
    for mine in places:
        worse = sorted(name for name in settled if mine.get(name, "as good") not in SETTLED)
        if worse:
            raise Disagreement(f"other seeds ship {', '.join(worse)}: {ships}")
    return ", ".join(ship + note for ship, note in zip(map(str, ships), notes, strict=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("footrace", type=Footrace)
    parser.add_argument("--masks", type=int, default=12)
    parser.add_argument("--prefer", default=",".join(PREFERENCES))
    parser.add_argument("--budget", default="15s")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--no-page", dest="page", action="store_false")
    given = parser.parse_args()
    wrong = count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for mask in list(masks(given.footrace, folder))[:given.masks]:
            for prefer in given.prefer.split(","):
                count += 1
                try:
                    text = check_seeds(given.footrace, mask, prefer, given, folder)
                except Disagreement as problem:
                    wrong += 1
                    text = f"DISAGREE: {problem}"
                print(f"{pathlib.Path(mask).stem:20} {prefer:8} {text}", flush=True)
    print(f"{count} questions, {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
