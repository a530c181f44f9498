"""A report is the same whatever matplotlib is told, whatever labels and files are called; Ctrl-C is a
line."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import json  # noqa: E402

import fixture  # noqa: E402,F401: reports is found then
import synthetic  # noqa: E402
from reports.page import raw_rows  # noqa: E402

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background

TOP = pathlib.Path(__file__).resolve().parents[3]


class Surroundings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        rows = synthetic.race(["open"], ("flood", "astar"), clicks=5)
        for row in rows:
            if row["kind"] == "prepare":
                row["label"] = "\x1b[31m$x_{ \\frac<b> " + row["label"]
        (self.folder / "race.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def words(self):
        return [sys.executable, "-m", "reports", "race.jsonl", "-o", "out"]

    def test_settings_of_the_user_and_hostile_labels(self):
        (self.folder / "matplotlibrc").write_text("text.usetex: True\nbackend: none\nwhat: 7\n")
        done = subprocess.run(
            self.words(), cwd=self.folder, capture_output=True, text=True, check=False,
            env=dict(os.environ, PYTHONPATH=str(TOP), MPLBACKEND="none", PYTHONDONTWRITEBYTECODE="1"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        page = (self.folder / "out" / "report.html").read_text(encoding="utf-8")
        self.assertNotIn("\x1b", page)

    def test_an_interrupt_is_one_line(self):
        drawing = subprocess.Popen(
            self.words(), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, env=dict(os.environ, PYTHONPATH=str(TOP), PYTHONDONTWRITEBYTECODE="1"))
        status = pathlib.Path(f"/proc/{drawing.pid}/status")
        caught = False
        while not caught:
            self.assertIsNone(drawing.poll())
            mask = next(line for line in status.read_text().splitlines() if "SigCgt" in line)
            maps = pathlib.Path(f"/proc/{drawing.pid}/maps").read_text()
            caught = int(mask.split()[1], 16) >> (signal.SIGINT - 1) & 1 and "numpy" in maps
            time.sleep(0.01)
        drawing.send_signal(signal.SIGINT)
        _, err = drawing.communicate(timeout=60)
        self.assertEqual((drawing.returncode, err), (3, "reports: interrupted\n"))

    def test_a_link_is_to_a_file(self):
        for name in ("javascript:alert(1).jsonl", "a b#c?.jsonl", "data:text/html,x"):
            link = raw_rows.link_to(name)
            self.assertTrue(link.startswith("./"), link)
            for character in ":#? \"'<":
                self.assertNotIn(character, link)


if __name__ == "__main__":
    unittest.main()
