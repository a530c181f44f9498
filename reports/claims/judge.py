"""All claims, and their findings from the races that were run."""
import dataclasses

from . import covert, don, gilmok, polygons
from .claim import UNKNOWN, Finding, NotMeasured, ground

CLAIMS = don.CLAIMS + polygons.CLAIMS + covert.CLAIMS + gilmok.CLAIMS


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


def rule(claim, races, missing):
    """One ruling; races by experiment, missing says why an experiment has none."""
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


def rule_all(races, missing):
    return [rule(claim, races, missing) for claim in CLAIMS]
