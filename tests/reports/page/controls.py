"""Uses every control of a report page as a reader does, and says where its effect is missing."""

# What the page counts is what was written, and every control does what it says: problems, in words.
USE = """
const done = arguments[arguments.length - 1], problems = [];
const page = window.footraceReport;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const check = (held, text) => { if (!held) problems.push(text); };
const shown = (element) => element.checkVisibility() && getComputedStyle(element).display !== "none";
const wait = (ms) => new Promise((then) => setTimeout(then, ms));
const near = (a, b) => a === b || Math.abs(a - b) <= 2e-5 * Math.abs(b) || (Number.isNaN(a) && Number.isNaN(b));
const numbers = () => all("#standings data").map((data) => `${data.dataset.of} ${data.dataset.measure} ${data.textContent}`).sort().join();
const sentence = () => one("h1").textContent;

const counted = () => {
  for (const data of all("#standings data[data-of]")) {
    const mine = page.view.standings.get(data.dataset.of), measure = data.dataset.measure;
    if (!mine || !(measure in mine) || measure === "rank" || page.contents.every > 1) continue;
    check(near(mine[measure], data.value === "" ? NaN : Number(data.value)),
          `${data.dataset.of} ${measure}: the script counts ${mine[measure]}, written is ${data.value}`);
  }
};
const chips = async () => {
  const before = sentence(), written = numbers();
  for (const chip of all(".chip[data-racer]")) {
    const name = chip.dataset.racer, mine = all(`main [data-racer="${CSS.escape(name)}"]:not(.chip)`);
    chip.click();
    check(chip.getAttribute("aria-pressed") === "false", `${name}: its button stays pressed`);
    check(mine.every((element) => !shown(element)), `${name}: still shown where it was switched off`);
    check(location.hash.includes(encodeURIComponent(name)), `${name}: the address does not say that it is off`);
    check(shown(one("#filtered")) && one("#filtered").textContent.includes(name), `${name}: nobody says that it is hidden`);
    check(sentence() === before, `${name}: the answer changes as it is hidden`);
    chip.click();
    check(chip.getAttribute("aria-pressed") === "true" && !location.hash.includes("off="), `${name}: it does not come back`);
  }
  for (const chip of all(".chip:not([data-racer])")) {
    const others = all(chip.dataset.map === undefined ? ".chip[data-kind]" : ".chip[data-map]").length;
    const plot = one("#click-times .live")?.innerHTML;
    const drawn = chip.dataset.map === undefined ||
      page.view.shown.some((place) => page.clickTable.map[place] === Number(chip.dataset.map));
    chip.click();
    check(shown(one("#filtered")), `${chip.innerText}: nobody says that it was switched`);
    check(/maps=|classes=/.test(location.hash), `${chip.innerText}: the address does not say so`);
    check(others < 2 || numbers() !== written, `${chip.innerText}: the table does not follow`);
    check(others < 2 || !drawn || one("#click-times .live")?.innerHTML !== plot, `${chip.innerText}: no figure follows`);
    chip.click();
    check(numbers() === written, `${chip.innerText}: the table does not come back`);
  }
  all(".chip").forEach((chip, place) => { if (place % 2) chip.click(); });
  one("#show-all").click();
  check(!location.hash.includes("off=") && numbers() === written && !shown(one("#filtered")), "Show all does not");
};
const figures = async () => {
  for (const host of all(".live")) {
    const name = host.dataset.live, drawing = host.querySelector("svg");
    check(drawing && shown(drawing), `${name}: not drawn`);
    if (!drawing) continue;
    host.scrollIntoView({block: "center"});
    const target = page.plots.get(host).targets[0], box = drawing.getBoundingClientRect();
    const at = {clientX: box.left + target.x, clientY: box.top + target.y, bubbles: true};
    host.dispatchEvent(new PointerEvent("pointermove", at));
    check(document.body.classList.contains("focused") && !one("#tip").hidden && /\\d/.test(one("#tip").textContent),
          `${name}: pointing shows no value`);
    check(all(".lit").length > 3, `${name}: pointing lights nothing elsewhere`);
    host.dispatchEvent(new PointerEvent("pointerleave"));
    check(!document.body.classList.contains("focused") && one("#tip").hidden, `${name}: the value stays`);
    host.focus();
    check(document.activeElement === host, `${name}: keys cannot reach it`);
    const press = (key) => host.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    press("ArrowRight");
    const first = one("#announced").textContent;
    press("ArrowDown");
    const names = new Set(page.plots.get(host).targets.map((each) => each.racer));
    check(first && (names.size < 2 || one("#announced").textContent !== first), `${name}: arrow keys tell nothing`);
    press("Enter");
    check(location.hash.includes("racer="), `${name}: Enter chooses nothing`);
    if (name === "time-against-distance") check(/click=/.test(location.hash) || page.state.click === page.contents.first,
                                                `${name}: Enter opens no click`);
    document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    check(!location.hash.includes("racer="), "Escape keeps the racer");
    host.blur();
  }
};
const room = async () => {
  if (!one("#stage")) return;
  const caption = () => one("#stage-caption").textContent;
  if (!page.contents.paths[page.state.click]) one("#stage-next").click(); // a figure may have opened any click
  const first = caption(), kept = Object.keys(page.contents.paths).length;
  one("#stage-next").click();
  check(kept < 2 || caption() !== first, "the next click is the same");
  const sent = location.hash;
  one("#stage-before").click();
  check(caption().split(":")[0] === first.split(":")[0], "the click before is another");
  const few = all("#stage .walk").length;
  one("#stage-all").click();
  check(all("#stage .walk").length >= few && location.hash.includes("paths=all"), "paths of all are not");
  one("#stage-all").click();
  for (const button of all("button.open").slice(0, 12)) {
    button.click();
    const place = Number(button.dataset.click), name = `click ${page.clickTable.click[place]}`;
    check(caption().includes(name) && page.state.click === place, `${button.getAttribute("aria-label")}: not shown`);
  }
  location.hash = sent || "#";
  await wait(300);
  check(kept < 2 || caption() !== first, "an address that was sent shows another click");
  one("#show-all").click();
};
(async () => {
  if (!page) return done(["no script of the report runs"]);
  for (const step of [counted, chips, figures, room]) await step();
  history.replaceState(null, "", location.pathname);
})().catch((error) => problems.push(String(error.stack))).finally(() => done(problems));
"""

