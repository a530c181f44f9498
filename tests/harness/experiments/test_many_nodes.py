"""Races on many nodes, simulated: docs/scale.md has what its plans come to, and shards are cut as the
command cuts them, as evenly as can be.

usage: test_scale.py SOURCE"""
import functools
import importlib.util
import pathlib
import random
import re
import sys
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop(1))
SPEC = importlib.util.spec_from_file_location("scale", SOURCE / "harness/experiments/scale/scale.py")
scale = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(scale)
PLANS = {"scale-reference.plan": 1, "scale-archive.plan": 32}


def plan(name, times=1):
    return scale.Plan((SOURCE / "results/reference" / name).read_text(), times)


def made(*courses):
    """A plan of maps: microseconds to prepare, and of a click, and clicks each."""
    costs = ",".join(f"{prepare}+{click}" for prepare, click, _ in courses)
    clicks = ",".join(str(count) for _, _, count in courses)
    return scale.Plan(f"# footrace-plan/1: one\n# clicks of each map: {clicks}; racers: 2\n"
                      f"0.001\tfootrace run --costs {costs} --shard 1/1\n")


def least_longest(courses, shards):
    """How short the longest of so many shards can be, by all ways of cutting."""
    clicks = [course for course, (_, _, count) in enumerate(courses) for _ in range(count)]

    def load(part):
        return (sum(courses[course][0] for course in set(part)) +
                sum(courses[course][1] for course in part))

    @functools.lru_cache(None)
    def best(first, left):
        if left == 1:
            return load(clicks[first:])
        return min(max(load(clicks[first:cut]), best(cut, left - 1)) if cut < len(clicks)
                   else load(clicks[first:]) for cut in range(first + 1, len(clicks) + 1))
    return best(0, shards)


class Scale(unittest.TestCase):
    def test_the_page_has_what_the_plans_come_to(self):
        page = (SOURCE / "docs/scale.md").read_text(encoding="utf-8")
        for name, times in PLANS.items():
            table = "\n".join(scale.table(plan(name, times), scale.NODES, 0.1, 2.0))
            self.assertIn(f"\n{table}\n", page, name)

    def test_shards_are_those_of_the_command(self):
        for name in PLANS:
            recorded = plan(name)
            loads, shares = scale.divide(recorded, len(recorded.seconds))
            self.assertEqual([f"{load / 1e6:.3f}" for load in loads],
                             [f"{seconds:.3f}" for seconds in recorded.seconds], name)
            self.assertEqual(sum(shares), recorded.clicks())

    def test_no_way_of_cutting_is_more_even(self):
        draw = random.Random(3)
        for _ in range(60):
            costs = [(draw.randrange(40), draw.randrange(1, 30), draw.randrange(1, 5))
                     for _ in range(draw.randrange(1, 4))]
            cut = made(*costs)
            for shards in 1, 2, 3, 5:
                loads, _ = scale.divide(cut, shards)
                self.assertLessEqual(len(loads), shards)
                self.assertEqual(max(loads), least_longest(cut.courses, shards), (costs, shards))

    def test_nodes_take_shards_as_they_are_free(self):
        self.assertEqual(scale.race([3000000, 5000000, 4000000], [1, 1], 0), 7)
        self.assertEqual(scale.race([4000000] * 3, [2, 1], 1), 6)
        self.assertAlmostEqual(sum(scale.speeds_of(50, 0.1)), 50)
        small = made((2000000, 500000, 40), (100000, 10, 7))
        for nodes in 1, 3, 10, 100:
            trial = scale.Trial(small, nodes, 0.1, 0)
            self.assertGreaterEqual(trial.makespan, trial.bound)

    def test_bytes_are_of_clicks_shares_and_paths(self):
        trial = scale.Trial(made((1, 1000000, 25)), 1, 0, 0)
        share = scale.SHARE_BYTES + scale.KEPT_PATHS * scale.PATH_BYTES
        self.assertEqual(trial.bytes, 2 * (25 * scale.CLICK_BYTES + share))

    def test_other_files_are_refused(self):
        for text in "", "# footrace-plan/1: one\n", "a\nb\nc\n":
            with self.assertRaises((ValueError, IndexError)):
                scale.Plan(text)

    def test_plans_name_no_folder_of_their_machine(self):
        for name in PLANS:
            text = (SOURCE / "results/reference" / name).read_text()
            self.assertIsNone(re.search(r"(^|[\s'=])/", text), name)


if __name__ == "__main__":
    unittest.main()
