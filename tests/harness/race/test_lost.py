"""What the system does to a race is held against no racer: processes that are stopped for a while, or
killed, give no timeout and no crash; a racer that the out-of-memory killer took twice is lost."""
import contextlib
import errno
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

from races import children_of, rows_of, signal_all  # noqa: E402

FOOTRACE, PLUGIN = sys.argv.pop(1), sys.argv.pop(1)
GROUPS = pathlib.Path("/sys/fs/cgroup/memory")
TIMEOUT = 0.4


def remove_when_empty(group):
    """The last ones in it may take a moment to die."""
    for _ in range(1000):
        try:
            return group.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
        time.sleep(0.02)
    raise AssertionError(f"{group} is never empty")


class Lost(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "race.jsonl"

    def words(self, *more):
        return [str(word) for word in
                (FOOTRACE, "run", "--map", "history-160x120", "--allow-debug", "--rounds", 1,
                 "--optimum", 0, "--quiet", "-o", self.out, *more)]

    def begin(self, passes):
        """A race that keeps its racers busy: 20 passes take some seconds."""
        racing = subprocess.Popen(
            self.words("--clicks", "auto:100", "--algo", "dijkstra", "--algo", "flood", "--passes",
                       passes, "--timeout", TIMEOUT, "--frame", "64x64"), stderr=subprocess.PIPE, text=True)
        self.addCleanup(racing.stderr.close)
        self.addCleanup(racing.wait)
        self.addCleanup(racing.kill)
        while not (self.out.exists() and '"kind":"prepare"' in self.out.read_text()):
            self.assertIsNone(racing.poll())
            time.sleep(0.01)
        return racing

    def finish(self, racing):
        _, err = racing.communicate(timeout=300)
        self.assertEqual((racing.returncode, err), (0, ""))
        rows = [row for row in rows_of(self.out) if row["kind"] == "click"]
        self.assertEqual(len(rows), 200)
        return [(row["algo"], row["outcome"], row["reason"]) for row in rows
                if row["outcome"] not in ("found", "unreachable")]

    def stop_and_go(self, racing, victims, seconds=0.7):
        signal_all(victims, signal.SIGSTOP)
        time.sleep(seconds)
        signal_all(victims, signal.SIGCONT)
        time.sleep(0.1)

    def test_a_race_that_is_stopped_for_a_while(self):
        racing = self.begin(passes=60)
        for _ in range(3):
            self.stop_and_go(racing, [racing.pid, *children_of(racing.pid)])
            self.stop_and_go(racing, children_of(racing.pid))
            self.stop_and_go(racing, [racing.pid])
        self.assertIsNone(racing.poll(), "the race was over before it was stopped")
        self.assertEqual(self.finish(racing), [])

    def test_a_racer_that_is_stopped_for_good(self):
        racing = self.begin(passes=6)
        stopped = children_of(racing.pid)[:1]
        self.assertTrue(stopped)
        signal_all(stopped, signal.SIGSTOP)
        self.assertEqual(self.finish(racing), [])

    def test_a_racer_that_is_killed_is_asked_again(self):
        racing = self.begin(passes=6)
        for _ in range(3):
            signal_all(children_of(racing.pid), signal.SIGKILL)
            time.sleep(0.1)
        for _, outcome, _ in self.finish(racing):
            self.assertEqual(outcome, "lost")

    def left_over(self):
        """Processes that were started in the folder."""
        left = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(process / "cwd") == str(self.folder):
                    left.append(process.name)
        return left

    def check_that_nobody_outlives(self, does):
        """A race is killed while its racer has children; none of them is left."""
        clicks = self.folder / "clicks.json"
        clicks.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": [
            {"start": [20, 20], "goal": [140, 100]}] * 30}))
        racing = subprocess.Popen(
            self.words("--force", "--clicks", clicks, "--plugin", PLUGIN, "--algo",
                       f"hostile:at=prepare,does={does}", "--algo", "dijkstra", "--passes", 900),
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(racing.wait)
        self.addCleanup(racing.kill)
        patience = time.monotonic() + 60
        while len(self.left_over()) < 6 and time.monotonic() < patience:
            self.assertIsNone(racing.poll(), "the race was over before it was killed")
        racing.kill()
        racing.wait()
        patience = time.monotonic() + 20
        while self.left_over() and time.monotonic() < patience:
            time.sleep(0.05)
        left = self.left_over()
        signal_all(map(int, left), signal.SIGKILL)
        self.assertEqual(left, [], does)

    def test_nobody_outlives_a_race_that_is_killed(self):
        self.check_that_nobody_outlives("fork")

    @unittest.skipUnless(any(os.access(group, os.W_OK) for group in
                             (pathlib.Path("/sys/fs/cgroup/unified"), pathlib.Path("/sys/fs/cgroup"),
                              pathlib.Path("/sys/fs/cgroup/pids"))), "no cgroup can be made")
    def test_not_even_one_that_left_its_group_and_its_parent(self):
        self.check_that_nobody_outlives("daemon")

    @unittest.skipUnless(os.access(GROUPS, os.W_OK) and (GROUPS / "memory.oom_control").exists(),
                         "no cgroup of memory can be made")
    def test_the_out_of_memory_killer(self):
        group = GROUPS / f"footrace-{os.getpid()}"
        group.mkdir()
        self.addCleanup(remove_when_empty, group)
        (group / "memory.limit_in_bytes").write_text(str(160 << 20))
        clicks = self.folder / "clicks.json"
        clicks.write_text(json.dumps({"format": "footrace-clicks/1", "clicks": [
            {"start": [20, 20], "goal": [140, 100]}]}))
        words = self.words("--clicks", clicks, "--plugin", PLUGIN, "--algo",
                           "hostile:at=find,does=hog", "--algo", "flood", "--memory", 4096,
                           "--timeout", 60, "--frame", "64x64")
        done = subprocess.run(
            ["bash", "-c", 'echo $$ >"$0/cgroup.procs"; exec "$@"', str(group), *words],
            capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = {row["algo"]: row for row in rows_of(self.out) if row["kind"] == "click"}
        lost = rows["hostile:at=find,does=hog"]
        self.assertEqual((lost["outcome"], lost["reason"]),
                         ("lost", "killed by the system, which ran out of memory"))
        self.assertEqual(rows["flood"]["outcome"], "found")


if __name__ == "__main__":
    unittest.main()
