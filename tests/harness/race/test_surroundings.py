"""Whatever a race is started from, and beside: closed streams, ignored and late signals, a file that
another race writes, or that is read as well, and command lines of any length."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

from races import rows_of, untimed  # noqa: E402

SANITIZED = "sanitized" in sys.argv  # such a command takes several times as long
sys.argv = [word for word in sys.argv if word not in ("", "sanitized")]
FOOTRACE = sys.argv.pop(1)
TO_THE_END = 40 if SANITIZED else 200  # rounds of a race that is long, and yet waited for


def run(*arguments, shell='exec "$@"', **options):
    return subprocess.run(["bash", "-c", shell, "-", FOOTRACE, *map(str, arguments)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          **options)


class Surroundings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def race(self, out, *more, rounds=1):
        return ("run", "--map", "history-160x120", "--clicks", "auto:12", "--algo", "flood",
                "--algo", "astar", "--rounds", rounds, "--frame", "64x64", "--allow-debug", "--force", "-o", out, *more)

    def begin(self, out, rounds=500, **options):
        """A long race whose first click is there."""
        racing = subprocess.Popen([FOOTRACE, *map(str, self.race(out, rounds=rounds))],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        while not out.exists() or '"prepare"' not in out.read_text():
            self.assertIsNone(racing.poll())
            time.sleep(0.01)
        return racing

    def whole(self):
        out = self.folder / "whole.jsonl"
        done = run(*self.race(out))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return untimed(rows_of(out))

    def test_closed_streams(self):
        whole, out = self.whole(), self.folder / "out.jsonl"
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            done = run(*self.race(out), shell=f'exec "$@" {closed}')
            self.assertEqual(done.returncode, 0, closed)
            self.assertEqual(untimed(rows_of(out)), whole, closed)

    def test_children_that_nobody_would_have_waited_for(self):
        out = self.folder / "out.jsonl"
        done = run(*self.race(out), preexec_fn=lambda: signal.signal(signal.SIGCHLD,
                                                                     signal.SIG_IGN))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = rows_of(out)
        self.assertEqual(untimed(rows), self.whole())
        self.assertTrue(any(row.get("optimum") is not None for row in rows))

    def stopped(self, out, number, **options):
        """A race that got a signal; its exit code and the last row."""
        racing = self.begin(out, **options)
        self.assertIsNone(racing.poll())
        racing.send_signal(number)
        return racing.wait(), rows_of(out)[-1]

    def test_a_terminal_that_hangs_up(self):
        code, end = self.stopped(self.folder / "out.jsonl", signal.SIGHUP)
        self.assertEqual((code, end["kind"], end["stopped"]), (3, "end", "terminated"))

    def test_a_race_under_nohup_goes_on(self):
        code, end = self.stopped(self.folder / "out.jsonl", signal.SIGHUP, rounds=TO_THE_END,
                                 preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertEqual((code, end["kind"], end["stopped"]), (0, "end", None))

    def test_a_file_that_another_race_writes(self):
        out = self.folder / "out.jsonl"
        racing = self.begin(out, rounds=TO_THE_END)
        self.addCleanup(racing.wait)
        self.addCleanup(racing.send_signal, signal.SIGCONT)
        racing.send_signal(signal.SIGSTOP)
        for more in ((), ("--resume",)):
            done = run(*self.race(out, *more, rounds=TO_THE_END))
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("another footrace is writing to it", done.stderr)
        racing.send_signal(signal.SIGCONT)
        self.assertEqual(racing.wait(), 0)
        self.assertIsNone(rows_of(out)[-1]["stopped"])

    def test_a_shard_is_not_merged_over(self):
        parts = [self.folder / f"part{i}.jsonl" for i in (1, 2)]
        for i, part in enumerate(parts):
            self.assertEqual(run(*self.race(part, "--shard", f"{i + 1}/2")).returncode, 0)
        before = [part.read_bytes() for part in parts]
        link = self.folder / "link.jsonl"
        link.symlink_to(parts[1])
        for out in (parts[0], link):
            done = run("merge", *parts, "-o", out)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("is also the input", done.stderr)
        done = run("export", parts[0], "--format", "csv", "-o", parts[0])
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertEqual([part.read_bytes() for part in parts], before)

    def test_a_long_command_line(self):
        """What tells two races apart may stand at the end of any length."""
        clicks = self.folder / ("x" * 200 + " y.json")
        clicks.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": [
            {"start": [3, 3], "goal": [20, 9]}]}))
        out = self.folder / "it's out.jsonl"
        maps = []
        for i in range(60):
            (self.folder / f"room {i}.map").write_text(
                "type octile\nheight 12\nwidth 30\nmap\n" + ("." * 30 + "\n") * 12)
            maps += ["--map", self.folder / f"room {i}.map", "--clicks", clicks]
        race = ["run", *maps, "--algo", "null", "--optimum", 0, "--rounds", 1, "--allow-debug",
                "--quiet", "-o", out]
        done = run(*race, "--seed", 1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        command = rows_of(out)[0]["command"]
        self.assertGreater(len(command), 16000)
        self.assertIn("it'\\''s out.jsonl'", command)
        self.assertTrue(command.endswith("--allow-debug"))
        cut = out.read_text().splitlines(keepends=True)[:9]
        out.write_text("".join(cut))
        done = run(*race, "--seed", 2, "--resume")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("holds another race", done.stderr)
        self.assertEqual(run(*race, "--seed", 1, "--resume").returncode, 0)


if __name__ == "__main__":
    unittest.main()
