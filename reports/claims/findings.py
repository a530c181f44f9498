"""What docs/results.md and docs/findings.md say of the articles: python3 -m reports.claims.findings RESULT...
renews what stands between marks, <!-- claim NAME --> and <!-- end -->, by the rows of a full run;
<!-- claim tally --> holds how many claims got which verdict, <!-- claim table --> all of them."""
import argparse
import pathlib
import re
import sys

from . import judge
from .__main__ import read_races, tally
from .. import words
from ..complaint import complain

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = (ROOT / "docs" / "results.md", ROOT / "docs" / "findings.md")
MARK = re.compile(r"(<!-- claim ([\w-]+) -->).*?(<!-- end -->)", re.DOTALL)


def verdict_of(ruling):
    return f"**{ruling.verdict}**"


def table(rulings):
    lines = ["", "", "| article | claim | verdict | measured |", "| --- | --- | --- | --- |"]
    for ruling in rulings:
        cells = (ruling.claim.source, ruling.claim.said, verdict_of(ruling),
                 ruling.finding.measured)
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return "\n".join([*lines, "", ""])


def rulings_of(files):
    return judge.rule_all(read_races(files))


def differences(rulings, others):
    """Claims on which two runs pass different verdicts, each as a line."""
    return [f"{mine.claim.name}: '{mine.verdict}' by what ships, '{theirs.verdict}' by all rows"
            for mine, theirs in zip(rulings, others) if mine.finding.verdict != theirs.finding.verdict]


def renewed(text, rulings):
    """The text with what the rulings put between its marks."""
    told = {ruling.claim.name: f"{verdict_of(ruling)}: {ruling.finding.measured}"
            for ruling in rulings}
    told["tally"] = f"of {words.count(len(rulings), 'claim')} " + words.listing(tally(rulings))
    told["table"] = table(rulings)
    return MARK.sub(lambda found: found[1] + told[found[2]] + found[3], text)


def main():
    parser = argparse.ArgumentParser(prog="reports.claims.findings",
                                     description="Renews docs/results.md and docs/findings.md.")
    parser.add_argument("results", nargs="+", metavar="RESULT", type=pathlib.Path)
    parser.add_argument("--whole", nargs="+", default=[], metavar="WHOLE", type=pathlib.Path,
                        help="the rows that these are a part of: both must give the same verdicts")
    given = parser.parse_args()
    rulings = rulings_of(given.results)
    differ = differences(rulings, rulings_of(given.whole)) if given.whole else []
    for line in differ:
        complain(line)
    for page in PAGES:
        page.write_text(renewed(page.read_text(encoding="utf-8"), rulings), encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
