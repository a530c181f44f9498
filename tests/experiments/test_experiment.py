"""Experiments as data: each file is whole, names back ends and maps that exist, and a planted one is raced;
a mistake is one line that names the file, the key and what was expected.

usage: test_experiment.py FOOTRACE SOURCE"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

FOOTRACE, SOURCE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
sys.path.insert(0, str(SOURCE / "experiments"))
import experiment  # noqa: E402  (the path is an argument)

PLANTED = """
title = "two rooms"
minutes = 1

[generate]
rocks = {map = "random:blocked=20,cell=8", size = "96x64"}

[clicks]
across = [[0, 0, 95, 63], [95, 63, 0, 0]]

[defaults]
report = false
flags = {rounds = 1, passes = 2, optimum = 0}

[[race]]
name = "sampled"
maps = ["rocks", "history-160x120"]
clicks = ["auto:9:blocked"]
algo = ["jps", "grid=astar:open=heap"]
flags = {passes = 1, skip = ["steady", "phases"]}

[[race]]
name = "typed"
maps = ["rocks"]
clicks = ["across"]
algo = ["bfs"]
"""
MISTAKES = (
    ("minutes = 1", "", "planted.toml.minutes: not found"),
    ("minutes = 1", 'minutes = "1"', "planted.toml.minutes: '1' found, expected int"),
    ("minutes = 1", "minutes = true", "expected int"),
    ("report = false", "reports = false", "planted.toml.defaults.reports: unknown key; expected one of name"),
    ('algo = ["bfs"]', 'algo = "bfs"', "planted.toml.race.2.algo: 'bfs' found, expected list"),
    ('algo = ["bfs"]', "", "planted.toml.race.2: no name or no algo found, expected both"),
    ('size = "96x64"', "size = 96", "planted.toml.generate.rocks.size: 96 found, expected str"),
    ("[[0, 0, 95, 63]", '["0"', "planted.toml.clicks.across.1: '0' found, expected list"),
    ('title = "two rooms"', "title = two", "planted.toml: "),
)


class Runner(unittest.TestCase):
    """A folder with the experiments' programs, and a command that races in any build."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "experiments/races").mkdir(parents=True)
        for path in (SOURCE / "experiments").glob("*.py"):
            (self.folder / "experiments" / path.name).write_bytes(path.read_bytes())
        # A build with asserts is not fit for timing, and is raced all the same.
        self.command = self.folder / "footrace"
        self.command.write_text(f'#!/bin/sh\n[ "$1" != run ] || {{ shift; set -- run --allow-debug "$@"; }}\n'
                                f"exec '{FOOTRACE}' \"$@\"\n")
        self.command.chmod(0o755)