# Every name in a figure stands beside the mark of its racer, or a line leads from it to the mark; none lies on
# another, or on another's mark.
LABELS = """
const BESIDE = 14, problems = [], page = window.footraceReport;
const check = (held, text) => { if (!held) problems.push(text); };
for (const host of document.querySelectorAll(".live")) {
  const targets = page.plots.get(host)?.targets || [], name = host.dataset.live;
  const boxes = [...host.querySelectorAll(".label")].map((label) => [label.dataset.label, label.getBBox(), label]);
  if (boxes.length) check(boxes.length === page.view.compared.length || boxes.length === targets.length,
                          `${name}: ${boxes.length} names of ${page.view.compared.length} racers`);
  boxes.forEach(([algo, box, label], place) => {
    const mark = targets.find((target) => target.racer === algo);
    const away = Math.hypot(Math.max(box.x - mark.x, 0, mark.x - box.x - box.width),
                            Math.max(box.y - mark.y, 0, mark.y - box.y - box.height));
    const leader = label.previousElementSibling?.matches(".leader") ? label.previousElementSibling : null;
    check(away <= BESIDE || leader, `${name}: ${algo} stands ${away.toFixed(0)} pixels from its mark`);
    if (leader) {
      const [from, to] = [leader.getPointAtLength(0), leader.getPointAtLength(leader.getTotalLength())];
      check(Math.hypot(from.x - mark.x, from.y - mark.y) < 1 && to.x > box.x - 5 && to.x < box.x + box.width + 5 &&
            to.y > box.y - 5 && to.y < box.y + box.height + 5, `${name}: the line of ${algo} leads elsewhere`);
    }
    for (const [other, its] of boxes.slice(place + 1))
      check(its.x >= box.x + box.width || box.x >= its.x + its.width || its.y >= box.y + box.height - 3 ||
            box.y >= its.y + its.height - 3, `${name}: ${algo} and ${other} lie on each other`);
    for (const other of targets)
      check(other.racer === algo || other.x < box.x - 2 || other.x > box.x + box.width + 2 || other.y < box.y ||
            other.y > box.y + box.height, `${name}: ${algo} lies on the mark of ${other.racer}`);
  });
}
return problems;
"""

AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then((found) => done(found.violations.flatMap((each) =>
  each.nodes.slice(0, 3).map((node) => `${each.id}: ${each.help}: ${node.html.slice(0, 120)}`)))).catch((error) => done([String(error)]));
"""


def control_problems(chrome):
    """Of a page that is a report: others have no such controls."""
    if not chrome.execute_script("return Boolean(document.getElementById('contents'))"):
        return []
    chrome.set_script_timeout(200)
    return chrome.execute_async_script(USE)


def label_problems(chrome):
    """Where a name in a figure stands away from its mark: pixels, as the page is wide now."""
    if not chrome.execute_script("return Boolean(document.getElementById('contents'))"):
        return []
    return chrome.execute_script(LABELS)


def axe_problems(chrome, axe):
    """What axe-core finds; axe: its file."""
    chrome.set_script_timeout(200)
    chrome.execute_script(axe.read_text(encoding="utf-8"))
    return chrome.execute_async_script(AXE)
