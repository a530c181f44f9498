"""The library, its examples and its packages give the back end that the reference races' answer ships:
test_default.py TREE

Where no pathfinder is named the library takes FOOTRACE_PATHFINDER, or the first one in a build without it. So
that must be the one to ship, a smaller build must have it, and nothing else may be named."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

TREE = pathlib.Path(sys.argv.pop(1))
HEADER = (TREE / "library/footrace.h").read_text(encoding="utf-8")
DEFAULT = re.search(r'#define FOOTRACE_PATHFINDER "(.*)"', HEADER)[1]
NAMES = re.findall(r'^FR_OBJECT_CODE\("([\w-]+)"', (TREE / "library/object_code.def").read_text(encoding="utf-8"),
                   re.MULTILINE)
SOURCES = (".c", ".cc", ".mjs", ".js", ".ts", ".py", ".cs", ".lua")


def sources(folder):
    found = [file for file in sorted((TREE / folder).rglob("*")) if file.suffix in SOURCES]
    assert found, folder
    return found


class Default(unittest.TestCase):
    def test_the_library_takes_what_the_answer_ships(self):
        races = sorted((TREE / "results/reference").glob("race-*.jsonl.gz"))
        told = subprocess.run([os.environ["FOOTRACE_COMMAND"], "answer", "--json", *races], check=True,
                              capture_output=True)
        self.assertEqual(DEFAULT, json.loads(told.stdout)["ship"])

    def test_examples_and_packages_name_no_other(self):
        self.assertIn(DEFAULT, NAMES)
        for file in [*sources("examples"), *sources("packages")]:
            text = file.read_text(encoding="utf-8")
            if file.match("packages/npm/build.py"):
                continue
            named = [name for name in NAMES if re.search(rf"""["']{name}["']""", text)]
            self.assertLessEqual(set(named), {DEFAULT}, file.relative_to(TREE))

    def test_the_small_npm_package_has_it(self):
        text = (TREE / "packages/npm/build.py").read_text(encoding="utf-8")
        small = re.findall(r'"([\w-]+)"', re.search(r"^SMALL = \[(.*)\]$", text, re.MULTILINE)[1])
        self.assertIn(DEFAULT, small)
        self.assertLess(set(small), set(NAMES))


if __name__ == "__main__":
    unittest.main()
