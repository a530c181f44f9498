"""Where no pathfinder is named, the library takes the one that the reference races' answer ships:
test_default.py TREE"""

import json
import os
import pathlib
import re
import subprocess
import sys

tree = pathlib.Path(sys.argv[1])
races = sorted((tree / "results/reference").glob("race-*.jsonl.gz"))
told = subprocess.run([os.environ["FOOTRACE_COMMAND"], "answer", "--json", *races], check=True, capture_output=True)
ship = json.loads(told.stdout)["ship"]
taken = re.search(r'#define FOOTRACE_PATHFINDER "(.*)"', (tree / "library/footrace.h").read_text())[1]
sys.exit(None if taken == ship else f"library/footrace.h: FOOTRACE_PATHFINDER is {taken}, expected {ship}")
