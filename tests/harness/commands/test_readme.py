"""README.md names commands, options, words, counts, files and pictures as they are: test_readme.py FOOTRACE TREE

Figures of races are held by tests/reports/page/test_ranking_text.py, claims by tests/reports/claims/test_documents.py."""
import gzip
import json
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import unittest

from PIL import Image

FOOTRACE, TREE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
TEXT = (TREE / "README.md").read_text(encoding="utf-8")
RUN = (TREE / "run").read_text(encoding="utf-8")
DRAWN = (TREE / "experiments/reference.sh").read_text(encoding="utf-8")
FLOOR = 1080  # of the picture, what is above its legend


def body(word):
    """Of a function of ./run."""
    return re.search(rf"^{word}\(\) \{{\n(.*?)^\}}", RUN, re.MULTILINE | re.DOTALL)[1]


def anchors(page):
    """Of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


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
        self.assertEqual(len(typed), 4)
        for command, *options in typed:
            told = footrace("help", command)
            for option in options:
                self.assertRegex(told, rf"(?m)^ +(?:-\w, )?{option}\b", f"footrace {command} has no {option}")

    def test_words_of_run(self):
        listed = output("bash", str(TREE / "run"), "help")
        words = set(re.findall(r"\./run (\w+)", TEXT))
        self.assertEqual(words, {"build", "claims", "demo", "report", "test"})
        for word in words:
            self.assertRegex(listed, rf"(?m)^  {word}\b", f"./run has no {word}")
        self.assertEqual(len(re.findall(r"(?m)^  \w+\b", listed)), 9)
        self.assertEqual(output("bash", str(TREE / "run")), listed)

    def test_packages_of_debian(self):
        """docs/install.md and the Dockerfile install what ./run installs."""
        page = (TREE / "docs/install.md").read_text(encoding="utf-8")
        debian = re.search(r"### Debian.*?(?=\n###)", page, re.DOTALL)[0]
        lists = [sorted(re.search(rf"^{name}=\((.*?)\)", RUN, re.MULTILINE | re.DOTALL)[1].split())
                 for name in ("to_build", "to_draw", "to_test")]
        self.assertEqual([sorted(line.split()) for line in re.findall(r"apt-get install (.*)", debian)], lists)
        image = (TREE / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
        installed = re.search(r"--no-install-recommends (.*?) &&", image)[1].split()
        self.assertEqual(sorted(installed), sorted(lists[0] + lists[1]))

    def test_gates_and_experiments(self):
        """Documents name what is listed where the name is missing, which is a bad usage, and nothing else."""
        pages = [TREE / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", ".ci/run")]
        text = "".join(page.read_text(encoding="utf-8") for page in [*pages, *(TREE / "docs").glob("*.md")])
        for word, some in (("gate", {"long", "strict", "portable", "counts"}), ("experiment", {"trust", "growth"})):
            done = subprocess.run(["bash", TREE / "run", word], capture_output=True, text=True, check=False)
            listed = set(re.findall(r"(?m)^  (\w+)\b", done.stderr))
            named = set(re.findall(rf"\./run {word} ([a-z]+)", text))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertLessEqual(some, named)
            self.assertEqual(named, listed)
        gates = set(re.findall(r"^gate_(\w+)\(\)", RUN, re.MULTILINE))
        known = subprocess.run(["bash", TREE / "run", "gate", "nonesuch"], capture_output=True,
                               text=True, check=False).stderr
        self.assertEqual(gates, set(re.findall(r"(?m)^  (\w+)\b", known)))

    def test_what_the_tests_are(self):
        self.assertIn("./run test    # the tests; those of the library also under sanitizers", TEXT)
        self.assertIn("check checked", body("tests"))
        self.assertIn("build dev library_tests\n    check dev -L library", body("tests"))
        presets = json.loads((TREE / "CMakePresets.json").read_text())["configurePresets"]
        self.assertEqual([each["cacheVariables"]["FOOTRACE_SANITIZE"] for each in presets if each["name"] == "dev"],
                         ["ON"])

    def test_recommend(self):
        told = " ".join(footrace("help", "recommend").split())
        seconds = re.search(r"races for up to (\d+) seconds on your room", TEXT)[1]
        self.assertRegex(told, rf"--budget S [^(]*\({seconds}s\)")

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

    def test_what_one_must_carry_is_listed(self):
        known = json.loads(footrace("list", "algorithms", "--json"))["algorithms"]
        listed = " ".join(footrace("list", "algorithms").split())
        self.assertEqual(listed.count("; object code: "), sum(each["object_bytes"] is not None for each in known))

    def test_the_picture_is_of_the_paths_that_it_names(self):
        told = re.search(r"!\[One click, four paths: (.*)\]\((results/reference/paths.png)\)", TEXT)
        typed = re.search(r'"\$footrace" (path .*?) --png "\$shown/paths.png"', DRAWN, re.DOTALL)[1]
        words = shlex.split(typed.replace("\\\n", ""))
        known = {each["name"]: each for each in json.loads(footrace("list", "algorithms", "--json"))["algorithms"]}
        drawn = [known[words[place + 1]] for place, word in enumerate(words) if word == "--algo"]
        names = told[1].split(", ")
        self.assertEqual(len(names), 4)
        for name, each in zip(names, drawn, strict=True):
            self.assertTrue(name.lower().startswith(each["label"].lower()), name)
        self.assertEqual(names[0].removeprefix("A*"), " with the pixels that it searched")
        self.assertIn("--heat", words)
        with tempfile.TemporaryDirectory() as folder:
            again = pathlib.Path(folder) / "paths.png"
            footrace(*words, "--png", again)
            for each in drawn:  # in its colour, where it walks today
                colour = tuple(bytes.fromhex(each["colour"].strip("#")))
                here, there = (self.where(file, colour) for file in (TREE / told[2], again))
                self.assertGreater(len(here), 500, each["name"])
                self.assertGreater(len(here & there), 0.9 * len(here | there), each["name"])

    @staticmethod
    def where(file, colour):
        """Places of a colour in a picture of walks."""
        with Image.open(file) as image:
            floor = image.convert("RGB").crop((0, 0, image.width, FLOOR))
            data = floor.tobytes()
        sought, found, place = bytes(colour), set(), data.find(bytes(colour))
        while place >= 0:
            if place % 3 == 0:
                found.add(place)
            place = data.find(sought, place + 1)
        return found

    def test_links_lead_somewhere(self):
        links = re.findall(r"\]\(([^)\s]+)\)", TEXT)
        self.assertGreater(len(links), 12)
        for link in links:
            file, _, anchor = link.partition("#")
            self.assertTrue((TREE / file).is_file(), link)
            if anchor:
                self.assertIn(anchor, anchors(TREE / file))

    def test_articles(self):
        """As many as docs/articles.md has."""
        heads = re.findall(r"^## (\w+) (20\d\d), ", (TREE / "docs/articles.md").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertIn("Five articles by game developers", TEXT)
        self.assertEqual(len(heads), 5)

    def test_headline(self):
        """Its times are those of the ladder's rows."""
        times, limit = {}, 0
        with gzip.open(TREE / "results/reference/claims-ladder.jsonl.gz", "rt", encoding="utf-8") as rows:
            for row in map(json.loads, rows):
                limit = row.get("timeout_s", limit)
                if row["kind"] == "click" and row["class"] == "detour":
                    times.setdefault((row["map"], row["algo"]), []).append(row["ns_played"])
        heap, fill = ([statistics.median(times[room, algo]) for room in ("utrap", "adventure-60")]
                      for algo in ("heap", "flood-published"))
        def told(ns):
            unit, name = next((unit, name) for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")) if ns >= 0.9995 * unit)
            return f"{ns / unit:.{0 if ns >= 9.95 * unit else 1}f} {name}"
        slow, = times["utrap", "linear"]
        text = TEXT.replace("\n", " ")
        self.assertIn(f'"Over 20 s to 10 ms" holds if A* has an unsorted open list and the room is a trap: here '
                      f"{f'over {limit} s' if slow is None else told(slow)} compared with {told(fill[0])}.",
                      text)
        self.assertIn(f"with a heap, A* takes {told(heap[0])} in the trap, and {told(heap[1])} in an ordinary room, where the fill "
                      f"takes {told(fill[1])}.", text)
        self.assertLess(heap[1], fill[1])

    def test_claims(self):
        """The headline follows the tally, which tests/reports/claims/test_documents.py holds to the rows."""
        tally = re.search(r"of (\d+) claims (\d+) hold, (\d+) hold under a condition",
                          (TREE / "docs/results.md").read_text(encoding="utf-8"))
        claims, hold, under = map(int, tally.groups())
        self.assertIn("fewer than half hold as written; most of the others hold under a condition",
                      TEXT.replace("\n", " "))
        self.assertLess(2 * hold, claims)
        self.assertGreater(2 * under, claims - hold)

    def test_more_is_there(self):
        """What the last list says of a page is on it; what of the tree, in it."""
        for page, told, kept in (
                ("measuring.md", "comparing, counting, resuming, sharding; how fairness is kept",
                 ("footrace compare", "run --count", "run --resume", "shards", "## How fairness is kept")),
                ("back-ends.md", "what races; how to add one",
                 ("| from", "plugin")),
                ("library.md", "C, C++, JavaScript, Python, C#, Lua",
                 ("footrace.h", "C++", "./run build amalgam", "add_subdirectory", "find_package", "JavaScript", "Python",
                  "C#", "Lua"))):
            self.assertRegex(TEXT, rf"\(docs/{page}\): {re.escape(told)}")
            text = (TREE / "docs" / page).read_text(encoding="utf-8")
            for words in kept:
                self.assertIn(words, text, page)
        for example in ("game.c", "game.cc"):
            self.assertTrue((TREE / "examples" / example).is_file())

    def test_bundled_maps(self):
        maps = json.loads((TREE / "maps/bundled/manifest.json").read_text())["maps"]
        drawings = [each["name"] for each in maps if "generate" not in each]
        self.assertIn("Footrace's generators made all click sets, and the maps in `maps/bundled/` except five drawings", TEXT)
        self.assertEqual(len(drawings), 5)
        self.assertTrue(all("clicks_seed" in each for each in maps))
        self.assertIn("MIT licence", TEXT)
        self.assertTrue((TREE / "LICENSE").read_text().startswith("MIT License\n"))

    def test_what_is_walkable(self):
        """White is; black and transparent are not."""
        self.assertIn("white is walkable; black and transparent are not", TEXT)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "room.png"
            image = Image.new("RGBA", (8, 6), (255, 255, 255, 255))
            image.paste((0, 0, 0, 255), (0, 0, 2, 6))
            image.paste((255, 255, 255, 0), (6, 0, 8, 6))
            image.save(file)
            self.assertEqual(json.loads(footrace("inspect", file, "--json"))["walkable"], 4 * 6)

    def test_other_formats(self):
        """Each has a part of docs/formats.md, and a loader."""
        told = re.search(r"(Colours, .*?) work, too:\s\[rooms and masks\]\(docs/formats.md\)", TEXT, re.DOTALL)[1]
        self.assertEqual(told.replace("\n", " "), "Colours, polygons, Moving AI maps, and rooms of Godot, Adventure Game Studio and Tiled")
        page = (TREE / "docs/formats.md").read_text(encoding="utf-8")
        loaders = "".join(file.read_text() for file in sorted((TREE / "maps/formats").glob("*/load*.[ch]")))
        for name in ("Moving AI", "Godot", "Adventure Game Studio", "Tiled"):
            self.assertIn(name, page)
            self.assertIn(name, loaders)
        for name in ("legend=", "polygon"):
            self.assertIn(name, page)

    def test_commands_for_an_own_mask_run(self):
        """As they are printed, on a small mask; but the race only says what it would do."""
        section = TEXT.partition("## Try it")[2].partition("\n##")[0]
        lines = [line.replace("\\\n", "") for line in
                 re.findall(r"^    (build/(?:.*\\\n)*.*)$", section, re.MULTILINE)]
        self.assertEqual([shlex.split(line)[1] for line in lines], ["recommend", "inspect", "run", "path"])
        self.assertIn("\n    ./run report room.jsonl ", section)
        with tempfile.TemporaryDirectory() as folder:
            footrace("generate", "adventure:formations=4", "--size", "192x108", "-o", folder + "/room.png")
            for line in lines:
                command, *words = shlex.split(line)
                self.assertTrue(command.endswith("/footrace"))
                if words[0] != "recommend":
                    more = ["--dry-run", "--allow-debug"] if words[0] == "run" else []
                    done = subprocess.run([FOOTRACE, *words, *more], cwd=folder, capture_output=True, text=True,
                                          check=False)
                    self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((pathlib.Path(folder) / "path.png").exists())

    def test_the_code_compiles_and_ships_the_answer(self):
        code = re.search(r"((?:^    .*\n)+)", TEXT.partition("## In your game")[2], re.MULTILINE)[1]
        lines = [line.strip() for line in code.splitlines()]
        self.assertEqual(len(lines), 10)
        shipped = re.search(r"For most games ship `(\w+)`", TEXT)[1]
        self.assertIn(f'"{shipped}"', code)
        head = ("void click_on(const unsigned char *pixels, struct fr_spot from, struct fr_spot click, double speed,\n"
                "              double seconds)")
        program = "\n".join((lines[0], head + ";", head, "{", *lines[1:], "}", ""))
        done = subprocess.run(["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", TREE / "library",
                               "-xc", "-"], input=program, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_length(self):
        """At most 900 words, tables counted, code not; no paragraph holds more than four numbers."""
        prose = re.sub(r"^    .*$|<!--.*?-->", "", TEXT, flags=re.MULTILINE)
        prose = re.sub(r"\]\([^)]*\)", "]", prose)
        self.assertLessEqual(len([word for word in prose.split() if re.search(r"\w", word)]), 900)
        for paragraph in re.split(r"\n\n|\n(?=- )", prose):
            if not paragraph.lstrip().startswith(("|", "#", "!")):
                self.assertLessEqual(len(re.findall(r"\d[\d.,]*", re.sub(r"`[^`]*`", "", paragraph))), 4, paragraph)

    def test_pictures_are_small(self):
        for file in re.findall(r"!\[.*?\]\((\S+)\)", TEXT):
            self.assertTrue((TREE / file).is_file(), file)
        self.assertLess((TREE / "docs/report.webp").stat().st_size, 200_000)


if __name__ == "__main__":
    unittest.main()
