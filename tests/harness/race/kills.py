"""Races that are struck at random moments and resumed: no row is lost, doubled, false or of another
race. A strike kills the race, a racer of it or all; or stops a racer or all for longer than a call may
take; or has the out-of-memory killer of a cgroup take a racer or the race. A third of the
strikes at least stop, or run out of memory.

usage: kills.py FOOTRACE [--kills N] [--seed N]
"""
import argparse
import contextlib
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

sys.dont_write_bytecode = True

from races import (CLICKS, check_paths, children_of, points_of, rows_of, signal_all,  # noqa: E402
                   untimed)

PATHS = 10  # that a race keeps of a racer
TIMEOUT = 1  # seconds a call
STOPPED = 1.5  # seconds
PATIENCE = 300  # seconds that a whole race, or a strike, may take on a machine that is busy
LIMIT = 400 << 20  # bytes of the cgroup
GROUPS = pathlib.Path("/sys/fs/cgroup/memory")
STRIKES = {"killed": ("parent", "child", "all"), "stopped": ("a racer", "all at once"),
           "out of memory": ("racer taken", "race taken")}

# Takes memory of a group, a mebibyte at a time, until its killer has killed; it is taken last itself.
HOG = """
import os, pathlib, sys
group = pathlib.Path(sys.argv[1])
def kills():
    held = (group / "memory.oom_control").read_text().split()
    return int(held[held.index("oom_kill") + 1])
(group / "cgroup.procs").write_text(str(os.getpid()))
pathlib.Path("/proc/self/oom_score_adj").write_text("-990")
before, held = kills(), []
while kills() == before:
    held.append(b"1" * (1 << 20))
"""


def require(holds, what):
    if not holds:
        raise AssertionError(what)


def group_of_memory():
    """A cgroup with a limit, whose kills can be counted; None where none can be made."""
    group = GROUPS / f"footrace-kills-{os.getpid()}"
    try:
        if "oom_kill " not in (GROUPS / "memory.oom_control").read_text():
            return None
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(LIMIT))
    except OSError:
        return None
    return group


def remove(group):
    """The last ones in it may take a moment to die."""
    for _ in range(1000):
        with contextlib.suppress(OSError):
            return group.rmdir()
        time.sleep(0.02)


