"""All claims, and their results in the races that were run."""
import dataclasses
import pathlib
import tomllib

from . import covert, don, gilmok, gouveia, uurloon
from .claim import FAILS, REASONED, UNKNOWN, Claim, Finding, NotMeasured, ground

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "experiments" / "claims"


def claims():
    """The claims of each article's file; their verdicts are functions of the module of that
    name."""
    for article in don, uurloon, gouveia, covert, gilmok:
        name = article.__name__.rsplit(".", maxsplit=1)[-1]
        for fields in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["claim"]:
            yield Claim(**{**fields, "verdict": getattr(article, fields.get("verdict", ""), None)})


CLAIMS = tuple(claims())


@dataclasses.dataclass(frozen=True)
class Ruling:
    """A claim with its finding, and the input of that finding."""
    claim: object
    finding: Finding
    ground: str  # maps and clicks; "" if nothing was run

    @property
    def verdict(self):
        """The verdict in words, with its condition; a fault is no verdict on what its author says."""
        return self.claim.aside if self.claim.fault else f"{self.finding.verdict} {self.finding.condition}".strip()


def rule(claim, races, missing):
    """Judges one claim; races by name, missing explains why a race has no rows."""
    if claim.reasoned:
        return Ruling(claim, Finding(REASONED, claim.reasons), "")
    race = races.get(claim.race)
    if race is None:
        return Ruling(claim, Finding(UNKNOWN, missing.get(claim.race, f"the race {claim.race} was not run")), "")
    try:
        finding = claim.verdict(race)
    except NotMeasured as lack:
        finding = Finding(UNKNOWN, str(lack))
    except (ArithmeticError, ValueError, LookupError, TypeError) as odd:
        finding = Finding(UNKNOWN, f"the rows of {claim.race} cannot be judged: {odd!r}")
    return Ruling(claim, finding, ground(race))


def rule_all(races, missing=(), claims=CLAIMS):
    """Judges the given claims, or all."""
    return [rule(claim, races, dict(missing)) for claim in claims]


def by_article(rulings):
    """Author and year -> rulings on the article's claims, without faults of its printed code."""
    found = {}
    for ruling in rulings:
        if not ruling.claim.fault:
            found.setdefault(ruling.claim.source.split(";")[0].split(",")[0], []).append(ruling)
    return found


def failing(rulings):
    """The names of the claims that do not hold."""
    return [ruling.claim.name for ruling in rulings if ruling.finding.verdict == FAILS and not ruling.claim.aside]


def disagreements(rulings, others):
    """Claims with different verdicts in a quick and a full run: name -> both."""
    theirs = {other.claim.name: other.finding.verdict for other in others}
    return {ruling.claim.name: (ruling.finding.verdict, theirs[ruling.claim.name])
            for ruling in rulings
            if ruling.claim.quick and theirs.get(ruling.claim.name, UNKNOWN) != UNKNOWN
            and ruling.finding.verdict not in (UNKNOWN, theirs[ruling.claim.name])}
