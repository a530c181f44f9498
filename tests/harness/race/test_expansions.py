"""What searches expanded: told for the kept paths of a race, in order, thinned where there is much."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOOTRACE = sys.argv.pop(1)
ROOM = ["." * 90] * 30 + [".." + "#" * 80 + "." * 8] * 4 + ["." * 90] * 30
MOST = 1000


class Expansions(unittest.TestCase):
    def race(self, *flags):
        """Paths, and clicks by racer and number."""
        with tempfile.TemporaryDirectory() as folder:
            mask, rows = pathlib.Path(folder, "room.txt"), pathlib.Path(folder, "race.jsonl")
            mask.write_text("\n".join(ROOM) + "\n")
            done = subprocess.run(
                [FOOTRACE, "run", "--allow-debug", "--quiet", "--map", mask, "--clicks", "auto:12:blocked",
                 "--frame", "0x0", "--rounds", "1", "--passes", "1", "--algo", "bfs", "--algo", "astar",
                 "--algo", "walkbox", *flags, "-o", rows],
                capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            told = [json.loads(line) for line in rows.read_text().splitlines()]
            self.assertEqual(subprocess.run([FOOTRACE, "check", rows], check=False,
                                            capture_output=True).returncode, 0)
        return ([row for row in told if row["kind"] == "path"],
                {(row["algo"], row["click"]): row for row in told if row["kind"] == "click"})

    def test_they_are_those_of_the_search(self):
        paths, clicks = self.race()
        thinned = 0
        for path in (path for path in paths if path["algo"] in ("bfs", "astar")):
            row, halves = clicks[path["algo"], path["click"]], path["expansions"]
            points = list(zip(halves[::2], halves[1::2]))
            self.assertEqual(points[0], tuple(2 * value + 1 for value in row["start"]))
            for x, y in points:
                self.assertEqual(ROOM[y // 2][x // 2], ".")
            every = 1
            while -(-row["expanded"] // every) > MOST:
                every *= 2
            self.assertEqual(len(points), -(-row["expanded"] // every))
            thinned += every > 1
        self.assertGreater(thinned, 0)

    def test_there_are_none_of_who_does_not_search(self):
        paths, _ = self.race()
        mine = [path for path in paths if path["algo"] == "walkbox"]
        self.assertTrue(mine and all(path["expansions"] is None for path in mine))

    def test_the_same_race_tells_the_same(self):
        one, other = (self.race()[0] for _ in range(2))
        order = {(path["algo"], path["click"]): path for path in one}
        for path in other:
            self.assertEqual(path, order.get((path["algo"], path["click"]), path))

    def test_all_paths_come_without(self):
        paths, _ = self.race("--keep-paths")
        self.assertTrue(paths and all(path["expansions"] is None for path in paths))


if __name__ == "__main__":
    unittest.main()
