"""The inner loop: check.py BUILD SECONDS runs the tests that a change can affect, for SECONDS: first
those labelled oracle, which hold every back end against an oracle, then the cheapest. It lists the rest.
As what a test takes may be unknown, it plans half of the time that is left, again and again.

A test is touched when the bytes that it runs differ from those with which it last passed: its
program, which the linker leaves as it is unless something in it changed; the footrace command, if
the program calls it; and for tests in Python the scripts beside it and the reports."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree

UNKNOWN, SCRIPT = 2.0, 20.0  # seconds, for a program and for a script that never ran
SOURCE = pathlib.Path(__file__).resolve().parent.parent


class Files:
    """Digests of files, each read once."""

    def __init__(self, command):
        self.command, self.known = str(command), {}

    def digest(self, path):
        if path not in self.known:
            content = pathlib.Path(path).read_bytes()
            self.known[path] = (hashlib.sha256(content).hexdigest(),
                                self.command.encode() in content)
        return self.known[path]

    def inputs(self, arguments):
        """What a test with this command line reads of what a developer changes."""
        files = [word for word in arguments if pathlib.Path(word).is_file()]
        scripts = [pathlib.Path(word) for word in files if word.endswith(".py")]
        for script in scripts:
            files += map(str, sorted(script.parent.glob("*.py")))
        if scripts:
            files += map(str, sorted(SOURCE.glob("reports/**/*.py")))
        if any(self.digest(word)[1] for word in files) and self.command not in files:
            files.append(self.command)
        return files

    def of_test(self, arguments):
        digests = [self.digest(path)[0] for path in self.inputs(arguments)]
        return hashlib.sha256(repr((arguments, digests)).encode()).hexdigest()


def costs(build, tests):
    """Seconds that each test took last, or may take, by its name."""
    try:
        text = (build / "Testing/Temporary/CTestCostData.txt").read_text()
    except OSError:
        text = ""
    guesses = {test["name"]: SCRIPT if any(word.endswith(".py") for word in test["command"]) else UNKNOWN
               for test in tests}
    return guesses | {name: float(cost) for name, cost in re.findall(r"^(\S+) \d+ (\S+)$", text, re.M)}


def cores():
    return int(subprocess.run(["nproc"], capture_output=True, text=True, check=True).stdout)


def fitting(names, known, seconds):
    """Those tests, in this order, that together take less than so long."""
    chosen, total = [], 0.0
    for name in names:
        more = known[name] / cores()
        if total + more < seconds:
            chosen.append(name)
            total += more
    return chosen


def run(build, names):
    """Runs the tests; their exit status, and the names of those that passed and of those that were
    skipped or could not be run, which are asked again next time."""
    log = build / "check.xml"
    pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
    done = subprocess.run(["ctest", "--test-dir", build, "-R", pattern, "--output-on-failure",
                           "--progress", "-j", str(cores()), "--output-junit", log], check=False)
    by_status = {"run": set(), "notrun": set()}
    for case in xml.etree.ElementTree.parse(log).getroot().iter("testcase"):
        by_status.get(case.get("status"), set()).add(case.get("name"))
    return done.returncode, by_status["run"], by_status["notrun"]


def main():
    build, most = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2])
    remembered = build / "passed.json"
    passed = json.loads(remembered.read_text()) if remembered.exists() else {}
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True,
                            capture_output=True, text=True).stdout
    files = Files(build / "harness/footrace")
    tests = json.loads(listed)["tests"]
    digests = {test["name"]: files.of_test(test["command"]) for test in tests}
    oracles = {test["name"] for test in tests
               if any("oracle" in each["value"] for each in test["properties"] if each["name"] == "LABELS")}
    known = costs(build, tests)
    touched = sorted((name for name in digests if digests[name] != passed.get(name)),
                     key=lambda name: (name not in oracles, known[name]))
    begun, status, chosen, skipped = time.monotonic(), 0, [], set()
    while batch := fitting([name for name in touched if name not in chosen], known,
                           (most - (time.monotonic() - begun)) / 2):
        chosen += batch
        failed, good, unrun = run(build, batch)
        status, skipped = status or failed, skipped | unrun
        passed.update({name: digests[name] for name in good})
        remembered.write_text(json.dumps(passed))
    left = [name for name in touched if name not in chosen]
    print(f"{len(chosen)} of {len(digests)} tests run, {len(digests) - len(touched)} untouched")
    if skipped:
        print(f"{len(skipped)} skipped, which is not passed: " + ", ".join(sorted(skipped)))
    if left:
        print(f"{len(left)} touched too, but slow; for ./run test and ./run gate long: "
              + ", ".join(left))
    sys.exit(status)


main()