class Kills:
    def __init__(self, footrace, folder, group, chance):
        self.footrace, self.folder, self.group, self.chance = footrace, folder, group, chance
        self.out = folder / "struck.jsonl"
        self.struck = dict.fromkeys(STRIKES, 0)
        self.resumed = self.refused = self.left = 0
        clicks = folder / "clicks.json"
        clicks.write_text(json.dumps(CLICKS))
        for name, kind in (("a", "cave"), ("b", "random:cell=8,blocked=30")):
            self.run("generate", kind, "--size", "160x120", "-o", folder / f"{name}.png")
        self.races = [self.known(seed, clicks) for seed in (1, 2)]

    def run(self, *words, code=0):
        done = subprocess.run([self.footrace, *map(str, words)], capture_output=True, text=True,
                              check=False, timeout=PATIENCE)
        require(done.returncode == code, f"exit {done.returncode}: {done.stderr}")
        return done

    def known(self, seed, clicks):
        """The words of a race, its rows where nothing disturbs it, all its paths and its seconds."""
        words = ["run", "--map", self.folder / "a.png", "--map", self.folder / "b.png", "--clicks",
                 clicks, "--clicks", "auto:6", "--algo", "flood", "--algo", "astar", "--algo",
                 "visgraph", "--rounds", 2, "--frame", "64x64", "--timeout", TIMEOUT, "--seed", seed,
                 "--allow-debug", "--quiet", "--force", "-o"]
        whole = self.folder / "whole.jsonl"
        self.run(*words, whole, "--keep-paths")
        paths = points_of(rows_of(whole))
        begin = time.monotonic()
        self.run(*words, self.out)
        span = time.monotonic() - begin
        expected = untimed(rows_of(self.out))
        self.out.unlink()
        words.remove("--force")
        return [*words, self.out], expected, paths, span

    def take_memory(self, racing, victim):
        """Has the killer take a racer, which is the likelier by itself, or the race."""
        if victim == "race taken":
            with contextlib.suppress(OSError):
                pathlib.Path(f"/proc/{racing.pid}/oom_score_adj").write_text("1000")
        subprocess.run([sys.executable, "-c", HOG, str(self.group)], check=False, timeout=PATIENCE,
                       stderr=subprocess.DEVNULL)

    def strike(self, racing, kind, victim):
        """False where the race was over before, or had no racer to be struck."""
        children = children_of(racing.pid)
        if not children or racing.poll() is not None:
            return False
        one = [self.chance.choice(children)]
        if kind == "out of memory":
            self.take_memory(racing, victim)
        elif kind == "stopped":
            stopped = one if victim == "a racer" else [racing.pid, *children]
            signal_all(stopped, signal.SIGSTOP)
            time.sleep(STOPPED)
            signal_all(stopped, signal.SIGCONT)
        else:
            signal_all({"child": one, "all": [*children, racing.pid]}.get(victim, [racing.pid]),
                       signal.SIGKILL)
        return True

    def kinds(self):
        """More of what there are fewer of."""
        left = {kind: count for kind, count in self.struck.items()
                if self.group or kind != "out of memory"}
        fewest = min(left.values())
        return [kind for kind, count in left.items() if count <= fewest + 5]

    def race_and_strike(self, words, span):
        kind = self.chance.choice(self.kinds())
        enter = ["bash", "-c", 'echo $$ >"$0/cgroup.procs"; exec "$@"', str(self.group)]
        racing = subprocess.Popen([*(enter if kind == "out of memory" else ()), self.footrace,
                                   *map(str, words), "--resume"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            time.sleep(span * self.chance.random())
            if self.strike(racing, kind, self.chance.choice(STRIKES[kind])):
                self.struck[kind] += 1
            if self.chance.random() < 0.5:
                racing.kill()  # a race that goes on is not always let
            _, told = racing.communicate(timeout=PATIENCE)
        finally:
            racing.kill()
            racing.wait()
        require(racing.returncode in (0, -signal.SIGKILL), f"exit {racing.returncode}: {told}")

    def unfinished(self):
        return not self.out.exists() or '"kind":"end"' not in self.out.read_text()

    def finish(self, words, expected, paths):
        """What is there by now is gone on with, and is in the end what it would have been."""
        self.resumed += self.unfinished()
        self.run(*words, "--resume")
        self.run("check", self.out)
        rows = rows_of(self.out)
        require(untimed(rows) == expected, "rows differ")
        check_paths(rows, PATHS, paths)

    def interfere(self, race):
        """Another race may not go on with this one's file, nor take over what its journal holds."""
        other = self.races[1 - race][0]
        if self.out.exists() and self.out.read_bytes().count(b"\n") > 0:
            before = self.out.read_bytes()
            self.run(*other, "--resume", code=2)
            require(self.out.read_bytes() == before, "another race changed the file")
            self.refused += 1
        if self.chance.random() < 0.3:
            self.out.unlink(missing_ok=True)
            self.left += pathlib.Path(f"{self.out}.samples").exists()
            return 1 - race
        return race

    def go(self, kills):
        race = 0
        while sum(self.struck.values()) < kills:
            before = sum(self.struck.values()) // 10
            words, expected, paths, span = self.races[race]
            for _ in range(self.chance.randrange(1, 5)):
                self.race_and_strike(words, span)
                if not self.unfinished():
                    break
                race = self.interfere(race)
                words, expected, paths, span = self.races[race]
            self.finish(words, expected, paths)
            self.out.unlink()
            if sum(self.struck.values()) // 10 > before:
                print(self.told(kills), flush=True)
            race = self.chance.randrange(2)

    def told(self, kills):
        return (f"{sum(self.struck.values()):4} of {kills} strikes: "
                f"{', '.join(f'{count} {kind}' for kind, count in self.struck.items())}; "
                f"{self.resumed} resumed, {self.refused} times another race was refused, "
                f"{self.left} journals of another race left alone")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("footrace")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("FOOTRACE_SEED", "7")))
    options = parser.parse_args()
    group = group_of_memory()
    if not group:
        print("skipped: out of memory, as no cgroup of memory can be made")
    with tempfile.TemporaryDirectory() as folder:
        kills = Kills(options.footrace, pathlib.Path(folder), group, random.Random(options.seed))
        try:
            kills.go(options.kills)
        except BaseException:
            kept = pathlib.Path(tempfile.mkdtemp(prefix="footrace-kills-"))
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            print(f"{kills.told(options.kills)}\nseed {options.seed}; the files: {kept}", flush=True)
            raise
        finally:
            if group:
                remove(group)
    print("no row lost, doubled, false or of another race")
    return 0


if __name__ == "__main__":
    sys.exit(main())
