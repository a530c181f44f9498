#!/usr/bin/env python3
"""The product speaks plain English, in the words of docs/glossary.md.

usage: plain_words.py TREE              faults, one a line, as FILE:LINE: WORD -> WHAT TO WRITE; exits 1 if there are any
       plain_words.py TREE --self-test  also plants a fault of each kind, and expects its line
       plain_words.py TREE --spelling   codespell over the same files; exits 77 where it is missing

Read are documents, the strings of C, Python and JavaScript, which a user sees, and comments of C.
"""

import ast
import pathlib
import re
import shutil
import subprocess
import sys

# Words and phrases with no other honest sense here, and what to write instead.
INSTEAD = {
    r"entrants?|contenders?|competitors?|finalists?|rivals?": "racer, or back end",
    r"strangers?": "guest",
    r"twins?": "control",
    r"anew": "again",
    r"(?:of|its|their) doing": "fault",
    r"as long as again": "twice as long",
    r"tell|tells|telling|told": "say, report, show, distinguish",
    r"(?<!one )(?<!body )(?<!those )(?<!people )(?<!author )(?<!player )(?<!reader )who": "that, which",
    r"(?:is|are) no candidates?": "is excluded",
    r"(?:falls?|fell) out": "is excluded",
    r"spoilt": "failed",
    r"breach(?:es)?": "failure",
    r"advice": "answer",
    r"dear(?:er|ly)?": "expensive",
    r"quicker": "faster",
    r"can be had": "exists, is available",
    r"(?:is|are) the point": "is meant to fail",
    r"left untried": "not tried",
    r"gets? there": "reaches the goal",
    r"leads elsewhere": "differs",
    r"again and again": "repeatedly",
    r"no such option": "unknown option",
    r"that a point can walk": "lost",
    r"can bear": "is acceptable to",
    r"kept? still": "does not change",
    r"read off": "from, read from",
    r"as it was called": "its name",
    r"(?:stands?|standing) beside": "is next to",
    r"(?<!not )worth the name": "almost none",
    r"whoever": "any, whatever",
}
WORD = re.compile("|".join(rf"(?P<w{i}>\b(?:{words})\b)" for i, words in enumerate(INSTEAD)), re.IGNORECASE)

# The same of comments in C, where names that stand in the code may be quoted.
IN_COMMENTS = {
    r"anew": "again",
    r"(?:told|tells?) apart": "distinguished",
    r"(?:of|its|their) doing": "fault",
    r"as long as again": "twice as long",
    r"quicker": "faster",
    r"Told of": "called for",
    r"in the making": "under construction",
    r"for want of": "because it lacks",
    r"whoever": "any, whatever",
    r"namesakes?": "same name",
}
COMMENT_WORD = re.compile(r"\b(?:" + "|".join(IN_COMMENTS) + r")\b", re.IGNORECASE)

# Names and parts of names that codespell takes for slips.
SPELT = "covert,hart,connexion,fro,nin,crate"

PROSE = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
ROOMS = ["docs", "maps", "algorithms", "library", "harness", "web", "reports", "experiments", "examples"]
C_TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|'(?:[^'\\\n]|\\.)+'|"((?:[^"\\\n]|\\.)*)\"""", re.DOTALL)
JS_TOKEN = re.compile(r"""/\*.*?\*/|(?<!:)//[^\n]*|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""", re.DOTALL)
CODE = re.compile(r"^(?: {4}|```).*$|`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->|\"[^\"]*\"", re.MULTILINE)
GLOSSARY = "docs/glossary.md"


def blanked(found):
    return re.sub(r"[^\n]", " ", found[0])


def prose(path, text):
    """A document without code, links, marks and words of others in quotes; of CHANGELOG the newest section."""
    if path == "CHANGELOG.md":
        text = "\n## ".join(text.split("\n## ")[:2])
    if path == GLOSSARY:  # its last column is the words not to write
        text = re.sub(r"\|[^|\n]*\|$", "|", text, flags=re.MULTILINE)
    yield 1, CODE.sub(blanked, text)


def strings(token):
    def read(_, text):
        for found in token.finditer(text):
            string = next((each for each in found.groups() if each), None)
            string = string and re.sub(r"\$\{[^{}]*\}", blanked, string)
            if string and " " in string:  # a key or a name is no prose
                yield text.count("\n", 0, found.start()) + 1, string
    return read


