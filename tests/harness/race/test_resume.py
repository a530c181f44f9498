"""Races that are cut short go on with --resume and lose, double and change no row; a full disk, a
closed pipe and a signal stop them cleanly."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

from races import (CLICKS, check_paths, children_of, points_of, rows_of, signal_all,  # noqa: E402
                   untimed)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background

SANITIZED = "sanitized" in sys.argv  # such a command takes several times as long
sys.argv = [word for word in sys.argv if word not in ("", "sanitized")]
FOOTRACE, PLUGIN = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
KILLS = (4 if SANITIZED else 10) * int(os.environ.get("FOOTRACE_SOAK_SCALE", "1"))
SEED = int(os.environ.get("FOOTRACE_SEED", "7"))
# What does not fit in one megabyte, so that it races in groups.
GROUPED = ("--total-memory", 1, "--algo", "again=astar", "--algo", "jpsplus", "--algo", "runwave",
           "--algo", "contracted", "--algo", "once-more=jps")
SLOW = ("--algo", "bfs" if SANITIZED else "dijkstra")  # several times as long a race


def run(*arguments, **options):
    options.setdefault("check", False)
    return subprocess.run([FOOTRACE, *map(str, arguments)], capture_output=True, text=True, **options)


class Interrupted(unittest.TestCase):
    """All tests use one folder, each from the same files, so that a whole race, whose row tells its
    folder, is run once for all of them."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.clicks = cls.folder / "clicks.json"
        cls.clicks.write_text(json.dumps(CLICKS))
        for name, kind in (("a", "cave"), ("b", "random:cell=8,blocked=30")):
            run("generate", kind, "--size", "160x120", "-o", cls.folder / f"{name}.png", check=True)
        cls.begun_with = {file: file.read_bytes() for file in cls.folder.iterdir()}
        cls.raced_whole = {}

    def setUp(self):
        for entry in self.folder.iterdir():
            if entry.is_dir():
                shutil.rmtree(os.fsencode(entry))
            else:
                entry.unlink()
        for file, content in self.begun_with.items():
            file.write_bytes(content)

    def race(self, out, *more):
        """Without trials, whose counting of instructions takes most of such a race on a busy machine."""
        return ("run", "--map", self.folder / "a.png", "--map", self.folder / "b.png",
                "--map", "history-160x120", "--clicks", self.clicks, "--clicks", self.clicks,
                "--clicks", "auto:6", "--algo", "flood", "--algo", "astar", "--algo", "jps",
                "--algo", "visgraph", "--rounds", 2, "--frame", "64x64", "--skip", "trials",
                "--allow-debug", "-o", out, *more)

    def whole(self, *more):
        """The rows of a race that nothing disturbed, left in a file, and the seconds it took."""
        out = self.folder / f"whole{len(more)}.jsonl"
        if more not in self.raced_whole:
            begin = time.monotonic()
            done = run(*self.race(out, *more))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.raced_whole[more] = out.read_bytes(), time.monotonic() - begin
        content, span = self.raced_whole[more]
        out.write_bytes(content)
        return rows_of(out), span

    def finish(self, out, *more):
        done = run(*self.race(out, "--resume", *more))
        self.assertEqual(done.returncode, 0, done.stderr)
        checked = run("check", out)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        return rows_of(out)

    def strike(self, racing, victim):
        """Kills the race, a child of it as the out-of-memory killer does, or all; or stops them
        for a while and kills the race then."""
        children = children_of(racing.pid)
        stopped = {"stop": children[:1], "stop all": [racing.pid, *children]}.get(victim, ())
        signal_all(stopped, signal.SIGSTOP)
        time.sleep(0.3 if stopped else 0)
        signal_all(stopped, signal.SIGCONT)
        signal_all({"child": children[:1], "all": children}.get(victim, ()), signal.SIGKILL)
        if victim not in ("child", "stop"):
            racing.send_signal(signal.SIGKILL)

    def kill_and_finish(self, expected, span, most, known, *more, kills=KILLS):
        """Goes on until a quarter of the kills has cut a race short: a moment may come late."""
        chance = random.Random(SEED)
        turn = cut = 0
        while turn < kills or cut < kills / 4:
            turn += 1
            self.assertLess(turn, 10 * kills)
            out = self.folder / "cut.jsonl"
            out.unlink(missing_ok=True)
            for _ in range(chance.randrange(1, 3)):
                racing = subprocess.Popen([FOOTRACE, *map(str, self.race(out, "--resume", *more))],
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(span * chance.random())
                self.strike(racing, chance.choice(("parent", "child", "all", "stop", "stop all")))
                racing.wait()
            cut += not out.exists() or '"kind":"end"' not in out.read_text()
            rows = self.finish(out, *more)
            self.assertEqual(untimed(rows), expected, f"seed {SEED}, kill {turn}")
            check_paths(rows, most, known)

    def test_killed_at_random_moments(self):
        known = points_of(self.whole("--keep-paths")[0])
        rows, span = self.whole()
        check_paths(rows, 10, known)
        self.kill_and_finish(untimed(rows), span, 10, known)

    def test_killed_while_racing_in_groups(self):
        known = points_of(self.whole(*GROUPED, "--keep-paths")[0])
        rows, span = self.whole(*GROUPED)
        self.assertEqual({row["group"] for row in rows if row["kind"] == "prepare"}, {1, 2})
        check_paths(rows, 10, known)
        self.kill_and_finish(untimed(rows), span, 10, known, *GROUPED, kills=max(3, KILLS // 4))

    def test_killed_while_all_paths_are_kept(self):
        rows, span = self.whole("--keep-paths")
        known = points_of(rows)
        check_paths(rows, 10 ** 9, known)
        self.kill_and_finish(untimed(rows), span, 10 ** 9, known, "--keep-paths",
                             kills=KILLS // 2)

    def test_every_place_a_file_can_be_cut(self):
        rows, _ = self.whole()
        out = self.folder / "whole0.jsonl"
        text = out.read_bytes()
        chance = random.Random(SEED)
        for _ in range(KILLS):
            out.write_bytes(text[:chance.randrange(len(text))])
            done = run(*self.race(out, "--resume"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(untimed(rows_of(out)), untimed(rows))

    def test_signals_stop_cleanly(self):
        rows, _ = self.whole(*SLOW)
        for number in (signal.SIGINT, signal.SIGTERM):
            out = self.folder / f"stopped{number}.jsonl"
            racing = subprocess.Popen([FOOTRACE, *map(str, self.race(out, *SLOW))],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            self.wait_for_a_click(racing, out)
            racing.send_signal(number)
            _, err = racing.communicate()
            self.assertEqual((racing.returncode, err.count("\n")), (3, 1), err)
            self.assertIsNotNone(rows_of(out)[-1]["stopped"])
            self.assertEqual(untimed(self.finish(out, *SLOW)), untimed(rows))

    def wait_for_a_click(self, racing, out):
        while not (out.exists() and '"kind":"click"' in out.read_text()):
            self.assertIsNone(racing.poll())
            time.sleep(0.01)

    def test_a_full_disk_and_a_closed_pipe(self):
        done = run(*self.race("/dev/full"))
        self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1), done.stderr)
        self.assertIn("No space left", done.stderr)
        racing = subprocess.Popen([FOOTRACE, *map(str, self.race("-"))], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        racing.stdout.readline()
        racing.stdout.close()
        err = racing.stderr.read()
        racing.stderr.close()
        self.assertEqual((racing.wait(), err.count("\n")), (3, 1), err)

    def test_a_full_disk_can_go_on(self):
        rows, _ = self.whole()
        out = self.folder / "full.jsonl"
        limit = len((self.folder / "whole0.jsonl").read_bytes()) // 2 // 1024
        done = subprocess.run(["bash", "-c", f"trap '' XFSZ; ulimit -f {limit}; exec \"$@\"", "-",
                               FOOTRACE, *map(str, self.race(out))], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1), done.stderr)
        self.assertEqual(untimed(self.finish(out)), untimed(rows))

    def test_out_of_descriptors(self):
        out = self.folder / "few.jsonl"
        done = subprocess.run(["bash", "-c", "ulimit -n 9; exec \"$@\"", "-", FOOTRACE,
                               *map(str, self.race(out))], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1), done.stderr)
        rows, _ = self.whole()
        self.assertEqual(untimed(self.finish(out)), untimed(rows))

    def test_a_dry_run_estimates_and_writes_nothing(self):
        out = self.folder / "dry.jsonl"
        done = run(*self.race(out, "--dry-run"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse(out.exists())
        self.assertRegex(done.stdout, r"3 maps, 4 racers, \d+ queries in a pass: about \d")
        self.assertIn("history-160x120", done.stdout)

    def test_pinned(self):
        out = self.folder / "pinned.jsonl"
        done = run("run", "--map", "history-160x120", "--clicks", "auto:6", "--algo", "astar",
                   "--pin", 0, "--frame", "0x0", "--allow-debug", "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = rows_of(out)
        self.assertEqual(rows[0]["pinned"], 0)
        for wrong in ("9999", "-1", "first"):
            done = run(*self.race(out, "--force", "--pin", wrong))
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn(f"core {wrong} is not available; expected 0 to ", done.stderr)

    def test_calls_beside_the_played_ones_can_be_left_out(self):
        out = self.folder / "played.jsonl"
        race = ("run", "--map", "history-160x120", "--clicks", "auto:30", "--algo", "astar",
                "--rounds", 1, "--frame", "0x0", "--allow-debug", "--quiet", "--force", "-o", out)
        beside = {"steady": lambda row: row["ns_steady"], "phases": lambda row: row["expanded"],
                  "trials": lambda row: row["remembers"]}
        for skipped in ((), *((each,) for each in beside), tuple(beside)):
            done = run(*race, *(word for each in skipped for word in ("--skip", each)))
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = [row for row in rows_of(out) if row["kind"] == "click"
                    and row["class"] == "detour" and row["ns_played"] is not None]
            self.assertTrue(rows)
            for each, told in beside.items():
                self.assertEqual({told(row) is None for row in rows}, {each in skipped},
                                 (skipped, each))
            done = run("check", out)
            self.assertEqual(done.returncode, 0, done.stdout)
        done = run(*race, "--skip", "cold")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("--skip: 'cold' found, expected steady, phases or trials", done.stderr)

    def test_races_at_once_keep_to_cores_of_their_own(self):
        slow = self.folder / "slow.jsonl"
        again = [200 if word == 2 else word for word in self.race(slow)]
        first = subprocess.Popen([FOOTRACE, *map(str, again)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        while not (slow.exists() and slow.read_text().count("\n") > 1):
            self.assertIsNone(first.poll())
            time.sleep(0.01)
        out = self.folder / "second.jsonl"
        allowed = sorted(os.sched_getaffinity(0))
        self.assertEqual(run(*self.race(out)).returncode, 0)
        self.assertIsNone(first.poll(), "the slow race is over already")
        cores = [rows_of(file)[0]["pinned"] for file in (slow, out)]
        self.assertIn(cores[0], [*allowed, None])
        if cores != [None, None]: # races of other tests may hold all cores
            self.assertNotEqual(*cores)
        if len(allowed) == 1:
            self.assertIsNone(cores[1])

    def test_no_core_of_its_own(self):
        out = self.folder / "free.jsonl"
        self.assertEqual(run(*self.race(out, "--pin", "none")).returncode, 0)
        self.assertIsNone(rows_of(out)[0]["pinned"])

    def test_quiet(self):
        done = run(*self.race(self.folder / "quiet.jsonl", "--quiet"))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_complaints(self):
        rows, _ = self.whole()
        out = self.folder / "whole0.jsonl"
        done = run(*self.race(out, "--resume"))
        self.assertEqual((done.returncode, done.stdout), (0, f"{out}: the race is complete\n"))
        other = self.race(out, "--resume", "--seed", 2)
        cases = [(other, "holds another race"), (self.race("-", "--resume"), "-o - found, expected -o FILE")]
        for arguments, words in cases:
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn(words, done.stderr)
        cut = out.read_text().splitlines(keepends=True)
        out.write_text("".join(cut[:12]))
        run("generate", "cave", "--size", "160x120", "--seed", 9, "-o", self.folder / "a.png")
        done = run(*self.race(out, "--resume"))
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("has changed", done.stderr)
        self.assertEqual(out.read_text(), "".join(cut[:12]))

    def assert_refused(self, arguments, words, out):
        """One line, exit 2, and not a byte of out has changed."""
        before = out.read_bytes()
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual(out.read_bytes(), before)

    def test_what_is_no_result_is_left_alone(self):
        out = self.folder / "notes.txt"
        for held in (b"no result, no end of a line", b"\x89PNG\r", b"{", b'{"kind":"runner"',
                     b"a line\n", b"\n", b"\0" * 100):
            out.write_bytes(held)
            if held != b"{":
                self.assert_refused(self.race(out, "--resume"), "expected", out)
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        done = run(*self.race(fifo, "--resume"), timeout=60)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("not a regular file", done.stderr)

    def test_a_first_row_that_was_torn(self):
        rows, _ = self.whole()
        out = self.folder / "torn.jsonl"
        for length in (1, 20, 70):
            out.write_bytes((self.folder / "whole0.jsonl").read_bytes()[:length])
            self.assertEqual(untimed(self.finish(out)), untimed(rows))

    def cut_short(self, *more):
        """A race that was cut after its first clicks, and how to go on with it."""
        self.whole(*more)
        out = self.folder / f"whole{len(more)}.jsonl"
        lines = out.read_text().splitlines(keepends=True)
        first = next(i for i, line in enumerate(lines) if '"kind":"click"' in line)
        out.write_text("".join(lines[:first + 2]))
        return out, self.race(out, *more, "--resume")

    def test_trials_continue_with_their_seed(self):
        out = self.folder / "trials.jsonl"
        race = ("run", "--map", "history-160x120", "--clicks", "auto:6", "--algo", "astar", "--rounds", 1,
                "--frame", "64x64", "--allow-debug", "--quiet", "-o", out)
        self.assertEqual(run(*race).returncode, 0)
        lines = out.read_text().splitlines(keepends=True)
        first = next(i for i, line in enumerate(lines) if '"kind":"click"' in line)
        out.write_text("".join(lines[:first + 1]))
        done = run(*race, "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = rows_of(out)
        self.assertEqual({row["trial_seed"] for row in rows if row["kind"] == "run"},
                         {json.loads(lines[0])["trial_seed"]})

    def test_another_event_is_another_race(self):
        out, race = self.cut_short()
        for event in ({"block": [30, 30, 40, 41]}, {"unblock": [30, 30, 40, 40]}):
            clicks = json.loads(json.dumps(CLICKS))
            self.assertIn("block", clicks["clicks"][2])
            clicks["clicks"][2] = event
            self.clicks.write_text(json.dumps(clicks))
            self.assert_refused(race, "has changed", out)
        self.clicks.write_text(json.dumps(CLICKS))
        self.assertEqual(run(*race).returncode, 0)

    def test_another_machine_is_another_race(self):
        out, race = self.cut_short()
        text = out.read_text()
        run_row = json.loads(text.splitlines()[0])
        for key in ("cpu", "machine", "kernel", "compiler", "flags", "version", "revision"):
            other = dict(run_row, **{key: "another"})
            out.write_text(json.dumps(other, separators=(",", ":")) + text[text.index("\n"):])
            self.assert_refused(race, f"{key} '", out)
        other = dict(run_row, cores=run_row["cores"] + 1)
        out.write_text(json.dumps(other, separators=(",", ":")) + text[text.index("\n"):])
        self.assert_refused(race, "cores found, expected", out)

    def test_another_plugin_of_the_same_name_is_another_race(self):
        plugin = self.folder / "some.so"
        plugin.write_bytes(PLUGIN.read_bytes())
        out, race = self.cut_short("--plugin", plugin, "--algo", "hostile:at=release")
        plugin.write_bytes(PLUGIN.read_bytes() + b"another build")
        self.assert_refused(race, "has changed", out)
        plugin.write_bytes(PLUGIN.read_bytes())
        done = run(*race)
        self.assertIn(done.returncode, (0, 1), done.stderr)

    def test_names_are_told_apart_whole(self):
        """Two maps and click sets whose names differ at the end of a long path, or in bytes that are
        no UTF-8, are two: cut short, each goes on as its own."""
        deep = self.folder / "/".join(["deep" * 50] * 6)
        deep.mkdir(parents=True)
        room, clicks = (self.folder / "a.png").read_bytes(), self.clicks.read_bytes()
        folders = [os.fsencode(deep / name) for name in ("one", "two")]
        folders += [os.fsencode(self.folder) + b"/" + name for name in (b"\xff", b"\xfe")]
        words = []
        for folder in folders:
            os.mkdir(folder)
            for name, held in ((b"room.png", room), (b"\xfd.json", clicks)):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(held)
            words += [b"--map", folder + b"/room.png", b"--clicks", folder + b"/\xfd.json"]
        out = self.folder / "names.jsonl"
        race = [os.fsencode(FOOTRACE), b"run", *words, b"--algo", b"astar", b"--rounds", b"1",
                b"--frame", b"64x64", b"--optimum", b"0", b"--quiet", b"--allow-debug", b"-o",
                os.fsencode(out)]
        done = subprocess.run(race, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        checked = run("check", out)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        whole = rows_of(out)
        self.assertEqual(len({row["map"] for row in whole if row["kind"] == "map"}), 4)
        text = out.read_bytes()
        out.write_bytes(text[:len(text) * 2 // 3])
        done = subprocess.run([*race, b"--resume"], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(untimed(rows_of(out)), untimed(whole))

    def test_numbers_that_no_race_writes(self):
        """A result file may hold any number: none is taken for what it is not."""
        out, race = self.cut_short()
        lines = out.read_text().splitlines()
        for kind, key in (("run", "total_memory_mb"), ("run", "cores"), ("run", "rounds"),
                          ("run", "shard"), ("prepare", "group"), ("prepare", "round"),
                          ("prepare", "peak_bytes"), ("click", "click")):
            at = next(i for i, line in enumerate(lines) if f'"kind":"{kind}"' in line)
            for number in ("1e300", "-1", "1e999"):
                row = json.dumps(dict(json.loads(lines[at]), **{key: "HERE"}),
                                 separators=(",", ":")).replace('"HERE"', number)
                out.write_text("\n".join((*lines[:at], row, *lines[at + 1:])) + "\n")
                self.assert_refused(race, f"{key}: ", out)
            for command in ("check",), ("merge", "-o", "-"):
                self.assertIn(run(*command, out).returncode, (1, 2), f"{command} {key}")


if __name__ == "__main__":
    unittest.main()
