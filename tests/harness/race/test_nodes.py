"""A race on two nodes, one of them slowed: the ranking is that of one node, and compare names the node.

Only the order of back ends that are far apart is asserted, never a time. What shares a core with the
node slows the race but hardly a call, as what the system interrupts is asked again; valgrind slows each
call.

usage: test_nodes.py FOOTRACE"""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

FOOTRACE = sys.argv.pop(1)
# Each is some ten times as fast as the next one, or more.
RANKING = "navmesh", "astar", "dijkstra"
SPIN = "while True: pass"


def footrace(*arguments, through=()):
    done = subprocess.run([*through, FOOTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


@contextlib.contextmanager
def slowed(core):
    """Whoever runs on the core shares it with two that never rest."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN],
                                 preexec_fn=lambda: os.sched_setaffinity(0, {core}))
                for _ in range(2)]
    try:
        yield
    finally:
        for each in spinning:
            each.kill()
            each.wait()


class Nodes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.words = ("run", "--map", "history-160x120", "--clicks", "auto:24:blocked", "--algo",
                      ",".join(RANKING), "--rounds", 2, "--passes", 1, "--frame", "64x64",
                      "--optimum", 0, "--pin", self.core(), "--allow-debug", "--quiet")

    @staticmethod
    def core():
        return min(os.sched_getaffinity(0))

    def race(self, name, node=contextlib.nullcontext(), through=()):
        """Both shards, the second one on the node, started through a program; merged."""
        shards = []
        for number in (1, 2):
            shards.append(self.folder / f"{name}-{number}.jsonl")
            with node if number == 2 else contextlib.nullcontext():
                footrace(*self.words, "--shard", f"{number}/2", "-o", shards[-1],
                         through=through if number == 2 else ())
        merged = self.folder / f"{name}.jsonl"
        footrace("merge", *shards, "-o", merged)
        footrace("check", merged)
        return merged

    def ranking(self, merged):
        """By the racers' ratios to one of them, click by click."""
        found = json.loads(footrace("compare", merged, "--base", RANKING[1], "--json"))
        ratios = {each["algo"]: each["typical"]["ratio"] for each in found["comparisons"]}
        ratios[RANKING[1]] = 1
        return tuple(sorted(ratios, key=ratios.get)), found

    def check(self, name, **node):
        ranking, found = self.ranking(self.race(name, **node))
        self.assertEqual(ranking, RANKING, name)
        self.assertEqual([each["shard"] for each in found["base_nodes"]], [1, 2])
        self.assertTrue(all(each["anchor"] > 0 for each in found["base_nodes"]))
        told = footrace("compare", self.folder / f"{name}.jsonl", "--base", RANKING[1])
        line, = (line for line in told.splitlines() if "the 2 shards' machines take " in line)
        print(line.partition("/")[2], file=sys.stderr)

    def test_a_slow_node_changes_no_ranking(self):
        self.check("alike")
        self.check("shared", node=slowed(self.core()))
        if shutil.which("valgrind"):
            self.check("slow", through=("valgrind", "-q", "--tool=none"))
        else:
            print("no valgrind, no node that is slow in each call", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