def python_strings(_, text):
    """All but docstrings, which are comments."""
    tree = ast.parse(text)
    comments = {id(node.body[0].value) for node in ast.walk(tree)
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body
                and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            if " " in node.value:
                yield node.lineno, node.value


def page(_, text):
    """What a page shows: its text between tags."""
    yield 1, re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>|\{[{%#].*?[}%#]\}", blanked, text, flags=re.DOTALL)


READ = {".md": prose, ".c": strings(C_TOKEN), ".h": strings(C_TOKEN), ".def": strings(C_TOKEN),
        ".js": strings(JS_TOKEN), ".py": python_strings, ".html": page}


def files(tree):
    for name in PROSE:
        yield tree / name
    for room in ROOMS:
        yield from sorted(each for each in (tree / room).rglob("*") if each.suffix in READ and each.is_file())


def comment_faults(path, text):
    for comment in re.finditer(r"/\*.*?\*/", text, re.DOTALL):
        prose = re.sub(r"\s*\n\s*\* ?", "\n", comment[0])
        for found in COMMENT_WORD.finditer(prose):
            instead = next(to for words, to in IN_COMMENTS.items() if re.fullmatch(words, found[0], re.IGNORECASE))
            line = 1 + text.count("\n", 0, comment.start()) + prose.count("\n", 0, found.start())
            yield f"{path}:{line}: {found[0]} -> {instead}"


def faults_of(path, text):
    if path.endswith((".c", ".h")):
        yield from comment_faults(path, text)
    for line, string in READ[pathlib.Path(path).suffix](path, text):
        for found in WORD.finditer(string):
            instead = list(INSTEAD.values())[int(found.lastgroup[1:])]
            yield f"{path}:{line + string.count(chr(10), 0, found.start())}: {found[0]} -> {instead}"


def glossary_faults(tree):
    """Each symbol in the third column stands in the tree."""
    text = (tree / GLOSSARY).read_text(encoding="utf-8")
    code = "\n".join(each.read_text(encoding="utf-8", errors="replace") for each in files(tree)
                     if each.suffix != ".md")
    code += (tree / "results/schema.json").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("| **") or len(cells) != 4:
            continue
        for symbol in re.findall(r"`([^`]+)`", cells[2]):
            known = symbol.removeprefix("struct ").removeprefix("enum ").removeprefix("--")
            if not ((tree / symbol).exists() or re.search(rf"(?<![\w-]){re.escape(known)}(?![\w-])", code)):
                yield f"{GLOSSARY}:{number}: {symbol} -> a symbol, flag, key or file that exists"


def spelling(tree):
    """The test of its own: 77, a skip, where there is no codespell."""
    checker = shutil.which("codespell")
    if not checker:
        print("no codespell")
        return 77
    done = subprocess.run([checker, "--ignore-words-list", SPELT, *(str(each) for each in files(tree))], check=False)
    return 1 if done.returncode else 0


def all_faults(tree):
    for each in files(tree):
        yield from faults_of(each.relative_to(tree).as_posix(), each.read_text(encoding="utf-8"))
    yield from glossary_faults(tree)


def self_test():
    planted = {"a.md": "An entrant\nis told `who` \"anew\"\n", "a.c": 'f("it tells %s"); /* told */ g("told");\n', "a.h": "/* built\n * anew */\n",
               "a.js": "say(`the twin is ${late} anew`);\n", "a.py": '"""told"""\nprint("no one who falls out")\n',
               "a.html": "<p title='told'>a program\nwho fails</p>"}
    expected = ["a.md:1: entrant", "a.md:2: told", "a.c:1: tells", "a.h:2: anew", "a.js:1: twin", "a.js:1: anew",
                "a.py:2: falls out", "a.html:2: who"]
    found = [fault for path, text in planted.items() for fault in faults_of(path, text)]
    if [fault.partition(" -> ")[0] for fault in found] != expected:
        yield f"self-test: expected {expected}, found {found}"


def main():
    tree = pathlib.Path(sys.argv[1]).resolve()
    if "--spelling" in sys.argv:
        return spelling(tree)
    faults = list(all_faults(tree))
    if "--self-test" in sys.argv:
        faults += self_test()
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
