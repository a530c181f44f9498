#!/usr/bin/env python3
"""A race on one node to a thousand, simulated on the costs that `footrace plan` measured.

usage: scale.py PLAN [--times N] [--nodes N,N,...] [--spread SHARE] [--start SECONDS]

The race is cut anew for each number of nodes, as `footrace plan --shards` cuts it: by map, then by
blocks of clicks, and each shard prepares its maps again. Nodes differ in speed by a share of it at most,
either way, drawn from a fixed seed. With --times there are so many maps of each of the plan's. A free node takes the longest shard that is left, some seconds after
its last. As many shards a node are tried as SHARDS_A_NODE says, and the quickest number is shown.

The bound is what no way of cutting can be below: each map prepared once and each click raced once,
spread over all nodes without a rest; or one click of the dearest map, on the fastest node.
"""
import argparse
import heapq
import pathlib
import random
import re
import sys

NODES = 1, 4, 16, 64, 256, 1000
SHARDS_A_NODE = 1, 2, 4
MOST_SHARDS = 10000  # harness/race/shard.h
# Bytes that ./run reference writes for each racer: a click's row; what a shard says of each of its maps,
# and the paths of the slowest clicks there.
CLICK_BYTES, SHARE_BYTES, PATH_BYTES = 1050, 2200, 3600
KEPT_PATHS = 10


class Plan:
    """What a plan says of its race: for each map microseconds to prepare and of a click, and clicks."""

    def __init__(self, text, times=1):
        lines = text.splitlines()
        head = re.fullmatch(r"# clicks of each map: ([\d,]+); racers: (\d+)", lines[1])
        costs = re.search(r"--costs (\S+)", lines[2])
        if not lines[0].startswith("# footrace-plan/1: ") or not head or not costs:
            raise ValueError("expected a plan that footrace plan wrote")
        self.racers = int(head[2])
        self.courses = []
        for cost, clicks in zip(costs[1].split(","), head[1].split(",")):
            prepare, click = map(int, cost.split("+"))
            self.courses.append((prepare, click + 1, int(clicks)))  # 1: shard.c, cut()
        self.courses *= times
        self.seconds = [float(line.split("\t")[0]) for line in lines[2:]]

    def clicks(self):
        return sum(clicks for _, _, clicks in self.courses)

    def least(self):
        """Microseconds of all work, nothing done twice."""
        return sum(prepare + click * clicks for prepare, click, clicks in self.courses if clicks)

    def longest_click(self):
        return max(prepare + click for prepare, click, clicks in self.courses if clicks)


def cut(plan, limit, most=MOST_SHARDS):
    """The loads of shards that are full when the next click would exceed the limit, and how many clicks
    each share of a map has; None where so there would be more shards than that."""
    loads, load, shares = [], 0, []
    for prepare, click, clicks in plan.courses:
        begun = False
        while clicks:
            more = click + (0 if begun else prepare)
            if load and load + more > limit:
                loads.append(load)
                if len(loads) == most:
                    return None
                load, begun = 0, False
                continue
            if not begun:
                load += prepare
                shares.append(0)
                begun = True
            fitting = min(clicks, max(1, (limit - load) // click))
            shares[-1] += fitting
            load += fitting * click
            clicks -= fitting
    return loads + [load], shares


def divide(plan, shards):
    """As many shards at most, the longest of them as short as can be."""
    low, high = 0, 1
    while not cut(plan, high, shards):
        high *= 2
    while low + 1 < high:
        middle = (low + high) // 2
        if cut(plan, middle, shards):
            high = middle
        else:
            low = middle
    return cut(plan, high)


def speeds_of(nodes, spread):
    """Of each node; that of the plan's own is 1, as is their mean."""
    draw = random.Random(nodes)
    drawn = [1 + spread * (2 * draw.random() - 1) for _ in range(nodes)]
    return [speed * nodes / sum(drawn) for speed in drawn]


def race(loads, speeds, start):
    """Seconds until the last shard is done."""
    free = [(0.0, node) for node in range(len(speeds))]
    for load in sorted(loads, reverse=True):
        at, node = free[0]
        heapq.heapreplace(free, (at + start + load / 1e6 / speeds[node], node))
    return max(at for at, _ in free)


class Trial:
    """The quickest way to spread a plan over so many nodes."""

    def __init__(self, plan, nodes, spread, start):
        self.nodes = nodes
        speeds = speeds_of(nodes, spread)
        self.bound = max(plan.least() / sum(speeds), plan.longest_click() / max(speeds)) / 1e6
        self.makespan = float("inf")
        for each in SHARDS_A_NODE:
            loads, shares = divide(plan, min(nodes * each, MOST_SHARDS))
            makespan = race(loads, speeds, start)
            if makespan < self.makespan:
                self.makespan, self.shards = makespan, len(loads)
                self.repeated = 1 - plan.least() / sum(loads)
                self.bytes = plan.racers * sum(
                    clicks * CLICK_BYTES + SHARE_BYTES + min(clicks, KEPT_PATHS) * PATH_BYTES
                    for clicks in shares)


def span(seconds):
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:.2f} h"


def size(count):
    return f"{count / 1e6:.0f} MB" if count < 1e9 else f"{count / 1e9:.1f} GB"


def table(plan, nodes, spread, start):
    yield ("| nodes | shards | prepared again | makespan | bound | over it | times as fast | rows, "
           "unmerged |")
    yield "| --: | --: | --: | --: | --: | --: | --: | --: |"
    alone = None
    for count in nodes:
        trial = Trial(plan, count, spread, start)
        alone = alone or trial.makespan
        yield (f"| {count} | {trial.shards} | {100 * trial.repeated:.0f} % | {span(trial.makespan)} "
               f"| {span(trial.bound)} | {100 * (trial.makespan / trial.bound - 1):.0f} % "
               f"| {alone / trial.makespan:.1f} | {size(trial.bytes)} |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--nodes", default=",".join(map(str, NODES)))
    parser.add_argument("--spread", type=float, default=0.1)
    parser.add_argument("--start", type=float, default=2.0)
    given = parser.parse_args()
    try:
        plan = Plan(given.plan.read_text(), given.times)
        nodes = [int(count) for count in given.nodes.split(",")]
    except (OSError, ValueError, IndexError) as error:
        sys.exit(f"scale.py: {given.plan}: {error}")
    print("\n".join(table(plan, nodes, given.spread, given.start)))


if __name__ == "__main__":
    main()
