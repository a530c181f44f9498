#!/usr/bin/env python3
"""Whether what `footrace recommend` says holds: a longer race with other clicks, in which nobody may
beat the recommended back end on what was preferred by more than noise.

    check_recommendation.py FOOTRACE [--budget S] [--clicks N] [--prefer WHAT] [MASK...]

Prints a table, a line for each mask and preference; exit 1 where a recommendation does not hold.
Without masks: all that are bundled, each with every preference that --prefer names (looks)."""
import argparse
import dataclasses
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

FRAME_NS = 1e9 / 60
MOST_DETOUR = 1.01
FRAME = "320x200"    # of a small game: a test has little time
LEAST_NOISE = 0.05   # of times: two processes of one back end on a busy machine
LENGTH_NOISE = 0.001
MEMORY_NOISE = 0.05
SLOWEST = 4          # times the recommended one's time: whoever is slower need not race again
WITHIN = 1e-9


@dataclasses.dataclass
class Held:
    mask: str
    prefer: str
    chosen: str
    rivals: list
    clicks: int
    noise: float
    closest: str       # the rival that came closest, and by how much
    objections: list
    again: str = ""      # what `footrace answer` ships by the long race
    same: bool = True    # the same, or one that is undecided from it there


@dataclasses.dataclass
class Racer:
    """What the rows tell of one back end."""
    times: dict = dataclasses.field(default_factory=dict)
    ratios: dict = dataclasses.field(default_factory=dict)
    lengths: dict = dataclasses.field(default_factory=dict)
    changes: dict = dataclasses.field(default_factory=dict)
    held: float = math.nan
    illegal: int = 0
    failed: int = 0

    def slow(self):
        return sum(ns > FRAME_NS for ns in self.times.values())

    def detour(self):
        """Geometric mean of length / optimum, and its 95 % interval."""
        logs = [math.log(ratio) for ratio in self.ratios.values() if ratio > 0]
        return interval(logs) if logs else (math.nan,) * 3


def run(*arguments):
    return subprocess.run([str(each) for each in arguments], capture_output=True, text=True,
                          check=False)


