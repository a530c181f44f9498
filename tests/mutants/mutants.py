#!/usr/bin/env python3
"""Are the tests able to fail? Plants one fault at a time and runs the tests of the file's room.

usage: mutants.py TREE FOLDER [--count N] [--seed S] [--only PATH] [--again] [--gate] [-o FILE]

Faults are drawn from a seed: an operator, a constant or a condition in what decides whether an answer is
right (ROOMS). Each is built in a copy of the tree in FOLDER and met by the tests of its room, the quickest
first, until one fails, does not end, or does not compile a comparison that the compiler knows to be wrong.
A survivor is a fault that no test notices: kill it with a test, remove the code if it is dead, or list it
in equal.txt with the reason why no answer can differ. Exits 1 when a survivor is not listed and fewer than
90 % were killed.

Progress is a row a fault in FILE (FOLDER/mutants.jsonl): a run that is cut short goes on where it stopped,
and --again meets only those that survived. --gate adds the tests with that label. Nothing here depends on time but that a test which takes three times as
much of a processor as in the tree as it is (and at least ten seconds), or ten times as long (and at least a
minute), counts as one that does not end.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import queue
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys

# Where faults are planted, and the tests that meet them: patterns of names, in this order.
ROOMS = {
    "algorithms/grid/": ["algorithms/grid/", "algorithms/[a-z_]+$"],
    "algorithms/jump_points/": ["algorithms/jump_points/", "algorithms/[a-z_]+$"],
    "algorithms/visibility/": ["algorithms/visibility/", "algorithms/[a-z_]+$", "library/walker"],
    "algorithms/hubs/": ["algorithms/hubs/", "algorithms/[a-z_]+$"],
    "algorithms/regions/": ["algorithms/regions/", "algorithms/[a-z_]+$"],
    "algorithms/published/": ["algorithms/published/", "algorithms/[a-z_]+$"],
    "algorithms/steps/": ["algorithms/steps/", "algorithms/(?!scenarios)", "library/walker"],
    "maps/geometry/": ["maps/geometry/", "maps/analysis/", "algorithms/(visibility|regions|hubs)/",
                       "algorithms/[a-z_]+$", "harness/judge/"],
    "harness/judge/": ["harness/judge/", "harness/race/", "harness/inspect/", "harness/clicks/"],
    "harness/statistics/": ["harness/statistics", "harness/results/", "harness/compare",
                            "harness/answer", "harness/rule"],
    "harness/answer/": ["harness/answer/", "web/page_answer", "harness/answer$", "harness/rule",
                        "harness/(alike|export)", "harness/commands/", "reports/page/ranking_text"],
}

# Each: what is looked for in a line without comments and strings, and what stands there instead.
FAULTS = [
    (r"(?<![<>=!-])<(?![<=])", "<="), (r"<=", "<"), (r"(?<![<>=!-])>(?![>=])", ">="), (r">=", ">"),
    (r"==", "!="), (r"!=", "=="), (r"&&", "||"), (r"\|\|", "&&"),
    (r"(?<=[\w)\]]) \+ (?=[\w(])", " - "), (r"(?<=[\w)\]]) - (?=[\w(])", " + "),
    (r"(?<=[\w)\]]) \* (?=[\w(])", " + "), (r"<<", ">>"), (r"(?<!-)>>", "<<"),
    (r"\+\+", "--"), (r"(?<=\W)--(?=\W|\w)", "++"), (r"\+=", "-="), (r"-=", "+="), (r"\|=", "&="),
    (r"(?<=[^\w.])0(?=[^\w.])", "1"), (r"(?<=[^\w.])1(?=[^\w.])", "2"), (r"(?<=[^\w.])2(?=[^\w.])", "3"),
    (r"\bif \((?=[^;]*\)$)", "if (!"), (r"\bbreak;", ";"), (r"\bcontinue;", ";"),
    (r"\breturn true;", "return false;"), (r"\breturn false;", "return true;"),
]
# What is no code that runs, or decides no answer.
PASSED_OVER = re.compile(r"^\s*(#|static_assert|assert\(|FR_|\.help|\.summary|\.source|\.label)|^(enum|struct|typedef)\b")
BLANKED = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.S)

# The lesser or the greater of two values, in one line or in two: which is taken of equal ones makes no difference.
EXTREME_IF = re.compile(r"if \((.+) [<>]=? (.+)\)\n(?:\1 = \2|\2 = \1);$")
# Of a comparison's result only the sign is read.
SIGN = re.compile(r"^\s*return [^?]* \? -1 : 1;$")
EXTREME = re.compile(r"(\w[\w.\[\]>-]*) [<>]=? (\w[\w.\[\]>-]*) \? (?:\1 : \2|\2 : \1)(?![\w.\[(-])")

Fault = collections.namedtuple("Fault", "path line column was now")
SECONDS = collections.defaultdict(dict)  # of each preset: how long each test took, for all copies


def faults_of(path, text):
    """All faults that can be planted in a file."""
    bare = BLANKED.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    inside = False
    lines = bare.split("\n")
    for number, line in enumerate(lines, 1):
        if re.match(r"[{}]", line):  # a function's body, or the end of one
            inside = line.startswith("{")
        if not inside or PASSED_OVER.match(line):
            continue
        extremes = [found.span() for found in EXTREME.finditer(line)]
        if EXTREME_IF.match("\n".join(each.strip() for each in lines[number - 1:number + 1])):
            extremes = [(0, len(line))]
        for pattern, now in FAULTS:
            for found in re.finditer(pattern, line):
                if {found.group(), now} in ({"<", "<="}, {">", ">="}) and any(
                        first < found.start() < end for first, end in extremes):
                    continue
                if now == "2" and SIGN.match(line):
                    continue
                instead = now
                if now == "if (!":  # the whole condition, to its closing bracket
                    instead = "if (!(" + line[found.end():].rstrip()[:-1] + "))"
                    yield Fault(path, number, found.start(), line[found.start():].rstrip(), instead)
                else:
                    yield Fault(path, number, found.start(), found.group(), instead)


def tracked(tree):
    """The files that git keeps of a tree, and those that it does not know yet."""
    found = subprocess.run(["git", "-C", str(tree), "ls-files", "-z", "--cached", "--others",
                            "--exclude-standard"], check=True, capture_output=True, text=True)
    return [name for name in found.stdout.split("\0") if name and (tree / name).is_file()]


def draw(tree, count, seed, only):
    """Faults from every room, as many as it has lines of the whole."""
    listed = [path for path in tracked(tree) if path.startswith(tuple(ROOMS))]
    possible = [fault for path in listed if path.endswith((".c", ".h")) and only in path
                for fault in faults_of(path, (tree / path).read_text(encoding="utf-8"))]
    random.Random(seed).shuffle(possible)
    return possible[:count]


def room_of(path):
    return next(room for room in ROOMS if path.startswith(room))


class Copy:
    """A copy of the tree with a build of its own."""

    def __init__(self, tree, folder, gate):
        self.folder = folder
        for name in tracked(tree):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if not (folder / name).exists() or (folder / name).read_bytes() != (tree / name).read_bytes():
                shutil.copyfile(tree / name, folder / name)
                shutil.copymode(tree / name, folder / name)
        self.builds = [Build(folder, "checked", gate), Build(folder, "dev", gate)]

    def meet(self, fault, listed):
        """What becomes of a fault: killed by a test, not compiled, or survived. One that is listed as equal is met by
        the quicker build alone: whether the reason holds."""
        path = self.folder / fault.path
        whole = path.read_text(encoding="utf-8")
        lines = whole.split("\n")
        line = lines[fault.line - 1]
        assert line[fault.column:].startswith(fault.was)
        lines[fault.line - 1] = line[:fault.column] + fault.now + line[fault.column + len(fault.was):]
        faulty = "\n".join(lines)
        try:
            for build in self.builds[:1] if listed else self.builds:
                path.write_text(whole, encoding="utf-8")
                build.ready(room_of(fault.path))
                path.write_text(faulty, encoding="utf-8")
                fate = build.meet(room_of(fault.path))
                if fate != "survived":
                    break
            return fate
        finally:
            path.write_text(whole, encoding="utf-8")


class Build:
    """What the tests of a copy are built in: optimised with asserts, or sanitized."""

    def __init__(self, folder, preset, gate):
        self.folder, self.build = folder, folder / "build" / preset
        if self.call("cmake", "-S", folder, "--preset", preset):
            sys.exit(f"{self.build}: cmake fails")
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"], check=True,
                                capture_output=True, text=True).stdout
        self.buildable = {line.rsplit(": ", 1)[0] for line in listed.splitlines()}
        # ctest lists no command of a test before its program is built.
        commands = {name: shlex.split(words) for name, words in re.findall(
            r"^add_test\(\[=\[(.*?)\]=\] (.*)\)$", (self.build / "tests/CTestTestfile.cmake").read_text(),
            re.M)}
        self.tests = {}
        listed = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"], check=True,
                                capture_output=True, text=True).stdout
        for test in json.loads(listed)["tests"]:
            values = {each["name"]: each["value"] for each in test["properties"]}
            labels = values.get("LABELS", [])
            # ./run test runs of the sanitized tests those of the library.
            if gate or ("library" in labels if preset == "dev" else "gate" not in labels):
                self.tests[test["name"]] = (commands[test["name"]], values)
        self.seconds = SECONDS[preset]
        self.rooms = set()

    def call(self, *words, limit=600, environment=None):
        """The exit status of a command; None if it did not end. Its whole group ends with it."""
        process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                   start_new_session=True, cwd=self.folder, env=environment)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()

    def suite(self, room):
        """The tests of a room, in the order of its patterns, each pattern's quickest first; sanitized, only
        those of the first pattern, as whole answers are compared without sanitizers."""
        names = []
        for pattern in ROOMS[room][:1 if self.build.name == "dev" else None]:
            found = [name for name in self.tests if re.match(pattern, name) and name not in names]
            names += sorted(found, key=lambda name: self.seconds.get(name, 0))
        return names

    def runs(self, name):
        """Whether a test passes; None if it does not end."""
        command, values = self.tests[name]
        environment = dict(os.environ)
        environment.pop("FOOTRACE_MOVINGAI", None)  # not everybody has these maps
        environment.update(pair.split("=", 1) for pair in values.get("ENVIRONMENT", []))
        started = os.times().elapsed
        usual = self.seconds.get(name, 60)
        # Another load of the machine stretches time on the clock, but hardly that of the processor.
        status = self.call("prlimit", f"--cpu={int(max(10, 3 * usual))}", *command,
                           limit=max(60, 10 * usual), environment=environment)
        if status in (0, 77):
            self.seconds[name] = max(self.seconds.get(name, 0), os.times().elapsed - started)
        return None if status is None else status in (0, 77)

    def targets(self, name):
        """What a test needs built: the files of the build that its command and environment name."""
        command, values = self.tests[name]
        words = [*command, *[pair.split("=", 1)[1] for pair in values.get("ENVIRONMENT", [])]]
        named = [os.path.relpath(word, self.build) for word in words if os.path.isabs(word)]
        return sorted(self.buildable.intersection(named))

    def make(self, targets, limit=600):
        return not targets or self.call("ninja", "-C", self.build, "-j", "1", *targets, limit=limit) == 0

    def ready(self, room):
        """Builds the programs of a room, and runs its tests once in the tree as it is: they pass."""
        if room in self.rooms:
            return
        needed = {target for name in self.suite(room) for target in self.targets(name)}
        if not self.make(sorted(needed), limit=7200):
            sys.exit(f"{self.build}: the tree does not build")
        for name in self.suite(room):
            if name not in self.seconds and not self.runs(name):
                sys.exit(f"{self.build}: {name} fails without a fault")
        self.rooms.add(room)

    def meet(self, room):
        """What the tests of a room say of the tree as it is now."""
        for name in self.suite(room):
            if not self.make(self.targets(name)):
                return "not compiled"
            passed = self.runs(name)
            if not passed:
                return f"killed by {name}" + (", which did not end" if passed is None else "")
        return "survived"


def excused(tree):
    """Faults that change no answer: path, what stood there and what instead, before the reason."""
    known = set()
    for line in (tree / "tests/mutants/equal.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, rest = line.split(" | ", 1)
            source, now, _ = rest.rsplit(" | ", 2)  # the line of source may hold the separator
            known.add((path.strip(), source.strip(), now.strip()))
    return known


def describe(tree, fault):
    """A row without its fate."""
    lines = (tree / fault.path).read_text(encoding="utf-8").split("\n")
    source, after = (each.strip() for each in lines[fault.line - 1:fault.line + 1])
    return {**fault._asdict(), "source": source, "next": after}


def is_listed(row, known):
    sources = row["source"], row["source"] + " " + row["next"]
    return any((row["path"], source, row["now"].strip()) in known for source in sources)


def show(rows, tree):
    rooms = collections.defaultdict(collections.Counter)
    known = excused(tree)
    left = []
    for row in rows:
        fate = row["fate"].split()[0]
        if fate == "survived" and is_listed(row, known):
            fate = "equal"
        elif fate == "survived":
            left.append(row)
        rooms[room_of(row["path"])][fate] += 1
    print(f"{'room':26} {'planted':>8} {'killed':>7} {'equal':>6} {'survived':>9}")
    total = collections.Counter()
    for room, fates in [*sorted(rooms.items()), ("all", None)]:
        fates = fates or total
        planted = fates["killed"] + fates["equal"] + fates["survived"]
        print(f"{room:26} {planted:8} {fates['killed']:7} {fates['equal']:6} {fates['survived']:9}")
        if fates is not total:
            total += fates
    for row in left:
        print(f"{row['path']}:{row['line']}: survived: {row['was']} -> {row['now']}\n    {row['source']}")
    decided = total["killed"] + total["survived"]
    return total["survived"] == 0 or total["killed"] >= 0.9 * decided


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose path holds this")
    parser.add_argument("--again", action="store_true", help="meet those that survived once more")
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    words = parser.parse_args()
    tree, folder = words.tree.resolve(), words.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    output = words.output or folder / "mutants.jsonl"
    rows = [json.loads(line) for line in output.read_text().splitlines()] if output.exists() else []
    drawn = draw(tree, words.count, words.seed, words.only)
    rows = {Fault(*[row[key] for key in Fault._fields]): row for row in rows}  # the last of each
    left = [fault for fault in drawn
            if fault not in rows or (words.again and rows[fault]["fate"] == "survived")]
    rows = {fault: rows[fault] for fault in drawn if fault in rows}
    copies = queue.Queue()
    workers = len(os.sched_getaffinity(0))
    if left:
        for number in range(workers):
            copies.put(Copy(tree, folder / str(number), words.gate))

    known = excused(tree)

    def attempt(fault):
        copy = copies.get()
        try:
            row = describe(tree, fault)
            return fault, {**row, "fate": copy.meet(fault, is_listed(row, known))}
        finally:
            copies.put(copy)

    with concurrent.futures.ThreadPoolExecutor(workers) as pool, output.open("a") as file:
        for fault, row in pool.map(attempt, left):
            rows[fault] = row
            file.write(json.dumps(row) + "\n")
            file.flush()
            print(f"{len(rows):4} of {len(drawn)}  {fault.path}:{fault.line}  {row['fate']}", flush=True)
    sys.exit(0 if show(rows.values(), tree) else 1)


main()
