"""All claims, and their findings from the races that were run."""
import dataclasses

from . import covert, don, gilmok, gouveia, uurloon
from .claim import OPEN, REASONED, UNKNOWN, Finding, NotMeasured, ground

CLAIMS = don.CLAIMS + uurloon.CLAIMS + gouveia.CLAIMS + covert.CLAIMS + gilmok.CLAIMS


@dataclasses.dataclass(frozen=True)
class Ruling:
    """A claim with its finding, and where that comes from."""
    claim: object
    finding: Finding
    ground: str  # maps and clicks; "" where nothing was run

    @property
    def verdict(self):
        """In words, with the condition."""
        return f"{self.finding.verdict} {self.finding.condition}".strip()


def rule(claim, races, missing, awaited):
    """One ruling; races by experiment, missing says why an experiment has none, awaited which back
    end it waits for."""
    if claim.reasoned:
        return Ruling(claim, Finding(REASONED, claim.judge), "")
    if claim.experiment in awaited:
        why = f"the back end {awaited[claim.experiment]} is still to come"
        return Ruling(claim, Finding(OPEN, why), "")
    race = races.get(claim.experiment)
    if race is None:
        why = missing.get(claim.experiment, f"the experiment {claim.experiment} was not run")
        return Ruling(claim, Finding(UNKNOWN, why), "")
    try:
        finding = claim.judge(race)
    except NotMeasured as lack:
        finding = Finding(UNKNOWN, str(lack))
    except (ArithmeticError, ValueError, KeyError) as odd:
        finding = Finding(UNKNOWN, f"the rows of {claim.experiment} cannot be judged: {odd!r}")
    return Ruling(claim, finding, ground(race))


def rule_all(races, missing, awaited=(), quick=False):
    """Rulings of all claims, or of those that a quick run judges."""
    return [rule(claim, races, missing, dict(awaited)) for claim in CLAIMS
            if claim.quick or claim.reasoned or not quick]


def disagreements(rulings, others):
    """Claims on which two runs, one quick and one full, pass different verdicts: name -> both."""
    theirs = {other.claim.name: other.finding.verdict for other in others}
    return {ruling.claim.name: (ruling.finding.verdict, theirs[ruling.claim.name])
            for ruling in rulings
            if ruling.claim.quick and theirs.get(ruling.claim.name, UNKNOWN) != UNKNOWN
            and ruling.finding.verdict not in (UNKNOWN, theirs[ruling.claim.name])}
