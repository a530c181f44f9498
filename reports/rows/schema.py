"""Checks rows against results/schema.json: one compiled validator for each kind of row."""
import itertools
import json
import operator
import pathlib
import sys

import fastjsonschema

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "results" / "schema.json"
LARGEST = sys.float_info.max  # JSON allows larger numbers, but no measurement is that large
EXPECTED = {
    "const": "{!r}", "minimum": "at least {}", "maximum": "at most {}",
    "exclusiveMinimum": "more than {}", "minItems": "{} items or more",
    "maxItems": "{} items or fewer", "pattern": "text like {}",
}


def finite(rule):
    """A rule for a value of a row, extended so that its numbers must be finite, which JSON
    Schema does not require."""
    if "items" in rule:
        return {**rule, "items": finite(rule["items"])}
    types = rule.get("type", ())
    if {"integer", "number"}.isdisjoint([types] if isinstance(types, str) else types):
        return rule
    return {"minimum": -LARGEST, "maximum": LARGEST, **rule}


def expected(rule, wanted):
    """A short text of what a violated rule requires."""
    if rule == "type":
        return " or ".join([wanted] if isinstance(wanted, str) else wanted)
    if rule == "enum":
        return "one of " + ", ".join("null" if value is None else value for value in wanted)
    if wanted in (-LARGEST, LARGEST):
        return "a finite number"
    return EXPECTED.get(rule, rule + " {}").format(wanted)


def extremes(values):
    """Values that violate a rule for one value if any given value does: the smallest and the largest
    number of each type, every text, the shortest and the longest list and lists of extreme
    items."""
    found, kinds = [], set(map(type, values))
    for kind in kinds:
        mine = values if len(kinds) == 1 else [each for each in values if type(each) is kind]
        if kind in (int, float):
            found += [min(mine), max(mine)]
        elif kind is list:
            longest = max(mine, key=len)
            found += [min(mine, key=len), longest]
            items = list(itertools.chain.from_iterable(mine))
            found += [[item] * len(longest) for item in extremes(items)]
        else:
            found += set(mine)
    return found


class Schema:
    def __init__(self, file=SCHEMA):
        definitions = json.loads(file.read_text(encoding="utf-8"))["definitions"]
        for row in definitions.values():
            row["properties"] = {key: finite(rule) for key, rule in row["properties"].items()}
        self.checks = {
            kind: fastjsonschema.compile({"$ref": f"#/definitions/{kind}",
                                          "definitions": definitions})
            for kind in definitions}

    def sound(self, rows):
        """Whether rows of one kind are all valid, checked on rows of their extremes, which takes
        a quarter of the time. Each rule concerns one value. False: some may be invalid."""
        keys = list(rows[0])
        if any(len(row) != len(keys) for row in rows):
            return False
        try:
            columns = list(map(extremes, zip(*map(operator.itemgetter(*keys), rows))))
        except (KeyError, TypeError):
            return False
        most = max(map(len, columns))
        return not any(self.problem(dict(zip(keys, (column[place % len(column)]
                                                          for column in columns))))
                       for place in range(most))

    def problem(self, row):
        """What is wrong with a row, as a short text, or None."""
        kind = row.get("kind") if isinstance(row, dict) else None
        if not isinstance(kind, str):
            return "no kind found, expected an object with one"
        if kind not in self.checks:
            return f"kind {kind!r} found, expected one of " + ", ".join(self.checks)
        try:
            self.checks[kind](row)
        except fastjsonschema.JsonSchemaValueException as error:
            return expectation(kind, error)
        return None


def expectation(kind, error):
    """A message of the validator, rewritten to name the key, the rule and the value."""
    if error.rule == "required":
        missing = next(key for key in error.rule_definition if key not in error.value)
        return f"{kind} line without {missing!r}"
    if error.rule == "additionalProperties":
        unknown = next(key for key in error.value if key not in error.definition["properties"])
        return f"{kind} line with an unknown key {unknown!r}"
    return (f"{error.name.removeprefix('data.')}: {json.dumps(error.value)[:40]} found, expected "
            f"{expected(error.rule, error.rule_definition)}")
