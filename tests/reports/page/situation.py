"""The page's own situation against the command: for random settings, what leads in the page in Chromium is
`leads` of footrace answer with the flags that the page shows, and so is what the map of decisions has at its ring.

usage: situation.py FOOTRACE PAGE COUNT RESULT...   exit 1: see the lines
"""
import json
import pathlib
import random
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from chromium import browser, show  # noqa: E402

QUANTITIES = ("slow", "load", "memory", "length", "length-p99", "saved", "speed")
# What the map of decisions shows at its ring: the racers of the cells around it, whether the ring stands at the thresholds,
# and what it would say of that very point.
MAPPED = """
const mapped = (page) => {
  const {load, slow} = page.situationOf(page.state.situation).thresholds;
  const found = page.weigh(page.situationOf(page.state.situation));
  const host = document.querySelector('.live[data-live="decisions"]'), plot = page.plots.get(host);
  if (!found.leads) return [[], !plot, null];
  const ring = plot.svg.querySelector(".ring"), [x, y] = [plot.X(load), plot.Y(slow)];
  const stands = Math.hypot(ring.cx.baseVal.value - x, ring.cy.baseVal.value - y) < 0.5;
  const around = [-3, 0, 3].flatMap((right) => [-3, 0, 3].map((down) => plot.nearest(x + right, y + down)?.racer));
  return [around, stands, found.plane([load], [slow])[0][0]];
};
"""
SET = MAPPED + """
const [fields] = arguments, form = document.querySelector("#situation form");
for (const field of form.elements)
  if (field.type === "checkbox") field.checked = Boolean(fields[field.name]);
  else field.value = fields[field.name] ?? "";
form.dispatchEvent(new Event("input"));
const page = window.footraceReport;
return [page.weigh(page.situationOf(page.state.situation)).leads?.address ?? null,
        document.querySelector("h1").textContent, document.getElementById("situation-command").textContent,
        document.querySelector("#ranks .shipped")?.dataset.racer ?? null, mapped(page)];
"""
AGAIN = "return [document.querySelector('h1').textContent, document.getElementById('situation-command').textContent];"


def chosen(chance):
    """Some fields of the form, each with a value across what is usual."""
    fields = {"load": f"{10 ** chance.uniform(-1, 3.5):.3g}",
              "slow": f"{10 ** chance.uniform(-2.5, 2.5):.3g}", "memory": f"{10 ** chance.uniform(-2, 2):.3g}",
              "queries": str(chance.randint(2, 60)), "slower": f"{10 ** chance.uniform(-1, 1.5):.3g}",
              "saved": "1", "state": f"{10 ** chance.uniform(-2, 1.5):.3g}", "prefer": chance.choice(QUANTITIES)}
    return {name: fields[name] for name in chance.sample(sorted(fields), chance.randint(1, len(fields)))}


def main(footrace, page, count, *results):
    chance, wrong = random.Random(7), 0
    with browser() as chrome:
        show(chrome, pathlib.Path(page), 1280, "light")
        for _ in range(int(count)):
            fields = chosen(chance)
            leads, head, command, shipped, mapped = chrome.execute_script(SET, fields)
            flags = shlex.split(command)[3:]
            told = json.loads(subprocess.run([footrace, "answer", "--json", *results, *flags], check=False,
                                             capture_output=True, text=True).stdout)
            names = {each["address"]: each["algo"] for each in told["candidates"]}
            around, stands, there = mapped
            if not stands or leads and (there != names[leads] or names[leads] not in around):
                wrong += 1
                print(f"{fields}: the map of decisions has {around} at its ring, and {there}: {leads} leads")
            if leads != told["leads"] or shipped != names.get(leads) or leads and not head.endswith(names[leads]):
                wrong += 1
                print(f"{fields}: the page says {leads} ({head}), the answer {told['leads']} ({command})")
        typed = chrome.find_element("css selector", "#situation input[name=load]")
        typed.clear()
        typed.send_keys("0.35")
        head, command = chrome.execute_script(AGAIN)
        if "--threshold-load 0.35ms" not in command:
            wrong += 1
            print(f"0.35 typed as load time: {command}")
        address = chrome.current_url
        chrome.get("about:blank")
        chrome.get(address)
        if chrome.execute_script(AGAIN) != [head, command]:
            wrong += 1
            print(f"{address} does not bring the situation back")
    print(f"{wrong} of {count} situations differ")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
