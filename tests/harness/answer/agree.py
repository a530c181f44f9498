#!/usr/bin/env python3
"""Whether `recommend`, `run` with `answer` and the page name one back end: on a dozen masks, for every
preference.

    agree.py FOOTRACE [--masks N] [--only MASK,...] [--prefer WHAT,...] [--budget S] [--seeds N] [--no-page] [-o FILE]

On each mask recommend races and says what to ship. `answer` and the page must say the same of its rows,
word for word. `run` then asks as many other clicks, of the same back ends: what it ships must be the same,
or a back end that its own answer holds to be as good or undecided. With several seeds, those that
recommend calls settled must be one back end, or be as good as each other there. Prints a line for each
mask and preference; exit 1: see the lines that say what disagrees. With -o the lines are kept in FILE, and
a run that was stopped goes on there: what has a line is not asked again."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PREFERENCES = ("nothing", "speed", "length", "memory", "change")
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
DISAGREE, UNSETTLED = "DISAGREE:", "(not settled)"
SETTLED = ("as good", "undecided", "recommended")


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


def preferred(prefer):
    return [] if prefer == "nothing" else ["--prefer", prefer]


def page_answer(footrace, rows, prefer, folder):
    footrace("report", rows, *preferred(prefer), "-o", folder)
    text = (folder / "report.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json" id="answer">(.*?)</script>', text)[1])


def check(footrace, mask, prefer, seed, given, folder):
    """What recommend tells, and what the long race with other clicks ships."""
    rows, again = folder / "rows.jsonl", folder / "again.jsonl"
    for file in (rows, again):
        file.unlink(missing_ok=True)
    told = json.loads(footrace("recommend", mask, "--allow-debug", "--frame", "320x200", *preferred(prefer),
                               "--budget", given.budget, "--seed", seed, "-o", rows, "--json"))
    answered = json.loads(footrace("answer", rows, *preferred(prefer), "--json"))
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
    raced = json.loads(footrace("answer", again, *preferred(prefer), "--json"))
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
        notes.append(note + ("" if told["settled"] and raced["settled"] else " " + UNSETTLED))
        if told["settled"]:
            places.append({each["address"]: each["place"] for each in told["candidates"]})
    settled = {next(name for name, place in mine.items() if place == "recommended") for mine in places}
    for mine in places:
        worse = sorted(name for name in settled if mine.get(name, "as good") not in SETTLED)
        if worse:
            raise Disagreement(f"other seeds ship {', '.join(worse)}: {ships}")
    return ", ".join(ship + note for ship, note in zip(map(str, ships), notes, strict=True))


def chosen(footrace, folder, given):
    """The masks that are asked about."""
    every = list(masks(footrace, folder))
    if not given.only:
        return every[:given.masks]
    names = given.only.split(",")
    unknown = set(names) - {pathlib.Path(mask).stem for mask in every}
    if unknown:
        sys.exit(f"agree.py: --only: no mask {', '.join(sorted(unknown))}: expected some of "
                 f"{', '.join(pathlib.Path(mask).stem for mask in every)}")
    return [mask for mask in every if pathlib.Path(mask).stem in names]


class Kept:
    """Lines of a file, or of none: the settings, then one for each question that was answered."""

    def __init__(self, file, settings):
        self.file, self.lines = file, {}
        if file and not file.exists():
            file.write_text(settings + "\n", encoding="utf-8")
        if not file:
            return
        first, *rest = file.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
        if first.rstrip("\n") != settings:
            sys.exit(f"agree.py: {file}: made with {first.strip()!r}, expected {settings!r} or another file")
        whole = [line for line in rest if line.endswith("\n")]  # the last one may be cut off
        file.write_text(first + "".join(whole), encoding="utf-8")
        self.lines = {tuple(line.split(maxsplit=2)[:2]): line.rstrip("\n") for line in whole}

    def add(self, question, line):
        self.lines[question] = line
        if self.file:
            with self.file.open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")


def ask(mask, prefer, given, folder):
    """The line of a question."""
    try:
        text = check_seeds(given.footrace, mask, prefer, given, folder)
    except Disagreement as problem:
        text = f"{DISAGREE} {' '.join(str(problem).split())}"
    return f"{pathlib.Path(mask).stem:20} {prefer:8} {text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("footrace", type=Footrace)
    parser.add_argument("--masks", type=int, default=12)
    parser.add_argument("--only", metavar="MASK,...", help="of the dozen, by name")
    parser.add_argument("--prefer", default=",".join(PREFERENCES))
    parser.add_argument("--budget", default="15s")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--no-page", dest="page", action="store_false")
    parser.add_argument("-o", dest="file", type=pathlib.Path, help="where lines are kept")
    given = parser.parse_args()
    kept = Kept(given.file, f"--budget {given.budget} --seeds {given.seeds}{'' if given.page else ' --no-page'}")
    wrong = count = settled = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for mask in chosen(given.footrace, folder, given):
            for prefer in given.prefer.split(","):
                question = pathlib.Path(mask).stem, prefer
                if question not in kept.lines:
                    kept.add(question, ask(mask, prefer, given, folder))
                count += 1
                wrong += DISAGREE in kept.lines[question]
                settled += not any(sign in kept.lines[question] for sign in (DISAGREE, UNSETTLED))
                print(kept.lines[question], flush=True)
    print(f"{count} questions, {settled} settled, {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
