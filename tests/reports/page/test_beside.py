"""Charts of large races, drawn in a process beside the one that ranks: the same, whatever happens to it."""
import os
import unittest
from unittest import mock

from fixture import DEMO, FEW, Files, run

import synthetic
from reports import __main__ as charts


class Beside(Files):
    def report(self, least, folder):
        """What is printed, and the bytes of each file."""
        with mock.patch.object(charts, "LARGE", least), \
                mock.patch.object(os, "sched_getaffinity", lambda _: {0, 1}):
            code, out, err = run(self.race_file, "-o", folder)
        self.assertEqual((code, err), (0, ""))
        return out.replace(str(folder), "DIR"), {
            str(file.relative_to(folder)): file.read_bytes()
            for file in folder.rglob("*") if file.is_file()}

    def setUp(self):
        super().setUp()
        self.race_file = self.file(synthetic.race(DEMO[:2], FEW, clicks=30))

    def test_two_processes_write_what_one_does(self):
        alone = self.report(1 << 40, self.folder / "alone")
        self.assertEqual(self.report(0, self.folder / "beside"), alone)
        self.assertGreater(len(alone[1]), 10)

    def test_one_that_is_killed_is_told_of(self):
        with mock.patch.object(charts, "LARGE", 0), \
                mock.patch.object(os, "sched_getaffinity", lambda _: {0, 1}), \
                mock.patch.dict(charts.CHARTS, ladder=lambda race: os._exit(9)):
            code, _, err = run(self.race_file, "-o", self.folder / "report")
        self.assertEqual(code, 3)
        self.assertRegex(err, "^[^\n]*the process that drew charts was killed[^\n]*\n$")

    def test_a_failure_of_the_system_is_told_as_in_one(self):
        with mock.patch.object(charts, "LARGE", 0), \
                mock.patch.object(os, "sched_getaffinity", lambda _: {0, 1}), \
                mock.patch.dict(charts.CHARTS,
                                ladder=mock.Mock(side_effect=OSError(28, "No space left", "x.png"))):
            code, _, err = run(self.race_file, "-o", self.folder / "report")
        self.assertEqual((code, err), (3, "reports: x.png: No space left\n"))


if __name__ == "__main__":
    unittest.main()
