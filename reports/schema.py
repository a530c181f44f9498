"""Checks a row against results/schema.json, with the few JSON Schema words that it uses.

Debian's matplotlib does not bring jsonschema along, and a chart should not need it.
"""
import json
import pathlib
import re

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "results" / "schema.json"
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def is_a(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


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
        if value < rule.get("minimum", value):
            return f"expected at least {rule['minimum']}"
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


class Schema:
    def __init__(self, file=SCHEMA):
        definitions = json.loads(file.read_text(encoding="utf-8"))["definitions"]
        self.rules = {kind: (rule["properties"], frozenset(rule["required"]))
                      for kind, rule in definitions.items()}

    def problem(self, row):
        """What is wrong with a row, in a few words, or None."""
        if not isinstance(row, dict) or not isinstance(row.get("kind"), str):
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
