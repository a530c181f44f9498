"""Writes the figures of the articles into README.md, docs/results.md and docs/claims.md: python3 -m
reports.claims.documents RESULT... replaces each text between <!-- claim NAME --> and <!-- end --> with the result of a
full run. NAME is headline (of the ladder), tally (the number of claims for each verdict), failing (the claims that do
not hold), cards (a card for each claim), faults (in printed code) or changed (new verdicts)."""
import argparse
import pathlib
import re
import sys

from . import judge
from .claim import UNKNOWN
from .__main__ import counted, read_races
from ..complaint import complain
from ..words import listing

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "docs" / "results.md", ROOT / "docs" / "claims.md")
MARK = re.compile(r"(<!-- claim ([\w-]+) -->).*?(<!-- end -->)", re.DOTALL)


def verdict_of(ruling):
    return f"**{ruling.verdict}**"


def headline(ruling):
    """The verdict, and how much of A*'s time is due to its open list: a sentence each."""
    ends, *more = ruling.finding.measured.split(". ")
    return {"headline": f'"Over 20 s to 10 ms" {ruling.verdict}: here {ends}.', "gap": "".join(f"{gap}." for gap in more[:1])}


def card(ruling):
    """What is claimed and where, the verdict, and its figures: the first in sight, the rest folded."""
    claim, finding = ruling.claim, ruling.finding
    phrase = f': "{claim.phrase}"' if claim.phrase else ""
    lines = [f"- **{claim.said[:1].upper()}{claim.said[1:]}** ({claim.section}, paragraph {claim.paragraph}{phrase}).",
             f"  {verdict_of(ruling)}{f' ({claim.aside})' if claim.aside else ''}: {finding.brief}"]
    if finding.brief != finding.measured:
        lines.append(f"  <details><summary>all figures</summary>{finding.measured}</details>")
    if claim.name == "ladder":
        lines.append(f"\n  ![{claim.quantity}](../results/reference/ladder.png)")
    return "\n".join(lines)


def cards(rulings):
    return "\n\n".join(["", *(f"### {article}\n\n" + "\n".join(map(card, mine))
                             for article, mine in judge.by_article(rulings).items()), ""])


def table(head, rows):
    return "\n".join(["", "", *(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)), "", ""])


def faults(rulings):
    return table(["where", "fault", "size"],
                 [[ruling.claim.place, ruling.claim.said, ruling.finding.measured] for ruling in rulings
                  if ruling.claim.fault])


def changed(rulings):
    """Claims that are judged on another input, by another quantity or with another control than before."""
    rows = [[f"{claim.place} (`{claim.name}`)", claim.said, ruling.ground or "none", claim.quantity or "none",
             ", ".join(claim.racers) or "none", claim.before,
             claim.aside if claim.fault else ruling.finding.verdict + (f" ({claim.aside})" if claim.aside else ""),
             claim.why]
            for ruling in rulings for claim in [ruling.claim] if claim.before]
    return table(["place", "claimed", "input", "quantity", "controls", "before", "now", "why"], rows)


def rulings_of(files):
    return judge.rule_all(read_races(files))


def differences(rulings, others):
    """Claims that get different verdicts in two runs, one per line."""
    return [f"{mine.claim.name}: '{mine.verdict}' by what ships, '{theirs.verdict}' by all rows"
            for mine, theirs in zip(rulings, others)
            if theirs.finding.verdict not in (mine.finding.verdict, UNKNOWN)]


def renewed(text, rulings):
    """The text with the current rulings between its marks."""
    texts = {ruling.claim.name: f"{verdict_of(ruling)}: {ruling.finding.measured}"
            for ruling in rulings}
    tally = counted(rulings)
    texts.update(tally=tally[:1].lower() + tally[1:], cards=cards(rulings), faults=faults(rulings),
                changed=changed(rulings),
                failing=listing(f"`{name}`" for name in judge.failing(rulings)))
    for ruling in rulings:
        if ruling.claim.name == "ladder" and ruling.finding.verdict != UNKNOWN:
            texts |= headline(ruling)
    return MARK.sub(lambda found: found[1] + texts[found[2]] + found[3], text)


def main():
    parser = argparse.ArgumentParser(prog="reports.claims.documents",
                                     description="Updates README.md, docs/results.md and docs/claims.md.")
    parser.add_argument("results", nargs="+", metavar="RESULT", type=pathlib.Path)
    parser.add_argument("--whole", nargs="+", default=[], metavar="WHOLE", type=pathlib.Path,
                        help="all rows, of which these are a part: both must give the same verdicts")
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
