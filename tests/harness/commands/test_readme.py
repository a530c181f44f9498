"""README.md names commands, options, words and counts as they are: test_readme.py FOOTRACE TREE"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

FOOTRACE, TREE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
TEXT = (TREE / "README.md").read_text(encoding="utf-8")
FOREIGN = {"--help"}


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def footrace(*words):
    return output(FOOTRACE, *words)


def commands():
    """What is typed after footrace, each with its options, lines that go on joined."""
    for typed in re.findall(r"^ +\S*/footrace ((?:.*\\\n)*.*)$", TEXT, re.MULTILINE):
        yield re.findall(r"(?<!\S)--?[a-z]+|^\w+", typed)
    for typed in re.findall(r"`(?:footrace )?((?:run|report|answer|recommend) --?[^`]+|answer|report [^`]+)`", TEXT):
        yield re.findall(r"(?<!\S)--?[a-z]+|^\w+", typed)


class Readme(unittest.TestCase):
    def test_commands_and_options(self):
        typed = list(commands())
        self.assertGreater(len(typed), 6)
        for command, *options in typed:
            told = footrace("help", command)
            for option in options:
                self.assertRegex(told, rf"(?m)^ +(?:-\w, )?{option}\b", f"footrace {command} has no {option}")

    def test_words_of_run(self):
        told = output("bash", str(TREE / "run"), "help")
        listed = re.search(r"`\./run` alone lists the rest: (.*?)\n\n", TEXT, re.DOTALL)[1]
        words = set(re.findall(r"`(\w+)`", listed)) | set(re.findall(r"\./run (\w+)", TEXT))
        self.assertGreater(len(words), 9)
        for word in words:
            self.assertRegex(told, rf"(?m)^  {word}\b", f"./run has no {word}")

    def test_recommend(self):
        told = " ".join(footrace("help", "recommend").split())
        seconds = re.search(r"in (\d+) seconds it says which back end to ship", TEXT)[1]
        self.assertRegex(told, rf"--budget S [^(]*\({seconds}s\)")
        usual, *others = re.search(r"`--prefer (\w+)`, unless you say `(\w+)`, `(\w+)`, `(\w+)`, `(\w+)`",
                                   TEXT).groups()
        self.assertRegex(told, rf"--prefer [^(]*\({usual}\)")
        for other in others:
            self.assertRegex(told, rf"\b{other}\b")

    def test_counts(self):
        found = re.search(r"(\d+) bundled maps, (\d+) generators, (\d+) kinds of clicks", TEXT)
        kinds = footrace("help", "clicks").partition("\nKinds:\n")[2]
        self.assertEqual([int(count) for count in found.groups()],
                         [len(json.loads(footrace("list", "maps", "--json"))["maps"]),
                          len(json.loads(footrace("list", "generators", "--json"))["generators"]),
                          len(re.findall(r"(?m)^  (?!default|all)[a-z]", kinds))])

    def test_back_ends(self):
        known = {each["name"] for each in json.loads(footrace("list", "algorithms", "--json"))["algorithms"]}
        for name in re.findall(r"--algo ([\w-]+)", TEXT):
            self.assertIn(name, known | {"all"})

    def test_length(self):
        self.assertLessEqual(TEXT.count("\n"), 120)


if __name__ == "__main__":
    unittest.main()
