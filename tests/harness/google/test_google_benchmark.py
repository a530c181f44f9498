"""footrace-benchmark: Google Benchmark's figures beside our own of the same passes."""
import json
import math
import subprocess
import sys
import unittest

BENCHMARK = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([BENCHMARK, *arguments], capture_output=True, text=True, check=False)


class GoogleBenchmark(unittest.TestCase):
    def test_the_two_clocks_agree(self):
        done = run("--map", "adventure-20", "--map", "history-160x120", "--algo", "astar",
                   "--algo", "flood", "--algo", "visgraph", "--benchmark_format=json",
                   "--benchmark_min_time=0.1", "--benchmark_repetitions=3")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [row for row in json.loads(done.stdout)["benchmarks"]
                if row["run_type"] == "aggregate" and row["aggregate_name"] == "median"]
        self.assertEqual(sorted(row["run_name"] for row in rows), sorted(
            f"{name}/{algo}" for name in ("adventure-20", "history-160x120")
            for algo in ("astar", "flood", "visgraph")))
        logs = sorted(math.log(row["real_time"] / row["footrace_us"]) for row in rows)
        # Either measurement may have met a burst of noise: the middle ones decide.
        self.assertLess(abs(logs[2] + logs[3]) / 2, math.log(1.2), [math.exp(x) for x in logs])
        for row in rows:
            self.assertEqual(row["time_unit"], "us")
            self.assertGreaterEqual(row["ratio"], 1)
            self.assertGreater(row["bytes"], 0)
            self.assertGreater(row["expanded"], 0)
            self.assertGreater(row["length"], 0)
            self.assertIn(row["pixels"], (1920 * 1080, 160 * 120))

    def test_help_names_its_own_flags(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for flag in ("--map M", "--clicks C", "--algo A", "--benchmark_..."):
            self.assertIn(flag, done.stdout)

    def test_what_a_map_does_not_suit_is_skipped(self):
        done = run("--map", "walls", "--clicks", "auto:4", "--algo", "astar", "--algo", "visgraph",
                   "--benchmark_format=json", "--benchmark_min_time=0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("walls/visgraph: skipped", done.stderr)
        self.assertEqual([row["name"] for row in json.loads(done.stdout)["benchmarks"]], ["walls/astar"])

    def test_complaints(self):
        for arguments, words in ((("--map", "nowhere", "--algo", "astar"), "nowhere"),
                                 (("--map", "open", "--algo", "astra"), "astra"),
                                 (("--map", "open"), "--algo")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
