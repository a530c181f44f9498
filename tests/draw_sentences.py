#!/usr/bin/env python3
"""Draws sentences of the product to be read aloud: draw_sentences.py TREE SEED [COUNT]

Drawn from are documents, what a user sees (strings of C, Python and JavaScript), and comments, evenly from each."""
import ast
import pathlib
import random
import re
import sys

import plain_words as words

COMMENT = re.compile(r"/\*(.*?)\*/|(?<![:\w])//([^\n]*)", re.DOTALL)
JOINED = re.compile(r"(?<=\n)[ \t]*#[^\n]*(?:\n[ \t]*#[^\n]*)*|(?<=  )#[^\n]*")


def comments(file, text):
    """Of C and JavaScript; of Python, docstrings and the lines behind #."""
    if file.suffix != ".py":
        return [next(filter(None, found.groups()), "") for found in COMMENT.finditer(text)]
    nodes = [node for node in ast.walk(ast.parse(text))
             if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    return ([ast.get_docstring(node) or "" for node in nodes]
            + [re.sub(r"\n?[ \t]*#!?", " ", found[0]) for found in JOINED.finditer(text)])


CODE = re.compile(r"^(?: {4}|```).*$|\]\([^)\n]*\)|<!--.*?-->", re.MULTILINE)


def sentences(text):
    text = re.sub(r"\s*\n[ \t]*\*? ?", " ", text)
    return [each.strip() for each in re.split(r"(?<=[.:;!?]) +(?=[A-Z`*])", text) if len(each.split()) > 3]


def drawn_from(tree):
    kinds = {"document": [], "string": [], "comment": []}
    for file in words.files(tree):
        path, text = file.relative_to(tree).as_posix(), file.read_text(encoding="utf-8")
        if file.suffix == ".md":
            parts = re.split(r"\n\s*\n|\n[*|#-] ?|\|", CODE.sub("", text))
            kinds["document"] += [(path, each) for part in parts for each in sentences(part)
                                  if not re.search(r"\d[^.]*\d[^.]*\d", each) or len(each.split()) > 12]
        else:
            kinds["string"] += [(path, each) for _, string in words.READ[file.suffix](path, text)
                                for each in sentences(string)]
            kinds["comment"] += [(path, each) for comment in comments(file, text) for each in sentences(comment)]
    return kinds


def main():
    tree, seed = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    count, chance = int(sys.argv[3]) if len(sys.argv) > 3 else 300, random.Random(seed)
    for kind, known in drawn_from(tree).items():
        for path, sentence in sorted(chance.sample(sorted(set(known)), count // 3)):
            print(f"{kind:8} {path}: {sentence}")


if __name__ == "__main__":
    main()