class Experiments(Runner):
    def setUp(self):
        super().setUp()
        self.planted = self.folder / "experiments/races/planted.toml"
        self.planted.write_text(PLANTED)

    def experiment(self, *words):
        return subprocess.run([sys.executable, self.folder / "experiments/experiment.py", self.command, *words],
                              capture_output=True, text=True, check=False)

    def rows(self, race, kind):
        with (self.folder / f"build/planted/{race}.jsonl").open() as lines:
            return [row for row in map(json.loads, lines) if row["kind"] == kind]

    def test_files_are_whole(self):
        files = sorted((SOURCE / "experiments/races").glob("*.toml"))
        self.assertGreaterEqual(len(files), 8)
        lists = set()
        for path in files:
            told = experiment.read(path)
            for race in told["race"]:
                lists.add(tuple(race["algo"]))
                self.assertTrue(race["maps"], path)
                self.assertIn(len(race["clicks"]), (1, len(race["maps"])), path)
                self.assertEqual(len({each["name"] for each in told["race"]}), len(told["race"]), path)
                names = {name.split(":")[0] for name in race["maps"]} - set(told.get("generate", {}))
                for name in names:
                    self.assertTrue(list((SOURCE / "maps/bundled").glob(f"{name}.*"))
                                    or name.startswith(("movingai/", "rooms/")), f"{path}: {name}")
        for names in lists:
            done = subprocess.run([FOOTRACE, "run", "--map", "history-160x120", "--clicks", "auto:1", "--shard",
                                   "2/2", "--dry-run", "--allow-debug", "--skip", "trials",
                                   *(word for each in names for word in ("--algo", each))],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_candidates_are_in_what_is_shown(self):
        """The demo and the reference race every candidate but the oracle, whatever its name."""
        known = json.loads(subprocess.run([FOOTRACE, "list", "algorithms", "--json"], capture_output=True,
                                          text=True, check=True).stdout)["algorithms"]
        for name, part in (("demo", "results"), ("reference", "every-office")):
            races = experiment.read(SOURCE / f"experiments/races/{name}.toml")["race"]
            race = next(each for each in races if each["name"] == part)
            result = self.folder / "raced.jsonl"
            subprocess.run([FOOTRACE, "run", "--map", "history-160x120", "--clicks", "auto:1", "--rounds", "1",
                            "--passes", "1", "--allow-debug", "--quiet", "--skip", "trials", "--force", "-o", result,
                            *(word for each in race["algo"] for word in ("--algo", each))], check=True)
            with result.open() as lines:
                raced = {row["algo"] for row in map(json.loads, lines) if row["kind"] == "click"}
            wanted = {each["name"] for each in known if each["candidate"]}
            self.assertGreater(len(wanted), 10)
            self.assertLessEqual(wanted, raced)

    def test_only_a_clean_build_ships(self):
        """Nothing is raced by a build of another state of the tree, or of none."""
        for version in ("0.1.0 (a4e3e534486e-dirty)", "0.1.0"):
            self.command.write_text(f"#!/bin/sh\necho 'footrace {version}'\n")
            done = self.experiment("planted", "--ship")
            self.assertEqual((done.returncode, done.stdout), (2, ""), version)
            self.assertIn(f"--ship: footrace {version} found, expected a build of a committed revision", done.stderr)
        self.command.write_text("#!/bin/sh\n[ $1 = --version ] && echo 'footrace 0.1.0 (a4e3e534486e)' && exit; exit 7\n")
        done = self.experiment("planted", "--ship")
        self.assertIn("footrace generate: exit status 7", done.stderr)

    def test_planted_one_is_raced(self):
        done = self.experiment("planted")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run, = self.rows("sampled", "run")
        self.assertEqual((run["rounds"], run["passes"]), (1, 1))
        self.assertEqual([row["algo"] for row in self.rows("sampled", "click")].count("grid"), 18)
        self.assertEqual([row["map"] for row in self.rows("sampled", "map")],
                         ["rocks", "history-160x120"])
        self.assertEqual(len(self.rows("typed", "click")), 2)
        self.assertEqual(self.rows("typed", "run")[0]["passes"], 2)

    def test_less_of_it(self):
        done = self.experiment("planted", "--quick", "--only", "sampled")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.rows("sampled", "click")), 2 * 2 * 3)
        self.assertFalse((self.folder / "build/planted/typed.jsonl").exists())

    def test_dry_run_races_nothing(self):
        done = self.experiment("planted", "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "2 maps, 2 racers, 36 queries in a pass: ")
        self.assertFalse(list(self.folder.glob("build/planted/*.jsonl")))

    def test_goes_on_where_it_stopped(self):
        self.assertEqual(self.experiment("planted", "--only", "sampled").returncode, 0)
        result = self.folder / "build/planted/sampled.jsonl"
        whole = self.rows("sampled", "click")
        lines = result.read_text().splitlines(keepends=True)
        result.write_text("".join(lines[:-9]))
        done = self.experiment("planted", "--only", "sampled", "--resume")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answers = [[(row["map"], row["algo"], row["click"], row["outcome"], row["length"]) for row in rows]
                   for rows in (whole, self.rows("sampled", "click"))]
        self.assertEqual(*map(sorted, answers))

    def test_mistakes(self):
        for found, planted, words in MISTAKES:
            self.assertIn(found, PLANTED)
            self.planted.write_text(PLANTED.replace(found, planted))
            done = self.experiment("planted")
            self.assertEqual(done.returncode, 2, planted)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(words, done.stderr)

    def test_names(self):
        for words in ((), ("nonesuch",), ("planted", "--quick", "--ship")):
            self.assertEqual(self.experiment(*words).returncode, 2, words)
        self.assertIn("two rooms", self.experiment().stderr)


if __name__ == "__main__":
    unittest.main()
