"""Checks a row against results/schema.json, with the few JSON Schema words that it uses.

Debian's matplotlib does not bring jsonschema along, and a chart should not need it. A file has a
million rows of few shapes (which keys, values of which types): what follows from its shape is
checked once for each, and only the values of every row.
"""
import json
import operator
import pathlib
import re
import sys

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "results" / "schema.json"
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}
LARGEST = sys.float_info.max  # JSON writes larger numbers, but no measurement is one


def is_a(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


class Integers:
    """A rule for an array of integers, which is checked without a look at each."""

    def __init__(self, rule):
        self.least, self.most = rule.get("minItems", 0), rule.get("maxItems", sys.maxsize)
        self.low, self.high = (rule["items"].get(key, bound) for key, bound in
                               (("minimum", -LARGEST), ("maximum", LARGEST)))

    def fit(self, values):
        if not values:
            return self.least == 0
        return (self.least <= len(values) <= self.most and set(map(type, values)) == {int}
                and min(values) >= self.low and max(values) <= self.high)


def value_problem(value, rule):
    """What is wrong with a value, as "expected ...", or None."""
    if "const" in rule and value != rule["const"]:
        return f"expected {rule['const']!r}"
    if "enum" in rule and value not in rule["enum"]:
        return "expected one of " + ", ".join("null" if v is None else v for v in rule["enum"])
    if "type" in rule:
        names = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
        if not any(is_a(value, name) for name in names):
            return "expected " + " or ".join(names)
    if isinstance(value, (int, float)):
        if not -LARGEST <= value <= LARGEST:
            return "expected a finite number"
        if value < rule.get("minimum", value):
            return f"expected at least {rule['minimum']}"
        if value > rule.get("maximum", value):
            return f"expected at most {rule['maximum']}"
        if "exclusiveMinimum" in rule and value <= rule["exclusiveMinimum"]:
            return f"expected more than {rule['exclusiveMinimum']}"
    if isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            return f"expected {rule.get('minItems', 0)} numbers or more"
        for item in value:
            problem = value_problem(item, rule["items"])
            if problem:
                return f"{problem} in each place"
    if isinstance(value, str) and "pattern" in rule and not re.search(rule["pattern"], value):
        return f"expected text like {rule['pattern']}"
    return None


class Shape:
    """What is left to check in rows with the keys and types of one that is good."""

    def __init__(self, row, properties):
        self.words = []  # (key, good values)
        self.arrays = []  # (key, Integers)
        self.rest = []  # (key, rule)
        floors = {}  # minimum -> keys of numbers
        for key, value in row.items():
            rule = properties[key]
            if isinstance(value, str) and ("enum" in rule or "const" in rule):
                self.words.append((key, frozenset(rule.get("enum", [rule.get("const")]))))
            elif type(value) in (int, float) and rule.keys() <= {"type", "minimum"}:
                floors.setdefault(rule.get("minimum", -LARGEST), []).append(key)
            elif isinstance(value, list) and rule["items"].get("type") == "integer":
                self.arrays.append((key, Integers(rule)))
            elif type(value) in (list, int, float) or "pattern" in rule:
                self.rest.append((key, rule))
        self.floors = [(floor, operator.itemgetter(*keys, keys[0]))  # two keys give a tuple
                       for floor, keys in floors.items()]

    def fits(self, row):
        for key, good in self.words:
            if row[key] not in good:
                return False
        for floor, numbers in self.floors:
            values = numbers(row)
            if not (min(values) >= floor and max(values) <= LARGEST):
                return False
        for key, integers in self.arrays:
            if not integers.fit(row[key]):
                return False
        for key, rule in self.rest:
            if value_problem(row[key], rule):
                return False
        return True


class Schema:
    def __init__(self, file=SCHEMA):
        definitions = json.loads(file.read_text(encoding="utf-8"))["definitions"]
        self.rules = {kind: (rule["properties"], frozenset(rule["required"]))
                      for kind, rule in definitions.items()}
        self.shapes = {}  # (keys, types) -> Shape

    def problem(self, row):
        """What is wrong with a row, in a few words, or None."""
        if not isinstance(row, dict):
            return "expected an object with a kind"
        signature = tuple(row), tuple(map(type, row.values()))
        shape = self.shapes.get(signature)
        if shape and shape.fits(row):
            return None
        problem = self.problem_anew(row)
        if not problem and not shape:
            self.shapes[signature] = Shape(row, self.rules[row["kind"]][0])
        return problem

    def problem_anew(self, row):
        if not isinstance(row.get("kind"), str):
            return "expected an object with a kind"
        if row["kind"] not in self.rules:
            return f"kind {row['kind']!r}: expected one of " + ", ".join(self.rules)
        properties, required = self.rules[row["kind"]]
        for key in properties:
            if key not in row and key in required:
                return f"{row['kind']} line without {key!r}"
        for key, value in row.items():
            if key not in properties:
                return f"{row['kind']} line with an unknown key {key!r}"
            problem = value_problem(value, properties[key])
            if problem:
                return f"{key}: {problem}, got {json.dumps(value)[:40]}"
        return None
