"""Reports of large files: FOOTRACE_SOAK_SCALE=20 (./run gate soak) reports a million clicks, within two
gigabytes, and prints how long that took; otherwise a part of them is only read.
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import unittest

from fixture import Files

import synthetic
from reports.rows import results

TOP = pathlib.Path(results.__file__).resolve().parents[2]
SCALE = min(20, max(1, int(os.environ.get("FOOTRACE_SOAK_SCALE") or 1)))
CLICKS = 50_000 * SCALE
BYTES_A_CLICK = 1200  # kept of each in memory, the file's other rows and all measures included
READ = """
import json, resource, sys
from reports.rows import results
def used(): return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = used()
race = results.read_race(sys.argv[1:])
print(json.dumps([len(race.clicks), used() - before]))
"""


class Scale(Files):
    def large(self):
        racers = synthetic.RACERS
        each = CLICKS // (len(racers) * len(synthetic.MAPS)) + 1
        rows = synthetic.rows_of_race(clicks=each, paths=10)
        return synthetic.write(self.folder / "large.jsonl", rows), each

    def run_python(self, *arguments):
        done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True,
                              text=True, cwd=TOP, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_a_click_takes_little_memory(self):
        file, each = self.large()
        clicks, used = json.loads(self.run_python("-c", READ, file))
        self.assertEqual(clicks, each * len(synthetic.RACERS) * len(synthetic.MAPS))
        self.assertLess(used / clicks, BYTES_A_CLICK)

    @unittest.skipIf(SCALE < 20, "a million clicks: only where FOOTRACE_SOAK_SCALE is 20")
    def test_a_million_clicks_are_reported(self):
        file, _ = self.large()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = self.run_python("-m", "reports", file, "-o", self.folder / "report")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{file.stat().st_size:,} bytes: {seconds:.0f} s of one core, "
              f"{after.ru_maxrss / 1024:.0f} MB")
        self.assertIn("charts (PNG and SVG)", told)
        self.assertLess(1024 * after.ru_maxrss, 2e9)
        for chart in (self.folder / "report" / "charts").glob("*.svg"):
            self.assertLess(chart.stat().st_size, 2 << 20, chart.name)


if __name__ == "__main__":
    unittest.main()