def interval(logs, rounds=400):
    """exp of the mean of logarithms, and of its 95 % bootstrap interval."""
    chance = random.Random(1)
    means = sorted(statistics.fmean(chance.choices(logs, k=len(logs))) for _ in range(rounds))
    return tuple(math.exp(value) for value in
                 (statistics.fmean(logs), means[rounds // 40], means[-rounds // 40 - 1]))


def pairs(one, other):
    """Geometric mean of other / one over what both have, with its interval; None without any."""
    logs = [math.log(other[key] / one[key]) for key in one.keys() & other.keys()
            if one[key] > 0 and other[key] > 0]
    return interval(logs) if len(logs) >= 8 else None


def read(file):
    racers, updates = {}, {}
    for line in file.read_text().splitlines():
        row = json.loads(line)
        if row["kind"] == "prepare":
            racer = racers.setdefault(row["algo"], Racer())
            racer.held = row["bytes"] if row["bytes"] is not None else math.nan
        elif row["kind"] == "update" and row["ns"] is not None:
            updates[row["algo"], row["click"]] = row["ns"]
        elif row["kind"] == "click":
            add_click(racers[row["algo"]], row, updates)
    return racers


def add_click(racer, row, updates):
    click = row["click"]
    failed = row["outcome"] in ("timeout", "crash", "memory", "limit")
    racer.failed += failed or row["verdict"] not in (None, "ok")
    racer.illegal += row["valid_any_angle"] is False
    for store, key in ((racer.times, "ns_played"), (racer.ratios, "ratio"),
                       (racer.lengths, "length")):
        if row[key] is not None and row["class"] == "detour":
            store[click] = row[key]
    if row["ns_after_event"] is not None:
        cost, event = row["ns_after_event"], click - 1
        while (row["algo"], event) in updates:
            cost += updates[row["algo"], event]
            event -= 1
        if event < click - 1:
            racer.changes[click] = cost


def beaten_in_time(chosen, rival, noise, key):
    """Whether the rival is quicker beyond noise, and how many times as long it takes."""
    found = pairs(getattr(chosen, key), getattr(rival, key))
    if not found:
        return False, math.nan
    ratio, _, high = found
    return ratio * (1 + noise) < 1 and high < 1, ratio


def qualifies(racer, clearly):
    """In time, and close to the shortest: clearly, or as far as anybody can tell."""
    _, low, high = racer.detour()
    near = not racer.ratios or (high if clearly else low) <= MOST_DETOUR
    slow = racer.slow()
    return (slow == 0 if clearly else slow < 3) and near


def judge(prefer, chosen, rival, noise):
    """What the rival has ahead of the chosen one, "" for nothing, and a figure for how close."""
    if rival.failed or rival.illegal or not rival.times:
        return "", math.inf
    if prefer == "speed":
        quicker, ratio = beaten_in_time(chosen, rival, noise, "times")
        return (f"{1 / ratio:.2f}x quicker" if quicker else ""), ratio
    if prefer == "dynamic":
        quicker, ratio = beaten_in_time(chosen, rival, noise, "changes")
        return (f"{1 / ratio:.2f}x quicker after a change" if quicker else ""), ratio
    if prefer == "length":
        return judge_length(chosen, rival, noise)
    if prefer == "memory":
        return judge_memory(chosen, rival)
    return judge_looks(chosen, rival, noise)


def judge_length(chosen, rival, noise):
    found = pairs(chosen.lengths, rival.lengths)
    if not found:
        return "", math.inf
    if found[2] < 1 - LENGTH_NOISE:
        return f"{100 * (1 - found[0]):.2f} % shorter", found[0]
    if found[0] > 1 + LENGTH_NOISE:
        return "", found[0]
    quicker, ratio = beaten_in_time(chosen, rival, noise, "times")
    return (f"as short, {1 / ratio:.2f}x quicker" if quicker else ""), ratio


def judge_memory(chosen, rival):
    ratio = rival.held / chosen.held
    if rival.slow() == 0 and chosen.slow() >= 3:
        return "in time, which the chosen one is not", ratio
    smaller = rival.slow() == 0 and ratio * (1 + MEMORY_NOISE) < 1 - WITHIN
    return (f"{1 / ratio:.2f}x smaller" if smaller else ""), ratio


def judge_looks(chosen, rival, noise):
    quicker, ratio = beaten_in_time(chosen, rival, noise, "times")
    if qualifies(rival, True) and not qualifies(chosen, False):
        return "keeps time and looks right, which the chosen one does not", ratio
    if qualifies(rival, True) and quicker:
        return f"looks right, {1 / ratio:.2f}x quicker", ratio
    if rival.slow() == 0 and chosen.slow() < 3 and not qualifies(chosen, False):
        shorter = pairs(chosen.lengths, rival.lengths)
        if shorter and shorter[2] < 1 - LENGTH_NOISE:
            return f"{100 * (1 - shorter[0]):.2f} % shorter", ratio
    return "", ratio if qualifies(rival, False) else math.inf


def noise_floor(racers, keys):
    noise = LEAST_NOISE
    for key in keys:
        found = pairs(getattr(racers["chosen"], key), getattr(racers["copy"], key))
        if found:
            noise = max(noise, found[2] - 1, 1 / found[1] - 1)
    return noise


def is_untried(candidate):
    return candidate["place"] in ("not tried", "not ready")


def in_reach(answer):
    """Whoever might beat the chosen one in a longer race: also those that left before the race, and
    always the nearest."""
    chosen = next(each for each in answer["candidates"] if each["place"] == "recommended")
    prefer = answer["prefer"][0]
    most = SLOWEST if prefer in ("speed", "looks", "dynamic") else 10 * SLOWEST

    def distance(each):
        if prefer == "dynamic" and each.get("ns_change") and chosen["ns_change"]:
            return each["ns_change"] / chosen["ns_change"]
        return each["slower"] or math.inf

    others = [each for each in answer["candidates"] + answer["dropped"]
              if each is not chosen and each["place"] not in ("failed", "unsupported", "remembers")]
    nearest = min(map(distance, others), default=math.inf)
    return [each["algo"] for each in others
            if is_untried(each) or distance(each) < most or distance(each) == nearest]


def answered(footrace, result, prefer, chosen, settled):
    """What `footrace answer` ships by these rows, and whether that is the recommended one, or one of
    the two said that it is close."""
    told = json.loads(run(footrace, "answer", result, "--json", "--prefer", prefer).stdout)
    places = {each["address"]: each["place"] for each in told["candidates"]}
    same = (told["ship"] == chosen or not settled or
            places.get(chosen) in ("undecided", "as good"))
    return told["ship"], same


def check(footrace, mask, prefer, budget, clicks, folder, seed=1):
    """Recommends, races longer, judges."""
    told = run(footrace, "recommend", mask, "--allow-debug", "--json", "--budget", budget,
               "--prefer", prefer, "--frame", FRAME, "--seed", seed)
    if told.returncode != 0:
        return Held(str(mask), prefer, "", [], 0, 0, "", [f"exit {told.returncode}: {told.stderr}"])
    answer = json.loads(told.stdout)
    clicks = clicks // 4 if prefer == "dynamic" else clicks  # each comes with its events
    chosen, rivals = answer["ship"], in_reach(answer)
    kinds = answer["click_set"].split(":")[2]
    result = pathlib.Path(folder) / "long.jsonl"
    raced = run(footrace, "run", "--force", "--allow-debug", "--quiet", "--map", mask, "--clicks",
                f"auto:{clicks}:{kinds}", "--seed", seed + 1000, "--timeout", 3, "--rounds", 1, "--frame", FRAME,
                "--algo", f"chosen={chosen}", "--algo", f"copy={chosen}",
                *(word for rival in rivals for word in ("--algo", rival)), "-o", result)
    if raced.returncode not in (0, 1):
        return Held(str(mask), prefer, chosen, rivals, 0, 0, "", [raced.stderr])
    racers = read(result)
    again, same = answered(footrace, result, prefer, chosen, answer["settled"])
    noise = noise_floor(racers, ["times"] + ["changes"] * (prefer == "dynamic"))
    objections, closest = [], (math.inf, "")
    if racers["chosen"].failed:
        objections.append(f"{chosen} failed {racers['chosen'].failed} clicks")
    for rival in rivals:
        words, figure = judge(prefer, racers["chosen"], racers[rival], noise)
        closest = min(closest, (figure, rival))
        if words:
            objections.append(f"{rival}: {words}")
    return Held(pathlib.Path(mask).name, prefer, chosen, rivals, len(racers["chosen"].times), noise,
                f"{closest[1]} {closest[0]:.2f}" if closest[1] else "-", objections, again, same)


def show(held):
    print(f"{held.mask:18} {held.prefer:8} {held.chosen:24} {held.again or '-':24} "
          f"{'same' if held.same else 'OTHER':5} {held.clicks:6} "
          f"{100 * held.noise:5.0f} %  {held.closest:34} "
          f"{'; '.join(held.objections) or 'holds'}", flush=True)


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
    print(f"{'mask':18} {'prefer':8} {'recommended':24} {'run + answer':24} {'':5} {'clicks':>6} {'noise':>7}  "
          f"{'closest (1: as good)':34} finding")
    with tempfile.TemporaryDirectory() as folder:
        for mask in given.masks or bundled(given.footrace):
            for prefer in given.prefer or ["looks"]:
                held = check(given.footrace, mask, prefer, given.budget, given.clicks, folder)
                wrong += bool(held.objections)
                show(held)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
