"""A small race in which one call to the system fails, each in turn: memory, opening, writing, syncing,
forking, mapping. It ends with what the rows say or with exit 3 and one line, and goes on with --resume
to the same rows. Rows are on the disk before a race says that it is done; a file that somebody removes
or cuts meanwhile is noticed."""
import contextlib
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

from races import rows_of, untimed  # noqa: E402

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background

FOOTRACE, FAULTS, PLUGIN = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
SCALE = int(os.environ.get("FOOTRACE_SOAK_SCALE", "1"))
SEED = int(os.environ.get("FOOTRACE_SEED", "13"))
TRIED = 4  # of each kind
CLICKS = {"format": "footrace-clicks/1", "clicks": [
    {"start": [3, 3], "goal": [36, 20]}, {"goal": [5, 5]}, {"block": [10, 10, 4, 4]},
    {"start": [3, 3], "goal": [36, 20]}]}
MACHINE = ("cpu", "cores", "governor", "turbo", "smt", "hypervisor", "clock_source", "llc_bytes", "kernel",
           "machine")
ROOM = "\n".join(["." * 40] * 5 + ["." * 20 + "#" * 10 + "." * 10] * 10 + ["." * 40] * 9) + "\n"


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "clicks.json").write_text(json.dumps(CLICKS))
        (self.folder / "room.txt").write_text(ROOM)
        self.out = self.folder / "race.jsonl"

    def words(self, *more):
        return [FOOTRACE, "run", "--map", "room.txt", "--clicks", "clicks.json", "--algo", "flood",
                "--algo", "visgraph", "--plugin", PLUGIN, "--algo", "updating", "--rounds", "1",
                "--passes", "2", "--frame", "16x16", "--allow-debug", "-o", self.out.name,
                *map(str, more)]

    def run_with(self, words, fail=None, **options):
        environment = dict(os.environ)
        if fail:
            environment.update(LD_PRELOAD=FAULTS, FOOTRACE_FAIL=fail,
                               FOOTRACE_FAIL_COUNT=str(self.folder / "count"))
        return subprocess.run(words, cwd=self.folder, env=environment, capture_output=True, text=True,
                              check=False, timeout=300, **options)

    def expected(self):
        done = self.run_with(self.words())
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = untimed(self.rows())
        self.out.unlink()
        return rows

    def rows(self):
        """Without what is told of the machine: it may be unknown where it could not be read."""
        rows = rows_of(self.out)
        return [{key: value for key, value in rows[0].items() if key not in MACHINE}, *rows[1:]]

    def count(self, kind, words=None):
        done = self.run_with(words or self.words(), f"{kind}:0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.out.unlink(missing_ok=True)
        return int((self.folder / "count").read_text())

    def chosen(self, kind, most):
        """Which calls of so many are to fail: all in a soak; the first are all different."""
        tried = TRIED * SCALE * (2 if kind == "memory" else 1)
        return (range(1, most + 1) if most <= tried else
                sorted(random.Random(f"{SEED} {kind}").sample(range(1, most + 1), tried)))

    def check_end(self, done, about, expected):
        """What the failing call left can be told, and gone on with."""
        told = f"{about}: exit {done.returncode}: {done.stderr}"
        self.assertIn(done.returncode, (0, 3), told)
        self.assertEqual(done.stderr.count("\n"), int(done.returncode == 3), told)
        if done.returncode == 3:
            again = self.run_with(self.words("--resume"))
            self.assertEqual(again.returncode, 0, told + again.stderr)
        self.assertEqual(untimed(self.rows()), expected, told)
        checked = self.run_with([FOOTRACE, "check", self.out.name])
        self.assertEqual(checked.returncode, 0, told + checked.stdout)
        left = {path.name for path in self.folder.iterdir()} - {"count"}
        self.assertEqual(left, {"clicks.json", "room.txt", "race.jsonl"}, told)
        self.out.unlink()

    def fail_each(self, kind):
        expected = self.expected()
        most = self.count(kind)
        self.assertGreater(most, 0)
        for n in self.chosen(kind, most):
            with self.subTest(kind=kind, n=n, seed=SEED):
                self.check_end(self.run_with(self.words(), f"{kind}:{n}"), f"{kind} {n}", expected)

    def test_memory(self):
        self.fail_each("memory")

    def test_opening(self):
        self.fail_each("open")

    def test_writing(self):
        self.fail_each("write")

    def test_writing_the_last_bytes(self):
        """The rows are whole then, and what stands beside them goes with the next try."""
        expected, most = self.expected(), self.count("write")
        for n in range(max(1, most - 6), most + 1):
            with self.subTest(n=n):
                self.check_end(self.run_with(self.words(), f"write:{n}"), f"write {n}", expected)

    def test_forking(self):
        self.fail_each("fork")

    def test_mapping(self):
        self.fail_each("map")

    def test_a_race_that_cannot_be_synced_is_not_done(self):
        most = self.count("sync")
        self.assertGreaterEqual(most, 1)
        done = self.run_with(self.words(), "sync:1")
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.assertIn("Input/output error", done.stderr)

    def test_a_file_that_may_not_grow(self):
        """Every place where a limit may strike, to the byte; SIGXFSZ kills no race."""
        expected = self.expected()
        self.assertEqual(self.run_with(self.words()).returncode, 0)
        size = self.out.stat().st_size
        self.out.unlink()
        chance = random.Random(SEED)
        for limit in (0, *(chance.randrange(1, size) for _ in range(TRIED * SCALE))):
            with self.subTest(limit=limit, seed=SEED):
                done = self.run_with(self.words(), preexec_fn=lambda: (
                    signal.signal(signal.SIGXFSZ, signal.SIG_DFL),
                    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))))
                self.assertEqual(done.returncode, 3, done.stderr)
                self.check_end(done, f"limit {limit}", expected)

    def race_and(self, harm):
        """A race that something happens to; its exit code and what it says."""
        words = [FOOTRACE, "run", "--map", "history-160x120", "--clicks", "auto:100", "--algo",
                 "dijkstra", "--algo", "flood", "--rounds", "1", "--passes", "20", "--optimum", "0",
                 "--frame", "64x64", "--allow-debug", "--force", "-o", self.out.name]
        racing = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True)
        self.addCleanup(racing.stderr.close)
        self.addCleanup(racing.wait)
        self.addCleanup(racing.kill)
        while not (self.out.exists() and '"kind":"prepare"' in self.out.read_text()):
            self.assertIsNone(racing.poll())
            time.sleep(0.01)
        harm()
        _, err = racing.communicate(timeout=300)
        self.assertEqual(err.count("\n"), 1, err)
        return racing.returncode, err

    def test_a_result_that_is_removed_or_cut_meanwhile(self):
        for name, harm in (("was removed", self.out.unlink),
                           ("was truncated", lambda: os.truncate(self.out, 100))):
            with self.subTest(name):
                code, err = self.race_and(harm)
                self.assertEqual(code, 3, err)
                self.assertIn(f"-o {self.out.name}: {name}", err)
        self.assertEqual(self.out.stat().st_size, 100, "nothing is written behind a cut")

    @staticmethod
    def files_of(process):
        """What its open files are called, in one text."""
        names = ""
        for descriptor in pathlib.Path(f"/proc/{process}/fd").glob("*"):
            with contextlib.suppress(OSError):
                names += os.readlink(descriptor) + "\n"
        return names.replace("pipe:", "")

    def test_loading_obeys_a_signal_at_once(self):
        """Here it would never end: the map is a pipe that nobody closes."""
        pipe = self.folder / "room.pipe"
        os.mkfifo(pipe)
        commands = (("run", "--map", pipe.name, "--algo", "flood", "--allow-debug"),
                    ("recommend", pipe.name, "--allow-debug"))
        for words in commands:
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command=words[0], signal=number):
                    loading = subprocess.Popen(
                        [FOOTRACE, *words, "-o", self.out.name], cwd=self.folder,
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                    self.addCleanup(loading.stderr.close)
                    self.addCleanup(loading.wait)
                    self.addCleanup(loading.kill)
                    feeding = os.open(pipe, os.O_RDWR)
                    os.write(feeding, b"P5\n20000 20000\n255\n")
                    while "pipe" not in self.files_of(loading.pid):
                        self.assertIsNone(loading.poll())
                    loading.send_signal(number)
                    _, err = loading.communicate(timeout=300)
                    os.close(feeding)
                    self.assertEqual((loading.returncode, err.count("\n")), (3, 1), err)
                    self.assertIn("stopped before the race began", err)
                    self.assertFalse(self.out.exists())

    def test_other_commands(self):
        """Without descriptors, memory or room they exit with 3 as well."""
        self.assertEqual(self.run_with(self.words()).returncode, 0)
        held = self.out.read_bytes()
        commands = {"check": ("check", "race.jsonl"),
                    "csv": ("export", "--format", "csv", "race.jsonl", "-o", "race.csv"),
                    "merge": ("merge", "race.jsonl", "-o", "merged.jsonl"),
                    "inspect": ("inspect", "room.txt"),
                    "generate": ("generate", "maze", "--size", "64x64", "-o", "cave.png"),
                    "clicks": ("clicks", "--map", "room.txt", "--count", "4", "-o", "some.json"),
                    "path": ("path", "--map", "room.txt", "--from", "1,1", "--to", "30,20", "--algo",
                             "flood")}
        commands["check-backend"] = ("check-backend", "null", "--quick")
        for name, words in commands.items():
            for kind in ("memory", "open", "write", *(("fork", "map") if name == "check-backend" else ())):
                (self.folder / "merged.jsonl").unlink(missing_ok=True)
                most = self.count(kind, [FOOTRACE, *words])
                self.out.write_bytes(held)
                for n in self.chosen(kind, most)[:2 * SCALE]:
                    with self.subTest(command=name, kind=kind, n=n):
                        (self.folder / "merged.jsonl").unlink(missing_ok=True)
                        done = self.run_with([FOOTRACE, *words], f"{kind}:{n}")
                        told = f"{name} {kind} {n}: exit {done.returncode}: {done.stderr}"
                        self.assertIn(done.returncode, (0, 3), told)
                        self.assertLessEqual(done.stderr.count("\n"), 1, told)


if __name__ == "__main__":
    unittest.main()
