"""Races what the articles claim, and reports which claims hold: claims.py FOOTRACE [NAME...] [OPTION...].

experiments/races/claims.toml holds the races, experiments/claims/ what is claimed, and reports/claims/ the
verdicts. A full run includes the quick scale: the two must agree on claims that both judge."""
import os
import pathlib
import subprocess
import sys
import tomllib

sys.dont_write_bytecode = True

from experiment import DONE, FAULT, PYTHON, TOP, USAGE, Experiment, Fault, arguments, guarded  # noqa: E402

JUDGING = "verdicts", 8, "reading the rows, drawing the page"  # name, seconds at pace 1, title


def claims():
    """Article -> its claims."""
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["claim"]
            for path in sorted((pathlib.Path(__file__).parent / "claims").glob("*.toml"))}


def chosen(names, quick):
    """The claims that the names select: a claim, all claims of an article, or all claims that a race judges; without
    names, all claims."""
    known = [(claim, {article, claim["name"], claim.get("race", article)})
             for article, mine in claims().items() for claim in mine]
    single = {claim["name"] for claim, _ in known}
    known = [(claim, {claim["name"]} | meant - single) for claim, meant in known]
    for name in names:
        if not any(name in meant for _, meant in known):
            raise Fault(f"./run claims: no claim, article or race '{name}'; expected one of "
                        + ", ".join(sorted(set().union(*(meant for _, meant in known)))))
    return [claim for claim, meant in known if not names or meant & set(names)
            if names or not quick or claim.get("quick") or "race" not in claim]


def answer_all(footrace, folder):
    """Writes the answer to each race beside its rows, for the charts."""
    for file in folder.glob("*.jsonl"):
        done = subprocess.run([footrace, "answer", "--json", file], capture_output=True, check=False)
        if done.stdout:
            file.with_suffix(".answer.json").write_bytes(done.stdout)


def main():
    parser = arguments("./run claims", __doc__.split(":", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"a claim, a race, or an article ({', '.join(claims())}); without a name, all")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON, for programs")
    options = parser.parse_intermixed_args()
    asked = chosen(options.names, options.quick)
    os.chdir(TOP)
    races = {claim["race"] for claim in asked if "race" in claim}
    experiment = Experiment(options.footrace, "claims", options, races or {None})
    if options.dry_run:
        experiment.list([JUDGING])
        return DONE
    status = experiment.run()
    for folder in (experiment.out, experiment.out / "quick"):
        answer_all(options.footrace, folder)
    words = [word for name, why in experiment.missing.items() for word in ("--missing", f"{name}={why}")]
    words += [flag for flag in ("--quick", "--json") if getattr(options, flag[2:])]
    judged = subprocess.run([PYTHON, "-m", "reports.claims", experiment.out, *(claim["name"] for claim in asked),
                             *words], check=False).returncode
    return judged if judged == USAGE else max(status, min(judged, FAULT))


if __name__ == "__main__":
    sys.exit(guarded(main))
