#!/usr/bin/env python3
"""The library as two files: footrace.c, which compiles alone as C11, and footrace.h.

usage: amalgamate.py TREE FOLDER [BACK-END...]

With names of back ends, the files contain only these, the fallback, and what they need.
Everything that footrace.h does not declare becomes static. A file-local name that another file also
has, chosen or not, gets its file's name as a prefix: find() of visgraph.c becomes visgraph_find().
"""

import collections
import pathlib
import re
import sys

ROOMS = ["maps", "maps/geometry", "maps/analysis", "algorithms", "algorithms/*", "library"]
ENTRY = "library/footrace.c"
PUBLIC = "library/footrace.h"
REGISTRY = "algorithms/registry"

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
    | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
    | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<space>\s+)
    | (?P<mark>->|\.\.\.|.)""",
    re.X | re.S | re.M,
)
INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]')
DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)")
KEYWORDS = set(
    """auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch typedef union
    unsigned void volatile while _Static_assert""".split()
)

Token = collections.namedtuple("Token", "kind text")


def tokenize(text):
    return [Token(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def is_code(token):
    return token.kind not in ("comment", "space", "directive")


class Source:
    """A file: its tokens, and the names that it declares outside functions."""

    def __init__(self, path, text):
        self.path = path
        self.stem = pathlib.PurePath(path).stem
        self.tokens = tokenize(text)
        self.guarded = "#ifndef FOOTRACE_" in text  # without a guard, a file is meant to be included again
        self.tags, self.enumerators, self.macros = set(), set(), set()
        self.shown, self.own = set(), set()  # functions and objects: not static, and static
        self.heads = {}  # name -> where the declaration of a name in `shown` begins
        self.spans = {}  # name -> the tokens of the declaration of a name in `shown`
        self.descriptor = []  # the places of a back end's tokens
        self.forgotten = []  # spans of declarations of arrays without a size
        for token in self.tokens:
            if token.kind == "directive" and DEFINE.match(token.text):
                self.macros.add(DEFINE.match(token.text)[1])
        self.find_tags()
        for statement in self.statements():
            self.read(statement)

    def identifiers(self):
        for token in self.tokens:
            if token.kind == "name":
                yield token.text
            elif token.kind == "directive":
                yield from re.findall(r"[A-Za-z_]\w*", token.text)

    def find_tags(self):
        code = [token for token in self.tokens if is_code(token)]
        for i, token in enumerate(code[:-2]):
            if token.text not in ("struct", "union", "enum"):
                continue
            named = code[i + 1].kind == "name"
            if code[i + 1 + named].text != "{":
                continue
            if named:
                self.tags.add(code[i + 1].text)
            if token.text == "enum":
                self.find_enumerators(code[i + 2 + named :])

    def find_enumerators(self, code):
        depth, first = 0, True
        for token in code:
            if token.text == "}":
                return
            depth += (token.text == "(") - (token.text == ")")
            if first:
                self.enumerators.add(token.text)
            first = token.text == "," and depth == 0

    def statements(self):
        """Declarations outside functions, as lists of places in tokens."""
        statement, depth = [], 0
        for place, token in enumerate(self.tokens):
            if not is_code(token):
                continue
            statement.append(place)
            depth += (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))
            if depth:
                continue
            if token.text == ";" or (token.text == "}" and self.is_function(statement)):
                yield statement
                statement = []

    def is_function(self, statement):
        body = next(i for i, place in enumerate(statement) if self.tokens[place].text == "{")
        return body > 0 and self.tokens[statement[body - 1]].text == ")"

    def read(self, statement):
        words = [self.tokens[place].text for place in statement]
        names = [] if words[0] == "typedef" else list(self.declared(statement, words))
        if not names:
            return
        if words[-1] == ";" and "fr_pathfinder" in words and "." in words:
            self.descriptor = statement
        if "static" in words[: words.index(names[0])]:
            self.own.update(names)
            return
        self.shown.update(names)
        self.spans[names[0]] = (statement[0], statement[-1])
        if words[0] == "extern" and words[-3:-1] == ["[", "]"]:
            self.forgotten.append((statement[0], statement[-1]))
        else:
            self.heads[statement[0]] = words[0] == "extern"

    def declared(self, statement, words):
        """The functions or objects that a declaration names."""
        depth = 0
        for i, word in enumerate(words):
            if depth == 0 and self.tokens[statement[i]].kind == "name" and word not in KEYWORDS:
                follows = words[i + 1] if i + 1 < len(words) else ""
                tag = i > 0 and words[i - 1] in ("struct", "union", "enum")
                if not tag and follows == "(":
                    yield word
                    return
                if not tag and follows in ("[", "=", ",", ";"):
                    yield word
            depth += (word in ("{", "(", "[")) - (word in ("}", ")", "]"))


# Each back end defines a struct fr_state, which works only in separate files. In one file, the struct gets
# the file's name as a prefix, and these functions connect it to the interface.
STATE = "fr_state"
BRIDGES = {
    "prepare": ("enum fr_status", "struct fr_state *state", ""),
    "prepare_some": ("enum fr_status", "struct fr_state *state, struct fr_work *work", "work"),
    "load": ("enum fr_status", "struct fr_state *state, struct fr_saved *saved", "saved"),
    "find": (
        "enum fr_outcome",
        "struct fr_state *state, struct fr_point start, struct fr_point goal,\n"
        "const struct fr_probe *probe, struct fr_path *path",
        "start, goal, probe, path",
    ),
    "fill": ("enum fr_outcome", "struct fr_state *state, struct fr_point goal", "goal"),
    "follow": (
        "enum fr_outcome",
        "const struct fr_state *state, struct fr_point from, struct fr_path *path",
        "from, path",
    ),
    "update": (
        "enum fr_status",
        "struct fr_state *state, const struct fr_rect *rects, size_t count",
        "rects, count",
    ),
    "save": ("enum fr_status", "const struct fr_state *state, struct fr_bytes *bytes", "bytes"),
    "release": ("void", "struct fr_state *state", ""),
}


def bridge(field, name, function, state):
    """A function with the interface's types that calls one with this file's state type."""
    result, parameters, arguments = BRIDGES[field]
    const = "const " if parameters.startswith("const") else ""
    arguments = f"({const}struct {state} *)state" + (", " + arguments if arguments else "")
    back = "" if result == "void" else "return "
    return f"static {result} {name}({parameters})\n{{\n    {back}{function}({arguments});\n}}\n\n"


class Writer:
    """One file after the other, each header where it is first included. A file's text does not depend on
    what else is chosen, except for the declarations in its headers."""

    def __init__(self, sources, units, registered):
        self.sources, self.registered = sources, registered
        self.seen, self.output = {PUBLIC}, []
        code = [token.text for token in sources[PUBLIC].tokens if is_code(token)]
        self.public = {
            name
            for name, follows in zip(code, code[1:])
            if name.startswith("fr_walker_") and follows == "("
        }
        self.defined = {name for path in units for name in sources[path].shown}
        self.taken = {name for source in sources.values() for name in source.identifiers()}
        self.homes = collections.Counter()
        for path, source in sources.items():
            kinds = source.own | source.enumerators | source.tags
            self.homes.update(kinds | (source.shown if path.endswith(".h") else set()))

    def fresh_names(self, source):
        """The names of a file that must be renamed, because other files have them, too."""
        renamed = {}
        for name in sorted(source.own | source.enumerators | source.tags):
            if self.homes[name] < 2 and name != STATE and name not in BRIDGES:
                continue
            fresh = f"{source.stem}_{name.removeprefix('fr_')}"
            if name.isupper():
                fresh = fresh.upper()
            while fresh in self.taken:
                fresh += "_"
            self.taken.add(fresh)
            renamed[name] = fresh
        return renamed

    def write(self, path):
        source = self.sources[path]
        renamed = self.fresh_names(source) if path.endswith(".c") else {}
        if path.endswith(".c"):
            self.output.append(f"\n/* {path} */\n")
        context, before = [], Token("mark", ";")
        bridges, crossings = self.bridges(source, renamed)
        forgotten = dict(source.forgotten)
        for name, (start, end) in source.spans.items():
            if path.endswith(".h") and name not in self.defined:
                forgotten[start] = end
        place = 0
        while place < len(source.tokens):
            token = source.tokens[place]
            if place in forgotten:
                place = forgotten[place] + 1
                continue
            if token.kind == "directive":
                self.direct(token.text, renamed)
            elif place in bridges:
                self.output.append(bridges[place])
            else:
                if source.descriptor[:1] == [place]:
                    self.output += crossings
                if place in source.heads and not self.is_public(source, place):
                    self.output.append("FR_PRIVATE ")
                if token.text == "static" and not context and path.endswith(".h"):
                    self.output.append("FR_PRIVATE")
                elif not (source.heads.get(place) and token.text == "extern"):
                    self.output.append(self.rename(token, before, context, renamed))
            if is_code(token):
                self.follow(source.tokens, place, token, context)
                before = token
            place += 1
        if path.endswith(".c"):
            self.output += [f"\n#undef {name}" for name in sorted(source.macros)]
            self.output.append("\n")

    def bridges(self, source, renamed):
        """For each field of a descriptor, the function that replaces the original; and the texts of these functions."""
        bridges, crossings = {}, []
        places = source.descriptor if STATE in source.tags else []
        for dot, field, equals, place in zip(places, places[1:], places[2:], places[3:]):
            words = [source.tokens[at].text for at in (dot, field, equals, place)]
            if words[0] == "." and words[1] in BRIDGES and words[2] == "=" and words[3] in source.own:
                name = f"{source.stem}_hand_{words[1]}"
                function = renamed.get(words[3], words[3])
                crossings.append(bridge(words[1], name, function, renamed[STATE]))
                bridges[place] = name
        return bridges, crossings

    def is_public(self, source, place):
        for token in source.tokens[place:]:
            if token.text in self.public:
                return True
            if token.text in ("(", ";", "="):
                return False
        return False

    @staticmethod
    def follow(tokens, place, token, context):
        """Keeps track of whether a brace holds the members of a struct."""
        if token.text == "{":
            code = [other.text for other in tokens[max(0, place - 8) : place] if is_code(other)]
            kinds = ("struct", "union")
            context.append(bool(code[-1:] and code[-1] in kinds or code[-2:-1] and code[-2] in kinds))
        elif token.text == "}":
            context.pop()
        elif token.text == "[" and context:
            context.append(False)
        elif token.text == "]" and len(context) > 1:
            context.pop()

    def rename(self, token, before, context, renamed):
        if token.kind != "name" or token.text not in renamed or before.text in (".", "->"):
            return token.text
        tag = before.text in ("struct", "union", "enum")
        if context and context[-1] and not tag:
            return token.text  # a member
        return renamed[token.text]

    def direct(self, text, renamed):
        include = INCLUDE.match(text)
        if not include:
            before = Token("mark", ";")
            for token in tokenize(text.replace("#", "\0")):
                word = self.rename(token, before, [], renamed).replace("\0", "#")
                self.output.append("FR_PRIVATE" if word == "extern" else word)
                before = token if is_code(token) else before
        elif include[1] == "<":
            if text not in self.seen:
                self.output.append(text)
            self.seen.add(text)
        elif include[2] == REGISTRY + ".def":
            self.output.append("".join(f"FR_BACK_END({name})\n" for name in self.registered))
        elif include[2] not in self.seen:
            if self.sources[include[2]].guarded:
                self.seen.add(include[2])
            self.write(include[2])


def read_tree(tree, edited=str):
    """The sources by path, each text as `edited` returns it."""
    sources = {}
    for room in ROOMS:
        for path in sorted(tree.glob(room + "/*.[ch]")):
            name = path.relative_to(tree).as_posix()
            sources[name] = Source(name, edited(path.read_text(encoding="utf-8")))
    return sources


def choose_back_ends(tree, chosen):
    text = (tree / (REGISTRY + ".def")).read_text(encoding="utf-8")
    registered = re.findall(r"^FR_BACK_END\((\w+)\)$", text, re.M)
    chosen = [name.replace("-", "_") for name in chosen]
    for name in chosen:
        if name not in registered:
            expected = " ".join(registered).replace("_", "-")
            sys.exit(f"amalgamate: no back end '{name}', expected some of {expected}")
    return [name for name in registered if name in chosen or not chosen]


def find_units(sources, registered):
    """The files whose functions are needed, in the order of the rooms."""
    homes = {}
    for path, source in sources.items():
        if path.endswith(".c"):
            homes.update({name: path for name in source.shown})
    needed, waiting = set(), [ENTRY] + [homes["fr_" + name] for name in registered]
    while waiting:
        path = waiting.pop()
        if path in needed:
            continue
        needed.add(path)
        waiting += [homes[name] for name in sources[path].identifiers() if name in homes]
        waiting += headers_of(sources, path, homes)
    last = {REGISTRY + ".c": 1, "library/room.c": 2, ENTRY: 3}
    return sorted(needed, key=lambda path: (last.get(path, 0), list(sources).index(path)))


def headers_of(sources, path, homes):
    """The files whose functions are called by inline functions in the headers of a file."""
    seen, waiting = set(), [path]
    while waiting:
        for token in sources[waiting.pop()].tokens:
            include = INCLUDE.match(token.text) if token.kind == "directive" else None
            if include and include[2] in sources and include[2] not in seen:
                seen.add(include[2])
                waiting.append(include[2])
    for header in seen:
        source = sources[header]
        for name in source.identifiers():
            if name in homes and name not in source.shown:
                yield homes[name]


HEAD = """/* Footrace {version}, the whole library in one file: compile it with your game, include footrace.h.
 * Written by ./run build amalgam; the sources behind it are easier to read.
 *
{licence} */
#include "footrace.h"

#if defined(__GNUC__)
#define FR_PRIVATE static __attribute__((unused))
#else
#define FR_PRIVATE static
#endif
"""


def two_files(tree, sources, chosen):
    """footrace.h and footrace.c, with only the chosen back ends, or with all if none are chosen."""
    registered = choose_back_ends(tree, chosen)
    units = find_units(sources, registered)
    writer = Writer(sources, units, registered)
    for path in units:
        writer.write(path)
    licence = (tree / "LICENSE").read_text(encoding="utf-8")
    header = (tree / PUBLIC).read_text(encoding="utf-8")
    head = HEAD.format(
        version=re.search(r'FOOTRACE_VERSION "(.*)"', header)[1],
        licence="".join(f" * {line}".rstrip() + "\n" for line in licence.splitlines()),
    )
    return header, head + "".join(writer.output)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    tree, folder = map(pathlib.Path, arguments[:2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(("footrace.h", "footrace.c"), two_files(tree, read_tree(tree), arguments[2:])):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
