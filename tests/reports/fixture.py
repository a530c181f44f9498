"""What the tests of the reports share: races written to files, read again, and drawn."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True

import synthetic  # noqa: E402
from reports import __main__ as charts  # noqa: E402
from reports.rows import results  # noqa: E402

DEMO = ("adventure-20", "adventure-60", "adventure-150", "adventure-300", "office", "spiral",
        "open")
FEW = ("flood", "bfs", "astar", "null")


def answer_of(*files):
    """What the command prints of the rows."""
    return subprocess.run([os.environ["FOOTRACE_COMMAND"], "answer", "--json", *files],
                          capture_output=True, check=False).stdout


def run(*arguments):
    """Exit code, standard output and standard error of the command, with the answer to its files."""
    out, err = io.StringIO(), io.StringIO()
    words = [str(argument) for argument in arguments]
    answer = b"" if "--answer" in words else answer_of(*(word for word in words if word.endswith(".jsonl")))
    with tempfile.NamedTemporaryFile() as file, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        file.write(answer)
        file.flush()
        code = charts.main(words + ["--answer", file.name] * bool(answer))
    return code, out.getvalue(), err.getvalue()


def with_events(rows, every, update=1000.0, later=500.0):
    """The rows with an event before every so many clicks: it costs a racer update times its place
    among the racers, and the next click's first call later more than the others."""
    changed = []
    racers = sorted({row["algo"] for row in rows if row["kind"] == "prepare"})
    for row in rows:
        if row["kind"] == "click":
            row["click"], at = 2 * row["click"] + 1, 2 * row["click"]
            if row["click"] // 2 % every == 0:
                changed.append({
                    "kind": "update", "map": row["map"], "clicks": row["clicks"],
                    "algo": row["algo"], "click": at, "run": 0, "round": 0, "event": "block", "fresh": False,
                    "outcome": "ok", "ns": update * (racers.index(row["algo"]) + 1)})
                row["after_event"] = True
                if row["ns_played"] is not None:
                    row["ns_after_event"] = row["ns_played"] + later
        elif row["kind"] == "path":
            row["click"] = 2 * row["click"] + 1
        changed.append(row)
    return changed


def clicks_of(rows, **wanted):
    return [row for row in rows if row["kind"] == "click"
            and all(row[key] == value for key, value in wanted.items())]


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, rows, name="race.jsonl"):
        return synthetic.write(self.folder / name, rows)

    def race(self, rows):
        return results.read_race([self.file(rows)])

    def answered(self, rows):
        """The race with the answer that the command gives to its rows."""
        race = self.race(rows)
        race.answer = json.loads(answer_of(self.folder / "race.jsonl"))
        return race
